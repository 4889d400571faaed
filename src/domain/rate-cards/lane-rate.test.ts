import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aLane, d } from '../../../test/support/rate-cards/cards.ts';
import { aboveLastBreak, chargeLane, compileLaneRates } from './lane-rate.ts';

type Lane = Parameters<typeof aLane>[2];

/** The charge for some units, as dollars. */
function charge(lane: Lane, units: string, breakUnits = units): string {
  const rates = compileLaneRates([aLane('A', 'B', lane)]);
  const chargeE8 = chargeLane(rates, 0, d(units), d(breakUnits));
  return chargeE8 === aboveLastBreak ? 'above the last break' : String(chargeE8 / 1e8);
}

const exampleA: Lane = {
  basic: d('8.40'),
  minimum: d('12.60'),
  breaks: '100:0.42|500:0.36|*:0.31',
  bump: true,
};
const machShip = '5:1.50|10:1.25|*:1.00';
const startrack = '500:0.50|600:0.45|700:0.40';

describe('a lane charges', () => {
  for (const [what, lane, units, expected] of [
    ['the worked example', exampleA, '78', '41.16'],
    ['the next break when it is cheaper (B1)', exampleA, '95', '44.4'],
    ['its own break without the bump rule', { ...exampleA, bump: false }, '95', '48.3'],
    ['exactly at the end of a break: inclusive, then bumped', exampleA, '100', '44.4'],
    ['just above a break', exampleA, '100.0001', '44.400036'],
    [
      'two breaks further when that is the cheapest',
      { breaks: '10:9|20:8|*:1', bump: true },
      '10',
      '20',
    ],
    ['the minimum (B4)', exampleA, '3', '12.6'],
    ['zero weight costs the minimum only', exampleA, '0', '12.6'],
    ['the maximum', { basic: d('5'), maximum: d('20'), breaks: '*:1' }, '100', '20'],
    [
      'each kilogram at its own band (C2)',
      { breakMode: 'cumulative', breaks: machShip },
      '11',
      '14.75',
    ],
    ['all kilograms at the band reached (C2)', { breaks: machShip }, '11', '11'],
    ['490 kg cumulatively', { breakMode: 'cumulative', breaks: startrack }, '490', '245'],
    ['540 kg cumulatively', { breakMode: 'cumulative', breaks: startrack }, '540', '268'],
    ['630 kg cumulatively', { breakMode: 'cumulative', breaks: startrack }, '630', '307'],
    [
      'only the weight beyond the basic charge',
      { basic: d('9'), basicIncludes: d('3'), breaks: '*:2' },
      '5',
      '13',
    ],
    [
      'the basic charge alone within its included weight',
      { basic: d('9'), basicIncludes: d('3'), breaks: '*:2' },
      '2',
      '9',
    ],
    [
      'cumulatively beyond the included weight, across bands',
      { breakMode: 'cumulative', basicIncludes: d('7'), breaks: machShip },
      '11',
      '4.75',
    ],
    [
      'cumulatively within the included weight',
      { breakMode: 'cumulative', basicIncludes: d('20'), breaks: machShip },
      '11',
      '0',
    ],
    ['a flat rate', { breakMode: 'flat_rate', basic: d('2'), breaks: '*:0.1234' }, '10', '3.234'],
    [
      'a basic charge without breaks',
      { breakMode: 'flat_rate', basic: d('7.5'), breaks: '' },
      '999',
      '7.5',
    ],
    [
      'the price of the band',
      { breakMode: 'band', breaks: '0.5:8.95|1:9.80|3:12.10|5:15.40' },
      '0.5',
      '8.95',
    ],
    [
      'the next band just above',
      { breakMode: 'band', breaks: '0.5:8.95|1:9.80|3:12.10|5:15.40' },
      '0.501',
      '9.8',
    ],
    [
      'a band on top of the basic charge',
      { breakMode: 'band', basic: d('1'), breaks: '1:9.80|*:12' },
      '40',
      '13',
    ],
    ['for each started step', { breakMode: 'step', breaks: '*:0.95/5' }, '11', '2.85'],
    ['for whole steps', { breakMode: 'step', breaks: '*:0.95/5' }, '10', '1.9'],
    [
      'for steps beyond the included weight',
      { breakMode: 'step', basic: d('9'), basicIncludes: d('5'), breaks: '*:0.95/5' },
      '11',
      '10.9',
    ],
    ['for steps of half a kilogram', { breakMode: 'step', breaks: '*:2/0.5' }, '1.2', '6'],
    ['for steps of the break reached', { breakMode: 'step', breaks: '10:1/1|*:4/10' }, '25', '12'],
    ['not above the last break', { breaks: '10:1|20:2' }, '20.0001', 'above the last break'],
    [
      'not above the last band',
      { breakMode: 'band', breaks: '1:9.80' },
      '1.5',
      'above the last break',
    ],
  ] as const satisfies readonly (readonly [string, Lane, string, string])[]) {
    it(`${what}: ${units} units cost ${expected}`, () => {
      assert.equal(charge(lane, units), expected);
    });
  }

  it('by the break of the consignment and the weight of the item', () => {
    assert.equal(charge({ breaks: machShip }, '4', '11'), '4');
    assert.equal(charge({ breaks: machShip }, '4'), '6');
  });
});
