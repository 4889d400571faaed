// Settings that several carriers' accounts share: whether prices include GST, and how pickups are arranged.
import type { Cents } from '../money.ts';
import { withGst } from './carrier-answer.ts';

/** GST is added by default, because the operator pays for a price that is too low. */
export const gstField = {
  name: 'prices_include_gst',
  label: 'prices of the account include GST',
  isSecret: false,
  defaultText: 'no',
  choices: ['no', 'yes'],
  problem: (value: string): string | undefined =>
    value === 'yes' || value === 'no' ? undefined : 'must be yes or no',
};

export function gstIncluded(account: Readonly<Record<string, string>>, cents: Cents): Cents {
  return account[gstField.name] === 'yes' ? cents : withGst(cents);
}

/** The price in the answer to a booking, if it has one. */
export function bookedPrice(
  account: Readonly<Record<string, string>>,
  cents: Cents | undefined,
): Cents | undefined {
  return cents === undefined || cents <= 0 ? undefined : gstIncluded(account, cents);
}

/** `regular`: agreed with the carrier; `booked`: requested with each booking; `told`: a person phones the carrier. */
export type PickupWay = 'regular' | 'booked' | 'told';

/** `booked` is only for connectors that can request a pickup. */
export function pickupsField(ways: readonly PickupWay[] = ['regular', 'told']) {
  return {
    name: 'pickups',
    label: `how pickups are arranged: ${ways.map((way) => pickupWays[way]).join(', ')}`,
    isSecret: false,
    defaultText: 'regular',
    choices: ways,
    problem: (value: string): string | undefined =>
      ways.some((way) => way === value) ? undefined : `must be ${ways.join(' or ')}`,
  };
}

const pickupWays: Readonly<Record<PickupWay, string>> = {
  regular: 'regular (the driver comes anyway)',
  booked: 'booked (requested with each booking)',
  told: 'told (a person phones for each)',
};

export function pickupsOf(account: Readonly<Record<string, string>>): PickupWay {
  const { pickups } = account;
  return pickups === 'booked' || pickups === 'told' ? pickups : 'regular';
}

/** Encodes UTF-8, so that passwords may contain any character. */
export function basicAuthorisation(user: string, password: string): string {
  const bytes = new TextEncoder().encode(`${user}:${password}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}
