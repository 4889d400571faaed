// The breakdown of a price, one line per part. `workedCents` is the arithmetic of every line, and the amounts add up to
// the total.
import { writtenAmount, writtenMoney } from '../documents/written.ts';
import { type Cents, dollars, gstWithin } from '../money.ts';
import { freightWorkings } from './freight-part.ts';
import { bookingCents } from './pricing.ts';
import { gstOfLines, type PriceStep, type Quote, type Waterfall } from './quote.ts';
import { basisOf, flatWorking, percentWorking, type Working, workedCents } from './working.ts';

export type PriceLine = Working & { code: string; label: string; cents: Cents };

/** The form in the interface and in the command line's JSON: decimals, with the note in the label. */
export type WrittenPriceLine = {
  code: string;
  label: string;
  basis: number;
  unit: string;
  rate: number;
  amount: number;
};

/** Rates, weights and percentages are stored in ten-thousandths. */
export const fromTenThousandths = (value: number): number => value / 10_000;

export function priceLines(quote: Quote): PriceLine[] {
  const { waterfall, feeCents } = quote;
  const { freight, charges, fuel, adjustments, warranty } = waterfall;
  return [
    ...freightWorkings(freight.parts, freight.cents).map((working) =>
      line('FREIGHT', 'Freight', workedCents(working), working),
    ),
    ...charges.map(({ code, label, cents, ...working }) =>
      line(code, label || code, cents, working),
    ),
    ...(fuel.cents === 0 ? [] : [fuelLine(fuel)]),
    gstLine(waterfall),
    ...adjustments.map((step) => stepLine(quote, step)),
    ...(feeCents === 0 ? [] : [line('WARRANTY', 'Warranty', feeCents, warranty)]),
  ];
}

export function writtenPriceLines(quote: Quote): WrittenPriceLine[] {
  return priceLines(quote).map(({ code, label, note, basis4, unit, rate4, cents }) => ({
    code,
    label: note === '' ? label : `${label}: ${note}`,
    basis: basisOf(basis4),
    unit,
    rate: fromTenThousandths(rate4),
    amount: dollars(cents),
  }));
}

/** Falls back to the plain amount if the working does not produce it. */
function line(code: string, label: string, cents: Cents, working?: Working): PriceLine {
  const isWhole = working !== undefined && workedCents(working) === cents;
  return { code, label, cents, ...(isWhole ? working : flatWorking(cents)) };
}

function fuelLine({ percent4, cents, baseCents }: Waterfall['fuel']): PriceLine {
  const label = `Fuel levy ${fromTenThousandths(percent4)} %`;
  return line('FUEL', label, cents, percentWorking(baseCents, percent4));
}

/** A card stated with GST adds nothing; the note says how much GST the lines contain. */
function gstLine(waterfall: Waterfall): PriceLine {
  const { exCents, gstPercent4, carrierPriceCents } = waterfall;
  const { addedCents, containedCents } = gstOfLines(waterfall);
  if (containedCents !== 0) {
    const label = `GST, ${writtenAmount(containedCents)} of it in the lines above`;
    return line('GST', label, addedCents);
  }
  if (gstPercent4 !== undefined)
    return line('GST', 'GST', addedCents, percentWorking(exCents, gstPercent4));
  const isEleventh = addedCents !== 0 && addedCents === gstWithin(carrierPriceCents);
  const note = isEleventh ? `one eleventh of ${writtenAmount(carrierPriceCents)}` : '';
  return line('GST', 'GST', addedCents, flatWorking(addedCents, note));
}

function stepLine(quote: Quote, { kind, name, cents, working }: PriceStep): PriceLine {
  const label =
    kind === 'shops_own' ? `${name}; a booking costs ${writtenMoney(bookingCents(quote))}` : name;
  return line(kind.toUpperCase(), label, cents, working);
}
