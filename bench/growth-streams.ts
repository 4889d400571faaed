// More and more clients stream quotes at once: how long each waits for its first quote and for the end.
import { many, sizes } from './effort.ts';
import type { Curve, Measured } from './figure.ts';
import { startBenchServer } from './real-server.ts';
import { uncachedBasket } from './shipments.ts';
import { loadStreams, type StreamFigures } from './stream-load.ts';

export async function measureConcurrentStreams(): Promise<Measured> {
  const server = await startBenchServer();
  const results: { size: number; figures: StreamFigures }[] = [];
  try {
    for (const size of sizes(1, 10, 100, 500, 1_000, 2_000)) {
      process.stdout.write(`  … ${size} streams\n`);
      const total = Math.max(many(300, 20), size * 2);
      const figures = await loadStreams(server, { atOnce: size, total, body: uncachedBasket });
      results.push({ size, figures });
    }
  } finally {
    await server.stop();
  }
  const curve = (title: string, of: (figures: StreamFigures) => number): Curve => ({
    title,
    over: 'concurrent streams',
    unit: 'ms',
    points: results.map(({ size, figures }) => ({ size, value: of(figures) })),
  });
  const most = Math.max(...results.map(({ figures }) => figures.perSecond));
  return {
    figures: [{ what: 'most streams a second', value: most.toFixed(0) }],
    curves: [
      curve('to the first quote', ({ firstP50Ms }) => firstP50Ms),
      curve('to the end', ({ completeP50Ms }) => completeP50Ms),
      curve('to the end, 99th percentile', ({ completeP99Ms }) => completeP99Ms),
    ],
  };
}
