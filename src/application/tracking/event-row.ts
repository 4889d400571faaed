// Parses a line of a file of tracking events.
import { type BookingId, bookingId } from '../../domain/bookings/booking.ts';
import type { CsvRecord } from '../../domain/csv/csv.ts';
import { type CsvHeader, readCsvHeader } from '../../domain/csv/csv-table.ts';
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
export type EventHeader = CsvHeader<EventColumn>;

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
  const header = readCsvHeader(record, { columns: eventColumns });
  if ('problem' in header) return header;
  const missing = (needs: 'shipment' | 'event' | 'time'): Problem => {
    return { problem: 'event_columns_missing', needs };
  };
  if (!header.has('booking', 'connote')) return missing('shipment');
  if (!header.has('status', 'description')) return missing('event');
  return header.has('at', 'date') ? header : missing('time');
}

const mostDigits = 15;

/** The booking number of a line, or else its connote, as written. */
export function referenceOf(header: EventHeader, record: CsvRecord): string {
  return header.cell(record, 'booking') || header.cell(record, 'connote');
}

/** The row, or the problem in it. */
export function parseEventRow(
  header: EventHeader,
  record: CsvRecord,
  nowMs: number,
): EventRow | LineProblem {
  const wrong = (column: EventColumn | undefined, problem: Problem) => ({ column, problem });
  const wrongLength = header.lengthProblem(record);
  if (wrongLength !== undefined) return wrong(undefined, wrongLength);
  const field = (column: EventColumn): string => header.cell(record, column);
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
