// Answers compared with files that are read in review. `UPDATE_GOLDEN=1 npm test -- FILE` writes them anew; a change
// of one is a change of what clients see, and must be meant.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const goldenDir = join(import.meta.dirname, '..', '..', 'golden');

export function assertGolden(name: string, actual: unknown): void {
  const file = join(goldenDir, `${name}.json`);
  if (process.env.UPDATE_GOLDEN === '1') {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${JSON.stringify(actual, undefined, 2)}\n`);
  }
  const golden: unknown = JSON.parse(readFileSync(file, 'utf8'));
  // Through text: what counts is what a client receives, in that order.
  assert.equal(JSON.stringify(actual, undefined, 2), JSON.stringify(golden, undefined, 2));
}

/** A JSON value with its leaves replaced by the names of their types; the entries of a list must be alike. */
export function shapeOf(value: unknown): unknown {
  if (value === null) return 'null';
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOfAll(value)];
  if (typeof value !== 'object') return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shapeOf(part)]));
}

/** The one shape that all the values have. */
export function shapeOfAll(values: readonly unknown[]): unknown {
  const [first, ...others] = values.map(shapeOf);
  for (const other of others) assert.deepEqual(other, first);
  return first;
}
