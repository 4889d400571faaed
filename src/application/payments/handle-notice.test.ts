// The bank returns a refund while it is still being recorded as paid. Whichever write comes first, the refund is due
// to the member again, once.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { untilSomebodyWaits } from '../../../test/support/components/waiting-statements.ts';
import { MoneyWorld } from '../../../test/support/money/money-world.ts';
import { refusedAs } from '../../../test/support/refused-as.ts';
import { setups } from '../../../test/support/setups.ts';
import type { BookingId } from '../../domain/bookings/booking.ts';
import { cancelBooking } from '../bookings/cancel-booking.ts';
import { recoverConfirmations, recoverPayment } from '../jobs/recover-confirmations.ts';
import type { App, Gateway, RefundOutcome, RefundRequest, Store } from '../ports.ts';
import { handleNotice } from './handle-notice.ts';

const cost = 2_500;
const leaseMs = 11_000;
const returned: RefundOutcome = { outcome: 'refused', reason: 'The account is closed.' };

for (const setup of setups) {
  describe(`a refund returned while it is being recorded, on ${setup.engine}`, () => {
    let world: MoneyWorld;
    let booked: BookingId;
    before(async () => {
      world = await MoneyWorld.open(setup, { isPatient: true });
    });
    after(() => world.close());
    beforeEach(async () => {
      world.begin();
      const member = await world.addMember(undefined);
      booked = (await world.book(member, cost, { funding: 'card' })).id;
    });

    const withGateway = (some: Partial<Gateway>, store: Store = world.app.store): App => ({
      ...world.app,
      store,
      gateway: { ...world.gateway, ...some },
    });
    /** Delivers the gateway's notice to another process. */
    const deliverNotice = (
      { key }: RefundRequest,
      findRefund: Gateway['findRefund'],
      store?: Store,
    ) => {
      const app = withGateway({ findRefund }, store);
      const receiver = { ...app, recoverPayment: (of: string) => recoverPayment(app, of) };
      return handleNotice(receiver, { kind: 'settled', key });
    };
    /** Cancels with a gateway that pays the refund and runs `happens` before it answers. */
    const cancelWhile = (happens: (request: RefundRequest) => Promise<void>, store?: Store) =>
      cancelBooking(
        withGateway(
          {
            refund: async (request) => {
              const given = await world.gateway.refund(request);
              await happens(request);
              return given;
            },
          },
          store,
        ),
        booked,
      );
    const assertDueOnce = async (): Promise<void> => {
      const refund = await world.lastPayment(booked);
      assert.deepEqual([refund.kind, refund.status], ['refund', 'refused']);
      assert.equal(refund.retryAtMs, undefined);
      assert.equal(await world.balance(booked, 'refunds_due'), -cost);
      assert.equal(await world.balance(booked, 'gateway'), cost);
    };

    test("makes the refund due once when the bank's return is recorded first", async () => {
      await cancelWhile((request) => deliverNotice(request, async () => returned));
      await assertDueOnce();
    });

    for (const [when, passesMs] of [
      ['while a caller waits for the gateway', 0],
      ['after the lease of the waiting caller ended', leaseMs],
    ] as const)
      test(`makes the refund due once when the bank's return is recorded last, ${when}`, async () => {
        const cancelled = Promise.withResolvers<void>();
        let delivery: Promise<void> | undefined;
        await cancelWhile(async (request) => {
          world.t.advanceClock(passesMs);
          const checking = Promise.withResolvers<void>();
          delivery = deliverNotice(request, async () => {
            checking.resolve();
            await cancelled.promise;
            return returned;
          });
          await Promise.race([checking.promise, delivery]);
        });
        cancelled.resolve();
        await delivery;
        await assertDueOnce();
      });

    test('records the refund once when both outcomes are written at the same time', async () => {
      const { store } = world.app;
      const entered = Promise.withResolvers<RefundRequest>();
      const delivery = entered.promise.then((request) =>
        deliverNotice(request, async () => returned),
      );
      let requested: RefundRequest | undefined;
      const transaction: Store['transaction'] = (work) =>
        store.transaction(async (within) => {
          const result = await work(within);
          if (requested === undefined) return result;
          // This transaction has locked the row and has not committed. On SQLite, with one writer, the other one waits.
          entered.resolve(requested);
          if (setup.engine === 'postgres') await untilSomebodyWaits(world.t.place);
          return result;
        });
      await cancelWhile(
        async (request) => {
          requested = request;
        },
        { ...store, transaction },
      );
      await delivery;
      await assertDueOnce();
    });

    test('makes the refund due when the recovery job had just recorded it as paid', async () => {
      const { store } = world.app;
      world.gateway.script.refund = ['lost_answer'];
      await cancelBooking(world.app, booked);
      world.t.advanceClock(leaseMs);
      const [request] = world.gateway.refunds.values();
      assert.ok(request);
      const takeUp: Store['payments']['takeUp'] = async (...taken) => {
        await recoverConfirmations(world.app);
        return await store.payments.takeUp(...taken);
      };
      const payments = { ...store.payments, takeUp };
      await deliverNotice(request, async () => returned, { ...store, payments });
      await assertDueOnce();
    });

    test("does not acknowledge a notice while the gateway does not report the refund's outcome", async () => {
      const silent: Gateway['findRefund'] = async () => ({ outcome: 'unknown', reason: 'silence' });
      let delivery: Promise<void> | undefined;
      await cancelWhile(async (request) => {
        delivery = deliverNotice(request, silent);
        await Promise.allSettled([delivery]);
      });
      assert.ok(delivery);
      await assert.rejects(delivery, refusedAs('payment_gateway_unavailable'));
      const [request] = world.gateway.refunds.values();
      assert.ok(request);
      await deliverNotice(request, async () => returned);
      await assertDueOnce();
    });

    test('records a refund once when its notice arrives while it is requested', async () => {
      await cancelWhile((request) => deliverNotice(request, world.gateway.findRefund));
      assert.equal((await world.lastPayment(booked)).status, 'refunded');
      await world.assertBooks();
    });
  });
}
