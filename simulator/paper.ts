// Draws the carriers' labels and manifests as a small valid PDF or as ZPL. They have the number as Code 128, a few
// lines of text and a note that they are simulated; they do not imitate a carrier's design.
import { code128 } from '../src/domain/documents/code-128.ts';
import type { Shipment } from './shipments.ts';

export type Sheet = { readonly code: string; readonly lines: readonly string[] };

/** 4 by 6 inches, in points. */
const width = 288;
const height = 432;
const codeHeight = 70;
const margin = 20;

/** One sheet for each piece. */
export function labelSheets(carrierName: string, shipment: Shipment): Sheet[] {
  const { number, articles, reference, consignment } = shipment;
  const { from, to } = consignment;
  const codes = articles.length === 0 ? [number] : articles;
  return codes.map((code, index) => ({
    code,
    lines: [
      `${carrierName} (SIMULATED)`,
      `Consignment ${number}`,
      `Piece ${index + 1} of ${codes.length}`,
      `Reference ${reference}`,
      `FROM ${from.suburb} ${from.state} ${from.postcode} ${from.country}`,
      `TO ${to.suburb} ${to.state} ${to.postcode} ${to.country}`,
      'NOT FOR CARRIAGE',
    ],
  }));
}

export function drawPdf(sheets: readonly Sheet[]): Buffer {
  const font = 3;
  const pages = sheets.map((_, index) => font + 1 + index * 2);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${sheets.length} /Kids [${pages.map((page) => `${page} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...sheets.flatMap((sheet, index) => {
      const content = contentOf(sheet);
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Resources << /Font << /F1 ${font} 0 R >> >> /Contents ${font + 2 + index * 2} 0 R >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ];
    }),
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const end = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  // Everything is Latin-1, so that offsets in characters are offsets in bytes.
  return Buffer.from(text + end, 'latin1');
}

function contentOf({ code, lines }: Sheet): string {
  const { widths, modules } = code128(code);
  const module = (width - 2 * margin) / modules;
  let x = margin;
  const bars: string[] = [];
  for (const [index, bar] of widths.entries()) {
    if (index % 2 === 0) {
      bars.push(`${x.toFixed(3)} ${margin} ${(bar * module).toFixed(3)} ${codeHeight} re`);
    }
    x += bar * module;
  }
  const shown = [...lines, code].map(
    (line, index) =>
      `BT /F1 12 Tf ${margin} ${height - 40 - index * 22} Td (${pdfText(line)}) Tj ET`,
  );
  return [...shown, `${bars.join(' ')} f`].join('\n');
}

/** Characters outside Latin-1 become question marks; brackets and backslashes are escaped. */
function pdfText(text: string): string {
  return text
    .replaceAll(/[^\x20-\x7e\xa0-\xff]/g, '?')
    .replaceAll(/[\\()]/g, (sign) => `\\${sign}`);
}

export function drawZpl(sheets: readonly Sheet[]): string {
  return sheets
    .map(({ code, lines }) => {
      const shown = [...lines, code].map(
        (line, index) =>
          `^FO40,${40 + index * 45}^A0N,32,32^FD${line.replaceAll(/[\^~]/g, ' ')}^FS`,
      );
      return `^XA^CI28^PW812^LL1218${shown.join('')}^FO40,900^BY2^BCN,200,N,N,N^FD${code}^FS^XZ\n`;
    })
    .join('');
}
