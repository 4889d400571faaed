// Records which routes answered during the tests, one file for all test processes. After the whole suite
// `scripts/test.ts` checks that every row of the route table was tested, that the description of v5 has every status,
// and that the tests in docs/ROUTES.md call their routes.
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
    // A 405 belongs to no route.
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

/** Answers of v5 that its description lacks. Rows that only tests have are not in it. */
export function unpublishedAnswers(file: string): string[] {
  const { paths } = openApiDocument(routes, '');
  const unpublished = answersIn(file).filter(({ generation, method, path, status }) => {
    if (generation !== 'v5') return false;
    const operations = paths[publishedPath(path)];
    // HEAD works wherever GET does.
    const operation = operations?.[method.toLowerCase()] ?? (method === 'HEAD' && operations?.get);
    return operation ? operation.responses[status] === undefined : false;
  });
  return [...new Set(unpublished.map(({ method, path, status }) => `${method} ${path} ${status}`))];
}

/** Tests that a route names but that never got a success from it. */
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
