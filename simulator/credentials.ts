// Authentication of a carrier's customers: a username and password, a key in a header, or a token.
import type { Call } from './exchange.ts';
import type { Admission } from './protocol.ts';
import type { Random } from './random.ts';

/** The username and password of a Basic header. */
export function basicOf(call: Call, header = 'authorization'): string | undefined {
  const encoded = /^Basic\s+([A-Za-z0-9+/=]+)$/i.exec(call.headers[header] ?? '')?.[1];
  return encoded === undefined ? undefined : Buffer.from(encoded, 'base64').toString('utf8');
}

export function admitBasic(call: Call, name: string, password: string): Admission {
  return basicOf(call) === `${name}:${password}` ? 'welcome' : 'unknown';
}

const tokenLength = 48;
/** More than any test needs; the oldest tokens are dropped as if expired. */
const mostTokens = 1_000;

export class Tokens {
  readonly #expiresAtMs = new Map<string, number>();
  readonly #random: Random;
  readonly #nowMs: () => number;

  constructor(random: Random, nowMs: () => number) {
    this.#random = random;
    this.#nowMs = nowMs;
  }

  issue(seconds: number): string {
    const token = this.#random.text(tokenLength);
    this.#expiresAtMs.set(token, this.#nowMs() + seconds * 1000);
    const [oldest] = this.#expiresAtMs.keys();
    if (this.#expiresAtMs.size > mostTokens && oldest !== undefined) {
      this.#expiresAtMs.delete(oldest);
    }
    return token;
  }

  /** Expires every token, like a restart of the carrier. */
  expireAll(): void {
    for (const token of this.#expiresAtMs.keys()) this.#expiresAtMs.set(token, 0);
  }

  admit(call: Call): Admission {
    const token = /^Bearer\s+(\S+)$/i.exec(call.headers.authorization ?? '')?.[1] ?? '';
    const expiresAtMs = this.#expiresAtMs.get(token);
    if (expiresAtMs === undefined) return 'unknown';
    return expiresAtMs > this.#nowMs() ? 'welcome' : 'expired';
  }
}

export type ClientCredentials = { readonly id: string; readonly secret: string };

/** Whether a token request has these credentials, in the form or in a Basic header. */
export function isClient(call: Call, { id, secret }: ClientCredentials): boolean {
  const form = new URLSearchParams(call.text);
  const given = basicOf(call) ?? `${form.get('client_id')}:${form.get('client_secret')}`;
  return form.get('grant_type') === 'client_credentials' && given === `${id}:${secret}`;
}
