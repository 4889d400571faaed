// Several consignments in one request to a carrier: each receives only its own scans and errors.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CarrierScan } from '../../application/ports.ts';
import { CarrierTrouble } from '../../domain/connectors/carrier-trouble.ts';
import { type ScansByNumber, TrackingBatches } from './tracking-batches.ts';

const scanOf = (description: string): CarrierScan => ({
  piece: undefined,
  occurredAtMs: undefined,
  raw: { description },
});

/** Batches of at most three numbers, and the requests that they sent. */
function bench(answer: (number: string) => readonly CarrierScan[] | CarrierTrouble) {
  const requests: string[] = [];
  const ask = async (request: {
    reference: string;
    numbers: readonly { number: string }[];
  }): Promise<ScansByNumber> => {
    const numbers = request.numbers.map(({ number }) => number);
    requests.push(`${request.reference}: ${numbers.join(' ')}`);
    if (numbers.includes('refused') && numbers.length > 1) throw refusal;
    return new Map(numbers.map((number) => [number, answer(number)]));
  };
  const batches = new TrackingBatches(3, ask);
  const track = async (
    reference: string,
    numbers: readonly string[],
    signal = new AbortController().signal,
  ): Promise<string> => {
    const tracked = numbers.map((number) => ({ number, pieces: numbers }));
    const scans = await batches.track({ reference, numbers: tracked, signal });
    return scans.map(({ raw }) => raw.description).join(' ');
  };
  return { requests, track, batches };
}

const refusal = new CarrierTrouble('bad_answer', 'a number that it does not like');
const scansOf = (number: string): readonly CarrierScan[] => [scanOf(`scan of ${number}`)];

test('sends concurrent requests together, up to the limit, and never splits one', async () => {
  const { requests, track } = bench(scansOf);
  const answers = [
    track('1', ['A']),
    track('2', ['B', 'C']),
    track('3', ['D', 'E']),
    track('4', ['F']),
  ];
  assert.deepEqual(await Promise.all(answers), [
    'scan of A',
    'scan of B scan of C',
    'scan of D scan of E',
    'scan of F',
  ]);
  assert.deepEqual(requests, [': A B C', ': D E F']);
});

test('waits for consignments still looking up their numbers, even if none are found', async () => {
  const { requests, track, batches } = bench(scansOf);
  const first = track('1', ['A']);
  const { promise: finding, resolve: find } = Promise.withResolvers<string>();
  const { promise: failing, reject: fail } = Promise.withResolvers<string>();
  const second = batches.whilePreparing(finding).then((number) => track('2', [number]));
  const third = batches.whilePreparing(failing);
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(requests, []);
  find('B');
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(requests, []);
  fail(new Error('no record'));
  await assert.rejects(third, /no record/);
  assert.deepEqual(await Promise.all([first, second]), ['scan of A', 'scan of B']);
  assert.deepEqual(requests, [': A B']);
});

test('asks about a single consignment under its reference', async () => {
  const { requests, track } = bench(scansOf);
  const first = track('1', ['A']);
  assert.equal(await first, 'scan of A');
  const second = track('2', ['B']);
  assert.equal(await second, 'scan of B');
  assert.deepEqual(requests, ['1: A', '2: B']);
});

test('reports trouble with one number only to its consignment', async () => {
  const { track } = bench((number) => (number === 'B' ? refusal : scansOf(number)));
  const answers = [track('1', ['A']), track('2', ['B'])];
  const [first, second] = await Promise.allSettled(answers);
  assert.deepEqual(first, { status: 'fulfilled', value: 'scan of A' });
  assert.deepEqual(second, { status: 'rejected', reason: refusal });
});

test('sends each request alone when the carrier rejects them together', async () => {
  const { requests, track } = bench((number) => (number === 'refused' ? refusal : scansOf(number)));
  const answers = [track('1', ['A']), track('2', ['refused']), track('3', ['C'])];
  const [first, second, third] = await Promise.allSettled(answers);
  assert.deepEqual(first, { status: 'fulfilled', value: 'scan of A' });
  assert.deepEqual(second, { status: 'rejected', reason: refusal });
  assert.deepEqual(third, { status: 'fulfilled', value: 'scan of C' });
  assert.deepEqual(requests, [': A refused C', '1: A', '2: refused', '3: C']);
});

test('leaves out an aborted request and rejects it', async () => {
  const { requests, track } = bench(scansOf);
  const gone = new AbortController();
  const first = track('1', ['A'], gone.signal);
  const second = track('2', ['B']);
  gone.abort(new Error('gone'));
  await assert.rejects(first, /gone/);
  assert.equal(await second, 'scan of B');
  assert.deepEqual(requests, ['2: B']);
});

test('rejects all requests of a batch when the carrier fails', async () => {
  const { track } = bench(() => {
    throw new CarrierTrouble('server_error', 'down');
  });
  const answers = [track('1', ['A']), track('2', ['B'])];
  for (const answer of await Promise.allSettled(answers)) assert.equal(answer.status, 'rejected');
});
