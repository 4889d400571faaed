// Parses a line of a file of tracking events. The header names the columns; an unknown column is rejected before
// anything is read, because it is usually a misspelling.

import { type BookingId, bookingId } from '../../domain/bookings/booking.ts';
import type { CsvRecord } from '../../domain/csv/csv.ts';
import type { Problem } from '../../domain/problem.ts';
import { homeZone } from '../../domain/time/home-clock.ts';
import { findWrittenInstant } from '../../domain/time/instant-text.ts';
import { type CarrierEvent, tidyRaw } from '../../domain/tracking/carrier-event.ts';
import { zoneOfPlace } from '../../domain/tracking/scan-place.ts';
import { findStage } from '../../domain/tracking/stage.ts';
import { timeProblem } from './add-event.ts';

const eventColumns = [
  'booking',
  'connote',
  'carrier',
  'piece',
  'status',
  'description',
  'location',
  'at',
  'date',
  'time',
] as const;

type EventColumn = (typeof eventColumns)[number];
export type EventHeader = ReadonlyMap<EventColumn, number>;

export type EventRow = {
  line: number;
  bookingId: BookingId | undefined;
  connote: string;
  carrier: string;
  event: CarrierEvent;
};

/** A problem with a line, and the column to correct; undefined if it is not in a single column. */
export type LineProblem = { column: EventColumn | undefined; problem: Problem };

/** The header, or the problem in it. */
export function parseEventHeader(record: CsvRecord | undefined): EventHeader | Problem {
  if (record === undefined) return { problem: 'csv_file_empty', columns: eventColumns };
  const header = new Map<EventColumn, number>();
  for (const [index, { text }] of record.entries()) {
    const name = text.toLowerCase();
    const column = eventColumns.find((one) => one === name);
    if (column === undefined)
      return { problem: 'csv_column_unknown', column: text, columns: eventColumns };
    if (header.has(column)) return { problem: 'csv_column_twice', column: text };
    header.set(column, index);
  }
  const has = (...columns: EventColumn[]): boolean => columns.some((column) => header.has(column));
  if (!has('booking', 'connote')) return { problem: 'event_columns_missing', needs: 'shipment' };
  if (!has('status', 'description')) return { problem: 'event_columns_missing', needs: 'event' };
  return has('at', 'date') ? header : { problem: 'event_columns_missing', needs: 'time' };
}

const mostDigits = 15;

/** The booking number of a line, or else its connote, as written. */
export function referenceOf(header: EventHeader, record: CsvRecord): string {
  return fieldOf(header, record, 'booking') || fieldOf(header, record, 'connote');
}

function fieldOf(header: EventHeader, record: CsvRecord, column: EventColumn): string {
  return record[header.get(column) ?? -1]?.text ?? '';
}

/** The row, or the problem in it. */
export function parseEventRow(
  header: EventHeader,
  record: CsvRecord,
  nowMs: number,
): EventRow | LineProblem {
  const wrong = (column: EventColumn | undefined, problem: Problem) => ({ column, problem });
  if (record.length !== header.size) {
    const [fields, columns] = [record.length, header.size];
    return wrong(undefined, { problem: 'number_of_fields', fields, columns });
  }
  const field = (column: EventColumn): string => fieldOf(header, record, column);
  const booking = field('booking');
  if (booking !== '' && !isWhole(booking))
    return wrong('booking', { problem: 'no_booking_number', value: booking });
  if (booking === '' && field('connote') === '')
    return wrong(undefined, { problem: 'line_names_no_booking' });
  const piece = field('piece');
  if (piece !== '' && !isWhole(piece))
    return wrong('piece', { problem: 'no_piece_number', value: piece });
  const status = field('status');
  const stage = /^[-+]?\d+$/.test(status) ? findStage(status) : undefined;
  if (stage === undefined && /^[-+]?\d+$/.test(status))
    return wrong('status', { problem: 'no_status', value: status });
  if (status === '' && field('description') === '')
    return wrong(undefined, { problem: 'line_without_event' });
  const [at, date, time] = [field('at'), field('date'), field('time')];
  const moment = at === '' ? `${date} ${time}`.trim() : at;
  const zone = zoneOfPlace(field('location')) ?? homeZone;
  const occurredAtMs = findWrittenInstant(moment, zone);
  const wrongTime = timeProblem(occurredAtMs, moment, nowMs);
  if (wrongTime !== undefined)
    return wrong(at === '' && header.has('date') ? 'date' : 'at', wrongTime);
  return {
    line: record[0]?.line ?? 0,
    bookingId: booking === '' ? undefined : bookingId(Number(booking)),
    connote: field('connote'),
    carrier: field('carrier'),
    event: {
      piece: piece === '' ? undefined : Number(piece),
      occurredAtMs,
      givenStage: stage,
      raw: tidyRaw({
        ...(stage === undefined ? { status } : {}),
        description: field('description'),
        location: field('location'),
        occurred_at: at,
        date,
        time,
      }),
    },
  };
}

function isWhole(text: string): boolean {
  return /^\d+$/.test(text) && text.length <= mostDigits;
}
