// Warnings for the operator about a carrier's cards: services without a card today, cards that end soon, and fuel levies that
// have ended.
import { cardInForce, pricesService } from './card-choice.ts';
import { type Day, dateOfDay, daysBetween, daysLater, lastDay } from './card-day.ts';
import type { Carrier } from './carrier-snapshot.ts';
import { lastFuelDay } from './fuel-timeline.ts';
import type { Card } from './rate-card.ts';

/** Enough time to ask the carrier for its next card. */
const soonDays = 30;

export type CardRemark = {
  code: 'service_without_card' | 'card_not_yet' | 'card_ended' | 'card_ends' | 'fuel_ends';
  /** The affected services. */
  stringIds: readonly string[];
  sentence: string;
};

export function cardRemarks({ terms, cards }: Carrier, today: Day): CardRemark[] {
  const remarks = new Map<string, CardRemark & { stringIds: string[] }>();
  const remark = (code: CardRemark['code'], stringId: string, sentence: string): void => {
    const same = remarks.get(sentence);
    if (same === undefined) remarks.set(sentence, { code, stringIds: [stringId], sentence });
    else same.stringIds.push(stringId);
  };
  for (const { id, stringId } of terms.services) {
    const own = cards.filter((card) => pricesService(card, id));
    const inForce = cardInForce(own, id, today);
    if (own.length === 0) {
      // The carrier's live service may still price it.
      if (terms.policy === 'card') remark('service_without_card', stringId, 'no card prices it');
    } else if (inForce === undefined) {
      const next = own.map(validFrom).filter((day) => day > today);
      if (next.length > 0) {
        remark('card_not_yet', stringId, `its card begins on ${dateOfDay(Math.min(...next))}`);
      } else {
        remark(
          'card_ended',
          stringId,
          `its card ended on ${dateOfDay(Math.max(...own.map(validTo)))}`,
        );
      }
    } else {
      const end = lastPricedDay(own, id, inForce);
      if (end <= daysLater(today, soonDays)) {
        remark(
          'card_ends',
          stringId,
          `its card ends on ${dateOfDay(end)}, in ${daysBetween(today, end)} days`,
        );
      }
      const fuel = fuelSentence(inForce, today);
      if (fuel !== undefined) remark('fuel_ends', stringId, fuel);
    }
  }
  return [...remarks.values()];
}

/** The last day on which a card priced the service; undefined when a card does or will, and when there was never a card. */
export function endedOn(
  cards: readonly { validFrom: Day; validTo: Day }[],
  today: Day,
): string | undefined {
  const end = Math.max(...cards.map((card) => card.validTo));
  return cards.length > 0 && end < today ? dateOfDay(end) : undefined;
}

function fuelSentence(card: Card, today: Day): string | undefined {
  const last = lastFuelDay(card.compiled().fuel);
  if (last === undefined || last >= Math.min(lastDay, daysLater(today, soonDays))) return undefined;
  const code = card.definition.code;
  return last < today
    ? `card ${code} has no fuel levy after ${dateOfDay(last)}: it quotes without one`
    : `card ${code} has no fuel levy after ${dateOfDay(last)}, in ${daysBetween(today, last)} days`;
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
