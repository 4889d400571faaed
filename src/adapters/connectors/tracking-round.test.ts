// Tracking consignments with more pieces than one request to the carrier may name.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CarrierScan } from '../../application/ports.ts';
import { CarrierTrouble } from '../../domain/connectors/carrier-trouble.ts';
import { inPortions } from '../../domain/connectors/tracked-numbers.ts';
import { trackInPortions } from './tracking-round.ts';

const pieces = Array.from({ length: 7 }, (_one, n) => `P${n + 1}`);
const portions = inPortions(pieces, 2);
const scanOf = (description: string): CarrierScan => ({
  piece: undefined,
  occurredAtMs: undefined,
  raw: { description },
});
const paced = new CarrierTrouble('paced', 'later', { isUnsent: true });

/** Rounds for one consignment. Each returns the pieces that it tracked. */
function bench() {
  let nowMs = 1_800_000_000_000;
  const memory = new Map<string, number>();
  const round = async (
    ask: (numbers: readonly string[]) => void = () => {},
    tookMs = 0,
  ): Promise<string> => {
    const scans = await trackInPortions(
      { memory, clock: { nowMs: () => nowMs } },
      'C1',
      portions,
      async (numbers) => {
        nowMs += tookMs;
        ask(numbers);
        return numbers.map(scanOf);
      },
    );
    return scans.map(({ raw }) => raw.description).join(' ');
  };
  return { memory, round };
}

test('tracks every piece once and remembers nothing after a complete round', async () => {
  const { memory, round } = bench();
  assert.deepEqual(
    portions.map((some) => some.length),
    [2, 2, 2, 1],
  );
  assert.equal(await round(), 'P1 P2 P3 P4 P5 P6 P7');
  assert.equal(memory.size, 0);
});

test('gives every later portion a signal, so that it cannot hang', async () => {
  const hasSignal: boolean[] = [];
  await trackInPortions(
    { memory: new Map(), clock: { nowMs: () => 0 } },
    'C1',
    portions,
    async (_numbers, signal) => {
      hasSignal.push(signal !== undefined);
      return [];
    },
  );
  assert.deepEqual(hasSignal, [false, true, true, true]);
});

test('continues a round that the rate limit ended where it stopped', async () => {
  const { round } = bench();
  let left = 3;
  const allowing = (): void => {
    if (left === 0) throw paced;
    left -= 1;
  };
  assert.equal(await round(allowing), 'P1 P2 P3 P4 P5 P6');
  await assert.rejects(round(allowing), paced);
  left = 2;
  assert.equal(await round(allowing), 'P7 P1 P2');
  left = 4;
  assert.equal(await round(allowing), 'P3 P4 P5 P6 P7 P1 P2');
});

test('returns the results so far when a round takes too long', async () => {
  const { round } = bench();
  assert.equal(await round(undefined, 3_000), 'P1 P2 P3 P4');
  assert.equal(await round(undefined, 3_000), 'P5 P6 P7');
  assert.equal(await round(), 'P1 P2 P3 P4 P5 P6 P7');
});

test('tracks the other portions when one always fails', async () => {
  const { round } = bench();
  const refusing = (numbers: readonly string[]): void => {
    if (numbers.includes('P3')) throw new CarrierTrouble('bad_answer', 'nonsense');
  };
  assert.equal(await round(refusing), 'P1 P2');
  await assert.rejects(round(refusing));
  assert.equal(await round(refusing), 'P5 P6 P7 P1 P2');
});
