// Payments: what is wrong with a request.
import type { ProblemSentences } from './problem-sentences.ts';

export const paymentsProblems = {
  method_not_saved: (data, field) =>
    `${field} ${data.method} is not one of your saved payment methods. Send one that GET members/payment-methods lists.`,
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

const noteWords = { refund: 'how the money went back', orphan: 'what was done' };
