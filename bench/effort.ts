// How much is measured. The full run takes about an hour and feeds docs/internals/performance.md; `--quick`
// takes minutes and only proves that everything runs.
export const isQuick = process.argv.includes('--quick');

export const effort = isQuick
  ? { rounds: 1, secondsPerRound: 1, warmUpSeconds: 1, memoryMinutes: 0.2 }
  : { rounds: 5, secondsPerRound: 4, warmUpSeconds: 2, memoryMinutes: 10 };

/** Sizes of a growth curve; the quick run uses the two smallest. */
export function sizes(...all: readonly number[]): number[] {
  return isQuick ? all.slice(0, 2) : [...all];
}

/** A count for the full run and one for the quick run. */
export function many(full: number, quick: number): number {
  return isQuick ? quick : full;
}
