// Markets that are stored once for many bookings. The first booking with a market keeps it inside its own document, because
// most are never seen again; from the second on it is a row of its own.
//
// Only a market that the quote cache gives again can be shared: its lists are frozen, and the same lists mean the same
// market. The number of a set is remembered only after its row is durable; bookings stored meanwhile keep the market
// inside, so that one row is written and not as many as shoppers ask at once. A set that no booking uses is removed only
// when it is days old.
import type { Market, QuoteFailure } from '../../../domain/quotes/quote.ts';
import { writeMarket } from './stored-market.ts';

type Known = {
  failures: readonly QuoteFailure[];
  text: string;
  id: number | 'none' | 'on_its_way';
};

/** Where a booking keeps its market: inside its document, in a new set, or in a set that is stored already. */
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

  /** `id` is that of the durable set, or `none` if it could not be stored. */
  remember({ quotes }: Market, id: number | 'none'): void {
    const known = this.#known.get(quotes);
    if (known !== undefined) known.id = id;
  }
}
