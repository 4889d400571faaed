// Markets shared by many bookings are stored once. The first booking with a market keeps it in its own document,
// because most markets are never seen again; from the second booking on, the market is a row of its own.
//
// Only markets from the quote cache can be shared: their lists are frozen, so the same list means the same market. A
// set's id is remembered only after its row is durable; meanwhile bookings keep the market in their documents, so that
// a burst of shoppers writes one row. Unused sets are removed after some days.
import type { Market, QuoteFailure } from '../../../domain/quotes/quote.ts';
import { writeMarket } from './stored-market.ts';

type Known = {
  failures: readonly QuoteFailure[];
  text: string;
  id: number | 'none' | 'on_its_way';
};

/** Where a booking keeps its market: in its document, in a new set, or in an existing set. */
type Place = { in: 'booking' | 'new_set'; text: string } | { in: 'set'; id: number };

export class QuoteSets {
  readonly #known = new WeakMap<Market['quotes'], Known>();

  placeOf(market: Market): Place {
    const { quotes, failures } = market;
    const known = this.#known.get(quotes);
    if (known?.failures !== failures) {
      const text = writeMarket(market);
      if (Object.isFrozen(quotes) && Object.isFrozen(failures))
        this.#known.set(quotes, { failures, text, id: 'none' });
      return { in: 'booking', text };
    }
    const { text, id } = known;
    if (id === 'on_its_way') return { in: 'booking', text };
    if (id !== 'none') return { in: 'set', id };
    known.id = 'on_its_way';
    return { in: 'new_set', text };
  }

  /** `id` is the durable set, or `none` if it could not be stored. */
  remember({ quotes }: Market, id: number | 'none'): void {
    const known = this.#known.get(quotes);
    if (known !== undefined) known.id = id;
  }
}
