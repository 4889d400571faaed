// What a carrier's file consists of: a table of routes, how it knows its customers, and its way of refusing. The shared
// parts (faults, delays, limits, sockets) are in answer-request.ts and never know a carrier's field names.
import type { Answer, Call } from './exchange.ts';

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

/** A failure before a route was reached, or in its place. */
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
  /** `/shipments/:id`; the query is not part of it. */
  readonly path: string;
  readonly operation: Operation;
  /** Needs no credentials: tokens, and files at unguessable addresses. */
  readonly isOpen?: true;
  /** What the body must be; nothing is read otherwise. */
  readonly takes?: 'json' | 'form';
  answer(call: Call): Answer;
};

/** A row of a table of routes. What changes something brings JSON, unless it says otherwise. */
export function row(
  method: string,
  path: string,
  operation: Operation,
  answer: Route['answer'],
  takes: 'json' | 'nothing' = method === 'GET' || method === 'DELETE' ? 'nothing' : 'json',
): Route {
  return { method, path, operation, ...(takes === 'json' ? { takes } : {}), answer };
}

/** The endpoint for tokens: a form, without credentials. */
export function tokenRow(path: string, answer: Route['answer']): Route {
  return { method: 'POST', path, operation: 'token', takes: 'form', isOpen: true, answer };
}

/** A file at an unguessable address. */
export function openFile(path: string, answer: Route['answer']): Route {
  return { method: 'GET', path, operation: 'label', isOpen: true, answer };
}

export type Admission = 'welcome' | 'unknown' | 'expired';

export type Protocol = {
  /** Between the host and the routes' paths. */
  readonly basePath: string;
  /** Invented; printed for setting up the carrier. */
  readonly credentials: Readonly<Record<string, string>>;
  readonly routes: readonly Route[];
  readonly limits?: readonly { readonly operation: Operation; readonly perMinute: number }[];
  authenticate(call: Call, operation: Operation): Admission;
  refuse(trouble: Trouble): Answer;
};
