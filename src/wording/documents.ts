// Documents: what is wrong with a request.
import type { ProblemSentences } from './problem-sentences.ts';

export const documentsProblems = {
  format_not_printed_by: ({ bookings, format }, field) =>
    `${field} hold ${bookings.join(', ')}, whose carriers print no ${format} labels. Ask for those by themselves, in another format.`,
  too_many_labels: ({ labels, most }, field) =>
    `${field} hold ${labels} labels; at most ${most} fit in a file. Ask for fewer bookings at a time.`,
  too_many_invoices: ({ most }) =>
    `There are more than ${most} invoices in this time, which is more than fits in a file. Choose a shorter time.`,
  too_many_to_search: ({ most }) =>
    `There are more than ${most} bookings in this time, too many to search for invoices. Choose a shorter time.`,
  no_invoices: () => 'There is no invoice in this time. Choose a longer one.',
  format_not_printed: ({ format, formats }, field) =>
    `This carrier does not print the ${field} ${format}. Choose ${formats.join(' or ')}.`,
  pieces_together: (_data, field) =>
    `${field} can't be chosen: this carrier prints all labels of a booking together.`,
  no_such_piece: ({ piece, pieces }, field) =>
    `${field} ${piece} is not in this booking; it has ${pieces}.`,
  piece_missing: ({ most, pieces }, field) =>
    `${field} is missing: a picture holds at most ${most} labels and this booking has ${pieces}. Ask for one piece at a time, or for pdf.`,
  file_unreadable: () => 'The file did not arrive whole. Choose it again.',
  file_empty: () => 'The file is empty. Choose another one.',
  file_too_large: ({ most }) =>
    `The file is larger than ${most / 1024 / 1024} MB. Choose a smaller one, or a picture of lower resolution.`,
  file_type: ({ takesPdf }) =>
    `The file is not a ${takesPdf ? 'JPEG, PNG or PDF' : 'JPEG or PNG picture'}. Choose another one.`,
  proof_empty: () => 'Give the name of the person who signed, or a picture.',
  claim_full: ({ most }) =>
    `The claim has ${most} already, which is the limit. Ask your freight desk to go on by phone.`,
} satisfies Partial<ProblemSentences>;
