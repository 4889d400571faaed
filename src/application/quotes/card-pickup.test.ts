import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aCardDefinition, aLane, aShipment, aZone, priced } from '../../../test/support/cards.ts';
import type { PickupTerms } from '../../domain/rating/carrier-terms.ts';
import { type Holidays, makePickupCalendar, pickupMoment } from '../../domain/time/pickup.ts';
import { pickupOfCard } from './card-pickup.ts';

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

/** The first date in inner Melbourne, within MEL, within VIC, on Monday 16 November 2026 at 15:00. */
function firstDate(change: Partial<PickupTerms>): string | undefined {
  const card = aCardDefinition({
    pickup: { ...usual, ...change },
    zones: [
      aZone('MEL-C', 3000, 3010, { parent: 'MEL' }),
      aZone('MEL', 3011, 3207, { parent: 'VIC' }),
      aZone('NSW2', 2640, 2649),
    ],
    lanes: [aLane('VIC', 'NSW2')],
  });
  const calendar = makePickupCalendar(noHolidays);
  const pickup = pickupMoment(
    calendar,
    { state: 'VIC', postcode: '3000' },
    Date.UTC(2026, 10, 16, 4, 0),
  );
  return pickupOfCard({ pickup }, priced(card, aShipment(['Carton 1x1x1 1kg'])))?.dates[0];
}

const [monday, tuesday] = ['2026-11-16', '2026-11-17'];

describe('when a carrier collects', () => {
  it('has the cut-off of the zone, of the closest one around it, or the default', () => {
    assert.equal(firstDate({}), tuesday);
    assert.equal(firstDate({ cutoffs: { default: '14:00', 'MEL-C': '16:00' } }), monday);
    assert.equal(firstDate({ cutoffs: { default: '14:00', MEL: '16:00' } }), monday);
    assert.equal(firstDate({ cutoffs: { default: '14:00', VIC: '16:00' } }), monday);
    assert.equal(firstDate({ cutoffs: { default: '16:00', VIC: '16:00', MEL: '12:00' } }), tuesday);
    assert.equal(firstDate({ cutoffs: { default: '14:00', NSW2: '16:00' } }), tuesday);
  });

  it('is never where the zone, or one around it, is not collected from', () => {
    for (const zone of ['MEL-C', 'MEL', 'VIC'])
      assert.equal(firstDate({ notFromZones: [zone] }), undefined);
    assert.equal(firstDate({ notFromZones: ['NSW2'] }), tuesday);
  });

  it('is decided by what is closest', () => {
    const cutoffs = { default: '14:00', MEL: '16:00' };
    assert.equal(firstDate({ cutoffs, notFromZones: ['VIC'] }), monday);
    assert.equal(firstDate({ cutoffs, notFromZones: ['MEL'] }), undefined);
  });
});
