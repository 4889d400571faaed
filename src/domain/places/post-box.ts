// Recognises boxes, bags and lockers, to which only the post delivers, in their many spellings. Most carriers do not
// deliver there, so freight to an address that is missed here comes back. Roadside boxes (RMB, RSD) are on a road and
// can be reached by any carrier.

/** These are never part of a street's name, with or without a number. */
const boxes = String.raw`(?:g\.?\s?)?p[./]?\s?o\.?\s*bo?x|(?:general\s+)?post\s+office\s+bo?x`;

/**
 * These may be part of a street's name, such as `Private Bag Lane`, so they need a number or the end of the line.
 */
const bags = String.raw`(?:locked|private|community)\s+(?:mail\s*)?bag|reply\s+paid|post\s+bo?x|parcel\s+(?:locker|collect)`;

/**
 * Companies and buildings use these initials too, so they count only at the start of a line or after a comma.
 */
const initials = String.raw`[pc]\.?m\.?b\.?`;

/** The pattern source that matches any of these names. */
export const postBoxNames = `${boxes}|${bags}|${initials}`;

const numbered = String.raw`[\s:]*(?:no\b\.?|number\b|#)?\s*[a-z]{0,3}\d`;

const postBox = new RegExp(
  String.raw`\b(?:(?:${boxes})(?![a-z])|(?:${bags})(?=${numbered}|\s*(?:,|$)))|(?:^|,)\s*(?:${initials})(?=${numbered})`,
  'i',
);

/** True if the line contains one anywhere: `Acme, PO Box 7`. */
export function namesPostBox(line: string): boolean {
  return postBox.test(line);
}

/** Ranges that hold only post office boxes and large volume receivers, where a van cannot deliver. */
const poBoxRanges: readonly (readonly [number, number])[] = [
  [200, 299],
  [900, 999],
  [1000, 1999],
  [5800, 5999],
  [6800, 6999],
  [7800, 7999],
  [8000, 9999],
];

/** `postcode` is an Australian postcode as a number. */
export function isPoBoxPostcode(postcode: number): boolean {
  for (const [first, last] of poBoxRanges) {
    if (postcode >= first && postcode <= last) return true;
  }
  return false;
}
