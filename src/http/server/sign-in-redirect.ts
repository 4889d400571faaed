// A document's link that is opened in the browser after the session has ended leads to the sign-in page and from there back,
// instead of showing the refusal as it is written for programs. Only where a person looks: our own pages ask with fetch, and
// read the refusal themselves.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../domain/refusal.ts';
import type { Generation } from './generation.ts';

/** Undefined when the refusal is to be answered as usual. */
export function leadToSignIn(
  { name }: Generation,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | undefined {
  if (name !== 'members' || request.method !== 'GET' || !(error instanceof Refusal)) return;
  const { code } = error.data;
  if (code !== 'credentials_missing' && code !== 'session_ended') return;
  if (!(request.headers.accept ?? '').includes('text/html')) return;
  request.progress.refusalCode = code;
  reply.header('cache-control', 'no-store').header('vary', 'accept');
  return reply.redirect(`/sign-in?to=${encodeURIComponent(request.url)}`, 303);
}
