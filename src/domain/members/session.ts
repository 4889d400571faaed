// A person's session in the members area: its lifetime and stored fields. Only the browser's cookie holds the token;
// the store keeps its digest.
import { dayMs, hourMs } from '../time/durations.ts';
import type { UserId } from '../users/user.ts';

export type SessionId = number & { readonly brand: 'SessionId' };

export const sessionId = (id: number): SessionId => id as SessionId;

export type Session = {
  id: SessionId;
  userId: UserId;
  /** The browser's own description, so that people recognise their devices. */
  userAgent: string;
  createdAtMs: number;
  lastUsedAtMs: number;
};

/** A session ends after this long without use. */
export const sessionIdleMs = 14 * dayMs;
/** A session ends after this long even if it is used, so that a stolen cookie does not work for ever. */
export const sessionLongestMs = 90 * dayMs;
/** Limits how often use is stored, to avoid a write for every request. */
const usesNotedEveryMs = hourMs;

export function sessionEndsAtMs(session: Pick<Session, 'createdAtMs' | 'lastUsedAtMs'>): number {
  return Math.min(session.lastUsedAtMs + sessionIdleMs, session.createdAtMs + sessionLongestMs);
}

/**
 * Also true for a last use in the future, written by a wrong clock: otherwise the session would not count as idle
 * until then.
 */
export function isUseToBeNoted({ lastUsedAtMs }: Session, nowMs: number): boolean {
  return Math.abs(nowMs - lastUsedAtMs) >= usesNotedEveryMs;
}

const longestUserAgent = 255;

export function shortUserAgent(userAgent: string): string {
  return userAgent.slice(0, longestUserAgent);
}
