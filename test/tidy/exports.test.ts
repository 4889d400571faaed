// What a file exports, somebody else uses: a door that nobody goes through is a wall, and says less about the module.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '..', '..');
const patterns = ['src', 'web', 'simulator', 'carriers', 'bench', 'scripts', 'test', 'bin'].map(
  (folder) => `${folder}/**/*.{ts,tsx,js}`,
);

test('no value is exported that no other file names', () => {
  const files = globSync(patterns, { cwd: root }).map((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return { file, text, words: new Set(text.match(/[A-Za-z_$][\w$]*/g)) };
  });
  assert.ok(files.length > 1_000);
  const filesWith = new Map<string, number>();
  for (const { words } of files)
    for (const word of words) filesWith.set(word, (filesWith.get(word) ?? 0) + 1);
  const values = /^export (?:async )?(?:const|let|class|function\*?) ([A-Za-z_$][\w$]*)/gm;
  const unused = files.flatMap(({ file, text }) =>
    [...text.matchAll(values)]
      .filter(([, name = '']) => filesWith.get(name) === 1)
      .map(([, name]) => `${file}: ${name}`),
  );
  assert.deepEqual(unused, []);
});
