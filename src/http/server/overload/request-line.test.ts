// The queue of requests: it stays empty while there is time, serves every request, and skips clients that have left.
import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { until } from '../../../../test/support/until.ts';
import { arrivalMs, RequestLine } from './request-line.ts';

type Arrival = { request: IncomingMessage; response: ServerResponse };

/** The parts of a request that the queue uses: its URL, and whether the client is still connected. */
function arrivalOf(url: string, destroyed = false): Arrival {
  const response = Object.assign(new EventEmitter(), { destroyed });
  return { request: { url } as IncomingMessage, response: response as unknown as ServerResponse };
}

/** Does what the server does when a connection ends. */
function leave({ response }: Arrival): void {
  Object.assign(response, { destroyed: true });
  response.emit('close');
}

function lineOf() {
  const served: string[] = [];
  const left: string[] = [];
  const line = new RequestLine(
    ({ url = '' }) => served.push(url),
    ({ url = '' }) => left.push(url),
  );
  const add = ({ request, response }: Arrival): void =>
    line.add(request, response, performance.now());
  return { line, served, left, add };
}

test('has time for requests until a turn takes too long, and again in the next turn', async () => {
  const { line } = lineOf();
  assert.deepEqual(
    [0, 4, 4.9, 5, 60].map((nowMs) => line.hasTime(nowMs)),
    [true, true, true, false, false],
  );
  await nextTurn();
  assert.equal(line.hasTime(61), true);
});

test('serves requests in their order of arrival', async () => {
  const { line, served, add } = lineOf();
  const names = Array.from({ length: 250 }, (_, n) => `${n}`);
  for (const name of names) add(arrivalOf(name));
  assert.equal(line.hasTime(performance.now()), false);
  assert.deepEqual(served, []);
  await until('all are served', () => served.length === names.length);
  assert.deepEqual(served, names);
  assert.equal(line.hasTime(performance.now()), true);
});

test("takes the next request only after the previous one's immediate work", async () => {
  const log: string[] = [];
  const line = new RequestLine(
    ({ url = '' }) => {
      log.push(`${url} begins`);
      process.nextTick(() => Promise.resolve().then(() => log.push(`${url} ends`)));
    },
    () => assert.fail('a client left'),
  );
  for (const name of ['a', 'b']) {
    const { request, response } = arrivalOf(name);
    line.add(request, response, performance.now());
  }
  await until('both are served', () => log.length === 4);
  assert.deepEqual(log, ['a begins', 'a ends', 'b begins', 'b ends']);
});

test('skips clients that left while waiting and reports them', async () => {
  const { served, left, add } = lineOf();
  for (const arrival of [
    arrivalOf('a'),
    arrivalOf('b', true),
    arrivalOf('c', true),
    arrivalOf('d'),
  ])
    add(arrival);
  await until('the last is served', () => served.includes('d'));
  assert.deepEqual(
    [served, left],
    [
      ['a', 'd'],
      ['b', 'c'],
    ],
  );
});

test("stops counting a client's wait as soon as it leaves", async () => {
  const { line, served, left, add } = lineOf();
  const first = arrivalOf('first');
  add(first);
  await until('the time per request is known', () => served.length === 1);
  const nowMs = performance.now() + 1_000;
  const all = Array.from({ length: 10 }, (_, n) => arrivalOf(`${n}`));
  for (const { request, response } of all) line.add(request, response, nowMs);
  const ofTen = line.waitMs(nowMs);
  assert.ok(ofTen > 0);
  for (const arrival of [...all.slice(0, 3), ...all.slice(5)]) leave(arrival);
  assert.ok(Math.abs(line.waitMs(nowMs) - ofTen / 5) < 1e-9);
  // A served request does not count in the wait, even if its connection ends later.
  leave(first);
  assert.ok(Math.abs(line.waitMs(nowMs) - ofTen / 5) < 1e-9);
  for (const arrival of all.slice(3, 5)) leave(arrival);
  assert.deepEqual(
    [line.waitMs(nowMs), line.lastsMs(nowMs + 5), line.hasTime(nowMs)],
    [0, 0, true],
  );
  await until('all departures are reported', () => left.length === all.length);
  assert.equal(served.length, 1);
});

test('estimates the wait from how long the queue has stood', async () => {
  const { line, served } = lineOf();
  assert.deepEqual([line.waitMs(5), line.lastsMs(5)], [0, 0]);
  const beganMs = Math.floor(performance.now());
  const { request, response } = arrivalOf('a');
  line.add(request, response, beganMs);
  assert.equal(line.lastsMs(beganMs + 700), 700);
  assert.equal(arrivalMs(request), beganMs);
  // The queue has not moved, so the estimate is the first request's wait of three seconds.
  assert.equal(line.waitMs(beganMs + 3_000), 3_000);
  await until('the request is served', () => served.length === 1);
  assert.deepEqual([line.waitMs(performance.now()), line.lastsMs(performance.now())], [0, 0]);
});
