// How a member pays for a booking: a saved card or wallet, the credit account, or nothing (demo). The gateway's token
// of a saved method is stored with it and never shown.
import type { MemberId } from '../members/member.ts';

export type PaymentMethodId = number & { readonly brand: 'PaymentMethodId' };

export const paymentMethodId = (id: number): PaymentMethodId => id as PaymentMethodId;

export type PaymentMethodKind = 'card' | 'wallet';

export type PaymentMethod = {
  id: PaymentMethodId;
  memberId: MemberId;
  kind: PaymentMethodKind;
  /** The gateway that issued the token; another gateway cannot charge the method. */
  gateway: string;
  token: string;
  customer: string | undefined;
  maskedLabel: string;
  isDefault: boolean;
};

/** The built-in gateway: it reports success without moving money. */
export const testGatewayName = 'test';

export function movesMoney({ gateway }: Pick<PaymentMethod, 'gateway'>): boolean {
  return gateway !== testGatewayName;
}

/** The payment method in a request; undefined if the request does not name one. */
export type PaymentChoice =
  | { kind: 'demo' }
  | { kind: 'credit' }
  | { kind: PaymentMethodKind; id: PaymentMethodId };

const prefixes = { card: 'bankcard_', wallet: 'wallet_' } as const;

/** `bankcard_12`, `wallet_7`. */
export function paymentMethodName({ kind, id }: { kind: PaymentMethodKind; id: number }): string {
  return prefixes[kind] + id;
}

/** Parses `demo`, `credit`, `bankcard_12` or `wallet_7`; undefined for anything else. */
export function findPaymentChoice(text: string): PaymentChoice | undefined {
  if (text === 'demo' || text === 'credit') return { kind: text };
  const [, prefix, digits = ''] = /^(bankcard|wallet)_(\d{1,15})$/.exec(text) ?? [];
  if (prefix === undefined) return undefined;
  return {
    kind: prefix === 'wallet' ? 'wallet' : 'card',
    id: paymentMethodId(Number(digits)),
  };
}

export function paymentChoiceName(input: PaymentChoice): string {
  return 'id' in input ? paymentMethodName(input) : input.kind;
}
