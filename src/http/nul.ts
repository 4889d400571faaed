// The one character that no database keeps in a text. Nobody types it and nothing is found by it, so a request that
// holds it is refused where its texts are read: by shape, by the body reader, and in credentials.

export const nulSentence = 'must not contain the character NUL.';

export function holdsNul(text: string): boolean {
  return text.includes('\0');
}
