// Which file of which npm package draws which characters. Fonts come cut into files by script: one is read only when a
// character in it is printed. Latin, Greek and Cyrillic are Roboto Condensed; Chinese, Japanese and Korean are Noto Sans
// in the forms of the country the freight goes to; Arabic, Hebrew, Thai and Devanagari are Noto Sans as well. All of them
// are under the SIL Open Font License. Nothing is downloaded.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Weight } from '../../domain/documents/layout.ts';

export type FontFile = {
  /** Tells it from every other file and weight. */
  id: string;
  path: string;
  /** The weight to take from a font that holds them all. */
  pinnedWeight: number | undefined;
  /** Letters change with their neighbours, so that the text must be shaped. */
  isShaped: boolean;
  isRightToLeft: boolean;
};

type Family = {
  package: string;
  /** How its files' names begin. */
  stem: string;
  /** The one part that is taken from it; all of them when absent. */
  part?: string;
  /** Cut into numbered files that hold every weight. */
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

/** The same character is written differently from country to country; the first font that has it is taken. */
const hanOrder: Readonly<Record<string, readonly (keyof typeof hanFamilies)[]>> = {
  JP: ['jp', 'sc', 'tc', 'kr'],
  KR: ['kr', 'jp', 'tc', 'sc'],
  TW: ['tc', 'jp', 'sc', 'kr'],
  HK: ['tc', 'jp', 'sc', 'kr'],
  MO: ['tc', 'jp', 'sc', 'kr'],
};
const usualHanOrder = ['sc', 'jp', 'kr', 'tc'] as const;

const weightNumbers: Record<Weight, number> = { regular: 400, bold: 700 };

/** Files that may hold the character, the likeliest first. `country` is where the freight goes, two letters. */
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

/** The file that nearly every text is drawn with. */
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

/** Read once for each family, from the list that comes with its files. */
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
      // The plain Latin file first: it has what nearly every text is made of.
      .sort((one, other) => Number(other.name === 'latin') - Number(one.name === 'latin'));
    slices.set(family, known);
  }
  return known;
}

/** "U+0131,U+0152-0153" as a test. */
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
