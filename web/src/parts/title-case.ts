// Place names are stored in capitals.

export function titleCase(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(
      /(^|[\s(/-]|\bmc)([a-z])/g,
      (_match, before: string, letter: string) => before + letter.toUpperCase(),
    );
}

/**
 * Carriers send locations in capitals: "MELBOURNE VIC" becomes "Melbourne VIC". Text with small letters stays as it
 * is.
 */
export function readablePlace(place: string): string {
  if (place !== place.toUpperCase()) return place;
  return titleCase(place).replaceAll(/\b(Act|Nsw|Nt|Qld|Sa|Tas|Vic|Wa)\b/g, (state) =>
    state.toUpperCase(),
  );
}
