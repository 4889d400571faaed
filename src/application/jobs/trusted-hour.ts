// Whether a job that deletes or gives up records may trust the clock. Deletion is final, and a clock that runs ahead
// even for a moment would make every record look old. The clock is trusted while it continues from the last trusted
// time, which is stored in the database. After a gap, from a jump or from downtime, it must run evenly for some
// minutes first.
import { hourMs, minuteMs } from '../../domain/time/durations.ts';
import type { Store } from '../ports.ts';

/** A shorter jump is harmless, because records are much older than this when they are deleted. */
const plausibleGapMs = hourMs;
/** Machines that start with a wrong clock have corrected it by then. */
const settlingMs = 5 * minuteMs;
const keptEveryMs = minuteMs;

export class TrustedHour {
  readonly #name: string;
  #lastMs: number | undefined;
  #keptMs = 0;
  /** Since when a clock that is not trusted yet has run evenly. */
  #doubt: { sinceMs: number; lastMs: number } | undefined;

  /** `loop`: each loop has its own trusted time, because each may be led by another process. */
  constructor(loop: string) {
    this.#name = `hour of ${loop}`;
  }

  async isNow({ jobPlaces }: Pick<Store, 'jobPlaces'>, nowMs: number): Promise<boolean> {
    // Another process may have led since and stored a later time.
    if (!goesOnFrom(this.#lastMs, nowMs)) {
      const kept = await jobPlaces.find(this.#name);
      const isFirst = kept?.passBegunAtMs === undefined;
      if (!isFirst && !goesOnFrom(kept.passBegunAtMs, nowMs) && !this.#hasSettled(nowMs))
        return false;
    }
    this.#doubt = undefined;
    this.#lastMs = nowMs;
    if (Math.abs(nowMs - this.#keptMs) >= keptEveryMs) {
      this.#keptMs = nowMs;
      await jobPlaces.keep(this.#name, { afterId: 0, passBegunAtMs: nowMs });
    }
    return true;
  }

  #hasSettled(nowMs: number): boolean {
    const { sinceMs, lastMs } = this.#doubt ?? { sinceMs: nowMs, lastMs: nowMs };
    const goesOn = nowMs >= lastMs && nowMs - lastMs <= settlingMs;
    this.#doubt = { sinceMs: goesOn ? sinceMs : nowMs, lastMs: nowMs };
    return goesOn && nowMs - sinceMs >= settlingMs;
  }
}

/** An earlier time makes no record look old; then the previous time was ahead. */
function goesOnFrom(lastMs: number | undefined, nowMs: number): boolean {
  return lastMs !== undefined && nowMs - lastMs <= plausibleGapMs;
}
