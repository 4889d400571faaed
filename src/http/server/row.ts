// A line of the route table: how an endpoint is reached, in which generations and by whom. The role that a user needs
// is enforced in one place, `admission.ts`.
import type { AuditAction } from '../../domain/audit/audit-action.ts';
import type { Role } from '../../domain/users/role.ts';
import type { Endpoint } from './endpoint.ts';
import type { Generation } from './generation.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/**
 * `key`: credentials are required. `optional`: credentials may be absent, but must be right when sent. `quote`: as
 * `optional`, and without credentials the generation's limit of anonymous quotes applies. `link`: the address itself
 * is the secret; credentials are ignored, and limits count the client address. `open`: credentials are ignored, as
 * for signing in. `agent`: a print agent's token. `operator`: a member with the operator flag.
 */
export type Access = 'key' | 'optional' | 'quote' | 'link' | 'open' | 'agent' | 'operator';

export type Row = {
  method: Method;
  path: string;
  generations: readonly Generation['name'][];
  access: Access;
  endpoint: Endpoint;
  /** What the audit log says about a request to it; undefined: nothing. */
  records: AuditAction | undefined;
  /** What a user's role must allow. A key acts for the whole member and has no role. */
  role: Role;
};

/** Every path of a row in a generation. If another row has an alias as its own path, that row wins. */
export function pathsOf(row: Row, generation: Generation, rows: readonly Row[]): string[] {
  const taken = (path: string): boolean =>
    rows.some((other) => other.method === row.method && other.path === path);
  return [row.path, ...generation.aliases(row.path).filter((path) => !taken(path))];
}

/** A path as people write it, without the patterns of its parameters. */
export function plainPath(path: string): string {
  return path.replace(/\(.*\)/, '');
}

/** `nothing`: it changes nothing that lasts, or it is a quote. */
type Records = AuditAction | 'nothing';
type Beginning<M extends Method> = [
  method: M,
  path: string,
  generations: Row['generations'],
  access: Access,
  endpoint: Endpoint,
];

// What changes something does not compile without saying what is recorded.
export function row(...args: [...Beginning<'GET'>, records?: Records, role?: Role]): Row;
export function row(
  ...args: [...Beginning<Exclude<Method, 'GET'>>, records: Records, role?: Role]
): Row;
export function row(
  ...[method, path, generations, access, endpoint, records = 'nothing', role]: [
    ...Beginning<Method>,
    records?: Records,
    role?: Role,
  ]
): Row {
  return {
    method,
    path,
    generations,
    access,
    endpoint,
    records: records === 'nothing' ? undefined : records,
    role: role ?? usualRole(method, endpoint),
  };
}

/** Reading is for everybody; what changes something is for those who book. */
function usualRole(method: Method, { shapes }: Endpoint): Role {
  return method === 'GET' && shapes.changes !== true ? 'viewer' : 'booker';
}
