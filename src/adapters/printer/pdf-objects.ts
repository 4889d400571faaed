// The structure of a PDF file: numbered objects, compressed streams and the table of offsets. It knows nothing of
// pages. The same objects always give the same bytes, because no clock or randomness is used.
import { deflateSync } from 'node:zlib';

export type ObjectNumber = number;

export type PdfFile = {
  /** Reserves a number, so that the object can be referenced before it is written. */
  reserve(): ObjectNumber;
  write(number: ObjectNumber, body: string): void;
  add(body: string): ObjectNumber;
  /** `isPacked`: the bytes are already compressed. */
  addStream(bytes: Uint8Array, entries?: string, isPacked?: boolean): ObjectNumber;
  finish(trailer: { root: ObjectNumber; info: ObjectNumber; id: string }): Uint8Array;
};

/** A comment with bytes above 127 marks the file as binary. */
const header = Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1');

export function newPdfFile(): PdfFile {
  const chunks: Uint8Array[] = [header];
  const offsets: number[] = [];
  let length = header.length;
  let last = 0;
  const put = (chunk: Uint8Array): void => {
    chunks.push(chunk);
    length += chunk.length;
  };
  const reserve = (): ObjectNumber => {
    last += 1;
    return last;
  };
  const write = (number: ObjectNumber, body: string): void => {
    offsets[number] = length;
    put(Buffer.from(`${number} 0 obj\n${body}\nendobj\n`, 'latin1'));
  };
  return {
    reserve,
    write,
    add: (body) => {
      const number = reserve();
      write(number, body);
      return number;
    },
    addStream: (bytes, entries = '', isPacked = false) => {
      const number = reserve();
      const packed = isPacked ? bytes : deflateSync(bytes);
      offsets[number] = length;
      const head = `${number} 0 obj\n<< /Length ${packed.length} /Filter /FlateDecode${entries} >>\nstream\n`;
      put(Buffer.from(head, 'latin1'));
      put(packed);
      put(Buffer.from('\nendstream\nendobj\n', 'latin1'));
      return number;
    },
    finish: ({ root, info, id }) => {
      const start = length;
      const entries = Array.from(
        { length: last },
        (_, n) => `${String(offsets[n + 1] ?? 0).padStart(10, '0')} 00000 n \n`,
      );
      const table = `xref\n0 ${last + 1}\n0000000000 65535 f \n${entries.join('')}`;
      const trailer = `trailer\n<< /Size ${last + 1} /Root ${root} 0 R /Info ${info} 0 R /ID [<${id}> <${id}>] >>\nstartxref\n${start}\n%%EOF\n`;
      put(Buffer.from(table + trailer, 'latin1'));
      return Buffer.concat(chunks, length);
    },
  };
}

/** A number with at most three decimals, as short as possible. */
export function pdfNumber(value: number): string {
  const rounded = Math.round(value * 1000) / 1000;
  return rounded === 0 ? '0' : String(rounded);
}

/** Text in the file's metadata: UTF-16 in hexadecimal, which needs no escaping. */
export function pdfText(text: string): string {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le').swap16();
  return `<${bytes.toString('hex').toUpperCase()}>`;
}
