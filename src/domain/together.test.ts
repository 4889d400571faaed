import assert from 'node:assert/strict';
import { test } from 'node:test';
import { together } from './together.ts';

test('results come in the order of the writes', async () => {
  assert.deepEqual(await together([Promise.resolve('a'), Promise.resolve(2)]), ['a', 2]);
});

test('rejects only after all writes have ended', async () => {
  const slow = Promise.withResolvers<void>();
  let isTold = false;
  const all = together([Promise.reject(new Error('no')), slow.promise]).finally(() => {
    isTold = true;
  });
  const refused = assert.rejects(all, /^Error: no$/);
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(isTold, false);
  slow.resolve();
  await refused;
});

test('rejects with the failure of the write that began first', async () => {
  const first = Promise.withResolvers<void>();
  const all = together([first.promise, Promise.reject(new Error('second'))]);
  first.reject(new Error('first'));
  await assert.rejects(all, /^Error: first$/);
});
