// Imports a carrier's invoice as CSV: measured weights and additional charges, each line through the same use case as
// a single adjustment. A preview applies each line and rolls it back, so it shows exactly what the import would do. A
// refused line does not stop the others. Importing a file twice changes nothing, because a charge replaces the last
// one rather than adding to it.
import { type BookingId, bookingId } from '../../domain/bookings/booking.ts';
import { gramsPerKg } from '../../domain/bookings/item.ts';
import { parseCsv } from '../../domain/csv/csv.ts';
import { type Cents, centsFromDecimal } from '../../domain/money.ts';
import type { Problem } from '../../domain/problem.ts';
import { findRecordNumber } from '../../domain/record-number.ts';
import { type Issue, Refusal, type RefusalData, refuseInvalid } from '../../domain/refusal.ts';
import type { App } from '../ports.ts';
import { rehearse } from '../rehearse.ts';
import { type MatchedShipments, matchReferences } from '../tracking/match-references.ts';
import { adjustBooking } from './adjust-booking.ts';

export const mostAdjustmentLines = 2_000;
const columns = ['booking', 'connote', 'scanned_weight', 'additional_charges'] as const;
type Column = (typeof columns)[number];

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

type Cells = Readonly<Record<Column, string>>;

export async function importAdjustments(
  app: App,
  text: string,
  { isPreview }: { isPreview: boolean },
): Promise<AdjustedLine[]> {
  const rows = readRows(text);
  const matched = await matchReferences(app, {
    bookingIds: [],
    connotes: rows.flatMap(({ cells }) => (cells.booking === '' ? [cells.connote] : [])),
  });
  const seen = new Set<BookingId>();
  const lines: AdjustedLine[] = [];
  for (const { line, cells } of rows) {
    const read = readLine(cells, matched);
    lines.push({
      line,
      ...read,
      refusal: read.refusal ?? (await apply(app, read, { isPreview, seen })),
    });
  }
  return lines;
}

function readRows(text: string): { line: number; cells: Cells }[] {
  const refuse = (problem: Problem): never =>
    refuseInvalid([{ path: ['csv'], ...problem }]) as never;
  const records = parseCsv(text, ({ line, column, code }) =>
    refuse({ problem: 'csv_syntax', line, column, fault: code }),
  );
  const [header, ...rows] = records;
  if (header === undefined) return refuse({ problem: 'csv_empty' });
  const names = header.map((field) => field.text.toLowerCase().replaceAll(/[\s-]+/g, '_'));
  const unknown = names.find((name) => !columns.includes(name as Column));
  if (unknown !== undefined) {
    return refuse({ problem: 'csv_unknown_column', column: unknown, columns });
  }
  if (!names.includes('booking') && !names.includes('connote'))
    return refuse({ problem: 'csv_names_no_booking' });
  if (!names.includes('scanned_weight') && !names.includes('additional_charges'))
    return refuse({ problem: 'csv_names_no_amount' });
  if (rows.length > mostAdjustmentLines)
    return refuse({ problem: 'csv_too_long', lines: rows.length, most: mostAdjustmentLines });
  return rows.map((row) => {
    const cell = (name: Column): string => row[names.indexOf(name)]?.text ?? '';
    return {
      line: row[0]?.line ?? 0,
      cells: {
        booking: cell('booking'),
        connote: cell('connote'),
        scanned_weight: cell('scanned_weight'),
        additional_charges: cell('additional_charges'),
      },
    };
  });
}

function readLine(
  { booking, connote, scanned_weight, additional_charges }: Cells,
  matched: MatchedShipments,
): Omit<AdjustedLine, 'line'> {
  const scannedGrams = readGrams(scanned_weight);
  const additionalCents = readCents(additional_charges.replace(/^\$/, ''));
  const ofConnote = matched.ofConnote(connote);
  const number = findRecordNumber(booking);
  const onlyOne = ofConnote.length === 1 ? ofConnote[0]?.bookingId : undefined;
  const id = number === undefined ? onlyOne : bookingId(number);
  return {
    reference: booking === '' ? connote : booking,
    bookingId: id,
    scannedGrams: scannedGrams === 'wrong' ? undefined : scannedGrams,
    additionalCents: additionalCents === 'wrong' ? undefined : additionalCents,
    refusal:
      id === undefined
        ? unknownBooking(booking, connote, ofConnote.length)
        : scannedGrams === 'wrong'
          ? { path: ['scanned_weight'], problem: 'no_weight', value: scanned_weight }
          : additionalCents === 'wrong'
            ? { path: ['additional_charges'], problem: 'no_amount', value: additional_charges }
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
