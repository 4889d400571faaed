// Payments: what is wrong with a request.
import { writtenMoney } from '../domain/documents/written.ts';
import type { NotPayableReason } from '../domain/refusal.ts';
import type { ProblemSentences } from './problem-sentences.ts';

export const paymentsProblems = {
  method_not_saved: (data, field) =>
    `${field} ${data.method} is not one of your saved payment methods. Send one that GET members/payment-methods lists.`,
  not_within_balance: ({ least, owed }, field) =>
    owed < least
      ? `Nothing can be paid by card now: you owe ${writtenMoney(Math.max(0, owed))}, and the least payment is ${writtenMoney(least)}.`
      : `${field} must be from ${writtenMoney(least)} to the ${writtenMoney(owed)} that you owe.`,
  reference_unfit: (data) =>
    `A reference has at most ${data.most} characters and no control characters.`,
  refund_unnamed: ({ booking, refunds }) =>
    `Booking ${booking} has the refunds ${refunds.join(', ')}. Name one.`,
  amount_missing: () => 'Enter the amount received.',
  token_length: ({ most }) => `A token has 1 to ${most} characters.`,
  token_not_taken: ({ hasCardPage }) =>
    hasCardPage
      ? 'Add the card on the payment gateway’s page. The payments page opens it.'
      : 'Ask your freight desk to save the card.',
  note_length: ({ about, most }) => `Say ${noteWords[about]}, in 1 to ${most} characters.`,
} satisfies Partial<ProblemSentences>;

const noteWords = { refund: 'how the refund was paid', orphan: 'what was done' };

/** Why a balance payment was not begun. */
export const notPayableSentences: Readonly<Record<NotPayableReason, string>> = {
  under_way: 'A payment of your balance is in progress. Wait for its result before you pay again.',
  paid_meanwhile:
    'Your balance was paid on another page meanwhile, so nothing was charged now. Check what you owe, and pay again if something is left.',
  test_card:
    'This is a test card that moves no money, so it cannot pay for freight with connected carriers. Nothing was charged. Pay by bank transfer, or ask your freight desk to accept real cards.',
};
