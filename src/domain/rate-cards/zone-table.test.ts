import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aZone } from '../../../test/support/rate-cards/cards.ts';
import { createShipment, type ShipmentEndInput } from '../quotes/shipment.ts';
import type { AmbiguityRule, ZoneDefinition } from './card-definition.ts';
import {
  ambiguousZone,
  compileZones,
  findZone,
  findZoneCandidates,
  noZone,
  type Side,
} from './zone-table.ts';

function find(
  zones: readonly ZoneDefinition[],
  end: Partial<ShipmentEndInput>,
  more: { side?: Side; onAmbiguous?: AmbiguityRule; defaultZone?: string } = {},
): string {
  const table = compileZones({
    zones,
    lanes: [],
    defaultZone: more.defaultZone,
    onAmbiguousZone: more.onAmbiguous ?? 'error',
  });
  const input = { postcode: '2640', suburb: 'Albury', type: 'business', ...end } as const;
  const { receiver } = createShipment({ sender: input, receiver: input, items: [] });
  const zone = findZone(table, receiver, more.side ?? 'delivery');
  if (zone === ambiguousZone) {
    const numbers = findZoneCandidates(table, receiver, more.side ?? 'delivery');
    return `one of ${numbers.map((number) => table.codes[number]).join(', ')}`;
  }
  if (zone < noZone) return 'closed';
  return zone === noZone ? 'none' : (table.codes[zone] ?? '');
}

const suburb = (zone: string, name: string, more: Partial<ZoneDefinition> = {}): ZoneDefinition =>
  aZone(zone, 2640, 2640, { suburb: name, ...more });

describe('finding a zone', () => {
  const range = aZone('NSW2', 2640, 2649, { state: 'NSW', pickup: false });

  it('matches the range of the postcode, both ends included', () => {
    assert.equal(find([range], { postcode: '2640' }), 'NSW2');
    assert.equal(find([range], { postcode: '2649' }), 'NSW2');
    assert.equal(find([range], { postcode: '2650' }), 'none');
  });

  it('prefers a suburb in any spelling to a range', () => {
    const zones = [range, suburb('ALB', 'ALBURY')];
    assert.equal(find(zones, { suburb: '  albury ' }), 'ALB');
    assert.equal(find(zones, { suburb: 'LAVINGTON' }), 'NSW2');
  });

  it('prefers suburb and state to suburb alone', () => {
    const zones = [
      suburb('A', 'ALBURY', { state: 'VIC' }),
      suburb('B', 'ALBURY', { state: 'NSW' }),
      suburb('C', 'ALBURY'),
    ];
    assert.equal(find(zones, { state: 'NSW' }), 'B');
    assert.equal(find(zones, { state: 'VIC' }), 'A');
    assert.equal(find(zones.slice(0, 1), { state: 'NSW' }), 'A');
  });

  it('uses the state where ranges overlap, as in 0872', () => {
    const zones = [
      aZone('NT2', 872, 872, { state: 'NT' }),
      aZone('SA3', 872, 872, { state: 'SA' }),
      aZone('WA4', 872, 872, { state: 'WA' }),
    ];
    assert.equal(find(zones, { postcode: '0872', state: 'SA' }), 'SA3');
    assert.equal(find(zones, { postcode: '0872' }), 'one of NT2, SA3, WA4');
    assert.equal(find(zones, { postcode: '0872', state: 'NSW' }), 'one of NT2, SA3, WA4');
    assert.equal(find(zones, { postcode: '0872' }, { onAmbiguous: 'first' }), 'NT2');
  });

  it('accepts two rows that agree', () => {
    assert.equal(find([range, aZone('NSW2', 2645, 2660)], { postcode: '2646' }), 'NSW2');
  });

  it('uses rows of the open direction only', () => {
    assert.equal(find([range], {}, { side: 'pickup' }), 'closed');
    const zones = [range, suburb('NSW2', 'ALBURY')];
    assert.equal(find(zones, {}, { side: 'pickup' }), 'NSW2');
    assert.equal(find(zones, { suburb: 'LAVINGTON' }, { side: 'pickup' }), 'closed');
    const other = [range, aZone('OPEN', 2640, 2640)];
    assert.equal(find(other, {}, { side: 'pickup' }), 'OPEN');
  });

  it('uses the default when no other row matches the address', () => {
    const more = { defaultZone: 'REST' };
    assert.equal(find([range], { postcode: '6000' }, more), 'REST');
    assert.equal(find([range], { postcode: '2640' }, more), 'NSW2');
    assert.equal(find([range], { country: 'NZ', postcode: '1010' }, more), 'REST');
  });

  it('matches by country abroad, and Australia as a whole', () => {
    const country = (zone: string, code: string): ZoneDefinition =>
      aZone(zone, 0, 0, { country: code, postcodes: undefined });
    const zones = [country('Z1', 'NZ'), country('Z2', 'US'), country('AU', 'AU'), range];
    assert.equal(find(zones, { country: 'NZ', postcode: '1010' }), 'Z1');
    assert.equal(find(zones, { country: 'US', postcode: '2640' }), 'Z2');
    assert.equal(find(zones, { country: 'FR', postcode: '75001' }), 'none');
    assert.equal(find(zones, { postcode: '6000' }), 'AU');
    assert.equal(find(zones, { postcode: '2640' }), 'NSW2');
  });
});
