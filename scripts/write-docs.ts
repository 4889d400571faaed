// Writes the files that are generated from the code: docs/ROUTES.md, docs/errors.md, docs/openapi.json, the proofs of each
// connector, the schemas of carrier files and .env.example. A test compares them with the code, so they cannot go stale.
import { writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { publishedSchemas } from '../src/adapters/carriers/loading/published-schemas.ts';
import { systemSecrets } from '../src/adapters/system.ts';
import { type Variable, variables } from '../src/config.ts';
import { routes } from '../src/http/routes.ts';
import { generationsOf } from '../src/http/server/generations.ts';
import { openApiDocument } from '../src/http/server/openapi.ts';
import { webPages } from '../src/http/server/pages/web-pages.ts';
import { refusalExamples } from '../src/http/server/refusal-examples.ts';
import { render } from '../src/http/server/refusals.ts';
import { pathsOf, plainPath, type Row } from '../src/http/server/row.ts';
import { evidencePage } from './carrier-evidence.ts';
import { type Definition, type Lead, mountedBeside, readLeads } from './route-map.ts';

const root = join(import.meta.dirname, '..');
const noLimits = {
  v4PerMinute: 0,
  v4Concurrent: 0,
  v4AddressPerMinute: 0,
  v4AddressConcurrent: 0,
  v5PerMinute: 0,
  v5AnonymousPerHour: 0,
  trackPerMinute: 0,
  operationsPerMinute: 0,
  membersPerMinute: 0,
  membersAddressPerMinute: 0,
};
const { all: generations } = generationsOf(noLimits, { publicUrl: '', secrets: systemSecrets });
const leadOf = await readLeads();

export function generatedPages(): { file: string; text: string }[] {
  return [
    { file: 'docs/ROUTES.md', text: routesPage() },
    { file: 'docs/errors.md', text: errorsPage() },
    { file: '.env.example', text: settingsExample() },
    { file: 'docs/internals/connector-proofs.md', text: evidencePage() },
    ...[...publishedSchemas()].map(([name, text]) => ({ file: `docs/schema/${name}`, text })),
    ...(['v5', 'v4'] as const).map((generation) => ({
      file: generation === 'v5' ? 'docs/openapi.json' : 'docs/openapi-v4.json',
      text: `${JSON.stringify(openApiDocument(routes, 'http://localhost:8080', generation), undefined, 2)}\n`,
    })),
  ];
}

function settingsExample(): string {
  const entries = Object.entries<Variable>(variables).map(
    ([name, { about, defaultText }]) => `\n# ${about}\n#${name}=${defaultText}\n`,
  );
  return `# Every setting of Linehaul with its default. Copy this file to .env and change the lines you need. The environment wins
# over .env. "linehaul doctor" shows the effective values.
${entries.join('')}`;
}

function routesPage(): string {
  const rows = routes.map((row) => {
    const { method, path, access, endpoint } = row;
    const urls = urlsOf(row).map((url) => `\`${url}\``);
    const lead = leadOf(row);
    if (lead === undefined) throw new Error(`${method} ${path} leads to no handler's export`);
    return [
      method,
      urls.join('<br>'),
      access,
      row.role,
      endpoint.shapes.summary,
      ...leadCells(lead),
    ];
  });
  const beside = mountedBeside().map((mounted) => {
    const { method, path, about } = mounted;
    return [method, `\`${path}\``, about, ...leadCells(mounted)];
  });
  const pageRows = webPages.map((path) => `\`${path}\``).join(', ');
  return `# Routes

Every URL with its endpoint, use-cases and tests, including v4's URLs without \`/v4\`. Generated from
[\`src/http/routes.ts\`](../src/http/routes.ts) by \`npm run docs\`. Do not edit.

| Access | Credentials |
|---|---|
| \`key\` | required |
| \`optional\` | accepted, not required |
| \`quote\` | accepted, not required; without them, the limit of anonymous quotes applies |
| \`link\` | the address itself is the permission |
| \`open\` | ignored |
| \`agent\` | a print agent's token |
| \`operator\` | those of an operator |

\`/members/api\` belongs to the members area. It needs its session cookie and, for every change, its CSRF token.

A user who is signed in needs the role, or one that allows more: viewer, booker, admin. A key has no role.

${table(['Method', 'URL', 'Access', 'Role', 'Purpose', 'Endpoint', 'Use-cases', 'Tests'], rows)}

## Beside the table

These URLs need no credentials and belong to no generation.

${table(['Method', 'URL', 'Purpose', 'Mounted by', 'Use-cases', 'Tests'], beside)}

Pages of the members area, mounted by [\`src/http/server/pages/mount-web-client.ts\`](../src/http/server/pages/mount-web-client.ts) and
displayed by [\`web/src/router.tsx\`](../web/src/router.tsx): ${pageRows}.
`;
}

/** In each of its generations, including aliases. */
function urlsOf(row: Row): string[] {
  return generations
    .filter(({ name }) => row.generations.includes(name))
    .flatMap((generation) => {
      const rows = routes.filter((other) => other.generations.includes(generation.name));
      return pathsOf(row, generation, rows).map((path) => generation.prefix + plainPath(path));
    });
}

function table(heads: readonly string[], rows: readonly string[][]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(heads), `|${'---|'.repeat(heads.length)}`, ...rows.map(line)].join('\n');
}

/** Endpoint, use-cases, tests. */
function leadCells({ file, name, useCases, tests }: Lead): string[] {
  const links = (definitions: readonly Definition[]): string =>
    definitions.map(linkTo).join('<br>');
  return [
    linkTo({ file, name: `${basename(file, '.ts')}.${name}` }),
    links(useCases),
    links(tests.map((test) => ({ file: test, name: basename(test, '.test.ts') }))),
  ];
}

function linkTo({ file, name }: Definition): string {
  return `[${name}](${relative('docs', file)})`;
}

function errorsPage(): string {
  const lines = refusalExamples.map((example) => {
    const shown = generations.map(({ refusals }) => {
      const { status, body } = render(refusals, example);
      return `${status} \`${JSON.stringify(body)}\``;
    });
    return `| \`${example.code}\` | ${shown.join(' | ')} |`;
  });
  return `# Refusals

Every refusal with its status and body. Generated from \`src/http\` by \`npm run docs\`. Do not edit.

If a request has several problems, the answer is the first of these: credentials, limits, shape of the request, existence
and ownership, state, values, funding, carrier.

| Internal code | v4 | v5 | members area |
|---|---|---|---|
${lines.join('\n')}
`;
}

if (import.meta.main) {
  for (const { file, text } of generatedPages()) writeFileSync(join(root, file), text);
}
