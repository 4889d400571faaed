// CSV files to download.
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';

/** The shapes of an endpoint that answers with one. */
export const csvShapes = { mediaTypes: ['text/csv'], reply: Type.String() } as const;

export function sendCsv<Content extends string | Readable>(
  reply: FastifyReply,
  name: string,
  content: Content,
): Content {
  reply
    .type('text/csv; charset=utf-8')
    .header('content-disposition', `attachment; filename="${name}.csv"`);
  return content;
}

/** Reads the lines while it sends them. */
export function streamCsv(
  reply: FastifyReply,
  name: string,
  lines: () => AsyncIterable<string>,
): Readable {
  // A HEAD request gets no rows, so nothing is read.
  const isAskedOnly = reply.request.method === 'HEAD';
  return sendCsv(reply, name, Readable.from(isAskedOnly ? [] : lines()));
}
