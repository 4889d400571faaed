// Labels or manifests of many bookings in one file. If one is missing the whole batch is refused, so that a missing label is
// not first noticed at the dock.
import { bookingId, type PlainBooking } from '../../domain/bookings/booking.ts';
import type { DocumentFormat, LabelSize } from '../../domain/documents/document-job.ts';
import { type DocumentKind, Refusal } from '../../domain/refusal.ts';
import type { SignedInCaller } from '../caller.ts';
import { manifestOf } from '../manifests/print-manifest.ts';
import type { App } from '../ports.ts';
import { isReady, piecesIn } from './consignment-of.ts';
import { joinLabels } from './join-labels.ts';
import type { PrintedDocument } from './print-document.ts';

/** Interface, "Limits": one to fifty bookings. */
export const mostBatchBookings = 50;
const mostBatchLabels = 2_000;

export async function printLabelBatch(
  app: App,
  caller: SignedInCaller,
  ids: readonly number[],
  { size, format }: { size: LabelSize; format: Exclude<DocumentFormat, 'png'> },
): Promise<PrintedDocument> {
  const bookings = await readyBookings(app, caller, ids, 'label');
  refuseTooMany(bookings.reduce((sum, booking) => sum + piecesIn(booking), 0));
  return await joinLabels(app, bookings, { size, format });
}

function refuseTooMany(labels: number): void {
  if (labels <= mostBatchLabels) return;
  throw new Refusal({
    code: 'values_out_of_range',
    issues: [{ path: ['booking_ids'], problem: 'too_many_labels', labels, most: mostBatchLabels }],
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

/** In the order requested, without duplicates. */
export async function readyBookings(
  app: App,
  caller: Pick<SignedInCaller, 'member'>,
  ids: readonly number[],
  document: DocumentKind,
): Promise<PlainBooking[]> {
  const wanted = [...new Set(ids)].map(bookingId);
  // One query without the quotes, so that reading fifty bookings does not delay other requests.
  const bookings = await app.store.bookings.listPlain(caller.member.id, wanted);
  const byId = new Map(bookings.map((booking) => [booking.id, booking]));
  const missing = wanted.filter((id) => !byId.has(id));
  if (missing.length > 0) throw new Refusal({ code: 'bookings_not_found', ids: missing });
  const found = wanted.flatMap((id) => byId.get(id) ?? []);
  const unready = found.filter((booking) => !isReady(booking)).map(({ id }) => id);
  if (unready.length > 0)
    throw new Refusal({ code: 'documents_not_ready', ids: unready, document });
  return found;
}
