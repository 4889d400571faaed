// Reduces a font to the glyphs of one document, with HarfBuzz's subsetter. Glyphs keep their numbers, and a font with
// all weights is fixed to one. Parts that a PDF does not need (names, hinting, shaping rules) are left out.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** HarfBuzz's raw WebAssembly functions, which take and return addresses in its memory. */
type Subsetter = Record<
  | 'malloc'
  | 'free'
  | 'hb_blob_create'
  | 'hb_blob_destroy'
  | 'hb_blob_get_data'
  | 'hb_blob_get_length'
  | 'hb_face_create'
  | 'hb_face_destroy'
  | 'hb_face_reference_blob'
  | 'hb_set_add'
  | 'hb_subset_input_create_or_fail'
  | 'hb_subset_input_destroy'
  | 'hb_subset_input_glyph_set'
  | 'hb_subset_input_set'
  | 'hb_subset_input_set_flags'
  | 'hb_subset_input_pin_axis_location'
  | 'hb_subset_or_fail',
  (...values: number[]) => number
> & { memory: WebAssembly.Memory; _initialize(): void };

const noHinting = 0x1;
const retainGlyphNumbers = 0x2;
const notdefOutline = 0x40;
const dropTableSet = 3;
const writable = 2;
/** Tables that are not needed to draw a glyph by its number. */
const unread = ['GSUB', 'GPOS', 'GDEF', 'name', 'OS/2', 'cmap', 'post', 'STAT', 'vhea', 'vmtx'];

let loaded: Subsetter | undefined;

function subsetter(): Subsetter {
  if (loaded === undefined) {
    const file = fileURLToPath(import.meta.resolve('harfbuzzjs/dist/harfbuzz-subset.wasm'));
    const instance = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(file)));
    loaded = instance.exports as unknown as Subsetter;
    loaded._initialize();
  }
  return loaded;
}

export type SubsetSource = { subset(glyphs: Iterable<number>): Uint8Array };

/** Copies the font into the subsetter's memory, where it stays until the thread ends. */
export function subsetSource(font: Uint8Array, pinnedWeight: number | undefined): SubsetSource {
  const hb = subsetter();
  const address = hb.malloc(font.length);
  bytesOf(hb).set(font, address);
  const blob = hb.hb_blob_create(address, font.length, writable, 0, 0);
  const face = hb.hb_face_create(blob, 0);
  hb.hb_blob_destroy(blob);
  return {
    subset: (glyphs) => {
      const input = hb.hb_subset_input_create_or_fail();
      try {
        hb.hb_subset_input_set_flags(input, noHinting | retainGlyphNumbers | notdefOutline);
        const wanted = hb.hb_subset_input_glyph_set(input);
        for (const glyph of glyphs) hb.hb_set_add(wanted, glyph);
        const dropped = hb.hb_subset_input_set(input, dropTableSet);
        for (const table of unread) hb.hb_set_add(dropped, tag(table));
        if (pinnedWeight !== undefined)
          hb.hb_subset_input_pin_axis_location(input, face, tag('wght'), pinnedWeight);
        return cut(hb, face, input);
      } finally {
        hb.hb_subset_input_destroy(input);
      }
    },
  };
}

function cut(hb: Subsetter, face: number, input: number): Uint8Array {
  const result = hb.hb_subset_or_fail(face, input);
  if (result === 0) throw new Error('a font could not be cut down to its glyphs');
  const blob = hb.hb_face_reference_blob(result);
  const from = hb.hb_blob_get_data(blob, 0);
  const bytes = bytesOf(hb).slice(from, from + hb.hb_blob_get_length(blob));
  hb.hb_blob_destroy(blob);
  hb.hb_face_destroy(result);
  return bytes;
}

/** Creates a new view each time, because the buffer is replaced when the memory grows. */
function bytesOf(hb: Subsetter): Uint8Array {
  return new Uint8Array(hb.memory.buffer);
}

function tag(text: string): number {
  return Array.from(text).reduce((value, letter) => (value << 8) | letter.charCodeAt(0), 0) >>> 0;
}
