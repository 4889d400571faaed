// Compares answers with golden files, which are reviewed. `UPDATE_GOLDEN=1 npm test -- FILE` rewrites them. A changed
// file means that clients get a different answer.
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
  // Compare as text, so that the order of fields counts too.
  assert.equal(JSON.stringify(actual, undefined, 2), JSON.stringify(golden, undefined, 2));
}

/** Replaces the leaves of a JSON value with their types. The entries of a list must have the same shape. */
export function shapeOf(value: unknown): unknown {
  if (value === null) return 'null';
  if (Array.isArray(value)) return value.length === 0 ? [] : [shapeOfAll(value)];
  if (typeof value !== 'object') return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shapeOf(part)]));
}

/** The common shape of all values; fails if they differ. */
export function shapeOfAll(values: readonly unknown[]): unknown {
  const [first, ...others] = values.map(shapeOf);
  for (const other of others) assert.deepEqual(other, first);
  return first;
}
