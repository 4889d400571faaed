// Warnings for the operator about a carrier's cards: services without a card today, cards that end soon, and fuel levies that
// have ended.
import { cardInForce, pricesService } from './card-choice.ts';
import { type Day, dateOfDay, daysBetween, daysLater, lastDay } from './card-day.ts';
import type { Carrier } from './carrier-snapshot.ts';
import { lastFuelDay } from './fuel-timeline.ts';
import type { Card } from './rate-card.ts';

/** Enough time to ask the carrier for its next card. */
const soonDays = 30;

/** `date` is the day that the code names, `days` the days until then. */
export type CardRemark = {
  /** The affected services. */
  stringIds: readonly string[];
} & CardFact;

type CardFact =
  | { code: 'service_without_card' }
  | { code: 'card_not_yet'; date: string }
  | { code: 'card_ended'; date: string }
  | { code: 'card_ends'; date: string; days: number }
  | { code: 'fuel_ends'; card: string; date: string; days: number };

export function cardRemarks({ terms, cards }: Carrier, today: Day): CardRemark[] {
  const remarks = new Map<string, { fact: CardFact; stringIds: string[] }>();
  const remark = (stringId: string, fact: CardFact): void => {
    const key = JSON.stringify(fact);
    const same = remarks.get(key);
    if (same === undefined) remarks.set(key, { fact, stringIds: [stringId] });
    else same.stringIds.push(stringId);
  };
  for (const { id, stringId } of terms.services) {
    const own = cards.filter((card) => pricesService(card, id));
    const inForce = cardInForce(own, id, today);
    if (own.length === 0) {
      // The carrier's live service may still price it.
      if (terms.policy === 'card') remark(stringId, { code: 'service_without_card' });
    } else if (inForce === undefined) {
      const next = own.map(validFrom).filter((day) => day > today);
      const ended = Math.max(...own.map(validTo));
      remark(
        stringId,
        next.length > 0
          ? { code: 'card_not_yet', date: dateOfDay(Math.min(...next)) }
          : { code: 'card_ended', date: dateOfDay(ended) },
      );
    } else {
      const end = lastPricedDay(own, id, inForce);
      if (end <= daysLater(today, soonDays))
        remark(stringId, { code: 'card_ends', ...dated(end, today) });
      const last = lastFuelDay(inForce.compiled().fuel);
      if (last !== undefined && last < Math.min(lastDay, daysLater(today, soonDays))) {
        const card = inForce.definition.code;
        remark(stringId, { code: 'fuel_ends', card, ...dated(last, today) });
      }
    }
  }
  return [...remarks.values()].map(({ fact, stringIds }) => ({ ...fact, stringIds }));
}

const dated = (day: Day, today: Day): { date: string; days: number } => ({
  date: dateOfDay(day),
  days: daysBetween(today, day),
});

/** The last day on which a card priced the service; undefined when a card does or will, and when there was never a card. */
export function endedOn(
  cards: readonly { validFrom: Day; validTo: Day }[],
  today: Day,
): string | undefined {
  const end = Math.max(...cards.map((card) => card.validTo));
  return cards.length > 0 && end < today ? dateOfDay(end) : undefined;
}

/** One card may take over from another on the day after its last. */
function lastPricedDay(cards: readonly Card[], serviceId: string, first: Card): Day {
  let end = validTo(first);
  for (;;) {
    if (end >= lastDay) return end;
    const next = cardInForce(cards, serviceId, daysLater(end, 1));
    if (next === undefined || validTo(next) <= end) return end;
    end = validTo(next);
  }
}

const validFrom = (card: Card): Day => card.definition.validFrom;
const validTo = (card: Card): Day => card.definition.validTo;
