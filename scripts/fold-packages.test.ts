import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { foldPackages } from './fold-packages.ts';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'generated', 'packages');

test('a folded package exports what the package does', async () => {
  await foldPackages();
  const { files } = JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8')) as {
    files: Record<string, string>;
  };
  assert.ok(Object.keys(files).length > 0);
  for (const [entry, file] of Object.entries(files)) {
    const folded = await import(pathToFileURL(join(folder, file)).href);
    assert.deepEqual(Object.keys(folded).sort(), Object.keys(await import(entry)).sort(), entry);
  }
});

test('folding again does nothing', async () => {
  await foldPackages();
  assert.equal(await foldPackages(), false);
});

test('the launcher uses what was folded, and only for our own sources', async () => {
  await foldPackages();
  const program = `
    import { useFoldedPackages } from './bin/folded-packages.js';
    useFoldedPackages(${JSON.stringify(root)});
    const sources = ${JSON.stringify(pathToFileURL(join(root, 'src', 'main.ts')).href)};
    const package_ = ${JSON.stringify(pathToFileURL(join(root, 'node_modules', 'x', 'x.js')).href)};
    console.log(import.meta.resolve('kysely', sources));
    console.log(import.meta.resolve('kysely', package_));`;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--experimental-import-meta-resolve', '--input-type=module', '--eval', program],
    { cwd: root, encoding: 'utf8' },
  );
  const [ours, theirs] = stdout.trim().split('\n');
  assert.match(ours ?? stderr, /generated\/packages\/kysely\.js$/);
  assert.match(theirs ?? stderr, /node_modules\/kysely\//);
});
