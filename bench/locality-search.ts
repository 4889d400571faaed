// The locality data: loading time at a start, memory, and the time of a search for every prefix of every suburb, as
// search boxes send them. Loading runs in separate processes, since a second load in one process is warm. The caller
// compares with the goals.

import { execFileSync } from 'node:child_process';
import { loadLocalities } from '../src/adapters/places/load-localities.ts';
import { median, quantile } from './quantile.ts';

export type LocalitySearchFigures = Readonly<{
  localities: number;
  searches: number;
  searchMedianMs: number;
  searchP99Ms: number;
  /** Loading in a fresh process, the median of several: by the clock, and of the processor. */
  loadMs: number;
  loadProcessorMs: number;
  /** Live memory after loading, and memory taken from the system. */
  addedHeapMb: number;
  addedResidentMb: number;
}>;

const searchLimit = 20;
const warmUpSearches = 5000;
const loadCount = 5;

export async function measureLocalitySearch(): Promise<LocalitySearchFigures> {
  const localities = await loadLocalities();
  const names = new Set(localities.all().map(({ name }) => name));
  const beginnings = new Set<string>();
  for (const name of names) {
    for (let length = 1; length <= name.length; length++) beginnings.add(name.slice(0, length));
  }
  const queries = [...beginnings];
  for (const query of queries.slice(0, warmUpSearches)) localities.search(query, searchLimit);
  const times = new Float64Array(queries.length);
  for (const [position, query] of queries.entries()) {
    const start = performance.now();
    localities.search(query, searchLimit);
    times[position] = performance.now() - start;
  }
  const loads = Array.from({ length: loadCount }, measureLoadInOwnProcess);
  return {
    localities: localities.all().length,
    searches: queries.length,
    searchMedianMs: quantile(times, 0.5),
    searchP99Ms: quantile(times, 0.99),
    loadMs: median(loads.map((load) => load.loadMs)),
    loadProcessorMs: median(loads.map((load) => load.loadProcessorMs)),
    addedHeapMb: median(loads.map((load) => load.addedHeapMb)),
    addedResidentMb: median(loads.map((load) => load.addedResidentMb)),
  };
}

type LoadFigures = Pick<
  LocalitySearchFigures,
  'loadMs' | 'loadProcessorMs' | 'addedHeapMb' | 'addedResidentMb'
>;

function measureLoadInOwnProcess(): LoadFigures {
  const args = ['--expose-gc', import.meta.filename, 'load'];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
}

async function measureLoad(): Promise<LoadFigures> {
  const before = memoryMb();
  const start = performance.now();
  const startProcessor = process.threadCpuUsage();
  const localities = await loadLocalities();
  const loadMs = performance.now() - start;
  const { user, system } = process.threadCpuUsage(startProcessor);
  // A search inside names builds the last tables, which count as memory too.
  localities.search('loomooloo', 1);
  const after = memoryMb();
  // Used once more, so that it is not collected before the measurement.
  localities.page(1, 1);
  return {
    loadMs,
    loadProcessorMs: (user + system) / 1000,
    addedHeapMb: after.heap - before.heap,
    addedResidentMb: after.resident - before.resident,
  };
}

function memoryMb(): { heap: number; resident: number } {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers, rss } = process.memoryUsage();
  return { heap: (heapUsed + arrayBuffers) / 1e6, resident: rss / 1e6 };
}

if (import.meta.main) {
  const isLoad = process.argv[2] === 'load';
  console.log(JSON.stringify(isLoad ? await measureLoad() : await measureLocalitySearch()));
}
