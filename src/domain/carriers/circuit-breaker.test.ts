import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type CircuitBreaker, circuitBreaker } from './circuit-breaker.ts';

const pauseMs = 30_000;

/** A breaker that has just failed for the fifth time in a row, at time 0. */
function opened(): CircuitBreaker {
  const breaker = circuitBreaker();
  for (let n = 0; n < 5; n += 1) breaker.failed(0);
  return breaker;
}

describe('a circuit breaker', () => {
  test('stays closed after four failures in a row and opens after the fifth', () => {
    const breaker = circuitBreaker();
    for (let n = 0; n < 4; n += 1) {
      breaker.failed(n);
      assert.equal(breaker.mayAsk(n), true);
      assert.equal(breaker.isOpen(n), false);
    }
    breaker.failed(4);
    assert.equal(breaker.isOpen(4), true);
    assert.equal(breaker.mayAsk(4), false);
  });

  test('restarts the count of failures after a success', () => {
    const breaker = circuitBreaker();
    for (let round = 0; round < 3; round += 1) {
      for (let n = 0; n < 4; n += 1) breaker.failed(0);
      breaker.succeeded();
    }
    assert.equal(breaker.mayAsk(0), true);
  });

  test('blocks requests during the pause, then lets one through', () => {
    const breaker = opened();
    assert.equal(breaker.mayAsk(pauseMs - 1), false);
    assert.equal(breaker.mayAsk(pauseMs), true);
    assert.equal(breaker.mayAsk(pauseMs), false);
    assert.equal(breaker.mayAsk(pauseMs + 1), false);
  });

  test('a successful trial closes it for all callers', () => {
    const breaker = opened();
    assert.equal(breaker.mayAsk(pauseMs), true);
    breaker.succeeded();
    assert.equal(breaker.isOpen(pauseMs), false);
    for (let n = 0; n < 3; n += 1) assert.equal(breaker.mayAsk(pauseMs), true);
  });

  test('a failed trial opens it for another pause', () => {
    const breaker = opened();
    assert.equal(breaker.mayAsk(pauseMs), true);
    breaker.failed(pauseMs + 500);
    assert.equal(breaker.mayAsk(2 * pauseMs), false);
    assert.equal(breaker.mayAsk(2 * pauseMs + 500), true);
  });

  test('allows another trial when one never returns', () => {
    const breaker = opened();
    assert.equal(breaker.mayAsk(pauseMs), true);
    assert.equal(breaker.mayAsk(2 * pauseMs), true);
  });

  test('recovers when the clock it opened by ran ahead', () => {
    const breaker = circuitBreaker();
    for (let n = 0; n < 5; n += 1) breaker.failed(86_400_000);
    assert.equal(breaker.isOpen(0), false);
    assert.equal(breaker.mayAsk(0), true);
    assert.equal(breaker.mayAsk(1), false);
  });
});
