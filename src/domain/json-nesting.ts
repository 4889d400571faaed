// How deeply a JSON text is nested. Real ones have a handful of levels; thousands exhaust the stack of programs that walk
// through values recursively, such as JSON.stringify.

/** Counts brackets outside of strings only. The text need not be valid JSON: a line break ends a string. */
export function isNestedDeeper(text: string, most: number): boolean {
  // Fast path for nearly every text: too few brackets to be deep.
  if (countUpTo(most, text, '{') + countUpTo(most, text, '[') <= most) return false;
  let level = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (isInString) {
      if (character === '\\') at += 1;
      else if (character === '"' || character === '\n') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === '{' || character === '[') {
      level += 1;
      if (level > most) return true;
    } else if (character === '}' || character === ']') level -= 1;
  }
  return false;
}

/** Stops at one more than `most`. */
function countUpTo(most: number, text: string, character: string): number {
  let count = 0;
  for (let at = text.indexOf(character); at >= 0 && count <= most; count += 1) {
    at = text.indexOf(character, at + 1);
  }
  return count;
}
