// The proof of delivery of a booking, on the wire.
import { type Static, Type } from 'typebox';
import type { DeliveryProof } from '../../application/ports.ts';
import type { ProofInput } from '../../application/tracking/delivery-proof.ts';
import { DocumentReader } from '../../domain/document-reader.ts';
import type { Address } from '../../domain/places/address.ts';
import { refuseInvalid } from '../../domain/refusal.ts';
import { pickupPlace } from '../../domain/time/pickup-place.ts';
import { zoneOf } from '../../domain/time/time-zone.ts';
import { timestampWithColon } from '../../domain/time/timestamp.ts';
import { FileBody, fileBodyBytes } from '../documents/uploaded-file.ts';
import { instant, orNull } from '../server/values.ts';

export const DeliveryProofReply = Type.Object(
  {
    signed_by: Type.String(),
    signed_at: orNull(instant('By the clock of the receiver')),
    has_picture: Type.Boolean(),
    is_entered: Type.Boolean({ description: 'By the operator; otherwise the carrier reported it' }),
    url: orNull(Type.String(), { description: 'Of the carrier’s document or picture' }),
  },
  { $id: 'DeliveryProof' },
);

export function presentDeliveryProof(
  { signedBy, signedAtMs, hasPicture, isEntered, url }: DeliveryProof,
  receiver: Address,
): Static<typeof DeliveryProofReply> {
  return {
    signed_by: signedBy,
    signed_at:
      signedAtMs === undefined
        ? null
        : timestampWithColon(signedAtMs, zoneOf(pickupPlace(receiver))),
    has_picture: hasPicture,
    is_entered: isEntered,
    url: url ?? null,
  };
}

export const ProofBody = Type.Object({
  signed_by: Type.Optional(Type.String({ maxLength: 255 })),
  signed_at: Type.Optional(
    Type.String({ description: 'Without an offset, by the clock of the receiver' }),
  ),
  picture: Type.Optional(FileBody),
});

export function parseProof(body: unknown): ProofInput {
  const reader = new DocumentReader(body);
  const picture = reader.object('picture');
  picture?.require('content');
  const input = {
    signedBy: reader.text('signed_by'),
    signedAt: reader.text('signed_at'),
    picture: picture && {
      name: picture.text('name'),
      content: picture.text('content', fileBodyBytes),
    },
  };
  refuseInvalid(reader.issues);
  return input;
}
