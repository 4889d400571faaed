// Carriers' invoices: what is wrong with a file.
import type { ProblemSentences } from './problem-sentences.ts';

export const carrierInvoicesProblems = {
  invoice_without_amount: () =>
    'The first line must name a column "amount" (GST included), or "amount_ex_gst" and "gst".',
  invoice_without_lines: () => 'No line of the file names a connote or a booking.',
  invoice_cell: ({ line, column, value, kind }) =>
    `Line ${line}, ${column}: "${value}" is not ${kind === 'amount' ? 'an amount in dollars, such as 18.40' : 'a weight in kilograms, such as 12.5'}.`,
  no_such_invoice_line: ({ line }) =>
    `This invoice has no line ${line}. Send the ids of its own lines.`,
  invoice_line_charged: ({ line, bookingId }) =>
    `The member was charged for line ${line}. Set the later charge of booking ${bookingId} to 0 under Adjustments first.`,
  invoice_imported: ({ number }) =>
    `Invoice ${number} of this carrier is imported already. Delete it first to import it again.`,
} satisfies Partial<ProblemSentences>;
