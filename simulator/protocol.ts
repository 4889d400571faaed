// A carrier's protocol: its table of routes, its authentication and the form of its errors. The shared parts (faults,
// delays, limits, sockets) know no carrier's field names.
import type { Answer, Call } from './exchange.ts';
import type { Shipment } from './shipments.ts';

export const operations = [
  'token',
  'account',
  'address',
  'services',
  'quote',
  'validate',
  'book',
  'find',
  'change',
  'cancel',
  'label',
  'manifest',
  'summary',
  'pickup',
  'track',
  'proof',
] as const;

export type Operation = (typeof operations)[number];

export const isOperation = (text: string): text is Operation =>
  (operations as readonly string[]).includes(text);

/** An error that is answered without running a route. */
export type Trouble = {
  readonly kind:
    | 'unauthorised'
    | 'expired'
    | 'unknown_path'
    | 'not_readable'
    | 'too_many'
    | 'server_error';
  readonly status: number;
  readonly sentence: string;
};

export type Route = {
  readonly method: string;
  /** Such as `/shipments/:id`, without the query. */
  readonly path: string;
  readonly operation: Operation;
  /** True for routes without credentials: tokens, and files at unguessable addresses. */
  readonly isOpen?: true;
  /** The body's media type; undefined if the route reads no body. */
  readonly takes?: 'json' | 'form';
  answer(call: Call): Answer;
};

/**
 * A row of a carrier's table of routes. Methods that change something take JSON unless `takes` says otherwise.
 */
export function row(
  method: string,
  path: string,
  operation: Operation,
  answer: Route['answer'],
  takes: 'json' | 'nothing' = method === 'GET' || method === 'DELETE' ? 'nothing' : 'json',
): Route {
  return { method, path, operation, ...(takes === 'json' ? { takes } : {}), answer };
}

/** The token endpoint takes a form and needs no credentials. */
export function tokenRow(path: string, answer: Route['answer']): Route {
  return { method: 'POST', path, operation: 'token', takes: 'form', isOpen: true, answer };
}

/** Serves a file at an unguessable address, without credentials. */
export function openFile(path: string, answer: Route['answer']): Route {
  return { method: 'GET', path, operation: 'label', isOpen: true, answer };
}

export type Admission = 'welcome' | 'unknown' | 'expired';

export type Notice = {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

export type Protocol = {
  /** The part of the URL between the host and the routes' paths. */
  readonly basePath: string;
  /** Invented credentials, printed so that a person can set the carrier up. */
  readonly credentials: Readonly<Record<string, string>>;
  readonly routes: readonly Route[];
  readonly limits?: readonly { readonly operation: Operation; readonly perMinute: number }[];
  authenticate(call: Call, operation: Operation): Admission;
  refuse(trouble: Trouble): Answer;
  /** The webhook about a shipment's present status, for carriers that send one. */
  notice?(shipment: Shipment): Notice;
};
