// Stripe's idempotency keys. The first answer is stored under the key and repeated word for word, errors included.
// The same key with another path or other parameters is rejected. Stripe may drop keys after a day; here, a test
// drops them.
import { StripeProblem } from './stripe-problem.ts';

export type Answer = { status: number; body: object };

type Kept = { path: string; body: string; answer: Answer | undefined };

export class IdempotencyKeys {
  readonly #kept = new Map<string, Kept>();

  /** Returns the stored answer, or undefined if the request must be carried out. */
  begin(key: string, path: string, body: string): Answer | undefined {
    const kept = this.#kept.get(key);
    if (kept === undefined) {
      this.#kept.set(key, { path, body, answer: undefined });
      return undefined;
    }
    if (kept.path !== path) {
      throw keyMisused(
        `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${path}' vs '${kept.path}'). Try using a key other than '${key}' if you meant to execute a different request.`,
      );
    }
    if (kept.body !== body) {
      throw keyMisused(
        `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
      );
    }
    if (kept.answer === undefined) {
      throw new StripeProblem(409, {
        type: 'idempotency_error',
        code: 'idempotency_key_in_use',
        message:
          'There is currently another in-progress request using this Stripe account and idempotent key.',
      });
    }
    return kept.answer;
  }

  keep(key: string, answer: Answer): void {
    const kept = this.#kept.get(key);
    if (kept !== undefined) kept.answer = answer;
  }

  /** Frees the key of a request that was not carried out. */
  release(key: string): void {
    if (this.#kept.get(key)?.answer === undefined) this.#kept.delete(key);
  }

  forgetAll(): void {
    this.#kept.clear();
  }
}

function keyMisused(message: string): StripeProblem {
  return new StripeProblem(400, { type: 'idempotency_error', message });
}
