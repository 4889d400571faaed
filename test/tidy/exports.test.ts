// What a file exports, somebody else uses: a door that nobody goes through is a wall, and says less about the module.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

type File = { file: string; text: string };

const root = join(import.meta.dirname, '..', '..');
const patterns = ['src', 'web', 'simulator', 'carriers', 'bench', 'scripts', 'test', 'bin'].map(
  (folder) => `${folder}/**/*.{ts,tsx,js}`,
);

/** Exported ones, by their declarations. */
const values = /^export (?:async )?(?:const|let|class|function\*?) ([A-Za-z_$][\w$]*)/gm;
const comments = /^\s*(?:\/\/.*|\/\*[\s\S]*?\*\/)/gm;

const files: readonly File[] = globSync(patterns, { cwd: root }).map((file) => ({
  file,
  text: readFileSync(join(root, file), 'utf8'),
}));

function wordsOf({ text }: File): string[] {
  return text.match(/[A-Za-z_$][\w$]*/g) ?? [];
}

function countOf(words: readonly string[]): (word: string) => number {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return (word) => counts.get(word) ?? 0;
}

/** The values exported by these files whose name was counted only where it is declared. */
function exportedOnce(among: readonly File[], count: (word: string) => number): string[] {
  return among.flatMap(({ file, text }) =>
    [...text.matchAll(values)]
      .filter(([, name = '']) => count(name) === 1)
      .map(([, name]) => `${file}: ${name}`),
  );
}

test('no value is exported that no other file names', () => {
  assert.ok(files.length > 1_000);
  const filesWith = countOf(files.flatMap((file) => [...new Set(wordsOf(file))]));
  assert.deepEqual(exportedOnce(files, filesWith), []);
});

test('no value of the product is there for tests alone', () => {
  const used = files
    .filter(({ file }) => !file.startsWith('test/') && !/\.test\.tsx?$/.test(file))
    .map(({ file, text }) => ({ file, text: text.replaceAll(comments, '') }));
  // Scripts also fetch what tests run against.
  const product = used.filter(({ file }) => /^(src|web|simulator|carriers)\//.test(file));
  assert.ok(product.length > 500);
  assert.deepEqual(exportedOnce(product, countOf(used.flatMap(wordsOf))), []);
});
