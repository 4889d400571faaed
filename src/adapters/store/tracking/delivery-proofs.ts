// Proofs of delivery in the database, one for each booking.
import type { DeliveryProofs } from '../../../application/ports.ts';
import type { Access } from '../access.ts';
import { first, hasChanged } from '../statements.ts';
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
    find: (bookingId) =>
      first(
        read
          .selectFrom('delivery_proofs')
          .select(['signed_by', 'signed_at_ms', 'picture_name'])
          .where('booking_id', '=', bookingId),
        (row) => ({
          signedBy: row.signed_by,
          signedAtMs: row.signed_at_ms ?? undefined,
          hasPicture: row.picture_name !== null,
        }),
      ),
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
  };
}
