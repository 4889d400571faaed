// Quotes of one shipment with ever more item lines, up to the most that a booking may have.
import { sizes } from './effort.ts';
import { atMost, type Curve, growthOf, type Measured } from './figure.ts';
import { startBenchServer } from './real-server.ts';
import { basketOf, quoteRequest } from './shipments.ts';
import { throughput } from './side-by-side.ts';

/** For two hundred times as many. */
const mostGrowth = 10;

export async function measureItems(): Promise<Measured> {
  const server = await startBenchServer();
  try {
    const points: { size: number; value: number }[] = [];
    for (const size of sizes(1, 5, 20, 50, 100, 200)) {
      process.stdout.write(`  … ${size} lines\n`);
      const request = quoteRequest(server.key, basketOf(size));
      points.push({ size, value: 1000 / (await throughput(server.url, request)) });
    }
    const curve: Curve = { title: 'a quote', over: 'item lines', unit: 'ms', points };
    const words = `growth from ${points[0]?.size} to ${points.at(-1)?.size}`;
    return { figures: [atMost(words, growthOf(curve), mostGrowth, 'times')], curves: [curve] };
  } finally {
    await server.stop();
  }
}
