// Carriers' answers that are stored once for many bookings. The first booking with a set of answers keeps them inside
// its own document, because most sets are never seen again; from the second on they are a row of their own.
//
// Only answers that are kept to be given again can be shared, and whether two bookings have the same ones is told by
// identity: the very list that was stored before. A set's number is remembered only once it is durable, and for no longer
// than the list is in memory, which is minutes; bookings that are stored meanwhile keep their answers inside, so that one
// set is written and not as many as shoppers ask at once. A set that no booking uses is removed only when it is days old.
import { isFrozenMarket, type Market, type QuoteFailure } from '../../../domain/quotes/quote.ts';

type Known = { failures: readonly QuoteFailure[]; id: number | 'none' | 'on_its_way' };

export class QuoteSets {
  readonly #known = new WeakMap<Market['quotes'], Known>();

  /** How to store these answers: inside the booking, as a new set, or by the number of a set that is there. */
  placeOf(market: Market): 'inside' | 'new_set' | number {
    if (!isFrozenMarket(market)) return 'inside';
    const { quotes, failures } = market;
    const known = this.#known.get(quotes);
    if (known?.failures !== failures) {
      this.#known.set(quotes, { failures, id: 'none' });
      return 'inside';
    }
    if (known.id === 'on_its_way') return 'inside';
    if (known.id !== 'none') return known.id;
    known.id = 'on_its_way';
    return 'new_set';
  }

  /** Called when the set is durable, or could not be stored. */
  remember({ quotes, failures }: Market, id: number | 'none'): void {
    this.#known.set(quotes, { failures, id });
  }
}
