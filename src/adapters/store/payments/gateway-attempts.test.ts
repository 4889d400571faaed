// The gateway attempts that keep a payment from being charged twice, on both engines.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openTestStore, type Place, setups } from '../../../../test/support/setups.ts';
import { silentLog } from '../../../../test/support/test-logs.ts';
import type { GatewayAttempts, Store } from '../../../application/ports.ts';

const nowMs = 1_794_700_000_000;

for (const setup of setups) {
  describe(`gateway attempts on ${setup.engine}`, () => {
    let place: Place & { remove(): Promise<void> };
    let store: Store;
    let attempts: GatewayAttempts;
    before(async () => {
      place = await setup.makePlace();
      store = await openTestStore(place, silentLog);
      attempts = store.gatewayAttempts;
    });
    after(async () => {
      await store.close();
      await place.remove();
    });

    const fresh = (key: string, nonce: string) => ({ key, nonce, nowMs });

    test('opens an attempt once, even for simultaneous callers', async () => {
      const opened = await Promise.all(
        Array.from({ length: 12 }, (_, n) => attempts.open(fresh('many', `nonce ${n}`))),
      );
      assert.equal(new Set(opened.map(({ nonce }) => nonce)).size, 1);
      assert.deepEqual(await attempts.find('many'), opened[0]);
      assert.equal(opened[0]?.isClosed, false);
      assert.equal(opened[0].reference, undefined);
    });

    test('keeps the first reference of an attempt', async () => {
      const attempt = await attempts.open(fresh('first', 'one'));
      const kept = await Promise.all(
        ['a', 'b', 'c'].map((reference) => attempts.keepReference(attempt, reference)),
      );
      assert.equal(new Set(kept.map(({ reference }) => reference)).size, 1);
      assert.equal((await attempts.keepReference(attempt, 'd')).reference, kept[0]?.reference);
    });

    test('lets either closing or keeping a reference win, never both', async () => {
      for (let n = 0; n < 20; n += 1) {
        const attempt = await attempts.open(fresh(`race ${n}`, 'one'));
        const [kept, closed] = await Promise.all([
          attempts.keepReference(attempt, 'pi'),
          attempts.closeUnlessReferenced(fresh(`race ${n}`, 'two')),
        ]);
        const last = await attempts.find(`race ${n}`);
        assert.ok(last);
        assert.notEqual(last.isClosed, last.reference !== undefined);
        // The later of the two calls returns the result of the earlier one.
        assert.ok(kept.isClosed === last.isClosed || closed.isClosed === last.isClosed);
        assert.equal(kept.reference, last.reference);
      }
    });

    test('closes an attempt that was never opened, and opens it again', async () => {
      const closed = await attempts.closeUnlessReferenced(fresh('never', 'one'));
      assert.equal(closed.isClosed, true);
      const late = { ...closed, isClosed: false };
      assert.equal((await attempts.keepReference(late, 'pi')).reference, undefined);
      const opened = await attempts.open({ key: 'never', nonce: 'two', nowMs: nowMs + 1 });
      assert.deepEqual(opened, {
        key: 'never',
        nonce: 'two',
        reference: undefined,
        isClosed: false,
        openedAtMs: nowMs + 1,
      });
      // The earlier attempt cannot change the new one.
      assert.equal((await attempts.keepReference(late, 'pi')).reference, undefined);
      await attempts.close(late);
      assert.equal((await attempts.find('never'))?.isClosed, false);
    });

    test('only its own nonce closes a referenced attempt, which then reopens without old data', async () => {
      const attempt = await attempts.open(fresh('referenced', 'one'));
      const kept = await attempts.keepReference(attempt, 'pi');
      assert.deepEqual(await attempts.closeUnlessReferenced(fresh('referenced', 'two')), kept);
      await attempts.close(kept);
      assert.equal((await attempts.find('referenced'))?.isClosed, true);
      const next = await attempts.open(fresh('referenced', 'three'));
      assert.equal(next.nonce, 'three');
      assert.equal(next.reference, undefined);
    });
  });
}
