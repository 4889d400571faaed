// A picture as a PNG file, in eight-bit grey, or in colour if it has yellow patches. The file contains the
// resolution, so that it prints at its real size.
import { crc32, deflateSync } from 'node:zlib';
import { dotsPerMm } from '../../domain/documents/layout.ts';
import type { Picture } from './picture.ts';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const bitDepth = 8;
const greyscale = 0;
const trueColour = 2;
/** The red, green and blue shares of yellow. */
const yellowLight = [1, 0.82, 0];
const perMetre = 1;
const filterUp = 2;

export function encodePng(picture: Picture): Uint8Array {
  const { width, height, dots, yellow } = picture;
  const isColoured = yellow.length > 0;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = bitDepth;
  header[9] = isColoured ? trueColour : greyscale;
  const resolution = Buffer.alloc(9);
  resolution.writeUInt32BE(dotsPerMm * 1000, 0);
  resolution.writeUInt32BE(dotsPerMm * 1000, 4);
  resolution[8] = perMetre;
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('pHYs', resolution),
    chunk(
      'IDAT',
      deflateSync(
        isColoured
          ? filtered(width * yellowLight.length, height, coloured(picture))
          : filtered(width, height, dots),
      ),
    ),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Multiplies dots with the yellow, so that letters keep their soft edges on it. */
function coloured({ width, dots, yellow }: Picture): Uint8Array {
  const channels = yellowLight.length;
  const colours = new Uint8Array(dots.length * channels);
  // An index loop, because a label has a million dots and an iterator would be slow.
  for (let at = 0; at < colours.length; at += 1) colours[at] = dots[Math.floor(at / channels)] ?? 0;
  for (const patch of yellow) {
    for (let row = patch.y; row < patch.y + patch.height; row += 1) {
      for (let column = patch.x; column < patch.x + patch.width; column += 1) {
        const at = row * width + column;
        for (const [n, light] of yellowLight.entries())
          colours[at * channels + n] = Math.round((dots[at] ?? 0) * light);
      }
    }
  }
  return colours;
}

/**
 * PNG's "up" filter: each row is the difference from the row above, so bars and margins compress to almost nothing.
 */
function filtered(width: number, height: number, dots: Uint8Array): Uint8Array {
  const rows = new Uint8Array((width + 1) * height);
  for (let row = 0; row < height; row += 1) {
    const to = row * (width + 1);
    const from = row * width;
    rows[to] = filterUp;
    for (let column = 0; column < width; column += 1) {
      const above = row === 0 ? 0 : (dots[from - width + column] ?? 0);
      rows[to + 1 + column] = (dots[from + column] ?? 0) - above;
    }
  }
  return rows;
}

function chunk(type: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}
