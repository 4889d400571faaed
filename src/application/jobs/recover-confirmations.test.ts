// A notice from the gateway is either handled or not acknowledged, so that the gateway repeats it: on both engines,
// with a scripted gateway that fails on demand.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import {
  bookableCarrier,
  cardCarrier,
  MoneyWorld,
  type WorldMember,
} from '../../../test/support/money/money-world.ts';
import { refusedAs } from '../../../test/support/refused-as.ts';
import { setups } from '../../../test/support/setups.ts';
import type { BookingId } from '../../domain/bookings/booking.ts';
import type { BookingPayment, Payment } from '../../domain/payments/payment.ts';
import { cancelBooking } from '../bookings/cancel-booking.ts';
import { checkPayment } from '../issues/list-issues.ts';
import { handleNotice } from '../payments/handle-notice.ts';
import type { App, RefundOutcome } from '../ports.ts';
import { recoverConfirmations, recoverPayment } from './recover-confirmations.ts';

const cost = 2_500;
const leaseMs = 11_000;
const reason = 'The refund was failed at the bank.';

for (const setup of setups) {
  describe(`gateway notices on ${setup.engine}`, () => {
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

    const due = (id: BookingId): Promise<number> => world.balance(id, 'refunds_due');
    const deliverNotice = (app: App, { key }: Payment): Promise<void> =>
      handleNotice(
        { ...app, recoverPayment: (of) => recoverPayment(app, of) },
        { kind: 'settled', key },
      );
    const refunded = async (): Promise<BookingPayment> => {
      const { id } = await world.book(member, cost, { funding: 'card' });
      await cancelBooking(world.app, id);
      const refund = await world.lastPayment(id);
      assert.deepEqual([refund.status, refund.retryAtMs], ['refunded', undefined]);
      return refund;
    };
    const answering = (found: RefundOutcome): App => ({
      ...world.app,
      gateway: { ...world.gateway, findRefund: async () => found },
    });
    /** A charge that was given up. No job checks it any more, although the gateway may still charge it. */
    const givenUp = async (): Promise<BookingPayment> => {
      const id = await world.addBooking(member, cost);
      world.gateway.script.charge = ['lost_request'];
      await world.confirm(id, { carrier: cardCarrier, funding: 'card' });
      await world.recover();
      const charge = await world.lastPayment(id);
      assert.deepEqual([charge.status, charge.retryAtMs], ['void', undefined]);
      return charge;
    };
    const arrives = async ({ id, key, bookingId, amountCents }: Payment): Promise<void> => {
      const memberId = member.caller.member.id;
      const method = { kind: 'card' as const, token: 'tok_ok', customer: undefined };
      const description = `Booking ${bookingId}, payment ${id}`;
      const request = { key, amountCents, method, bookingId, memberId, description };
      await world.gateway.charge(request);
    };

    test('does not acknowledge a returned refund while the gateway does not report its outcome', async () => {
      const refund = await refunded();
      const silent = answering({ outcome: 'unknown', reason: 'no answer in time' });
      await assert.rejects(deliverNotice(silent, refund), refusedAs('payment_gateway_unavailable'));
      assert.equal(await due(refund.bookingId), 0);
      // The repeated notice is handled.
      await deliverNotice(answering({ outcome: 'refused', reason }), refund);
      assert.equal(await due(refund.bookingId), -cost);
      world.begin();
    });

    test('acknowledges a returned refund only once it is stored', async () => {
      const refund = await refunded();
      const app = answering({ outcome: 'refused', reason });
      const away = new Error('the database is away');
      const transaction = () => Promise.reject(away);
      const broken = { ...app, store: { ...app.store, transaction } };
      await assert.rejects(deliverNotice(broken, refund), (error) => error === away);
      await deliverNotice(app, refund);
      assert.equal(await due(refund.bookingId), -cost);
      world.begin();
    });

    test('keeps checking a charge that was given up until the gateway reports its outcome', async () => {
      const charge = await givenUp();
      await arrives(charge);
      world.gateway.script.findCharge = ['lost_request'];
      await deliverNotice(world.app, charge);
      assert.ok((await world.lastPayment(charge.bookingId)).retryAtMs, 'no job checks the charge');
      await world.recover();
      assert.equal(world.gateway.keptCents(), 0);
      await world.assertBooks();
    });

    test('does not ask the gateway about a released credit hold', async () => {
      const id = await world.addBooking(member, cost);
      world.carrierBooking.script.book = ['rejects'];
      await world.confirm(id, { carrier: bookableCarrier, funding: 'credit' });
      const hold = await world.lastPayment(id);
      assert.deepEqual([hold.status, hold.methodId], ['void', undefined]);
      const looked = await checkPayment(world.app, hold.id);
      assert.equal(looked.status, 'void');
      assert.equal(await due(id), 0);
      await world.assertBooks();
    });

    test('settles other payments when one cannot be checked', async () => {
      const ids = [await world.addBooking(member, cost), await world.addBooking(member, cost)];
      world.gateway.script.charge = ['lost_answer', 'lost_answer'];
      for (const id of ids) await world.confirm(id, { carrier: cardCarrier, funding: 'card' });
      const [first, second] = ids as [BookingId, BookingId];
      const { bookings } = world.app.store;
      const findForAnyMember: typeof bookings.findForAnyMember = (id) =>
        id === first
          ? Promise.reject(new Error('the row is broken'))
          : bookings.findForAnyMember(id);
      const store = { ...world.app.store, bookings: { ...bookings, findForAnyMember } };
      world.t.advanceClock(leaseMs);
      await recoverConfirmations({ ...world.app, store });
      assert.equal((await world.lastPayment(first)).status, 'unknown');
      assert.equal((await world.lastPayment(second)).status, 'charged');
      assert.ok(world.t.log.some(({ message }) => /could not be looked into/.test(message)));
      await world.recover();
      await world.assertBooks();
    });
  });

  test(`asks the gateway once when an operator checks a payment already being checked on ${setup.engine}`, async (t) => {
    const world = await MoneyWorld.open(setup, { isPatient: true });
    t.after(() => world.close());
    const id = await world.addBooking(await world.addMember(10_000), cost);
    world.gateway.script.charge = ['lost_answer'];
    await world.confirm(id, { carrier: cardCarrier, funding: 'card' });
    const { store } = world.app;
    const [payment] = await store.payments.listOfBooking(id);
    assert.ok(payment);
    assert.equal(payment.status, 'unknown');
    world.t.advanceClock(leaseMs);
    world.gateway.requests.length = 0;
    let operator: Promise<Payment> | undefined;
    const gateway: App['gateway'] = {
      ...world.gateway,
      findCharge: async (...question) => {
        operator ??= checkPayment(world.app, payment.id);
        await operator;
        return await world.gateway.findCharge(...question);
      },
    };
    await recoverConfirmations({ ...world.app, gateway });
    assert.equal((await operator)?.status, 'unknown');
    assert.deepEqual(world.gateway.requests, ['findCharge']);
    assert.equal((await store.payments.find(payment.id))?.status, 'charged');
    // No process has the lease between two checks.
    const other = await world.addBooking(await world.addMember(10_000), cost);
    world.gateway.script.charge = ['lost_answer'];
    await world.confirm(other, { carrier: cardCarrier, funding: 'card' });
    const [waiting] = await store.payments.listOfBooking(other);
    assert.equal((await checkPayment(world.app, waiting?.id ?? 0)).status, 'charged');
    await world.assertBooks();
  });
}
