// Bookings in the database: what is looked for in columns, the rest in one document.
import { type CompiledQuery, type Kysely, type Selectable, sql } from 'kysely';
import type { Bookings } from '../../application/ports.ts';
import { keyId } from '../../domain/accounts/api-key.ts';
import { memberId } from '../../domain/accounts/member.ts';
import {
  type Booking,
  type BookingStatus,
  bookingId,
  bookingStatuses,
} from '../../domain/bookings/booking.ts';
import type { Access } from './access.ts';
import { readBookingDocument, writeBookingDocument } from './booking-document.ts';
import type { Schema } from './schema.ts';

export function bookingsOver({ read, write }: Access): Bookings {
  return {
    add: (booking) => {
      // Written outside the transaction: others wait while one is under way.
      const document = writeBookingDocument(booking);
      const { memberId: owner = null, keyId: key = null, status, createdAtMs } = booking;
      return write(async (db) => {
        const { rows } = await db.executeQuery<{ id: number }>({
          ...insertBooking(db),
          parameters: [owner, key, status, createdAtMs, document],
        });
        const [added] = rows;
        if (added === undefined) throw new Error('an inserted booking gave no id');
        return bookingId(added.id);
      });
    },
    find: async (id, ofMember) => {
      const row = await read
        .selectFrom('bookings')
        .selectAll()
        .where('id', '=', id)
        .where('member_id', '=', ofMember)
        .executeTakeFirst();
      return row === undefined ? undefined : bookingFrom(row);
    },
    list: async ({ memberId: ofMember, sinceMs, text, isAscending, limit, skip }) => {
      const direction = isAscending ? 'asc' : 'desc';
      let query = read
        .selectFrom('bookings')
        .selectAll()
        .where('member_id', '=', ofMember)
        .orderBy('created_at_ms', direction)
        .orderBy('id', direction)
        .limit(limit)
        .offset(skip);
      if (sinceMs !== undefined) query = query.where('created_at_ms', '>=', sinceMs);
      if (text !== undefined) {
        const isId = /^\d{1,15}$/.test(text);
        query = query.where(({ eb, or }) =>
          or([eb('connote', '=', text), isId ? eb('id', '=', Number(text)) : sql<boolean>`1 = 0`]),
        );
      }
      return (await query.execute()).map(bookingFrom);
    },
  };
}

/** The insert of every quote, built once for each database: building it costs as much as running it. */
const insertions = new WeakMap<object, CompiledQuery>();

function insertBooking(db: Kysely<Schema>): CompiledQuery {
  const executor = db.getExecutor();
  let insertion = insertions.get(executor);
  if (insertion === undefined) {
    insertion = db
      .insertInto('bookings')
      .values({ member_id: 0, key_id: 0, status: '', created_at_ms: 0, document: '' })
      .returning('id')
      .compile();
    insertions.set(executor, insertion);
  }
  return insertion;
}

function bookingFrom(row: Selectable<Schema['bookings']>): Booking {
  return {
    id: bookingId(row.id),
    memberId: row.member_id === null ? undefined : memberId(row.member_id),
    keyId: row.key_id === null ? undefined : keyId(row.key_id),
    status: statusFrom(row.status),
    createdAtMs: row.created_at_ms,
    ...readBookingDocument(row.document),
  };
}

function statusFrom(text: string): BookingStatus {
  const status = bookingStatuses.find((one) => one === text);
  if (status === undefined) throw new Error(`a booking has the unknown status ${text}`);
  return status;
}
