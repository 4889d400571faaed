// An orphaned consignment with a real connector: it is recorded again although its record was deleted, goes on no
// manifest, and can be cancelled without changing its booking.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { order } from '../../../test/connectors/story.ts';
import { type WireAct, wireCarrier, wireUp } from '../../../test/support/carriers/wired-carrier.ts';
import { MoneyWorld } from '../../../test/support/money/money-world.ts';
import { refusedAs } from '../../../test/support/refused-as.ts';
import { setups } from '../../../test/support/setups.ts';
import type { Booking } from '../../domain/bookings/booking.ts';
import type { MemberId } from '../../domain/members/member.ts';
import { listIssues } from '../issues/list-issues.ts';
import { finishCancellations } from '../jobs/finish-cancellations.ts';
import { cancelOrphan, closeOrphan } from './orphan-consignments.ts';

for (const setup of setups) {
  describe(`unpaid consignment on ${setup.engine}`, () => {
    let world: MoneyWorld;
    before(async () => {
      world = await MoneyWorld.open(setup, { isPatient: true });
    });
    after(() => world.close());
    beforeEach(() => {
      world.begin();
      world.books.choose = () => 'works';
    });

    /** A paid booking with its consignment, and an orphaned consignment of the same booking. */
    const orphan = async (owner?: MemberId): Promise<{ booking: Booking; reference: string }> => {
      const { sentConsignments } = world.app.store;
      const id = await world.addBooking(await world.addMember(10_000), 2_500);
      const confirmed = await world.confirm(id, { carrier: wireCarrier, funding: 'credit' });
      assert.ok(confirmed.kind === 'booking');
      const reference = `${id}-7`;
      const { carrierBooking } = wireUp({
        books: world.books,
        sent: sentConsignments,
        clock: world.app.clock,
        owner,
        step: async (work) => {
          const answer = await work();
          // Another process assumes that this one is dead and deletes the record as never sent.
          await sentConsignments.forget(reference, world.app.clock.nowMs());
          return answer;
        },
      });
      const { booking } = confirmed;
      const late = await carrierBooking.book({ ...order(wireCarrier), booking, reference });
      assert.ok(late.outcome === 'booked');
      assert.equal(
        (await sentConsignments.find(reference))?.state,
        'orphaned',
        'the consignment is recorded again',
      );
      return { booking, reference };
    };
    const isListed = async (orphan: string): Promise<boolean> =>
      (await listIssues(world.app)).orphans.some(({ reference }) => reference === orphan);
    const stateOf = async (reference: string) =>
      (await world.app.store.sentConsignments.find(reference))?.state;

    test('goes on no manifest, is cancelled with its carrier, and the booking stays as it is', async () => {
      const { booking, reference } = await orphan();
      assert.equal(world.books.activeOf(booking.id).length, 2);
      const waiting = await world.app.store.sentConsignments.listUnmanifested(
        { carrier: 'auspost' },
        100,
      );
      assert.ok(!waiting.some((one) => one.reference === reference));
      assert.equal(await isListed(reference), true);
      for (const _time of ['once', 'again']) {
        const closed = await cancelOrphan(world.app, reference);
        assert.equal(closed.state, 'cancelled');
      }
      assert.equal(await isListed(reference), false);
      assert.deepEqual(
        world.books.activeOf(booking.id).map(({ id }) => id),
        [booking.connote],
      );
      await finishCancellations(world.app);
      await world.assertBooks();
    });

    test('stays listed and can be cancelled again when its carrier refuses or does not answer', async () => {
      const { booking, reference } = await orphan();
      for (const act of ['reset_after', 'hangs_before', 'refuses'] as const satisfies WireAct[]) {
        world.books.choose = () => act;
        await assert.rejects(
          cancelOrphan(world.app, reference),
          refusedAs('orphan_not_cancelled'),
          act,
        );
        assert.equal(await stateOf(reference), 'orphaned', act);
        // The job must not take this for a cancellation of the booking.
        await finishCancellations(world.app);
      }
      world.books.choose = () => 'works';
      await cancelOrphan(world.app, reference);
      assert.equal(await stateOf(booking.confirmation?.reference ?? ''), 'booked');
      await world.assertBooks();
    });

    test('leaves the list with a note when the operator resolves it', async () => {
      const { reference } = await orphan();
      for (const note of ['', ' ', 'n'.repeat(201)])
        await assert.rejects(closeOrphan(world.app, reference, note), refusedAs('validation'));
      assert.equal(
        (await closeOrphan(world.app, reference, ' by telephone ')).detail,
        'by telephone',
      );
      assert.equal(await isListed(reference), false);
    });

    test("keeps the member's own account that sent it", async () => {
      const { caller } = await world.addMember(undefined);
      const { reference } = await orphan(caller.member.id);
      const found = await world.app.store.sentConsignments.find(reference);
      assert.equal(found?.memberId, caller.member.id);
    });

    test('is not found under the reference of a paid booking', async () => {
      const { booking } = await orphan();
      const reference = booking.confirmation?.reference ?? '';
      for (const wrong of [reference, 'no such'])
        await assert.rejects(cancelOrphan(world.app, wrong), refusedAs('orphan_not_found'));
    });
  });
}
