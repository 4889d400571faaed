// Which e-mails a shipment's receiver gets: when it is booked, when it comes out for delivery, when it has arrived. Each
// once, and none about something that was long ago: whoever imports last month's scans does not write to anybody.
import { hourMs } from '../time/durations.ts';
import type { EventStage } from './stage.ts';

export const mailKinds = ['confirmed', 'out_for_delivery', 'delivered'] as const;

export type MailKind = (typeof mailKinds)[number];

/** News older than this is none. */
export const mailUsefulMs = 48 * hourMs;

/** The mail that reaching a stage calls for. `atMs`: when the carrier says it happened. */
export function mailForStage(
  stage: EventStage,
  atMs: number | undefined,
  nowMs: number,
): MailKind | undefined {
  if (stage !== 'out_for_delivery' && stage !== 'delivered') return undefined;
  return nowMs - (atMs ?? nowMs) > mailUsefulMs ? undefined : stage;
}

const firstPauseMs = 60_000;
/** Between two attempts. */
export const longestPauseMs = 4 * hourMs;

/** When a mail that did not get through is tried again, after so many attempts; undefined: no more. */
export function nextAttemptAtMs(
  attempts: number,
  wantedAtMs: number,
  nowMs: number,
): number | undefined {
  const pauseMs = Math.min(longestPauseMs, firstPauseMs * 4 ** Math.max(0, attempts - 1));
  const nextMs = nowMs + pauseMs;
  return nextMs - wantedAtMs > mailUsefulMs ? undefined : nextMs;
}
