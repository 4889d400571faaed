// What is measured. Each piece gives its figures; goals are ratios wherever a neighbour can be measured.
import { measureLocalitySearch } from './locality-search.ts';
import { startBenchServer } from './real-server.ts';
import { compareWithBare } from './side-by-side.ts';

export type Figure = { what: string; value: string; goal?: string; isMet?: boolean };

const leastMemberRatio = 0.45;
const longestStartMs = 1_000;
const mostMegabytesAtRest = 150;

const leastSearchRatio = 0.35;
const slowestMedianSearchMs = 0.2;
const slowestP99SearchMs = 1;
const mostLocalityMegabytes = 40;
const longestLocalityLoadMs = 150;

export const pieces: Record<string, () => Promise<Figure[]>> = { member, locations };

/** GET /api/v5/member: the key is checked, the limit counted, the line logged. */
async function member(): Promise<Figure[]> {
  const server = await startBenchServer();
  try {
    const atRest = server.residentMegabytes();
    const read = await compareWithBare(server.url, {
      path: '/api/v5/member',
      headers: { 'Api-key': server.key },
    });
    return [
      {
        what: 'start to /readyz, existing database',
        value: `${server.startMs.toFixed(0)} ms`,
        goal: `under ${longestStartMs} ms`,
        isMet: server.startMs < longestStartMs,
      },
      {
        what: 'memory at rest',
        value: `${atRest.toFixed(0)} MB`,
        goal: `under ${mostMegabytesAtRest} MB`,
        isMet: atRest < mostMegabytesAtRest,
      },
      { what: 'bare node:http, same bytes', value: `${read.bare.toFixed(0)} requests/s` },
      { what: 'GET /api/v5/member', value: `${read.real.toFixed(0)} requests/s` },
      {
        what: 'ratio',
        value: read.ratio.toFixed(2),
        goal: `at least ${leastMemberRatio}`,
        isMet: read.ratio >= leastMemberRatio,
      },
      {
        what: 'latency at full load, median / 99th percentile',
        value: `${read.latencyP50Ms} / ${read.latencyP99Ms} ms`,
      },
      { what: 'memory after the load', value: `${server.residentMegabytes().toFixed(0)} MB` },
    ];
  } finally {
    await server.stop();
  }
}

/** GET /api/v5/locations/search as somebody types, through HTTP and in the process alone. */
async function locations(): Promise<Figure[]> {
  const search = await measureLocalitySearch();
  const server = await startBenchServer();
  try {
    const throughHttp = await compareWithBare(server.url, {
      path: '/api/v5/locations/search?q=richm&limit=20',
      headers: { 'Api-key': server.key },
    });
    return [
      atMost(
        'search over all beginnings of names, median',
        search.searchMedianMs,
        slowestMedianSearchMs,
        'ms',
      ),
      atMost('the same, 99th percentile', search.searchP99Ms, slowestP99SearchMs, 'ms'),
      atMost('memory added', search.addedResidentMb, mostLocalityMegabytes, 'MB'),
      atMost('load at start', search.loadMs, longestLocalityLoadMs, 'ms'),
      { what: 'bare node:http, same bytes', value: `${throughHttp.bare.toFixed(0)} requests/s` },
      { what: 'GET /api/v5/locations/search', value: `${throughHttp.real.toFixed(0)} requests/s` },
      {
        what: 'ratio',
        value: throughHttp.ratio.toFixed(2),
        goal: `at least ${leastSearchRatio}`,
        isMet: throughHttp.ratio >= leastSearchRatio,
      },
    ];
  } finally {
    await server.stop();
  }
}

function atMost(what: string, value: number, most: number, unit: string): Figure {
  return {
    what,
    value: `${value.toFixed(value < 10 ? 3 : 0)} ${unit}`,
    goal: `under ${most} ${unit}`,
    isMet: value < most,
  };
}
