// Finds the route of a request. Paths are compared segment by segment, and the first match wins.
import type { Route } from './protocol.ts';

export type Match<Found = Route> = {
  readonly route: Found;
  readonly params: Readonly<Record<string, string>>;
};

export function findRoute<Found extends Pick<Route, 'method' | 'path'>>(
  routes: readonly Found[],
  method: string,
  path: string,
  basePath = '',
): Match<Found> | undefined {
  if (!path.startsWith(basePath)) return undefined;
  const asked = segments(path.slice(basePath.length));
  for (const route of routes) {
    if (route.method !== method) continue;
    const params = paramsOf(segments(route.path), asked);
    if (params !== undefined) return { route, params };
  }
  return undefined;
}

/** Ignore a trailing slash: some carriers' addresses have one, and some clients leave it out. */
const segments = (path: string): string[] => path.split('/').filter((part) => part !== '');

function paramsOf(
  wanted: readonly string[],
  asked: readonly string[],
): Record<string, string> | undefined {
  if (wanted.length !== asked.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, part] of wanted.entries()) {
    const given = asked[index] ?? '';
    if (part.startsWith(':')) params[part.slice(1)] = decoded(given);
    else if (part.toLowerCase() !== given.toLowerCase()) return undefined;
  }
  return params;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
