// A person's session in the members area: how long it lasts, and what is kept of it. The token itself is in the
// browser's cookie only; the store keeps its digest.
import { dayMs, hourMs } from '../time/durations.ts';
import type { MemberId } from './member.ts';

export type SessionId = number & { readonly brand: 'SessionId' };

export const sessionId = (id: number): SessionId => id as SessionId;

export type Session = {
  id: SessionId;
  memberId: MemberId;
  /** How the browser names itself, so that a person recognises their own devices. */
  userAgent: string;
  createdAtMs: number;
  lastUsedAtMs: number;
};

/** Unused for this long, it is over. */
export const sessionIdleMs = 14 * dayMs;
/** However much it is used, a stolen cookie does not work for ever. */
export const sessionLongestMs = 90 * dayMs;
/** Use is written down this often at most: a write for every request would buy nothing. */
const usesNotedEveryMs = hourMs;

export function sessionEndsAtMs(session: Pick<Session, 'createdAtMs' | 'lastUsedAtMs'>): number {
  return Math.min(session.lastUsedAtMs + sessionIdleMs, session.createdAtMs + sessionLongestMs);
}

/** Also one that a clock that ran ahead has written: until that hour it would never be idle. */
export function isUseToBeNoted({ lastUsedAtMs }: Session, nowMs: number): boolean {
  return Math.abs(nowMs - lastUsedAtMs) >= usesNotedEveryMs;
}

const longestUserAgent = 255;

export function shortUserAgent(userAgent: string): string {
  return userAgent.slice(0, longestUserAgent);
}
