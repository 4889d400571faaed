// Reads bodies as Fastify reads JSON, but refuses bodies that are made to break programs that walk through or store
// them. Bodies that are sent repeatedly are parsed once.
import { isAscii, isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../../../domain/refusal.ts';
import { nulIssues } from '../nul.ts';
import { isNestedTooDeeply, TooDeep } from './nesting.ts';
import { RepeatedBodies } from './repeated-bodies.ts';

/** Route settings: whether clients are likely to send the same body again. */
type BodyConfig = { isRepeated?: true; needsNoBody?: true };

export class PackedBody extends Error {
  static readonly code = 'LINEHAUL_BODY_PACKED';
  readonly code = PackedBody.code;
}

/** Decoding as UTF-8 anyway would silently lose each invalid letter. */
export class NotUtf8 extends Error {
  static readonly code = 'LINEHAUL_BODY_NOT_UTF8';
  readonly code = NotUtf8.code;
}

export class OtherCharset extends Error {
  static readonly code = 'LINEHAUL_BODY_CHARSET';
  readonly code = OtherCharset.code;
}

/** ASCII is a subset of UTF-8. */
const charsetsRead: readonly string[] = ['utf-8', 'utf8', 'us-ascii', 'ascii'];

function isOtherCharset(contentType = ''): boolean {
  const semicolon = contentType.indexOf(';');
  if (semicolon < 0) return false;
  const [, charset] = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType.slice(semicolon)) ?? [];
  return charset !== undefined && !charsetsRead.includes(charset.toLowerCase());
}

/** Bodies are small, and a body that unpacks to a thousand times its size is an attack. */
export function refusePacked(headers: FastifyRequest['headers']): void {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (encoding !== '' && encoding !== 'identity') throw new PackedBody();
}

/** The only way to write NUL in JSON. */
const writtenNul = '\\u0000';

export function readJsonBodies(server: FastifyInstance): void {
  const read = server.getDefaultJsonParser('error', 'error');
  const repeated = new RepeatedBodies();
  server.removeContentTypeParser('application/json');
  server.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    (request, bytes, done) => {
      // ASCII text is the same in all these charsets, and some libraries always name a charset.
      if (isOtherCharset(request.headers['content-type']) && !isAscii(bytes))
        return done(new OtherCharset());
      if (!isUtf8(bytes)) return done(new NotUtf8());
      const text = bytes.toString('utf8');
      const { isRepeated, needsNoBody } = request.routeOptions.config as BodyConfig;
      if (needsNoBody === true && text === '') return done(null, undefined);
      const known = isRepeated === true ? repeated.find(text) : undefined;
      if (known !== undefined) return done(null, known);
      if (isNestedTooDeeply(text)) return done(new TooDeep());
      void read(request, text, (error, body) => {
        if (error !== null) return done(error);
        const issues = text.includes(writtenNul) ? nulIssues(body) : [];
        if (issues.length > 0) return done(new Refusal({ code: 'validation', issues }));
        if (isRepeated === true) repeated.keep(text, body);
        done(null, body);
      });
    },
  );
}
