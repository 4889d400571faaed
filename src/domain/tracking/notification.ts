// The e-mails to a shipment's receiver: on booking, on the way to the door and on delivery. Each is sent once, and only
// while it is news: importing last month's scans sends no mail.
import { hourMs } from '../time/durations.ts';
import type { EventStage } from './stage.ts';

export const mailKinds = ['confirmed', 'out_for_delivery', 'delivered'] as const;

export type MailKind = (typeof mailKinds)[number];

/** Older news sends no mail. */
export const mailUsefulMs = 48 * hourMs;

/** The mail for reaching a stage. `atMs`: when the carrier says it happened. */
export function mailForStage(
  stage: EventStage,
  atMs: number | undefined,
  nowMs: number,
): MailKind | undefined {
  if (stage !== 'out_for_delivery' && stage !== 'delivered') return undefined;
  return nowMs - (atMs ?? nowMs) > mailUsefulMs ? undefined : stage;
}

const firstPauseMs = 60_000;
/** The longest pause between two attempts. */
export const longestPauseMs = 4 * hourMs;

/** When to retry a failed mail after so many attempts; undefined to give up. */
export function nextAttemptAtMs(
  attempts: number,
  wantedAtMs: number,
  nowMs: number,
): number | undefined {
  const pauseMs = Math.min(longestPauseMs, firstPauseMs * 4 ** Math.max(0, attempts - 1));
  const nextMs = nowMs + pauseMs;
  return nextMs - wantedAtMs > mailUsefulMs ? undefined : nextMs;
}
