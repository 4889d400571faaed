// Bookings in the database: what is looked for in columns, the rest in one document.
import { type Kysely, sql } from 'kysely';
import type { Bookings } from '../../application/ports.ts';
import { type BookingStatus, bookingId } from '../../domain/bookings/booking.ts';
import { waitingStatuses } from '../../domain/orders/order.ts';
import type { Access } from './access.ts';
import { readBookingDetails, writeBookingDocument } from './booking-document.ts';
import {
  bookingFrom,
  plainBookings,
  plainFrom,
  wholeBookings,
  writeConfirmation,
} from './booking-rows.ts';
import { writeMarket } from './market-document.ts';
import { prepared } from './prepared.ts';
import type { QuoteSets } from './quote-sets.ts';
import type { Schema } from './schema.ts';

/** Without `sets` every booking keeps its answers to itself: a set's number must not be known before it is durable. */
export function bookingsOver({ dialect, read, list, write }: Access, sets?: QuoteSets): Bookings {
  return {
    add: async (booking) => {
      const place = sets?.placeOf(booking) ?? 'inside';
      // Written outside the transaction: others wait while one is under way.
      const marketText = typeof place === 'number' ? undefined : writeMarket(booking);
      const document = writeBookingDocument(booking, place === 'inside' ? marketText : undefined);
      const { memberId: owner = null, keyId: key = null, status, createdAtMs } = booking;
      const adding = write(async (db) => {
        const setId =
          place === 'new_set'
            ? idOf(await insertQuoteSet(db, [createdAtMs, marketText]))
            : place === 'inside'
              ? null
              : place;
        const row = [owner, key, status, createdAtMs, document, setId];
        return { id: idOf(await insertBooking(db, row)), setId };
      });
      if (place !== 'new_set') return bookingId((await adding).id);
      let stored: number | 'none' = 'none';
      try {
        const { id, setId } = await adding;
        stored = setId ?? 'none';
        return bookingId(id);
      } finally {
        sets?.remember(booking, stored);
      }
    },
    find: async (id, owner, quotedBy) => {
      const { rows } = await findOfMember(read, [id, owner]);
      return rows[0] === undefined ? undefined : bookingFrom(rows[0], quotedBy);
    },
    hold: async (id, owner) => {
      const row = await wholeBookings(read)
        .where('bookings.id', '=', id)
        .where('bookings.member_id', '=', owner)
        .$if(dialect.locksRows, (locking) => locking.forUpdate('bookings'))
        .executeTakeFirst();
      return row === undefined ? undefined : bookingFrom(row);
    },
    list: async ({ memberId: owner, sinceMs, text, shows, isAscending, limit, skip }) => {
      const direction = isAscending ? 'asc' : 'desc';
      const rows = await list((db) => {
        let query = wholeBookings(db)
          .where('bookings.member_id', '=', owner)
          .orderBy('bookings.created_at_ms', direction)
          .orderBy('bookings.id', direction)
          .limit(limit)
          .offset(skip);
        if (shows === 'quotes') query = query.where('bookings.status', '=', 'new');
        // As the index of what was booked says it: quotes by the million are not walked through.
        else if (shows !== undefined) query = query.where(sql<boolean>`bookings.status <> 'new'`);
        if (shows === 'attention') query = query.where('bookings.status', 'in', troubled);
        if (sinceMs !== undefined) query = query.where('bookings.created_at_ms', '>=', sinceMs);
        if (text !== undefined) {
          const isId = /^\d{1,15}$/.test(text);
          query = query.where(({ eb, or }) =>
            or([
              eb('bookings.connote', '=', text),
              isId ? eb('bookings.id', '=', Number(text)) : sql<boolean>`1 = 0`,
            ]),
          );
        }
        return query.execute();
      });
      return rows.map((row) => bookingFrom(row));
    },
    listByReceiver: async ({ memberId: owner, text, among, limit }) => {
      const rows = await list((db) => {
        const newest = plainBookings(db).innerJoin(
          db
            .selectFrom('bookings')
            .select('id')
            .where('member_id', '=', owner)
            .where(sql<boolean>`status <> 'new'`)
            .orderBy('created_at_ms', 'desc')
            .orderBy('id', 'desc')
            .limit(among)
            .as('newest'),
          'newest.id',
          'bookings.id',
        );
        // Addresses stand at the beginning; whose name it is, is looked at below. What is left out there is found on every
        // engine, in time that does not grow with how long the part is, which `like` would take.
        const addresses = sql`lower(substr(bookings.document, 1, ${addressesEnd}))`;
        const part = plainestPart(text);
        return part === ''
          ? newest.execute()
          : newest
              .where(sql<boolean>`replace(${addresses}, ${part}, '') <> ${addresses}`)
              .execute();
      });
      const wanted = text.toLowerCase();
      return rows
        .map((row) => plainFrom(row, readBookingDetails(row.document)))
        .filter(({ receiver: { name, companyName } }) =>
          [name, companyName].some((one) => one.toLowerCase().includes(wanted)),
        )
        .sort((one, other) => other.createdAtMs - one.createdAtMs || other.id - one.id)
        .slice(0, limit);
    },
    listPlain: async (ids, ofMember) => {
      if (ids.length === 0) return [];
      const rows = await plainBookings(read)
        .where('bookings.id', 'in', ids)
        .where('bookings.member_id', '=', ofMember)
        .execute();
      return rows.map((row) => plainFrom(row, readBookingDetails(row.document)));
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
    removeUnpaid: (id, owner) =>
      write(async (db) => {
        const { numDeletedRows } = await db
          .deleteFrom('bookings')
          .where('id', '=', id)
          .where('member_id', '=', owner)
          .where('status', '=', 'new')
          .executeTakeFirst();
        return numDeletedRows > 0n;
      }),
    findAnyones: async (id) => {
      const row = await wholeBookings(read).where('bookings.id', '=', id).executeTakeFirst();
      return row === undefined ? undefined : bookingFrom(row);
    },
    purgeUnpaid: (afterId, beforeMs, { looks, deletes }) =>
      write(async (db) => {
        // By the primary key, from the oldest on: no index on age has to be paid for with every quote. And only what
        // stands before the document in a row: what is kept is passed over without its large part being read.
        const looked = await db
          .selectFrom('bookings')
          .select(['id', 'status', 'created_at_ms'])
          .where('id', '>', bookingId(afterId))
          .orderBy('id')
          .limit(looks)
          .execute();
        const old = looked.filter(
          ({ status, created_at_ms }) => status === 'new' && created_at_ms < beforeMs,
        );
        const ids = old.slice(0, deletes).map(({ id }) => id);
        const purged = ids.length === 0 ? 0 : await deleteOld(db, ids);
        const last = looked.at(-1);
        const left = old.length > deletes ? ids.at(-1) : undefined;
        const isOver =
          last === undefined || looked.length < looks || last.created_at_ms >= beforeMs;
        const reached = looked.findLast(({ created_at_ms }) => created_at_ms < beforeMs);
        return {
          purged,
          nextId: left ?? (isOver ? undefined : last.id),
          reachedId: left ?? reached?.id ?? afterId,
        };
      }),
    purgeUnusedSets: (afterId, beforeMs, limit) =>
      write(async (db) => {
        const looked = await db
          .selectFrom('quote_sets')
          .select('id')
          .where('id', '>', afterId)
          .where('created_at_ms', '<', beforeMs)
          .orderBy('id')
          .limit(limit)
          .execute();
        const purged = await deleteUnusedSets(
          db,
          looked.map(({ id }) => id),
        );
        return { purged, nextId: looked.length < limit ? undefined : looked.at(-1)?.id };
      }),
    listTroubled: async (limit) => {
      const rows = await list((db) =>
        plainBookings(db)
          .where(
            'bookings.status',
            'in',
            // Written out, as the index says it.
            troubled.map((status) => sql.lit(status)),
          )
          .orderBy('bookings.created_at_ms')
          .orderBy('bookings.id')
          .limit(limit)
          .execute(),
      );
      return rows.map((row) => plainFrom(row, readBookingDetails(row.document)));
    },
    listNewest: async (limit) => {
      const rows = await list((db) =>
        plainBookings(db).orderBy('bookings.id', 'desc').limit(limit).execute(),
      );
      return rows.map((row) => plainFrom(row, readBookingDetails(row.document)));
    },
    listAnyones: async (ids) => {
      if (ids.length === 0) return [];
      const rows = await list((db) => plainBookings(db).where('bookings.id', 'in', ids).execute());
      return rows.map((row) => plainFrom(row, readBookingDetails(row.document)));
    },
    isConnoteTaken: async (connote) => {
      const row = await read
        .selectFrom('bookings')
        .select('id')
        .where('connote', '=', connote)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
    confirm: (id, expectedVersion, { status, confirmation, facts, connote, confirmedAtMs }) =>
      write(async (db) => {
        const { changed } = await confirmNew(db, [
          status,
          confirmation.carrier,
          confirmation.costCents,
          writeConfirmation(confirmation),
          connote ?? null,
          confirmedAtMs ?? null,
          facts.fromRegion,
          facts.toRegion,
          facts.quotedGrams,
          confirmation.funding === 'demo' ? 1 : 0,
          id,
          'new',
          expectedVersion,
        ]);
        return changed > 0;
      }),
    settle: (id, { from, to, connote, confirmedAtMs }) =>
      write(async (db) => {
        const settled = await db
          .updateTable('bookings')
          .set({
            status: to,
            ...(connote === undefined ? {} : { connote }),
            ...(confirmedAtMs === undefined ? {} : { confirmed_at_ms: confirmedAtMs }),
          })
          .where('id', '=', id)
          .where('status', '=', from)
          .executeTakeFirst();
        return settled.numUpdatedRows > 0n;
      }),
    adjust: (id, { from, fromCents, additionalCents, scannedGrams }) =>
      write(async (db) => {
        const adjusted = await db
          .updateTable('bookings')
          .set({
            additional_cents: additionalCents,
            ...(scannedGrams === undefined ? {} : { scanned_grams: scannedGrams }),
          })
          .where('id', '=', id)
          .where('status', '=', from)
          .where('additional_cents', '=', fromCents)
          .executeTakeFirst();
        return adjusted.numUpdatedRows > 0n;
      }),
    reopen: (id, from) =>
      write(async (db) => {
        const reopened = await db
          .updateTable('bookings')
          .set({ status: 'new', carrier: null, cost_cents: null, confirmation: null })
          .where('id', '=', id)
          .where('status', '=', from)
          .executeTakeFirst();
        return reopened.numUpdatedRows > 0n;
      }),
  };
}

const findOfMember = prepared((db) =>
  wholeBookings(db).where('bookings.id', '=', 0).where('bookings.member_id', '=', 0),
);

/** Documents begin with the two addresses, which end long before this many characters. */
const addressesEnd = 8_000;

/** As it stands in any document, whatever its case: engines fold a to z alike, and JSON leaves these as they are. */
function plainestPart(text: string): string {
  const parts = text.toLowerCase().match(/[ !#-[\]-~]+/g) ?? [];
  return parts.reduce((longest, part) => (part.length > longest.length ? part : longest), '');
}

/** Where somebody has to look, or soon may have to. */
const troubled: readonly BookingStatus[] = [
  'pending_payment',
  'pending_review',
  'request_sent',
  'request_failed',
];

async function deleteOld(db: Kysely<Schema>, ids: readonly number[]): Promise<number> {
  const removed = await db
    .deleteFrom('bookings')
    .where('id', 'in', ids)
    .where('status', '=', 'new')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payments').select('id').whereRef('payments.booking_id', '=', 'bookings.id'),
        ),
      ),
    )
    // A shop's order that waits to be booked keeps its booking, however long it waits.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('orders')
            .select('id')
            .whereRef('orders.booking_id', '=', 'bookings.id')
            .where('orders.status', 'in', waitingStatuses),
        ),
      ),
    )
    .returning('quote_set_id')
    .execute();
  const sets = [...new Set(removed.flatMap(({ quote_set_id: id }) => (id === null ? [] : [id])))];
  await deleteUnusedSets(db, sets);
  return removed.length;
}

async function deleteUnusedSets(db: Kysely<Schema>, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0;
  const { numDeletedRows } = await db
    .deleteFrom('quote_sets')
    .where('id', 'in', ids)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(selectFrom('bookings').select('id').whereRef('quote_set_id', '=', 'quote_sets.id')),
      ),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

const confirmNew = prepared((db) =>
  db
    .updateTable('bookings')
    .set({
      status: '',
      carrier: '',
      cost_cents: 0,
      confirmation: '',
      connote: '',
      confirmed_at_ms: 0,
      from_region: '',
      to_region: '',
      quoted_grams: 0,
      is_demo: 0,
    })
    .where('id', '=', 0)
    .where('status', '=', '')
    .where('version', '=', 0),
);

const insertBooking = prepared((db) =>
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
    .returning('id'),
);

const insertQuoteSet = prepared((db) =>
  db.insertInto('quote_sets').values({ created_at_ms: 0, document: '' }).returning('id'),
);

function idOf({ rows: [added] }: { rows: { id: number }[] }): number {
  if (added === undefined) throw new Error('an inserted row gave no id');
  return added.id;
}
