// The test gateway's books in the database. An entry is created once for each key and never changed; a charge only
// counts how much of it was refunded, up to its amount.
import type { Kysely, Selectable } from 'kysely';
import type { TestCharge, TestGatewayBooks, TestRefund } from '../../../application/ports.ts';
import { bookingId } from '../../../domain/bookings/booking.ts';
import { memberId } from '../../../domain/members/member.ts';
import type { Access } from '../access.ts';
import type { Schema } from '../schema.ts';
import { first } from '../statements.ts';

const charges = (db: Kysely<Schema>) => db.selectFrom('test_gateway_charges').selectAll();
const refunds = (db: Kysely<Schema>) => db.selectFrom('test_gateway_refunds').selectAll();

export function testGatewayBooksOver({ read, write }: Access): TestGatewayBooks {
  return {
    enterCharge: (charge) =>
      write(async (db) => {
        await db
          .insertInto('test_gateway_charges')
          .values({
            key: charge.key,
            token: charge.token,
            amount_cents: charge.amountCents,
            refunded_cents: 0,
            is_accepted: Number(charge.isAccepted),
            reference: charge.reference,
            booking_id: charge.bookingId ?? null,
            member_id: charge.memberId,
            entered_at_ms: charge.enteredAtMs,
          })
          .onConflict((conflict) => conflict.column('key').doNothing())
          .execute();
        return chargeOf(await charges(db).where('key', '=', charge.key).executeTakeFirstOrThrow());
      }),
    findCharge: (key) => first(charges(read).where('key', '=', key), chargeOf),
    enterRefund: (refund) =>
      write(async (db) => {
        const isNew = await db
          .insertInto('test_gateway_refunds')
          .values({
            key: refund.key,
            charge_reference: refund.chargeReference,
            amount_cents: refund.amountCents,
            reference: refund.reference,
            entered_at_ms: refund.enteredAtMs,
          })
          .onConflict((conflict) => conflict.column('key').doNothing())
          .returning('key')
          .executeTakeFirst();
        if (isNew === undefined) {
          const entered = refunds(db).where('key', '=', refund.key);
          return refundOf(await entered.executeTakeFirstOrThrow());
        }
        // The condition is part of the statement, so that two concurrent refunds cannot exceed the charge.
        const counted = await db
          .updateTable('test_gateway_charges')
          .set((row) => ({ refunded_cents: row('refunded_cents', '+', refund.amountCents) }))
          .where('reference', '=', refund.chargeReference)
          .where('is_accepted', '=', 1)
          .where((row) =>
            row(row('refunded_cents', '+', refund.amountCents), '<=', row.ref('amount_cents')),
          )
          .returning('key')
          .executeTakeFirst();
        if (counted !== undefined) return refund;
        await db.deleteFrom('test_gateway_refunds').where('key', '=', refund.key).execute();
        const charge = charges(db).where('reference', '=', refund.chargeReference);
        const accepted = await charge.where('is_accepted', '=', 1).executeTakeFirst();
        return accepted === undefined ? 'no_such_charge' : 'too_much';
      }),
    findRefund: (key) => first(refunds(read).where('key', '=', key), refundOf),
  };
}

function chargeOf(row: Selectable<Schema['test_gateway_charges']>): TestCharge {
  return {
    key: row.key,
    token: row.token,
    amountCents: row.amount_cents,
    isAccepted: row.is_accepted === 1,
    reference: row.reference,
    bookingId: row.booking_id === null ? undefined : bookingId(row.booking_id),
    memberId: memberId(row.member_id),
    enteredAtMs: row.entered_at_ms,
  };
}

function refundOf(row: Selectable<Schema['test_gateway_refunds']>): TestRefund {
  return {
    key: row.key,
    chargeReference: row.charge_reference,
    amountCents: row.amount_cents,
    reference: row.reference,
    enteredAtMs: row.entered_at_ms,
  };
}
