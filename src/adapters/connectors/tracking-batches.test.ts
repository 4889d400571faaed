// Several consignments in one question to a carrier: each hears of its own numbers, and of its own trouble.
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

/** A gather, and what it asked. */
function bench(answer: (number: string) => readonly CarrierScan[] | CarrierTrouble) {
  const asked: string[] = [];
  const ask = async (question: {
    reference: string;
    numbers: readonly { number: string }[];
  }): Promise<ScansByNumber> => {
    const numbers = question.numbers.map(({ number }) => number);
    asked.push(`${question.reference}: ${numbers.join(' ')}`);
    if (numbers.includes('refused') && numbers.length > 1) throw refusal;
    return new Map(numbers.map((number) => [number, answer(number)]));
  };
  const gather = new TrackingBatches(3, ask);
  const track = async (
    reference: string,
    numbers: readonly string[],
    signal = new AbortController().signal,
  ): Promise<string> => {
    const tracked = numbers.map((number) => ({ number, pieces: numbers }));
    const scans = await gather.track({ reference, numbers: tracked, signal });
    return scans.map(({ raw }) => raw.description).join(' ');
  };
  return { asked, track, gather };
}

const refusal = new CarrierTrouble('bad_answer', 'a number that it does not like');
const heardOf = (number: string): readonly CarrierScan[] => [scanOf(`heard of ${number}`)];

test('sends concurrent requests together, up to the limit, and never splits one', async () => {
  const { asked, track } = bench(heardOf);
  const heard = [
    track('1', ['A']),
    track('2', ['B', 'C']),
    track('3', ['D', 'E']),
    track('4', ['F']),
  ];
  assert.deepEqual(await Promise.all(heard), [
    'heard of A',
    'heard of B heard of C',
    'heard of D heard of E',
    'heard of F',
  ]);
  assert.deepEqual(asked, [': A B C', ': D E F']);
});

test('waits for consignments still looking up their numbers, even if none are found', async () => {
  const { asked, track, gather } = bench(heardOf);
  const first = track('1', ['A']);
  const { promise: finding, resolve: find } = Promise.withResolvers<string>();
  const { promise: failing, reject: fail } = Promise.withResolvers<string>();
  const second = gather.whilePreparing(finding).then((number) => track('2', [number]));
  const third = gather.whilePreparing(failing);
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(asked, []);
  find('B');
  await new Promise((resolve) => setImmediate(resolve));
  assert.deepEqual(asked, []);
  fail(new Error('no record'));
  await assert.rejects(third, /no record/);
  assert.deepEqual(await Promise.all([first, second]), ['heard of A', 'heard of B']);
  assert.deepEqual(asked, [': A B']);
});

test('asks about a single consignment under its reference', async () => {
  const { asked, track } = bench(heardOf);
  const first = track('1', ['A']);
  assert.equal(await first, 'heard of A');
  const second = track('2', ['B']);
  assert.equal(await second, 'heard of B');
  assert.deepEqual(asked, ['1: A', '2: B']);
});

test('reports trouble with one number only to its consignment', async () => {
  const { track } = bench((number) => (number === 'B' ? refusal : heardOf(number)));
  const heard = [track('1', ['A']), track('2', ['B'])];
  const [first, second] = await Promise.allSettled(heard);
  assert.deepEqual(first, { status: 'fulfilled', value: 'heard of A' });
  assert.deepEqual(second, { status: 'rejected', reason: refusal });
});

test('sends each request alone when the carrier rejects them together', async () => {
  const { asked, track } = bench((number) => (number === 'refused' ? refusal : heardOf(number)));
  const heard = [track('1', ['A']), track('2', ['refused']), track('3', ['C'])];
  const [first, second, third] = await Promise.allSettled(heard);
  assert.deepEqual(first, { status: 'fulfilled', value: 'heard of A' });
  assert.deepEqual(second, { status: 'rejected', reason: refusal });
  assert.deepEqual(third, { status: 'fulfilled', value: 'heard of C' });
  assert.deepEqual(asked, [': A refused C', '1: A', '2: refused', '3: C']);
});

test('leaves out an aborted request and rejects it', async () => {
  const { asked, track } = bench(heardOf);
  const gone = new AbortController();
  const first = track('1', ['A'], gone.signal);
  const second = track('2', ['B']);
  gone.abort(new Error('gone'));
  await assert.rejects(first, /gone/);
  assert.equal(await second, 'heard of B');
  assert.deepEqual(asked, ['2: B']);
});

test('rejects all requests of a batch when the carrier fails', async () => {
  const { track } = bench(() => {
    throw new CarrierTrouble('server_error', 'down');
  });
  const heard = [track('1', ['A']), track('2', ['B'])];
  for (const one of await Promise.allSettled(heard)) assert.equal(one.status, 'rejected');
});
