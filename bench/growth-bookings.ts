// Quotes, and the list of a member's bookings, with ever more bookings stored before them.
import { join } from 'node:path';
import { sizes } from './effort.ts';
import { atMost, type Curve, growthOf, type Measured } from './figure.ts';
import { startBenchServer } from './real-server.ts';
import { seedBookings } from './seed-bookings.ts';
import { quoteRequest, uncachedBasket } from './shipments.ts';
import { throughput } from './side-by-side.ts';

const mostGrowth = 1.25;

export async function measureBookings(): Promise<Measured> {
  const quote: { size: number; value: number }[] = [];
  const server = await startBenchServer();
  try {
    let stored = 0;
    for (const size of sizes(10_000, 100_000, 300_000, 1_000_000)) {
      process.stdout.write(`  … ${size} bookings\n`);
      seedBookings(join(server.dataDir, 'linehaul.db'), size - stored);
      stored = size;
      const request = quoteRequest(server.key, uncachedBasket);
      quote.push({ size, value: 1000 / (await throughput(server.url, request)) });
    }
  } finally {
    await server.stop();
  }
  const curve: Curve = { title: 'a quote', over: 'stored bookings', unit: 'ms', points: quote };
  const words = `growth from ${quote[0]?.size} to ${quote.at(-1)?.size}`;
  return { figures: [atMost(words, growthOf(curve), mostGrowth, 'times')], curves: [curve] };
}
