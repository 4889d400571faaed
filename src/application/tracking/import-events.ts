// Imports a file of tracking events of any length in constant memory. A bad line is reported and skipped. Rows are
// stored in chunks; after an interruption the same file can be imported again, because known events change nothing.
import type { CsvProblem, CsvRecord } from '../../domain/csv/csv.ts';
import { separatorFault } from '../../domain/csv/csv-file.ts';
import { readCsvStream } from '../../domain/csv/csv-stream.ts';
import type { Problem } from '../../domain/problem.ts';
import { Refusal } from '../../domain/refusal.ts';
import { connoteKey } from '../../domain/tracking/connote-key.ts';
import type { App, KnownShipment } from '../ports.ts';
import { pieceProblem } from './add-event.ts';
import { type EventHeader, type EventRow, parseEventHeader, parseEventRow } from './event-row.ts';
import { type ReportedEvent, recordEvents } from './record-events.ts';

export type ImportReport = { lines: number; added: number; known: number; refused: number };

export type RefusedLine = { line: number; problem: Problem };

const linesPerBatch = 1000;

/** Throws only when the whole file is unusable; then nothing has been stored. */
export async function importEvents(
  app: App,
  chunks: AsyncIterable<string>,
  onRefused: (refused: RefusedLine) => void,
): Promise<ImportReport> {
  const report: ImportReport = { lines: 0, added: 0, known: 0, refused: 0 };
  const refuse = (refused: RefusedLine): void => {
    report.refused += 1;
    onRefused(refused);
  };
  let header: EventHeader | undefined;
  let waiting: EventRow[] = [];
  const keep = async (): Promise<void> => {
    const { added, known } = await keepRows(app, waiting, refuse);
    report.added += added;
    report.known += known;
    waiting = [];
  };
  for await (const { records, problems, lost } of readCsvStream(chunks)) {
    const broken = brokenRecords(records, problems);
    for (const [index, record] of records.entries()) {
      if (header === undefined) {
        header = headerOf(record, broken.get(index));
        continue;
      }
      report.lines += 1;
      const row = broken.get(index) ?? parseEventRow(header, record, app.clock.nowMs());
      if ('problem' in row) refuse({ line: record[0]?.line ?? 0, problem: row });
      else waiting.push(row);
      if (waiting.length >= linesPerBatch) await keep();
    }
    for (const { line, code } of lost) {
      report.lines += 1;
      refuse({ line, problem: { problem: 'csv_unreadable', fault: code } });
    }
  }
  if (header === undefined) headerOf();
  await keep();
  return report;
}

function headerOf(record?: CsvRecord, problem?: Problem): EventHeader {
  const fault = separatorFault(record);
  const header =
    fault === undefined
      ? (problem ?? parseEventHeader(record))
      : ({ problem: 'csv_unreadable', fault: fault.code } as const);
  if (!('problem' in header)) return header;
  throw new Refusal({ code: 'validation', issues: [{ path: ['file'], ...header }] });
}

async function keepRows(
  app: App,
  rows: readonly EventRow[],
  refuse: (refused: RefusedLine) => void,
): Promise<{ added: number; known: number }> {
  const find = await shipmentFinder(app, rows);
  const reported: (ReportedEvent & { line: number })[] = [];
  for (const row of rows) {
    const shipment = find(row);
    const wrong = 'problem' in shipment ? shipment : pieceProblem(row.event.piece, shipment.pieces);
    if (wrong !== undefined) refuse({ line: row.line, problem: wrong });
    else if (!('problem' in shipment))
      reported.push({ line: row.line, shipment, event: row.event });
  }
  const { added, full } = await recordEvents(app, reported, 'person');
  const unkept = reported.filter(({ shipment }) => full.has(shipment.bookingId));
  for (const { line } of unkept) refuse({ line, problem: { problem: 'events_full' } });
  return { added, known: reported.length - unkept.length - added };
}

/** Finds the shipment of each row, or the reason why there is none. One lookup serves the whole chunk. */
async function shipmentFinder(
  app: App,
  rows: readonly EventRow[],
): Promise<(row: EventRow) => KnownShipment | Problem> {
  const shipments = await app.store.shipments.listByReferences({
    bookingIds: rows.flatMap(({ bookingId }) => bookingId ?? []),
    connotes: rows.flatMap((row) => (row.bookingId === undefined ? [row.connote] : [])),
  });
  const byBooking = new Map(shipments.map((shipment) => [shipment.bookingId, shipment]));
  const byConnote = Map.groupBy(shipments, ({ connote }) => connoteKey(connote));
  return ({ bookingId, connote, carrier }) => {
    if (bookingId !== undefined) {
      return byBooking.get(bookingId) ?? { problem: 'no_confirmed_booking', booking: bookingId };
    }
    const found = (byConnote.get(connoteKey(connote)) ?? []).filter(
      (one) => carrier === '' || one.carrier === carrier,
    );
    const [shipment] = found;
    if (shipment === undefined) return { problem: 'no_shipment', connote, carrier };
    return found.length === 1
      ? shipment
      : { problem: 'several_shipments', count: found.length, connote, carrier };
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
