// Latency as clients see it when the service has room: uncached quotes at half the rate it can take, steadily. Beside it,
// in turns, what the disk takes for the same: no answer can be steadier than the disk that it waits for.
import { flushSteadily } from './disk-alone.ts';
import { effort, many } from './effort.ts';
import { atMost, type Measured } from './figure.ts';
import { quantile } from './quantile.ts';
import { startBenchServer } from './real-server.ts';
import { quoteRequest, uncachedBasket } from './shipments.ts';
import { throughput } from './side-by-side.ts';
import { steadyLoad } from './steady-load.ts';

const mostSpread = 5;
const turns = 3;
const seconds = many(10, 1);

export async function measureHalfLoad(): Promise<Measured> {
  const server = await startBenchServer();
  try {
    const request = quoteRequest(server.key, uncachedBasket);
    const most = await throughput(server.url, request);
    const perSecond = Math.max(1, Math.round(most / 2));
    const at = async (wanted: number): Promise<number[]> =>
      await steadyLoad(server.url, [request], { perSecond, seconds: wanted });
    await at(effort.warmUpSeconds);
    const times: number[] = [];
    const flushes: number[] = [];
    for (let turn = 0; turn < turns; turn += 1) {
      times.push(...(await at(seconds)));
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
          what: 'the disk alone, median / 99th percentile / longest',
          value: [quantile(flushes, 0.5), quantile(flushes, 0.99), Math.max(...flushes)]
            .map(milliseconds)
            .join(' / '),
        },
      ],
    };
  } finally {
    await server.stop();
  }
}

function milliseconds(value: number): string {
  return `${value.toFixed(1)} ms`;
}
