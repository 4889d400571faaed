// Latency when the service has room: uncached quotes at a steady half of its full rate. In turns with it, a bare
// server at the same rate, and the disk alone: answers cannot be steadier than the machine and its disk.
import { flushSteadily } from './disk-alone.ts';
import { effort, many } from './effort.ts';
import { atMost, type Measured } from './figure.ts';
import { quantile } from './quantile.ts';
import { startBenchServer } from './real-server.ts';
import { quoteRequest, uncachedBasket } from './shipments.ts';
import { startBare, throughput } from './side-by-side.ts';
import { steadyLoad } from './steady-load.ts';

const mostSpread = 5;
const turns = 3;
const seconds = many(10, 1);

export async function measureHalfLoad(): Promise<Measured> {
  const server = await startBenchServer();
  const request = quoteRequest(server.key, uncachedBasket);
  const bare = await startBare(server.url, request);
  try {
    const most = await throughput(server.url, request);
    const perSecond = Math.max(1, Math.round(most / 2));
    // Each turn opens new connections, and V8 recompiles code that it dropped while idle.
    const at = async (url: string): Promise<number[]> => {
      const pace = { perSecond, seconds: effort.warmUpSeconds + seconds };
      const all = await steadyLoad(url, [request], pace);
      return all.slice(perSecond * effort.warmUpSeconds);
    };
    await at(server.url);
    await at(bare.url);
    const times: number[] = [];
    const bareTimes: number[] = [];
    const flushes: number[] = [];
    for (let turn = 0; turn < turns; turn += 1) {
      times.push(...(await at(server.url)));
      bareTimes.push(...(await at(bare.url)));
      flushes.push(...(await flushSteadily({ perSecond, seconds })));
    }
    const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)];
    return {
      figures: [
        { what: 'most quotes a second', value: most.toFixed(0) },
        { what: `at ${perSecond} a second, median`, value: milliseconds(p50) },
        { what: '99th percentile', value: milliseconds(p99) },
        { what: 'longest', value: milliseconds(Math.max(...times)) },
        atMost('99th percentile over the median', p99 / p50, mostSpread, 'times'),
        {
          what: 'a bare server at this rate, median / 99th percentile / longest',
          value: spread(bareTimes),
        },
        { what: 'the disk alone, median / 99th percentile / longest', value: spread(flushes) },
      ],
    };
  } finally {
    bare.stop();
    await server.stop();
  }
}

function spread(times: readonly number[]): string {
  return [quantile(times, 0.5), quantile(times, 0.99), Math.max(...times)]
    .map(milliseconds)
    .join(' / ');
}

function milliseconds(value: number): string {
  return `${value.toFixed(1)} ms`;
}
