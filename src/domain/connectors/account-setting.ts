// Settings that several carriers' accounts have, because only who has the account knows: whether its prices hold GST, and
// whether its driver comes every day.
import type { Cents } from '../money.ts';
import { withGst } from './carrier-answer.ts';

/** When in doubt it is added, because a price that is too low is paid by the operator. */
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

/**
 * How what is booked over the network gets collected: on the round that the account has agreed on, by a pickup that is asked
 * for with the booking, or because a person rings the carrier.
 */
export type PickupWay = 'regular' | 'booked' | 'told';

/** `booked` is for a carrier that can be asked for a pickup. */
export function pickupsField(ways: readonly PickupWay[] = ['regular', 'told']) {
  return {
    name: 'pickups',
    label: `how the carrier comes to collect: ${ways.map((way) => pickupWays[way]).join(', ')}`,
    isSecret: false,
    defaultText: 'regular',
    choices: ways,
    problem: (value: string): string | undefined =>
      ways.some((way) => way === value) ? undefined : `must be ${ways.join(' or ')}`,
  };
}

const pickupWays: Readonly<Record<PickupWay, string>> = {
  regular: 'regular (its driver comes anyway)',
  booked: 'booked (each pickup is asked for over the network)',
  told: 'told (a person arranges each)',
};

export function pickupsOf(account: Readonly<Record<string, string>>): PickupWay {
  const { pickups } = account;
  return pickups === 'booked' || pickups === 'told' ? pickups : 'regular';
}

/** `Basic` as every server reads it, whatever letters a password has. */
export function basicAuthorisation(user: string, password: string): string {
  const bytes = new TextEncoder().encode(`${user}:${password}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}
