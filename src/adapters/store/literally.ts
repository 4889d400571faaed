// Texts that people search for, inside a pattern: a percent sign or underscore that is looked for is no wildcard.

/** For `like … escape '\\'`. */
export function literally(text: string): string {
  return text.replaceAll(/[\\%_]/g, '\\$&');
}
