// A public link to a label, for packing staff without a key. The link is signed, so it cannot be forged, and nothing is
// stored for it. It ends after some days, or when the label is regenerated or its links are withdrawn. Every invalid link
// gets the same answer, which tells an attacker nothing.
import { type BookingId, bookingId } from '../../domain/bookings/booking.ts';
import type { LabelSize } from '../../domain/documents/document-job.ts';
import { firstRevision } from '../../domain/documents/label-revision.ts';
import { Refusal } from '../../domain/refusal.ts';
import { getBooking, type Reader } from '../bookings/read-bookings.ts';
import type { SignedInCaller } from '../caller.ts';
import type { App } from '../ports.ts';
import { isReady, refuseUnlessReady } from './consignment-of.ts';
import type { PrintedDocument } from './print-document.ts';
import { labelOf } from './print-label.ts';

export type SharedLabel = { token: string; expiresAtMs: number };

const purpose = 'label link';
const sizes: Readonly<Record<string, LabelSize>> = { s: 'standard', a: 'a6' };
const shape = /^([0-9a-z]{1,11})\.([0-9a-z]{1,11})\.([0-9a-z]{1,8})\.([sa])\.([A-Za-z0-9_-]{43})$/;
const base = 36;

export async function shareLabel(
  app: App,
  caller: SignedInCaller,
  id: BookingId,
  size: LabelSize,
): Promise<SharedLabel> {
  const booking = await getBooking(app, caller, id);
  refuseUnlessReady(booking, 'label');
  // Whole seconds, as in the token.
  const expiresAtMs = Math.ceil((app.clock.nowMs() + app.operator.labelLinkMs) / 1000) * 1000;
  const text = [
    id.toString(base),
    (expiresAtMs / 1000).toString(base),
    (await revisionOf(app, id)).toString(base),
    size === 'a6' ? 'a' : 's',
  ].join('.');
  return { token: `${text}.${app.signer.sign(purpose, text)}`, expiresAtMs };
}

/** Ends every public link to the booking's label. */
export async function withdrawLinks(app: App, reader: Reader, id: BookingId): Promise<void> {
  refuseUnlessReady(await getBooking(app, reader, id), 'label');
  await app.store.documents.raiseRevision(id);
}

export async function openSharedLabel(app: App, token: string): Promise<PrintedDocument> {
  const [, id = '', expires = '', revision = '', size = '', mark = ''] = shape.exec(token) ?? [];
  const text = token.slice(0, -(mark.length + 1));
  const isOurs = mark !== '' && app.signer.isSigned(purpose, text, mark);
  if (!isOurs || Number.parseInt(expires, base) * 1000 <= app.clock.nowMs()) refuse();
  const of = bookingId(Number.parseInt(id, base));
  const booking = await app.store.bookings.findForAnyMember(of);
  const isCurrent = (await revisionOf(app, of)) === Number.parseInt(revision, base);
  if (booking === undefined || !isCurrent || !isReady(booking)) return refuse();
  return await labelOf(app, booking, {
    size: sizes[size] ?? 'standard',
    format: 'pdf',
    piece: undefined,
  });
}

function refuse(): never {
  throw new Refusal({ code: 'link_not_found' });
}

async function revisionOf(app: App, id: BookingId): Promise<number> {
  return (await app.store.documents.listLabels([id])).get(id)?.revision ?? firstRevision;
}
