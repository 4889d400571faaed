// Leads a person whose session has expired from a document's link to the sign-in page and back, instead of showing a
// refusal as JSON. Only for navigation in a browser: our own pages use fetch and handle the refusal themselves.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../domain/refusal.ts';
import type { Generation } from './generation.ts';

/** Undefined when the refusal is answered as usual. */
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
