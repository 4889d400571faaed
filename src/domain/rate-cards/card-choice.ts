// Which card prices a service on a day: the card in force with the highest priority; of equal ones the newest, then the last by
// code, so that the result never depends on the order of folders.

import type { Day } from './card-day.ts';
import type { Card, CardService, RateCard } from './rate-card.ts';

export type ChosenCard = {
  readonly card: RateCard;
  readonly service: CardService;
};

export function chooseCard(
  cards: Iterable<Card>,
  serviceId: string,
  day: Day,
): ChosenCard | undefined {
  const card = cardInForce(cards, serviceId, day)?.compiled();
  const service = card?.services.find(({ definition }) => definition.id === serviceId);
  return card === undefined || service === undefined ? undefined : { card, service };
}

export function cardInForce(cards: Iterable<Card>, serviceId: string, day: Day): Card | undefined {
  let chosen: Card | undefined;
  for (const card of cards) {
    const { validFrom, validTo } = card.definition;
    if (!pricesService(card, serviceId) || day < validFrom || day > validTo) continue;
    if (chosen === undefined || isPreferred(card, chosen)) chosen = card;
  }
  return chosen;
}

export function pricesService({ definition }: Card, serviceId: string): boolean {
  return definition.services.some(({ id }) => id === serviceId);
}

function isPreferred(card: Card, other: Card): boolean {
  const [a, b] = [card.definition, other.definition];
  if (a.priority !== b.priority) return a.priority > b.priority;
  if (a.validFrom !== b.validFrom) return a.validFrom > b.validFrom;
  return a.code > b.code;
}
