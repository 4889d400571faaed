// Exact decimals with at most four places, stored as integers (12.5 is 125000), for the figures of a rate card. Products
// and quotients stay exact: every rounding has a name, and a product beyond the safe integers is calculated in BigInt.
// Never parse an amount with Number(): binary fractions lose cents.

/** An amount, weight, percentage or length times ten thousand; always a safe integer. */
export type Decimal4 = number;

export const one4: Decimal4 = 10_000;

/** Rates may reach a hundred million; more is a typing error and comes near the limit of safe integers. */
const mostWholeDigits = 9;

/** A whole fraction, reduced: cubic factors such as 1000/3 have no finite decimal. */
export type Fraction = {
  readonly numerator: number;
  readonly denominator: number;
};

/** `12`, `-0.5`, `12.5000`: undefined for anything else, also for a fifth decimal that is not zero. */
export function parseDecimal4(text: string): Decimal4 | undefined {
  const match = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text.trim());
  if (match === null) return undefined;
  const [, sign = '', whole = '', fraction = ''] = match;
  if (whole.length > mostWholeDigits || /[1-9]/.test(fraction.slice(4))) return undefined;
  const value = Number(whole) * one4 + Number(fraction.slice(0, 4).padEnd(4, '0'));
  // Avoids negative zero.
  return sign === '-' && value !== 0 ? -value : value;
}

/** The shortest spelling: 125000 is `12.5`. `places` pads with zeros, so that cents show as `12.50`. */
export function formatDecimal4(value: Decimal4, places = 0): string {
  const digits = String(Math.abs(value)).padStart(5, '0');
  let fraction = digits.slice(-4).replace(/0+$/, '');
  fraction = fraction.padEnd(places, '0');
  const whole = digits.slice(0, -4);
  return `${value < 0 ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

/** `250`, `333.3333` or `1000/3`; undefined for anything else and for zero or less. */
export function parseFraction(text: string): Fraction | undefined {
  const parts = text.split('/');
  if (parts.length > 2) return undefined;
  const top = parseDecimal4(parts[0] ?? '');
  const bottom = parts.length === 2 ? parseDecimal4(parts[1] ?? '') : one4;
  if (top === undefined || bottom === undefined || top <= 0 || bottom <= 0) return undefined;
  const divisor = greatestCommonDivisor(top, bottom);
  return { numerator: top / divisor, denominator: bottom / divisor };
}

export function greatestCommonDivisor(a: number, b: number): number {
  let [larger, smaller] = [a, b];
  while (smaller !== 0) [larger, smaller] = [smaller, larger % smaller];
  return larger;
}

/** a × b / c rounded towards minus infinity. All three are integers and c is positive. */
export function mulDivFloor(a: number, b: number, c: number): number {
  const product = a * b;
  if (Number.isSafeInteger(product)) return floorDiv(product, c);
  const exact = BigInt(a) * BigInt(b);
  const divisor = BigInt(c);
  const quotient = exact / divisor;
  return Number(exact < 0n && quotient * divisor !== exact ? quotient - 1n : quotient);
}

/** a × b / c rounded to the nearest integer, halves up: the rounding of money and of weights. */
export function mulDivHalfUp(a: number, b: number, c: number): number {
  const product = a * b;
  if (Number.isSafeInteger(product)) return divHalfUp(product, c);
  const exact = BigInt(a) * BigInt(b) * 2n + BigInt(c);
  const divisor = BigInt(c) * 2n;
  const quotient = exact / divisor;
  return Number(exact < 0n && quotient * divisor !== exact ? quotient - 1n : quotient);
}

/** a / c rounded to the nearest integer, halves up. */
export function divHalfUp(a: number, c: number): number {
  const floor = floorDiv(a, c);
  const remainder = isFarFromEdge(a, c) ? a - floor * c : remainderOf(a, c);
  // The remainder is compared instead of adding half of c, which would be a fraction when c is odd.
  return remainder >= c - remainder ? floor + 1 : floor;
}

/** a / c rounded towards minus infinity; both safe integers, c positive. */
export function floorDiv(a: number, c: number): number {
  if (!isFarFromEdge(a, c)) {
    const exact = (a - (a % c)) / c;
    return a % c < 0 ? exact - 1 : exact;
  }
  // The floating quotient may be off by one, which the remainder shows. (`%` would need no correction but costs ten
  // times as much on doubles.)
  let floor = Math.floor(a / c);
  const remainder = a - floor * c;
  if (remainder < 0) floor -= 1;
  else if (remainder >= c) floor += 1;
  return floor === 0 ? 0 : floor;
}

/** Whether c times a quotient that is off by one is still a safe integer, so that the remainder is exact. */
function isFarFromEdge(a: number, c: number): boolean {
  return Math.abs(a) + 2 * c <= Number.MAX_SAFE_INTEGER;
}

/** From 0 up to but not including c; exact for all safe integers. */
function remainderOf(a: number, c: number): number {
  const remainder = a % c;
  return remainder < 0 ? remainder + c : remainder;
}
