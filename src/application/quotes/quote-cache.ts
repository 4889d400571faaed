// What this process remembers of quotes, for a few minutes: the carriers' answers to a shipment, which are the same for every
// caller, and the market that one caller was shown, so that a shopper who opens a basket again costs no pricing.
//
// A caller never gets another's market: a market's key contains a number of the caller object, and a changed key, member
// or setting is a new object. The key also contains the minute, because pickup dates change at a cut-off. A market is
// stale as soon as the carriers' answers are, or a live carrier or a carrier switch has changed.
import { isHonestAbsence, type Market } from '../../domain/quotes/quote.ts';

const mostEntries = 500;

export type QuoteKeys = {
  /** Of the carriers' answers. */
  fingerprint: string;
  /** Of one caller's market. */
  marketKey: string;
};

/** What may change within a minute; compared by identity. */
export type CarriersAtHand = { live: object; switchedOff: object };

/** While the carriers are asked the market is a promise, which all callers with the same key wait for. */
type KnownMarket<Answers> = CarriersAtHand & {
  market: Market | Promise<Market>;
  answers: Answers | undefined;
};

export class QuoteCache<Answers> {
  readonly #keptForMs: number;
  readonly #answers = new Map<string, { answers: Answers; endsAtMs: number }>();
  readonly #markets = new Map<string, KnownMarket<Answers>>();

  constructor(keptForMs: number) {
    this.#keptForMs = keptForMs;
  }

  findAnswers(fingerprint: string, nowMs: number): Answers | undefined {
    const entry = this.#answers.get(fingerprint);
    if (entry === undefined) return undefined;
    // An entry that ends later than possible was kept by a clock that ran ahead.
    if (entry.endsAtMs > nowMs && entry.endsAtMs <= nowMs + this.#keptForMs) return entry.answers;
    this.#answers.delete(fingerprint);
    return undefined;
  }

  keepAnswers(fingerprint: string, answers: Answers, nowMs: number): void {
    if (this.#keptForMs === 0) return;
    dropOldest(this.#answers);
    this.#answers.set(fingerprint, { answers, endsAtMs: nowMs + this.#keptForMs });
  }

  findMarket(
    { marketKey, fingerprint }: QuoteKeys,
    { live, switchedOff }: CarriersAtHand,
    nowMs: number,
  ): Market | Promise<Market> | undefined {
    const known = this.#markets.get(marketKey);
    if (known?.live !== live || known.switchedOff !== switchedOff) return undefined;
    const isCurrent =
      known.market instanceof Promise || known.answers === this.findAnswers(fingerprint, nowMs);
    return isCurrent ? known.market : undefined;
  }

  /** Keeps the market while it is collected, and afterwards if every answer in it lasts. */
  async keepMarket(
    { marketKey, fingerprint }: QuoteKeys,
    carriers: CarriersAtHand,
    collected: Promise<Market>,
    nowMs: () => number,
  ): Promise<Market> {
    const underWay = { ...carriers, market: collected, answers: undefined };
    this.#markets.delete(marketKey);
    dropOldest(this.#markets);
    this.#markets.set(marketKey, underWay);
    const isLatest = (): boolean => this.#markets.get(marketKey) === underWay;
    try {
      const market = await collected;
      if (!isLatest()) return market;
      const answers = this.findAnswers(fingerprint, nowMs());
      if (answers !== undefined && market.failures.every(isHonestAbsence))
        this.#markets.set(marketKey, { ...carriers, market: frozen(market), answers });
      return market;
    } finally {
      if (isLatest()) this.#markets.delete(marketKey);
    }
  }
}

function dropOldest(entries: Map<string, unknown>): void {
  if (entries.size < mostEntries) return;
  const oldest = entries.keys().next();
  if (!oldest.done) entries.delete(oldest.value);
}

function frozen({ quotes, failures }: Market): Market {
  return { quotes: Object.freeze(quotes), failures: Object.freeze(failures) };
}
