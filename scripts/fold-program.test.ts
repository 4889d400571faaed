import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { findFoldedProgram, foldedFolder, foldedIndex } from '../bin/folded-program.js';
import { foldProgram } from './fold-program.ts';

const root = join(import.meta.dirname, '..');

test('folds the current sources into a program once', async () => {
  await foldProgram();
  assert.match(findFoldedProgram(root) ?? 'none', /generated\/program\/[0-9a-f]{16}\/cli\.js$/);
  assert.equal(await foldProgram(), false);
});

test('folds threads too, with source maps to the original files', async () => {
  await foldProgram();
  const folder = dirname(fileURLToPath(findFoldedProgram(root) ?? ''));
  for (const name of ['cli', 'print-worker', 'checkpoint-thread', 'report-thread']) {
    const map = JSON.parse(readFileSync(join(folder, `${name}.js.map`), 'utf8')) as {
      sources: string[];
    };
    assert.ok(
      map.sources.some(
        (source) => source.endsWith(`/${name}.ts`) && existsSync(join(folder, source)),
      ),
      name,
    );
  }
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.js'))) {
    const text = readFileSync(join(folder, file), 'utf8');
    assert.doesNotMatch(text, /new URL\(['"]\.\/[\w-]+\.ts['"], import\.meta\.url\)/, file);
  }
});

describe('the launcher', () => {
  let copy: string;
  const printing = (name: string) =>
    `export const run = async () => console.log(${JSON.stringify(name)});\n`;
  const start = (environment: Record<string, string> = {}) =>
    spawnSync(process.execPath, [join(copy, 'bin', 'linehaul.js')], {
      encoding: 'utf8',
      env: { ...process.env, ...environment },
    });
  const launch = (environment: Record<string, string> = {}): string => {
    const { stdout, stderr } = start(environment);
    return (stdout || stderr).trim();
  };
  const write = (path: string, text: string): void => writeFileSync(join(copy, path), text);
  const folded = (): string => dirname(fileURLToPath(findFoldedProgram(copy) ?? ''));
  /** A bundled program that differs from its sources. */
  const fold = async (): Promise<void> => {
    await foldProgram(copy);
    writeFileSync(join(folded(), 'cli.js'), printing('folded'));
  };

  before(() => {
    copy = mkdtempSync(join(tmpdir(), 'linehaul-folded-'));
    cpSync(join(root, 'bin'), join(copy, 'bin'), { recursive: true });
    for (const folder of ['src/cli', 'carriers', 'simulator', 'node_modules', 'scripts'])
      mkdirSync(join(copy, folder), { recursive: true });
    write('package.json', '{"type":"module"}');
    write('node_modules/.package-lock.json', '{}');
    write('src/cli/cli.ts', printing('sources'));
    write('scripts/fold-program.ts', '');
  });
  after(() => rmSync(copy, { recursive: true }));

  test('the launcher runs the sources when nothing was folded', () => {
    assert.equal(launch(), 'sources');
  });

  test('the launcher runs the folded program while it matches the sources', async () => {
    await fold();
    assert.equal(launch(), 'folded');
  });

  test('the launcher runs the sources under node --watch, which must see changes', async () => {
    await fold();
    assert.equal(launch({ WATCH_REPORT_DEPENDENCIES: '1' }), 'sources');
  });

  for (const [name, change] of [
    ['a source was changed', () => write('src/cli/cli.ts', `${printing('sources')}\n`)],
    ['a source was added', () => write('simulator/new.ts', '')],
    ['a source was removed', () => rmSync(join(copy, 'simulator/new.ts'))],
    ['another package is installed', () => write('node_modules/.package-lock.json', '{"a":1}')],
    ['the index is damaged', () => write(join(foldedFolder, foldedIndex), '{"entry":')],
  ] as const) {
    test(`the launcher runs the sources when ${name}`, async () => {
      await fold();
      change();
      assert.equal(launch(), 'sources');
    });
  }

  test('the launcher accepts an image that keeps file times in whole seconds', async () => {
    await fold();
    for (const file of readdirSync(copy, { recursive: true, encoding: 'utf8' })) {
      const seconds = Math.floor(statSync(join(copy, file)).mtimeMs / 1000);
      utimesSync(join(copy, file), seconds, seconds);
    }
    assert.equal(launch(), 'folded');
  });

  test('the launcher ignores a changed test or rate card', async () => {
    await fold();
    write('src/cli/cli.test.ts', '// a test');
    write('carriers/card.json', '{}');
    assert.equal(launch(), 'folded');
  });

  test('the launcher runs the sources and printing so when a folded file is lost', async () => {
    await fold();
    rmSync(join(folded(), 'cli.js'));
    const { stdout, stderr } = start();
    assert.equal(stdout.trim(), 'sources');
    assert.match(stderr, /^Starting from the sources, which takes longer: .*npm ci/);
    rmSync(join(copy, foldedFolder), { recursive: true });
  });

  test('keeps the folder of a running server and deletes older ones', async () => {
    const folders: string[] = [];
    for (const version of ['one', 'two', 'three']) {
      write('src/cli/cli.ts', `${printing('sources')}// ${version}\n`);
      assert.equal(await foldProgram(copy), true);
      folders.push(folded());
    }
    assert.deepEqual(folders.map(existsSync), [false, true, true]);
    assert.equal(launch(), 'sources', 'what is folded now is the sources');
  });

  test('rejects folding a source that reads its location in an unknown way', async () => {
    write('src/cli/cli.ts', 'export const run = () => console.log(import.meta.filename);\n');
    await assert.rejects(foldProgram(copy), /import\.meta\.filename/);
  });
});
