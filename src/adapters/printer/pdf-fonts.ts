// Fonts inside a PDF, reduced to the glyphs in use, with a map back to Unicode so that text can be searched and
// copied. The subset of plain Latin letters is created once and reused; a document with more characters gets its own
// subset.
import { deflateSync } from 'node:zlib';
import type { FontFile } from './font-files.ts';
import type { Run } from './fonts.ts';
import type { ObjectNumber, PdfFile } from './pdf-objects.ts';
import { pdfNumber } from './pdf-objects.ts';
import type { Typeface } from './typeface.ts';

/** A font and its glyphs in use, each with its character. */
export type FontUse = { file: FontFile; text: ReadonlyMap<number, string> };

export type PdfFonts = {
  /** Records the run's glyphs and returns the name of its font on the page. */
  use(run: Pick<Run, 'face' | 'glyphs' | 'text'>): string;
  /** Records the glyphs of pages that another thread has drawn. */
  add(face: Typeface, text: FontUse['text']): void;
  list(): FontUse[];
  /** Writes all fonts and returns the entries for the pages' font resources. */
  write(file: PdfFile): string;
};

type Used = { face: Typeface; text: Map<number, string> };

/** Independent of the order of fonts, so that all parts of a document use the same names. */
const nameOf = ({ file }: Typeface): string => file.id;

const symbolic = 4;
/** Printable ASCII, and the characters that layouts add. */
const usualLetters = [
  ...Array.from({ length: 95 }, (_, n) => String.fromCharCode(0x20 + n)),
  ...'×³–−…',
];

export function newPdfFonts(): PdfFonts {
  const used = new Map<Typeface, Used>();
  const entryOf = (face: Typeface): Used => {
    const entry = used.get(face) ?? { face, text: new Map() };
    used.set(face, entry);
    return entry;
  };
  const note = ({ text }: Used, glyph: number, character: string): void => {
    if (character !== '' && !text.has(glyph)) text.set(glyph, character);
  };
  return {
    use: ({ face, glyphs, text }) => {
      const entry = entryOf(face);
      for (const [n, glyph] of glyphs.entries()) note(entry, glyph, text[n] ?? '');
      return nameOf(face);
    },
    add: (face, text) => {
      const entry = entryOf(face);
      for (const [glyph, character] of text) note(entry, glyph, character);
    },
    list: () => [...used.values()].map(({ face, text }) => ({ file: face.file, text })),
    write: (file) =>
      [...used.values()]
        .map((entry) => `/${nameOf(entry.face)} ${writeFont(file, embedded(entry))} 0 R`)
        .join(' '),
  };
}

type Embedded = {
  face: Typeface;
  program: Uint8Array;
  size: number;
  widths: string;
  toUnicode: Uint8Array;
};

/** The subset of a typeface's usual letters; undefined if it has none of them. */
const usualFonts = new WeakMap<
  Typeface,
  { glyphs: ReadonlyMap<number, string>; embedded: Embedded } | undefined
>();

function embedded({ face, text }: Used): Embedded {
  if (!usualFonts.has(face)) {
    const glyphs = usualGlyphs(face);
    usualFonts.set(face, glyphs.size === 0 ? undefined : { glyphs, embedded: embed(face, glyphs) });
  }
  const usual = usualFonts.get(face);
  if (usual === undefined) return embed(face, text);
  const isEnough = [...text].every(([glyph, letter]) => usual.glyphs.get(glyph) === letter);
  return isEnough ? usual.embedded : embed(face, new Map([...usual.glyphs, ...text]));
}

function usualGlyphs(face: Typeface): Map<number, string> {
  const glyphs = new Map<number, string>();
  for (const letter of usualLetters) {
    const glyph = face.glyphOf(letter.codePointAt(0) ?? 0);
    if (glyph !== undefined) glyphs.set(glyph, letter);
  }
  return glyphs;
}

function embed(face: Typeface, text: ReadonlyMap<number, string>): Embedded {
  const glyphs = [...text.keys()].sort((one, other) => one - other);
  const program = face.subset(glyphs);
  return {
    face,
    program: deflateSync(program),
    size: program.length,
    widths: glyphs
      .map((glyph) => `${glyph} [${pdfNumber(face.advanceOf(glyph) * 1000)}]`)
      .join(' '),
    toUnicode: deflateSync(Buffer.from(unicodeMap(glyphs, text), 'latin1')),
  };
}

function writeFont(
  file: PdfFile,
  { face, program, size, widths, toUnicode }: Embedded,
): ObjectNumber {
  // The six-letter prefix marks the font as a subset.
  const name = `LINEHL+${face.file.id}`;
  const [ascent, descent] = [pdfNumber(face.ascent * 1000), pdfNumber(-face.descent * 1000)];
  const data = file.addStream(program, ` /Length1 ${size}`, true);
  const descriptor = file.add(
    `<< /Type /FontDescriptor /FontName /${name} /Flags ${symbolic} /FontBBox [-500 ${descent} 2000 ${ascent}] /ItalicAngle 0 /Ascent ${ascent} /Descent ${descent} /CapHeight 711 /StemV 80 /FontFile2 ${data} 0 R >>`,
  );
  const glyphs = file.add(
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /${name} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor ${descriptor} 0 R /DW 1000 /W [${widths}] /CIDToGIDMap /Identity >>`,
  );
  const map = file.addStream(toUnicode, '', true);
  return file.add(
    `<< /Type /Font /Subtype /Type0 /BaseFont /${name} /Encoding /Identity-H /DescendantFonts [${glyphs} 0 R] /ToUnicode ${map} 0 R >>`,
  );
}

const mostInSection = 100;

/** Maps glyph numbers back to characters. */
function unicodeMap(glyphs: readonly number[], text: ReadonlyMap<number, string>): string {
  const entries = glyphs.map((glyph) => `<${hex4(glyph)}> <${utf16(text.get(glyph) ?? '')}>`);
  const sections: string[] = [];
  for (let n = 0; n < entries.length; n += mostInSection) {
    const part = entries.slice(n, n + mostInSection);
    sections.push(`${part.length} beginbfchar\n${part.join('\n')}\nendbfchar`);
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
${sections.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`;
}

export function hex4(value: number): string {
  return value.toString(16).toUpperCase().padStart(4, '0');
}

function utf16(text: string): string {
  return Array.from({ length: text.length }, (_, n) => hex4(text.charCodeAt(n))).join('');
}
