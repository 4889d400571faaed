// Compares spellings. A slip is one letter too many, one missing, one wrong, or two neighbours swapped. Search needs
// to know whether a name is one slip away from the typed text; addresses need to know whether two finished names
// could be the same. Ranking is elsewhere.

export type SlipMatch = 'whole' | 'beginning' | undefined;

/**
 * Whether `typed` equals `name`, or the start of `name`, with exactly one slip. Linear: the slip must be at the first
 * difference, so only four continuations need comparing.
 */
export function slipMatch(typed: string, name: string): SlipMatch {
  let at = 0;
  while (at < typed.length && typed.charCodeAt(at) === name.charCodeAt(at)) at++;
  if (at === typed.length) return undefined;
  const wrong = compareRest(typed, name, { typedFrom: at + 1, nameFrom: at + 1 });
  const tooMany = compareRest(typed, name, { typedFrom: at + 1, nameFrom: at });
  const tooFew = compareRest(typed, name, { typedFrom: at, nameFrom: at + 1 });
  if (wrong === 'whole' || tooMany === 'whole' || tooFew === 'whole') return 'whole';
  const isSwap =
    typed.charCodeAt(at) === name.charCodeAt(at + 1) &&
    typed.charCodeAt(at + 1) === name.charCodeAt(at);
  const swapped = isSwap
    ? compareRest(typed, name, { typedFrom: at + 2, nameFrom: at + 2 })
    : undefined;
  // A slip in the last letter does not count, because every name would then match.
  const isLastLetter = at === typed.length - 1;
  return swapped ?? tooFew ?? (isLastLetter ? undefined : (wrong ?? tooMany));
}

// Whether the rest of the typed text equals the rest of the name, or starts it.
function compareRest(
  typed: string,
  name: string,
  { typedFrom, nameFrom }: { typedFrom: number; nameFrom: number },
): SlipMatch {
  const shift = nameFrom - typedFrom;
  for (let at = typedFrom; at < typed.length; at++) {
    if (typed.charCodeAt(at) !== name.charCodeAt(at + shift)) return undefined;
  }
  return typed.length + shift === name.length ? 'whole' : 'beginning';
}

/**
 * The number of slips between two finished names if they are near enough to be the same, otherwise undefined. Counted
 * word by word, because short words are easily confused: EAST is two slips from WEST and NORTH two from SOUTH, and
 * those are different suburbs.
 */
export function slipsBetween(left: string, right: string): number | undefined {
  const leftWords = left.split(' ');
  const rightWords = right.split(' ');
  if (leftWords.length !== rightWords.length) return undefined;
  let total = 0;
  for (const [position, word] of leftWords.entries()) {
    const other = rightWords[position] ?? '';
    const allowed = slipsAllowed(Math.max(word.length, other.length));
    if (Math.abs(word.length - other.length) > allowed) return undefined;
    const slips = editDistance(word, other);
    if (slips > allowed) return undefined;
    total += slips;
  }
  return total <= mostSlips ? total : undefined;
}

const mostSlips = 2;

function slipsAllowed(wordLength: number): number {
  if (wordLength < 4) return 0;
  return wordLength < 8 ? 1 : mostSlips;
}

// Optimal string alignment. Words that differ too much in length, or are too long, are rejected without the work.
function editDistance(left: string, right: string): number {
  if (left === right) return 0;
  const longer = Math.max(left.length, right.length);
  if (Math.abs(left.length - right.length) > mostSlips || longer > 40) return longer;
  let beforeLast: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, column) => column);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let column = 1; column <= right.length; column++) {
      const same = left[row - 1] === right[column - 1];
      let best = Math.min(
        (last[column] ?? longer) + 1,
        (current[column - 1] ?? longer) + 1,
        (last[column - 1] ?? longer) + (same ? 0 : 1),
      );
      if (row > 1 && column > 1) {
        const swapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
        if (swapped) best = Math.min(best, (beforeLast[column - 2] ?? longer) + 1);
      }
      current.push(best);
    }
    beforeLast = last;
    last = current;
  }
  return last[right.length] ?? longer;
}
