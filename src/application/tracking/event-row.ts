// Parses a line of a file of tracking events. The header names the columns; an unknown column is rejected before
// anything is read, because it is usually a misspelling.

import { type BookingId, bookingId } from '../../domain/bookings/booking.ts';
import type { CsvRecord } from '../../domain/csv/csv.ts';
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

type Column = (typeof eventColumns)[number];
export type EventHeader = ReadonlyMap<Column, number>;

export type EventRow = {
  line: number;
  bookingId: BookingId | undefined;
  connote: string;
  carrier: string;
  event: CarrierEvent;
};

/** The header, or a sentence about the problem in it. */
export function parseEventHeader(record: CsvRecord | undefined): EventHeader | string {
  const known = `Known columns are ${eventColumns.join(', ')}.`;
  if (record === undefined) return `The file is empty. Its first line names the columns. ${known}`;
  const header = new Map<Column, number>();
  for (const [index, { text }] of record.entries()) {
    const name = text.toLowerCase();
    const column = eventColumns.find((one) => one === name);
    if (column === undefined) return `Unknown column "${text}". ${known}`;
    if (header.has(column)) return `The column "${text}" occurs twice.`;
    header.set(column, index);
  }
  const has = (...columns: Column[]): boolean => columns.some((column) => header.has(column));
  if (!has('booking', 'connote')) return 'Add a column "booking" or "connote".';
  if (!has('status', 'description')) return 'Add a column "status" or "description".';
  return has('at', 'date') ? header : 'Add a column "at", or "date" and "time".';
}

const mostDigits = 15;

/** The row, or a sentence about the problem in it. */
export function parseEventRow(
  header: EventHeader,
  record: CsvRecord,
  nowMs: number,
): EventRow | string {
  if (record.length !== header.size) {
    return `The line has ${record.length} fields, but the header has ${header.size}.`;
  }
  const field = (column: Column): string => record[header.get(column) ?? -1]?.text ?? '';
  const booking = field('booking');
  if (booking !== '' && !isWhole(booking)) return `"${booking}" is not a booking id.`;
  if (booking === '' && field('connote') === '') return 'Give a booking or a connote.';
  const piece = field('piece');
  if (piece !== '' && !isWhole(piece)) return `"${piece}" is not a piece number.`;
  const status = field('status');
  const stage = /^[-+]?\d+$/.test(status) ? findStage(status) : undefined;
  if (stage === undefined && /^[-+]?\d+$/.test(status)) {
    return `${status} is not a status. Use 0 to 4, -1 to -3, or the carrier's own words.`;
  }
  if (status === '' && field('description') === '') return 'Give a status or a description.';
  const [at, date, time] = [field('at'), field('date'), field('time')];
  const moment = at === '' ? `${date} ${time}`.trim() : at;
  const zone = zoneOfPlace(field('location')) ?? homeZone;
  const occurredAtMs = findWrittenInstant(moment, zone);
  const wrongTime = timeProblem(occurredAtMs, moment, nowMs);
  if (wrongTime !== undefined) return wrongTime;
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
