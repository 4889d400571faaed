// Bookings in the database: searchable fields in columns, the rest in one document.
import type { Kysely } from 'kysely';
import type { Bookings } from '../../../application/ports.ts';
import { type BookingId, bookingId } from '../../../domain/bookings/booking.ts';
import type { BookingFacts } from '../../../domain/bookings/booking-facts.ts';
import { searchedParts } from '../../../domain/bookings/booking-words.ts';
import { isDemoConfirmation } from '../../../domain/bookings/confirmation.ts';
import type { Access } from '../access.ts';
import { prepared } from '../engine/prepared.ts';
import type { QuoteSets } from '../quotes/quote-sets.ts';
import { writeMarket } from '../quotes/stored-market.ts';
import type { Schema } from '../schema.ts';
import { first, hasChanged, run } from '../statements.ts';
import { writeBookingDocument } from './booking-document.ts';
import { bookingFiltersOver } from './booking-filters.ts';
import { bookingListsOver } from './booking-lists.ts';
import { bookingPurgeOver } from './booking-purge.ts';
import { bookingFrom, wholeBookings, writeConfirmation } from './booking-rows.ts';

/**
 * Without `sets`, as inside a transaction, every booking contains its own market: a set's id must not be used before
 * the set is durable.
 */
export function bookingsOver(access: Access, sets?: QuoteSets): Bookings {
  const { dialect, read, write } = access;
  return {
    ...bookingListsOver(access),
    ...bookingFiltersOver(access),
    ...bookingPurgeOver(access),
    add: async (booking) => {
      // Serialised before the transaction begins, because other writers wait while it is open.
      const place = sets?.placeOf(booking) ?? { in: 'booking', text: writeMarket(booking) };
      const document = writeBookingDocument(
        booking,
        place.in === 'booking' ? place.text : undefined,
      );
      const { memberId: owner = null, keyId: key = null, status, createdAtMs } = booking;
      const adding = write(async (db) => {
        const setId =
          place.in === 'new_set'
            ? idOf(await insertQuoteSet(db, [createdAtMs, place.text]))
            : place.in === 'set'
              ? place.id
              : null;
        const row = [owner, key, status, createdAtMs, document, setId];
        return { id: idOf(await insertBooking(db, row)), setId };
      });
      if (place.in !== 'new_set') return bookingId((await adding).id);
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
    lock: (id, owner) =>
      first(
        wholeBookings(read)
          .where('bookings.id', '=', id)
          .where('bookings.member_id', '=', owner)
          .$if(dialect.locksRows, (locking) => locking.forUpdate('bookings')),
        bookingFrom,
      ),
    lockAll: async (ids) => {
      if (!dialect.locksRows) return;
      // In the same order everywhere, so that two such transactions cannot deadlock.
      await read
        .selectFrom('bookings')
        .select('id')
        .where('id', 'in', ids)
        .orderBy('id')
        .forUpdate()
        .execute();
    },
    replace: ({ id, version: _version, ...booking }, expectedVersion) => {
      const { memberId: owner } = booking;
      // An anonymous quote cannot be changed.
      if (owner === undefined) return Promise.resolve(false);
      // A changed booking contains its own market, because no other booking is likely to share it.
      const document = writeBookingDocument(booking, writeMarket(booking));
      return hasChanged(write, (db) =>
        db
          .updateTable('bookings')
          .set({ document, quote_set_id: null, version: expectedVersion + 1 })
          .where('id', '=', id)
          .where('member_id', '=', owner)
          .where('version', '=', expectedVersion)
          .where('status', '=', 'new'),
      );
    },
    removeUnpaid: (id, owner) =>
      hasChanged(write, (db) =>
        db
          .deleteFrom('bookings')
          .where('id', '=', id)
          .where('member_id', '=', owner)
          .where('status', '=', 'new'),
      ),
    findForAnyMember: (id) => first(wholeBookings(read).where('bookings.id', '=', id), bookingFrom),
    isConnoteTaken: async (connote) => {
      const row = await read
        .selectFrom('bookings')
        .select('connote')
        .where('connote', '=', connote)
        .unionAll(
          read.selectFrom('retired_connotes').select('connote').where('connote', '=', connote),
        )
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
    retireConnote: (connote) =>
      run(write, (db) =>
        db
          .insertInto('retired_connotes')
          .values({ connote })
          .onConflict((conflict) => conflict.column('connote').doNothing()),
      ),
    confirm: (id, expectedVersion, { status, confirmation, facts, connote, confirmedAtMs }) =>
      write(async (db) => {
        const { changed } = await confirmNew(db, [
          status,
          confirmation.carrier,
          confirmation.costCents,
          confirmation.carrierCents ?? null,
          writeConfirmation(confirmation),
          connote ?? null,
          confirmedAtMs ?? null,
          facts.fromRegion,
          facts.toRegion,
          facts.quotedGrams,
          isDemoConfirmation(confirmation) ? 1 : 0,
          confirmation.isOwnAccount === true ? 1 : 0,
          confirmation.warrantyCents ?? 0,
          id,
          'new',
          expectedVersion,
        ]);
        if (changed > 0) await addWords(db, id, facts);
        return changed > 0;
      }),
    settle: (id, { from, to, connote, confirmedAtMs, confirmation }) =>
      hasChanged(write, (db) =>
        db
          .updateTable('bookings')
          .set({
            status: to,
            ...(connote === undefined ? {} : { connote }),
            ...(confirmedAtMs === undefined ? {} : { confirmed_at_ms: confirmedAtMs }),
            ...(confirmation === undefined
              ? {}
              : { confirmation: writeConfirmation(confirmation) }),
          })
          .where('id', '=', id)
          .where('status', '=', from),
      ),
    adjust: (id, { from, fromCents, additionalCents, scannedGrams }) =>
      hasChanged(write, (db) =>
        db
          .updateTable('bookings')
          .set({
            additional_cents: additionalCents,
            ...(scannedGrams === undefined ? {} : { scanned_grams: scannedGrams }),
          })
          .where('id', '=', id)
          .where('status', '=', from)
          .where('additional_cents', '=', fromCents),
      ),
    reopen: (id, from) =>
      hasChanged(write, (db) =>
        db
          .updateTable('bookings')
          .set((row) => ({
            status: 'new',
            carrier: null,
            cost_cents: null,
            carrier_cents: null,
            confirmation: null,
            version: row('version', '+', 1),
          }))
          .where('id', '=', id)
          .where('status', '=', from),
      ),
  };
}

/** A booking that is confirmed a second time keeps its words: a search compares them with the booking. */
async function addWords(
  db: Kysely<Schema>,
  id: BookingId,
  { memberId, words }: BookingFacts,
): Promise<void> {
  // An anonymous quote is never confirmed.
  if (memberId === undefined) return;
  const rows = searchedParts.flatMap((party) =>
    words[party].map((word) => ({ member_id: memberId, word, booking_id: id, party })),
  );
  if (rows.length === 0) return;
  await db
    .insertInto('booking_words')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const findOfMember = prepared((db) =>
  wholeBookings(db).where('bookings.id', '=', 0).where('bookings.member_id', '=', 0),
);

const confirmNew = prepared((db) =>
  db
    .updateTable('bookings')
    .set({
      status: '',
      carrier: '',
      cost_cents: 0,
      carrier_cents: 0,
      confirmation: '',
      connote: '',
      confirmed_at_ms: 0,
      from_region: '',
      to_region: '',
      quoted_grams: 0,
      is_demo: 0,
      is_billed_by_carrier: 0,
      warranty_cents: 0,
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
