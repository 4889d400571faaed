// The carton for testing an account with a domestic carrier: each of them can price it.
import { type Cents, dollars } from '../money.ts';
import { gstField, gstIncluded } from './account-setting.ts';
import type { PieceLine } from './piece-line.ts';

type TrialCarton = {
  from: { suburb: string; state: string; postcode: string; country: string };
  to: { suburb: string; state: string; postcode: string; country: string };
  line: PieceLine;
};

export const trialCarton: TrialCarton = {
  from: { suburb: 'SYDNEY', state: 'NSW', postcode: '2000', country: 'AU' },
  to: { suburb: 'MELBOURNE', state: 'VIC', postcode: '3000', country: 'AU' },
  line: {
    quantity: 1,
    packaging: 0,
    weightKg: 5,
    lengthCm: 30,
    widthCm: 30,
    heightCm: 30,
    cubicMetres: 0.027,
  },
};

export const trialPriced = 'The account is accepted: Sydney to Melbourne has a price.';

const carriedCarton = 'a 30 cm carton of 5 kg from Sydney to Melbourne';

/** For accounts with `gstField`: only a comparison with a known price shows whether the setting is right. */
export function trialPriceToCompare(
  account: Readonly<Record<string, string>>,
  carrierCents: Cents,
  freight = carriedCarton,
): string {
  const priceText = (cents: Cents): string => `$${dollars(cents).toFixed(2)}`;
  const withGst = priceText(gstIncluded(account, carrierCents));
  const isIncluded = account[gstField.name] === 'yes';
  const origin = isIncluded
    ? "the carrier's price, taken as including GST"
    : `the carrier's ${priceText(carrierCents)} plus 10 % GST`;
  const advice = isIncluded
    ? `If that price excludes GST, set ${gstField.name} to no.`
    : `If the carrier's price includes GST, set ${gstField.name} to yes.`;
  return `The account is accepted: ${freight} costs ${withGst} (${origin}). Compare it with a price on an invoice. ${advice}`;
}
