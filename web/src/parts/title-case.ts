// Place names are kept in capitals; people read words.

export function titleCase(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(
      /(^|[\s(/-]|\bmc)([a-z])/g,
      (_match, before: string, letter: string) => before + letter.toUpperCase(),
    );
}
