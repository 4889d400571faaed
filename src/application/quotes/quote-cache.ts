// Caches quotes in this process for a few minutes: carriers' answers to a shipment, shared by all callers, and the
// market shown to one caller, so that reopening a basket costs no pricing.
//
// A caller never gets another's market: the key contains a number of the caller object, and a changed key, member or
// setting is a new object. It also contains the minute, because pickup dates change at a cut-off. A market expires with
// its carriers' answers, or when live carriers or carrier switches change.
import { LimitedMap } from '../../domain/limited-map.ts';
import { hasNoOffer, type Market } from '../../domain/quotes/quote.ts';

const mostEntries = 500;

export type QuoteKeys = {
  /** Key of the carriers' answers. */
  fingerprint: string;
  /** Key of one caller's market. */
  marketKey: string;
};

/** The carriers that may change within a minute; compared by identity. */
export type CurrentCarriers = { live: object; switchedOff: object };

/** While carriers are being asked, the market is a promise that equal requests share. */
type KnownMarket<Answers> = CurrentCarriers & {
  market: Market | Promise<Market>;
  answers: Answers | undefined;
};

export class QuoteCache<Answers> {
  readonly #keptForMs: number;
  readonly #answers = new LimitedMap<string, { answers: Answers; endsAtMs: number }>(mostEntries);
  readonly #markets = new LimitedMap<string, KnownMarket<Answers>>(mostEntries);

  constructor(keptForMs: number) {
    this.#keptForMs = keptForMs;
  }

  findAnswers(fingerprint: string, nowMs: number): Answers | undefined {
    const entry = this.#answers.get(fingerprint);
    if (entry === undefined) return undefined;
    // A later end was written by a clock that ran ahead.
    if (entry.endsAtMs > nowMs && entry.endsAtMs <= nowMs + this.#keptForMs) return entry.answers;
    this.#answers.delete(fingerprint);
    return undefined;
  }

  keepAnswers(fingerprint: string, answers: Answers, nowMs: number): void {
    if (this.#keptForMs === 0) return;
    this.#answers.set(fingerprint, { answers, endsAtMs: nowMs + this.#keptForMs });
  }

  findMarket(
    { marketKey, fingerprint }: QuoteKeys,
    { live, switchedOff }: CurrentCarriers,
    nowMs: number,
  ): Market | Promise<Market> | undefined {
    const cached = this.#markets.get(marketKey);
    if (cached?.live !== live || cached.switchedOff !== switchedOff) return undefined;
    const isCurrent =
      cached.market instanceof Promise || cached.answers === this.findAnswers(fingerprint, nowMs);
    return isCurrent ? cached.market : undefined;
  }

  /** Caches the market while it is collected, and afterwards if every answer in it is lasting. */
  async keepMarket(
    { marketKey, fingerprint }: QuoteKeys,
    carriers: CurrentCarriers,
    collected: Promise<Market>,
    nowMs: () => number,
  ): Promise<Market> {
    const underWay = { ...carriers, market: collected, answers: undefined };
    this.#markets.delete(marketKey);
    this.#markets.set(marketKey, underWay);
    const isLatest = (): boolean => this.#markets.get(marketKey) === underWay;
    try {
      const market = await collected;
      if (!isLatest()) return market;
      const answers = this.findAnswers(fingerprint, nowMs());
      if (answers !== undefined && market.failures.every(hasNoOffer))
        this.#markets.set(marketKey, { ...carriers, market: frozen(market), answers });
      return market;
    } finally {
      if (isLatest()) this.#markets.delete(marketKey);
    }
  }
}

function frozen({ quotes, failures }: Market): Market {
  return { quotes: Object.freeze(quotes), failures: Object.freeze(failures) };
}
