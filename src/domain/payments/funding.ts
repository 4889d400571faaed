// Who pays: facts about the member and the request → demo, credit account or saved method, or the refusal. Interface,
// "Access model" and "Errors". A saved card is never charged unless it was named.

import { Refusal } from '../refusal.ts';
import type { CreditAccount } from './credit.ts';
import { type PaymentChoice, type PaymentMethod, paymentChoiceName } from './payment-method.ts';

export type Funding =
  | { kind: 'demo' }
  | { kind: 'credit' }
  // The carrier bills the member itself: nothing is taken here.
  | { kind: 'own_account' }
  | { kind: 'method'; method: PaymentMethod };

export type FundingFacts = {
  /** The operator has not switched live bookings of this member off. */
  mayBookLive: boolean;
  credit: CreditAccount | undefined;
  /** Every saved method that this service's gateway can charge. */
  methods: readonly PaymentMethod[];
};

/** Every confirm with a key in demo mode is a demo, whatever it asks for. */
export function isDemo(wish: PaymentChoice | undefined, keyIsDemo: boolean): boolean {
  return keyIsDemo || wish?.kind === 'demo';
}

/** For a booking that is not a demo. Whether the credit suffices is only certain when it is taken. */
export function chooseFunding(
  wish: PaymentChoice | undefined,
  { mayBookLive, credit, methods }: FundingFacts,
  /** What the request calls the saved method, with dots. */
  field = 'payment_method',
): Exclude<Funding, { kind: 'demo' | 'own_account' }> {
  if (!mayBookLive) throw new Refusal({ code: 'api_access_disabled' });
  if (wish !== undefined && 'id' in wish) {
    const method = methods.find(({ kind, id }) => kind === wish.kind && id === wish.id);
    if (method !== undefined) return { kind: 'method', method };
    const named = field === 'payment_method' ? paymentChoiceName(wish) : wish.id;
    throw new Refusal({
      code: 'validation',
      issues: [{ path: field.split('.'), problem: 'method_not_saved', method: named }],
    });
  }
  if (credit !== undefined) return { kind: 'credit' };
  throw new Refusal({ code: 'no_payment_method', hasSavedMethod: methods.length > 0 });
}

/** As it is stored with the booking and shown to the operator. */
export function fundingName(funding: Funding): string {
  return funding.kind === 'method' ? paymentChoiceName(funding.method) : funding.kind;
}
