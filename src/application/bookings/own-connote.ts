// The next consignment number of a carrier that numbers nothing itself, in the form that its files lay down today.
import { formatConnote, neutralTerms, rangeName } from '../../domain/bookings/connote.ts';
import type { ConnoteTerms } from '../../domain/rating/carrier-terms.ts';
import type { App, Store } from '../ports.ts';

/** Undefined when the range is used up. Within a transaction the number is only used up if that succeeds. */
export async function takeConnote(
  app: App,
  store: Store,
  stringId: string,
): Promise<string | undefined> {
  const terms = connoteTerms(app, stringId);
  const number = await store.numbers.next(rangeName(terms), terms);
  return number === undefined ? undefined : formatConnote(terms, number);
}

/** Of the service's newest card that says anything: cards come and go, the numbering goes on. */
function connoteTerms(app: App, stringId: string): ConnoteTerms {
  const found = app.carriers.snapshot().find(stringId);
  const terms = found?.carrier.cards
    .filter(({ definition }) => definition.services.some(({ id }) => id === found.service.id))
    .map(({ definition }) => definition.connote)
    .findLast((connote) => connote !== undefined);
  return terms ?? neutralTerms;
}
