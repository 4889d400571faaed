// Webhooks are verified over the raw bytes, so their bodies are not parsed.
import type { FastifyInstance } from 'fastify';

/** Webhooks are a few thousand bytes long. */
const mostBytes = 256 * 1024;

/** Leaves the bodies of a scope as buffers, of every content type. Returns their size limit. */
export function takeRawBodies(scope: FastifyInstance): number {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: mostBytes },
    (_request, body, parsed) => parsed(null, body),
  );
  return mostBytes;
}
