// What an operator ought to know of a carrier's cards before its customers do: services that no card prices today, cards that end
// soon, and fuel levies that are stated no longer, so that quotes are made without them.
import { dayMs } from '../time/durations.ts';
import { cardInForce, pricesService } from './card-choice.ts';
import { type Day, lastDay } from './card-definition.ts';
import type { Carrier } from './carrier-snapshot.ts';
import { lastFuelDay } from './fuel-timeline.ts';
import type { Card } from './rate-card.ts';

/** Time enough to ask the carrier for its next card. */
const soonDays = 30;

export type CardRemark = {
  code: 'service_without_card' | 'card_not_yet' | 'card_ended' | 'card_ends' | 'fuel_ends';
  /** The services it is true of. */
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
      // Without a card it may still be priced by the carrier itself.
      if (terms.policy === 'card') remark('service_without_card', stringId, 'no card prices it');
    } else if (inForce === undefined) {
      const next = own.map(validFrom).filter((day) => day > today);
      if (next.length > 0) {
        remark('card_not_yet', stringId, `its card begins on ${dateOf(Math.min(...next))}`);
      } else {
        remark(
          'card_ended',
          stringId,
          `its card ended on ${dateOf(Math.max(...own.map(validTo)))}`,
        );
      }
    } else {
      const end = lastPricedDay(own, id, inForce);
      if (end <= later(today, soonDays)) {
        remark(
          'card_ends',
          stringId,
          `its card ends on ${dateOf(end)}, in ${between(today, end)} days`,
        );
      }
      const fuel = fuelSentence(inForce, today);
      if (fuel !== undefined) remark('fuel_ends', stringId, fuel);
    }
  }
  return [...remarks.values()];
}

/** The day a service was last priced on; undefined while a card prices it, will, or none ever did. */
export function endedOn(
  cards: readonly { validFrom: Day; validTo: Day }[],
  today: Day,
): string | undefined {
  const end = Math.max(...cards.map((card) => card.validTo));
  return cards.length > 0 && end < today ? dateOf(end) : undefined;
}

function fuelSentence(card: Card, today: Day): string | undefined {
  const last = lastFuelDay(card.compiled().fuel);
  if (last === undefined || last >= Math.min(lastDay, later(today, soonDays))) return undefined;
  const code = card.definition.code;
  return last < today
    ? `card ${code} has no fuel levy after ${dateOf(last)}: it quotes without one`
    : `card ${code} has no fuel levy after ${dateOf(last)}, in ${between(today, last)} days`;
}

/** One card may take over from another on the day after its last. */
function lastPricedDay(cards: readonly Card[], serviceId: string, first: Card): Day {
  let end = validTo(first);
  for (;;) {
    if (end >= lastDay) return end;
    const next = cardInForce(cards, serviceId, later(end, 1));
    if (next === undefined || validTo(next) <= end) return end;
    end = validTo(next);
  }
}

const validFrom = (card: Card): Day => card.definition.validFrom;
const validTo = (card: Card): Day => card.definition.validTo;

const msOf = (day: Day): number =>
  Date.UTC(Math.floor(day / 10_000), (Math.floor(day / 100) % 100) - 1, day % 100);
const dateOf = (day: Day): string => new Date(msOf(day)).toISOString().slice(0, 10);
const later = (day: Day, days: number): Day =>
  Number(new Date(msOf(day) + days * dayMs).toISOString().slice(0, 10).replaceAll('-', ''));
const between = (from: Day, to: Day): number => Math.round((msOf(to) - msOf(from)) / dayMs);
