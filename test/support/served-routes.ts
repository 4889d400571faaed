// What routes have answered in the tests. Every test process notes its own in one file; after the whole suite
// `scripts/test.ts` compares that with the route table, so that no row goes untested, and with the description of
// v5, so that it tells of every status that a client may meet.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { openApiDocument, publishedPath } from '../../src/http/openapi.ts';
import { routes } from '../../src/http/routes.ts';

export function noteServedRoutes(server: FastifyInstance): void {
  const file = process.env.TEST_ROUTES_FILE;
  if (file === undefined) return;
  const noted = new Set<string>();
  server.addHook('onResponse', async (request, reply) => {
    const { generation, path } = request.routeOptions.config as {
      generation?: string;
      path?: string;
    };
    const line = `${generation} ${request.method} ${path} ${reply.statusCode}`;
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

type Answer = { generation: string; method: string; path: string; status: number };

function answersIn(file: string): Answer[] {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
  return lines.map((line) => {
    const [generation = '', method = '', path = '', status = ''] = line.split(' ');
    return { generation, method, path, status: Number(status) };
  });
}
