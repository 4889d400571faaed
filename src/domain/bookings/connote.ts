// Our own consignment note numbers, for carriers that do not number consignments over a live connection: prefix,
// number and check digit as the carrier's files define them. The store assigns the next number, because two processes
// must never use the same one.
import type { CheckDigit, ConnoteTerms } from '../rate-cards/carrier-terms.ts';

/** Longer than any carrier's connote. */
export const longestConnote = 64;

/** For a carrier whose files do not define its numbering: recognisable as our own number. */
export const neutralTerms: ConnoteTerms = {
  prefix: 'LH',
  digits: 9,
  start: 1,
  end: 999_999_999,
  check: 'mod10',
  itemSuffix: '',
};

/**
 * Numbers of the same form share a counter across carriers, so two carriers with the same prefix and width never get
 * the same number. Installations store counters under these names, so the names must not change.
 */
export function rangeName({ prefix, digits }: ConnoteTerms): string {
  return `${prefix}#${digits}`;
}

export function formatConnote(terms: ConnoteTerms, number: number): string {
  if (!Number.isSafeInteger(number) || number < terms.start || number > terms.end)
    throw new RangeError(`${number} is not in the range ${terms.start}–${terms.end}`);
  const body = terms.prefix + String(number).padStart(terms.digits, '0');
  return body + checkDigit(body, terms.check);
}

export const checkDigits: readonly CheckDigit[] = ['none', 'mod10', 'mod11', 'luhn'];

export function checkDigit(body: string, kind: CheckDigit): string {
  switch (kind) {
    case 'none':
      return '';
    case 'mod10':
      return String(mod10(digitsOf(body)));
    case 'mod11':
      return mod11(digitsOf(body));
    case 'luhn':
      return String(luhn(digitsOf(body)));
  }
}

/** Australia Post counts a letter as the last digit of its ASCII code. */
function digitsOf(body: string): number[] {
  return [...body].map((sign) =>
    /\d/.test(sign) ? Number(sign) : (sign.codePointAt(0) ?? 0) % 10,
  );
}

/** GS1: weights 3, 1, 3, 1 … from the right. */
function mod10(digits: readonly number[]): number {
  const sum = digits
    .toReversed()
    .reduce((total, digit, place) => total + digit * (place % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10;
}

/** Weights 2 to 7 from the right, repeated; ten is written X. */
function mod11(digits: readonly number[]): string {
  const sum = digits
    .toReversed()
    .reduce((total, digit, place) => total + digit * (2 + (place % 6)), 0);
  const check = (11 - (sum % 11)) % 11;
  return check === 10 ? 'X' : String(check);
}

/** Doubles every second digit from the right and subtracts 9 from results above 9. */
function luhn(digits: readonly number[]): number {
  const sum = digits.toReversed().reduce((total, digit, place) => {
    const doubled = place % 2 === 0 ? digit * 2 : digit;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return (10 - (sum % 10)) % 10;
}

const demoSigns = 8;
const unclear = /[^A-HJ-NP-Z2-9]/g;

/**
 * Interface, "Demo mode": `DEMO-` and eight unambiguous characters. Undefined when the random text is too short.
 */
export function demoConnote(randomText: string): string | undefined {
  const signs = randomText.toUpperCase().replaceAll(unclear, '').slice(0, demoSigns);
  return signs.length === demoSigns ? `DEMO-${signs}` : undefined;
}
