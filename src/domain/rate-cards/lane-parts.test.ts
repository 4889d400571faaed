import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  aCardDefinition,
  aLane,
  aShipment,
  d,
  priced,
} from '../../../test/support/rate-cards/cards.ts';
import { freightWorkings } from '../quotes/freight-part.ts';
import { workedCents, writtenWorking } from '../quotes/working.ts';
import type { LaneDefinition } from './card-definition.ts';
import { freightParts } from './lane-parts.ts';

/** Each line of the freight as its note, its working and its cents. */
function linesOf(lane: Partial<LaneDefinition>, ...items: string[]): [string, string, number][] {
  const card = aCardDefinition({ lanes: [{ ...aLane('MEL', 'NSW2'), ...lane }] });
  const { card: compiled, lanes, freightCents } = priced(card, aShipment(items));
  return freightWorkings(freightParts(compiled.lanes.rates, lanes), freightCents).map((working) => [
    working.note,
    writtenWorking(working),
    workedCents(working),
  ]);
}

const upTo = (to: string | undefined, price: string, step = '1') => ({
  to: to === undefined ? undefined : d(to),
  price: d(price),
  step: d(step),
});
const worked = {
  basic: d('8.40'),
  minimum: d('12.60'),
  breakMode: 'whole',
  bump: true,
  breaks: [upTo('100', '0.42'), upTo('500', '0.36'), upTo(undefined, '0.31')],
} as const;

describe('the lines of the freight', () => {
  it('are the basic charge and the rate of the break', () => {
    assert.deepEqual(linesOf(worked, 'Carton 10x10x10 78kg'), [
      ['basic charge', '1 consignment × 8.40', 840],
      ['', '78 kg × 0.42', 3276],
    ]);
  });

  it('show the charged weight where the next break costs less', () => {
    assert.deepEqual(linesOf(worked, 'Carton 10x10x10 86kg'), [
      ['basic charge', '1 consignment × 8.40', 840],
      ['86 kg charged as 100 kg at the rate above it, which comes to less', '100 kg × 0.36', 3600],
    ]);
  });

  it('are one line at the minimum, with the amount without it', () => {
    assert.deepEqual(linesOf(worked, 'Carton 10x10x10 3kg'), [
      ['minimum charge; 3 kg would come to 9.66', '1 consignment × 12.60', 1260],
    ]);
  });

  it('are one line at the maximum, with the amount without it', () => {
    assert.deepEqual(linesOf({ ...worked, maximum: d('40') }, 'Carton 10x10x10 78kg'), [
      ['maximum charge; 78 kg would come to 41.16', '1 consignment × 40.00', 4000],
    ]);
  });

  it('have a line for each band of a cumulative rate', () => {
    const breaks = [upTo('5', '1.50'), upTo('10', '1.25'), upTo(undefined, '1')];
    const lane = { basic: 0, breakMode: 'cumulative', breaks } as const;
    assert.deepEqual(linesOf(lane, 'Carton 10x10x10 11kg'), [
      ['from 0 to 5 kg', '5 kg × 1.50', 750],
      ['from 5 to 10 kg', '5 kg × 1.25', 625],
      ['from 10 to 11 kg', '1 kg × 1.00', 100],
    ]);
  });

  it('count started steps beyond the weight in the basic charge', () => {
    const breaks = [upTo(undefined, '0.95', '5')];
    const lane = { basic: d('9'), basicIncludes: d('2'), breakMode: 'step', breaks } as const;
    assert.deepEqual(linesOf(lane, 'Carton 10x10x10 14kg'), [
      ['basic charge', '1 consignment × 9.00', 900],
      ['each started 5 kg of 14 kg less 2 kg in the basic charge', '3 steps of 5 kg × 0.95', 285],
    ]);
  });

  it('join items with the same price and show a minimum for each', () => {
    const breaks = [upTo(undefined, '2')];
    const lane = { basic: 0, minimum: d('9'), per: 'item', breakMode: 'whole', breaks } as const;
    assert.deepEqual(linesOf(lane, '2 x Carton 10x10x10 4kg', 'Carton 10x10x10 7kg'), [
      ['minimum charge; 4 kg would come to 8.00', '2 item × 9.00', 1800],
      ['', '7 kg × 2.00', 1400],
    ]);
  });

  it('show the cent left over from rounding the exact sum once', () => {
    const breaks = [upTo('1', '0.0045'), upTo(undefined, '0.0045')];
    const lane = { basic: d('0.0045'), breakMode: 'cumulative', breaks } as const;
    assert.deepEqual(linesOf(lane, 'Carton 1x1x1 1kg'), [
      ['basic charge', '1 consignment × 0.0045', 0],
      ['from 0 to 1 kg', '1 kg × 0.0045', 0],
      ['rounding, the exact sum is rounded once', '1 consignment × 0.01', 1],
    ]);
  });
});
