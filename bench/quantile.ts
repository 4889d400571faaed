/** The value below which this share of the measurements lies. */
export function quantile(measured: Iterable<number>, share: number): number {
  const sorted = Float64Array.from(measured).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export function median(measured: Iterable<number>): number {
  return quantile(measured, 0.5);
}
