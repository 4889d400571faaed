// Labels or manifests of many bookings in one file, all or nothing: whoever asks for fifty labels must not find out at the
// dock that one is missing.
import { bookingId, type PlainBooking } from '../../domain/bookings/booking.ts';
import type { DocumentFormat, LabelSize } from '../../domain/documents/document-job.ts';
import { type DocumentKind, Refusal } from '../../domain/refusal.ts';
import type { SignedInCaller } from '../caller.ts';
import { manifestOf } from '../manifests/print-manifest.ts';
import type { App } from '../ports.ts';
import { carrierLabelled } from './carrier-label.ts';
import { isReady, piecesIn } from './consignment-of.ts';
import { drawTogether, joinLabels } from './join-labels.ts';
import type { PrintedDocument } from './print-document.ts';

/** Interface, "Limits": one to fifty bookings. */
export const mostBatchBookings = 50;
/** Labels in one file: more is a mistake, and nobody opens it. */
const mostBatchLabels = 2_000;

export async function printLabelBatch(
  app: App,
  caller: SignedInCaller,
  ids: readonly number[],
  { size, format }: { size: LabelSize; format: Exclude<DocumentFormat, 'png'> },
): Promise<PrintedDocument> {
  const bookings = await readyBookings(app, caller, ids, 'label');
  refuseTooMany(bookings.reduce((sum, booking) => sum + piecesIn(booking), 0));
  const theirs = await carrierLabelled(app, bookings);
  return theirs.size === 0
    ? await drawTogether(app, bookings, { size, format })
    : await joinLabels(app, bookings, theirs, { size, format });
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
