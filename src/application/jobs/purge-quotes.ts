// Deletes quotes that were never booked, once their retention time has passed. Works in small batches from the oldest
// on, because other writers wait during a transaction. The position is stored in the same transaction, so that
// neither a new leader nor a restart reads all paid bookings again.
import { dayMs } from '../../domain/time/durations.ts';
import type { App } from '../ports.ts';

/** Reading a booking that stays is much cheaper than deleting one. */
const most = { reads: 500, deletes: 100 };
const setsPerBatch = 100;

/** Names of the stored positions, the same in every process. */
const jobs = { quotes: 'purge quotes', sets: 'purge quote sets' };

/**
 * Deletes one batch; false at the end of the pass. The next pass continues there, because the bookings before that
 * point were paid and stay. Once a day it starts from the beginning, for bookings that were reopened or quoted again.
 */
export async function purgeQuotes(app: App): Promise<boolean> {
  const nowMs = app.clock.nowMs();
  const { purged, nextId } = await app.store.transaction(async ({ bookings, jobPlaces }) => {
    const { afterId = 0, passBegunAtMs = nowMs } = (await jobPlaces.find(jobs.quotes)) ?? {};
    const beforeMs = nowMs - app.timing.quoteRetentionMs;
    const batch = await bookings.purgeUnpaid(afterId, beforeMs, most);
    // A pass that began in the future was started by a wrong clock.
    const isDayOver = nowMs - passBegunAtMs >= dayMs || passBegunAtMs > nowMs;
    await jobPlaces.keep(
      jobs.quotes,
      batch.nextId === undefined && isDayOver
        ? { afterId: 0, passBegunAtMs: nowMs }
        : { afterId: batch.nextId ?? batch.reachedId, passBegunAtMs },
    );
    return batch;
  });
  if (purged > 0) app.log.debug({ purged }, 'old quotes were deleted');
  return nextId !== undefined;
}

/** Processes refer to cached answers for minutes only, so older ones are unused. */
const setPatienceMs = 2 * dayMs;

/**
 * Deletes answers that several bookings shared, once all of these were deleted or quoted again. Each pass reads all
 * of them.
 */
export async function purgeQuoteSets(app: App): Promise<boolean> {
  const nowMs = app.clock.nowMs();
  const { nextId } = await app.store.transaction(async ({ bookings, jobPlaces }) => {
    const { afterId = 0 } = (await jobPlaces.find(jobs.sets)) ?? {};
    const batch = await bookings.purgeUnusedSets(afterId, nowMs - setPatienceMs, setsPerBatch);
    await jobPlaces.keep(jobs.sets, { afterId: batch.nextId ?? 0 });
    return batch;
  });
  return nextId !== undefined;
}
