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
import { writeMarket } from './market-document.ts';
import type { QuoteSets } from './quote-sets.ts';
import type { Schema } from './schema.ts';

/** Without `sets` every booking keeps its answers to itself: a set's number must not be known before it is durable. */
export function bookingsOver({ read, write }: Access, sets?: QuoteSets): Bookings {
  return {
    add: async (booking) => {
      const place = sets?.placeOf(booking) ?? 'inside';
      // Written outside the transaction: others wait while one is under way.
      const marketText = typeof place === 'number' ? undefined : writeMarket(booking);
      const document = writeBookingDocument(booking, place === 'inside' ? marketText : undefined);
      const { memberId: owner = null, keyId: key = null, status, createdAtMs } = booking;
      const added = await write(async (db) => {
        const setId =
          place === 'new_set'
            ? await insert(db, quoteSetInsertion, [createdAtMs, marketText])
            : place === 'inside'
              ? null
              : place;
        const parameters = [owner, key, status, createdAtMs, document, setId];
        return { id: await insert(db, bookingInsertion, parameters), setId };
      });
      if (place === 'new_set' && added.setId !== null) sets?.remember(booking, added.setId);
      return bookingId(added.id);
    },
    find: async (id, ofMember) => {
      const row = await bookingsWithSets(read)
        .where('bookings.id', '=', id)
        .where('member_id', '=', ofMember)
        .executeTakeFirst();
      return row === undefined ? undefined : bookingFrom(row);
    },
    list: async ({ memberId: ofMember, sinceMs, text, isAscending, limit, skip }) => {
      const direction = isAscending ? 'asc' : 'desc';
      let query = bookingsWithSets(read)
        .where('member_id', '=', ofMember)
        .orderBy('bookings.created_at_ms', direction)
        .orderBy('bookings.id', direction)
        .limit(limit)
        .offset(skip);
      if (sinceMs !== undefined) query = query.where('bookings.created_at_ms', '>=', sinceMs);
      if (text !== undefined) {
        const isId = /^\d{1,15}$/.test(text);
        query = query.where(({ eb, or }) =>
          or([
            eb('connote', '=', text),
            isId ? eb('bookings.id', '=', Number(text)) : sql<boolean>`1 = 0`,
          ]),
        );
      }
      return (await query.execute()).map(bookingFrom);
    },
    replace: ({ id, version: _version, ...booking }, expectedVersion) => {
      const { memberId: owner } = booking;
      // Nobody's booking is nobody's to change.
      if (owner === undefined) return Promise.resolve(false);
      // A changed booking's answers are its own: nobody else has asked for the same.
      const document = writeBookingDocument(booking, writeMarket(booking));
      return write(async (db) => {
        const { numUpdatedRows } = await db
          .updateTable('bookings')
          .set({ document, quote_set_id: null, version: expectedVersion + 1 })
          .where('id', '=', id)
          .where('member_id', '=', owner)
          .where('version', '=', expectedVersion)
          .where('status', '=', 'new')
          .executeTakeFirst();
        return numUpdatedRows > 0n;
      });
    },
    removeUnpaid: (id, ofMember) =>
      write(async (db) => {
        const { numDeletedRows } = await db
          .deleteFrom('bookings')
          .where('id', '=', id)
          .where('member_id', '=', ofMember)
          .where('status', '=', 'new')
          .executeTakeFirst();
        return numDeletedRows > 0n;
      }),
  };
}

function bookingsWithSets(db: Kysely<Schema>) {
  return db
    .selectFrom('bookings')
    .leftJoin('quote_sets', 'quote_sets.id', 'bookings.quote_set_id')
    .selectAll('bookings')
    .select('quote_sets.document as market');
}

/** The inserts of every quote, built once for each database: building one costs as much as running it. */
type Insertion = {
  build(db: Kysely<Schema>): CompiledQuery;
  built: WeakMap<object, CompiledQuery>;
};

const bookingInsertion: Insertion = {
  build: (db) =>
    db
      .insertInto('bookings')
      .values({
        member_id: 0,
        key_id: 0,
        status: '',
        created_at_ms: 0,
        document: '',
        quote_set_id: 0,
      })
      .returning('id')
      .compile(),
  built: new WeakMap(),
};

const quoteSetInsertion: Insertion = {
  build: (db) =>
    db
      .insertInto('quote_sets')
      .values({ created_at_ms: 0, document: '' })
      .returning('id')
      .compile(),
  built: new WeakMap(),
};

async function insert(
  db: Kysely<Schema>,
  { build, built }: Insertion,
  parameters: readonly unknown[],
): Promise<number> {
  const executor = db.getExecutor();
  let query = built.get(executor);
  if (query === undefined) {
    query = build(db);
    built.set(executor, query);
  }
  const { rows } = await db.executeQuery<{ id: number }>({ ...query, parameters });
  const [added] = rows;
  if (added === undefined) throw new Error('an inserted row gave no id');
  return added.id;
}

function bookingFrom(row: Selectable<Schema['bookings']> & { market: string | null }): Booking {
  const {
    usesCache = true,
    lastLine,
    quotedAtMs = row.created_at_ms,
    pricedBy,
    ...document
  } = readBookingDocument(row.document, row.market);
  return {
    id: bookingId(row.id),
    memberId: row.member_id === null ? undefined : memberId(row.member_id),
    keyId: row.key_id === null ? undefined : keyId(row.key_id),
    version: row.version,
    status: statusFrom(row.status),
    createdAtMs: row.created_at_ms,
    ...document,
    usesCache,
    lastLine: lastLine ?? Math.max(...document.items.map(({ line }) => line)),
    quotedAtMs,
    pricedBy,
  };
}

function statusFrom(text: string): BookingStatus {
  const status = bookingStatuses.find((one) => one === text);
  if (status === undefined) throw new Error(`a booking has the unknown status ${text}`);
  return status;
}
