// Deletes bookings that were only ever quotes, some time after nobody confirmed them. A few at a time, from the oldest on,
// because everybody else waits while a transaction is under way. How far it has come is kept with what it deleted, so that
// neither a new leader nor a restart walks anew through all that was paid and stays.
import { dayMs } from '../../domain/time/durations.ts';
import type { App } from '../ports.ts';

/** What is kept is only looked at, and costs next to nothing. */
const most = { reads: 500, deletes: 100 };
const setsTogether = 100;

/** Of the places, in every process the same. */
const jobs = { quotes: 'purge quotes', sets: 'purge quote sets' };

/**
 * One batch; false when the pass is over. The next goes on where it ended, because what is left behind was paid and stays;
 * once a day it begins with the first, for the few that became quotes again or were quoted anew.
 */
export async function purgeQuotes(app: App): Promise<boolean> {
  const nowMs = app.clock.nowMs();
  const { purged, nextId } = await app.store.transaction(async ({ bookings, jobPlaces }) => {
    const { afterId = 0, passBegunAtMs = nowMs } = (await jobPlaces.find(jobs.quotes)) ?? {};
    const beforeMs = nowMs - app.timing.quoteRetentionMs;
    const batch = await bookings.purgeUnpaid(afterId, beforeMs, most);
    // One that lies ahead was begun by a clock that was wrong.
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

/** What a process may still remember and refer to is minutes old. */
const setPatienceMs = 2 * dayMs;

/** Answers that several bookings shared, when none of those is left: deleted, or quoted anew. Every pass is over all. */
export async function purgeQuoteSets(app: App): Promise<boolean> {
  const nowMs = app.clock.nowMs();
  const { nextId } = await app.store.transaction(async ({ bookings, jobPlaces }) => {
    const { afterId = 0 } = (await jobPlaces.find(jobs.sets)) ?? {};
    const batch = await bookings.purgeUnusedSets(afterId, nowMs - setPatienceMs, setsTogether);
    await jobPlaces.keep(jobs.sets, { afterId: batch.nextId ?? 0 });
    return batch;
  });
  return nextId !== undefined;
}
