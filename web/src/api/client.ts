// Asks the service. Every answer that is not a success becomes an ApiError with the service's own sentence and, where it
// has them, the sentences for single fields. The CSRF token is kept here and nowhere else; when another tab has signed in
// anew, it is fetched once more and the request repeated, unless it is somebody else who has signed in.
import { keepMember, meetMember } from './other-tabs.ts';
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

  /** The session is over, or there was none. */
  get isSignedOut(): boolean {
    return this.status === 401 && (this.code === 'signed_out' || this.code === 'session_ended');
  }

  /** The sentence for a field, found by its path: `items.0.weight`. */
  field(path: string): string | undefined {
    let at: unknown = this.body.errors;
    for (const name of path.split('.')) {
      if (typeof at !== 'object' || at === null) return undefined;
      at = (at as Record<string, unknown>)[name];
    }
    const [first] = Array.isArray(at) ? at : [];
    return typeof first === 'string' ? first : undefined;
  }
}

/** Nothing came back: the network or the server is away. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
  constructor() {
    super('Linehaul can not be reached. Check your connection and try again.');
  }
}

let csrfToken = '';
let whenSignedOut: () => void = () => {};

/** Whom the pages show from now on, and the token that their changes carry. */
export function keepSession({ member, csrf_token }: Session): void {
  csrfToken = csrf_token;
  keepMember(member?.id ?? null);
}

/** Told of every answer that says nobody is signed in, whoever asked. */
export function onSignedOut(tell: () => void): void {
  whenSignedOut = tell;
}

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type Ask = { body?: unknown; signal?: AbortSignal | undefined; headers?: HeadersInit };

export async function ask<Answer>(method: Method, path: string, how: Ask = {}): Promise<Answer> {
  const answer = await send(method, path, how);
  if (answer.status === 204) return undefined as Answer;
  return (await answer.json()) as Answer;
}

/** The answer as it comes, once it is known to be a success. */
export async function send(method: Method, path: string, how: Ask = {}): Promise<Response> {
  const first = await attempt(method, path, how);
  if (first.ok) return first;
  const error = await errorFrom(first);
  if (error.code === 'csrf_token_wrong' && (await refreshCsrfToken())) {
    const second = await attempt(method, path, how);
    if (second.ok) return second;
    throw told(await errorFrom(second));
  }
  throw told(error);
}

function told(error: ApiError): ApiError {
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
    throw new Unreachable();
  }
}

async function errorFrom(answer: Response): Promise<ApiError> {
  const text = await answer.text();
  try {
    return new ApiError(answer.status, JSON.parse(text) as Record<string, unknown>);
  } catch {
    // A proxy in between speaks HTML.
    return new ApiError(answer.status, {});
  }
}

/** False when nobody is signed in any more, or somebody else: nothing is done in the name of whom the page does not show. */
async function refreshCsrfToken(): Promise<boolean> {
  const answer = await attempt('GET', '/session', {});
  if (!answer.ok) return false;
  const { member, csrf_token } = (await answer.json()) as Session;
  if (!meetMember(member?.id ?? null)) return false;
  csrfToken = csrf_token;
  return true;
}
