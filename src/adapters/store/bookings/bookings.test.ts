// Bookings in the store, on both engines: no write overwrites another unnoticed.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { aBooking, aLine, setStatus } from '../../../../test/support/bookings/bookings.ts';
import { aQuote } from '../../../../test/support/bookings/quotes.ts';
import { memberDetails } from '../../../../test/support/factories.ts';
import { openTestStore, type Place, setups } from '../../../../test/support/setups.ts';
import { silentLog } from '../../../../test/support/test-logs.ts';
import type { NewBooking, Store } from '../../../application/ports.ts';
import { type Booking, bookingId, bookingStatuses } from '../../../domain/bookings/booking.ts';
import { keyId } from '../../../domain/keys/api-key.ts';
import type { MemberId } from '../../../domain/members/member.ts';

for (const setup of setups) {
  describe(`bookings in the store on ${setup.engine}`, () => {
    let place: Place & { remove(): Promise<void> };
    let store: Store;
    let jane: MemberId;
    let bob: MemberId;
    const addMember = async (email: string): Promise<MemberId> => {
      const member = { ...memberDetails({ email }), passwordHash: '', createdAtMs: 0 };
      return (await store.members.add(member)) as MemberId;
    };
    before(async () => {
      place = await setup.makePlace();
      store = await openTestStore(place, silentLog);
      jane = await addMember('jane@example.com');
      bob = await addMember('bob@example.com');
    });
    after(async () => {
      await store.close();
      await place.remove();
    });

    const added = async (change: Partial<NewBooking> = {}): Promise<Booking> => {
      const id = await store.bookings.add(aBooking({ memberId: jane, ...change }));
      const found = await store.bookings.find(id, jane);
      assert.ok(found);
      return found;
    };
    const read = (id: number) => store.bookings.find(bookingId(id), jane);

    test('reads back an added booking in version 1', async () => {
      const made = aBooking({
        memberId: jane,
        keyId: keyId(7),
        pricedBy: keyId(8),
        usesCache: false,
        lastLine: 12,
        quotedAtMs: 5,
        quotes: [aQuote()],
      });
      const id = await store.bookings.add(made);
      assert.deepEqual(await read(id), { ...made, id, version: 1 });
    });

    test("reads a single carrier's quote wherever the quotes are stored", async () => {
      const quotes = ['tnt', 'toll', 'aramex'].map((carrier, n) =>
        aQuote({ carrier, totalCents: 1000 + n }),
      );
      const market = { quotes: Object.freeze(quotes), failures: Object.freeze([]) };
      // The first booking stores the quotes in its own document. From the second on they are in a shared set.
      for (let n = 0; n < 3; n += 1) {
        const id = await store.bookings.add(aBooking({ memberId: jane, ...market }));
        const carriers = async (quotedBy?: string) =>
          (await store.bookings.find(id, jane, quotedBy))?.quotes.map(({ carrier }) => carrier);
        assert.deepEqual(await carriers('toll'), ['toll']);
        assert.deepEqual(await carriers('unknown'), ['tnt', 'toll', 'aramex']);
        assert.deepEqual(await carriers(), ['tnt', 'toll', 'aramex']);
        const [quote] = (await store.bookings.find(id, jane, 'aramex'))?.quotes ?? [];
        assert.deepEqual(quote, quotes[2]);
      }
    });

    test('a change replaces the contents and raises the version by one', async () => {
      const first = await added();
      const changed = {
        ...first,
        items: [aLine(1, { quantity: 3 }), aLine(4)],
        lastLine: 4,
        description: 'Tiles',
        quotes: [aQuote({ totalCents: 4200 })],
        quotedAtMs: 99,
        pricedBy: keyId(9),
      };
      assert.equal(await store.bookings.replace(changed, 1), true);
      assert.deepEqual(await read(first.id), { ...changed, version: 2 });
      assert.equal(await store.bookings.replace({ ...changed, pricedBy: undefined }, 2), true);
      const third = await read(first.id);
      assert.deepEqual([third?.version, third?.pricedBy], [3, undefined]);
    });

    test('rejects contents made from an outdated version', async () => {
      const first = await added();
      assert.equal(await store.bookings.replace({ ...first, description: 'A' }, 1), true);
      assert.equal(await store.bookings.replace({ ...first, description: 'B' }, 1), false);
      assert.equal(await store.bookings.replace({ ...first, description: 'C' }, 3), false);
      const now = await read(first.id);
      assert.deepEqual([now?.description, now?.version], ['A', 2]);
    });

    test('accepts exactly one of many simultaneous writes from one version', async () => {
      const first = await added();
      const second = await openTestStore(place, silentLog);
      const outcomes = await Promise.all(
        Array.from({ length: 20 }, (_, n) =>
          (n % 2 === 0 ? store : second).bookings.replace({ ...first, description: `${n}` }, 1),
        ),
      );
      await second.close();
      assert.equal(outcomes.filter((isWritten) => isWritten).length, 1);
      const now = await read(first.id);
      assert.deepEqual([now?.description, now?.version], [`${outcomes.indexOf(true)}`, 2]);
    });

    test('refuses to write or remove bookings that are foreign, anonymous or missing', async () => {
      const mine = await added();
      assert.equal(await store.bookings.replace({ ...mine, memberId: bob }, 1), false);
      assert.equal(await store.bookings.removeUnpaid(mine.id, bob), false);
      assert.deepEqual(await read(mine.id), mine);
      const id = await store.bookings.add(aBooking());
      assert.equal(await store.bookings.replace({ ...aBooking(), id, version: 1 }, 1), false);
      assert.equal(await store.bookings.removeUnpaid(id, jane), false);
      const never = bookingId(999_999_999);
      assert.equal(await store.bookings.replace({ ...mine, id: never }, 1), false);
      assert.equal(await store.bookings.removeUnpaid(never, jane), false);
    });

    test('writes and removes only a new booking', async () => {
      for (const status of bookingStatuses.filter((one) => one !== 'new')) {
        const booking = await added();
        await setStatus(place, booking.id, status);
        assert.equal(await store.bookings.replace(booking, 1), false, status);
        assert.equal(await store.bookings.removeUnpaid(booking.id, jane), false, status);
        assert.deepEqual(await read(booking.id), { ...booking, status });
      }
    });

    test('removes a booking once and never reuses its number', async () => {
      const first = await added();
      const removals = await Promise.all(
        [1, 2, 3].map(() => store.bookings.removeUnpaid(first.id, jane)),
      );
      assert.deepEqual(removals.toSorted(), [false, false, true]);
      assert.equal(await read(first.id), undefined);
      assert.equal(await store.bookings.replace(first, 1), false);
      assert.ok((await added()).id > first.id);
    });

    test('a change in a failed transaction has no effect', async () => {
      const first = await added();
      await assert.rejects(
        store.transaction(async (inside) => {
          assert.equal(await inside.bookings.replace({ ...first, description: 'No' }, 1), true);
          assert.equal((await inside.bookings.find(first.id, jane))?.version, 2);
          assert.equal(await inside.bookings.removeUnpaid(first.id, jane), true);
          throw new Error('changed my mind');
        }),
      );
      assert.deepEqual(await read(first.id), first);
    });
  });
}
