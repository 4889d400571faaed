// Reads documents with independent tools: PDFium opens them, qpdf checks them, ZXing reads their codes and a ZPL
// emulator draws thermal labels. None of them shares code with the printing. All come from npm.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { prepareZXingModule, type ReadInputBarcodeFormat, readBarcodes } from 'zxing-wasm/reader';

const require = createRequire(import.meta.url);

/** Grey dots by row, from the top. */
export type Seen = { width: number; height: number; dots: Uint8Array };

/** One channel is grey; three or four are red, green, blue and opacity. */
export type Colours = { width: number; height: number; channels: number; rows: Uint8Array };

export type SeenPage = { widthMm: number; heightMm: number; text: string; at203Dpi: Seen };

const mmPerPoint = 25.4 / 72;
export const dotsPerMm = 8;

let pdfium: Promise<PDFiumLibrary> | undefined;

export async function openPdf(pdf: Uint8Array): Promise<SeenPage[]> {
  pdfium ??= PDFiumLibrary.init();
  const document = await (await pdfium).loadDocument(pdf);
  try {
    const sizes = mediaBoxes(pdf);
    const pages: SeenPage[] = [];
    for (const page of document.pages()) {
      const { widthMm = 0, heightMm = 0 } = sizes[page.number] ?? {};
      // Read the text first, because rendering closes the page.
      const text = page.getText().replaceAll('\u0000', '');
      const render = await page.render({
        width: Math.round(widthMm * dotsPerMm),
        height: Math.round(heightMm * dotsPerMm),
        colorSpace: 'Gray',
        render: 'bitmap',
      });
      pages.push({
        widthMm,
        heightMm,
        text,
        at203Dpi: { width: render.width, height: render.height, dots: render.data },
      });
    }
    return pages;
  } finally {
    document.destroy();
  }
}

/** The first page in colour, at this many dots to the millimetre. */
export async function firstPageColours(pdf: Uint8Array, perMm: number): Promise<Colours> {
  pdfium ??= PDFiumLibrary.init();
  const document = await (await pdfium).loadDocument(pdf);
  try {
    const { widthMm = 0, heightMm = 0 } = mediaBoxes(pdf)[0] ?? {};
    const {
      width,
      height,
      data: rows,
    } = await document.getPage(0).render({
      width: Math.round(widthMm * perMm),
      height: Math.round(heightMm * perMm),
      colorSpace: 'BGRA',
      render: 'bitmap',
    });
    return { width, height, channels: 4, rows };
  } finally {
    document.destroy();
  }
}

/** Page sizes as the file states them, in order, because PDFium rounds them to whole points. */
function mediaBoxes(pdf: Uint8Array): { widthMm: number; heightMm: number }[] {
  const text = Buffer.from(pdf).toString('latin1');
  return [...text.matchAll(/\/MediaBox \[ ?0 0 ([\d.]+) ([\d.]+) ?\]/g)].map(
    ([, width, height]) => ({
      widthMm: Number(width) * mmPerPoint,
      heightMm: Number(height) * mmPerPoint,
    }),
  );
}

/** A decoded code with its position in dots. */
export type SeenCode = {
  format: string;
  text: string;
  isGs1: boolean;
  left: number;
  right: number;
  top: number;
  bottom: number;
};

let zxing: Promise<unknown> | undefined;

/** Every code on the picture, read by an independent decoder. FNC1 inside a GS1 code is shown as `<GS>`. */
export async function readCodes(
  { width, height, dots }: Seen,
  formats: ReadInputBarcodeFormat[] = ['Code128', 'QRCode', 'DataMatrix'],
): Promise<SeenCode[]> {
  zxing ??= prepareZXingModule({
    overrides: {
      wasmBinary: readFileSync(require.resolve('zxing-wasm/reader/zxing_reader.wasm'))
        .buffer as ArrayBuffer,
    },
    fireImmediately: true,
  });
  await zxing;
  const pixels = new Uint32Array(width * height);
  for (let n = 0; n < pixels.length; n += 1)
    pixels[n] = 0xff_00_00_00 | ((dots[n] ?? 255) * 0x01_01_01);
  const data = new Uint8ClampedArray(pixels.buffer);
  const image = { data, width, height, colorSpace: 'srgb' } as Parameters<typeof readBarcodes>[0];
  const found = await readBarcodes(image, { formats, tryHarder: true, textMode: 'Plain' });
  return found
    .filter(({ isValid }) => isValid)
    .map(({ format, text, symbologyIdentifier, position }) => {
      const corners = [
        position.topLeft,
        position.topRight,
        position.bottomRight,
        position.bottomLeft,
      ];
      const [across, down] = [corners.map(({ x }) => x), corners.map(({ y }) => y)];
      return {
        format,
        text: text.replaceAll('\u001d', '<GS>'),
        isGs1: ['C1', 'd2'].includes(symbologyIdentifier.slice(1)),
        left: Math.min(...across),
        right: Math.max(...across),
        top: Math.min(...down),
        bottom: Math.max(...down),
      };
    });
}

type Qpdf = {
  callMain(args: string[]): number;
  FS: { writeFile(path: string, data: Uint8Array): void; readFile(path: string): Uint8Array };
};

async function runQpdf(pdf: Uint8Array, args: string[]): Promise<{ status: number; qpdf: Qpdf }> {
  const make = require('@neslinesli93/qpdf-wasm') as (options: object) => Promise<Qpdf>;
  const qpdf = await make({
    locateFile: () => require.resolve('@neslinesli93/qpdf-wasm/dist/qpdf.wasm'),
    noInitialRun: true,
    print: () => {},
    printErr: () => {},
  });
  qpdf.FS.writeFile('/in.pdf', pdf);
  return { status: qpdf.callMain(args), qpdf };
}

/** qpdf's exit status: 0 if it can parse and rewrite the whole file, 2 for errors, 3 for warnings. */
export async function checkPdf(pdf: Uint8Array): Promise<number> {
  return (await runQpdf(pdf, ['--stream-data=uncompress', '/in.pdf', '/out.pdf'])).status;
}

/** Every font of the file, and whether it is embedded. */
export async function fontsOf(pdf: Uint8Array): Promise<{ name: string; isEmbedded: boolean }[]> {
  const { qpdf } = await runQpdf(pdf, ['--json-output', '/in.pdf', '/out.json']);
  const { qpdf: parts } = JSON.parse(Buffer.from(qpdf.FS.readFile('/out.json')).toString()) as {
    qpdf: [unknown, Record<string, { value?: Record<string, unknown> }>];
  };
  const objects = Object.values(parts[1]).flatMap(({ value }) =>
    value === undefined ? [] : [value],
  );
  return objects
    .filter((object) => object['/Type'] === '/FontDescriptor')
    .map((object) => ({
      name: String(object['/FontName']),
      isEmbedded: typeof object['/FontFile2'] === 'string',
    }));
}

/**
 * Reads a PNG as shades of grey. For colours, the red channel counts, which is bright in white and yellow.
 */
export const readPng = (png: Uint8Array): Seen => shadesOf(readColours(png));

/** Keeps the first channel only. */
export function shadesOf({ width, height, channels, rows }: Colours): Seen {
  const dots = new Uint8Array(width * height);
  for (let n = 0; n < dots.length; n += 1) dots[n] = rows[n * channels] as number;
  return { width, height, dots };
}

/** Reads an 8-bit PNG, grey or in colour. */
export function readColours(png: Uint8Array): Colours {
  const bytes = Buffer.from(png);
  const parts: Buffer[] = [];
  let [width, height, channels] = [0, 0, 1];
  for (let at = 8; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const data = bytes.subarray(at + 8, at + 8 + length);
    if (type === 'IHDR') {
      [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)];
      channels = { 0: 1, 2: 3, 4: 2, 6: 4 }[data[9] ?? 0] ?? 1;
    }
    if (type === 'IDAT') parts.push(data);
    at += length + 12;
  }
  const rows = unfiltered(inflateSync(Buffer.concat(parts)), width * channels, height, channels);
  return { width, height, channels, rows };
}

/** Reverses PNG's five row filters. Pictures have millions of dots, so the loop allocates nothing per dot. */
function unfiltered(raw: Buffer, stride: number, height: number, step: number): Uint8Array {
  const rows = new Uint8Array(stride * height);
  for (let row = 0; row < height; row += 1) {
    const written = row * (stride + 1) + 1;
    const begin = row * stride;
    const filter = raw[written - 1] ?? 0;
    if (filter === 0) {
      rows.set(raw.subarray(written, written + stride), begin);
      continue;
    }
    for (let n = 0; n < stride; n += 1) {
      const at = begin + n;
      const left = n >= step ? (rows[at - step] as number) : 0;
      const above = row > 0 ? (rows[at - stride] as number) : 0;
      const corner = n >= step && row > 0 ? (rows[at - stride - step] as number) : 0;
      rows[at] = (raw[written + n] as number) + guessed(filter, left, above, corner);
    }
  }
  return rows;
}

function guessed(filter: number, left: number, above: number, corner: number): number {
  switch (filter) {
    case 1:
      return left;
    case 2:
      return above;
    case 3:
      return (left + above) >> 1;
    default:
      return paeth(left, above, corner);
  }
}

function paeth(left: number, above: number, corner: number): number {
  const fromLeft = Math.abs(above - corner);
  const fromAbove = Math.abs(left - corner);
  const fromCorner = Math.abs(left + above - 2 * corner);
  if (fromLeft <= fromAbove && fromLeft <= fromCorner) return left;
  return fromAbove <= fromCorner ? above : corner;
}

/** Draws labels as a 203 dpi printer with 4 by 6 inch stock prints them. */
export async function seenZpl(zpl: string): Promise<Seen[]> {
  const { api } = await (await import('zpl-renderer-js')).ready;
  const pictures = await api.zplToBase64MultipleAsync(zpl, 101.5, 152.25, dotsPerMm);
  return pictures.map((picture) => readPng(Buffer.from(picture, 'base64')));
}
