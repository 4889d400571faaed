import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aCardDefinition, aShipment, d, priced } from '../../../test/support/rate-cards/cards.ts';
import { formatDecimal4 } from '../decimal.ts';
import { lastDay } from './card-day.ts';
import type { FuelDefinition } from './card-definition.ts';

function levy(percent: string, from: number, more: Partial<FuelDefinition> = {}): FuelDefinition {
  return { percent: d(percent), from, to: lastDay, when: undefined, ...more };
}

function percentOn(fuel: readonly FuelDefinition[], day: number): string {
  const rating = priced(aCardDefinition({ fuel }), aShipment(['Carton 1x1x1 1kg']), day);
  return formatDecimal4(rating.fuelPercent);
}

describe('the fuel levy', () => {
  it('is the levy that started last', () => {
    const history = [levy('17.5', 20_260_105), levy('18', 20_260_202), levy('16', 20_251_201)];
    assert.equal(percentOn(history, 20_251_130), '0');
    assert.equal(percentOn(history, 20_251_201), '16');
    assert.equal(percentOn(history, 20_260_104), '16');
    assert.equal(percentOn(history, 20_260_105), '17.5');
    assert.equal(percentOn(history, 20_260_201), '17.5');
    assert.equal(percentOn(history, 20_300_101), '18');
  });

  it('falls back to an earlier one when it ends', () => {
    const fuel = [levy('10', 20_260_101), levy('25', 20_260_301, { to: 20_260_331 })];
    assert.equal(percentOn(fuel, 20_260_331), '25');
    assert.equal(percentOn(fuel, 20_260_401), '10');
  });

  it('prefers a levy whose condition holds to one without a condition, however old', () => {
    const fuel = [levy('22', 20_200_101, { when: "to_state=='NSW'" }), levy('10', 20_260_101)];
    assert.equal(percentOn(fuel, 20_260_301), '22');
    const other = [levy('22', 20_200_101, { when: "to_state=='WA'" }), levy('10', 20_260_101)];
    assert.equal(percentOn(other, 20_260_301), '10');
  });

  it('with two conditions that hold is the one listed last', () => {
    const fuel = [
      levy('22', 20_260_101, { when: "to_state=='NSW'" }),
      levy('5', 20_260_101, { when: 'total_kg < 2' }),
    ];
    assert.equal(percentOn(fuel, 20_260_301), '5');
  });

  it('prefers a specific levy of zero to a general one', () => {
    const fuel = [levy('10', 20_260_101), levy('0', 20_260_101, { when: "from_state=='VIC'" })];
    assert.equal(percentOn(fuel, 20_260_301), '0');
  });
});
