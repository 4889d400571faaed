// Frozen values cannot change, and results calculated from them are cached.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freezeAll, onceForFrozen } from './frozen.ts';

test('freezes everything inside a value', () => {
  const value = freezeAll({ list: [{ n: 1 }], none: null, text: 'a' });
  assert.throws(() => value.list.push({ n: 2 }), TypeError);
  assert.throws(() => Object.assign(value.list[0] ?? {}, { n: 2 }), TypeError);
});

test('computes once for a frozen value, even an undefined result, and each time for others', () => {
  let times = 0;
  const count = onceForFrozen((value: { n: number }) => {
    times += 1;
    return value.n === 0 ? undefined : value.n;
  });
  const [one, none] = [freezeAll({ n: 1 }), freezeAll({ n: 0 })];
  assert.deepEqual(
    [count(one), count(one), count(none), count(none)],
    [1, 1, undefined, undefined],
  );
  assert.equal(times, 2);
  const open = { n: 3 };
  assert.equal(count(open), 3);
  open.n = 4;
  assert.equal(count(open), 4);
});
