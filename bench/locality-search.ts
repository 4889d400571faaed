// Measures the locality data: how long a start waits for it, how much memory it takes, and how
// long a search takes over every beginning of every suburb's name, which is what search boxes
// send. Loading is measured in processes of its own, since a second load in one process is warm.
// Only measures; goals and comparison belong to whoever calls.

import { execFileSync } from 'node:child_process';
import { loadLocalities } from '../src/adapters/places/load-localities.ts';
import { median, quantile } from './quantile.ts';

export type LocalitySearchFigures = Readonly<{
  localities: number;
  searches: number;
  searchMedianMs: number;
  searchP99Ms: number;
  /** Loading in a fresh process, the middle of several: by the clock, and of the processor. */
  loadMs: number;
  loadProcessorMs: number;
  /** Live memory after loading, and what the process takes from the system. */
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
  // A search that looks into names makes the last tables, which belong to the memory as well.
  localities.search('loomooloo', 1);
  const after = memoryMb();
  // Asked once more, so that nothing is collected before it has been measured.
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
