// The arithmetic of one amount, the same for every line of a breakdown so that a person or a program can check it:
// basis × rate, or a percentage of the basis. Where a card bends it (a minimum, a cap, a bump to the next break), the
// line states the amount charged and the note explains it with the numbers.
import { formatDecimal4, mulDivHalfUp, one4 } from '../decimal.ts';
import type { Cents } from '../money.ts';

export type Working = {
  /** Units, or dollars for a percentage, times ten thousand. A volume has five more decimals: cubic millimetres. */
  readonly basis4: number;
  readonly unit: string;
  /** Dollars per unit, or percent; times ten thousand. */
  readonly rate4: number;
  /** Empty where basis and rate explain the amount. */
  readonly note: string;
};

export const percentUnit = '%';
const wholeUnit = 'consignment';
/** Cubic millimetres in one ten-thousandth of a cubic metre. */
const finerBasis = 100_000;
const mostDecimals = 9;
/** Ten-thousandths of a dollar in one cent. */
export const dollars4PerCent = 100;

/** Rounded to the cent, halves away from zero. */
export function workedCents({ basis4, unit, rate4 }: Omit<Working, 'note'>): Cents {
  return unit === percentUnit
    ? roundedCents(basis4, rate4, 100 * one4 * dollars4PerCent)
    : unitCents(basis4, rate4);
}

/** Units at a rate in dollars each. */
export function unitCents(basis4: number, rate4: number): Cents {
  return roundedCents(basis4, rate4, one4 * dollars4PerCent);
}

function roundedCents(basis4: number, rate4: number, scale: number): Cents {
  const basis = Math.abs(basis4);
  const rate = Math.abs(rate4);
  const cents = Number.isInteger(basis)
    ? mulDivHalfUp(basis, rate, scale)
    : mulDivHalfUp(Math.round(basis * finerBasis), rate, scale * finerBasis);
  return basis4 < 0 !== rate4 < 0 && cents !== 0 ? -cents : cents;
}

/** One amount for the whole consignment. */
export function flatWorking(cents: Cents, note = ''): Working {
  return { basis4: one4, unit: wholeUnit, rate4: cents * dollars4PerCent, note };
}

/** A percentage of an amount. */
export function percentWorking(cents: Cents, percent4: number, note = ''): Working {
  return { basis4: cents * dollars4PerCent, unit: percentUnit, rate4: percent4, note };
}

/** `3 kg × 0.42`, `17.5 % of 50.66`. */
export function writtenWorking({ basis4, unit, rate4 }: Omit<Working, 'note'>): string {
  return unit === percentUnit
    ? `${formatDecimal4(rate4)} % of ${formatDecimal4(basis4, 2)}`
    : `${basisOf(basis4)} ${unit} × ${formatDecimal4(rate4, 2)}`;
}

/** The basis as a decimal without binary rounding noise. */
export function basisOf(basis4: number): number {
  return Number((basis4 / one4).toFixed(mostDecimals));
}
