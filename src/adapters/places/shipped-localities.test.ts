import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { prepareShippedLocalities, readShippedLocalities } from './shipped-localities.ts';

const folder = mkdtempSync(join(tmpdir(), 'linehaul-shipped-'));
after(() => rmSync(folder, { recursive: true }));

test('creates the file once and leaves it unchanged afterwards', async () => {
  const file = join(folder, 'generated', 'localities.json');
  const first = await prepareShippedLocalities(file);
  assert.equal(first.isNew, true);
  const made = statSync(file).mtimeMs;
  const second = await prepareShippedLocalities(file);
  assert.deepEqual(second, { count: first.count, isNew: false });
  assert.equal(statSync(file).mtimeMs, made);
  assert.equal((await readShippedLocalities(file)).length, first.count);
});

test('creates a missing or damaged file again at the next start', async () => {
  const file = join(folder, 'damaged.json');
  writeFileSync(file, '{');
  const localities = await readShippedLocalities(file);
  assert.deepEqual(await prepareShippedLocalities(file), {
    count: localities.length,
    isNew: false,
  });
});

test('reads the shipped localities when their folder cannot be written', async () => {
  // A file has the name of the folder.
  writeFileSync(join(folder, 'blocked'), '');
  const localities = await readShippedLocalities(join(folder, 'blocked', 'localities.json'));
  assert.ok(localities.length > 18_000);
});
