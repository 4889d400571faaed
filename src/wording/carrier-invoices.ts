// Carriers' invoices: what is wrong with a file.
import type { Finding } from '../domain/carrier-invoices/finding.ts';
import type { ProblemSentences } from './problem-sentences.ts';

const notCompared: Record<Finding, string> = {
  none: 'The line has no booking',
  unknown: 'No booking has this connote',
  shared: 'Several bookings have this connote',
  number_as_connote: 'The connote is a booking’s number',
  not_booked: 'The booking is cancelled, or was never booked',
  own_account: 'The booking is on the member’s own carrier account',
  other_carrier: 'The booking is with another carrier',
  billed_before: 'An earlier invoice billed this booking',
  cost_unknown: 'The carrier’s quote for this booking is unknown',
};

export const carrierInvoicesProblems = {
  invoice_without_amount: () =>
    'The first line must name a column "amount" (GST included), or "amount_ex_gst" and "gst".',
  invoice_without_lines: () => 'No line of the file names a connote or a booking.',
  invoice_cell: ({ line, column, value, kind }) =>
    `Line ${line}, ${column}: "${value}" is not ${kind === 'amount' ? 'an amount in dollars, such as 18.40' : 'a weight in kilograms, such as 12.5'}.`,
  no_such_invoice_line: ({ line }) =>
    `This invoice has no line ${line}. Send the ids of its own lines.`,
  invoice_line_not_compared: ({ finding }) =>
    `${notCompared[finding]}, so there is no difference to charge. Accept the line without charging, or enter the later charge under Adjustments.`,
  invoice_line_charged: ({ line, bookingId }) =>
    `The member was charged for line ${line}. Set the later charge of booking ${bookingId} to 0 under Adjustments first.`,
  invoice_imported: ({ number }) =>
    `Invoice ${number} of this carrier is imported already. Delete it first to import it again.`,
} satisfies Partial<ProblemSentences>;
