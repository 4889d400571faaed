import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { roadMetres } from './distance.ts';

const sydney = { latitude: -33.8688, longitude: 151.2093 };
const melbourne = { latitude: -37.8136, longitude: 144.9631 };
const perth = { latitude: -31.9523, longitude: 115.8613 };

describe('the distance by road', () => {
  test('is a quarter longer than the great circle', () => {
    // 713.4 km and 3290 km in a straight line.
    assert.ok(Math.abs((roadMetres(sydney, melbourne) ?? 0) - 713_400 * 1.25) < 2_000);
    assert.ok(Math.abs((roadMetres(sydney, perth) ?? 0) - 3_290_000 * 1.25) < 10_000);
  });

  test('is the same there and back, in whole metres', () => {
    assert.equal(roadMetres(sydney, perth), roadMetres(perth, sydney));
    assert.ok(Number.isInteger(roadMetres(sydney, perth)));
  });

  test('within one suburb is a kilometre', () => {
    assert.equal(roadMetres(sydney, sydney), 1_000);
  });

  test('is unknown when one of the places is', () => {
    assert.equal(roadMetres(undefined, sydney), undefined);
    assert.equal(roadMetres(sydney, undefined), undefined);
  });
});
