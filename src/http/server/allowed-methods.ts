// Which methods a path answers to, for requests that no route took, or one that was not meant: a known path with another
// method is 405 with `Allow`, whatever the method is called, and is counted under the route that it meant. Looked through
// only when nothing else has answered.
import type { FastifyInstance } from 'fastify';

/** What a route is called in the metrics; undefined for what is not in the table. */
export type RouteName = { generation?: string; path?: string };

/** A part of a route's path: a text, or the pattern of what may stand there. */
type Part = string | RegExp;

type Mounted = { method: string; parts: readonly Part[]; name: RouteName };

/** The order in which methods are named to a person. */
const usualOrder = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

export type AllowedMethods = {
  /** The methods at a path, and the route that is meant there. */
  at: (path: string) => { methods: string[]; name: RouteName };
  /** Whether this is the whole path of a route: what an open part would take (`GET /orders/create-simple`) is not for it. */
  isOwnPath: (path: string) => boolean;
};

/** Hears of every route mounted after this. */
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
      // As a router does: whoever leaves least open is meant.
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

/** `:id` is anything, `:id(^\\d+$)` what is like that. */
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
      const asked = parts[n] ?? '';
      return part instanceof RegExp ? asked !== '' && part.test(asked) : part === asked;
    })
  );
}
