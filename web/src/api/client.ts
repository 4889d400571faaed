// Sends requests to the service. Every answer other than a success becomes an ApiError with the service's message and
// its messages for single fields. The CSRF token is kept only here. When another tab has renewed the session, the token
// is fetched again and the request is repeated, unless a different member has signed in.
import { keepUser, meetUser } from './other-tabs.ts';
import type { Session } from './wire.ts';

export const prefix = '/members/api';

export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  readonly body: Record<string, unknown>;

  constructor(status: number, body: Record<string, unknown>) {
    super(typeof body.message === 'string' ? body.message : 'Something went wrong. Try again.');
    this.status = status;
    this.code = typeof body.error === 'string' ? body.error : '';
    this.body = body;
  }

  /** The session has ended, or there was none. */
  get isSignedOut(): boolean {
    return this.status === 401 && (this.code === 'signed_out' || this.code === 'session_ended');
  }

  /** The message for a field, by its path: `items.0.weight`. */
  field(path: string): string | undefined {
    let at: unknown = this.body.errors;
    for (const name of path.split('.')) {
      if (typeof at !== 'object' || at === null) return undefined;
      at = (at as Record<string, unknown>)[name];
    }
    // A problem of a whole list stands beside the problems of its entries.
    const own: unknown = typeof at === 'object' && at !== null && '' in at ? at[''] : at;
    const [first] = Array.isArray(own) ? own : [];
    return typeof first === 'string' ? first : undefined;
  }
}

/** The service's refusal, in contrast to a failure of the network. */
export function refusalOf(error: unknown): ApiError | undefined {
  return error instanceof ApiError ? error : undefined;
}

/** No answer arrived: the network or the server is down. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
  constructor() {
    super('Linehaul cannot be reached. Check your connection and try again.');
  }
}

let csrfToken = '';
let whenSignedOut: () => void = () => {};
let whenUnreachable: () => void = () => {};

/** The signed-in member, and the token that their changes carry. */
export function keepSession({ user, csrf_token }: Session): void {
  csrfToken = csrf_token;
  keepUser(user?.id ?? null);
}

/** Runs whenever no answer arrives. */
export function onUnreachable(listener: () => void): void {
  whenUnreachable = listener;
}

/** Whether the service answers now. */
export async function isReachable(): Promise<boolean> {
  try {
    return (await fetch('/favicon.svg', { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

/** Runs on every answer that reports the end of the session. */
export function onSignedOut(listener: () => void): void {
  whenSignedOut = listener;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type Ask = { body?: unknown; signal?: AbortSignal | undefined; headers?: HeadersInit };

export async function ask<Answer>(method: Method, path: string, how: Ask = {}): Promise<Answer> {
  const answer = await send(method, path, how);
  if (answer.status === 204) return undefined as Answer;
  return (await answer.json()) as Answer;
}

/** The raw answer, once it is known to be a success. */
export async function send(method: Method, path: string, how: Ask = {}): Promise<Response> {
  const first = await attempt(method, path, how);
  if (first.ok) return first;
  const error = await errorFrom(first);
  if (error.code === 'csrf_token_wrong' && (await refreshCsrfToken())) {
    const second = await attempt(method, path, how);
    if (second.ok) return second;
    throw reported(await errorFrom(second));
  }
  throw reported(error);
}

function reported(error: ApiError): ApiError {
  if (error.isSignedOut) whenSignedOut();
  return error;
}

async function attempt(method: Method, path: string, how: Ask): Promise<Response> {
  const { body, signal, headers } = how;
  try {
    return await fetch(prefix + path, {
      method,
      credentials: 'same-origin',
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(method === 'GET' ? {} : { 'x-csrf-token': csrfToken }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    whenUnreachable();
    throw new Unreachable();
  }
}

async function errorFrom(answer: Response): Promise<ApiError> {
  const text = await answer.text();
  try {
    return new ApiError(answer.status, JSON.parse(text) as Record<string, unknown>);
  } catch {
    // A proxy in between may answer with HTML.
    return new ApiError(answer.status, {});
  }
}

/**
 * False if the session has ended or belongs to a different user: no change is made in the name of a user whom
 * the page does not show.
 */
async function refreshCsrfToken(): Promise<boolean> {
  const answer = await attempt('GET', '/session', {});
  if (!answer.ok) return false;
  const { user, csrf_token } = (await answer.json()) as Session;
  if (!meetUser(user?.id ?? null)) return false;
  csrfToken = csrf_token;
  return true;
}
