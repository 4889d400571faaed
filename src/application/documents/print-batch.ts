// Labels or manifests of many bookings in one file, all or nothing: whoever asks for fifty labels must not find out at the
// dock that one is missing.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { bookingId, type PlainBooking } from '../../domain/bookings/booking.ts';
import type { DocumentFormat, LabelSize } from '../../domain/documents/document-job.ts';
import { type DocumentKind, Refusal } from '../../domain/refusal.ts';
import type { SignedInCaller } from '../caller.ts';
import type { App } from '../ports.ts';
import { carrierLabelled } from './carrier-label.ts';
import { isReady, piecesIn } from './consignment-of.ts';
import { type PrintedDocument, printDocument } from './print-document.ts';
import { labelSets } from './print-label.ts';
import { manifestOf } from './print-manifest.ts';

/** Interface, "Limits": one to fifty bookings. */
export const mostBatchBookings = 50;
/** Labels in one file: more is a mistake, and nobody opens it. */
export const mostBatchLabels = 2_000;

export async function printLabelBatch(
  app: App,
  caller: SignedInCaller,
  ids: readonly number[],
  { size, format }: { size: LabelSize; format: Exclude<DocumentFormat, 'png'> },
): Promise<PrintedDocument> {
  const bookings = await readyBookings(app, caller, ids, 'label');
  refuseTooMany(bookings.reduce((sum, booking) => sum + piecesIn(booking), 0));
  await refuseCarrierLabels(app, bookings);
  // Whoever waits for a quote goes first, again and again.
  await nextTurn();
  const sets = await labelSets(app, bookings);
  await nextTurn();
  const issuer = app.operator.seller.name;
  const title = `Labels of ${bookings.length} bookings`;
  return await printDocument(
    app,
    { kind: 'labels', title, issuer, size, format, sets },
    'labels',
    undefined,
  );
}

/** What a carrier prints is a file of its own, and is not taken apart. */
async function refuseCarrierLabels(app: App, bookings: readonly PlainBooking[]): Promise<void> {
  const theirs = await carrierLabelled(app, bookings);
  if (theirs.length === 0) return;
  const ids = theirs.map(({ id }) => id).join(', ');
  const sentence = `booking_ids hold ${ids}, whose labels their carriers print. Ask for those one by one.`;
  throw new Refusal({ code: 'values_out_of_range', issues: [{ path: ['booking_ids'], sentence }] });
}

function refuseTooMany(labels: number): void {
  if (labels <= mostBatchLabels) return;
  const sentence = `booking_ids hold ${labels} labels; at most ${mostBatchLabels} fit in a file. Ask for fewer bookings at a time.`;
  throw new Refusal({
    code: 'values_out_of_range',
    issues: [{ path: ['booking_ids'], sentence }],
  });
}

export async function printManifestBatch(
  app: App,
  caller: SignedInCaller,
  ids: readonly number[],
): Promise<PrintedDocument> {
  const [first, ...others] = await readyBookings(app, caller, ids, 'manifest');
  if (first === undefined) throw new Error('a batch of no bookings');
  return await manifestOf(app, first, ...others);
}

/** In the order they were asked for, each once. */
async function readyBookings(
  app: App,
  caller: SignedInCaller,
  ids: readonly number[],
  document: DocumentKind,
): Promise<PlainBooking[]> {
  const wanted = [...new Set(ids)].map(bookingId);
  // At once, and without what carriers answered: reading fifty one by one would hold up those who wait for quotes.
  const bookings = await app.store.bookings.listPlain(wanted, caller.member.id);
  const byId = new Map(bookings.map((booking) => [booking.id, booking]));
  const missing = wanted.filter((id) => !byId.has(id));
  if (missing.length > 0) throw new Refusal({ code: 'bookings_not_found', ids: missing });
  const found = wanted.flatMap((id) => byId.get(id) ?? []);
  const unready = found.filter((booking) => !isReady(booking)).map(({ id }) => id);
  if (unready.length > 0)
    throw new Refusal({ code: 'documents_not_ready', ids: unready, document });
  return found;
}
