// When a carrier collects, from the terms of its card.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PickupTerms } from '../../domain/rating/carrier-terms.ts';
import type { Rating } from '../../domain/rating/rating.ts';
import { makePickupCalendar, pickupMoment } from '../../domain/time/pickup.ts';
import { pickupOfCard } from './card-pickup.ts';
import type { QuotePlan } from './plan-quote.ts';

const none = new Map<number, string>();
const calendar = makePickupCalendar({
  NSW: none,
  VIC: none,
  QLD: none,
  SA: none,
  WA: none,
  TAS: none,
  NT: none,
  ACT: none,
});

/** The first day that is offered on a Monday in Sydney, at that hour. */
function firstDayAt(hour: number, change: Partial<PickupTerms>): string | undefined {
  const terms: PickupTerms = {
    cutoffs: { default: '20:00' },
    window: { from: '09:00', to: '17:00' },
    leadBusinessDays: 0,
    offerDays: 3,
    weekdays: [1, 2, 3, 4, 5],
    holidays: 'state',
    notFromZones: [],
    ...change,
  };
  const place = { state: 'NSW', postcode: '2000' } as const;
  const nowMs = Date.parse('2026-11-16T00:00:00+11:00') + hour * 3_600_000;
  const plan = { pickup: pickupMoment(calendar, place, nowMs) } as QuotePlan;
  const card = { definition: { pickup: terms }, zones: { codes: [] } };
  return pickupOfCard(plan, { card, fromZone: 0 } as unknown as Rating)?.dates[0];
}

test('no day is offered whose pickup hours are over, however late orders are taken', () => {
  assert.equal(firstDayAt(16, {}), '2026-11-16');
  assert.equal(firstDayAt(17, {}), '2026-11-17');
  assert.equal(firstDayAt(15, { cutoffs: { default: '14:00' } }), '2026-11-17');
  // With a day's notice the order may come after the hours of the day it is given on.
  assert.equal(firstDayAt(18, { leadBusinessDays: 1 }), '2026-11-17');
  assert.equal(firstDayAt(20, { leadBusinessDays: 1 }), '2026-11-18');
});
