// Why a payment was declined: a few codes, and messages for the payer. Every gateway uses the same codes, so that
// clients can act on them. A bank's suspicion (stolen card, fraud) is never disclosed: the payer sees an ordinary
// decline.
import type { ChargeMethod, ChargeOutcome } from '../../application/ports.ts';

export type DeclineCode =
  | 'declined'
  | 'insufficient_funds'
  | 'expired_card'
  | 'authentication_required'
  | 'processing_error'
  | 'method_unusable'
  | 'amount_not_accepted'
  | 'no_payment_gateway';

/** The code of an ordinary decline names the payment method. */
const plainCodes = { card: 'card_declined', wallet: 'wallet_declined' } as const;

const userMessages: Record<DeclineCode, (what: 'card' | 'wallet') => string> = {
  declined: (what) => `The ${what} was declined. Use another payment method, or ask its provider.`,
  insufficient_funds: (what) =>
    `The ${what} has not enough funds for this booking. Use another payment method.`,
  expired_card: () => 'The card has expired. Save a new one and use that.',
  authentication_required: (what) =>
    `The provider wants the owner of the ${what} to approve this payment. Use another payment method, or save the ${what} again.`,
  processing_error: (what) =>
    `The ${what} could not be charged right now, and nothing was taken. Try again in a few minutes.`,
  method_unusable: (what) => `The saved ${what} can no longer be charged. Save it again.`,
  amount_not_accepted: () =>
    'The payment gateway does not take payments of this amount. Use another payment method.',
  no_payment_gateway: () =>
    'Cards and wallets are not accepted here. Pay from the credit account, or ask the operator.',
};

export function declined(
  code: DeclineCode,
  what: ChargeMethod['kind'],
): Extract<ChargeOutcome, { outcome: 'declined' }> {
  return {
    outcome: 'declined',
    code: code === 'declined' ? plainCodes[what] : code,
    userMessage: userMessages[code](what),
  };
}
