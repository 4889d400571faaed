// How deep a body may be nested. No client's has more than a handful of levels; thousands of them are sent to break
// programs that walk through values recursively, JSON.stringify among them.

export const mostLevels = 64;

export class TooDeep extends Error {
  static readonly code = 'LINEHAUL_BODY_TOO_DEEP';
  readonly code = TooDeep.code;
}

/** Looks at brackets outside of strings only. The text need not be valid JSON. */
export function isNestedTooDeeply(text: string): boolean {
  // Nearly every body: too few brackets to be deep, which is found without looking at each character.
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

/** At most one more than asked for. */
function countUpTo(most: number, text: string, character: string): number {
  let count = 0;
  for (let at = text.indexOf(character); at >= 0 && count <= most; count += 1) {
    at = text.indexOf(character, at + 1);
  }
  return count;
}
