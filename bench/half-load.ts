// Latency as clients see it when the service has room: uncached quotes at half the rate it can take, steadily.
import { effort, many } from './effort.ts';
import { atMost, type Measured } from './figure.ts';
import { startBenchServer } from './real-server.ts';
import { quoteRequest, uncachedBasket } from './shipments.ts';
import { load, throughput } from './side-by-side.ts';

const mostSpread = 5;
const seconds = many(30, 2);

export async function measureHalfLoad(): Promise<Measured> {
  const server = await startBenchServer();
  try {
    const request = quoteRequest(server.key, uncachedBasket);
    const most = await throughput(server.url, request);
    const perSecond = Math.max(1, Math.round(most / 2));
    await load(server.url, request, effort.warmUpSeconds, { perSecond });
    const { latency } = await load(server.url, request, seconds, { perSecond });
    // The load tool counts whole milliseconds.
    const spread = latency.p99 / Math.max(1, latency.p50);
    return {
      figures: [
        { what: 'most quotes a second', value: most.toFixed(0) },
        { what: `at ${perSecond} a second, median`, value: `${latency.p50} ms` },
        { what: '99th percentile', value: `${latency.p99} ms` },
        { what: 'longest', value: `${latency.max} ms` },
        atMost('99th percentile over the median', spread, mostSpread, 'times'),
      ],
    };
  } finally {
    await server.stop();
  }
}
