// Memory of one process over ten minutes of quotes at half load, with repeated and changing baskets: it must settle.
// The second half counts, after caches have filled: its end against its beginning.
import { effort } from './effort.ts';
import { atMost, type Measured } from './figure.ts';
import { median } from './quantile.ts';
import { startBenchServer } from './real-server.ts';
import { quoteRequest, sydneyToMelbourne, uncachedBasket } from './shipments.ts';
import { throughput } from './side-by-side.ts';
import { steadyLoad } from './steady-load.ts';

const sampleMs = 2_000;
/** Garbage comes and goes; more than this is growth. */
const mostGrowth = 1.1;

export async function measureMemory(): Promise<Measured> {
  const server = await startBenchServer();
  const samples: number[] = [];
  try {
    const [usual, fresh] = [sydneyToMelbourne, uncachedBasket].map((body) =>
      quoteRequest(server.key, body),
    );
    if (usual === undefined || fresh === undefined) throw new Error('there are two baskets');
    const perSecond = Math.max(1, Math.round((await throughput(server.url, fresh)) / 2));
    const atRest = server.residentMegabytes();
    const sampler = setInterval(() => samples.push(server.residentMegabytes()), sampleMs);
    const seconds = Math.round(effort.memoryMinutes * 60);
    process.stdout.write(`  … ${seconds} s at ${perSecond} quotes a second\n`);
    const times = await steadyLoad(server.url, [usual, fresh], { perSecond, seconds });
    clearInterval(sampler);
    const quarter = Math.floor(samples.length / 4);
    const third = median(samples.slice(quarter * 2, quarter * 3));
    const fourth = median(samples.slice(quarter * 3));
    return {
      figures: [
        { what: 'quotes', value: String(times.length) },
        { what: 'memory when it began', value: `${atRest.toFixed(0)} MB` },
        { what: 'most', value: `${Math.max(...samples).toFixed(0)} MB` },
        { what: 'third quarter, median', value: `${third.toFixed(0)} MB` },
        { what: 'last quarter, median', value: `${fourth.toFixed(0)} MB` },
        atMost('last quarter over the third', fourth / third, mostGrowth, 'times'),
      ],
      curves: [
        {
          title: 'memory under load',
          over: 'seconds',
          unit: 'MB',
          points: everyTenth(samples).map(({ value, n }) => ({
            size: ((n + 1) * sampleMs) / 1000,
            value,
          })),
        },
      ],
    };
  } finally {
    await server.stop();
  }
}

/** Ten points are enough to see whether a line is flat. */
function everyTenth(samples: readonly number[]): { value: number; n: number }[] {
  const step = Math.max(1, Math.floor(samples.length / 10));
  return samples.map((value, n) => ({ value, n })).filter(({ n }) => n % step === step - 1);
}
