// The next consignment number of a carrier that numbers nothing itself, in the form that its files lay down today.
import { formatConnote, neutralTerms, rangeName } from '../../domain/bookings/connote.ts';
import { serviceTerms } from '../carriers/service-terms.ts';
import type { App, Store } from '../ports.ts';

/** Undefined when the range is used up. Within a transaction the number is only used up if that succeeds. */
export async function takeConnote(
  app: App,
  store: Store,
  stringId: string,
): Promise<string | undefined> {
  const terms = serviceTerms(app, stringId, 'connote') ?? neutralTerms;
  const number = await store.numbers.next(rangeName(terms), terms);
  return number === undefined ? undefined : formatConnote(terms, number);
}
