// Deletes bookings that were only ever quotes, some time after nobody confirmed them. A few at a time, from the oldest on,
// because everybody else waits while a transaction is under way.
import type { App } from '../ports.ts';

const batch = 100;

/** Where the last batch ended, so that a pass over a large table is made of many small steps. */
export type PurgeProgress = {
  afterId: number;
  /** When the last pass from the very beginning on began. */
  fromStartMs?: number;
};

const dayMs = 86_400_000;

/**
 * One batch; false when the pass is over. The next goes on where it ended, because what is left behind was paid and stays;
 * once a day it begins with the first, for the few that became quotes again.
 */
export async function purgeQuotes(app: App, progress: PurgeProgress): Promise<boolean> {
  const beforeMs = app.clock.nowMs() - app.timing.quoteRetentionMs;
  const { purged, nextId, reachedId } = await app.store.bookings.purgeUnpaid(
    progress.afterId,
    beforeMs,
    batch,
  );
  if (purged > 0) app.log.debug({ purged }, 'old quotes were deleted');
  const nowMs = app.clock.nowMs();
  progress.fromStartMs ??= nowMs;
  const isDayOver = nowMs - progress.fromStartMs >= dayMs;
  if (nextId === undefined && isDayOver) {
    progress.afterId = 0;
    progress.fromStartMs = nowMs;
  } else progress.afterId = nextId ?? reachedId;
  return nextId !== undefined;
}

/** What a process may still remember and refer to is minutes old. */
const setPatienceMs = 2 * dayMs;

/** Answers that several bookings shared, when none of those is left: deleted, or quoted anew. */
export async function purgeQuoteSets(app: App, progress: PurgeProgress): Promise<boolean> {
  const { nextId } = await app.store.bookings.purgeUnusedSets(
    progress.afterId,
    app.clock.nowMs() - setPatienceMs,
    batch,
  );
  progress.afterId = nextId ?? 0;
  return nextId !== undefined;
}
