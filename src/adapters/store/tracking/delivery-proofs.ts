// Proofs of delivery in the database, for each booking one that the operator entered and one that its carrier reported.
import type { DeliveryProofs } from '../../../application/ports.ts';
import type { Access } from '../access.ts';
import { hasChanged, run } from '../statements.ts';
import { fileFrom, fileRow } from '../uploaded-files.ts';

export function deliveryProofsOver({ read, write }: Access): DeliveryProofs {
  return {
    save: (bookingId, { signedBy, signedAtMs, picture }, by, nowMs) => {
      const file = picture && fileRow(picture);
      const given = {
        signed_by: signedBy,
        signed_at_ms: signedAtMs ?? null,
        entered_by: by,
        entered_at_ms: nowMs,
        ...(file === undefined
          ? {}
          : { picture_name: file.name, picture_type: file.media_type, picture: file.body }),
      };
      return write(async (db) => {
        await db
          .insertInto('delivery_proofs')
          .values({
            booking_id: bookingId,
            picture_name: null,
            picture_type: null,
            picture: null,
            ...given,
          })
          .onConflict((conflict) => conflict.column('booking_id').doUpdateSet(given))
          .execute();
      });
    },
    find: async (bookingId) => {
      const entered = await read
        .selectFrom('delivery_proofs')
        .select(['signed_by', 'signed_at_ms', 'picture_name'])
        .where('booking_id', '=', bookingId)
        .executeTakeFirst();
      const reported = await read
        .selectFrom('carrier_proofs')
        .select(['signed_by', 'signed_at_ms', 'url'])
        .where('booking_id', '=', bookingId)
        .executeTakeFirst();
      const proof = entered ?? reported;
      if (proof === undefined) return undefined;
      // Without a name of its own, an entered picture stands beside the carrier's name.
      const signature = entered?.signed_by === '' ? (reported ?? proof) : proof;
      return {
        signedBy: signature.signed_by,
        signedAtMs: signature.signed_at_ms ?? undefined,
        hasPicture: (entered?.picture_name ?? null) !== null,
        isEntered: entered !== undefined,
        ...(reported === undefined || reported.url === '' ? {} : { url: reported.url }),
      };
    },
    findPicture: async (bookingId) => {
      const row = await read
        .selectFrom('delivery_proofs')
        .select(['picture_name', 'picture_type', 'picture'])
        .where('booking_id', '=', bookingId)
        .executeTakeFirst();
      const { picture_name: name, picture_type: type, picture: body } = row ?? {};
      return name && type && body ? fileFrom({ name, media_type: type, body }) : undefined;
    },
    remove: (bookingId) =>
      hasChanged(write, (db) =>
        db.deleteFrom('delivery_proofs').where('booking_id', '=', bookingId),
      ),
    forgetReport: (bookingId) =>
      run(write, (db) => db.deleteFrom('carrier_proofs').where('booking_id', '=', bookingId)),
    report: (bookingId, { signedBy, signedAtMs, url }) =>
      run(write, (db) =>
        db
          .insertInto('carrier_proofs')
          .values({
            booking_id: bookingId,
            signed_by: signedBy,
            signed_at_ms: signedAtMs ?? null,
            url,
          })
          .onConflict((conflict) =>
            conflict.column('booking_id').doUpdateSet({
              ...(signedBy === '' ? {} : { signed_by: signedBy, signed_at_ms: signedAtMs ?? null }),
              ...(url === '' ? {} : { url }),
            }),
          ),
      ),
  };
}
