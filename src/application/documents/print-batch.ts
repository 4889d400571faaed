// Labels or manifests of many bookings in one file, all or nothing: whoever asks for fifty labels must not find out at the
// dock that one is missing.
import { type Booking, type BookingId, bookingId } from '../../domain/bookings/booking.ts';
import type { DocumentFormat, LabelSize } from '../../domain/documents/document-job.ts';
import { type DocumentKind, Refusal } from '../../domain/refusal.ts';
import type { SignedInCaller } from '../caller.ts';
import type { App } from '../ports.ts';
import { isReady } from './consignment-of.ts';
import { type PrintedDocument, printDocument } from './print-document.ts';
import { labelSet } from './print-label.ts';
import { manifestOf } from './print-manifest.ts';

/** Interface, "Limits": one to fifty bookings. */
export const mostBatchBookings = 50;

export async function printLabelBatch(
  app: App,
  caller: SignedInCaller,
  ids: readonly number[],
  { size, format }: { size: LabelSize; format: Exclude<DocumentFormat, 'png'> },
): Promise<PrintedDocument> {
  const bookings = await readyBookings(app, caller, ids, 'label');
  const sets = [];
  for (const booking of bookings) sets.push(await labelSet(app, booking));
  const issuer = app.operator.seller.name;
  const title = `Labels of ${bookings.length} bookings`;
  return await printDocument(
    app,
    { kind: 'labels', title, issuer, size, format, sets },
    'labels',
    undefined,
  );
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
): Promise<Booking[]> {
  const found: Booking[] = [];
  const missing: number[] = [];
  for (const id of new Set(ids)) {
    const booking = await findOwn(app, caller, bookingId(id));
    if (booking === undefined) missing.push(id);
    else found.push(booking);
  }
  if (missing.length > 0) throw new Refusal({ code: 'bookings_not_found', ids: missing });
  const unready = found.filter((booking) => !isReady(booking)).map(({ id }) => id);
  if (unready.length > 0)
    throw new Refusal({ code: 'documents_not_ready', ids: unready, document });
  return found;
}

async function findOwn(
  app: App,
  caller: SignedInCaller,
  id: BookingId,
): Promise<Booking | undefined> {
  return await app.store.bookings.find(id, caller.member.id);
}
