import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

test('tests know their file when several share a process, also in hooks of other files', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'linehaul-test-file-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const testFile = pathToFileURL(join(import.meta.dirname, 'test-file.ts')).href;
  writeFileSync(
    join(folder, 'office.mjs'),
    `import { before, describe, test } from 'node:test';
     import { currentTestFile } from '${testFile}';
     export const office = () => describe('office', () => {
       before(async () => { await null; console.log('opened by', currentTestFile()); });
       test('works', () => console.log('used by', currentTestFile()));
     });`,
  );
  const files = ['one.test.mjs', 'two.test.mjs'];
  for (const file of files)
    writeFileSync(join(folder, file), `import { office } from './office.mjs'; office();`);
  writeFileSync(
    join(folder, 'group.mjs'),
    `import { loadTestFile } from '${testFile}';
     for (const file of ${JSON.stringify(files)}) await loadTestFile(file);`,
  );
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { stdout } = spawnSync(process.execPath, ['group.mjs'], {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  const printed = [...stdout.matchAll(/(?:opened|used) by \S+/g)].map(([text]) => text);
  assert.deepEqual(
    printed.sort(),
    files.flatMap((file) => [`opened by ${file}`, `used by ${file}`]).sort(),
  );
});

test('fails a group with a file that cannot be loaded', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'linehaul-test-file-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const testFile = pathToFileURL(join(import.meta.dirname, 'test-file.ts')).href;
  writeFileSync(join(folder, 'broken.test.mjs'), 'this is no program');
  writeFileSync(
    join(folder, 'group.test.mjs'),
    `import { loadTestFile } from '${testFile}'; await loadTestFile('broken.test.mjs');`,
  );
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const run = ['--test', '--test-reporter=tap', 'group.test.mjs'];
  const { status, stdout } = spawnSync(process.execPath, run, {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  assert.equal(status, 1);
  assert.match(stdout, /broken\.test\.mjs/);
});
