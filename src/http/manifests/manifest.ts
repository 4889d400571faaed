// Manifests in the operator's area: lodged manifests, and consignments waiting for one.
import { type Static, Type } from 'typebox';
import type { ListedManifest, WaitingAccount } from '../../application/manifests/kept-manifests.ts';
import type { LodgedManifests } from '../../application/manifests/lodge-manifest.ts';
import { homeZone } from '../../domain/time/home-clock.ts';
import { timestampWithColon } from '../../domain/time/timestamp.ts';
import { Owner, presentOwner } from '../members/owner.ts';
import { recordNumber } from '../server/values.ts';

export const ManifestsReply = Type.Object(
  {
    waiting: Type.Array(
      Type.Object({
        carrier: Type.String(),
        member: Owner,
        consignments: Type.Integer({
          description: 'Booked with the account and not on a manifest',
        }),
      }),
    ),
    lodged: Type.Array(
      Type.Object({
        id: Type.Integer(),
        carrier: Type.String(),
        member: Owner,
        manifest_id: Type.String({ description: 'The carrier’s number' }),
        lodged_at: Type.String(),
        consignments: Type.Integer(),
        has_document: Type.Boolean({
          description: 'false: it is requested from the carrier when it is opened',
        }),
      }),
      { description: 'The newest first, at most 200' },
    ),
  },
  { $id: 'Manifests' },
);

export const LodgeBody = Type.Object({
  carrier: Type.String(),
  member: Type.Optional(
    Type.Union([recordNumber(), Type.Null()], {
      description: 'The id of the member who owns the account; absent: the operator',
    }),
  ),
});

export const LodgedReply = Type.Object(
  {
    manifest_ids: Type.Array(Type.String(), {
      description: 'Several if the carrier takes one for each pickup address and day',
    }),
    consignments: Type.Integer(),
    left_out: Type.Array(Type.String(), {
      description: 'Consignment notes that the carrier does not know',
    }),
  },
  { $id: 'LodgedManifests' },
);

export function presentManifests(
  waiting: readonly WaitingAccount[],
  lodged: readonly ListedManifest[],
): Static<typeof ManifestsReply> {
  return {
    waiting: waiting.map(({ carrier, member, consignments }) => ({
      carrier,
      member: presentOwner(member),
      consignments,
    })),
    lodged: lodged.map((one) => ({
      id: one.id,
      carrier: one.carrier,
      member: presentOwner(one.member),
      manifest_id: one.manifestId,
      lodged_at: timestampWithColon(one.lodgedAtMs, homeZone),
      consignments: one.consignments,
      has_document: one.hasDocument,
    })),
  };
}

export function presentLodged(lodged: LodgedManifests): Static<typeof LodgedReply> {
  return {
    manifest_ids: [...lodged.manifestIds],
    consignments: lodged.consignments,
    left_out: lodged.unknown.map(({ connote }) => connote),
  };
}
