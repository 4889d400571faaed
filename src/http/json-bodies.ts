// How bodies are read: as Fastify reads JSON, but for those that are made to break whoever walks through them or stores
// them; and what is sent again and again is read once.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../domain/refusal.ts';
import { isNestedTooDeeply, TooDeep } from './nesting.ts';
import { nulIssues } from './nul.ts';
import { RepeatedBodies } from './repeated-bodies.ts';

/** What is said of a route: whether its bodies are likely to be sent again. */
type BodyConfig = { isRepeated?: true };

export class PackedBody extends Error {
  static readonly code = 'LINEHAUL_BODY_PACKED';
  readonly code = PackedBody.code;
}

/** Bodies are small, and one that unpacks to a thousand times its size is a way to break who unpacks it. */
export function refusePacked(headers: FastifyRequest['headers']): void {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? '';
  if (encoding !== '' && encoding !== 'identity') throw new PackedBody();
}

/** The only way to write it in JSON. */
const writtenNul = '\\u0000';

export function readJsonBodies(server: FastifyInstance): void {
  const read = server.getDefaultJsonParser('error', 'error');
  const repeated = new RepeatedBodies();
  server.removeContentTypeParser('application/json');
  server.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, text, done) => {
      const { isRepeated } = request.routeOptions.config as BodyConfig;
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
