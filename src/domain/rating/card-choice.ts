// Which card prices a service on a day: the one in force with the highest priority; of equals the one that came into
// force last, then the one whose code comes last, so that the answer never depends on the order of folders.

import type { Day } from './card-definition.ts';
import type { CardService, RateCard } from './rate-card.ts';

export interface ChosenCard {
  readonly card: RateCard;
  readonly service: CardService;
}

export function chooseCard(
  cards: Iterable<RateCard>,
  serviceId: string,
  day: Day,
): ChosenCard | undefined {
  let chosen: ChosenCard | undefined;
  for (const card of cards) {
    const { validFrom, validTo } = card.definition;
    const service = card.services.find(({ definition }) => definition.id === serviceId);
    if (service === undefined || day < validFrom || day > validTo) continue;
    if (chosen === undefined || isPreferred(card, chosen.card)) chosen = { card, service };
  }
  return chosen;
}

function isPreferred(card: RateCard, other: RateCard): boolean {
  const [a, b] = [card.definition, other.definition];
  if (a.priority !== b.priority) return a.priority > b.priority;
  if (a.validFrom !== b.validFrom) return a.validFrom > b.validFrom;
  return a.code > b.code;
}
