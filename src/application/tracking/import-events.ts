// Imports a file of tracking events of any length in constant memory. A bad line is reported and skipped. Rows are
// stored in chunks; after an interruption the same file can be imported again, because known events change nothing.
// A preview stores each chunk and rolls it back.
import type { BookingId } from '../../domain/bookings/booking.ts';
import type { CsvProblem, CsvRecord } from '../../domain/csv/csv.ts';
import { readCsvStream } from '../../domain/csv/csv-stream.ts';
import type { Problem } from '../../domain/problem.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { App, KnownShipment } from '../ports.ts';
import { rehearse } from '../rehearse.ts';
import { pieceProblem } from './add-event.ts';
import {
  type EventHeader,
  type EventRow,
  type LineProblem,
  parseEventHeader,
  parseEventRow,
  referenceOf,
} from './event-row.ts';
import { matchReferences } from './match-references.ts';
import { type ReportedEvent, recordEvents } from './record-events.ts';

export type ImportReport = { lines: number; added: number; known: number; refused: number };

/** A line of the file: its booking number or connote as written, and what became of it. */
export type ImportedLine = { line: number; reference: string } & (
  | { outcome: 'added' | 'known'; bookingId: BookingId }
  | ({ outcome: 'refused'; bookingId: BookingId | undefined } & LineProblem)
);

export type RefusedLine = Extract<ImportedLine, { outcome: 'refused' }>;

const linesPerBatch = 1000;

/** Throws only when the whole file is unusable; then nothing has been stored. */
export async function importEvents(
  app: App,
  chunks: AsyncIterable<string>,
  onLine: (line: ImportedLine) => void,
  { isPreview = false }: { isPreview?: boolean } = {},
): Promise<ImportReport> {
  const report: ImportReport = { lines: 0, added: 0, known: 0, refused: 0 };
  const tell = (line: ImportedLine): void => {
    report.lines += 1;
    report[line.outcome] += 1;
    onLine(line);
  };
  let header: EventHeader | undefined;
  let waiting: EventRow[] = [];
  const keep = async (): Promise<void> => {
    const rows = waiting;
    waiting = [];
    for (const line of await keepRows(app, rows, isPreview)) tell(line);
  };
  for await (const { records, problems, lost } of readCsvStream(chunks)) {
    const broken = brokenRecords(records, problems);
    for (const [index, record] of records.entries()) {
      const fault = broken.get(index);
      if (header === undefined) {
        header = headerOf(record, fault);
        continue;
      }
      const row =
        fault === undefined
          ? parseEventRow(header, record, app.clock.nowMs())
          : { column: undefined, problem: fault };
      if ('problem' in row) {
        const [line, reference] = [record[0]?.line ?? 0, referenceOf(header, record)];
        tell({ line, reference, outcome: 'refused', bookingId: undefined, ...row });
      } else waiting.push(row);
      if (waiting.length >= linesPerBatch) await keep();
    }
    for (const { line, code } of lost) {
      const problem = { problem: 'csv_unreadable', fault: code } as const;
      const unread = { reference: '', bookingId: undefined, column: undefined };
      tell({ line, outcome: 'refused', ...unread, problem });
    }
  }
  if (header === undefined) headerOf();
  await keep();
  return report;
}

function headerOf(record?: CsvRecord, problem?: Problem): EventHeader {
  const header = problem ?? parseEventHeader(record);
  if (!('problem' in header)) return header;
  throw new Refusal({ code: 'validation', issues: [{ path: ['file'], ...header }] });
}

async function keepRows(
  app: App,
  rows: readonly EventRow[],
  isPreview: boolean,
): Promise<ImportedLine[]> {
  const find = await shipmentFinder(app, rows);
  const lines: ImportedLine[] = [];
  const reported: (ReportedEvent & { row: EventRow })[] = [];
  for (const row of rows) {
    const shipment = find(row);
    const problem =
      'problem' in shipment ? undefined : pieceProblem(row.event.piece, shipment.pieces);
    if ('problem' in shipment) lines.push(refusedLine(row, undefined, shipment));
    else if (problem !== undefined)
      lines.push(refusedLine(row, shipment.bookingId, { column: 'piece', problem }));
    else reported.push({ row, shipment, event: row.event });
  }
  const record = (within: App) => recordEvents(within, reported, 'person');
  const { added, full } = await (isPreview ? rehearse(app, record) : record(app));
  for (const one of reported) {
    const { row, shipment } = one;
    const { bookingId } = shipment;
    const { line } = row;
    const reference = referenceIn(row);
    lines.push(
      full.has(bookingId)
        ? refusedLine(row, bookingId, { column: undefined, problem: { problem: 'events_full' } })
        : { line, reference, outcome: added.has(one) ? 'added' : 'known', bookingId },
    );
  }
  return lines;
}

function refusedLine(
  row: EventRow,
  bookingId: BookingId | undefined,
  problem: LineProblem,
): ImportedLine {
  return { line: row.line, reference: referenceIn(row), outcome: 'refused', bookingId, ...problem };
}

const referenceIn = ({ bookingId, connote }: EventRow): string => String(bookingId ?? connote);

/** Finds the shipment of each row, or the reason why there is none. One lookup serves the whole chunk. */
async function shipmentFinder(
  app: App,
  rows: readonly EventRow[],
): Promise<(row: EventRow) => KnownShipment | LineProblem> {
  const { ofBooking, ofConnote } = await matchReferences(app, {
    bookingIds: rows.flatMap(({ bookingId }) => bookingId ?? []),
    connotes: rows.flatMap((row) => (row.bookingId === undefined ? [row.connote] : [])),
  });
  return ({ bookingId, connote, carrier }) => {
    if (bookingId !== undefined) {
      const problem = { problem: 'no_confirmed_booking', booking: bookingId } as const;
      return ofBooking(bookingId) ?? { column: 'booking', problem };
    }
    const found = ofConnote(connote).filter((one) => carrier === '' || one.carrier === carrier);
    const [shipment] = found;
    if (shipment === undefined)
      return { column: 'connote', problem: { problem: 'no_shipment', connote, carrier } };
    const count = found.length;
    return count === 1
      ? shipment
      : { column: 'connote', problem: { problem: 'several_shipments', count, connote, carrier } };
  };
}

/** Maps the position of a record to the reader's problem with it. */
function brokenRecords(
  records: readonly CsvRecord[],
  problems: readonly CsvProblem[],
): Map<number, Problem> {
  const broken = new Map<number, Problem>();
  for (const { line, code } of problems) {
    const index = records.findLastIndex(([first]) => first !== undefined && first.line <= line);
    if (!broken.has(index)) broken.set(index, { problem: 'csv_unreadable', fault: code });
  }
  return broken;
}
