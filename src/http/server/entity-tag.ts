// Answers with an ETag: a client that has the current version gets 304 without a body.
import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

export const tagOf = (content: string): string => `"${hash('sha256', content, 'base64url')}"`;

/** Compares If-None-Match with our ETag, as HTTP specifies. */
export function isKnownTag(ifNoneMatch: string | undefined, tag: string): boolean {
  const known = ifNoneMatch?.split(',').map((one) => one.trim().replace(/^W\//, ''));
  return known !== undefined && (known.includes(tag) || known.includes('*'));
}

export function sendTagged(
  { headers }: Pick<FastifyRequest, 'headers'>,
  reply: FastifyReply,
  answer: { body: Buffer | string; tag: string; type: string; cacheControl: string },
): FastifyReply {
  const { body, tag, type, cacheControl } = answer;
  reply.headers({ etag: tag, 'cache-control': cacheControl });
  return isKnownTag(headers['if-none-match'], tag)
    ? reply.code(304).send()
    : reply.type(type).send(body);
}
