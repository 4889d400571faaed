// A confirm whose slow process is taken for dead: at each step another process, whose clock is ahead, takes over the
// payment. The client gets its booking's true outcome, the money is right, and every consignment at the carrier
// belongs to the booking or is listed for the operator.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { cancelOrphan } from '../../src/application/carriers/orphan-consignments.ts';
import { listIssues } from '../../src/application/issues/list-issues.ts';
import { recoverConfirmations } from '../../src/application/jobs/recover-confirmations.ts';
import type { BookingId } from '../../src/domain/bookings/booking.ts';
import { minuteMs } from '../../src/domain/time/durations.ts';
import { type WireAct, wireCarrier } from '../support/carriers/wired-carrier.ts';
import { MoneyWorld } from '../support/money/money-world.ts';
import { mortal } from '../support/mortal-app.ts';
import { setups } from '../support/setups.ts';

const mostSteps = 40;

for (const setup of setups) {
  describe(`a confirmation that is recovered too early on ${setup.engine}`, () => {
    let world: MoneyWorld;
    before(async () => {
      world = await MoneyWorld.open(setup, { isPatient: true });
    });
    after(() => world.close());

    /** Runs the jobs once in another process whose clock is ahead. */
    const recoverAhead = async (aheadMs: number): Promise<void> => {
      const clock = { nowMs: () => world.app.clock.nowMs() + aheadMs };
      await recoverConfirmations(mortal({ ...world.app, clock }, {}).app);
    };
    const listedOf = async (id: BookingId) =>
      (await listIssues(world.app)).orphans.filter(({ bookingId }) => bookingId === id);

    for (const act of ['works', 'reset_after', 'unsent'] as const satisfies WireAct[]) {
      for (const funding of ['credit', 'card', 'own'] as const) {
        for (const minutes of [1, 5]) {
          test(`a booking paid by ${funding} is answered with its outcome when a clock ${minutes} minutes ahead recovers it at any step, the carrier: ${act}`, async (t) => {
            let isOver = false;
            let listedCount = 0;
            for (let atStep = 1; atStep <= mostSteps && !isOver; atStep += 1) {
              world.begin();
              const isOwn = funding === 'own';
              const member = await world.addMember(isOwn ? undefined : 10_000, { isOwn });
              const id = await world.addBooking(member, 2_500);
              const acts: WireAct[] = [act];
              world.books.choose = () => acts.shift() ?? 'works';
              let step = 0;
              const answer = await world.confirm(
                id,
                { carrier: wireCarrier, funding },
                {
                  turn: async () => {
                    step += 1;
                    if (step === atStep) await recoverAhead(minutes * minuteMs);
                  },
                },
              );
              isOver = step < atStep;
              assert.notEqual(answer.kind, 'failed', `step ${atStep}: ${JSON.stringify(answer)}`);
              await world.recover();
              const listed = await listedOf(id);
              listedCount += listed.length;
              for (const { reference } of listed) await cancelOrphan(world.app, reference);
              await world.assertBooks();
            }
            assert.ok(isOver);
            t.diagnostic(`${listedCount} consignments listed for the operator and cancelled`);
          });
        }
      }
    }

    test('a process whose payment another process has taken over sends and settles nothing', async () => {
      world.begin();
      const { payments, sentConsignments } = world.app.store;
      const member = await world.addMember(10_000);
      const id = await world.addBooking(member, 2_500);
      world.books.choose = () => 'hangs_before';
      await world.confirm(id, { carrier: wireCarrier, funding: 'credit' });
      const older = await world.lastPayment(id);
      const untilMs = world.app.clock.nowMs() + minuteMs;
      assert.equal(await payments.takeUp(older, untilMs), true);
      const newer = { ...older, attempts: older.attempts + 1, retryAtMs: untilMs };
      const consignment = {
        reference: `${id}-9`,
        carrier: 'auspost',
        stringId: wireCarrier,
        bookingId: id,
        nowMs: world.app.clock.nowMs(),
      };
      const open = (lease: typeof older) => sentConsignments.open({ ...consignment, lease });
      assert.equal(await open(older), 'lease_lost');
      assert.equal(await sentConsignments.find(consignment.reference), undefined);
      assert.equal(await open(newer), 'ours');
      const settle = ({ attempts }: typeof older) =>
        payments.change(older.id, {
          from: ['pending'],
          status: 'pending',
          retryAtMs: older.retryAtMs,
          attempts,
        });
      assert.equal(await settle(older), false);
      assert.equal(await settle(newer), true);
    });

    test('lists the second consignment when a carrier is asked twice under one reference', async () => {
      world.begin();
      const member = await world.addMember(10_000);
      const id = await world.addBooking(member, 2_500);
      world.books.choose = () => 'works';
      // The first request reaches the carrier only after recovery has found nothing there and sent its own.
      let isHeld = true;
      const answer = await world.confirm(
        id,
        { carrier: wireCarrier, funding: 'card' },
        {
          turn: async () => {
            const sent = await world.app.store.sentConsignments.find(String(id));
            if (!isHeld || sent?.state !== 'sending') return;
            isHeld = false;
            await recoverAhead(5 * minuteMs);
          },
        },
      );
      assert.equal(isHeld, false, 'recovery ran while the request was being sent');
      assert.equal(answer.kind, 'booking');
      await world.recover();
      assert.equal(world.books.activeOf(id).length, 2);
      const booking = await world.app.store.bookings.findForAnyMember(id);
      const [second, ...others] = await listedOf(id);
      assert.ok(second);
      assert.deepEqual(others, []);
      assert.deepEqual(
        new Set([booking?.connote, second.connote]),
        new Set(world.books.activeOf(id).map((consignment) => consignment.id)),
      );
      await cancelOrphan(world.app, second.reference);
      assert.deepEqual(await listedOf(id), []);
      await world.assertBooks();
    });
  });
}
