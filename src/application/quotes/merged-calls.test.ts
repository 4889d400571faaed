import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MergedCalls } from './merged-calls.ts';

function gated() {
  let open: (answer: string) => void = () => {};
  const answer = new Promise<string>((resolve) => {
    open = resolve;
  });
  return { answer, open };
}

test('identical requests in progress share one call, and later requests start a new call', async () => {
  const asks = new MergedCalls<string>();
  let calls = 0;
  const { answer, open } = gated();
  const start = () => {
    calls += 1;
    return answer;
  };
  const both = Promise.all([asks.ask('a', undefined, start), asks.ask('a', undefined, start)]);
  const other = asks.ask('b', undefined, async () => 'b');
  open('a');
  assert.deepEqual(await both, ['a', 'a']);
  assert.equal(await other, 'b');
  assert.equal(calls, 1);
  await asks.ask('a', undefined, start);
  assert.equal(calls, 2);
});

test('the shared call is aborted when its last caller leaves', () => {
  const asks = new MergedCalls<string>();
  const { answer } = gated();
  const signals: AbortSignal[] = [];
  const start = (stop: AbortSignal) => {
    signals.push(stop);
    return answer;
  };
  const [one, two, three] = [new AbortController(), new AbortController(), new AbortController()];
  void asks.ask('a', one.signal, start);
  void asks.ask('a', two.signal, start);
  one.abort();
  assert.equal(signals[0]?.aborted, false);
  two.abort();
  assert.equal(signals[0]?.aborted, true);
  void asks.ask('a', three.signal, start);
  assert.equal(signals.length, 2, 'an aborted call is not joined');
});

test('shares a failure and does not keep it', async () => {
  const asks = new MergedCalls<string>();
  const fail = async () => {
    throw new Error('no');
  };
  await assert.rejects(asks.ask('a', undefined, fail));
  assert.equal(await asks.ask('a', undefined, async () => 'yes'), 'yes');
});

test('the shared call continues for waiting callers when others have left', async () => {
  const asks = new MergedCalls<string>();
  const first = new AbortController();
  assert.equal(await asks.ask('a', first.signal, async () => 'once'), 'once');
  const { answer, open } = gated();
  const signals: AbortSignal[] = [];
  const start = (stop: AbortSignal) => {
    signals.push(stop);
    return answer;
  };
  const waiting = [asks.ask('a', undefined, start)];
  // A stream's connection may close after its answer, while another caller makes the same request.
  first.abort();
  waiting.push(asks.ask('a', AbortSignal.abort(), start), asks.ask('a', undefined, start));
  assert.equal(signals.length, 1);
  assert.equal(signals[0]?.aborted, false);
  open('twice');
  assert.deepEqual(await Promise.all(waiting), ['twice', 'twice', 'twice']);
});

test('a late answer of an aborted call does not end the next call', async () => {
  const asks = new MergedCalls<string>();
  const [late, next] = [gated(), gated()];
  const leaving = new AbortController();
  const given = asks.ask('a', leaving.signal, () => late.answer);
  leaving.abort();
  let calls = 0;
  const start = () => {
    calls += 1;
    return next.answer;
  };
  const one = asks.ask('a', undefined, start);
  late.open('late');
  await given;
  const two = asks.ask('a', undefined, start);
  next.open('next');
  assert.deepEqual(await Promise.all([one, two]), ['next', 'next']);
  assert.equal(calls, 1);
});
