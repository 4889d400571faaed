// How deeply a body may be nested. Real bodies have a handful of levels; thousands are sent to break programs that
// walk through values recursively, such as JSON.stringify.

export const mostLevels = 64;

/** Counts brackets outside of strings only. The text need not be valid JSON. */
export function isNestedTooDeeply(text: string): boolean {
  // Fast path for nearly every body: too few brackets to be deep.
  if (countUpTo(mostLevels, text, '{') + countUpTo(mostLevels, text, '[') <= mostLevels)
    return false;
  let level = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (isInString) {
      if (character === '\\') at += 1;
      else if (character === '"') isInString = false;
    } else if (character === '"') isInString = true;
    else if (character === '{' || character === '[') {
      level += 1;
      if (level > mostLevels) return true;
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
