import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  aCardDefinition,
  aLane,
  aShipment,
  aZone,
  priced,
} from '../../../test/support/rate-cards/cards.ts';
import type { PickupTerms } from '../../domain/rate-cards/carrier-terms.ts';
import { type Holidays, makePickupCalendar, pickupMoment } from '../../domain/time/pickup.ts';
import { pickupOfCard, pickupOfLiveOffer } from './card-pickup.ts';

const usual: PickupTerms = {
  cutoffs: { default: '14:00' },
  window: { from: '09:00', to: '17:00' },
  leadBusinessDays: 0,
  offerDays: 1,
  weekdays: [1, 2, 3, 4, 5],
  holidays: 'state',
  notFromZones: [],
};

const none = new Map();
const noHolidays: Holidays = {
  NSW: none,
  VIC: none,
  QLD: none,
  SA: none,
  WA: none,
  TAS: none,
  NT: none,
  ACT: none,
};

/** Inner Melbourne, within MEL, within VIC, on Monday 16 November 2026 at that hour. */
const planAt = (hour: number) => ({
  pickup: pickupMoment(
    makePickupCalendar(noHolidays),
    { state: 'VIC', postcode: '3000' },
    Date.parse('2026-11-16T00:00:00+11:00') + hour * 3_600_000,
  ),
});
const plan = planAt(15);

function ratingWith(change: Partial<PickupTerms>) {
  const card = aCardDefinition({
    pickup: { ...usual, ...change },
    zones: [
      aZone('MEL-C', 3000, 3010, { parent: 'MEL' }),
      aZone('MEL', 3011, 3207, { parent: 'VIC' }),
      aZone('NSW2', 2640, 2649),
    ],
    lanes: [aLane('VIC', 'NSW2')],
  });
  return priced(card, aShipment(['Carton 1x1x1 1kg']));
}

const firstDate = (change: Partial<PickupTerms>): string | undefined =>
  pickupOfCard(plan, ratingWith(change))?.dates[0];

const [monday, tuesday, wednesday] = ['2026-11-16', '2026-11-17', '2026-11-18'];

describe('pickup by a carrier', () => {
  it('uses the cut-off of the zone, else of the closest surrounding zone, else the default', () => {
    assert.equal(firstDate({}), tuesday);
    assert.equal(firstDate({ cutoffs: { default: '14:00', 'MEL-C': '16:00' } }), monday);
    assert.equal(firstDate({ cutoffs: { default: '14:00', MEL: '16:00' } }), monday);
    assert.equal(firstDate({ cutoffs: { default: '14:00', VIC: '16:00' } }), monday);
    assert.equal(firstDate({ cutoffs: { default: '16:00', VIC: '16:00', MEL: '12:00' } }), tuesday);
    assert.equal(firstDate({ cutoffs: { default: '14:00', NSW2: '16:00' } }), tuesday);
  });

  it('is never offered in an excluded zone or inside one', () => {
    for (const zone of ['MEL-C', 'MEL', 'VIC'])
      assert.equal(firstDate({ notFromZones: [zone] }), undefined);
    assert.equal(firstDate({ notFromZones: ['NSW2'] }), tuesday);
  });

  it("follows the closest zone's terms", () => {
    const cutoffs = { default: '14:00', MEL: '16:00' };
    assert.equal(firstDate({ cutoffs, notFromZones: ['VIC'] }), monday);
    assert.equal(firstDate({ cutoffs, notFromZones: ['MEL'] }), undefined);
  });

  it("uses a live offer's own cut-off, else its card's, else the usual one", () => {
    const of = (cutoffMinute: number | undefined, change?: Partial<PickupTerms>) =>
      pickupOfLiveOffer(
        plan,
        { cutoffMinute },
        change === undefined ? undefined : ratingWith(change),
      );
    assert.equal(of(16 * 60).dates[0], monday);
    assert.equal(of(undefined).dates[0], tuesday);
    const late = { cutoffs: { default: '16:00' }, window: { from: '10:00', to: '18:00' } };
    assert.equal(of(undefined, late).dates[0], monday);
    assert.equal(of(14 * 60, late).dates[0], tuesday);
    assert.deepEqual(of(14 * 60, late).window, late.window);
    assert.equal(of(15 * 60 + 1, { notFromZones: ['VIC'] }).dates[0], monday);
  });

  it('is never offered today after the collection hours are over', () => {
    const at = (hour: number, change: Partial<PickupTerms>) =>
      pickupOfCard(planAt(hour), ratingWith({ cutoffs: { default: '20:00' }, ...change }))
        ?.dates[0];
    assert.equal(at(16, {}), monday);
    assert.equal(at(17, {}), tuesday);
    // With a day's notice the order may come after the hours of its own day.
    assert.equal(at(18, { leadBusinessDays: 1 }), tuesday);
    assert.equal(at(20, { leadBusinessDays: 1 }), wednesday);
    const live = pickupOfLiveOffer(planAt(18), { cutoffMinute: 20 * 60 }, undefined);
    assert.equal(live.dates[0], tuesday);
  });
});
