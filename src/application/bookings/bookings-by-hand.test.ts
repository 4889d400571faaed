// An operator's changes of paid bookings and their effect on payments, on both engines, with a scripted gateway and
// carrier that fail on demand.
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
import type { Booking, BookingId, BookingStatus } from '../../domain/bookings/booking.ts';
import { bookingStatuses } from '../../domain/bookings/booking.ts';
import { balanceOf } from '../../domain/payments/ledger.ts';
import { recoverPayment } from '../jobs/recover-confirmations.ts';
import { readStatement, receiveCreditPayment, setCreditLimit } from '../payments/credit-account.ts';
import { listPayments } from '../payments/list-payments.ts';
import { readDashboard } from '../reports/read-dashboard.ts';
import { adjustBooking } from './adjust-booking.ts';
import { cancelBooking } from './cancel-booking.ts';
import { setBookingStatus } from './set-booking-status.ts';

const cost = 2_500;

for (const setup of setups) {
  describe(`bookings changed by the operator on ${setup.engine}`, () => {
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

    const book = (funding: 'credit' | 'card' | 'demo', carrier = cardCarrier): Promise<Booking> =>
      world.book(member, cost, { carrier, funding });
    const used = async (): Promise<number | undefined> =>
      (await world.app.store.credit.find(member.caller.member.id))?.usedCents;
    const payments = async (id: BookingId) =>
      (await world.app.store.payments.listOfBooking(id)).map(
        ({ kind, method, status, amountCents }) => [kind, method, status, amountCents],
      );
    const statusOf = async (id: BookingId): Promise<BookingStatus | undefined> =>
      (await world.app.store.bookings.findForAnyMember(id))?.status;

    test('cancelling a booking on credit clears the amount owed', async () => {
      const { id } = await book('credit');
      assert.equal(await used(), cost);
      const cancelled = await cancelBooking(world.app, id);
      assert.equal(cancelled.status, 'cancelled');
      assert.equal(await used(), 0);
      assert.deepEqual(await payments(id), [
        ['charge', 'credit', 'charged', cost],
        ['refund', 'credit', 'refunded', cost],
      ]);
      await world.assertBooks();
      await assert.rejects(cancelBooking(world.app, id), refusedAs('status_not_possible'));
      assert.equal(await used(), 0);
    });

    test('cancelling a booking on a card makes the gateway refund it once', async () => {
      const { id } = await book('card');
      await cancelBooking(world.app, id);
      assert.equal(world.gateway.keptCents(), 0);
      assert.deepEqual(await payments(id), [
        ['charge', member.card, 'charged', cost],
        ['refund', member.card, 'refunded', cost],
      ]);
      await world.recover();
      await world.assertBooks();
      assert.equal(world.gateway.refunds.size, 1);
    });

    for (const act of ['lost_request', 'lost_answer', 'throws', 'hangs', 'hangs_after'] as const) {
      test(`a refund that ${act.replace('_', ' ')} is paid once in the end`, async () => {
        const { id } = await book('card');
        world.gateway.script.refund = [act];
        await cancelBooking(world.app, id);
        assert.equal(await statusOf(id), 'cancelled');
        await world.recover();
        assert.equal(world.gateway.keptCents(), 0);
        assert.equal(world.gateway.refunds.size, 1);
        await world.assertBooks();
      });
    }

    test('a refund waits for the gateway that was charged and is never sent to another', async () => {
      const { id } = await book('card');
      const other = {
        ...world.gateway,
        name: 'other',
        refund: async () => ({ outcome: 'refused' as const, reason: 'There is no such charge.' }),
      };
      await cancelBooking({ ...world.app, gateway: other }, id);
      assert.deepEqual((await payments(id)).at(-1), ['refund', member.card, 'unknown', cost]);
      await world.recover();
      assert.deepEqual((await payments(id)).at(-1), ['refund', member.card, 'refunded', cost]);
      assert.equal(world.gateway.keptCents(), 0);
      await world.assertBooks();
    });

    test('keeps a refund due, and reports it, when the gateway refuses it', async () => {
      const { id } = await book('card');
      world.gateway.script.refund = ['declines'];
      await cancelBooking(world.app, id);
      assert.deepEqual((await payments(id)).at(-1), ['refund', member.card, 'refused', cost]);
      const of = { bookingId: id, memberId: member.caller.member.id };
      const entries = await world.app.store.ledger.listOfBooking(of);
      assert.equal(balanceOf(entries, 'refunds_due'), -cost);
      assert.ok(
        world.t.log.some(({ level, message }) => level === 'error' && /refused/.test(message)),
      );
      world.begin();
    });

    test('makes a refund due again, and reports it once, when the bank returns it', async () => {
      const { id } = await book('card');
      await cancelBooking(world.app, id);
      const refund = await world.lastPayment(id);
      const due = () => world.balance(id, 'refunds_due');
      // A notice about a refund that is still paid changes nothing.
      await recoverPayment(world.app, refund.key);
      assert.equal(await due(), 0);
      const reason = 'The refund was failed at the bank.';
      const findRefund = async () => ({ outcome: 'refused' as const, reason });
      const app = { ...world.app, gateway: { ...world.gateway, findRefund } };
      for (const _time of ['first', 'again']) await recoverPayment(app, refund.key);
      assert.deepEqual((await payments(id)).at(-1), ['refund', member.card, 'refused', cost]);
      assert.equal(await due(), -cost);
      const warnings = world.t.log.filter(({ message }) => /came back/.test(message));
      assert.equal(warnings.length, 1);
      world.begin();
    });

    test('cancels an unpaid booking and a demo without a refund', async () => {
      const id = await world.addBooking(member, cost);
      await cancelBooking(world.app, id);
      assert.equal(await statusOf(id), 'cancelled');
      const demo = await book('demo');
      await cancelBooking(world.app, demo.id);
      assert.deepEqual(await payments(id), []);
      assert.deepEqual(await payments(demo.id), []);
    });

    test("records the carrier's extra charge as its own ledger entry with the latest amount", async () => {
      const { id } = await book('credit');
      const adjusted = await adjustBooking(world.app, id, {
        scannedGrams: 12_500,
        additionalCents: 1_250,
      });
      assert.deepEqual([adjusted.scannedGrams, adjusted.additionalCents], [12_500, 1_250]);
      assert.equal(await used(), cost + 1_250);
      // The same amount again changes nothing, a lower one is a credit, and a missing field stays.
      await adjustBooking(world.app, id, { scannedGrams: undefined, additionalCents: 1_250 });
      assert.equal(await used(), cost + 1_250);
      const less = await adjustBooking(world.app, id, {
        scannedGrams: undefined,
        additionalCents: 200,
      });
      assert.deepEqual([less.scannedGrams, less.additionalCents], [12_500, 200]);
      assert.equal(await used(), cost + 200);
      await world.assertBooks();
      const { lines, owedCents } = await readStatement(world.app, String(member.caller.member.id));
      assert.deepEqual(
        lines.map(({ kind, amountCents, balanceCents }) => [kind, amountCents, balanceCents]),
        [
          ['sale', cost, cost],
          ['adjustment', 1_250, cost + 1_250],
          ['adjustment', -1_050, cost + 200],
        ],
      );
      assert.equal(owedCents, cost + 200);
      await cancelBooking(world.app, id);
      assert.equal(await used(), 0);
    });

    test('an adjustment may exceed the credit limit, but the next booking may not', async () => {
      const { id } = await book('credit');
      await adjustBooking(world.app, id, { scannedGrams: undefined, additionalCents: 20_000 });
      assert.equal(await used(), cost + 20_000);
      const next = await world.addBooking(member, 1);
      const outcome = await world.confirm(next, { carrier: cardCarrier, funding: 'credit' });
      assert.equal(outcome.kind, 'refused');
      // A payment makes room for the next booking.
      const { account } = await receiveCreditPayment(world.app, String(member.caller.member.id), {
        amountCents: 20_000,
        reference: undefined,
      });
      assert.equal(account.usedCents, cost);
      const again = await world.confirm(next, { carrier: cardCarrier, funding: 'credit' });
      assert.equal(again.kind, 'booking');
    });

    test('an adjustment of a card booking is owed, also by a member without an account', async () => {
      const other = await world.addMember(undefined);
      const reference = String(other.caller.member.id);
      const { id } = await world.book(other, cost, { funding: 'card' });
      await adjustBooking(world.app, id, { scannedGrams: undefined, additionalCents: 300 });
      assert.equal((await readStatement(world.app, reference)).owedCents, 300);
      // An account that is opened later starts with the adjustment as owed.
      const account = await setCreditLimit(world.app, reference, 1_000);
      assert.deepEqual(account, { limitCents: 1_000, usedCents: 300 });
      await cancelBooking(world.app, id);
      assert.equal((await readStatement(world.app, reference)).owedCents, 0);
      assert.equal(world.gateway.keptCents(), 0);
    });

    test('lists later charges with the payments and refunds of a booking', async () => {
      const { id } = await book('credit');
      await adjustBooking(world.app, id, { scannedGrams: undefined, additionalCents: 1_250 });
      await adjustBooking(world.app, id, { scannedGrams: undefined, additionalCents: 1_000 });
      await cancelBooking(world.app, id);
      const owner = member.caller.member.id;
      const listed = (await listPayments(world.app, owner)).toReversed();
      assert.deepEqual(
        listed.map(({ bookingId, method, cents, status }) => [bookingId, method, cents, status]),
        [
          [id, 'credit', cost, 'charged'],
          [id, 'credit', 1_250, 'charged'],
          [id, 'credit', -250, 'refunded'],
          [id, 'credit', -cost - 1_000, 'refunded'],
        ],
      );
      assert.equal(new Set(listed.map((one) => one.id)).size, listed.length);
      const ofBooking = await listPayments(world.app, owner, { bookingId: id });
      assert.deepEqual(ofBooking.toReversed(), listed);
      const sum = listed.reduce((cents, one) => cents + one.cents, 0);
      assert.equal(sum, await used());
    });

    test('refuses to adjust an unpaid or cancelled booking', async () => {
      const unpaid = await world.addBooking(member, cost);
      const input = { scannedGrams: 1, additionalCents: 1 };
      await assert.rejects(adjustBooking(world.app, unpaid, input), refusedAs('nothing_to_adjust'));
      const { id } = await book('credit');
      await cancelBooking(world.app, id);
      await assert.rejects(adjustBooking(world.app, id, input), refusedAs('nothing_to_adjust'));
    });

    test('a demo shows its adjustment and costs nothing', async () => {
      const { id } = await book('demo');
      const input = { scannedGrams: 12_500, additionalCents: 1_250 };
      const adjusted = await adjustBooking(world.app, id, input);
      assert.deepEqual([adjusted.scannedGrams, adjusted.additionalCents], [12_500, 1_250]);
      const stored = await world.app.store.bookings.findForAnyMember(id);
      assert.deepEqual([stored?.scannedGrams, stored?.additionalCents], [12_500, 1_250]);
      const memberId = member.caller.member.id;
      const owed = async () => (await readStatement(world.app, String(memberId))).lines;
      assert.deepEqual([await used(), await payments(id), await owed()], [0, [], []]);
      const { bookings, spentCents, additionalCents } = await readDashboard(
        world.app,
        member.caller,
        12,
      );
      assert.deepEqual([bookings, spentCents, additionalCents], [0, 0, 0]);
      await cancelBooking(world.app, id);
      assert.deepEqual([await used(), await payments(id), await owed()], [0, [], []]);
      await world.assertBooks();
    });

    test('a paid booking can be given any manual status and its old one again', async () => {
      const { id } = await book('credit');
      for (const status of bookingStatuses) {
        const input = { status, connote: undefined };
        if (status === 'new' || status === 'pending_payment' || status === 'cancelled') continue;
        if ((await statusOf(id)) !== status)
          assert.equal((await setBookingStatus(world.app, id, input)).status, status);
      }
      for (const status of ['new', 'pending_payment'] as const) {
        await assert.rejects(
          setBookingStatus(world.app, id, { status, connote: undefined }),
          refusedAs('status_not_possible'),
        );
      }
      assert.equal(await used(), cost);
      await setBookingStatus(world.app, id, { status: 'cancelled', connote: undefined });
      assert.equal(await used(), 0);
      await assert.rejects(
        setBookingStatus(world.app, id, { status: 'confirmed', connote: undefined }),
        refusedAs('status_not_possible'),
      );
    });

    test('setting the current status again changes nothing', async () => {
      const { id } = await book('credit');
      for (const status of ['confirmed', 'reviewed', 'cancelled'] as const) {
        const input = { status, connote: undefined };
        await setBookingStatus(world.app, id, input);
        const before = [await world.app.store.bookings.findForAnyMember(id), await payments(id)];
        const again = await setBookingStatus(world.app, id, input);
        assert.deepEqual([again, await payments(id)], before);
      }
      assert.equal(await used(), 0);
    });

    test('never reissues a connote that the operator replaced', async () => {
      const { id, connote } = await book('credit');
      assert.ok(connote);
      const { bookings } = world.app.store;
      await setBookingStatus(world.app, id, { status: 'booked_manually', connote: 'BY-HAND-2' });
      assert.equal(await bookings.isConnoteTaken(connote), true);
      assert.equal(await bookings.isConnoteTaken('BY-HAND-2'), true);
      assert.equal(await bookings.isConnoteTaken('BY-HAND-3'), false);
    });

    for (const funding of ['credit', 'card'] as const) {
      test(`a failed ${funding} attempt is not charged when the booking is changed by hand`, async () => {
        const id = await world.addBooking(member, cost);
        world.gateway.script.charge = ['lost_request'];
        world.carrierBooking.script.book = ['rejects'];
        await world.confirm(id, { carrier: bookableCarrier, funding });
        await world.recover();
        assert.equal(await statusOf(id), 'new');
        const before = await payments(id);
        await setBookingStatus(world.app, id, { status: 'request_failed', connote: undefined });
        await setBookingStatus(world.app, id, { status: 'confirmed', connote: 'BY-HAND-1' });
        assert.deepEqual(await payments(id), before);
        assert.equal(await used(), 0);
        world.gateway.script.charge = [];
        world.carrierBooking.script.book = [];
      });

      test(`an unanswered ${funding} booking can only be completed with the carrier's number`, async () => {
        world.carrierBooking.script.book = ['lost_request'];
        const { id, status } = await book(funding, bookableCarrier);
        assert.equal(status, 'request_sent');
        for (const work of [
          () => cancelBooking(world.app, id),
          () => adjustBooking(world.app, id, { scannedGrams: 1, additionalCents: undefined }),
          () => setBookingStatus(world.app, id, { status: 'reviewed', connote: undefined }),
        ])
          await assert.rejects(work(), refusedAs('payment_under_way'));
        const input = { status: 'booked_manually' as const };
        await assert.rejects(
          setBookingStatus(world.app, id, { ...input, connote: undefined }),
          refusedAs('validation'),
        );
        const done = await setBookingStatus(world.app, id, { ...input, connote: 'BY-PHONE-1' });
        assert.deepEqual([done.status, done.connote], ['booked_manually', 'BY-PHONE-1']);
        assert.equal(await used(), funding === 'credit' ? cost : 0);
        // Recovery is finished.
        await world.recover();
        assert.equal(await statusOf(id), 'booked_manually');
        assert.equal(world.gateway.keptCents(), funding === 'card' ? cost : 0);
        await cancelBooking(world.app, id);
        assert.equal(await used(), 0);
        assert.equal(world.gateway.keptCents(), 0);
      });

      test(`a carrier that never answers leaves a ${funding} booking to the operator, and a hold ends after a week`, async () => {
        world.carrierBooking.script.book = ['lost_request'];
        world.carrierBooking.choose = (question) =>
          question === 'find' ? 'lost_request' : 'lost_answer';
        const id = await world.addBooking(member, cost);
        await world.confirm(id, { carrier: bookableCarrier, funding });
        await world.recover();
        world.carrierBooking.choose = (question) =>
          world.carrierBooking.script[question].shift() ?? 'works';
        assert.equal(await statusOf(id), 'request_failed');
        assert.equal(await used(), 0);
        assert.equal(world.gateway.keptCents(), funding === 'card' ? cost : 0);
        const found = { status: 'confirmed' as const, connote: 'FOUND-1' };
        const done = await setBookingStatus(world.app, id, found);
        assert.deepEqual([done.status, done.connote], ['confirmed', 'FOUND-1']);
        assert.equal(await used(), funding === 'credit' ? cost : 0);
      });
    }
  });
}
