// Pickup by a carrier: its card's terms for the zone of the pickup address or the closest zone around it, in local
// time. Every quote needs them, so terms become rules once per card and zone.

import type { PickupTerms } from '../../domain/rate-cards/carrier-terms.ts';
import type { RateCard } from '../../domain/rate-cards/rate-card.ts';
import type { Rating } from '../../domain/rate-cards/rating.ts';
import { zonesAround } from '../../domain/rate-cards/zone-reach.ts';
import { findMinuteOfDay, type MinuteOfDay } from '../../domain/time/calendar.ts';
import {
  defaultOfferDays,
  makePickupRule,
  type PickupRule,
  pickupDates,
} from '../../domain/time/pickup.ts';
import type { LiveOffer } from '../ports.ts';
import type { QuotePlan } from './plan-quote.ts';

export type Pickup = { dates: readonly string[]; window: { from: string; to: string } };

const usualTerms: PickupTerms = {
  cutoffs: { default: '14:00' },
  window: { from: '09:00', to: '17:00' },
  leadBusinessDays: 0,
  offerDays: defaultOfferDays,
  weekdays: [1, 2, 3, 4, 5],
  holidays: 'state',
  notFromZones: [],
};
const noon = 720;

type Collected = { rule: PickupRule; window: Pickup['window'] };
type ZonePickup = Collected | 'not_collected';
const byCard = new WeakMap<RateCard, Map<number, ZonePickup>>();

type Moment = Pick<QuotePlan, 'pickup'>;
type Origin = Pick<Rating, 'card' | 'fromZone'>;

/** Undefined when the carrier does not collect in that zone. */
export function pickupOfCard(plan: Moment, origin: Origin): Pickup | undefined {
  const zonePickup = knownZonePickup(origin);
  return zonePickup === 'not_collected' ? undefined : pickupBy(plan, zonePickup);
}

/** By the service's card or the usual terms; the carrier's own cut-off for today comes first. */
export function pickupOfLiveOffer(
  plan: Moment,
  { cutoffMinute }: Pick<LiveOffer, 'cutoffMinute'>,
  origin: Origin | undefined,
): Pickup {
  const ofCard = origin === undefined ? 'not_collected' : knownZonePickup(origin);
  const { rule, window } = ofCard === 'not_collected' ? usual : ofCard;
  if (cutoffMinute === undefined) return pickupBy(plan, { rule, window });
  const latest = latestOrder(cutoffMinute, rule.leadBusinessDays, window);
  return pickupBy(plan, { rule: { ...rule, cutoffMinute: latest }, window });
}

function pickupBy({ pickup }: Moment, { rule, window }: Collected): Pickup {
  return { dates: pickupDates(pickup, rule), window };
}

function knownZonePickup({ card, fromZone }: Origin): ZonePickup {
  let byZone = byCard.get(card);
  if (byZone === undefined) {
    byZone = new Map();
    byCard.set(card, byZone);
  }
  let zonePickup = byZone.get(fromZone);
  if (zonePickup === undefined) {
    const terms = card.definition.pickup ?? usualTerms;
    zonePickup = zonePickupOf(terms, zonesAround(card.zones, fromZone));
    byZone.set(fromZone, zonePickup);
  }
  return zonePickup;
}

const usual = collectedBy(usualTerms, undefined);

/** The terms of the closest zone that they name. */
function zonePickupOf(terms: PickupTerms, zones: readonly string[]): ZonePickup {
  const { cutoffs, notFromZones } = terms;
  const named = zones.find((zone) => notFromZones.includes(zone) || cutoffs[zone] !== undefined);
  if (named !== undefined && notFromZones.includes(named)) return 'not_collected';
  return collectedBy(terms, named);
}

function collectedBy(terms: PickupTerms, zone: string | undefined): Collected {
  const { cutoffs, window, leadBusinessDays } = terms;
  const stated = findMinuteOfDay(cutoffs[zone ?? 'default'] ?? cutoffs.default ?? '') ?? noon;
  return {
    rule: makePickupRule({
      cutoffMinute: latestOrder(stated, leadBusinessDays, window),
      weekdays: terms.weekdays,
      leadBusinessDays,
      offerDays: terms.offerDays,
      observesHolidays: terms.holidays === 'state',
    }),
    window: { from: window.from, to: window.to },
  };
}

/** A pickup today must be ordered before the collection hours end, however late orders are accepted. */
function latestOrder(
  stated: MinuteOfDay,
  leadBusinessDays: number,
  { to }: Pickup['window'],
): MinuteOfDay {
  return leadBusinessDays > 0 ? stated : Math.min(stated, findMinuteOfDay(to) ?? stated);
}
