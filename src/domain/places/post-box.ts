// Boxes, bags and lockers: places that only the post delivers to, however they are written. Most carriers take nothing
// there, so a line that is missed here is booked and comes back. A roadside box (RMB, RSD) stands at a road, and anybody
// can drive there.

/** Written in full, these are never a street, with or without a number. */
const boxes = String.raw`(?:g\.?\s?)?p[./]?\s?o\.?\s*bo?x|(?:general\s+)?post\s+office\s+bo?x`;

/** These may be part of a street's name: `Private Bag Lane`. */
const bags = String.raw`(?:locked|private|community)\s+(?:mail\s*)?bag|reply\s+paid|post\s+bo?x|parcel\s+(?:locker|collect)`;

/** Initials of bags, which are those of firms and buildings too: only where a line or a part of it begins. */
const initials = String.raw`[pc]\.?m\.?b\.?`;

/** Every way to name one, as the source of a pattern. */
export const postBoxNames = `${boxes}|${bags}|${initials}`;

const numbered = String.raw`[\s:]*(?:no\b\.?|number\b|#)?\s*[a-z]{0,3}\d`;

const postBox = new RegExp(
  String.raw`\b(?:(?:${boxes})(?![a-z])|(?:${bags})(?=${numbered}|\s*(?:,|$)))|(?:^|,)\s*(?:${initials})(?=${numbered})`,
  'i',
);

/** Whether the line says so anywhere: `Acme, PO Box 7`. */
export function namesPostBox(line: string): boolean {
  return postBox.test(line);
}

/** Ranges that hold only post office boxes and large volume receivers: a van has no door to go to. */
const poBoxRanges: readonly (readonly [number, number])[] = [
  [200, 299],
  [900, 999],
  [1000, 1999],
  [5800, 5999],
  [6800, 6999],
  [7800, 7999],
  [8000, 9999],
];

/** Of an Australian postcode as a number. */
export function isPoBoxPostcode(postcode: number): boolean {
  for (const [first, last] of poBoxRanges) {
    if (postcode >= first && postcode <= last) return true;
  }
  return false;
}
