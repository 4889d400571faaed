// The architecture as rules: which folder may import which, and which files alone may use certain modules.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { test } from 'node:test';
import { webPages } from '../../src/http/server/pages/web-pages.ts';

const root = join(import.meta.dirname, '..', '..');
const sources = globSync('src/**/*.ts', { cwd: root }).filter((file) => !file.endsWith('.test.ts'));
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');
/**
 * Strips comments, which often name things that code must not. Strings remain, but cause no false matches in
 * practice.
 */
const codeOf = (file: string): string =>
  textOf(file).replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '');

const importsOf = (file: string): string[] =>
  [...codeOf(file).matchAll(/(?:from|import\()\s*'([^']+)'/g)].map(([, target = '']) => target);

/** The project files that a file imports, relative to the root. */
const ownImports = (file: string): string[] =>
  importsOf(file)
    .filter((target) => target.startsWith('.'))
    .map((target) => relative(root, join(root, dirname(file), target)));

/** The first rule whose folder matches a file says what it may import. */
const arrows: { folder: RegExp; may: RegExp }[] = [
  { folder: /^src\/domain\//, may: /^src\/domain\// },
  { folder: /^src\/application\//, may: /^src\/(application|domain)\// },
  { folder: /^src\/wording\//, may: /^src\/(wording|domain)\// },
  { folder: /^src\/http\//, may: /^src\/(http|wording|application|domain)\// },
  // cli.ts is the command line's own main: it composes the App and hands it to the commands.
  { folder: /^src\/cli\/cli\.ts$/, may: /^(src|simulator)\// },
  { folder: /^src\/cli\//, may: /^src\/(cli|wording|application|domain)\/|^src\/doctor\.ts$/ },
  // Files that compose an App or start a process.
  {
    folder: /^src\/(compose|assemble-app|serve|serve\/[^/]+|explain)\.ts$/,
    may: /./,
  },
  { folder: /^src\/main\.ts$/, may: /^src\/([^/]+|serve\/[^/]+|cli\/cli)\.ts$/ },
  {
    folder: /^src\/((config|doctor)\/)?[^/]+$/,
    may: /^src\/([^/]+\.ts$|(config|doctor|http|wording|application|domain)\/)/,
  },
];

test('every import is allowed by a rule, and every folder has a rule', () => {
  const problems: string[] = [];
  for (const file of sources) {
    const adapter = /^src\/adapters\/([^/]+)/.exec(file)?.[1];
    const may =
      adapter === undefined
        ? arrows.find(({ folder }) => folder.test(file))?.may
        : new RegExp(
            `^src/adapters/(shared/|${adapter.replaceAll('.', '\\.')})|^src/application/ports\\.ts$|^src/(domain|wording)/`,
          );
    if (may === undefined) problems.push(`${file} has no arrow`);
    else
      for (const target of ownImports(file))
        if (!may.test(target)) problems.push(`${file} → ${target}`);
  }
  assert.deepEqual(problems, []);
});

test('no imports form a cycle, type imports included', () => {
  const files = globSync(['{src,simulator,carriers}/**/*.ts', 'web/src/**/*.{ts,tsx}'], {
    cwd: root,
  }).filter((file) => !file.includes('.test.'));
  assert.ok(files.length > 500);
  const imports = new Map(files.map((file) => [file, ownImports(file)]));
  const cleared = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' → '));
    else if (!cleared.has(file)) {
      for (const target of imports.get(file) ?? []) visit(target, [...path, file]);
      cleared.add(file);
    }
  };
  for (const file of files) visit(file, []);
  assert.deepEqual(circles, []);
});

/** A folder with one of these names holds that noun's part of a layer. ARCHITECTURE.md explains each. */
const nouns = [
  'addresses',
  'audit',
  'bookings',
  'carrier-invoices',
  'carriers',
  'claims',
  'documents',
  'issues',
  'keys',
  'mail',
  'manifests',
  'margins',
  'members',
  'orders',
  'payments',
  'places',
  'printers',
  'quotes',
  'rate-cards',
  'reports',
  'tracking',
  'users',
  'webhooks',
];

/** Folders of a layer that serve several nouns. */
const plumbing: Record<string, readonly string[]> = {
  'src/domain': ['connectors', 'csv', 'packing', 'time'],
  'src/application': ['jobs', 'ports'],
  'src/http': ['server'],
  'src/adapters/store': ['engine', 'jobs', 'migrations'],
  'web/src/pages': [],
};

for (const [layer, others] of Object.entries(plumbing)) {
  test(`${layer}: every folder is a noun of the glossary`, () => {
    const folders = [...sources, ...webSources]
      .filter((file) => file.startsWith(`${layer}/`))
      .map((file) => file.slice(layer.length + 1).split('/'))
      .flatMap(([folder = '', ...rest]) => (rest.length > 0 ? [folder] : []));
    assert.ok(folders.length > 0);
    assert.deepEqual(
      [...new Set(folders)].filter((name) => !nouns.includes(name) && !others.includes(name)),
      [],
    );
  });
}

test('ARCHITECTURE.md explains every noun', () => {
  const text = textOf('ARCHITECTURE.md');
  assert.deepEqual(
    nouns.filter((noun) => !text.includes(`\`${noun}\``)),
    [],
  );
});

/** Folders with one public module, and the files that may import their other modules. */
const doors: { behind: string; may: RegExp }[] = [
  { behind: 'src/config/', may: /^src\/config\.ts$/ },
  { behind: 'src/doctor/', may: /^src\/doctor\.ts$/ },
  { behind: 'src/serve/', may: /^src\/(main|serve|cli\/cli)\.ts$/ },
  { behind: 'src/application/ports/', may: /^src\/application\/ports\.ts$/ },
];

for (const { behind, may } of doors) {
  test(`${behind}: is imported only through its public module`, () => {
    const strangers = sources.filter(
      (file) =>
        !file.startsWith(behind) &&
        !may.test(file) &&
        ownImports(file).some((target) => target.startsWith(behind)),
    );
    assert.deepEqual(strangers, []);
    assert.ok(sources.some((file) => file.startsWith(behind)));
  });
}

test('a connector imports only the domain, the connector interface and its neighbours, and sends nothing', () => {
  const files = globSync('carriers/**/*.ts', { cwd: root }).filter(
    (file) => !file.includes('.test.'),
  );
  assert.ok(files.length > 1);
  const problems = files.flatMap((file) =>
    importsOf(file).flatMap((target) => {
      if (target === 'fast-xml-parser') return [];
      const path = relative(root, join(root, dirname(file), target));
      const isAllowed = /^carriers\/|^src\/domain\/|^src\/application\/ports\.ts$/.test(path);
      return target.startsWith('.') && isAllowed ? [] : [`${file} → ${target}`];
    }),
  );
  assert.deepEqual(problems, []);
  for (const file of files) {
    assert.doesNotMatch(
      codeOf(file),
      /Date\.now|new Date\(\)|Math\.random|process\.|\bfetch\(/,
      file,
    );
    assert.match(textOf(file), /^\/\/ /, file);
  }
});

const webSources = globSync(['web/src/**/*.ts', 'web/src/**/*.tsx'], { cwd: root });

test('the members area imports only the domain and types of answers from the service', () => {
  const problems: string[] = [];
  for (const file of webSources.filter((path) => !path.includes('.test.'))) {
    for (const target of ownImports(file)) {
      const isType = file === 'web/src/api/wire.ts' && target.startsWith('src/http/');
      if (!isType && !/^(web\/src|src\/domain)\//.test(target))
        problems.push(`${file} → ${target}`);
    }
  }
  assert.deepEqual(problems, []);
  assert.doesNotMatch(codeOf('web/src/api/wire.ts'), /^import (?!type )/m);
  for (const file of sources) {
    assert.ok(!ownImports(file).some((target) => target.startsWith('web/')), file);
  }
});

const simulatorSources = globSync('simulator/**/*.ts', { cwd: root }).filter(
  (file) => !file.endsWith('.test.ts'),
);

test('the simulator imports only the domain and the loaders, and only the command line imports it', () => {
  const may = /^simulator\/|^src\/domain\/|^src\/adapters\/(carriers|places)\//;
  const problems = simulatorSources.flatMap((file) =>
    ownImports(file).flatMap((target) => (may.test(target) ? [] : [`${file} → ${target}`])),
  );
  const connectors = globSync('carriers/**/*.ts', { cwd: root });
  const strangers = [...sources, ...connectors].filter(
    (file) =>
      !file.endsWith('.test.ts') &&
      file !== 'src/cli/cli.ts' &&
      ownImports(file).some((target) => target.startsWith('simulator/')),
  );
  assert.deepEqual(problems, []);
  assert.deepEqual(strangers, []);
  assert.ok(simulatorSources.length > 10);
});

test('the simulator reads no clock of its own and is random from its seed alone', () => {
  const strangers = simulatorSources.filter((file) =>
    /Date\.now\(|new Date\(\)|Math\.random|randomUUID|randomBytes|process\.env/.test(codeOf(file)),
  );
  assert.deepEqual(strangers, []);
});

test("the server serves exactly the addresses of the members area's pages", () => {
  const paths = [...codeOf('web/src/router.tsx').matchAll(/(?:path: |Page\(\s*)'([^']+)'/g)].map(
    ([, path = '']) => path.replaceAll('$', ':'),
  );
  assert.ok(paths.length > 5);
  assert.deepEqual(paths.sort(), webPages.toSorted());
});

test('only one module of the members area sends requests to the service', () => {
  const strangers = webSources.filter(
    (file) => file !== 'web/src/api/client.ts' && /\bfetch\(|XMLHttpRequest/.test(codeOf(file)),
  );
  assert.deepEqual(strangers, []);
});

test('front doors call use-cases, never the store', () => {
  const frontDoors = sources.filter((file) => /^src\/(http|cli)\//.test(file));
  assert.ok(frontDoors.length > 50);
  // Matches `app.store`, `store` destructured from an App, and `store` picked from its type.
  const reached =
    /\bapp\.store\b|\{[^{}]*\bstore\b[^{}]*\}\s*(?:=\s*app\b|:\s*\w*App\b)|<\w*App,[^>]*'store'/;
  assert.deepEqual(
    frontDoors.filter((file) => reached.test(codeOf(file))),
    [],
  );
});

test('keeps beforeEach and afterEach inside a describe, because files share processes', () => {
  const tests = globSync('{src,test,simulator,carriers,scripts,web}/**/*.test.ts', { cwd: root });
  assert.ok(tests.length > 300);
  const everywhere = tests.filter((file) => /^(before|beforeEach|afterEach)\(/m.test(textOf(file)));
  assert.deepEqual(everywhere, []);
});

test('compose.ts is imported by the front doors only', () => {
  const importers = sources.filter((file) => ownImports(file).includes('src/compose.ts'));
  assert.deepEqual(importers.sort(), [
    'src/cli/cli.ts',
    'src/doctor.ts',
    'src/serve.ts',
    'src/serve/serve-simulated.ts',
    'src/serve/workers.ts',
  ]);
});

/** Expressions that only one place may contain. */
const owners: { what: string; pattern: RegExp; owner: RegExp }[] = [
  { what: 'process.env', pattern: /process\.env\b/, owner: /^src\/config\.ts$/ },
  {
    what: 'the SQL builder and drivers',
    pattern: /from '(kysely|pg|node:sqlite)'/,
    owner: /^src\/adapters\/store\//,
  },
  { what: 'Fastify', pattern: /from 'fastify'/, owner: /^src\/http\// },
  { what: 'the clock', pattern: /Date\.now\(|new Date\(\)/, owner: /^src\/adapters\/system\.ts$/ },
  {
    what: 'randomness',
    pattern: /Math\.random|randomUUID|randomBytes/,
    owner: /^src\/adapters\/(system|secret-key|sealer)\.ts$/,
  },
  { what: 'fetch', pattern: /\bfetch\(/, owner: /^src\/adapters\/|^carriers\// },
  {
    what: 'a generation',
    pattern: /\bv[45]\b/i,
    owner: /^src\/(http\/|config\/variables\.ts|serve\/welcome\.ts)/,
  },
  {
    what: 'HTTP statuses',
    pattern: /\bstatusCode\b|reply\.code/,
    // `src/http` speaks HTTP to clients, one file speaks it to carriers and one to members' programs.
    owner: /^src\/http\/|^src\/adapters\/(connectors\/transport|webhooks\/open-webhooks)\.ts$/,
  },
  { what: 'prom-client', pattern: /from 'prom-client'/, owner: /^src\/adapters\// },
];

for (const { what, pattern, owner } of owners) {
  test(`only its owner uses ${what}`, () => {
    const strangers = sources.filter((file) => !owner.test(file) && pattern.test(codeOf(file)));
    assert.deepEqual(strangers, []);
  });
}

test('no file has a catch-all name such as utils or helpers', () => {
  const drawers = [...sources, ...simulatorSources, ...webSources].filter((file) =>
    /(^|\/)(utils?|helpers?|common|shared|types|lib|core|misc|index)\.tsx?$/.test(file),
  );
  assert.deepEqual(drawers, []);
});

test('every file states its purpose in its head comment', () => {
  const silent = [
    ...sources,
    ...simulatorSources,
    ...globSync('test/**/*.ts', { cwd: root }),
    ...globSync('scripts/**/*.ts', { cwd: root }),
    ...globSync('web/*.ts', { cwd: root }),
    ...webSources,
  ].filter((file) => !file.endsWith('.test.ts') && !textOf(file).startsWith('// '));
  assert.deepEqual(silent, []);
});
