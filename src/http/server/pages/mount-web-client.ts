// Serves the members area: its page at every address that is one of its pages, its hashed files with an unlimited
// lifetime, all in the best compression that the browser accepts. The page's security policy allows only our own
// files and, by a nonce that is fresh in every answer, the styles that our scripts create.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Secrets, WebClient, WebFile } from '../../../application/ports.ts';
import { sendTagged } from '../entity-tag.ts';
import { readSessionToken } from '../session-cookie.ts';
import { visitorPages, webPages } from './web-pages.ts';

const nonceBytes = 16;
const nonceMark = '__NONCE__';
/** Where the page says which skeleton it shows while its scripts load. */
const readerMark = '__READER__';

export type PageSender = (reply: FastifyReply, status?: number) => FastifyReply;

export function mountWebClient(
  server: FastifyInstance,
  client: WebClient,
  { secrets, publicUrl }: { secrets: Pick<Secrets, 'randomText'>; publicUrl: string },
): PageSender {
  const isForMember = ({ headers, url }: FastifyRequest): boolean =>
    readSessionToken(headers, publicUrl) !== undefined &&
    !visitorPages.includes(url.replace(/\?.*/s, ''));
  const sendPage: PageSender = (reply, status = 200) => {
    const nonce = secrets.randomText(nonceBytes);
    return reply
      .code(status)
      .headers({ 'content-security-policy': pagePolicy(nonce), 'cache-control': 'no-store' })
      .type('text/html; charset=utf-8')
      .send(
        client.page
          .replaceAll(nonceMark, nonce)
          .replace(readerMark, isForMember(reply.request) ? 'member' : 'visitor'),
      );
  };
  for (const path of webPages) server.get(path, (_request, reply) => sendPage(reply));
  for (const [path, file] of client.files) {
    server.get(path, (request, reply) => sendFile(request, reply, file));
  }
  return sendPage;
}

function pagePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: WebFile): FastifyReply {
  const encodings = String(request.headers['accept-encoding'] ?? '');
  const [encoding, content] = chooseEncoding(encodings, file);
  const tag = `"${file.tag}${encoding === undefined ? '' : `-${encoding}`}"`;
  const cacheControl = file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache';
  reply.headers({
    vary: 'accept-encoding',
    ...(encoding === undefined ? {} : { 'content-encoding': encoding }),
  });
  return sendTagged(request, reply, { body: content, tag, type: file.mediaType, cacheControl });
}

function chooseEncoding(accepted: string, file: WebFile): [string | undefined, Buffer] {
  const takes = (name: string): boolean =>
    new RegExp(`(^|[,\\s])${name}(?!\\s*;\\s*q=0(\\.0+)?\\s*(,|$))`, 'i').test(accepted);
  if (file.brotli !== undefined && takes('br')) return ['br', file.brotli];
  if (file.gzip !== undefined && takes('gzip')) return ['gzip', file.gzip];
  return [undefined, file.plain];
}
