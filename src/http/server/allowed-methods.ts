// The methods of a path, for requests that no route took or that match a route by accident: a known path with another
// method is 405 with `Allow` and counts under that route. Searched only when no route has answered.
import type { FastifyInstance } from 'fastify';

/** A route's name in the metrics; undefined for paths that are not in the table. */
export type RouteName = { generation?: string; path?: string };

/** A part of a route's path: literal text, or the pattern of a parameter. */
type Part = string | RegExp;

type Mounted = { method: string; parts: readonly Part[]; name: RouteName };

/** The order in which methods are listed in `Allow`. */
const usualOrder = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

export type AllowedMethods = {
  /** The methods at a path, and the route that serves it. */
  at: (path: string) => { methods: string[]; name: RouteName };
  /**
   * Whether this is the literal path of a route, which a parameter must not take (`GET /orders/create-simple`).
   */
  isOwnPath: (path: string) => boolean;
};

/** Notes every route mounted after this call. */
export function noteMethods(server: FastifyInstance): AllowedMethods {
  const mounted: Mounted[] = [];
  const ownPaths = new Set<string>();
  server.addHook('onRoute', ({ method, url, config }) => {
    const name: RouteName = config ?? {};
    for (const one of [method].flat()) mounted.push({ method: one, parts: routeParts(url), name });
    if (!/[:*]/.test(url)) ownPaths.add(withoutSlash(url));
  });
  return {
    at: (path) => {
      const parts = partsOf(path);
      const found = mounted.filter((route) => isAt(route, parts));
      // As a router does: the route with the fewest parameters wins.
      const least = Math.min(...found.map(openParts));
      const meant = found.filter((route) => openParts(route) === least);
      const methods = meant.map(({ method }) => method);
      return {
        methods: usualOrder.filter((method) => methods.includes(method)),
        name: meant[0]?.name ?? {},
      };
    },
    isOwnPath: (path) => ownPaths.has(withoutSlash(path)),
  };
}

const openParts = ({ parts }: Mounted): number =>
  parts.filter((part) => part instanceof RegExp).length;

/** `:id` matches anything, `:id(^\\d+$)` matches its pattern. */
function routeParts(url: string): Part[] {
  return partsOf(url).map((part) => {
    const [, pattern] = /^:\w+(?:\((.+)\))?$/.exec(part) ?? [];
    return part.startsWith(':') ? new RegExp(pattern ?? '.') : part;
  });
}

const partsOf = (path: string): string[] => withoutSlash(path).split('/');

/** A trailing slash is the same path. */
function withoutSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path;
}

function isAt(route: Mounted, parts: readonly string[]): boolean {
  return (
    route.parts.length === parts.length &&
    route.parts.every((part, n) => {
      const text = parts[n] ?? '';
      return part instanceof RegExp ? text !== '' && part.test(text) : part === text;
    })
  );
}
