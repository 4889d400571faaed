import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memberDetails } from '../../test/support/factories.ts';
import { memberId } from '../domain/members/member.ts';
import type { SignedInCaller } from './caller.ts';
import { CallerCache } from './caller-cache.ts';

const caller: SignedInCaller = {
  kind: 'member',
  member: {
    id: memberId(1),
    ...memberDetails(),
    isOpen: true,
    mayBookLive: true,
    hasMultipickup: false,
    mayConnectCarriers: false,
    ownAccounts: 0,
    discountBasisPoints: 0,
    isOperator: false,
    group: '',
  },
};

function counting(result: SignedInCaller | undefined) {
  let looks = 0;
  return {
    look: async () => {
      looks += 1;
      return result;
    },
    looks: () => looks,
  };
}

test('remembers a caller until the revision changes or the time is up', async () => {
  const cache = new CallerCache('');
  const { look, looks } = counting(caller);
  const ask = (revision: number | undefined, nowMs: number) =>
    cache.findOrLook('k', revision, nowMs, look);
  assert.equal(await ask(1, 0), caller);
  assert.equal(await ask(1, 29_999), caller);
  assert.equal(looks(), 1);
  await ask(1, 30_000);
  assert.equal(looks(), 2);
  await ask(2, 30_001);
  assert.equal(looks(), 3);
});

test('remembers nothing while the revision is unknown', async () => {
  const cache = new CallerCache('');
  const { look, looks } = counting(caller);
  await cache.findOrLook('k', undefined, 0, look);
  await cache.findOrLook('k', undefined, 0, look);
  await cache.findOrLook('k', 1, 0, look);
  assert.equal(looks(), 3);
});

test('looks up unknown callers again each time', async () => {
  const cache = new CallerCache('');
  const { look, looks } = counting(undefined);
  assert.equal(await cache.findOrLook('k', 1, 0, look), undefined);
  assert.equal(await cache.findOrLook('k', 1, 0, look), undefined);
  assert.equal(looks(), 2);
});

test('does not share a failed look-up with the next request', async () => {
  const cache = new CallerCache('');
  await assert.rejects(
    cache.findOrLook('k', 1, 0, async () => {
      throw new Error('database away');
    }),
  );
  assert.equal(await cache.findOrLook('k', 1, 0, async () => caller), caller);
});
