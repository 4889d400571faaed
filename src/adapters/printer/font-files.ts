// Which file of which npm package draws a character. Fonts are split into files by script, and a file is read only
// when a character in it is printed. Latin, Greek and Cyrillic use Roboto Condensed. Chinese, Japanese and Korean use
// Noto Sans in the destination country's forms. Arabic, Hebrew, Thai and Devanagari use Noto Sans. All fonts are
// under the SIL Open Font License, and nothing is downloaded.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Weight } from '../../domain/documents/layout.ts';

export type FontFile = {
  /** Unique for each file and weight. */
  id: string;
  path: string;
  /** The weight to use, if the file contains all weights. */
  pinnedWeight: number | undefined;
  /** Whether letters change with their neighbours, so that text must be shaped. */
  isShaped: boolean;
  isRightToLeft: boolean;
};

type Family = {
  package: string;
  /** The beginning of its file names. */
  stem: string;
  /** The only part to use; all parts if absent. */
  part?: string;
  /** Split into numbered files that contain all weights. */
  isVariable?: true;
  isShaped?: true;
  isRightToLeft?: true;
};

const latin: Family = { package: '@fontsource/roboto-condensed', stem: 'roboto-condensed' };

const scripts: readonly Family[] = [
  {
    package: '@fontsource/noto-sans-arabic',
    stem: 'noto-sans-arabic',
    part: 'arabic',
    isShaped: true,
    isRightToLeft: true,
  },
  {
    package: '@fontsource/noto-sans-hebrew',
    stem: 'noto-sans-hebrew',
    part: 'hebrew',
    isShaped: true,
    isRightToLeft: true,
  },
  { package: '@fontsource/noto-sans-thai', stem: 'noto-sans-thai', part: 'thai', isShaped: true },
  {
    package: '@fontsource/noto-sans-devanagari',
    stem: 'noto-sans-devanagari',
    part: 'devanagari',
    isShaped: true,
  },
];

const han = (language: string): Family => ({
  package: `@fontsource-variable/noto-sans-${language}`,
  stem: `noto-sans-${language}`,
  isVariable: true,
});
const hanFamilies = { sc: han('sc'), tc: han('tc'), jp: han('jp'), kr: han('kr') };

/** Countries write some characters differently, so the first font that has a character is used. */
const hanOrder: Readonly<Record<string, readonly (keyof typeof hanFamilies)[]>> = {
  JP: ['jp', 'sc', 'tc', 'kr'],
  KR: ['kr', 'jp', 'tc', 'sc'],
  TW: ['tc', 'jp', 'sc', 'kr'],
  HK: ['tc', 'jp', 'sc', 'kr'],
  MO: ['tc', 'jp', 'sc', 'kr'],
};
const usualHanOrder = ['sc', 'jp', 'kr', 'tc'] as const;

const weightNumbers: Record<Weight, number> = { regular: 400, bold: 700 };

/**
 * Files that may contain the character, the likeliest first. `country` is the two-letter code of the destination.
 */
export function filesFor(codePoint: number, weight: Weight, country: string): FontFile[] {
  const families = [
    latin,
    ...scripts,
    ...(hanOrder[country] ?? usualHanOrder).map((language) => hanFamilies[language]),
  ];
  return families.flatMap((family) =>
    slicesOf(family)
      .filter(({ holds }) => holds(codePoint))
      .map(({ name }) => fileOf(family, name, weight)),
  );
}

/** The file for nearly all texts. */
export function basicFile(weight: Weight): FontFile {
  return fileOf(latin, 'latin', weight);
}

function fileOf(family: Family, slice: string, weight: Weight): FontFile {
  const number = weightNumbers[weight];
  const name =
    family.isVariable === true
      ? `${family.stem}-${slice}-wght-normal.woff2`
      : `${family.stem}-${slice}-${number}-normal.woff`;
  return {
    id: `${family.stem}-${slice}-${number}`,
    path: join(folderOf(family), 'files', name),
    pinnedWeight: family.isVariable === true ? number : undefined,
    isShaped: family.isShaped === true,
    isRightToLeft: family.isRightToLeft === true,
  };
}

type Slice = { name: string; holds(codePoint: number): boolean };

const slices = new Map<Family, readonly Slice[]>();

/** Reads the list of files that comes with each family, once. */
function slicesOf(family: Family): readonly Slice[] {
  let known = slices.get(family);
  if (known === undefined) {
    const list = JSON.parse(readFileSync(join(folderOf(family), 'unicode.json'), 'utf8')) as Record<
      string,
      string
    >;
    known = Object.entries(list)
      .map(([name, ranges]) => ({
        name: name.replaceAll(/[[\]]/g, ''),
        isNumbered: name.startsWith('['),
        holds: holderOf(ranges),
      }))
      .filter(({ name, isNumbered }) =>
        family.isVariable === true ? isNumbered : family.part === undefined || family.part === name,
      )
      // The plain Latin file first, because nearly all texts need only that.
      .sort((one, other) => Number(other.name === 'latin') - Number(one.name === 'latin'));
    slices.set(family, known);
  }
  return known;
}

/** Turns a list such as "U+0131,U+0152-0153" into a test. */
function holderOf(text: string): (codePoint: number) => boolean {
  const ranges = text.split(',').map((range) => {
    const [from = '', to = from] = range.trim().replace(/^U\+/i, '').split('-');
    return { from: Number.parseInt(from, 16), to: Number.parseInt(to, 16) };
  });
  return (codePoint) => ranges.some(({ from, to }) => codePoint >= from && codePoint <= to);
}

function folderOf(family: Family): string {
  return dirname(fileURLToPath(import.meta.resolve(`${family.package}/package.json`)));
}
