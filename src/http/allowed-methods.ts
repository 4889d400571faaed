// Which methods a path answers to, for requests that no route took: a known path with another method is 405
// with `Allow`, whatever the method is called. Looked through only when nothing else has answered.
import type { FastifyInstance } from 'fastify';

type Mounted = { method: string; parts: readonly string[] };

/** The order in which methods are named to a person. */
const usualOrder = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Hears of every route mounted after this; the result names the methods at a path. */
export function noteMethods(server: FastifyInstance): (path: string) => string[] {
  const mounted: Mounted[] = [];
  server.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) mounted.push({ method: one, parts: partsOf(url) });
  });
  return (path) => {
    const parts = partsOf(path);
    const methods = mounted.filter((route) => isAt(route, parts)).map(({ method }) => method);
    return usualOrder.filter((method) => methods.includes(method));
  };
}

/** A trailing slash is the same path. */
function partsOf(path: string): string[] {
  return (path.endsWith('/') ? path.slice(0, -1) : path).split('/');
}

function isAt(route: Mounted, parts: readonly string[]): boolean {
  return (
    route.parts.length === parts.length &&
    route.parts.every((part, n) => (part.startsWith(':') ? parts[n] !== '' : part === parts[n]))
  );
}
