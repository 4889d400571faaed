// Customs declarations in the database: the latest one for each booking, deleted with the booking.
import type { CustomsDeclarations } from '../../../application/ports.ts';
import type { CustomsDeclaration } from '../../../domain/bookings/customs-declaration.ts';
import type { Access } from '../access.ts';
import { first } from '../statements.ts';

export function customsDeclarationsOver({ read, write }: Access): CustomsDeclarations {
  return {
    save: (bookingId, declaration, nowMs) =>
      write(async (db) => {
        const given = { document: JSON.stringify(declaration), declared_at_ms: nowMs };
        await db
          .insertInto('customs_declarations')
          .values({ booking_id: bookingId, ...given })
          .onConflict((conflict) => conflict.column('booking_id').doUpdateSet(given))
          .execute();
      }),
    find: (bookingId) =>
      first(
        read
          .selectFrom('customs_declarations')
          .select('document')
          .where('booking_id', '=', bookingId),
        ({ document }): CustomsDeclaration => JSON.parse(document),
      ),
  };
}
