// How much is measured. The full run is what docs/internals/performance.md is written from and takes about fifty minutes; `--quick` takes minutes, proves that everything runs, and says nothing about speed.
export const isQuick = process.argv.includes('--quick');

export const effort = isQuick
  ? { rounds: 1, secondsPerRound: 1, warmUpSeconds: 1, memoryMinutes: 0.2 }
  : { rounds: 5, secondsPerRound: 4, warmUpSeconds: 2, memoryMinutes: 10 };

/** Sizes of a growth curve; the quick run has its two smallest. */
export function sizes(...all: readonly number[]): number[] {
  return isQuick ? all.slice(0, 2) : [...all];
}

/** A count for the full run and one for the quick. */
export function many(full: number, quick: number): number {
  return isQuick ? quick : full;
}
