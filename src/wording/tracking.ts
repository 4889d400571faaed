// Tracking: what is wrong with an event or a file of events.
import type { ProblemSentences } from './problem-sentences.ts';

export const trackingProblems = {
  no_time: ({ value }) =>
    `"${value}" is not a time. Write 2026-11-16T09:00:00+11:00, 2026-11-16 09:00 or 16/11/2026 9:00 am.`,
  time_ahead: ({ value }) => `"${value}" is more than a day in the future.`,
  time_too_early: ({ value }) => `"${value}" is before the year 2000.`,
  no_tracked_piece: ({ piece, pieces }) => `No piece ${piece}: the shipment has ${pieces}.`,
  events_full: () => 'The shipment has reached the limit of tracking events.',
  no_such_event: ({ booking, event }) =>
    `Booking ${booking} has no event ${event}. List its events with "linehaul tracking list --booking ${booking}".`,
  carrier_event: ({ event }) =>
    `Event ${event} came from the carrier, which would report it again. Only events entered by a person can be removed.`,
  events_file_empty: ({ columns }) =>
    `The file is empty. Its first line names the columns. ${knownColumns(columns)}`,
  event_column_unknown: ({ column, columns }) =>
    `Unknown column "${column}". ${knownColumns(columns)}`,
  event_column_twice: ({ column }) => `The column "${column}" occurs twice.`,
  event_columns_missing: ({ needs }) => `Add a column ${columnWords[needs]}.`,
  number_of_fields: ({ fields, columns }) =>
    `The line has ${fields} fields, but the header has ${columns}.`,
  no_piece_number: ({ value }) => `"${value}" is not a piece number.`,
  no_status: ({ value }) =>
    `${value} is not a status. Use 0 to 4, -1 to -3, or the carrier's own words.`,
  line_without_event: () => 'Give a status or a description.',
  no_confirmed_booking: ({ booking }) => `No confirmed booking ${booking}.`,
  no_shipment: ({ connote, carrier }) =>
    `No shipment with connote ${connote}${carrier === '' ? '' : ` of ${carrier}`}.`,
  several_shipments: ({ count, connote, carrier }) =>
    `${count} shipments have connote ${connote}. Give the booking${carrier === '' ? ' or the carrier' : ''}.`,
} satisfies Partial<ProblemSentences>;

const knownColumns = (columns: readonly string[]): string =>
  `Known columns are ${columns.join(', ')}.`;

const columnWords = {
  shipment: '"booking" or "connote"',
  event: '"status" or "description"',
  time: '"at", or "date" and "time"',
};
