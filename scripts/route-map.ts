// Where a route lives, read from the code itself: the endpoint's file and name, the use-cases it calls and the tests
// that request its address. docs/ROUTES.md is generated from it, so there is no second list of routes. Use-cases are
// recognised by their first argument: functions from `src/application` that receive the App. Tests are named in
// comments, for a file or for one endpoint; the full test run fails for a route without a successful request.
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { routes } from '../src/http/routes.ts';
import type { Endpoint } from '../src/http/server/endpoint.ts';
import type { Access, Row } from '../src/http/server/row.ts';

const root = join(import.meta.dirname, '..');
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');

/** A function of the project, and its file. */
export type Definition = { file: string; name: string };

/** Where to read on from a route. */
export type Lead = Definition & { useCases: Definition[]; tests: string[] };

/** Finds the endpoint of a row of the route table. */
export async function readLeads(): Promise<(row: Row) => Lead | undefined> {
  const found = new Map<Endpoint, (access: Access) => Lead>();
  for (const file of globSync('src/http/*/*endpoints.ts', { cwd: root }).sort()) {
    const exported = (await import(pathToFileURL(join(root, file)).href)) as Record<
      string,
      unknown
    >;
    const [useCases, tests] = [useCasesIn(file), testsIn(file)];
    for (const [name, value] of Object.entries(exported)) {
      if (isEndpoint(value))
        found.set(value, (access) => {
          return { file, name, useCases: useCases(name), tests: tests(name, access) };
        });
    }
  }
  return ({ endpoint, access }) => found.get(endpoint)?.(access);
}

/** Every row of the table, with the tests that its code names. */
export async function testedRoutes(): Promise<{ method: string; path: string; tests: string[] }[]> {
  const leadOf = await readLeads();
  return routes.map((row) => ({
    method: row.method,
    path: row.path,
    tests: leadOf(row)?.tests ?? [],
  }));
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'shapes' in value && 'answer' in value;
}

/** The use-cases that a declaration calls, directly or through its neighbours in the file. */
function useCasesIn(file: string): (declaration?: string) => Definition[] {
  const text = textOf(file);
  const imported = importedUseCases(file, text);
  const declarations = declarationsOf(text);
  const gather = (body: string, seen: Set<string>): Definition[] => {
    const own = [...imported]
      .filter(([name]) => isGivenApp(body, name))
      .map(([, definition]) => definition);
    const neighbours = [...declarations].filter(
      ([name]) => !seen.has(name) && new RegExp(`(?<![\\w.'])${name}\\(`).test(body),
    );
    for (const [name] of neighbours) seen.add(name);
    return [...own, ...neighbours.flatMap(([, inner]) => gather(inner, seen))];
  };
  return (declaration) => {
    if (declaration === undefined) return [...new Set(gather(text, new Set(declarations.keys())))];
    const seen = new Set([declaration]);
    return [...new Set(gather(declarations.get(declaration) ?? '', seen))];
  };
}

function isGivenApp(body: string, name: string): boolean {
  return new RegExp(`(?<![\\w.])${name.replace('.', '\\.')}\\(\\s*app\\b`).test(body);
}

/** By the name that the file uses, `orphans.closeOrphan` included. */
function importedUseCases(file: string, text: string): Map<string, Definition> {
  const found = new Map<string, Definition>();
  const imports = /^import (?:\{([^}]*)\}|\* as (\w+)) from '(\.[^']*\/application\/[^']*)';/gm;
  for (const [, names = '', space, from = ''] of text.matchAll(imports)) {
    const source = join(dirname(file), from);
    for (const one of names.split(',')) {
      const [, name, local = name] = /^\s*(\w+)(?: as (\w+))?\s*$/.exec(one) ?? [];
      if (name !== undefined && local !== undefined) found.set(local, { file: source, name });
    }
    if (space === undefined) continue;
    for (const name of declarationsOf(textOf(source)).keys())
      found.set(`${space}.${name}`, { file: source, name });
  }
  return found;
}

/** The text of each top-level declaration of a file. */
function declarationsOf(text: string): Map<string, string> {
  const found = new Map<string, string>();
  const parts = text.split(/^(?=(?:export )?(?:const|async function|function) )/m).slice(1);
  for (const part of parts) {
    const name = /^(?:export )?(?:const|async function|function) (\w+)/.exec(part)?.[1];
    if (name !== undefined) found.set(name, part);
  }
  return found;
}

/** Routes mounted beside the table: pages, health, documents, webhooks. */
export type Mounted = Lead & { method: string; path: string; about: string };

export function mountedBeside(): Mounted[] {
  return globSync('src/http/**/*.ts', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .sort()
    .flatMap(mountedIn);
}

function mountedIn(file: string): Mounted[] {
  const text = textOf(file);
  const calls = text.matchAll(/\b(?:server|scope)\.(get|post|put|delete)\(\s*('[^']*'|\w+)/g);
  return [...calls].flatMap(([, method = '', written = '']) => {
    const path = /^'(.*)'$/.exec(written)?.[1] ?? constantOf(text, written);
    if (path === undefined) return [];
    return {
      method: method.toUpperCase(),
      path,
      about: openingOf(text),
      file,
      name: /\bfunction (mount\w+)/.exec(text)?.[1] ?? '',
      useCases: useCasesIn(file)(),
      tests: testsNamed(openingLines(text)) ?? [],
    };
  });
}

function constantOf(text: string, name: string): string | undefined {
  return new RegExp(`^const ${name} = '([^']*)'`, 'm').exec(text)?.[1];
}

function openingLines(text: string): string {
  return /^(?:\/\/ .*\n)+/.exec(text)?.[0] ?? '';
}

/** The first sentence of a file. */
function openingOf(text: string): string {
  const opening = openingLines(text)
    .replaceAll(/^\/\/ /gm, '')
    .replaceAll('\n', ' ')
    .trim();
  return /^.*?\.(?= |$)/.exec(opening)?.[0] ?? opening;
}

/**
 * Named at the top of a file, or just above an endpoint: `// Tests: contract/items, contract/bookings.` After
 * `; for the operator` stand the tests of an endpoint in the operator's rows.
 */
function testsNamed(comment: string, access?: Access): string[] | undefined {
  const [, named, ofOperator] =
    /^\/\/ Tests: (.+?)(?:; for the operator (.+))?\.$/m.exec(comment) ?? [];
  const names = access === 'operator' ? (ofOperator ?? named) : named;
  return names?.split(', ').map((name) => `test/${name}.test.ts`);
}

/** The tests named for the endpoint, or else for its file. */
function testsIn(file: string): (declaration: string, access: Access) => string[] {
  const text = textOf(file);
  const ofFile = testsNamed(openingLines(text)) ?? [];
  return (declaration, access) => {
    const above = text.split(`export const ${declaration} = `)[0]?.trimEnd().split('\n').at(-1);
    return testsNamed(above ?? '', access) ?? ofFile;
  };
}
