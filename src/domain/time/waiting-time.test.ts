import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WaitingTime } from './waiting-time.ts';

/** Serves ten at a time, each for `ms`, for one second from `fromMs`. */
function serve(time: WaitingTime, ms: number, fromMs: number): void {
  for (let atMs = fromMs; atMs < fromMs + 1_000; atMs += ms / 10) time.took(ms, atMs);
}

test('the expected wait grows with the queue and with slow service', () => {
  const time = new WaitingTime(10);
  serve(time, 500, 0);
  assert.equal(time.ofNext(20, 1_000, 1_000), 1_000);
  assert.equal(time.ofNext(40, 1_000, 1_000), 2_000);
  const quick = new WaitingTime(10);
  serve(quick, 5, 0);
  assert.ok(quick.ofNext(40, 1_000, 1_000) < 50);
});

test('notices a hundredfold slowdown within a second', () => {
  const time = new WaitingTime(10);
  serve(time, 5, 0);
  serve(time, 500, 1_500);
  // Four times as many have arrived as were served.
  assert.ok(time.ofNext(80, 1_500, 2_500) > 2_000);
});

test('expects no long wait during or after one short stall', () => {
  const time = new WaitingTime(10);
  serve(time, 5, 0);
  assert.ok(time.ofNext(300, 1_000, 2_500) < 500, 'while it lasts');
  // All stalled requests end together, and the queue behind them is served quickly.
  for (let n = 0; n < 10; n += 1) time.took(1_500, 2_500);
  serve(time, 5, 2_500);
  assert.ok(time.ofNext(300, 2_500, 2_600) < 1_000, 'after it');
});

test('a queue that stays stalled is as slow as its oldest request', () => {
  const time = new WaitingTime(10);
  assert.equal(time.ofNext(1, 0, 1_900), 0, 'nothing is known yet');
  assert.equal(time.ofNext(1, 0, 2_500), 2_500);
  serve(time, 5, 3_000);
  assert.equal(time.ofNext(5, 4_000, 7_000), 3_000);
});
