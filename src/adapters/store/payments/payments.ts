// Every attempt to take or return money, in the database. A narrow index finds the payments that still need work.
import { type Kysely, type Selectable, sql } from 'kysely';
import type { PaymentRecords } from '../../../application/ports.ts';
import { bookingId } from '../../../domain/bookings/booking.ts';
import { type MemberId, memberId } from '../../../domain/members/member.ts';
import {
  longestRetryPauseMs,
  type Payment,
  paymentId,
  paymentStatuses,
} from '../../../domain/payments/payment.ts';
import { paymentMethodId } from '../../../domain/payments/payment-method.ts';
import type { Access } from '../access.ts';
import { prepared } from '../engine/prepared.ts';
import type { Schema } from '../schema.ts';
import { first } from '../statements.ts';

const insert = prepared((db) =>
  db
    .insertInto('payments')
    .values({
      key: '',
      kind: '',
      booking_id: 0,
      member_id: 0,
      method: '',
      method_id: 0,
      of_payment_id: 0,
      amount_cents: 0,
      status: '',
      reference: '',
      detail: '',
      created_at_ms: 0,
      retry_at_ms: 0,
      attempts: 0,
    })
    .returning('id'),
);

export function paymentsOver({ read, list, write }: Access): PaymentRecords {
  const rowsOf = (db: Kysely<Schema>) => db.selectFrom('payments').selectAll();
  const rows = () => rowsOf(read);
  const forBalance = (db: Kysely<Schema>, ofMember: MemberId) =>
    rowsOf(db)
      .where('member_id', '=', ofMember)
      .where('booking_id', 'is', null)
      .orderBy('id', 'desc');
  return {
    add: (payment) =>
      write(async (db) => {
        const added = await insert(db, [
          payment.key,
          payment.kind,
          payment.bookingId ?? null,
          payment.memberId,
          payment.method,
          payment.methodId ?? null,
          payment.ofPaymentId ?? null,
          payment.amountCents,
          payment.status,
          payment.reference,
          payment.detail,
          payment.createdAtMs,
          payment.retryAtMs ?? null,
          0,
        ]);
        const [row] = added.rows;
        if (row === undefined) throw new Error('an inserted payment gave no id');
        return paymentId(row.id);
      }),
    find: (id) => first(rows().where('id', '=', id), paymentFrom),
    findByKey: (key) => first(rows().where('key', '=', key), paymentFrom),
    listOfMember: async (ofMember, newest) => {
      const found = await list((db) => {
        const theirs = rowsOf(db).where('member_id', '=', ofMember).orderBy('id', 'desc');
        return (newest === undefined ? theirs : theirs.limit(newest)).execute();
      });
      return found.map(paymentFrom).toReversed();
    },
    findLatestForBalance: (ofMember) =>
      first(
        forBalance(read, ofMember)
          .where('kind', '=', 'charge')
          .where('status', 'not in', ['declined', 'void'])
          .limit(1),
        paymentFrom,
      ),
    listForBalance: async (ofMember, newest) =>
      (await list((db) => forBalance(db, ofMember).limit(newest).execute())).map(paymentFrom),
    findRefundOf: ({ id, memberId: ofMember }) =>
      first(forBalance(read, ofMember).where('of_payment_id', '=', id).limit(1), paymentFrom),
    listOfBooking: async (ofBooking) =>
      (await rows().where('booking_id', '=', ofBooking).orderBy('id').execute()).map((row) => ({
        ...paymentFrom(row),
        bookingId: ofBooking,
      })),
    change: (id, { from, status, reference, detail, retryAtMs, evenIfSettled, attempts }) =>
      write(async (db) => {
        let update = db
          .updateTable('payments')
          .set({
            status,
            retry_at_ms: retryAtMs ?? null,
            ...(reference === undefined ? {} : { reference }),
            ...(detail === undefined ? {} : { detail }),
          })
          .where('id', '=', id)
          .where('status', 'in', from);
        if (evenIfSettled !== true) update = update.where('retry_at_ms', 'is not', null);
        if (attempts !== undefined) update = update.where('attempts', '=', attempts);
        const changed = await update.executeTakeFirst();
        return changed.numUpdatedRows > 0n;
      }),
    listDue: async (nowMs, limit) =>
      (
        await rows()
          .where((row) =>
            row.or([
              row('retry_at_ms', '<=', nowMs),
              row('retry_at_ms', '>', nowMs + longestRetryPauseMs),
            ]),
          )
          .orderBy('retry_at_ms')
          .orderBy('id')
          .limit(limit)
          .execute()
      ).map(paymentFrom),
    listOpen: async (limit) =>
      (
        await list((db) =>
          rowsOf(db)
            .where('retry_at_ms', 'is not', null)
            .orderBy('retry_at_ms')
            .orderBy('id')
            .limit(limit)
            .execute(),
        )
      ).map(paymentFrom),
    listRefused: async (limit) =>
      (
        await rows()
          // Literals, so that both engines can use the narrow index.
          .where('kind', '=', sql.lit('refund'))
          .where('status', '=', sql.lit('refused'))
          .orderBy('id')
          .limit(limit)
          .execute()
      ).map(paymentFrom),
    takeUp: ({ id, retryAtMs }, untilMs) =>
      write(async (db) => {
        if (retryAtMs === undefined) return false;
        const taken = await db
          .updateTable('payments')
          .set((row) => ({
            retry_at_ms: untilMs,
            taken_until_ms: untilMs,
            attempts: row('attempts', '+', 1),
          }))
          .where('id', '=', id)
          .where('retry_at_ms', '=', retryAtMs)
          .executeTakeFirst();
        return taken.numUpdatedRows > 0n;
      }),
  };
}

function paymentFrom(row: Selectable<Schema['payments']>): Payment {
  const status = paymentStatuses.find((one) => one === row.status);
  if (status === undefined) throw new Error(`a payment has the unknown status ${row.status}`);
  return {
    id: paymentId(row.id),
    key: row.key,
    kind: row.kind === 'refund' ? 'refund' : 'charge',
    bookingId: row.booking_id === null ? undefined : bookingId(row.booking_id),
    memberId: memberId(row.member_id),
    method: row.method,
    methodId: row.method_id === null ? undefined : paymentMethodId(row.method_id),
    ofPaymentId: row.of_payment_id === null ? undefined : paymentId(row.of_payment_id),
    amountCents: row.amount_cents,
    status,
    reference: row.reference,
    detail: row.detail,
    createdAtMs: row.created_at_ms,
    retryAtMs: row.retry_at_ms ?? undefined,
    attempts: row.attempts,
    // Finishing the work sets another retry time, which ends the lease.
    isLeased: row.retry_at_ms !== null && row.retry_at_ms === row.taken_until_ms,
  };
}
