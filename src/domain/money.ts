// Money inside Linehaul is integer cents; dollars exist only on the wire and in files. Every rounding is defined here, so
// that no two places round the same figure differently.

export type Cents = number;

/** A wire amount (`12.5`, `"12.50"`) in cents; undefined when it is not an exact amount of cents. */
export function centsFromDecimal(text: string): Cents | undefined {
  const match = /^(-?)(\d{1,12})(?:\.(\d{1,2})0*)?$/.exec(text.trim());
  if (match === null) return undefined;
  const [, sign = '', dollars = '0', fraction = ''] = match;
  const cents = Number(dollars) * 100 + Number(fraction.padEnd(2, '0'));
  // Zero has one spelling: "-0" must not become the negative zero that JSON cannot show.
  return sign === '-' && cents !== 0 ? -cents : cents;
}

export const centsPerDollar = 100;

/** Cents as the number of dollars the wire shows. */
export function dollars(cents: Cents): number {
  return cents / centsPerDollar;
}

/** The nearest cent: 0.285 dollars are 29, although the nearest binary fraction is a little less. */
export function centsOfDollars(amount: number): Cents {
  return Math.round(Number((amount * centsPerDollar).toFixed(4)));
}

export const gstDivisor = 11;

/** GST is a tenth on top of a price without it, and so one eleventh of a price with it. */
export function gstWithin(priceCents: Cents): Cents {
  return Math.round(priceCents / gstDivisor);
}
