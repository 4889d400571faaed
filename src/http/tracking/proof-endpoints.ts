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
import { endpoint, noBody, signedIn } from '../server/endpoint.ts';
import { getRecordNumber } from '../server/whole-number.ts';
import { ProofBody, parseProof } from './delivery-proof.ts';

const params = Type.Object({ id: Type.String() });

const pictureTypes = fileTypes.filter((type) => type.startsWith('image/'));

function idOf(id: string, isOfAnyMember: boolean): BookingId {
  return bookingId(
    getRecordNumber(id, {
      code: 'booking_not_found',
      id: 0,
      ...(isOfAnyMember ? { isOfAnyMember } : {}),
    }),
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
  async (app, { caller, params: { id }, body }) => {
    const { member } = signedIn(caller);
    await saveDeliveryProof(app, member, idOf(id, true), parseProof(body));
  },
);

export const remove = endpoint(
  { summary: 'Remove a proof of delivery', params, reply: noBody },
  (app, { params: { id } }) => removeDeliveryProof(app, idOf(id, true)),
);

const pictureOf = (as: 'member' | 'operator') =>
  endpoint(
    {
      summary: 'The picture of a proof of delivery',
      params,
      mediaTypes: pictureTypes,
      refusals: { 404: { when: 'No such booking, or no picture', example: 'file_not_found' } },
      reply: Type.String(),
    },
    async (app, { caller, params: { id }, reply }) => {
      const isOperator = as === 'operator';
      const reader = isOperator ? 'operator' : signedIn(caller);
      return sendFile(reply, await readProofPicture(app, reader, idOf(id, isOperator)));
    },
  );

export const picture = pictureOf('member');
export const pictureOfAny = pictureOf('operator');
