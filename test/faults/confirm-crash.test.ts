// The process dies before and after each step of a confirm. Recovery then completes or undoes it: one charge with one
// consignment, or neither.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { confirmBooking } from '../../src/application/bookings/confirm-booking.ts';
import { listIssues } from '../../src/application/issues/list-issues.ts';
import { recoverConfirmations } from '../../src/application/jobs/recover-confirmations.ts';
import type { ConsignmentRequest, SentConsignment } from '../../src/application/ports.ts';
import type { BookingId } from '../../src/domain/bookings/booking.ts';
import { findPaymentChoice } from '../../src/domain/payments/payment-method.ts';
import { hourMs, minuteMs } from '../../src/domain/time/durations.ts';
import {
  bookableCarrier,
  cardCarrier,
  MoneyWorld,
  type WorldMember,
} from '../support/money/money-world.ts';
import { setups } from '../support/setups.ts';

/** Above the number of steps of any confirm; the test stops at the first that survives. */
const mostSteps = 40;

const requestOf = (carrier: string) => ({
  carrier,
  tier: undefined,
  // A pickup date that every booking of MoneyWorld has.
  pickupDate: '2030-01-02',
  pickupTime: '',
  fields: { carrier: 'courier', tier: 'tier', pickupDate: 'date', pickupTime: 'time' },
});

for (const setup of setups) {
  describe(`a crash while confirming on ${setup.engine}`, () => {
    let world: MoneyWorld;
    before(async () => {
      world = await MoneyWorld.open(setup);
    });
    after(() => world.close());

    /** Records a late consignment as a real carrier connection does after its booking was given up. */
    const keepLate = (
      { reference, booking }: ConsignmentRequest,
      connote: string,
    ): Promise<SentConsignment['state']> =>
      world.app.store.sentConsignments.keepLate({
        reference,
        carrier: 'auspost',
        stringId: bookableCarrier,
        bookingId: booking.id,
        sentAtMs: world.app.clock.nowMs(),
        connote,
        carrierId: '',
        pieces: [],
      });
    const orphansOf = async (id: BookingId): Promise<string[]> =>
      (await listIssues(world.app)).orphans
        .filter(({ bookingId }) => bookingId === id)
        .map(({ reference }) => reference);

    /** Sends the booking request an hour late, after recovery has given the booking up. */
    const confirmDelayed = async (
      id: BookingId,
      { caller }: WorldMember,
      { dies = false } = {},
    ) => {
      const { app } = world;
      const delayed = app.carriers.live.map((carrier) => ({
        ...carrier,
        carrierBooking: {
          find: world.carrierBooking.find,
          book: async (request: ConsignmentRequest) => {
            world.t.advanceClock(hourMs);
            await recoverConfirmations(app);
            const outcome = await world.carrierBooking.book(request);
            await keepLate(request, outcome.outcome === 'booked' ? outcome.connote : '');
            if (dies) throw new Error('killed');
            return outcome;
          },
        },
      }));
      const answer = await confirmBooking(
        {
          ...app,
          timing: { ...app.timing, confirmDeadlineMs: minuteMs },
          carriers: { ...app.carriers, live: delayed },
        },
        caller,
        id,
        { ...requestOf(bookableCarrier), payment: { kind: 'credit' } },
      ).then(
        () => 'booked',
        (error: { data?: { code: string } }) => error.data?.code,
      );
      assert.equal(answer, 'payment_declined');
      assert.equal((await app.store.bookings.findForAnyMember(id))?.status, 'new');
    };

    test("a process that recovery took for dead reports the carrier's consignment when it resumes", async () => {
      world.begin();
      const member = await world.addMember(10_000);
      const id = await world.addBooking(member, 2_500);
      await confirmDelayed(id, member);
      const orphans = world.t.log.filter(({ message }) => /unpaid consignment/.test(message));
      const consignment = world.carrierBooking.consignments.get(String(id));
      assert.equal(consignment?.outcome, 'booked');
      const { connote } = consignment;
      assert.deepEqual(
        orphans.map(({ level, fields }) => ({ level, fields })),
        [{ level: 'error', fields: { booking: id, carrier: bookableCarrier, connote } }],
      );
      const listed = await orphansOf(id);
      assert.deepEqual(listed, [String(id)], 'the consignment is listed in the operator’s issues');
    });

    test('a consignment is still listed when the paused process dies before reporting it', async () => {
      world.begin();
      const member = await world.addMember(10_000);
      const id = await world.addBooking(member, 2_500);
      await confirmDelayed(id, member, { dies: true });
      assert.deepEqual(await orphansOf(id), [String(id)]);
    });

    test('loses no payment notice that arrives while the booking is being given up', async () => {
      world.begin();
      const member = await world.addMember(10_000);
      const id = await world.addBooking(member, 2_500);
      const { app } = world;
      const { store } = app;
      const transaction: typeof store.transaction = async (work) => {
        await store.transaction(work);
        throw new Error('killed');
      };
      const options = { ...requestOf(bookableCarrier), payment: { kind: 'credit' } } as const;
      const dying = { ...app, store: { ...store, transaction } };
      await assert.rejects(confirmBooking(dying, member.caller, id, options), /killed/);
      const find = async (request: ConsignmentRequest) => {
        await keepLate(request, 'LATE1');
        return { outcome: 'absent' as const };
      };
      const live = app.carriers.live.map((carrier) => ({
        ...carrier,
        carrierBooking: { ...world.carrierBooking, find },
      }));
      world.t.advanceClock(hourMs);
      const timing = { ...app.timing, confirmDeadlineMs: minuteMs };
      await recoverConfirmations({ ...app, timing, carriers: { ...app.carriers, live } });
      assert.equal((await store.bookings.findForAnyMember(id))?.status, 'new');
      assert.deepEqual(await orphansOf(id), [String(id)]);
    });

    test('a process that recovery took for dead before charging does not charge when it resumes', async () => {
      world.begin();
      const member = await world.addMember(undefined);
      const id = await world.addBooking(member, 2_500);
      const { app } = world;
      const { store } = app;
      const options = { carrier: cardCarrier, funding: 'card' } as const;
      let isAwake = true;
      const transaction: typeof store.transaction = async (work) => {
        const result = await store.transaction(work);
        if (isAwake) {
          isAwake = false;
          world.t.advanceClock(hourMs);
          await recoverConfirmations(app);
          // Recovery has given it up, and the member pays for it in another process.
          assert.equal((await world.confirm(id, options)).kind, 'booking');
        }
        return result;
      };
      world.gateway.requests.length = 0;
      const answer = await confirmBooking(
        { ...app, store: { ...store, transaction } },
        member.caller,
        id,
        { ...requestOf(cardCarrier), payment: findPaymentChoice(member.card) },
      );
      assert.equal(isAwake, false);
      assert.equal(answer.status, 'confirmed', 'the answer is the outcome in the other process');
      assert.equal(world.gateway.requests.filter((question) => question === 'charge').length, 1);
      await world.recover();
      await world.assertBooks();
      assert.equal(world.gateway.refunds.size, 0);
    });

    for (const funding of ['credit', 'card', 'demo', 'own'] as const) {
      for (const carrier of funding === 'own'
        ? [bookableCarrier]
        : [cardCarrier, bookableCarrier]) {
        for (const when of ['before', 'after'] as const) {
          test(`${funding} with ${carrier}: a confirmation survives a crash ${when} every step`, async () => {
            let survived = 0;
            for (let atStep = 1; atStep <= mostSteps && survived === 0; atStep += 1) {
              world.begin();
              const isOwn = funding === 'own';
              const member = await world.addMember(isOwn ? undefined : 10_000, { isOwn });
              const id = await world.addBooking(member, 2_500);
              const answer = await world.confirm(
                id,
                { carrier, funding },
                { death: { atStep, when } },
              );
              if (answer.kind === 'booking') survived = answer.steps;
              else assert.equal(answer.kind, 'died');
              await world.recover();
              await world.assertBooks();
              const booking = await world.app.store.bookings.findForAnyMember(id);
              if (booking?.status !== 'new') continue;
              // An undone booking can be confirmed again.
              const again = await world.confirm(id, { carrier, funding });
              assert.equal(again.kind, 'booking');
              await world.assertBooks();
            }
            assert.ok(survived >= 2, 'no step was killed');
          });
        }
      }
    }
  });
}
