// The proof of delivery of a booking: who signed, when, and a picture. Some carriers report it with their scans
// (`poll-carriers.ts`); the operator enters it for the others, or instead of the carrier's.
import type { BookingId } from '../../domain/bookings/booking.ts';
import { isSettled } from '../../domain/bookings/booking-status.ts';
import { readUploadedFile, type UploadedFile } from '../../domain/documents/uploaded-file.ts';
import type { Member } from '../../domain/members/member.ts';
import { type Issue, Refusal, refuseInvalid } from '../../domain/refusal.ts';
import { findWrittenInstant } from '../../domain/time/instant-text.ts';
import { pickupPlace } from '../../domain/time/pickup-place.ts';
import { zoneOf } from '../../domain/time/time-zone.ts';
import { getBooking, type Reader } from '../bookings/read-bookings.ts';
import type { App } from '../ports.ts';
import { timeProblem } from './add-event.ts';

export type ProofInput = {
  signedBy: string;
  /** As typed, by the clock of the receiver. */
  signedAt: string;
  /** `content` is base64. */
  picture: { name: string; content: string } | undefined;
};

export async function saveDeliveryProof(
  app: App,
  operator: Member,
  id: BookingId,
  { signedBy, signedAt, picture }: ProofInput,
): Promise<void> {
  const booking = await getBooking(app, 'operator', id);
  if (!isSettled(booking.status) || booking.connote === undefined)
    throw new Refusal({ code: 'shipment_not_found', reference: String(id), isOfAnyMember: true });
  const issues: Issue[] = [];
  const nowMs = app.clock.nowMs();
  const signedAtMs =
    signedAt === ''
      ? undefined
      : findWrittenInstant(signedAt, zoneOf(pickupPlace(booking.receiver)));
  const timing = signedAt === '' ? undefined : timeProblem(signedAtMs, signedAt, nowMs);
  if (timing !== undefined) issues.push({ path: ['signed_at'], ...timing });
  const file = picture && readUploadedFile(picture.name, picture.content, { only: 'pictures' });
  if (file !== undefined && 'problem' in file) issues.push({ path: ['picture'], ...file });
  refuseInvalid(issues);
  const known = await app.store.deliveryProofs.find(id);
  if (signedBy === '' && file === undefined && known?.hasPicture !== true)
    refuseInvalid([{ path: ['signed_by'], problem: 'proof_empty' }]);
  await app.store.deliveryProofs.save(
    id,
    { signedBy, signedAtMs, picture: file === undefined || 'problem' in file ? undefined : file },
    operator.id,
    nowMs,
  );
}

export async function removeDeliveryProof(app: App, id: BookingId): Promise<void> {
  await getBooking(app, 'operator', id);
  await app.store.deliveryProofs.remove(id);
}

export async function readProofPicture(
  app: App,
  reader: Reader,
  id: BookingId,
): Promise<UploadedFile> {
  await getBooking(app, reader, id);
  const picture = await app.store.deliveryProofs.findPicture(id);
  if (picture === undefined) throw new Refusal({ code: 'file_not_found' });
  return picture;
}
