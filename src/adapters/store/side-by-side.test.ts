// Simultaneous transactions on PostgreSQL, where one does not see what the other is about to commit. SQLite has a single
// writer.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { aBooking } from '../../../test/support/bookings/bookings.ts';
import { memberDetails } from '../../../test/support/factories.ts';
import { anOrder } from '../../../test/support/orders/orders.ts';
import { openTestStore, type Place, setups } from '../../../test/support/setups.ts';
import { silentLog } from '../../../test/support/test-logs.ts';
import type { Store } from '../../application/ports.ts';
import type { MemberId } from '../../domain/members/member.ts';

for (const setup of setups.filter(({ engine }) => engine === 'postgres')) {
  describe(`simultaneous transactions on ${setup.engine}`, () => {
    let place: Place & { remove(): Promise<void> };
    let store: Store;
    let members = 0;
    before(async () => {
      place = await setup.makePlace();
      store = await openTestStore(place, silentLog);
    });
    after(async () => {
      await store.close();
      await place.remove();
    });

    const addMember = async (): Promise<MemberId> => {
      members += 1;
      const details = memberDetails({ email: `m${members}@example.com` });
      const id = await store.members.add({ ...details, passwordHash: '', createdAtMs: 0 });
      assert.notEqual(id, 'email_taken');
      return id as MemberId;
    };
    /** Begins `second` after `first` has written and before it commits, and returns the result of `second`. */
    const overlapping = async <Result>(
      first: (inside: Store) => Promise<unknown>,
      second: () => Promise<Result>,
    ): Promise<Result> => {
      let begun: Promise<Result> | undefined;
      await store.transaction(async (inside) => {
        await first(inside);
        begun = second();
        begun.catch(() => {});
        // These queries give `second` time to reach the first's lock.
        for (let n = 0; n < 50; n += 1) await store.members.isEmpty();
      });
      assert.ok(begun);
      return await begun;
    };

    for (const other of ['taken by a change', 'taken by a new member'] as const) {
      test(`rejects an e-mail address that is just being ${other}`, async () => {
        const [ann, bob] = [await addMember(), await addMember()];
        const details = memberDetails({ email: `${other.replaceAll(' ', '-')}@example.com` });
        const outcome = await overlapping(
          ({ members: all }) =>
            other === 'taken by a change'
              ? all.changeDetails(ann, details)
              : all.add({ ...details, passwordHash: '', createdAtMs: 0 }),
          () => store.members.changeDetails(bob, details),
        );
        assert.equal(outcome, 'email_taken');
      });
    }

    test('keeps exactly one default payment method through simultaneous changes', async () => {
      const owner = await addMember();
      const method = (token: string, isDefault: boolean) => ({
        memberId: owner,
        kind: 'card' as const,
        gateway: 'test',
        token,
        fingerprint: token,
        customer: undefined,
        maskedLabel: 'a card',
        isDefault,
        createdAtMs: 0,
      });
      const defaults = async (): Promise<number> =>
        (await store.paymentMethods.list(owner)).filter(({ isDefault }) => isDefault).length;
      const first = await overlapping(
        (inside) => inside.paymentMethods.add(method('tok_ok', false)),
        () => store.paymentMethods.add(method('tok_declined', false)),
      );
      assert.equal(await defaults(), 1);
      await overlapping(
        (inside) => inside.paymentMethods.add(method('tok_expired', true)),
        () => store.paymentMethods.makeDefault(owner, first.id),
      );
      assert.equal(await defaults(), 1);
    });

    test('keeps an old booking to which an order is just being attached', async () => {
      const owner = await addMember();
      const booking = await store.bookings.add(aBooking({ memberId: owner }));
      const most = { reads: 100, deletes: 100 };
      await overlapping(
        async (inside) => {
          await inside.bookings.lock(booking, owner);
          const order = anOrder({ memberId: owner, bookingId: booking, status: 'ready_to_book' });
          await inside.orders.add(order);
        },
        () => store.bookings.purgeUnpaid(booking - 1, Number.MAX_SAFE_INTEGER, most),
      );
      assert.equal((await store.bookings.find(booking, owner))?.id, booking);
    });
  });
}
