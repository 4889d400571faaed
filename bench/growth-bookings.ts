// Quotes over more and more stored bookings: one server per size, loaded in turns within one run, because a machine
// that has just written a million rows is slower. Each server is compared with the smallest one, round by round, with
// and without the cache.
import { join } from 'node:path';
import { effort, sizes } from './effort.ts';
import { atMost, type Curve, type Figure, type Measured } from './figure.ts';
import { median } from './quantile.ts';
import { type BenchServer, startBenchServer } from './real-server.ts';
import { seedBookings } from './seed-bookings.ts';
import { quoteRequest, sydneyToMelbourne, uncachedBasket } from './shipments.ts';
import { load } from './side-by-side.ts';

const mostGrowth = 1.1;
const baskets = [
  { title: 'a quote, cached', body: sydneyToMelbourne },
  { title: 'a quote, uncached', body: uncachedBasket },
];

export async function measureBookings(): Promise<Measured> {
  const servers: { size: number; server: BenchServer }[] = [];
  try {
    for (const size of sizes(10_000, 100_000, 1_000_000)) {
      process.stdout.write(`  … ${size} bookings\n`);
      const server = await startBenchServer();
      servers.push({ size, server });
      seedBookings(join(server.dataDir, 'linehaul.db'), size);
    }
    const figures: Figure[] = [];
    const curves: Curve[] = [];
    for (const { title, body } of baskets) {
      const rounds = await inTurns(servers, body);
      const points = servers.map(({ size }, n) => ({
        size,
        value: median(rounds.map((round) => 1000 / (round[n] ?? 0))),
      }));
      curves.push({ title, over: 'stored bookings', unit: 'ms', points });
      const growth = median(rounds.map((round) => (round[0] ?? 0) / (round.at(-1) ?? 0)));
      const words = `${title}: growth from ${points[0]?.size} to ${points.at(-1)?.size}`;
      figures.push(atMost(words, growth, mostGrowth, 'times'));
    }
    return { figures, curves };
  } finally {
    for (const { server } of servers) await server.stop();
  }
}

/**
 * Quotes a second of every server, round by round. The order alternates, so that no server is always first.
 */
async function inTurns(
  servers: readonly { server: BenchServer }[],
  body: typeof sydneyToMelbourne,
): Promise<number[][]> {
  const rate = async ({ server: { url, key } }: { server: BenchServer }, seconds: number) =>
    (await load(url, quoteRequest(key, body), seconds)).requests.average;
  for (const one of servers) await rate(one, effort.warmUpSeconds);
  const rounds: number[][] = [];
  for (let n = 0; n < effort.rounds * 2; n += 1) {
    const round: number[] = [];
    const order = [...servers.keys()];
    for (const at of n % 2 === 0 ? order : order.toReversed()) {
      const one = servers[at];
      if (one !== undefined) round[at] = await rate(one, effort.secondsPerRound / 2);
    }
    rounds.push(round);
  }
  return rounds;
}
