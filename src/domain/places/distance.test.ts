import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { roadMetres } from './distance.ts';

const sydney = { postcode: '2000', coordinates: { latitude: -33.8688, longitude: 151.2093 } };
const parramatta = { postcode: '2150', coordinates: { latitude: -33.815, longitude: 151.0011 } };
const melbourne = { postcode: '3000', coordinates: { latitude: -37.8136, longitude: 144.9631 } };
const geelong = { postcode: '3220', coordinates: { latitude: -38.1499, longitude: 144.3617 } };
const perth = { postcode: '6000', coordinates: { latitude: -31.9523, longitude: 115.8613 } };
const darwin = { postcode: '0800', coordinates: { latitude: -12.4634, longitude: 130.8456 } };
const palmerston = { postcode: '0830', coordinates: { latitude: -12.4817, longitude: 130.983 } };
const nowhere = { postcode: '2000', coordinates: undefined };

/** The road distance is the straight line in metres times `roadsLonger`, within a tolerance. */
function assertAbout(metres: number | undefined, straight: number, roadsLonger: number): void {
  assert.ok(metres !== undefined);
  assert.ok(Math.abs(metres - straight * roadsLonger) < straight * 0.005, String(metres));
}

describe('the distance by road', () => {
  test('is thirty per cent longer than the great circle', () => {
    assertAbout(roadMetres(sydney, melbourne), 713_400, 1.3);
    assertAbout(roadMetres(sydney, perth), 3_290_000, 1.3);
    assertAbout(roadMetres(melbourne, geelong), 64_650, 1.3);
  });

  test('is longer still within one city', () => {
    assertAbout(roadMetres(sydney, parramatta), 20_140, 1.35);
    assertAbout(roadMetres(darwin, palmerston), 15_060, 1.35);
  });

  test('is the same in both directions, in whole metres', () => {
    assert.equal(roadMetres(sydney, perth), roadMetres(perth, sydney));
    assert.equal(roadMetres(sydney, parramatta), roadMetres(parramatta, sydney));
    assert.ok(Number.isInteger(roadMetres(sydney, perth)));
  });

  test('within one suburb is a kilometre', () => {
    assert.equal(roadMetres(sydney, sydney), 1_000);
  });

  test('is unknown when either place is unknown', () => {
    assert.equal(roadMetres(nowhere, sydney), undefined);
    assert.equal(roadMetres(sydney, nowhere), undefined);
  });
});
