import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StaticAnswers } from './static-answers.ts';

test('an answer is kept as it was sent, a large one is not', () => {
  const answers = new StaticAnswers();
  assert.equal(answers.keep('/a', { b: 1 }), '{"b":1}');
  assert.equal(answers.find('/a'), '{"b":1}');
  assert.equal(answers.find('/b'), undefined);
  answers.keep('/large', 'x'.repeat(20_000));
  assert.equal(answers.find('/large'), undefined);
});

test('the oldest go when there are too many', () => {
  const answers = new StaticAnswers();
  for (let n = 0; n < 1_500; n += 1) answers.keep(`/${n}`, n);
  assert.equal(answers.find('/0'), undefined);
  assert.equal(answers.find('/1499'), '1499');
});
