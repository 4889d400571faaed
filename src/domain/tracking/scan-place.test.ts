import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Zone } from '../time/time-zone.ts';
import { zoneOfPlace } from './scan-place.ts';

test('a scan uses the clock of the state, postcode or capital in its place', () => {
  const cases: [string, Zone | undefined][] = [
    ['PERTH WA', 'Australia/Perth'],
    ['Botany Depot, NSW 2019', 'Australia/Sydney'],
    ['adelaide', 'Australia/Adelaide'],
    ['Northern Territory', 'Australia/Darwin'],
    ['VICTORIA POINT QLD', 'Australia/Brisbane'],
    ['Depot 3175', 'Australia/Melbourne'],
    ['BROKEN HILL NSW 2880', 'Australia/Broken_Hill'],
    ['Sydney Road, Brunswick VIC', 'Australia/Melbourne'],
    ['AUCKLAND NZ', undefined],
    ['On the road', undefined],
    ['constructor', undefined],
    ['', undefined],
  ];
  for (const [place, zone] of cases) assert.equal(zoneOfPlace(place), zone, place);
});
