// Counts how often each carrier priced a member's requests, had nothing to offer, or failed. Counts are kept in memory
// and written some seconds later, so that quotes never wait for statistics. A process that dies loses those seconds
// only. Written counts are sent to the other processes, so that operators see the same totals everywhere.
import type { MemberId } from '../../domain/members/member.ts';
import {
  hasNoOffer,
  isEstimate,
  isSettingsFailure,
  type Market,
} from '../../domain/quotes/quote.ts';
import { monthAt } from '../../domain/reports/period.ts';
import type {
  AnswerCount,
  AnswersToAdd,
  CarrierAnswerLog,
  Clock,
  Log,
  Signals,
  Store,
} from '../ports.ts';

const writeEveryMs = 10_000;
/** Written in one turn; the rest waits, so that no request is delayed. */
const mostWritten = 2_000;
/** Limit of members with unwritten counts; beyond it, answers are not counted. */
const mostMembersWaiting = 10_000;

type OfMember = { month: string; byCarrier: Map<string, AnswerCount> };

export class WaitingAnswers implements CarrierAnswerLog {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #log: Log;
  #waiting = new Map<MemberId, OfMember>();
  readonly #signals: Signals | undefined;
  /** Totals over all members and processes since this process started, for operators. */
  readonly #all = new Map<string, AnswerCount>();
  #timer: NodeJS.Timeout | undefined;

  constructor(parts: { store: Store; clock: Clock; log: Log; signals?: Signals }) {
    this.#store = parts.store;
    this.#clock = parts.clock;
    this.#log = parts.log;
    this.#signals = parts.signals;
    this.#signals?.subscribe('answers', (data) => {
      const totals = Object.entries(data as object);
      if (Array.isArray(data) || !totals.every(([, count]) => isCount(count)))
        throw new Error('these are no counts of answers');
      for (const [carrier, count] of totals as [string, AnswerCount][])
        addTo(this.#all, carrier, count);
    });
  }

  note(memberId: MemberId, { quotes, failures }: Market): void {
    const counts = this.#countsOf(memberId);
    for (const all of counts === undefined ? [this.#all] : [this.#all, counts]) {
      // An estimate is not the carrier's answer; its failure is counted.
      for (const quote of quotes) if (!isEstimate(quote)) countOf(all, quote.carrier).quoted += 1;
      for (const failure of failures) {
        if (isSettingsFailure(failure)) continue;
        const count = countOf(all, failure.carrier);
        if (hasNoOffer(failure)) count.absent += 1;
        else count.failed += 1;
      }
    }
  }

  /** A carrier's totals over all members and processes since this process started. */
  totalOf(carrier: string): Readonly<AnswerCount> {
    return this.#all.get(carrier) ?? { quoted: 0, absent: 0, failed: 0 };
  }

  /** Writes counts regularly. Only servers start this. */
  start(): void {
    this.#timer = setInterval(() => void this.write(mostWritten), writeEveryMs);
    this.#timer.unref();
  }

  async write(atMost = Number.POSITIVE_INFINITY): Promise<void> {
    const taken: AnswersToAdd[] = [];
    for (const [memberId, { month, byCarrier }] of this.#waiting) {
      if (taken.length >= atMost) break;
      this.#waiting.delete(memberId);
      for (const [carrier, count] of byCarrier) taken.push({ memberId, month, carrier, ...count });
    }
    if (taken.length === 0) return;
    this.#publish(taken);
    try {
      await this.#store.reports.addAnswers(taken);
    } catch (error) {
      this.#log.warn({ err: error }, "carriers' answers could not be counted");
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.write();
  }

  #publish(taken: readonly AnswersToAdd[]): void {
    const totals = new Map<string, AnswerCount>();
    for (const { carrier, ...count } of taken) addTo(totals, carrier, count);
    this.#signals?.publish('answers', Object.fromEntries(totals));
  }

  #countsOf(memberId: MemberId): OfMember['byCarrier'] | undefined {
    const known = this.#waiting.get(memberId);
    // Counts from the last seconds of a month may fall into the next month.
    if (known !== undefined) return known.byCarrier;
    if (this.#waiting.size >= mostMembersWaiting) return undefined;
    const byCarrier = new Map<string, AnswerCount>();
    this.#waiting.set(memberId, { month: monthAt(this.#clock.nowMs()), byCarrier });
    return byCarrier;
  }
}

function isCount(count: unknown): boolean {
  if (typeof count !== 'object' || count === null) return false;
  const { quoted, absent, failed } = count as Partial<Record<keyof AnswerCount, unknown>>;
  return [quoted, absent, failed].every((one) => typeof one === 'number');
}

function addTo(counts: Map<string, AnswerCount>, carrier: string, more: AnswerCount): void {
  const count = countOf(counts, carrier);
  count.quoted += more.quoted;
  count.absent += more.absent;
  count.failed += more.failed;
}

function countOf(counts: Map<string, AnswerCount>, carrier: string): AnswerCount {
  const known = counts.get(carrier);
  if (known !== undefined) return known;
  const fresh = { quoted: 0, absent: 0, failed: 0 };
  counts.set(carrier, fresh);
  return fresh;
}
