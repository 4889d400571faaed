// Connotes from ranges that are replaced, lowered and shared, on both engines: none is ever issued twice.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { aBooking } from '../../../test/support/bookings/bookings.ts';
import { openTestStore, type Place, setups } from '../../../test/support/setups.ts';
import { silentLog } from '../../../test/support/test-logs.ts';
import { neutralTerms } from '../../domain/bookings/connote.ts';
import type { ConnoteTerms } from '../../domain/rate-cards/carrier-terms.ts';
import type { Store } from '../ports.ts';
import { countLeft, takeNumbered } from './issue-connote.ts';

for (const setup of setups) {
  describe(`own consignment numbers on ${setup.engine}`, () => {
    let place: Place & { remove(): Promise<void> };
    let store: Store;
    let forms = 0;
    before(async () => {
      place = await setup.makePlace();
      store = await openTestStore(place, silentLog);
    });
    after(async () => {
      await store.close();
      await place.remove();
    });
    /** Ranges with a prefix that no other test uses. */
    const aForm = () => {
      forms += 1;
      const form = { ...neutralTerms, prefix: `F${forms}-`, digits: 4, check: 'none' } as const;
      return (start: number, end: number): ConnoteTerms => ({ ...form, start, end });
    };
    /** Books with the next number of the range and returns that number without its prefix. */
    const book = async (terms: ConnoteTerms): Promise<string | undefined> => {
      const id = await store.bookings.add(aBooking({ memberId: undefined }));
      const connote = await store.transaction(async (inside) => {
        const taken = await takeNumbered(inside, terms);
        const settled = { from: 'new', to: 'confirmed', connote: taken, confirmedAtMs: 1 } as const;
        await inside.bookings.settle(id, settled);
        return taken;
      });
      return connote?.slice(terms.prefix.length);
    };
    const several = async (terms: ConnoteTerms, count: number): Promise<(string | undefined)[]> => {
      const given: (string | undefined)[] = [];
      for (let n = 0; n < count; n += 1) given.push(await book(terms));
      return given;
    };

    test('a range in use continues from its last number, also when its start is raised', async () => {
      const range = aForm();
      // A counter stored by an earlier version.
      await store.numbers.next(`${range(1, 1).prefix}#4`, { start: 37, end: 9999 });
      assert.deepEqual(await several(range(1, 9999), 2), ['0038', '0039']);
      assert.deepEqual(await several(range(500, 9999), 2), ['0500', '0501']);
    });

    test('a range replaced by a lower one starts at the new start', async () => {
      const range = aForm();
      assert.deepEqual(await several(range(5000, 5999), 2), ['5000', '5001']);
      assert.deepEqual(await several(range(1000, 1002), 4), ['1000', '1001', '1002', undefined]);
      assert.deepEqual(await several(range(5000, 5999), 1), ['5002']);
    });

    test('counts the numbers left in a range', async () => {
      const range = aForm()(10, 13);
      assert.equal(await countLeft(store, range), 4);
      await several(range, 3);
      assert.equal(await countLeft(store, range), 1);
      await several(range, 1);
      assert.equal(await countLeft(store, range), 0);
      assert.equal(await book(range), undefined);
    });

    test('two ranges of one prefix are used side by side', async () => {
      const range = aForm();
      const [low, high] = [range(1, 1000), range(7000, 8000)];
      const given = [];
      for (const terms of [low, high, low, low, high, low]) given.push(await book(terms));
      assert.deepEqual(given, ['0001', '7000', '0002', '0003', '7001', '0004']);
    });

    test('skips numbers of a lower range that were issued before, with any check digit', async () => {
      const range = aForm();
      await book(range(9000, 9999));
      await several(range(100, 199), 9);
      await several({ ...range(109, 199), check: 'mod10' }, 2);
      assert.deepEqual(await several(range(98, 199), 5), ['0098', '0099', '0111', '0112', '0113']);
    });

    test('never reissues the old number of a renumbered booking', async () => {
      const range = aForm();
      await several(range(1, 999), 9);
      // Renumbers a booking as `setBookingStatus` does. The search for the end of the used numbers looks at number 4.
      const { prefix } = range(1, 999);
      const renumbered = (await store.bookings.listNewest(9)).find(
        ({ connote }) => connote === `${prefix}0004`,
      );
      assert.ok(renumbered);
      await store.bookings.settle(renumbered.id, {
        from: 'confirmed',
        to: 'booked_manually',
        connote: 'BY-HAND',
        confirmedAtMs: 1,
      } as const);
      await store.bookings.retireConnote(`${prefix}0004`);
      await book(range(5000, 5999));
      assert.deepEqual(await several(range(1, 999), 2), ['0010', '0011']);
    });

    test('overlapping ranges issue no number twice to simultaneous callers', async () => {
      const range = aForm();
      await book(range(9000, 9999));
      const terms = [range(10, 90), range(15, 95), range(20, 99)];
      const given = await Promise.all(
        Array.from({ length: 30 }, (_, n) => book(terms[n % 3] ?? range(1, 1))),
      );
      assert.ok(!given.includes(undefined));
      assert.equal(new Set(given).size, given.length);
    });

    test('a used-up range stays used up', async () => {
      const range = aForm();
      assert.deepEqual(await several(range(1, 3), 5), [
        '0001',
        '0002',
        '0003',
        undefined,
        undefined,
      ]);
    });
  });
}
