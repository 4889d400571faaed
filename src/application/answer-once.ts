// Requests that carry an idempotency key have their effect once, however often they are sent. The first is worked on and
// its answer kept for a day; the same again has the same answer; another request with the key is refused. Whoever works on
// a request holds its key for a while; should the process die, the next to ask takes it up where it was left: with the
// booking that was written down in the same transaction as the payment was begun. One that was only slow finds, in that
// transaction, that the key is no longer its own, and begins nothing.
//
// What an answer looks like is the front door's business: it is kept as a status and a text.
import { setTimeout as pause } from 'node:timers/promises';
import { Refusal } from '../domain/refusal.ts';
import { longestSkewMs } from '../domain/time/clock-skew.ts';
import { dayMs } from '../domain/time/durations.ts';
import { claimLeaseMs } from './bookings/claim-confirmation.ts';
import type { Attempt } from './bookings/confirm-booking.ts';
import type { SignedInCaller } from './caller.ts';
import type { Answer, App, IdempotencyKey, IdempotencyRecord, Store } from './ports.ts';
import { withoutEffect } from './request-scope.ts';

const idempotencyMs = dayMs;
const forgottenTogether = 500;
const pollMs = 20;
const retryAfterSeconds = 1;

export type OnceRequest = {
  key: string;
  /** Tells requests apart: method, address and body. */
  digest: string;
};

export type Begun = Attempt & {
  /** Keeps the answer in the very transaction that has the effect: whoever asks again after a crash in between gets it. */
  keep(store: Store, answer: Answer): Promise<void>;
  /** Whether a booking is noted by now: what a transaction noted that was undone has not begun. */
  isBegun(): Promise<boolean>;
};

/** The answer that was given before, or the one that `work` gives now. A throw of `work` leaves the key free, and forgotten if nothing was begun. */
export async function answerOnce(
  app: App,
  { member }: SignedInCaller,
  { key: text, digest }: OnceRequest,
  work: (begun: Begun) => Promise<Answer>,
): Promise<Answer & { isReplayed: boolean }> {
  const key: IdempotencyKey = { memberId: member.id, key: text };
  const record = await withoutEffect(() => begin(app, key, digest));
  if (record.answer !== undefined) return { ...record.answer, isReplayed: true };
  const held = { ...key, heldUntilMs: record.heldUntilMs };
  try {
    const answer = await work({
      note: async (store, id) => refuseUnlessHeld(await store.idempotency.noteBooking(held, id)),
      keep: async (store, answer) => refuseUnlessHeld(await store.idempotency.finish(held, answer)),
      begunBefore: record.bookingId,
      isBegun: async () => (await app.store.idempotency.find(key))?.bookingId !== undefined,
    });
    // Whoever has taken the key up meanwhile keeps an answer of their own; this one is true all the same.
    await app.store.idempotency.finish(held, answer);
    return { ...answer, isReplayed: false };
  } catch (error) {
    // Where this fails too, the key is free when its time is over; what went wrong first is what the client is told.
    await app.store.idempotency
      .release(held)
      .catch((failure: unknown) =>
        app.log.warn({ err: failure }, 'an idempotency key stays held until its time is over'),
      );
    throw error;
  }
}

/** Undoes the transaction that was about to have an effect beside the holder's. */
function refuseUnlessHeld(isHeld: boolean): void {
  if (!isHeld) throw underWay();
}

const underWay = (): Refusal =>
  new Refusal({ code: 'idempotency_key_under_way', retryAfterSeconds });

/** Nobody holds one for longer than a lease from now, unless it was taken by a clock that ran ahead. */
function isHeld(app: App, { heldUntilMs }: IdempotencyRecord, nowMs: number): boolean {
  return heldUntilMs > nowMs && heldUntilMs <= nowMs + claimLeaseMs(app) + longestSkewMs;
}

/** Without an answer: the request is ours. */
async function begin(app: App, key: IdempotencyKey, digest: string): Promise<IdempotencyRecord> {
  const { idempotency } = app.store;
  const beganMs = app.clock.nowMs();
  const heldUntilMs = beganMs + claimLeaseMs(app);
  const record = await idempotency.begin(key, {
    digest,
    nowMs: beganMs,
    heldUntilMs,
    expiredBeforeMs: beganMs - idempotencyMs,
  });
  if (record === undefined)
    return { requestDigest: digest, bookingId: undefined, answer: undefined, heldUntilMs };
  if (record.requestDigest !== digest) throw new Refusal({ code: 'idempotency_key_reused' });
  const patientUntil = performance.now() + app.timing.confirmDeadlineMs;
  for (let now: IdempotencyRecord | undefined = record; now !== undefined; ) {
    if (now.answer !== undefined) return now;
    const nowMs = app.clock.nowMs();
    if (!isHeld(app, now, nowMs)) {
      const held = { ...key, heldUntilMs: now.heldUntilMs };
      const taken = await idempotency.takeUp(held, nowMs + claimLeaseMs(app));
      if (taken !== undefined) return taken;
    }
    if (performance.now() > patientUntil) throw underWay();
    await pause(pollMs);
    now = await idempotency.find(key);
  }
  // Let go of just now, by who was refused, or forgotten a day after it was made.
  return await begin(app, key, digest);
}

/** Forgets what was made more than a day ago, a few at a time; whether there may be more. */
export async function purgeIdempotency({ store, clock }: App): Promise<boolean> {
  const nowMs = clock.nowMs();
  const redated = await store.idempotency.redate(nowMs, forgottenTogether);
  const purged = await store.idempotency.purge(nowMs - idempotencyMs, forgottenTogether);
  return Math.max(redated, purged) === forgottenTogether;
}
