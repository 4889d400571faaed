// A separate limit for an action that costs more than a request, counted by all processes together.
import { Refusal } from '../domain/refusal.ts';
import type { AccountsApp } from './ports.ts';

export type Allowed = { what: string; who: string | number; times: number; windowMs: number };

/** Allows `times` actions within a window that starts with the first, and refuses the next. */
export async function allowAtMost(app: AccountsApp, allowed: Allowed): Promise<void> {
  const { what, who, times, windowMs } = allowed;
  const nowMs = app.clock.nowMs();
  const { count, endsAtMs } = await app.counters.count(`${what}:${who}`, windowMs, nowMs);
  if (count <= times) return;
  app.meter.limitHit(what);
  const retryAfterSeconds = Math.max(1, Math.ceil((endsAtMs - nowMs) / 1000));
  throw new Refusal({ code: 'rate_limited', retryAfterSeconds });
}
