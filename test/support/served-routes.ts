// Which routes the tests have had a success from. Every test process notes its own in one file; after the
// whole suite `scripts/test.ts` compares that with the route table, so that no row goes untested.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
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
    const line = `${generation} ${request.method} ${path}`;
    if (path === undefined || reply.statusCode >= 300 || noted.has(line)) return;
    noted.add(line);
    appendFileSync(file, `${line}\n`);
  });
}

export function unservedRoutes(file: string): string[] {
  const served = new Set(existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []);
  return routes
    .flatMap(({ method, path, generations }) =>
      generations.map((name) => `${name} ${method} ${path}`),
    )
    .filter((line) => !served.has(line));
}
