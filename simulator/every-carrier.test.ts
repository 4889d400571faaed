// Behaviour that all simulated carriers share: they reject unknown credentials, carry out each fault, and find a
// booking by our reference.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import {
  type Sample,
  type SentRequest,
  samples,
} from '../test/support/carriers/simulated-requests.ts';
import {
  type Ask,
  jsonOf,
  openSimulator,
  type TestSimulator,
} from '../test/support/carriers/simulator.ts';
import { simulatedCarriers } from './carriers.ts';

test('every carrier of the simulator is tested in this file', () => {
  assert.deepEqual(
    samples.map(({ carrier }) => carrier),
    simulatedCarriers.map(({ carrier }) => carrier),
  );
});

const send = (
  ask: Ask,
  request: SentRequest,
  headers: Record<string, string> = {},
  signal: AbortSignal | undefined = undefined,
) =>
  ask(request.method, request.path, {
    headers,
    signal,
    ...(request.text === undefined ? { body: request.body } : { text: request.text }),
  });

for (const sample of samples) describe(sample.carrier, () => suite(sample));

function suite({ carrier, sign, operation, calm, book, bookHeaders, hasToken }: Sample): void {
  let simulator: TestSimulator;
  let ask: Ask;
  let headers: Record<string, string>;
  before(async () => {
    simulator = await openSimulator(carrier);
  });
  after(() => simulator.close());
  beforeEach(async () => {
    await simulator.control('POST', '/reset');
    ask = simulator.client(carrier);
    headers = await sign(ask);
  });

  const again = () => send(ask, calm, headers);
  const remembered = async (reference: string) =>
    jsonOf(await simulator.control('GET', `/shipments?reference=${reference}`));

  test('answers a customer with the right credentials', async () => {
    const { status, text } = await again();
    assert.equal(status, 200, text);
  });

  test('rejects missing and wrong credentials', async () => {
    const request =
      calm.text === undefined ? calm : { ...calm, text: calm.text.replace('sim-', '') };
    const plain = { 'content-type': headers['content-type'] ?? 'application/json' };
    const spoilt = ([name, value]: [string, string]): [string, string] => {
      if (name === 'content-type') return [name, value];
      return [name, value.startsWith('Basic ') ? `Basic ${btoa('sim:wrong')}` : `${value}x`];
    };
    const wrong = Object.fromEntries(Object.entries(headers).map(spoilt));
    for (const strange of [plain, wrong]) {
      const { status, text } = await send(ask, request, strange);
      // TNT reports wrong credentials with a 200.
      if (carrier === 'tnt') assert.match(text, /<error><description>/);
      else assert.equal(status, 401, text);
    }
  });

  test('hangs or resets the connection on request', async () => {
    await simulator.fault(`${carrier}:${operation}:hang:1`);
    await simulator.leaveHanging((signal) => send(ask, calm, headers, signal));
    await simulator.fault(`${carrier}:${operation}:reset:1`);
    await assert.rejects(again());
    assert.equal((await again()).status, 200);
  });

  test("fails and rate-limits in the carrier's own format, with the right status", async () => {
    await simulator.fault(`${carrier}:${operation}:server-error=503:1`);
    assert.equal((await again()).status, 503);
    await simulator.fault(`${carrier}:${operation}:rate-limit=9:1`);
    const limited = await again();
    assert.equal(limited.status, 429);
    assert.equal(limited.headers.get('retry-after'), '9');
    assert.notEqual(limited.text, '');
  });

  test('answers invalid content or a truncated answer on request', async () => {
    const right = (await again()).text;
    await simulator.fault(`${carrier}:${operation}:malformed:1`);
    const { text } = await again();
    assert.notEqual(text, right);
    assert.throws(() => JSON.parse(text));
    await simulator.fault(`${carrier}:${operation}:truncated:1`);
    await assert.rejects(again());
  });

  test('expires an issued token on request', async () => {
    await simulator.fault(`${carrier}:${operation}:expired-token:1`);
    assert.equal((await again()).status, 401);
    assert.equal((await again()).status, hasToken === true ? 401 : 200);
    headers = await sign(ask);
    assert.equal((await again()).status, 200);
  });

  if (hasToken === true) {
    test('a token expires after its lifetime', async () => {
      await simulator.advance(20_000);
      assert.equal((await again()).status, 401);
      headers = await sign(ask);
      assert.equal((await again()).status, 200);
    });
  }

  if (operation === 'quote') {
    test('states a wrong price only while the fault is set', async () => {
      const figures = (text: string) =>
        text.replaceAll(/"(EnquiryID|CreateTimestamp)":"[^"]*"/g, '');
      const right = figures((await again()).text);
      await simulator.fault(`${carrier}:quote:wrong-price=150:1`);
      assert.notEqual(figures((await again()).text), right);
      assert.equal(figures((await again()).text), right);
    });
  }

  if (book !== undefined) {
    test('finds a booking by our reference, even when its answer is lost', async () => {
      const made = await send(ask, book('R1'), bookHeaders ?? headers);
      assert.ok(made.status === 200 || made.status === 201, made.text);
      assert.equal((await remembered('R1')).length, 1);
      await simulator.control('POST', '/reset');
      await simulator.fault(`${carrier}:book:accepted-but-answer-lost:1`);
      await assert.rejects(send(ask, book('R2'), bookHeaders ?? headers));
      assert.equal((await remembered('R2')).length, 1);
    });

    test('makes two shipments of one booking when the request is duplicated in transit', async () => {
      await simulator.fault(`${carrier}:book:duplicate:1`);
      await send(ask, book('R3'), bookHeaders ?? headers);
      // Toll's customers number their own shipments, so a repeated number is the same shipment.
      assert.equal((await remembered('R3')).length, carrier === 'toll' ? 1 : 2);
    });

    test('rejects an incomplete booking', async () => {
      const request = book('R4');
      const refused = await send(ask, { ...request, body: {} }, bookHeaders ?? headers);
      // Direct Freight reports refusals inside a 200.
      if (carrier === 'direct_freight') assert.equal(jsonOf(refused).ResponseCode, '400');
      else assert.ok(refused.status >= 400 && refused.status < 500, refused.text);
      assert.deepEqual(jsonOf(await simulator.control('GET', '/shipments')), []);
    });
  }
}
