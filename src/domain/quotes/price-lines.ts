// How a price came about, one line for each part of it: what the interface, the command line and their readers call a breakdown.
import { writtenMoney } from '../documents/written.ts';
import { dollars } from '../money.ts';
import { bookingCents } from './pricing.ts';
import { gstOfLines, type Quote } from './quote.ts';

export type PriceLine = {
  code: string;
  label: string;
  cents: number;
  /** Of a charge: so much of what, and at which rate. */
  basis?: { basis: number; unit: string; rate: number };
};

/** Rates, weights and percentages are kept in ten-thousandths. */
export const fromTenThousandths = (value: number): number => value / 10_000;

/** The amounts add up to the total. */
export function priceLines(quote: Quote): PriceLine[] {
  const { waterfall, feeCents } = quote;
  const { freight, charges, fuel, adjustments } = waterfall;
  const { addedCents, containedCents } = gstOfLines(waterfall);
  return [
    { code: 'FREIGHT', label: 'Freight', cents: freight.cents },
    ...charges.map(({ code, label, cents, basis4, unit, rate4 }) => ({
      code,
      label,
      cents,
      basis: { basis: fromTenThousandths(basis4), unit, rate: fromTenThousandths(rate4) },
    })),
    ...(fuel.cents === 0
      ? []
      : [
          {
            code: 'FUEL',
            label: `Fuel levy ${fromTenThousandths(fuel.percent4)} %`,
            cents: fuel.cents,
          },
        ]),
    // Nothing is added for a card stated with GST; how much the lines contain is told in words.
    {
      code: 'GST',
      label:
        containedCents === 0
          ? 'GST'
          : `GST, ${dollars(containedCents).toFixed(2)} of it in the lines above`,
      cents: addedCents,
    },
    ...adjustments.map(({ kind, name, cents }) => ({
      code: kind.toUpperCase(),
      label:
        kind === 'shops_own'
          ? `${name}; a booking costs ${writtenMoney(bookingCents(quote))}`
          : name,
      cents,
    })),
    ...(feeCents === 0 ? [] : [{ code: 'WARRANTY', label: 'Warranty', cents: feeCents }]),
  ];
}
