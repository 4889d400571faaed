import assert from 'node:assert/strict';
import { test } from 'node:test';
import { notModified } from './endpoint.ts';
import { StaticAnswers } from './static-answers.ts';

const tag = () => '"v5-1"';
const requestOf = (url: string, known?: string) => ({
  url,
  headers: known === undefined ? {} : { 'if-none-match': known },
});

test('keeps an answer as it was sent, but not a large one', () => {
  const answers = new StaticAnswers(tag);
  assert.equal(answers.keep(requestOf('/a'), { b: 1 }), '{"b":1}');
  assert.equal(answers.find(requestOf('/a')), '{"b":1}');
  assert.equal(answers.find(requestOf('/b')), undefined);
  answers.keep(requestOf('/large'), 'x'.repeat(20_000));
  assert.equal(answers.find(requestOf('/large')), undefined);
});

test('answers not modified to a client with the current tag', () => {
  const answers = new StaticAnswers(tag);
  assert.equal(answers.find(requestOf('/a', tag())), undefined);
  assert.equal(answers.keep(requestOf('/a', tag()), 1), notModified);
  assert.equal(answers.find(requestOf('/a', tag())), notModified);
  assert.equal(answers.find(requestOf('/a', '"v5-0"')), '1');
});

test("keeps a route's only answer at any size, and answers 304 without it", () => {
  const answers = new StaticAnswers(tag, true);
  assert.equal(answers.find(requestOf('/a')), undefined);
  assert.equal(answers.find(requestOf('/a', tag())), notModified);
  const text = answers.keep(requestOf('/a'), 'x'.repeat(20_000));
  assert.equal(answers.find(requestOf('/a?b=1')), text);
});

test('drops the oldest answers when there are too many', () => {
  const answers = new StaticAnswers(tag);
  for (let n = 0; n < 1_500; n += 1) answers.keep(requestOf(`/${n}`), n);
  assert.equal(answers.find(requestOf('/0')), undefined);
  assert.equal(answers.find(requestOf('/1499')), '1499');
});
