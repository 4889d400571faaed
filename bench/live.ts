// What the service adds to live carriers over real connections. The goal applies at a pace that one process can
// carry. Two hundred quotes at the same moment are two thousand four hundred requests that wait for one processor in
// any service, so their figures are only shown, with the cost of one.
import { many } from './effort.ts';
import { atMost, type Figure } from './figure.ts';
import { measureLiveCarriers } from './live-carriers.ts';

const carriers = 12;
const carrierMs = 100;
const quotes = 200;
const spreadMs = 5_000;
const mostAddedMs = 15;
const mostGrowth = 1.1;
const slowCarrierMs = 500;
const longestSlowMs = 550;
const budgetMs = 3_000;

export async function measureLive(): Promise<Figure[]> {
  const usual = { carriers, eachMs: carrierMs, together: quotes };
  const flowing = await measureLiveCarriers({
    ...usual,
    spreadMs,
    rounds: many(3, 1),
    isSame: false,
  });
  const same = await measureLiveCarriers({
    ...usual,
    spreadMs: 0,
    rounds: many(8, 1),
    isSame: true,
  });
  const burst = await measureLiveCarriers({
    ...usual,
    spreadMs: 0,
    rounds: many(8, 1),
    isSame: false,
  });
  const slow = { ...usual, eachMs: slowCarrierMs, together: 1, spreadMs: 0, isSame: false };
  const together = await measureLiveCarriers({ ...slow, rounds: many(7, 1) });
  const hanging = await measureLiveCarriers({ ...slow, hanging: 2, rounds: many(3, 1) });
  const added = ({ medianMs }: { medianMs: number }): number => medianMs - carrierMs;
  const cost = ({ cpuMicroseconds }: { cpuMicroseconds: number }): string =>
    `${cpuMicroseconds.toFixed(0)} µs of processor each`;
  const [before, after] = burst.heapMegabytes;
  return [
    atMost(
      `${quotes} quotes in ${spreadMs / 1000} s, ${carriers} carriers of ${carrierMs} ms: added`,
      added(flowing),
      mostAddedMs,
      'ms',
    ),
    { what: '  of these', value: cost(flowing) },
    {
      what: `${quotes} at one moment, one shipment: added`,
      value: `${added(same).toFixed(0)} ms, ${cost(same)}`,
    },
    {
      what: `${quotes} at one moment, all different: added`,
      value: `${added(burst).toFixed(0)} ms, ${cost(burst)}`,
    },
    atMost(`memory after ${many(8, 1) * quotes} more of them`, after / before, mostGrowth, 'times'),
    atMost(
      `${carriers} carriers of ${slowCarrierMs} ms, one answer`,
      together.medianMs,
      longestSlowMs,
      'ms',
    ),
    atMost('the same when two hang', hanging.medianMs, budgetMs, 'ms'),
  ];
}
