// Money inside Linehaul is integer cents; dollars exist only on the wire and in files. Every rounding is defined here, so
// that no two places round the same figure differently.

export type Cents = number;

/** A wire amount (`12.5`, `"12.50"`) in cents; undefined when it is not an exact amount of cents. */
export function centsFromDecimal(text: string): Cents | undefined {
  const match = /^(-?)(\d{1,12})(?:\.(\d{1,2})0*)?$/.exec(text.trim());
  if (match === null) return undefined;
  const [, sign = '', dollars = '0', fraction = ''] = match;
  const cents = Number(dollars) * 100 + Number(fraction.padEnd(2, '0'));
  // Avoids negative zero, which JSON cannot represent.
  return sign === '-' && cents !== 0 ? -cents : cents;
}

export const centsPerDollar = 100;

/** Cents as dollars, for the wire. */
export function dollars(cents: Cents): number {
  return cents / centsPerDollar;
}

/** The nearest cent: 0.285 dollars is 29 cents, although the nearest binary fraction is a little less. */
export function centsOfDollars(amount: number): Cents {
  return Math.round(Number((amount * centsPerDollar).toFixed(4)));
}

export const gstDivisor = 11;

/** GST is a tenth of a price without GST, so it is an eleventh of a price that includes it. */
export function gstWithin(priceCents: Cents): Cents {
  return Math.round(priceCents / gstDivisor);
}
