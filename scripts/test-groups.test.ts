import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { groupTests } from './test-groups.ts';

describe('test files that share a process', () => {
  test('runs every file once, and files that load the machine alone', (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'linehaul-groups-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const alone = ['test/faults/clock.test.ts', 'test/scale/members.test.ts'];
    const slow = Array.from({ length: 6 }, (_, n) => `test/browser/${n}.test.ts`);
    const others = Array.from({ length: 49 }, (_, n) => `src/domain/${n}.test.ts`);
    const run = groupTests([...others, ...slow, ...alone], folder);
    assert.deepEqual(run.slice(0, 2), alone);
    const groups = run
      .slice(2)
      .map((group) => [
        ...readFileSync(group, 'utf8').matchAll(/^await loadTestFile\("(.+)"\);$/gm),
      ]);
    assert.deepEqual(
      groups.map((members) => members.length),
      [3, 3, 17, 16, 16],
    );
    assert.deepEqual(
      groups
        .flat()
        .map(([, file]) => file)
        .sort(),
      [...others, ...slow].sort(),
    );
  });

  test('a folder of one file is a group of one, and an empty list has no groups', (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'linehaul-groups-'));
    t.after(() => rmSync(folder, { recursive: true }));
    assert.equal(groupTests(['src/domain/one.test.ts'], folder).length, 1);
    assert.deepEqual(groupTests([], folder), []);
  });
});
