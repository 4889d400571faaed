// What a line of the route table is made of: how an endpoint is reached, in which generations and by whom.
import type { Endpoint } from './endpoint.ts';
import type { Generation } from './generation.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * `key`: credentials are required. `optional`: they may be left out, but must be right when sent.
 * `quote`: as optional, and without them the generation's limit of anonymous quotes applies.
 * `link`: the address is all that is needed; credentials are not looked at, and limits count the client's address.
 * `open`: none are looked at either; signing in is how one gets them. `operator`: only who runs this service.
 */
export type Access = 'key' | 'optional' | 'quote' | 'link' | 'open' | 'operator';

export type Row = {
  method: Method;
  path: string;
  generations: readonly Generation['name'][];
  access: Access;
  endpoint: Endpoint;
};

/** Every path a row answers at in a generation; a row of its own at an alias goes before. */
export function pathsOf(row: Row, generation: Generation, rows: readonly Row[]): string[] {
  const taken = (path: string): boolean =>
    rows.some((other) => other.method === row.method && other.path === path);
  return [row.path, ...generation.aliases(row.path).filter((path) => !taken(path))];
}

/** A path as people write it, without what a part of it may not be. */
export function plainPath(path: string): string {
  return path.replace(/\(.*\)/, '');
}

export function row(
  method: Method,
  path: string,
  generations: Row['generations'],
  access: Access,
  endpoint: Endpoint,
): Row {
  return { method, path, generations, access, endpoint };
}
