// An operator and another caller change the same booking at once. On PostgreSQL two transactions run side by side, so
// what one has read may be outdated when it writes; SQLite has a single writer.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { adjustBooking } from '../../src/application/bookings/adjust-booking.ts';
import { cancelBooking } from '../../src/application/bookings/cancel-booking.ts';
import { setBookingStatus } from '../../src/application/bookings/set-booking-status.ts';
import { checkLedger } from '../../src/application/jobs/check-ledger.ts';
import { recoverConfirmations } from '../../src/application/jobs/recover-confirmations.ts';
import type { App, Store } from '../../src/application/ports.ts';
import type { BookingId } from '../../src/domain/bookings/booking.ts';
import { adjust } from '../../src/domain/payments/ledger.ts';
import { dayMs } from '../../src/domain/time/durations.ts';
import { wireCarrier } from '../support/carriers/wired-carrier.ts';
import {
  bookableCarrier,
  cardCarrier,
  MoneyWorld,
  type WorldMember,
} from '../support/money/money-world.ts';
import { refusedAs } from '../support/refused-as.ts';
import { setups } from '../support/setups.ts';

const cost = 2_500;

/** The same app, except that `other` runs once in the middle of a transaction, right after this read. */
function interrupted(
  app: App,
  read: 'findForAnyMember' | 'listOfBooking',
  other: () => Promise<unknown>,
): App {
  let isDone = false;
  const after = async <Result>(reading: Promise<Result>): Promise<Result> => {
    const result = await reading;
    if (!isDone) {
      isDone = true;
      await other();
    }
    return result;
  };
  const within = (store: Store): Store =>
    read === 'findForAnyMember'
      ? {
          ...store,
          bookings: {
            ...store.bookings,
            findForAnyMember: (id) => after(store.bookings.findForAnyMember(id)),
          },
        }
      : {
          ...store,
          payments: {
            ...store.payments,
            listOfBooking: (id) => after(store.payments.listOfBooking(id)),
          },
        };
  const { store } = app;
  return {
    ...app,
    store: {
      ...store,
      transaction: (work) => store.transaction((inside) => work(within(inside))),
    },
  };
}

for (const setup of setups) {
  test(`a booking that is confirmed while an operator cancels its quote stays confirmed, on ${setup.engine}`, async (t) => {
    const world = await MoneyWorld.open(setup, { isPatient: true });
    t.after(() => world.close());
    const { store } = world.app;
    for (const carrier of [wireCarrier, cardCarrier]) {
      const member = await world.addMember(10_000);
      const id = await world.addBooking(member, cost);
      let confirmed: ReturnType<MoneyWorld['confirm']> | undefined;
      const findForAnyMember: typeof store.bookings.findForAnyMember = async (of) => {
        const read = await store.bookings.findForAnyMember(of);
        confirmed ??= world.confirm(id, { carrier, funding: 'credit' });
        await confirmed;
        return read;
      };
      const bookings = { ...store.bookings, findForAnyMember };
      await assert.rejects(
        cancelBooking({ ...world.app, store: { ...store, bookings } }, id),
        refusedAs('booking_changed'),
      );
      const booking = await store.bookings.findForAnyMember(id);
      assert.equal(booking?.status, 'confirmed');
      await world.assertBooks();
      // Now that the consignment is known, its carrier is notified.
      await cancelBooking(world.app, id);
      assert.deepEqual(world.books.activeOf(id), []);
    }
  });
}

for (const setup of setups.filter(({ engine }) => engine === 'postgres')) {
  describe(`simultaneous operators on ${setup.engine}`, () => {
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

    const used = async (): Promise<number | undefined> =>
      (await world.app.store.credit.find(member.caller.member.id))?.usedCents;
    const book = async (): Promise<BookingId> => {
      const id = await world.addBooking(member, cost);
      await world.confirm(id, { carrier: cardCarrier, funding: 'credit' });
      assert.equal(await used(), cost);
      return id;
    };

    test('does not charge a booking that is cancelled while it is adjusted', async () => {
      const id = await book();
      const app = interrupted(world.app, 'findForAnyMember', () => cancelBooking(world.app, id));
      await assert.rejects(
        adjustBooking(app, id, { scannedGrams: undefined, additionalCents: 800 }),
        { data: { code: 'nothing_to_adjust', id, why: 'changed' } },
      );
      assert.equal(await used(), 0);
      await world.assertBooks();
    });

    test('keeps both a weight and a charge that are entered at the same moment', async () => {
      const id = await book();
      const weight = { scannedGrams: 12_500, additionalCents: undefined };
      const app = interrupted(world.app, 'findForAnyMember', () =>
        adjustBooking(world.app, id, weight),
      );
      await adjustBooking(app, id, { scannedGrams: undefined, additionalCents: 800 });
      const booking = await world.app.store.bookings.findForAnyMember(id);
      assert.deepEqual([booking?.scannedGrams, booking?.additionalCents], [12_500, 800]);
      assert.equal(await used(), cost + 800);
    });

    test('an account opened during an adjustment starts with everything owed', async () => {
      member = await world.addMember(undefined);
      const memberId = member.caller.member.id;
      const { store } = world.app;
      const of = { memberId, bookingId: undefined, paymentId: undefined };
      let opening: Promise<unknown> = Promise.resolve();
      await store.transaction(async (inside) => {
        await inside.ledger.post(adjust(of, 800), { nowMs: 0, isLimited: false });
        opening = store.credit.setLimit(memberId, 10_000, 0);
        // Gives the other side time to read before this write.
        for (let n = 0; n < 50; n += 1) await store.credit.find(memberId);
      });
      await opening;
      assert.equal(await used(), 800);
      assert.deepEqual(await checkLedger(world.app), []);
    });

    /** A booking on credit that recovery gives up after a day, and whose hold ends a week later. */
    const fail = async (): Promise<BookingId> => {
      const id = await world.addBooking(member, cost);
      world.carrierBooking.choose = (question) =>
        question === 'find' ? 'lost_request' : 'lost_answer';
      await world.confirm(id, { carrier: bookableCarrier, funding: 'credit' });
      world.t.advanceClock(2 * dayMs);
      await recoverConfirmations(world.app);
      world.carrierBooking.choose = (question) =>
        world.carrierBooking.script[question].shift() ?? 'works';
      assert.equal((await world.app.store.bookings.findForAnyMember(id))?.status, 'request_failed');
      assert.equal(await used(), cost);
      world.t.advanceClock(8 * dayMs);
      return id;
    };

    test('releases a credit hold once when it ends while its booking is cancelled', async () => {
      const id = await fail();
      const app = interrupted(world.app, 'listOfBooking', () => recoverConfirmations(world.app));
      await cancelBooking(app, id);
      assert.equal(await used(), 0);
      assert.deepEqual(await checkLedger(world.app), []);
    });

    test('releases a credit hold once when it ends while an operator completes the booking, which is then owed', async () => {
      const id = await fail();
      const app = interrupted(world.app, 'listOfBooking', () => recoverConfirmations(world.app));
      const found = { status: 'confirmed', connote: 'FOUND-2' } as const;
      await assert.rejects(setBookingStatus(app, id, found), {
        data: { code: 'payment_under_way', id },
      });
      assert.equal(await used(), 0);
      await setBookingStatus(world.app, id, found);
      assert.equal(await used(), cost);
      assert.deepEqual(await checkLedger(world.app), []);
    });
  });
}
