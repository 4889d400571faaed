// A client of the members area that behaves like a browser: keeps its cookie and sends the CSRF token with every
// change.
import assert from 'node:assert/strict';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import type { TestApp } from '../test-app.ts';

export const membersPrefix = '/members/api';

/**
 * Yields a new address for each visitor, so that rate limits and failed sign-ins of one do not affect another.
 */
export function newAddresses(): () => string {
  let lastHost = 0;
  return () => {
    lastHost += 1;
    return `198.51.100.${lastHost}`;
  };
}

type Method = NonNullable<InjectOptions['method']>;

export class Visitor {
  cookie: string | undefined;
  csrfToken = '';
  readonly address: string;
  readonly #t: TestApp;

  constructor(t: TestApp, address = '192.0.2.7') {
    this.#t = t;
    this.address = address;
  }

  async send(
    method: Method,
    path: string,
    payload?: object,
    headers: Record<string, string> = {},
  ): Promise<LightMyRequestResponse> {
    const answer = await this.#t.inject({
      method,
      url: membersPrefix + path,
      remoteAddress: this.address,
      headers: {
        ...(this.cookie === undefined ? {} : { cookie: this.cookie }),
        ...(this.csrfToken === '' ? {} : { 'x-csrf-token': this.csrfToken }),
        'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Test',
        ...headers,
      },
      ...(payload === undefined ? {} : { payload }),
    });
    const [set] = [answer.headers['set-cookie']].flat();
    if (set !== undefined) {
      const [pair = ''] = set.split(';');
      this.cookie = /Max-Age=0\b/.test(set) ? undefined : pair;
    }
    return answer;
  }

  get(path: string): Promise<LightMyRequestResponse> {
    return this.send('GET', path);
  }

  /** Signs in and stores the CSRF token, as the pages do. */
  async signIn(member: { email: string; password: string }): Promise<this> {
    const { email, password } = member;
    const answer = await this.send('POST', '/session', { email, password });
    assert.equal(answer.statusCode, 200, answer.body);
    this.csrfToken = answer.json().csrf_token;
    return this;
  }
}

/** Creates visitors with separate addresses. `app` is called when a visitor is created. */
export function visitorsOf(app: () => TestApp) {
  const newAddress = newAddresses();
  return { newAddress, visitor: (): Visitor => new Visitor(app(), newAddress()) };
}
