// A refund that the gateway refused is paid another way, recorded once in the ledger, and undone only by reversing
// entries.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import {
  cardCarrier,
  MoneyWorld,
  type WorldMember,
} from '../../../test/support/money/money-world.ts';
import { refusedAs } from '../../../test/support/refused-as.ts';
import { setups } from '../../../test/support/setups.ts';
import type { BookingPayment, Payment } from '../../domain/payments/payment.ts';
import { cancelBooking } from '../bookings/cancel-booking.ts';
import { listIssues } from '../issues/list-issues.ts';
import { recoverPayment } from '../jobs/recover-confirmations.ts';
import { markRefundPaid, refundOfBooking, unmarkRefundPaid } from './mark-refund-paid.ts';

const cost = 2_500;

for (const setup of setups) {
  describe(`a refund paid by hand on ${setup.engine}`, () => {
    let world: MoneyWorld;
    let member: WorldMember;
    before(async () => {
      world = await MoneyWorld.open(setup);
    });
    after(() => world.close());
    beforeEach(async () => {
      world.begin();
      member = await world.addMember(10_000);
    });

    /** Cancels a booking paid by card, with a gateway that refuses the refund. */
    const refusedRefund = async (): Promise<BookingPayment> => {
      const { id } = await world.book(member, cost, { funding: 'card' });
      world.gateway.script.refund = ['declines'];
      await cancelBooking(world.app, id);
      const refund = await world.lastPayment(id);
      assert.equal(refund.status, 'refused');
      return refund;
    };
    const isListed = async ({ id }: Payment): Promise<boolean> =>
      (await listIssues(world.app)).refundsDue.some(({ payment }) => payment.id === id);

    test('a refund needs attention until it is recorded, and is recorded once', async () => {
      const refund = await refusedRefund();
      assert.equal(await isListed(refund), true);
      assert.equal(await refundOfBooking(world.app, refund.bookingId, undefined), refund.id);
      for (const _time of ['once', 'again']) {
        const noted = await markRefundPaid(world.app, refund.id, ' bank transfer 8841 ');
        assert.deepEqual([noted.status, noted.detail], ['returned', 'bank transfer 8841']);
      }
      assert.equal(await isListed(refund), false);
      assert.equal(await world.balance(refund.bookingId, 'refunds_due'), 0);
      assert.equal(await world.balance(refund.bookingId, 'bank'), -cost);
      await assert.rejects(
        markRefundPaid(world.app, refund.id, 'cheque 12'),
        refusedAs('refund_not_due'),
      );
    });

    test('records one of two simultaneous notes of a refund by hand', async () => {
      const { id, bookingId } = await refusedRefund();
      const outcomes = await Promise.allSettled(
        ['cheque 12', 'cash'].map((note) => markRefundPaid(world.app, id, note)),
      );
      assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
      assert.equal(await world.balance(bookingId, 'bank'), -cost);
    });

    test('a refund recorded by mistake is due again and can be recorded again', async () => {
      const refund = await refusedRefund();
      await markRefundPaid(world.app, refund.id, 'cheque 12');
      for (const _time of ['once', 'again']) await unmarkRefundPaid(world.app, refund.id);
      assert.equal(await world.balance(refund.bookingId, 'refunds_due'), -cost);
      assert.equal(await world.balance(refund.bookingId, 'bank'), 0);
      assert.equal(await isListed(refund), true);
      await markRefundPaid(world.app, refund.id, 'cheque 13');
      assert.equal(await world.balance(refund.bookingId, 'bank'), -cost);
    });

    test('ignores later answers from the gateway', async () => {
      const refund = await refusedRefund();
      await markRefundPaid(world.app, refund.id, 'cheque 12');
      const reason = 'The refund was failed at the bank.';
      const findRefund = async () => ({ outcome: 'refused' as const, reason });
      const app = { ...world.app, gateway: { ...world.gateway, findRefund } };
      await recoverPayment(app, refund.key);
      assert.equal((await world.lastPayment(refund.bookingId)).status, 'returned');
      assert.equal(await world.balance(refund.bookingId, 'refunds_due'), 0);
    });

    test('cancelling a booking confirmed again refunds only its last payment', async () => {
      // The carrier rejects the booking, and the gateway refuses the refund.
      const id = await world.addBooking(member, cost);
      world.carrierBooking.script.book = ['rejects'];
      world.gateway.script.refund = ['declines'];
      const refused = await world.confirm(id, { carrier: 'live_one', funding: 'card' });
      assert.equal(refused.kind, 'refused');
      await markRefundPaid(world.app, (await world.lastPayment(id)).id, 'cheque 12');
      const booked = await world.confirm(id, { carrier: cardCarrier, funding: 'card' });
      assert.equal(booked.kind, 'booking');
      await cancelBooking(world.app, id);
      const again = await world.lastPayment(id);
      assert.deepEqual([again.kind, again.status, again.amountCents], ['refund', 'refunded', cost]);
      assert.equal(await world.balance(id, 'refunds_due'), 0);
      assert.equal(world.gateway.keptCents(), cost, 'the one that was paid past it');
    });

    test('records only a refund that is due by hand, with a note', async () => {
      const { id } = await world.book(member, cost, { funding: 'card' });
      const charge = await world.lastPayment(id);
      await assert.rejects(markRefundPaid(world.app, charge.id, 'x'), refusedAs('refund_not_due'));
      await assert.rejects(unmarkRefundPaid(world.app, charge.id), refusedAs('refund_not_due'));
      await assert.rejects(refundOfBooking(world.app, id, undefined), refusedAs('no_refund_due'));
      await cancelBooking(world.app, id);
      const refund = await world.lastPayment(id);
      assert.equal(refund.status, 'refunded');
      await assert.rejects(markRefundPaid(world.app, refund.id, 'x'), refusedAs('refund_not_due'));
      for (const note of ['', ' ', 'n'.repeat(201)])
        await assert.rejects(markRefundPaid(world.app, refund.id, note), refusedAs('validation'));
      const missing = 999_999_999 as Payment['id'];
      await assert.rejects(markRefundPaid(world.app, missing, 'x'), refusedAs('payment_not_found'));
    });
  });
}
