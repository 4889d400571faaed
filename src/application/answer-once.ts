// A request with an idempotency key takes effect once, however often it is sent. The first is processed and its answer
// kept for a day; an identical request gets the same answer; a different request with the key is refused. The process
// that works on a request holds its key under a lease. After a crash, the next request with the key continues from the
// booking that was recorded in the transaction that began the payment. A process that was only slow finds in that
// transaction that it lost the key, and begins nothing.
//
// The front door decides what an answer looks like: it is kept as a status and a text.
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
const deleteBatch = 500;
const pollMs = 20;
const retryAfterSeconds = 1;

export type OnceRequest = {
  key: string;
  /** Identifies the request: method, address and body. */
  digest: string;
};

export type Begun = Attempt & {
  /** Keeps the answer in the same transaction as the effect, so that a repeat after a crash gets it. */
  keep(store: Store, answer: Answer): Promise<void>;
  /** Whether a booking was recorded and its transaction committed. */
  isBegun(): Promise<boolean>;
};

/** The earlier answer, or the one from `work`. If `work` throws, the key is released, and deleted if nothing was begun. */
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
    // A process that took the key over keeps its own answer; this one is correct as well.
    await app.store.idempotency.finish(held, answer);
    return { ...answer, isReplayed: false };
  } catch (error) {
    // If this fails too, the key's lease expires. Report the first error to the client.
    await app.store.idempotency
      .release(held)
      .catch((failure: unknown) =>
        app.log.warn({ err: failure }, 'an idempotency key stays held until its time is over'),
      );
    throw error;
  }
}

/** Rolls back the transaction that would have repeated the holder's effect. */
function refuseUnlessHeld(isHeld: boolean): void {
  if (!isHeld) throw underWay();
}

const underWay = (): Refusal =>
  new Refusal({ code: 'idempotency_key_under_way', retryAfterSeconds });

/** A lease never ends later than one lease from now, unless a clock that ran ahead wrote it. */
function isHeld(app: App, { heldUntilMs }: IdempotencyRecord, nowMs: number): boolean {
  return heldUntilMs > nowMs && heldUntilMs <= nowMs + claimLeaseMs(app) + longestSkewMs;
}

/** Without an answer, this process owns the request. */
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
  // Released just now after a refusal, or deleted a day after it was created.
  return await begin(app, key, digest);
}

/** Deletes a few records that are more than a day old; returns whether there may be more. */
export async function purgeIdempotency({ store, clock }: App): Promise<boolean> {
  const nowMs = clock.nowMs();
  const redated = await store.idempotency.redate(nowMs, deleteBatch);
  const purged = await store.idempotency.purge(nowMs - idempotencyMs, deleteBatch);
  return Math.max(redated, purged) === deleteBatch;
}
