// Request bodies that clients send repeatedly: which are cached, and what the cache returns.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RepeatedBodies } from './repeated-bodies.ts';

const keep = (bodies: RepeatedBodies, text: string): unknown => {
  bodies.keep(text, JSON.parse(text));
  return bodies.find(text);
};

test('returns the frozen value that was read first for the same text', () => {
  const bodies = new RepeatedBodies();
  const body = keep(bodies, '{"items":[{"weight":1}]}') as { items: { weight: number }[] };
  assert.equal(bodies.find('{"items":[{"weight":1}]}'), body);
  assert.equal(bodies.find('{"items":[{"weight":2}]}'), undefined);
  assert.throws(() => body.items.push({ weight: 2 }), TypeError);
  const [item] = body.items;
  assert.throws(() => Object.assign(item ?? {}, { weight: 3 }), TypeError);
});

test('drops the least used texts first and keeps no long texts or bare values', () => {
  const bodies = new RepeatedBodies();
  const textOf = (n: number): string => JSON.stringify({ n, pad: 'x'.repeat(9_980) });
  for (let n = 0; n < 150; n += 1) {
    keep(bodies, textOf(n));
    assert.ok(bodies.find(textOf(0)), 'one that is sent all the time stays');
  }
  assert.equal(bodies.find(textOf(1)), undefined);
  assert.ok(bodies.find(textOf(149)));
  assert.equal(keep(bodies, `{"text":"${'x'.repeat(20_000)}"}`), undefined);
  for (const text of ['1', '"a"', 'null']) assert.equal(keep(bodies, text), undefined);
});
