// Caches answers from data that never changes while the process runs: a search box asks for the same few beginnings
// of suburbs all day. Bounded in number and size; the oldest go first. Clients may cache an answer for an hour and
// then revalidate it.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LimitedMap } from '../../domain/limited-map.ts';
import { notModified } from './endpoint.ts';
import { isKnownTag } from './entity-tag.ts';

const mostAnswers = 1_000;
const longestAnswer = 16_384;

/** A text, or "the client has the current version". */
type Ready = string | typeof notModified;
type Asked = Pick<FastifyRequest, 'url' | 'headers'>;

export class StaticAnswers {
  readonly #tag: () => string;
  readonly #isOne: boolean;
  readonly #kept = new LimitedMap<string, string>(mostAnswers);

  /** `isOne`: the answer is the same for every request and is never a refusal; it is cached at any size. */
  constructor(tag: () => string, isOne = false) {
    this.#tag = tag;
    this.#isOne = isOne;
  }

  /** An answer that can be sent without any work. */
  find(asked: Asked): Ready | undefined {
    const text = this.#kept.get(this.#nameOf(asked));
    // A request that is not in the cache might be refused.
    if (text === undefined && !this.#isOne) return undefined;
    return this.#isKnown(asked) ? notModified : text;
  }

  /** The answer, cached for the next request unless it is large. */
  keep(asked: Asked, answer: unknown): Ready {
    const text = JSON.stringify(answer);
    if (this.#isOne || text.length <= longestAnswer) this.#kept.set(this.#nameOf(asked), text);
    return this.#isKnown(asked) ? notModified : text;
  }

  send(reply: FastifyReply, ready: Ready): FastifyReply {
    reply.headers({ etag: this.#tag(), 'cache-control': 'public, max-age=3600' });
    return ready === notModified
      ? reply.code(304).send()
      : reply.type('application/json; charset=utf-8').send(ready);
  }

  /** If there is only one answer, the rest of the path does not matter. */
  #nameOf({ url }: Asked): string {
    return this.#isOne ? '' : url;
  }

  #isKnown({ headers }: Asked): boolean {
    return isKnownTag(headers['if-none-match'], this.#tag());
  }
}
