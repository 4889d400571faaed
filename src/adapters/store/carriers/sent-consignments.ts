// Consignments sent to carriers. A row is inserted before the carrier is called and says `sending` until the answer
// is stored. The insert is the lock: only one process can insert a reference, so no reference is sent twice.
import { type Kysely, type Selectable, sql } from 'kysely';
import type {
  CarrierAccountOf,
  LabelFormat,
  PaymentLease,
  SentConsignment,
  SentConsignments,
} from '../../../application/ports.ts';
import { type BookingStatus, bookingId } from '../../../domain/bookings/booking.ts';
import { isConsignmentOf } from '../../../domain/bookings/booking-status.ts';
import { memberId } from '../../../domain/members/member.ts';
import type { Access } from '../access.ts';
import { readConfirmation } from '../bookings/booking-rows.ts';
import type { Dialect } from '../engine/dialect.ts';
import type { Schema } from '../schema.ts';
import { all, first, hasChanged, run } from '../statements.ts';

export function sentConsignmentsOver({ dialect, read, write }: Access): SentConsignments {
  const rows = () => read.selectFrom('sent_consignments').selectAll();
  const find = (reference: string) =>
    first(rows().where('reference', '=', reference), consignmentOf);
  const sentWith = ({ carrier, memberId: owner }: CarrierAccountOf) => {
    const query = rows().where('carrier', '=', carrier);
    return owner === undefined
      ? query.where('account_member_id', 'is', null)
      : query.where('account_member_id', '=', owner);
  };
  const move = (
    reference: string,
    from: readonly SentConsignment['state'][],
    to: SentConsignment['state'],
  ): Promise<void> =>
    run(write, (db) =>
      db
        .updateTable('sent_consignments')
        .set({ state: to })
        .where('reference', '=', reference)
        .where('state', 'in', [...from]),
    );
  return {
    find,
    open: async ({
      reference,
      carrier,
      stringId,
      bookingId: ofBooking,
      memberId: owner,
      ...sent
    }) => {
      const { nowMs, lease } = sent;
      for (;;) {
        const opened = await write(async (db) => {
          // In one transaction: a process that takes over the payment's lease either waits for this row, or has already
          // taken the lease, which the check notices.
          if (lease !== undefined && !(await hasLease(db, dialect, lease))) return 'lease_lost';
          const inserted = await db
            .insertInto('sent_consignments')
            .values({
              ...newRow,
              reference,
              carrier,
              string_id: stringId,
              booking_id: ofBooking,
              state: 'sending',
              sent_at_ms: nowMs,
              account_member_id: owner ?? null,
            })
            .onConflict((conflict) => conflict.column('reference').doNothing())
            .returning('reference')
            .executeTakeFirst();
          return inserted === undefined ? 'theirs' : 'ours';
        });
        if (opened !== 'theirs') return opened;
        const theirs = await find(reference);
        // The row was deleted meanwhile because nothing was sent. Try the insert again: only the owner of a row may
        // send.
        if (theirs !== undefined) return theirs;
      }
    },
    findByConnote: (account, connote) =>
      first(sentWith(account).where('connote', '=', connote), consignmentOf),
    settle: (reference, { state, detail, connote, carrierId, pieces, sentAtMs, ...price }) =>
      write(async (db) => {
        const { priceCents: booked, quotedCents: quoted } = price;
        const differs = booked !== undefined && quoted !== undefined && booked !== quoted;
        const settled = await db
          .updateTable('sent_consignments')
          .set({
            state,
            detail,
            connote,
            carrier_id: carrierId,
            pieces: JSON.stringify(pieces),
            quoted_cents: quoted ?? null,
            booked_cents: booked ?? null,
            price_note: differs ? 'differs' : '',
          })
          .where('reference', '=', reference)
          .where('state', '=', 'sending')
          .$if(sentAtMs !== undefined, (one) => one.where('sent_at_ms', '=', sentAtMs ?? 0))
          .returning(['carrier', 'booking_id'])
          .executeTakeFirst();
        if (settled === undefined) return false;
        // While this attempt waited for its answer, a late answer recorded the same consignment as an orphan.
        if (connote !== '')
          await db
            .deleteFrom('sent_consignments')
            .where('carrier', '=', settled.carrier)
            .where('connote', '=', connote)
            .where('reference', '!=', reference)
            .where('booking_id', '=', settled.booking_id)
            .where('state', '=', 'orphaned')
            .execute();
        return true;
      }),
    keepLate: (late) =>
      write(async (db) => {
        // Lock the booking, so that a process about to abandon it finds the rows written here.
        const booking = await db
          .selectFrom('bookings')
          .select(['status', 'connote', 'confirmation'])
          .where('id', '=', late.bookingId)
          .$if(dialect.locksRows, (locking) => locking.forNoKeyUpdate())
          .executeTakeFirst();
        const isPaidFor =
          booking !== undefined &&
          isConsignmentOf(
            {
              status: booking.status as BookingStatus,
              reference: readConfirmation(booking.confirmation).reference,
              connote: booking.connote ?? undefined,
            },
            late,
          );
        const known = await db
          .selectFrom('sent_consignments')
          .select('state')
          .where('carrier', '=', late.carrier)
          .where('connote', '=', late.connote)
          .where('booking_id', '=', late.bookingId)
          .executeTakeFirst();
        if (known !== undefined) return known.state as SentConsignment['state'];
        for (let nth = 1; ; nth += 1) {
          const state: SentConsignment['state'] = isPaidFor && nth === 1 ? 'booked' : 'orphaned';
          const added = await db
            .insertInto('sent_consignments')
            .values({
              ...newRow,
              reference: nth === 1 ? late.reference : `${late.reference}.${nth}`,
              carrier: late.carrier,
              string_id: late.stringId,
              booking_id: late.bookingId,
              state,
              connote: late.connote,
              carrier_id: late.carrierId,
              pieces: JSON.stringify(late.pieces),
              sent_at_ms: late.sentAtMs,
              account_member_id: late.memberId ?? null,
            })
            .onConflict((conflict) => conflict.column('reference').doNothing())
            .returning('reference')
            .executeTakeFirst();
          if (added !== undefined) return state;
        }
      }),
    forget: (reference, sentAtMs) =>
      run(write, (db) =>
        db
          .deleteFrom('sent_consignments')
          .where('reference', '=', reference)
          .where('sent_at_ms', '=', sentAtMs)
          .where('state', '=', 'sending'),
      ),
    markCancelling: (reference) => move(reference, ['booked'], 'cancelling'),
    keepAfterAll: (reference) => move(reference, ['cancelling'], 'booked'),
    markCancelled: (reference) => move(reference, ['booked', 'cancelling'], 'cancelled'),
    markOrphaned: (reference, connote) =>
      write(async (db) => {
        let given = db
          .updateTable('sent_consignments')
          .set({ state: 'orphaned' satisfies SentConsignment['state'] })
          .where('reference', '=', reference)
          .where('state', '=', 'booked');
        // Another attempt may have sent a consignment under the same reference that is paid for.
        if (connote !== undefined) given = given.where('connote', '=', connote);
        await given.execute();
      }),
    closeOrphan: (reference, detail) =>
      run(write, (db) =>
        db
          .updateTable('sent_consignments')
          .set({ state: 'cancelled' satisfies SentConsignment['state'], detail })
          .where('reference', '=', reference)
          .where('state', '=', 'orphaned'),
      ),
    listOrphaned: (limit) =>
      all(
        rows()
          .where('state', '=', sql.lit('orphaned'))
          .orderBy('sent_at_ms')
          .orderBy('reference')
          .limit(limit),
        consignmentOf,
      ),
    listOtherPrice: (limit) =>
      all(
        rows()
          .where('price_note', '=', sql.lit('differs'))
          .orderBy('sent_at_ms')
          .orderBy('reference')
          .limit(limit),
        consignmentOf,
      ),
    markPriceSeen: (reference) =>
      hasChanged(write, (db) =>
        db
          .updateTable('sent_consignments')
          .set({ price_note: 'seen' })
          .where('reference', '=', reference)
          .where('price_note', 'in', ['differs', 'seen']),
      ),
    listCancelling: async (carriers, limit) => {
      if (carriers.length === 0) return [];
      const cancelling = rows().where('carrier', 'in', carriers).where('state', '=', 'cancelling');
      return await all(cancelling.orderBy('sent_at_ms').limit(limit), consignmentOf);
    },
    listUnmanifested: (account, limit) =>
      all(
        sentWith(account)
          .where('state', '=', 'booked')
          .where('manifest_id', '=', '')
          .orderBy('sent_at_ms')
          .limit(limit),
        consignmentOf,
      ),
    listUnmanifestedOwners: (carrier, limit) =>
      all(
        read
          .selectFrom('sent_consignments as sent')
          // A disconnected account cannot lodge, and must not push others past the limit.
          .innerJoin('carrier_accounts as own', (join) =>
            join
              .onRef('own.account_member_id', '=', 'sent.account_member_id')
              .onRef('own.carrier', '=', 'sent.carrier'),
          )
          .select('sent.account_member_id')
          .distinct()
          .where('sent.carrier', '=', carrier)
          .where('sent.state', '=', 'booked')
          .where('sent.manifest_id', '=', '')
          .orderBy('sent.account_member_id')
          .limit(limit),
        ({ account_member_id }) => memberId(account_member_id ?? 0),
      ),
    countUnmanifested: async (carrier) => {
      const rows = await read
        .selectFrom('sent_consignments')
        .select(['account_member_id', ({ fn }) => fn.countAll<number>().as('waiting')])
        .where('carrier', '=', carrier)
        .where('state', '=', 'booked')
        .where('manifest_id', '=', '')
        .groupBy('account_member_id')
        .execute();
      return new Map(
        rows.map(({ account_member_id: owner, waiting }) => [
          owner === null ? undefined : memberId(owner),
          Number(waiting),
        ]),
      );
    },
    labelFormats: (reference) =>
      all(
        read
          .selectFrom('carrier_labels')
          .select('format')
          .where('reference', '=', reference)
          .orderBy('format'),
        ({ format }) => format as LabelFormat,
      ),
    findLabel: (reference, format) =>
      first(
        read
          .selectFrom('carrier_labels')
          .select('body')
          .where('reference', '=', reference)
          .where('format', '=', format),
        (row) => new Uint8Array(Buffer.from(row.body, 'base64')),
      ),
    keepLabel: (reference, { format, bytes }, nowMs) =>
      write(async (db) => {
        const kept = { body: Buffer.from(bytes).toString('base64'), kept_at_ms: nowMs };
        await db
          .insertInto('carrier_labels')
          .values({ reference, format: format satisfies LabelFormat, ...kept })
          .onConflict((conflict) => conflict.columns(['reference', 'format']).doUpdateSet(kept))
          .execute();
      }),
  };
}

const newRow = {
  connote: '',
  carrier_id: '',
  pieces: '[]',
  detail: '',
  manifest_id: '',
  price_note: '',
  manifest_note: '',
};

/**
 * Whether the process still holds the payment's lease. The row lock keeps the lease until the transaction ends.
 */
async function hasLease(
  db: Kysely<Schema>,
  dialect: Dialect,
  { id, attempts }: PaymentLease,
): Promise<boolean> {
  const leased = await db
    .selectFrom('payments')
    .select('id')
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('retry_at_ms', 'is not', null)
    .$if(dialect.locksRows, (locking) => locking.forNoKeyUpdate())
    .executeTakeFirst();
  return leased !== undefined;
}

export function consignmentOf(row: Selectable<Schema['sent_consignments']>): SentConsignment {
  return {
    reference: row.reference,
    carrier: row.carrier,
    stringId: row.string_id,
    bookingId: bookingId(row.booking_id),
    state: row.state as SentConsignment['state'],
    connote: row.connote,
    carrierId: row.carrier_id,
    pieces: JSON.parse(row.pieces) as string[],
    detail: row.detail,
    manifestId: row.manifest_id,
    sentAtMs: row.sent_at_ms,
    quotedCents: row.quoted_cents ?? undefined,
    bookedCents: row.booked_cents ?? undefined,
    ...(row.account_member_id === null ? {} : { memberId: memberId(row.account_member_id) }),
  };
}
