// Texts that are sent again and again: which are kept, and what is given for them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RepeatedBodies } from './repeated-bodies.ts';

const keep = (bodies: RepeatedBodies, text: string): unknown => {
  bodies.keep(text, JSON.parse(text));
  return bodies.find(text);
};

test('a text is given the value that was read first, and nobody can change it', () => {
  const bodies = new RepeatedBodies();
  const body = keep(bodies, '{"items":[{"weight":1}]}') as { items: { weight: number }[] };
  assert.equal(bodies.find('{"items":[{"weight":1}]}'), body);
  assert.equal(bodies.find('{"items":[{"weight":2}]}'), undefined);
  assert.throws(() => body.items.push({ weight: 2 }), TypeError);
  const [item] = body.items;
  assert.throws(() => Object.assign(item ?? {}, { weight: 3 }), TypeError);
});

test('the oldest goes first, and long ones and bare values are not kept at all', () => {
  const bodies = new RepeatedBodies();
  for (let n = 0; n < 300; n += 1) keep(bodies, `{"n":${n}}`);
  assert.equal(bodies.find('{"n":0}'), undefined);
  assert.deepEqual(bodies.find('{"n":299}'), { n: 299 });
  assert.equal(keep(bodies, `{"text":"${'x'.repeat(20_000)}"}`), undefined);
  for (const text of ['1', '"a"', 'null']) assert.equal(keep(bodies, text), undefined);
});
