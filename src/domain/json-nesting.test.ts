import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isNestedDeeper } from './json-nesting.ts';

const mostLevels = 64;
const isNestedTooDeeply = (text: string): boolean => isNestedDeeper(text, mostLevels);

const nested = (levels: number): string => '[{"a":'.repeat(levels / 2) + '}]'.repeat(levels / 2);

test('accepts the allowed number of levels and rejects one more', () => {
  assert.equal(isNestedTooDeeply(nested(mostLevels)), false);
  assert.equal(isNestedTooDeeply(`[${nested(mostLevels)}]`), true);
});

test('does not count brackets side by side or in strings as levels', () => {
  assert.equal(isNestedTooDeeply(JSON.stringify(Array(1_000).fill({ a: [] }))), false);
  assert.equal(isNestedTooDeeply(JSON.stringify({ a: `\\"${'['.repeat(1_000)}` })), false);
  assert.equal(
    isNestedTooDeeply(
      JSON.stringify({ a: '\\', b: JSON.parse(nested(mostLevels).replaceAll(':}', ':1}')) }),
    ),
    true,
  );
});

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

test('agrees with a walk through the value', () => {
  fc.assert(
    fc.property(
      fc.jsonValue({ maxDepth: 6 }),
      fc.integer({ min: 50, max: 70 }),
      (value, levels) => {
        let deep: unknown = [value, value];
        for (let level = 0; level < levels; level += 1) deep = { '[{': deep };
        assert.equal(isNestedTooDeeply(JSON.stringify(deep)), depthOf(deep) > mostLevels);
      },
    ),
  );
});
