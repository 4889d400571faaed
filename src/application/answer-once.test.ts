// What a request with an idempotency key is told when the database can not take it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setups } from '../../test/support/setups.ts';
import { startTestApp, type TestApp } from '../../test/support/test-app.ts';
import { answerOnce, type Begun } from './answer-once.ts';
import type { SignedInCaller } from './caller.ts';
import { type App, StoreBusy } from './ports.ts';
import { hasWritten, noteWritten, withinRequest } from './request-scope.ts';

const once = { key: 'one', digest: 'd' };

async function callerOf(t: TestApp): Promise<SignedInCaller> {
  const { id } = await t.addMember();
  const member = await t.app.store.members.find(id);
  assert.ok(member);
  return { kind: 'member', member };
}

for (const setup of setups) {
  test(`the record of a key is not yet something done, on ${setup.name}`, async () => {
    const t = await startTestApp(setup);
    const caller = await callerOf(t);
    const tried = (work: (begun: Begun) => Promise<never>) =>
      withinRequest('r', () => answerOnce(t.app, caller, once, work));
    // So a database that is too busy for the rest may be said to have done nothing.
    await assert.rejects(
      tried(async () => {
        assert.equal(hasWritten(), false);
        throw new StoreBusy();
      }),
      StoreBusy,
    );
    // And the key is free for whoever comes back.
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
}

test('a key that can not be let go hides nothing of what went wrong', async () => {
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
