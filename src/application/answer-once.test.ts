// Idempotent requests when the database rejects the key, and when another process has taken the key over.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusedAs } from '../../test/support/refused-as.ts';
import { setups } from '../../test/support/setups.ts';
import { startTestApp, type TestApp } from '../../test/support/test-app.ts';
import { bookingId } from '../domain/bookings/booking.ts';
import { dayMs } from '../domain/time/durations.ts';
import { answerOnce, type Begun, purgeIdempotency } from './answer-once.ts';
import { claimLeaseMs } from './bookings/claim-confirmation.ts';
import type { SignedInCaller } from './caller.ts';
import { type Answer, type App, StoreBusy } from './ports.ts';
import { hasWritten, noteWritten, withinRequest } from './request-scope.ts';

const once = { key: 'one', digest: 'd' };
const [first, second] = [bookingId(1), bookingId(2)];
const made = (status: number): Answer => ({ status, body: '{}' });
const takenUp = refusedAs('idempotency_key_under_way');

async function callerOf(t: TestApp): Promise<SignedInCaller> {
  const { id } = await t.addMember();
  const member = await t.app.store.members.find(id);
  assert.ok(member);
  return { kind: 'member', member };
}

for (const setup of setups) {
  test(`recording an idempotency key does not count as a write, on ${setup.name}`, async () => {
    const t = await startTestApp(setup);
    const caller = await callerOf(t);
    const tried = (work: (begun: Begun) => Promise<never>) =>
      withinRequest('r', () => answerOnce(t.app, caller, once, work));
    // If the database is too busy for the next write, the request may still be refused as not done.
    await assert.rejects(
      tried(async () => {
        assert.equal(hasWritten(), false);
        throw new StoreBusy();
      }),
      StoreBusy,
    );
    // The key is free for the next request.
    const answer = { status: 201, body: '{}' };
    const again = await withinRequest('s', () =>
      answerOnce(t.app, caller, once, async () => {
        noteWritten();
        return answer;
      }),
    );
    assert.deepEqual(again, { ...answer, isReplayed: false });
    await t.close();
  });

  test(`continues with the booking recorded when it takes over a key, on ${setup.name}`, async () => {
    const t = await startTestApp(setup);
    const { app } = t;
    const caller = await callerOf(t);
    const { idempotency } = app.store;
    await answerOnce(app, caller, once, async ({ note: noteFirst }) => {
      t.advanceClock(claimLeaseMs(app));
      // This process records its booking after the other one has found none and before it takes the key over.
      const takeUp: typeof idempotency.takeUp = async (...values) => {
        await app.store.transaction((store) => noteFirst(store, first));
        return await idempotency.takeUp(...values);
      };
      const store = { ...app.store, idempotency: { ...idempotency, takeUp } };
      const other = await answerOnce({ ...app, store }, caller, once, async ({ begunBefore }) => {
        assert.equal(begunBefore, first);
        return made(202);
      });
      assert.deepEqual(other, { ...made(202), isReplayed: false });
      return made(201);
    });
    await t.close();
  });

  test(`starts and stores nothing after its key was taken over, on ${setup.name}`, async () => {
    const t = await startTestApp(setup);
    const { app } = t;
    const caller = await callerOf(t);
    await assert.rejects(
      answerOnce(app, caller, once, async (begun) => {
        t.advanceClock(claimLeaseMs(app));
        await answerOnce(app, caller, once, async ({ note }) => {
          await app.store.transaction((store) => note(store, second));
          return made(202);
        });
        const late = app.store.transaction(async (store) => begun.keep(store, made(201)));
        await assert.rejects(late, takenUp);
        return await app.store.transaction(async (store) => {
          await begun.note(store, first);
          return made(201);
        });
      }),
      takenUp,
    );
    const again = await answerOnce(app, caller, once, () => assert.fail('it is done'));
    assert.deepEqual(again, { ...made(202), isReplayed: true });
    await t.close();
  });

  test(`no key stays in use for a year when the clock ran a year ahead and was corrected, on ${setup.name}`, async () => {
    const t = await startTestApp(setup);
    const { app } = t;
    const caller = await callerOf(t);
    const { idempotency } = app.store;
    const of = (key: string) => ({ memberId: caller.member.id, key });
    const yearMs = 365 * dayMs;
    t.advanceClock(yearMs);
    // Three keys: one whose process died, one that was answered, and one that is never sent again.
    const heldUntilMs = app.clock.nowMs() + claimLeaseMs(app);
    const begun = { digest: 'd', nowMs: app.clock.nowMs(), heldUntilMs, expiredBeforeMs: 0 };
    await idempotency.begin(of('died'), begun);
    await answerOnce(app, caller, { key: 'answered', digest: 'd' }, async () => made(201));
    await answerOnce(app, caller, { key: 'left', digest: 'd' }, async () => made(201));
    t.advanceClock(-yearMs);
    const taken = await answerOnce(app, caller, { key: 'died', digest: 'd' }, async () =>
      made(202),
    );
    assert.deepEqual(taken, { ...made(202), isReplayed: false });
    // After the clock is corrected, an answered key is not processed again...
    const again = await answerOnce(app, caller, { key: 'answered', digest: 'd' }, () =>
      assert.fail('it is done'),
    );
    assert.deepEqual(again, { ...made(201), isReplayed: true });
    await purgeIdempotency(app);
    // ... and a day later each key is free, as usual.
    t.advanceClock(dayMs + 1);
    const other = await answerOnce(app, caller, { key: 'answered', digest: 'e' }, async () =>
      made(203),
    );
    assert.deepEqual(other, { ...made(203), isReplayed: false });
    await purgeIdempotency(app);
    assert.equal(await idempotency.find(of('left')), undefined);
    assert.equal(await idempotency.find(of('died')), undefined);
    assert.notEqual(await idempotency.find(of('answered')), undefined);
    await t.close();
  });

  for (const end of ['fails', 'answers'] as const) {
    test(`leaves the key to its new holder when a request that lost it ${end}, on ${setup.name}`, async () => {
      const t = await startTestApp(setup);
      const { app } = t;
      const caller = await callerOf(t);
      const tookOver = Promise.withResolvers<void>();
      const isOver = Promise.withResolvers<void>();
      let holder: Promise<unknown> | undefined;
      const slow = answerOnce(app, caller, once, async () => {
        t.advanceClock(claimLeaseMs(app));
        holder = answerOnce(app, caller, once, async () => {
          tookOver.resolve();
          await isOver.promise;
          return made(202);
        });
        await tookOver.promise;
        if (end === 'fails') throw new StoreBusy();
        return made(400);
      });
      if (end === 'fails') await assert.rejects(slow, StoreBusy);
      else assert.equal((await slow).status, 400);
      const record = await app.store.idempotency.find({
        memberId: caller.member.id,
        key: once.key,
      });
      assert.equal(record?.heldUntilMs, app.clock.nowMs() + claimLeaseMs(app));
      assert.equal(record?.answer, undefined);
      isOver.resolve();
      await holder;
      const again = await answerOnce(app, caller, once, () => assert.fail('it is done'));
      assert.deepEqual(again, { ...made(202), isReplayed: true });
      await t.close();
    });
  }
}

test('reports the original error when the key cannot be released', async () => {
  const [setup] = setups;
  assert.ok(setup);
  const t = await startTestApp(setup);
  const caller = await callerOf(t);
  const { idempotency } = t.app.store;
  const release = () => Promise.reject(new Error('the database is away'));
  const app: App = {
    ...t.app,
    store: { ...t.app.store, idempotency: { ...idempotency, release } },
  };
  const busy = new StoreBusy();
  await assert.rejects(
    answerOnce(app, caller, once, () => Promise.reject(busy)),
    (error) => error === busy,
  );
  assert.ok(t.log.some(({ message }) => message?.includes('stays held')));
  await t.close();
});
