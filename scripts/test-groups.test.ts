import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { groupTests } from './test-groups.ts';

describe('test files that share a process', () => {
  const groupsOf = (files: readonly string[]): string[][] => {
    const folder = mkdtempSync(join(tmpdir(), 'linehaul-groups-'));
    try {
      return groupTests(files, folder)
        .sort()
        .map((group) =>
          [...readFileSync(group, 'utf8').matchAll(/^await loadTestFile\("(.+)"\);$/gm)].map(
            ([, file = '']) => file,
          ),
        );
    } finally {
      rmSync(folder, { recursive: true });
    }
  };

  test('runs every file once, files that load the machine alone, and each kind from beginning to end', () => {
    const alone = ['test/faults/clock.test.ts', 'test/scale/members.test.ts'];
    const slow = Array.from({ length: 6 }, (_, n) => `test/browser/${n}.test.ts`);
    const others = Array.from({ length: 49 }, (_, n) => `src/domain/${n}.test.ts`);
    const groups = groupsOf([...others, ...slow, ...alone]);
    assert.deepEqual(
      groups.map((members) => [members[0]?.split('/')[1], members.length]),
      [
        ['domain', 17],
        ['browser', 3],
        ['faults', 1],
        ['domain', 16],
        ['browser', 3],
        ['scale', 1],
        ['domain', 16],
      ],
    );
    assert.deepEqual(groups.flat().sort(), [...others, ...slow, ...alone].sort());
  });

  test('a folder of one file is a group of one, and an empty list has no groups', () => {
    assert.deepEqual(groupsOf(['src/domain/one.test.ts']), [['src/domain/one.test.ts']]);
    assert.deepEqual(groupsOf([]), []);
  });
});
