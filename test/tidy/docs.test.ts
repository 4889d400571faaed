// Checks the documentation: links and paths exist, scripts exist, generated pages are up to date.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { test } from 'node:test';
import packageJson from '../../package.json' with { type: 'json' };
import { mountedBeside, testedRoutes } from '../../scripts/route-map.ts';
import { generatedPages } from '../../scripts/write-docs.ts';
import { routePaths } from '../support/route-paths.ts';

const root = join(import.meta.dirname, '..', '..');
const pages = globSync(['*.md', 'docs/**/*.md', 'carriers/**/*.md'], { cwd: root });
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');

test('every page has exactly one title', () => {
  for (const page of pages) {
    const outsideCode = textOf(page).replaceAll(/```[\s\S]*?```/g, '');
    assert.equal(outsideCode.match(/^# /gm)?.length, 1, page);
  }
});

test('every relative link leads to a file', () => {
  const broken: string[] = [];
  for (const page of pages) {
    for (const [, target = ''] of textOf(page).matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g)) {
      if (!/^[a-z]+:/.test(target) && !existsSync(join(root, dirname(page), target)))
        broken.push(`${page}: ${target}`);
    }
  }
  assert.deepEqual(broken, []);
});

/** The anchors of a page's headings, as GitHub generates them. */
function anchorsOf(page: string): Set<string> {
  const outsideCode = textOf(page).replaceAll(/```[\s\S]*?```/g, '');
  return new Set(
    [...outsideCode.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

test('every link to a section leads to a heading of that page', () => {
  const broken: string[] = [];
  for (const page of pages) {
    for (const [, target = '', anchor = ''] of textOf(page).matchAll(/\]\(([^)#]*)#([^)]+)\)/g)) {
      if (/^[a-z]+:/.test(target)) continue;
      const linked = target === '' ? page : join(dirname(page), target);
      if (!anchorsOf(linked).has(anchor)) broken.push(`${page}: ${target}#${anchor}`);
    }
  }
  assert.deepEqual(broken, []);
});

/** Names in backticks, outside code blocks. */
function namesIn(text: string): string[] {
  const outsideCode = text.replaceAll(/```[\s\S]*?```/g, '');
  return [...outsideCode.matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => name);
}

/** Patterns are allowed, and `<noun>` stands for any name. */
function isThere(path: string): boolean {
  return globSync(path.replaceAll(/<\w+>/g, '*'), { cwd: root }).length > 0;
}

test('every path in backticks on a page exists', () => {
  const folders = /^(src|test|web|carriers|scripts|deploy|bench|simulator)\//;
  const named = pages.flatMap((page) =>
    namesIn(textOf(page))
      .filter((name) => folders.test(name))
      .map((path) => ({ page, path })),
  );
  assert.ok(named.length > 0);
  assert.deepEqual(
    named.filter(({ path }) => !isThere(path)),
    [],
  );
});

test('every row of interface-gaps.md names code and tests that exist', () => {
  const rows = textOf('docs/internals/interface-gaps.md')
    .split('\n')
    .filter((line) => /^\| (?!Gap )/.test(line));
  assert.ok(rows.length > 0);
  for (const row of rows) {
    const [where = '', tests = ''] = row.slice(2, -2).split(' | ').slice(-2);
    // A reference may also name a function in the file.
    for (const name of namesIn(where).filter((path) => path.includes('/')))
      assert.ok(isThere(`src/${name}`) || pages.includes(name), `${name}: ${row}`);
    for (const name of namesIn(tests))
      assert.ok(isThere(`{src,test}/**/${name.replace(/\.test$/, '')}.test.ts`), `${name}: ${row}`);
  }
});

test('every npm script that a page names exists, and CONTRIBUTING names them all', () => {
  const scripts = Object.keys(packageJson.scripts);
  for (const page of pages) {
    for (const [, name = ''] of textOf(page).matchAll(/npm run ([\w:]+)/g))
      assert.ok(scripts.includes(name), `${page}: ${name}`);
  }
  const contributing = textOf('CONTRIBUTING.md');
  for (const name of scripts.filter((script) => script !== 'postinstall')) {
    assert.ok(contributing.includes(`\`${name}\``), `CONTRIBUTING.md does not name ${name}`);
  }
});

test('every promise in reliability.md names tests or benchmarks that exist', () => {
  const rows = textOf('docs/internals/reliability.md')
    .split('\n')
    .filter((line) => /^\| (?!promise )/.test(line));
  assert.ok(rows.length > 0);
  for (const row of rows) {
    const [promise = '', tests = ''] = row.slice(2).split(' | ');
    const named = [...tests.matchAll(/`([^`]+\.test\.ts|bench\/[^`]+\.ts)`/g)].map(
      ([, file = '']) => file,
    );
    assert.ok(named.length > 0, `no test or benchmark is named for: ${promise}`);
    for (const file of named) assert.ok(existsSync(join(root, file)), file);
  }
});

test('every fault and scale test is listed in reliability.md', () => {
  const promises = textOf('docs/internals/reliability.md');
  const tests = globSync(['test/faults/*.test.ts', 'test/scale/*.test.ts'], { cwd: root });
  assert.deepEqual(
    tests.filter((file) => !promises.includes(`\`${file}\``)),
    [],
  );
});

test('reliability.md lists exactly the fault tests that start no process of their own', () => {
  const opening = textOf('docs/internals/reliability.md').split('\n## ')[0] ?? '';
  const named = [...opening.matchAll(/`([a-z-]+)`/g)].map(([, name = '']) => name);
  const without = globSync('test/faults/*.test.ts', { cwd: root })
    .filter((file) => !/components\/(program|fleet)\.ts'/.test(textOf(file)))
    .map((file) => basename(file, '.test.ts'));
  assert.deepEqual(named.toSorted(), without.toSorted());
});

test('every dependency has a stated reason', () => {
  const reasons = textOf('docs/decisions/dependencies.md');
  const names = [
    ...Object.keys(packageJson.dependencies),
    ...Object.keys(packageJson.devDependencies),
  ];
  assert.deepEqual(
    names.filter((name) => !reasons.includes(`\`${name}\``)),
    [],
  );
});

test('generated pages are up to date ("npm run docs" writes them)', () => {
  for (const { file, text } of generatedPages())
    assert.equal(textOf(file), text, `${file} is stale`);
});

test('no refusal of the interface mentions the command line', () => {
  const named = textOf('docs/errors.md').match(/linehaul [a-z].*?"|\s--[a-z-]+/g) ?? [];
  assert.deepEqual(named, []);
});

test('every route names its endpoint and tests that exist', async () => {
  const leads = [...(await testedRoutes()), ...mountedBeside()];
  for (const { method, path, tests } of leads) {
    assert.ok(tests.length > 0, `${method} ${path} names no tests ("// Tests: contract/….")`);
    for (const file of tests) assert.ok(existsSync(join(root, file)), `${method} ${path}: ${file}`);
  }
});

test('ROUTES.md lists every URL of the route table', () => {
  const lines = textOf('docs/ROUTES.md').split('\n');
  const missing = routePaths
    .map(({ prefix, path, row }) => ({ method: row.method, url: prefix + path }))
    .filter(
      ({ method, url }) =>
        !lines.some((line) => line.startsWith(`| ${method} | `) && line.includes(`\`${url}\``)),
    );
  assert.ok(routePaths.length > 100);
  assert.deepEqual(missing, []);
});

test('ROUTES.md lists every URL that is mounted beside the route table', () => {
  const mounts = [
    ...textOf('src/http/server/server.ts').matchAll(/^import \{ mount\w+.* from '(.+)';/gm),
  ];
  const files = new Set(mountedBeside().map(({ file }) => file));
  // Pages of the members area are listed by their paths.
  const elsewhere = ['src/http/server/pages/mount-web-client.ts'];
  assert.ok(mounts.length > elsewhere.length);
  for (const file of mounts.map(([, name = '']) => join('src/http/server', name)))
    assert.ok(files.has(file) || elsewhere.includes(file), file);
});

test("no tracked file contains a path of a developer's machine", () => {
  const tracked = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  const leaks = tracked
    .split('\n')
    .filter(
      (file) =>
        file !== '' && existsSync(join(root, file)) && /\.(ts|js|json|md|yaml|yml|csv)$/.test(file),
    )
    .filter((file) => /(^|[^A-Za-z0-9_.])\/(root|home\/\w+|Users\/\w+)\//m.test(textOf(file)));
  assert.deepEqual(leaks, []);
});

test('no source contains a to-do mark, a linter exception or a skipped test', () => {
  const tracked = globSync(['{src,test,scripts,bench,web}/**/*.{ts,tsx}'], {
    cwd: root,
  });
  const marks = new RegExp(
    [
      'TO' + 'DO',
      'FIX' + 'ME',
      'XX' + 'X',
      'biome-' + 'ignore',
      '@ts-' + 'ignore',
      '\\.(skip|only|to' + 'do)\\(',
    ].join('|'),
  );
  assert.deepEqual(
    tracked.filter((file) => marks.test(textOf(file))),
    [],
  );
});
