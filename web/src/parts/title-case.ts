// Place names are kept in capitals; people read words.

export function titleCase(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(
      /(^|[\s(/-]|\bmc)([a-z])/g,
      (_match, before: string, letter: string) => before + letter.toUpperCase(),
    );
}

/** Carriers shout where they scan: "MELBOURNE VIC" is Melbourne VIC. What has small letters is left as it is. */
export function readablePlace(place: string): string {
  if (place !== place.toUpperCase()) return place;
  return titleCase(place).replaceAll(/\b(Act|Nsw|Nt|Qld|Sa|Tas|Vic|Wa)\b/g, (state) =>
    state.toUpperCase(),
  );
}
