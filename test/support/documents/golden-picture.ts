// Compares pictures with golden files, which are reviewed. `UPDATE_GOLDEN=1 npm test -- FILE` rewrites them.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import { type Colours, readColours } from './read-document.ts';

const goldenDir = join(import.meta.dirname, '..', '..', 'golden', 'pictures');
/** Edges of letters differ slightly between processors; a line that moves changes thousands of dots. */
const mostDifferentDots = 50;
const visibleDifference = 96;
/** Four shades of grey show every change and halve the file. */
const greyStep = 85;

export function assertGoldenPicture(name: string, png: Uint8Array): void {
  const file = join(goldenDir, `${name}.png`);
  if (process.env.UPDATE_GOLDEN === '1') {
    mkdirSync(goldenDir, { recursive: true });
    writeFileSync(file, repacked(png));
  }
  const [actual, golden] = [readColours(png), readColours(readFileSync(file))];
  const shape = ({ width, height, channels }: Colours): number[] => [width, height, channels];
  assert.deepEqual(shape(actual), shape(golden));
  const different = countDifferent(actual, golden);
  assert.ok(different <= mostDifferentDots, `${different} dots of ${name} differ`);
}

function countDifferent(a: Colours, b: Colours): number {
  let different = 0;
  for (const [n, dot] of a.rows.entries()) {
    if (Math.abs(dot - (b.rows[n] ?? 0)) > visibleDifference) different += 1;
  }
  return different;
}

/** Compresses the PNG as far as possible, because the files stay in the repository. */
function repacked(png: Uint8Array): Uint8Array {
  const bytes = Buffer.from(png);
  const at = bytes.indexOf('IDAT') - 4;
  const length = bytes.readUInt32BE(at);
  const { width, height, channels, rows: dots } = readColours(png);
  const stride = width * channels;
  const rows = Buffer.alloc((stride + 1) * height);
  for (let row = 0; row < height; row += 1)
    rows.set(
      dots
        .subarray(row * stride, (row + 1) * stride)
        .map((dot) => Math.round(dot / greyStep) * greyStep),
      row * (stride + 1) + 1,
    );
  const data = deflateSync(rows, { level: 9 });
  const chunk = Buffer.alloc(data.length + 12);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write('IDAT', 4, 'latin1');
  data.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, data.length + 8)), data.length + 8);
  return data.length < length
    ? Buffer.concat([bytes.subarray(0, at), chunk, bytes.subarray(at + 12 + length)])
    : bytes;
}
