// What routes have answered in the tests. Every test process notes its own in one file; after the whole suite
// `scripts/test.ts` compares that with the route table, so that no row goes untested, with the description of v5, so that
// it tells of every status that a client may meet, and with the tests that docs/ROUTES.md leads to.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { routes } from '../../src/http/routes.ts';
import type { RouteName } from '../../src/http/server/allowed-methods.ts';
import { openApiDocument, publishedPath } from '../../src/http/server/openapi.ts';
import { currentTestFile } from './test-file.ts';

export function noteServedRoutes(server: FastifyInstance): void {
  const file = process.env.TEST_ROUTES_FILE;
  if (file === undefined) return;
  const testFile = currentTestFile();
  const noted = new Set<string>();
  server.addHook('onResponse', async (request, reply) => {
    // Refused because the path answers to another method: that is nobody's answer, whichever route took it.
    if (request.progress.meant !== undefined) return;
    const { generation, path } = request.routeOptions.config as RouteName;
    const line = `${generation} ${request.method} ${path} ${reply.statusCode} ${testFile}`;
    if (path === undefined || noted.has(line)) return;
    noted.add(line);
    appendFileSync(file, `${line}\n`);
  });
}

export function unservedRoutes(file: string): string[] {
  const served = new Set(
    answersIn(file)
      .filter(({ status }) => status < 300)
      .map(({ generation, method, path }) => `${generation} ${method} ${path}`),
  );
  return routes
    .flatMap(({ method, path, generations }) =>
      generations.map((name) => `${name} ${method} ${path}`),
    )
    .filter((line) => !served.has(line));
}

/** Answers of v5 that its description says nothing of. Rows that only tests have are in no description. */
export function unpublishedAnswers(file: string): string[] {
  const { paths } = openApiDocument(routes, '');
  const unpublished = answersIn(file).filter(({ generation, method, path, status }) => {
    if (generation !== 'v5') return false;
    const operations = paths[publishedPath(path)];
    // Whatever can be read can also be asked for with HEAD.
    const operation = operations?.[method.toLowerCase()] ?? (method === 'HEAD' && operations?.get);
    return operation ? operation.responses[status] === undefined : false;
  });
  return [...new Set(unpublished.map(({ method, path, status }) => `${method} ${path} ${status}`))];
}

/** Tests that a route's code names, and that have had no success from it. */
export function idleTests(file: string, routes: readonly TestedRoute[]): string[] {
  const served = new Set(
    answersIn(file)
      .filter(({ status }) => status < 300)
      .map(({ method, path, testFile }) => `${method} ${path} ${testFile}`),
  );
  const named = routes.flatMap(({ method, path, tests }) =>
    tests.map((test) => `${method} ${path} ${test}`),
  );
  return [...new Set(named)].filter((line) => !served.has(line));
}

export type TestedRoute = { method: string; path: string; tests: readonly string[] };

type Answer = {
  generation: string;
  method: string;
  path: string;
  status: number;
  testFile: string;
};

function answersIn(file: string): Answer[] {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  return lines.map((line) => {
    const [generation = '', method = '', path = '', status = '', testFile = ''] = line.split(' ');
    return { generation, method, path, status: Number(status), testFile };
  });
}
