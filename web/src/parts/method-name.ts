// The name of a payment method. The service stores saved cards and wallets by number.
import type { PaymentMethod } from '../api/wire.ts';

const names: Readonly<Record<string, string>> = {
  credit: 'Credit account',
  own_account: 'Billed by the carrier',
  demo: 'Demo',
};

/** `saved`: the member's saved methods; undefined if unknown. */
export function methodName(method: string, saved: readonly PaymentMethod[] | undefined): string {
  const name = names[method] ?? saved?.find(({ id }) => id === method)?.masked_label;
  if (name !== undefined) return name;
  const kind = method.startsWith('wallet_') ? 'wallet' : 'card';
  return saved === undefined ? `A saved ${kind}` : `A ${kind} that was removed`;
}
