// Chooses the funding of a booking from the member and the request: demo, credit account or saved method, or a
// refusal. Interface, "Access model" and "Errors". A saved card is charged only if the request names it.

import { Refusal } from '../refusal.ts';
import type { CreditAccount } from './credit.ts';
import { type PaymentChoice, type PaymentMethod, paymentChoiceName } from './payment-method.ts';

export type Funding =
  | { kind: 'demo' }
  | { kind: 'credit' }
  // The carrier bills the member directly, so we take no payment.
  | { kind: 'own_account' }
  | { kind: 'method'; method: PaymentMethod };

export type FundingFacts = {
  /** False if the operator has blocked live bookings for this member. */
  mayBookLive: boolean;
  credit: CreditAccount | undefined;
  /** Every saved method that this service's gateway can charge. */
  methods: readonly PaymentMethod[];
};

/** With a key in demo mode, every confirmation is a demo; the payment that the request names is ignored. */
export function isDemo(input: PaymentChoice | undefined, keyIsDemo: boolean): boolean {
  return keyIsDemo || input?.kind === 'demo';
}

/** For a live booking. Whether the credit suffices is certain only when it is reserved. */
export function chooseFunding(
  input: PaymentChoice | undefined,
  { mayBookLive, credit, methods }: FundingFacts,
  /** The request's field for the saved method, with dots. */
  field = 'payment_method',
): Exclude<Funding, { kind: 'demo' | 'own_account' }> {
  if (!mayBookLive) throw new Refusal({ code: 'api_access_disabled' });
  if (input !== undefined && 'id' in input) {
    const method = methods.find(({ kind, id }) => kind === input.kind && id === input.id);
    if (method !== undefined) return { kind: 'method', method };
    const named = field === 'payment_method' ? paymentChoiceName(input) : input.id;
    throw new Refusal({
      code: 'validation',
      issues: [{ path: field.split('.'), problem: 'method_not_saved', method: named }],
    });
  }
  if (credit !== undefined) return { kind: 'credit' };
  throw new Refusal({ code: 'no_payment_method', hasSavedMethod: methods.length > 0 });
}

/** The form stored with the booking and shown to the operator. */
export function fundingName(funding: Funding): string {
  return funding.kind === 'method' ? paymentChoiceName(funding.method) : funding.kind;
}
