// How a booking is to be paid, as a member names it: a saved card or wallet, the credit account, or not at all (demo).
// The gateway's own token of a saved method is kept beside it and never shown.
import type { MemberId } from '../members/member.ts';

export type PaymentMethodId = number & { readonly brand: 'PaymentMethodId' };

export const paymentMethodId = (id: number): PaymentMethodId => id as PaymentMethodId;

export type PaymentMethodKind = 'card' | 'wallet';

export type PaymentMethod = {
  id: PaymentMethodId;
  memberId: MemberId;
  kind: PaymentMethodKind;
  /** Whose token it is: a method saved with one gateway can't be charged by another. */
  gateway: string;
  token: string;
  customer: string | undefined;
  maskedLabel: string;
  isDefault: boolean;
};

/** The built-in gateway: it says that it charged, and no money moves. */
export const testGatewayName = 'test';

export function movesMoney({ gateway }: Pick<PaymentMethod, 'gateway'>): boolean {
  return gateway !== testGatewayName;
}

/** What a request asks for; undefined in its place means that it says nothing. */
export type PaymentChoice =
  | { kind: 'demo' }
  | { kind: 'credit' }
  | { kind: PaymentMethodKind; id: PaymentMethodId };

const prefixes = { card: 'bankcard_', wallet: 'wallet_' } as const;

/** `bankcard_12`, `wallet_7`. */
export function paymentMethodName({ kind, id }: { kind: PaymentMethodKind; id: number }): string {
  return prefixes[kind] + id;
}

/** The wish behind `demo`, `credit`, `bankcard_12` or `wallet_7`; undefined for anything else. */
export function findPaymentChoice(text: string): PaymentChoice | undefined {
  if (text === 'demo' || text === 'credit') return { kind: text };
  const [, prefix, digits = ''] = /^(bankcard|wallet)_(\d{1,15})$/.exec(text) ?? [];
  if (prefix === undefined) return undefined;
  return {
    kind: prefix === 'wallet' ? 'wallet' : 'card',
    id: paymentMethodId(Number(digits)),
  };
}

export function paymentChoiceName(wish: PaymentChoice): string {
  return 'id' in wish ? paymentMethodName(wish) : wish.kind;
}
