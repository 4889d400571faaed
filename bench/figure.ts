// The result of a benchmark: figures, some with a goal; tables; and curves over a size.
export type Figure = { what: string; value: string; goal?: string; isMet?: boolean };

export type Table = { title: string; columns: readonly string[]; rows: readonly string[][] };

/** How a value changes with a size; drawn with both axes logarithmic. */
export type Curve = {
  title: string;
  over: string;
  unit: string;
  points: readonly { size: number; value: number }[];
};

export type Measured = { figures: Figure[]; tables?: Table[]; curves?: Curve[] };

export function atLeast(what: string, ratio: number, least: number): Figure {
  return { what, value: ratio.toFixed(2), goal: `at least ${least}`, isMet: ratio >= least };
}

export function atMost(what: string, value: number, most: number, unit: string): Figure {
  return {
    what,
    value: `${value.toFixed(value < 10 ? 3 : 0)} ${unit}`,
    goal: `under ${most} ${unit}`,
    isMet: value < most,
  };
}

/** The last value of a curve divided by its first. */
export function growthOf({ points }: Curve): number {
  return (points.at(-1)?.value ?? Number.NaN) / (points[0]?.value ?? Number.NaN);
}

export function shortNumber(value: number): string {
  if (!Number.isFinite(value)) return '–';
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3);
}
