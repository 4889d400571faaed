import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  aCardDefinition,
  aLane,
  aShipment,
  priced,
} from '../../../test/support/rate-cards/cards.ts';
import { promisedDays } from '../quotes/transit-promise.ts';
import type { CardDefinition } from './card-definition.ts';
import type { ServiceMode } from './carrier-terms.ts';
import { transitOf } from './transit-table.ts';

/** A card that carries everything everywhere and has no transit times. */
function plainCard(mode: ServiceMode, more: Partial<CardDefinition> = {}): CardDefinition {
  const card = aCardDefinition({
    zones: [],
    defaultZone: 'ALL',
    lanes: [aLane('*', '*')],
    ...more,
  });
  return { ...card, services: card.services.map((service) => ({ ...service, mode })) };
}

function transit(from: string, to: string, definition = plainCard('road')) {
  const end = (postcode: string) => ({ postcode, suburb: '', type: 'business' }) as const;
  const shipment = aShipment(['Carton 10x10x10 1kg'], { sender: end(from), receiver: end(to) });
  return transitOf(priced(definition, shipment), shipment);
}

const text = (from: string, to: string, definition?: CardDefinition): string | undefined =>
  transit(from, to, definition)?.text;

describe('the transit time of a card without a table', () => {
  const cases: readonly (readonly [what: string, from: string, to: string, days: string])[] = [
    ['within a city', '3000', '3199', '1 business day'],
    ['within one postcode of the country', '2830', '2830', '1 business day'],
    ['across a border within a city', '2600', '2620', '1 business day'],
    ['within a state', '4000', '4870', '1-2 business days'],
    ['between capitals that are close', '2000', '3000', '1-2 business days'],
    ['in the opposite direction', '5000', '3000', '1-2 business days'],
    ['between distant capitals', '4000', '5000', '2-3 business days'],
    ['to the country in another state', '3000', '2640', '1-3 business days'],
    ['between two country places', '3500', '2830', '1-4 business days'],
    ['to Tasmania', '3000', '7250', '2-4 business days'],
    ['to the west', '2000', '6000', '4-6 business days'],
    ['to the north', '0870', '6000', '4-7 business days'],
    ['to an island', '5000', '5223', '3-7 business days'],
    ['to an island of another state', '3000', '7255', '4-9 business days'],
  ];
  for (const [what, from, to, days] of cases) {
    it(`${what}, ${from} to ${to}: ${days}`, () => {
      assert.equal(text(from, to), days);
    });
  }

  it('is shorter by air to the west', () => {
    assert.equal(text('2000', '6000', plainCard('air')), '1-2 business days');
    assert.equal(text('7000', '6000', plainCard('air')), '2-4 business days');
  });

  it('is the same day for a same-day service', () => {
    assert.equal(text('3000', '3199', plainCard('sameday')), 'Same day');
  });

  it('is unknown by ship or abroad', () => {
    assert.equal(text('3000', '7000', plainCard('sea')), undefined);
    const shipment = aShipment(['Carton 10x10x10 1kg'], {
      receiver: { country: 'NZ', postcode: '1010', suburb: 'AUCKLAND', type: 'business' },
    });
    assert.equal(transitOf(priced(plainCard('air'), shipment), shipment), undefined);
  });

  it("uses the card's own wording", () => {
    const words = { rows: [], text: 'ETA {min} to {max} days', textSame: 'ETA {max}' };
    const card = plainCard('road', { transit: words });
    assert.equal(text('2000', '3000', card), 'ETA 1 to 2 days');
    assert.equal(text('3000', '3000', card), 'ETA 1');
  });

  it('is not estimated where the card has a table or words without days', () => {
    const row = { service: undefined, fromZone: 'ELSEWHERE', toZone: '*', minDays: 1, maxDays: 1 };
    const words = { text: '{min}-{max} days', textSame: '{min} days' };
    const table = plainCard('road', { transit: { rows: [row], ...words } });
    assert.equal(text('2000', '3000', table), undefined);
    const always = { rows: [], text: 'Overnight', textSame: 'Overnight' };
    assert.equal(text('2000', '6000', plainCard('road', { transit: always })), 'Overnight');
  });

  it('is a promise that quotes can be compared by', () => {
    const found = transit('2000', '6000');
    assert.ok(found);
    assert.equal(promisedDays(found), 6);
  });
});
