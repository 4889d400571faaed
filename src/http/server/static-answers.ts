// Answers from data that never changes while the process runs, kept as they were sent: a search box asks for the same
// few beginnings of suburbs all day. Bounded in number and size; the oldest go first. A client may keep each for an hour,
// and after that ask for it again without its being sent again.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { notModified } from './endpoint.ts';
import { isKnownTag } from './entity-tag.ts';

const mostAnswers = 1_000;
const longestAnswer = 16_384;

/** A text, or that the client has it. */
type Ready = string | typeof notModified;
type Asked = Pick<FastifyRequest, 'url' | 'headers'>;

export class StaticAnswers {
  readonly #tag: () => string;
  readonly #isOne: boolean;
  readonly #kept = new Map<string, string>();

  /** `isOne`: there is but one answer, whatever is asked, and never a refusal; it is kept however large it is. */
  constructor(tag: () => string, isOne = false) {
    this.#tag = tag;
    this.#isOne = isOne;
  }

  /** What can be sent without any work. */
  find(asked: Asked): Ready | undefined {
    const text = this.#kept.get(this.#nameOf(asked));
    // Of what was not asked for before it is not known whether it would be refused.
    if (text === undefined && !this.#isOne) return undefined;
    return this.#isKnown(asked) ? notModified : text;
  }

  /** The answer, kept for the next who asks unless it is large. */
  keep(asked: Asked, answer: unknown): Ready {
    const text = JSON.stringify(answer);
    if (this.#isOne || text.length <= longestAnswer) {
      const oldest = this.#kept.size >= mostAnswers ? this.#kept.keys().next() : undefined;
      if (oldest !== undefined && !oldest.done) this.#kept.delete(oldest.value);
      this.#kept.set(this.#nameOf(asked), text);
    }
    return this.#isKnown(asked) ? notModified : text;
  }

  send(reply: FastifyReply, ready: Ready): FastifyReply {
    reply.headers({ etag: this.#tag(), 'cache-control': 'public, max-age=3600' });
    return ready === notModified
      ? reply.code(304).send()
      : reply.type('application/json; charset=utf-8').send(ready);
  }

  /** What stands behind the path says nothing where there is one answer. */
  #nameOf({ url }: Asked): string {
    return this.#isOne ? '' : url;
  }

  #isKnown({ headers }: Asked): boolean {
    return isKnownTag(headers['if-none-match'], this.#tag());
  }
}
