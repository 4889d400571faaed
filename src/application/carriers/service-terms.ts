// The terms of a service in its carrier's files other than prices: numbering and documents.
import { pricesService } from '../../domain/rate-cards/card-choice.ts';
import type { CardTerms } from '../../domain/rate-cards/rate-card.ts';
import type { App } from '../ports.ts';

/**
 * From the service's newest card that has these terms: cards are replaced often, numbering and documents stay.
 */
export function serviceTerms<Key extends 'connote' | 'documents'>(
  app: Pick<App, 'carriers'>,
  stringId: string,
  key: Key,
): CardTerms[Key] {
  const found = app.carriers.snapshot().find(stringId);
  return found?.carrier.cards
    .filter((card) => pricesService(card, found.service.id))
    .map(({ definition }) => definition[key])
    .findLast((terms) => terms !== undefined);
}
