import assert from 'node:assert/strict';
import { test } from 'node:test';
import { once } from './once.ts';

test('a thing is made when it is first asked for, once, also when nothing comes of it', () => {
  let times = 0;
  const nothing = once(() => {
    times += 1;
  });
  assert.equal(times, 0);
  nothing();
  nothing();
  assert.equal(times, 1);
});

test('a thing that could not be made is tried again', () => {
  let times = 0;
  const second = once(() => {
    times += 1;
    if (times === 1) throw new Error('not yet');
    return times;
  });
  assert.throws(second, /not yet/);
  assert.deepEqual([second(), second()], [2, 2]);
});
