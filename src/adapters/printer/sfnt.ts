// Unpacks web fonts: WOFF compresses each table with zlib, WOFF2 has its own compression.
import { inflateSync } from 'node:zlib';

const woffSignature = 0x774f4646;
const woff2Signature = 0x774f4632;
const woffHeaderBytes = 44;
const woffEntryBytes = 20;
const sfntHeaderBytes = 12;
const sfntEntryBytes = 16;

export async function unpackFont(packed: Buffer): Promise<Uint8Array> {
  const signature = packed.readUInt32BE(0);
  if (signature === woffSignature) return unpackWoff(packed);
  if (signature !== woff2Signature) throw new Error('this is neither WOFF nor WOFF2');
  const { default: wawoff2 } = await import('wawoff2');
  // Copy the result, because the library reuses its memory for the next font.
  return (await wawoff2.decompress(packed)).slice();
}

function unpackWoff(packed: Buffer): Uint8Array {
  const count = packed.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, n) => {
    const at = woffHeaderBytes + n * woffEntryBytes;
    const from = packed.readUInt32BE(at + 4);
    const stored = packed.subarray(from, from + packed.readUInt32BE(at + 8));
    const isPacked = stored.length < packed.readUInt32BE(at + 12);
    return {
      tag: packed.subarray(at, at + 4),
      checksum: packed.readUInt32BE(at + 16),
      data: isPacked ? inflateSync(stored) : stored,
    };
  });
  const directory = sfntHeaderBytes + count * sfntEntryBytes;
  const size = tables.reduce((sum, { data }) => sum + padded(data.length), directory);
  const font = Buffer.alloc(size);
  writeHeader(font, packed.readUInt32BE(4), count);
  let at = directory;
  for (const [n, { tag, checksum, data }] of tables.entries()) {
    const entry = sfntHeaderBytes + n * sfntEntryBytes;
    tag.copy(font, entry);
    font.writeUInt32BE(checksum, entry + 4);
    font.writeUInt32BE(at, entry + 8);
    font.writeUInt32BE(data.length, entry + 12);
    font.set(data, at);
    at += padded(data.length);
  }
  return font;
}

function writeHeader(font: Buffer, flavour: number, count: number): void {
  const selector = Math.floor(Math.log2(count));
  const range = 16 * 2 ** selector;
  font.writeUInt32BE(flavour, 0);
  font.writeUInt16BE(count, 4);
  font.writeUInt16BE(range, 6);
  font.writeUInt16BE(selector, 8);
  font.writeUInt16BE(count * 16 - range, 10);
}

/** Tables start at multiples of four bytes. */
function padded(bytes: number): number {
  return (bytes + 3) & ~3;
}
