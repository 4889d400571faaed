// Proofs of delivery: the operator enters them, the member sees them on the booking's page.
// Tests: contract/claims.
import { Type } from 'typebox';
import {
  readProofPicture,
  removeDeliveryProof,
  saveDeliveryProof,
} from '../../application/tracking/delivery-proof.ts';
import { type BookingId, bookingId } from '../../domain/bookings/booking.ts';
import { fileBodyBytes, fileTypes, sendFile } from '../documents/uploaded-file.ts';
import { type Call, endpoint, noBody, readerOf, signedIn } from '../server/endpoint.ts';
import { getRecordNumber } from '../server/whole-number.ts';
import { ProofBody, parseProof } from './delivery-proof.ts';

const params = Type.Object({ id: Type.String() });

const pictureTypes = fileTypes.filter((type) => type.startsWith('image/'));

function idOf({ as, params: { id } }: Pick<Call, 'as'> & { params: { id: string } }): BookingId {
  const missing = { code: 'booking_not_found', id: 0 } as const;
  return bookingId(
    getRecordNumber(id, as === 'operator' ? { ...missing, isOfAnyMember: true } : missing),
  );
}

export const save = endpoint(
  {
    summary: 'Enter the proof of delivery of a booking',
    description: 'Replaces an earlier one; without a picture, the present picture stays.',
    params,
    body: ProofBody,
    readsBodyItself: true,
    bodyLimitBytes: fileBodyBytes,
    reply: noBody,
  },
  async (app, call) => {
    const { member } = signedIn(call.caller);
    await saveDeliveryProof(app, member, idOf(call), parseProof(call.body));
  },
);

export const remove = endpoint(
  { summary: 'Remove a proof of delivery', params, reply: noBody },
  (app, call) => removeDeliveryProof(app, idOf(call)),
);

export const picture = endpoint(
  {
    summary: 'The picture of a proof of delivery',
    params,
    mediaTypes: pictureTypes,
    refusals: { 404: { when: 'No such booking, or no picture', example: 'file_not_found' } },
    reply: Type.String(),
  },
  async (app, call) =>
    sendFile(call.reply, await readProofPicture(app, readerOf(call), idOf(call))),
);
