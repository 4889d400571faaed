// Labels of many bookings in one file, in the order requested: ours are drawn, carriers' own labels go between them. If one
// label is missing there is no file, and the refusal names its booking.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BookingId, PlainBooking } from '../../domain/bookings/booking.ts';
import type { DocumentFormat, LabelSize } from '../../domain/documents/document-job.ts';
import type { MemberId } from '../../domain/members/member.ts';
import { type Issue, Refusal } from '../../domain/refusal.ts';
import type { App, LabelOutcome } from '../ports.ts';
import { clientGone } from '../request-scope.ts';
import { findCarrierLabel } from './carrier-label.ts';
import { digestOfBytes, type PrintedDocument, printDocument } from './print-document.ts';
import { labelSets } from './print-label.ts';

type BatchOptions = { size: LabelSize; format: Exclude<DocumentFormat, 'png'> };

const simultaneousRequests = 5;

export async function joinLabels(
  app: App,
  bookings: readonly PlainBooking[],
  options: BatchOptions,
): Promise<PrintedDocument> {
  const { format } = options;
  const found = await findCarrierLabels(app, bookings, format);
  refuseMissing(found, format);
  const runs = runsOf(bookings, found);
  const [first] = runs;
  if (first !== undefined && 'drawn' in first && runs.length === 1)
    return await drawTogether(app, first.drawn, options);
  const parts: Uint8Array[] = [];
  for (const run of runs)
    parts.push('label' in run ? run.label : (await drawTogether(app, run.drawn, options)).bytes);
  const bytes =
    format === 'pdf'
      ? await app.printer.join(parts, memberOf(bookings), clientGone())
      : Buffer.concat(parts);
  return { bytes, digest: digestOfBytes(app, bytes), format, name: 'labels' };
}

async function drawTogether(
  app: App,
  bookings: readonly PlainBooking[],
  { size, format }: BatchOptions,
): Promise<PrintedDocument> {
  // Quotes get a turn before and after the labels' contents are built.
  await nextTurn();
  const sets = await labelSets(app, bookings);
  await nextTurn();
  const issuer = app.operator.seller.name;
  const title = `Labels of ${bookings.length} bookings`;
  const job = { kind: 'labels' as const, title, issuer, size, format, sets };
  const memberId = memberOf(bookings);
  return await printDocument(app, job, { memberId, name: 'labels', kept: undefined });
}

/** A batch belongs to one member. */
function memberOf([first]: readonly PlainBooking[]): MemberId | undefined {
  return first?.memberId;
}

async function findCarrierLabels(
  app: App,
  bookings: readonly PlainBooking[],
  format: DocumentFormat,
): Promise<ReadonlyMap<BookingId, LabelOutcome>> {
  const found = new Map<BookingId, LabelOutcome>();
  for (let first = 0; first < bookings.length; first += simultaneousRequests) {
    await Promise.all(
      bookings.slice(first, first + simultaneousRequests).map(async (booking) => {
        found.set(booking.id, await findCarrierLabel(app, booking, format));
      }),
    );
  }
  return found;
}

function refuseMissing(found: ReadonlyMap<BookingId, LabelOutcome>, format: DocumentFormat): void {
  const idsWhere = (isWanted: (label: LabelOutcome) => boolean): BookingId[] =>
    [...found].flatMap(([id, label]) => (isWanted(label) ? [id] : []));
  const isPagesOnly = (label: LabelOutcome): boolean =>
    label.outcome === 'other_formats' && label.formats.length === 0;
  refuseUnready(idsWhere(isPagesOnly));
  const without = idsWhere(({ outcome }) => outcome === 'other_formats');
  if (without.length > 0) {
    const issue: Issue = {
      path: ['booking_ids'],
      problem: 'format_not_printed_by',
      bookings: without,
      format,
    };
    throw new Refusal({ code: 'values_out_of_range', issues: [issue] });
  }
  refuseUnready(idsWhere(({ outcome }) => outcome === 'unavailable'));
}

function refuseUnready(ids: readonly BookingId[]): void {
  if (ids.length > 0) throw new Refusal({ code: 'documents_not_ready', ids, document: 'label' });
}

type Run = { label: Uint8Array } | { drawn: PlainBooking[] };

/** Neighbouring labels that are drawn here become one drawing job. */
function runsOf(
  bookings: readonly PlainBooking[],
  found: ReadonlyMap<BookingId, LabelOutcome>,
): Run[] {
  const runs: Run[] = [];
  for (const booking of bookings) {
    const label = found.get(booking.id);
    const last = runs.at(-1);
    if (label?.outcome === 'label') runs.push({ label: label.bytes });
    else if (last !== undefined && 'drawn' in last) last.drawn.push(booking);
    else runs.push({ drawn: [booking] });
  }
  return runs;
}
