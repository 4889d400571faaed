// Links to quotes in the database; they are deleted with their booking.
import type { QuoteLink, QuoteLinks } from '../../../application/ports.ts';
import { bookingId } from '../../../domain/bookings/booking.ts';
import { memberId } from '../../../domain/members/member.ts';
import type { Access } from '../access.ts';
import { first, run } from '../statements.ts';

export function quoteLinksOver({ read, write }: Access): QuoteLinks {
  return {
    add: (link) =>
      run(write, (db) =>
        db.insertInto('quote_links').values({
          digest: link.digest,
          booking_id: link.bookingId,
          member_id: link.memberId,
          version: link.version,
          choice: JSON.stringify(link.input),
          expires_at_ms: link.expiresAtMs,
        }),
      ),
    find: (digest) =>
      first(
        read.selectFrom('quote_links').selectAll().where('digest', '=', digest),
        (row): QuoteLink => ({
          digest: row.digest,
          bookingId: bookingId(row.booking_id),
          memberId: memberId(row.member_id),
          version: row.version,
          input: JSON.parse(row.choice) as QuoteLink['input'],
          expiresAtMs: row.expires_at_ms,
        }),
      ),
    remove: (id) => run(write, (db) => db.deleteFrom('quote_links').where('booking_id', '=', id)),
  };
}
