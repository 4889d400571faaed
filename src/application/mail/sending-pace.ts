// How many e-mails may be sent now at the operator's rate. Unused allowance accumulates for two seconds only, so that a
// quiet hour is not followed by a burst.
import { minuteMs, secondMs } from '../../domain/time/durations.ts';

const savedMs = 2 * secondMs;

export class SendingPace {
  readonly #perMinute: number;
  readonly #most: number;
  #places: number;
  #countedAtMs: number | undefined;

  constructor(perMinute: number) {
    this.#perMinute = perMinute;
    this.#most = Math.max(1, (perMinute * savedMs) / minuteMs);
    this.#places = this.#most;
  }

  placesAt(nowMs: number): number {
    // A clock that was set back adds nothing.
    const passedMs = Math.max(0, nowMs - (this.#countedAtMs ?? nowMs));
    this.#countedAtMs = nowMs;
    const added = (passedMs * this.#perMinute) / minuteMs;
    this.#places = Math.min(this.#most, this.#places + added);
    return Math.floor(this.#places);
  }

  usePlace(): void {
    this.#places -= 1;
  }
}
