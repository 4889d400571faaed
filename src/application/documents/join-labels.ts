// Labels of many bookings in one file, in the order they were asked for: what is ours is drawn, what carriers print is put
// between as it is. All or nothing; a label that can't be had now names its booking.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BookingId, PlainBooking } from '../../domain/bookings/booking.ts';
import type { DocumentFormat, LabelSize } from '../../domain/documents/document-job.ts';
import type { MemberId } from '../../domain/members/member.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { App, LabelFormat } from '../ports.ts';
import { clientGone } from '../request-scope.ts';
import { findCarrierLabel } from './carrier-label.ts';
import { digestOfBytes, type PrintedDocument, printDocument } from './print-document.ts';
import { labelSets } from './print-label.ts';

type BatchWish = { size: LabelSize; format: Exclude<DocumentFormat, 'png'> };

/** Labels asked of carriers at the same time: somebody waits, and a carrier is asked politely. */
const askedTogether = 5;

export async function drawTogether(
  app: App,
  bookings: readonly PlainBooking[],
  { size, format }: BatchWish,
): Promise<PrintedDocument> {
  // Whoever waits for a quote goes first, again and again.
  await nextTurn();
  const sets = await labelSets(app, bookings);
  await nextTurn();
  const issuer = app.operator.seller.name;
  const title = `Labels of ${bookings.length} bookings`;
  const job = { kind: 'labels' as const, title, issuer, size, format, sets };
  return await printDocument(app, job, {
    memberId: memberOf(bookings),
    name: 'labels',
    kept: undefined,
  });
}

export async function joinLabels(
  app: App,
  bookings: readonly PlainBooking[],
  theirs: ReadonlyMap<BookingId, readonly LabelFormat[]>,
  wish: BatchWish,
): Promise<PrintedDocument> {
  const { format } = wish;
  refuseOtherFormats(theirs, format);
  const fetched = await fetchAll(
    app,
    bookings.filter(({ id }) => theirs.has(id)),
    format,
  );
  const parts: Uint8Array[] = [];
  for (const run of runsOf(bookings, fetched)) {
    parts.push('label' in run ? run.label : (await drawTogether(app, run.drawn, wish)).bytes);
  }
  const bytes =
    format === 'pdf'
      ? await app.printer.join(parts, memberOf(bookings), clientGone())
      : Buffer.concat(parts);
  const digest = digestOfBytes(app, bytes);
  return { bytes, digest, format, name: 'labels' };
}

/** A batch is one member's. */
function memberOf([first]: readonly PlainBooking[]): MemberId | undefined {
  return first?.memberId;
}

function refuseOtherFormats(
  theirs: ReadonlyMap<BookingId, readonly LabelFormat[]>,
  format: LabelFormat,
): void {
  const ids = [...theirs].flatMap(([id, formats]) => (formats.length === 0 ? [id] : []));
  if (ids.length > 0) throw new Refusal({ code: 'documents_not_ready', ids, document: 'label' });
  const without = [...theirs].flatMap(([id, formats]) => (formats.includes(format) ? [] : [id]));
  if (without.length === 0) return;
  const sentence = `booking_ids hold ${without.join(', ')}, whose carriers print no ${format} labels. Ask for those by themselves, in another format.`;
  throw new Refusal({ code: 'values_out_of_range', issues: [{ path: ['booking_ids'], sentence }] });
}

async function fetchAll(
  app: App,
  bookings: readonly PlainBooking[],
  format: LabelFormat,
): Promise<ReadonlyMap<BookingId, Uint8Array>> {
  const labels = new Map<BookingId, Uint8Array>();
  for (let first = 0; first < bookings.length; first += askedTogether) {
    await Promise.all(
      bookings.slice(first, first + askedTogether).map(async (booking) => {
        const label = await findCarrierLabel(app, booking, format);
        if (label !== undefined) labels.set(booking.id, label);
      }),
    );
  }
  const ids = bookings.map(({ id }) => id).filter((id) => !labels.has(id));
  if (ids.length > 0) throw new Refusal({ code: 'documents_not_ready', ids, document: 'label' });
  return labels;
}

type Run = { label: Uint8Array } | { drawn: PlainBooking[] };

/** Neighbours that are ours to draw are drawn as one. */
function runsOf(
  bookings: readonly PlainBooking[],
  fetched: ReadonlyMap<BookingId, Uint8Array>,
): Run[] {
  const runs: Run[] = [];
  for (const booking of bookings) {
    const label = fetched.get(booking.id);
    const last = runs.at(-1);
    if (label !== undefined) runs.push({ label });
    else if (last !== undefined && 'drawn' in last) last.drawn.push(booking);
    else runs.push({ drawn: [booking] });
  }
  return runs;
}
