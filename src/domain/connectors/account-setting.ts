// Settings that several carriers' accounts have: a carrier's documents do not say whether its prices hold GST, so the
// operator does. When in doubt it is added, because a price that is too low is paid by the operator.
import type { Cents } from '../money.ts';
import { withGst } from './carrier-answer.ts';

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

/** `Basic` as every server reads it, whatever letters a password has. */
export function basicAuthorisation(user: string, password: string): string {
  const bytes = new TextEncoder().encode(`${user}:${password}`);
  return `Basic ${btoa(String.fromCharCode(...bytes))}`;
}
