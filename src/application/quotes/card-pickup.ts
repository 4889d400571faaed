// When a carrier collects: its card's terms for the zone of the pickup address, or for the closest around it that they
// name, by the address's own clock. Terms are
// turned into rules once for each card and zone, because every quote asks for them.

import type { PickupTerms } from '../../domain/rating/carrier-terms.ts';
import type { RateCard } from '../../domain/rating/rate-card.ts';
import type { Rating } from '../../domain/rating/rating.ts';
import { zonesAround } from '../../domain/rating/zone-reach.ts';
import { findMinuteOfDay } from '../../domain/time/calendar.ts';
import {
  DEFAULT_OFFER_DAYS,
  makePickupRule,
  type PickupRule,
  pickupDates,
} from '../../domain/time/pickup.ts';
import type { QuotePlan } from './plan-quote.ts';

export type Pickup = { dates: readonly string[]; window: { from: string; to: string } };

const usualTerms: PickupTerms = {
  cutoffs: { default: '14:00' },
  window: { from: '09:00', to: '17:00' },
  leadBusinessDays: 0,
  offerDays: DEFAULT_OFFER_DAYS,
  weekdays: [1, 2, 3, 4, 5],
  holidays: 'state',
  notFromZones: [],
};
const noon = 720;

type ZonePickup = { rule: PickupRule; window: Pickup['window'] } | 'not_collected';
const byCard = new WeakMap<RateCard, Map<number, ZonePickup>>();

/** Undefined when the carrier does not collect in that zone. */
export function pickupOfCard(
  plan: Pick<QuotePlan, 'pickup'>,
  { card, fromZone }: Pick<Rating, 'card' | 'fromZone'>,
): Pickup | undefined {
  let byZone = byCard.get(card);
  if (byZone === undefined) {
    byZone = new Map();
    byCard.set(card, byZone);
  }
  let zonePickup = byZone.get(fromZone);
  if (zonePickup === undefined) {
    zonePickup = zonePickupOf(
      card.definition.pickup ?? usualTerms,
      zonesAround(card.zones, fromZone),
    );
    byZone.set(fromZone, zonePickup);
  }
  if (zonePickup === 'not_collected') return undefined;
  return { dates: pickupDates(plan.pickup, zonePickup.rule), window: zonePickup.window };
}

const usual = zonePickupOf(usualTerms, []);

export function defaultPickup(plan: QuotePlan): Pickup {
  if (usual === 'not_collected') throw new Error('the usual terms collect everywhere');
  return { dates: pickupDates(plan.pickup, usual.rule), window: usual.window };
}

/** What the terms say of the closest zone that they name. */
function zonePickupOf(terms: PickupTerms, zones: readonly string[]): ZonePickup {
  const { cutoffs, notFromZones } = terms;
  const named = zones.find((zone) => notFromZones.includes(zone) || cutoffs[zone] !== undefined);
  if (named !== undefined && notFromZones.includes(named)) return 'not_collected';
  const cutoff = cutoffs[named ?? 'default'] ?? cutoffs.default ?? '';
  return {
    rule: makePickupRule({
      cutoffMinute: findMinuteOfDay(cutoff) ?? noon,
      weekdays: terms.weekdays,
      leadBusinessDays: terms.leadBusinessDays,
      offerDays: terms.offerDays,
      observesHolidays: terms.holidays === 'state',
    }),
    window: { from: terms.window.from, to: terms.window.to },
  };
}
