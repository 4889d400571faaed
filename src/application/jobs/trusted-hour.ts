// Whether the clock is to be believed by a job that deletes or gives up, since that is never put right: a clock that ran ahead
// for a moment would make everything old. It is believed while it goes on from the hour that was last believed, which is kept
// in the database. After a gap, be it a jump or a time in which no process ran, it has to go on evenly for some minutes first.
import { hourMs, minuteMs } from '../../domain/time/durations.ts';
import type { Store } from '../ports.ts';

/** What is deleted is older by far, so that it does not matter whether such a gap was one. */
const plausibleGapMs = hourMs;
/** Machines whose clock is wrong when they start put it right by then. */
const settlingMs = 5 * minuteMs;
const keptEveryMs = minuteMs;

export class TrustedHour {
  readonly #name: string;
  #lastMs: number | undefined;
  #keptMs = 0;
  /** The clock that is not believed yet: since when it goes on evenly. */
  #doubt: { sinceMs: number; lastMs: number } | undefined;

  /** `loop`: each has an hour of its own, because each is led by a process of its own. */
  constructor(loop: string) {
    this.#name = `hour of ${loop}`;
  }

  async isNow({ jobPlaces }: Pick<Store, 'jobPlaces'>, nowMs: number): Promise<boolean> {
    // Another process may have led, and believed in a later one.
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

/** One that lies behind makes nothing old: then the one before it was ahead. */
function goesOnFrom(lastMs: number | undefined, nowMs: number): boolean {
  return lastMs !== undefined && nowMs - lastMs <= plausibleGapMs;
}
