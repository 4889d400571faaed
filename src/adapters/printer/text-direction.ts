// The visual order of a line's parts, if some run from right to left. A simplified form of the Unicode rules that is
// enough for names and addresses: the first letter decides the direction of the line, spaces and punctuation follow
// their neighbours, and numbers keep their own direction.

/** A number runs from left to right, but spaces and punctuation beside it follow the letters before it. */
export type Direction = 'ltr' | 'rtl' | 'number' | 'neutral';

/** Digits, and the characters that join them. */
const numberShape = /\+?\p{Nd}+(?:[-–/.,:]\p{Nd}+)*/gu;

/**
 * The direction of each character by its UTF-16 position. `isRightToLeft` recognises scripts that run from right to
 * left.
 */
export function directionsOf(
  text: string,
  isRightToLeft: (character: string) => boolean,
): (at: number, character: string) => Direction {
  const numbers = [...text.matchAll(numberShape)].map(({ index, 0: { length } }) => ({
    from: index,
    to: index + length,
  }));
  return (at, character) => {
    if (numbers.some(({ from, to }) => at >= from && at < to)) return 'number';
    if (isRightToLeft(character)) return 'rtl';
    return /[\s\p{P}\p{S}]/u.test(character) ? 'neutral' : 'ltr';
  };
}

/**
 * The parts in visual order, from left to right. Brackets in text that runs from right to left are mirrored.
 */
export function visualOrder<Part extends { direction: Direction; text: string }>(
  parts: readonly Part[],
): Part[] {
  if (!parts.some(({ direction }) => direction === 'rtl')) return [...parts];
  const base = parts.find(isLetters)?.direction ?? 'ltr';
  const resolved = parts.map((part, n) => ({
    part,
    direction:
      part.direction === 'neutral'
        ? between(parts, n, base)
        : part.direction === 'number'
          ? ('ltr' as const)
          : part.direction,
  }));
  const inner = base === 'rtl' ? 'ltr' : 'rtl';
  const ordered = reverseRuns(
    base === 'rtl' ? resolved.toReversed() : resolved,
    ({ direction }) => direction === inner,
  );
  return ordered.map(({ part, direction }) =>
    part.direction === 'neutral' && direction === 'rtl'
      ? { ...part, text: mirrored(part.text) }
      : part,
  );
}

const mirrors: Readonly<Record<string, string>> = {
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
  '{': '}',
  '}': '{',
  '<': '>',
  '>': '<',
  '«': '»',
  '»': '«',
};

function mirrored(text: string): string {
  return Array.from(text, (sign) => mirrors[sign] ?? sign)
    .toReversed()
    .join('');
}

function isLetters({ direction }: { direction: Direction }): boolean {
  return direction === 'ltr' || direction === 'rtl';
}

/**
 * A neutral part takes the direction of its neighbours if they agree, otherwise the direction of the line.
 */
function between(
  parts: readonly { direction: Direction }[],
  n: number,
  base: Direction,
): Direction {
  const before = influence(parts, parts.slice(0, n).findLastIndex(isStrong), base);
  const next = parts.slice(n + 1).findIndex(isStrong);
  const after = next < 0 ? base : influence(parts, n + 1 + next, base);
  return before === after ? before : base;
}

function isStrong({ direction }: { direction: Direction }): boolean {
  return direction !== 'neutral';
}

/** A number has the direction of the letters before it. */
function influence(
  parts: readonly { direction: Direction }[],
  at: number,
  base: Direction,
): Direction {
  return parts.slice(0, at + 1).findLast(isLetters)?.direction ?? base;
}

function reverseRuns<Part>(parts: readonly Part[], isInRun: (part: Part) => boolean): Part[] {
  const ordered: Part[] = [];
  let run: Part[] = [];
  for (const part of parts) {
    if (isInRun(part)) {
      run.unshift(part);
      continue;
    }
    ordered.push(...run, part);
    run = [];
  }
  return [...ordered, ...run];
}
