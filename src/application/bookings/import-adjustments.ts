// Imports a carrier's invoice as CSV: measured weights and additional charges, each line through the same use case as
// a single adjustment. A preview applies each line and rolls it back, so it shows exactly what the import would do. A
// refused line does not stop the others. Importing a file twice changes nothing, because a charge replaces the last
// one rather than adding to it.
import { type BookingId, bookingId } from '../../domain/bookings/booking.ts';
import { gramsPerKg } from '../../domain/bookings/item.ts';
import { type CsvRow, readCsvTable } from '../../domain/csv/csv-table.ts';
import { type Cents, centsFromDecimal } from '../../domain/money.ts';
import { findRecordNumber } from '../../domain/record-number.ts';
import { type Issue, Refusal, type RefusalData, refuseInvalid } from '../../domain/refusal.ts';
import type { App } from '../ports.ts';
import { rehearse } from '../rehearse.ts';
import { type MatchedShipments, matchReferences } from '../tracking/match-references.ts';
import { adjustBooking } from './adjust-booking.ts';

export const mostAdjustmentLines = 2_000;
const columns = ['booking', 'connote', 'scanned_weight', 'additional_charges'] as const;
type Row = CsvRow<(typeof columns)[number]>;

export type AdjustedLine = {
  line: number;
  /** The booking's number or connote as written in the file. */
  reference: string;
  bookingId: BookingId | undefined;
  scannedGrams: number | undefined;
  additionalCents: Cents | undefined;
  /** Why the line is refused; undefined for a line that is, or would be, applied. */
  refusal: RefusalData | Issue | undefined;
};

export async function importAdjustments(
  app: App,
  text: string,
  { isPreview }: { isPreview: boolean },
): Promise<AdjustedLine[]> {
  const rows = readRows(text);
  const matched = await matchReferences(app, {
    bookingIds: [],
    connotes: rows.flatMap(({ cell }) => (cell('booking') === '' ? [cell('connote')] : [])),
  });
  const seen = new Set<BookingId>();
  const lines: AdjustedLine[] = [];
  for (const row of rows) {
    const read = readLine(row, matched);
    lines.push({
      line: row.line,
      ...read,
      refusal: read.refusal ?? (await apply(app, read, { isPreview, seen })),
    });
  }
  return lines;
}

function readRows(text: string): Row[] {
  const { header, rows } = readCsvTable(text, {
    columns,
    mostLines: mostAdjustmentLines,
    isWhole: true,
  });
  const path = ['csv'];
  if (!header.has('booking', 'connote')) refuseInvalid([{ path, problem: 'csv_names_no_booking' }]);
  if (!header.has('scanned_weight', 'additional_charges'))
    refuseInvalid([{ path, problem: 'csv_names_no_amount' }]);
  return rows;
}

function readLine({ cell, problem }: Row, matched: MatchedShipments): Omit<AdjustedLine, 'line'> {
  const [booking, connote] = [cell('booking'), cell('connote')];
  const [weight, charges] = [cell('scanned_weight'), cell('additional_charges')];
  const scannedGrams = readGrams(weight);
  const additionalCents = readCents(charges.replace(/^\$/, ''));
  const ofConnote = matched.ofConnote(connote);
  const number = findRecordNumber(booking);
  const onlyOne = ofConnote.length === 1 ? ofConnote[0]?.bookingId : undefined;
  const id = number === undefined ? onlyOne : bookingId(number);
  return {
    reference: booking === '' ? connote : booking,
    bookingId: id,
    scannedGrams: scannedGrams === 'wrong' ? undefined : scannedGrams,
    additionalCents: additionalCents === 'wrong' ? undefined : additionalCents,
    refusal: problem
      ? { path: [], ...problem }
      : id === undefined
        ? unknownBooking(booking, connote, ofConnote.length)
        : scannedGrams === 'wrong'
          ? { path: ['scanned_weight'], problem: 'no_weight', value: weight }
          : additionalCents === 'wrong'
            ? { path: ['additional_charges'], problem: 'no_amount', value: charges }
            : scannedGrams === undefined && additionalCents === undefined
              ? { path: [], problem: 'line_adjusts_nothing' }
              : undefined,
  };
}

function unknownBooking(booking: string, connote: string, matches: number): Issue {
  if (booking !== '') return { path: ['booking'], problem: 'no_booking_number', value: booking };
  if (connote === '') return { path: [], problem: 'line_names_no_booking' };
  return {
    path: ['connote'],
    problem: matches === 0 ? 'connote_unknown' : 'connote_shared',
    connote,
  };
}

/**
 * Undefined for an empty cell. Fractions of a cent are a mistake, so they are rejected rather than rounded.
 */
function readCents(text: string): Cents | 'wrong' | undefined {
  if (text === '') return undefined;
  return (/^\d{1,7}(\.|$)/.test(text) ? centsFromDecimal(text) : undefined) ?? 'wrong';
}

/** Like `readCents`, for whole grams. */
function readGrams(text: string): number | 'wrong' | undefined {
  if (text === '') return undefined;
  const [, kilograms = '', fraction = ''] = /^(\d{1,7})(?:\.(\d{1,3})0*)?$/.exec(text) ?? [];
  if (kilograms === '') return 'wrong';
  return Number(kilograms) * gramsPerKg + Number(fraction.padEnd(3, '0'));
}

async function apply(
  app: App,
  { bookingId: id, scannedGrams, additionalCents }: Omit<AdjustedLine, 'line'>,
  { isPreview, seen }: { isPreview: boolean; seen: Set<BookingId> },
): Promise<AdjustedLine['refusal']> {
  if (id === undefined) return undefined;
  if (seen.has(id)) return { path: ['booking'], problem: 'adjusted_before', booking: id };
  seen.add(id);
  const adjust = (within: App) => adjustBooking(within, id, { scannedGrams, additionalCents });
  try {
    await (isPreview ? rehearse(app, adjust) : adjust(app));
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error.data;
    throw error;
  }
}
