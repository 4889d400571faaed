// Reads bodies as Fastify reads JSON, but refuses bodies that are made to break programs that walk through or store
// them. Bodies that are sent repeatedly are parsed once.
import { isAscii, isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isNestedDeeper } from '../../../domain/json-nesting.ts';
import { Refusal } from '../../../domain/refusal.ts';
import { nulIssues } from '../nul.ts';
import { type TransportRefusal, UnreadRequest } from '../refusals.ts';
import { RepeatedBodies } from './repeated-bodies.ts';

/** Route settings: whether clients are likely to send the same body again. */
type BodyConfig = { isRepeated?: true; needsNoBody?: true };

/** ASCII is a subset of UTF-8. */
const charsetsRead: readonly string[] = ['utf-8', 'utf8', 'us-ascii', 'ascii'];

function isOtherCharset(contentType: string): boolean {
  const semicolon = contentType.indexOf(';');
  if (semicolon < 0) return false;
  const [, charset] = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType.slice(semicolon)) ?? [];
  return charset !== undefined && !charsetsRead.includes(charset.toLowerCase());
}

/** Bodies are small, and a body that unpacks to a thousand times its size is an attack. */
export function refusePacked(headers: FastifyRequest['headers']): void {
  const encoding = headers['content-encoding'] ?? '';
  if (!['', 'identity'].includes(encoding.trim().toLowerCase()))
    throw new UnreadRequest({ code: 'unsupported_content_encoding', encoding });
}

const mostLevels = 64;
const notUtf8 = 'The body is not UTF-8. Send JSON encoded as UTF-8.';
const tooDeep = `The body is nested too deeply. Send at most ${mostLevels} levels of objects and lists.`;

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
      const mediaType = request.headers['content-type'] ?? '';
      const refuse = (refusal: TransportRefusal): void => done(new UnreadRequest(refusal));
      if (isOtherCharset(mediaType) && !isAscii(bytes))
        return refuse({ code: 'unsupported_media_type', mediaType });
      // Decoding as UTF-8 anyway would silently lose each invalid letter.
      if (!isUtf8(bytes)) return refuse({ code: 'malformed_request', sentence: notUtf8 });
      const text = bytes.toString('utf8');
      const { isRepeated, needsNoBody } = request.routeOptions.config as BodyConfig;
      if (needsNoBody === true && text === '') return done(null, undefined);
      const known = isRepeated === true ? repeated.find(text) : undefined;
      if (known !== undefined) return done(null, known);
      if (isNestedDeeper(text, mostLevels))
        return refuse({ code: 'malformed_request', sentence: tooDeep });
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
