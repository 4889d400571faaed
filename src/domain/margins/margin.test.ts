import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { memberId } from '../members/member.ts';
import {
  bySpecificity,
  holdsOn,
  type Margin,
  type MarginFacts,
  type MarginScope,
  MarginTable,
  marginId,
  nextChange,
} from './margin.ts';

const jane = memberId(7);

/** The definition: filter, then sort. */
function expected(
  margins: readonly Margin[],
  day: number,
  facts: MarginFacts,
  { service, carrier }: { service: string; carrier: string },
): Margin | undefined {
  const matches = (one: Margin): boolean =>
    holdsOn(one, day) &&
    (one.customer === undefined ||
      ('group' in one.customer
        ? one.customer.group.toLowerCase() === facts.group.toLowerCase()
        : one.customer.memberId === facts.memberId)) &&
    (one.carrier === undefined ||
      ('service' in one.carrier
        ? one.carrier.service === service
        : one.carrier.carrier === carrier)) &&
    (one.fromState === undefined || one.fromState === facts.fromState) &&
    (one.toState === undefined || one.toState === facts.toState);
  return margins.filter(matches).toSorted(bySpecificity)[0];
}

const state = fc.constantFrom('VIC' as const, 'WA' as const, undefined);
const scopes: fc.Arbitrary<MarginScope> = fc.record({
  customer: fc.constantFrom(
    undefined,
    { memberId: jane },
    { memberId: memberId(8) },
    { group: 'Gold' },
    { group: 'trade' },
  ),
  carrier: fc.constantFrom(undefined, { service: 'toll' }, { carrier: 'toll' }, { carrier: 'tnt' }),
  fromState: state,
  toState: state,
});
const lists: fc.Arbitrary<Margin[]> = fc
  .array(
    fc.record({
      scope: scopes,
      fromDay: fc.integer({ min: 0, max: 6 }),
      days: fc.option(fc.integer({ min: 0, max: 4 }), { nil: undefined }),
    }),
    { maxLength: 40 },
  )
  .map((entries) =>
    entries.map(({ scope, fromDay, days }, n) => ({
      ...scope,
      id: marginId(n + 1),
      basisPoints: 100,
      fixedCents: 0,
      minimumCents: 0,
      fromDay,
      untilDay: days === undefined ? undefined : fromDay + days,
    })),
  );

test('finds the most specific margin in force, by customer, then carrier, then lane, then day', () => {
  const facts = fc.record({
    memberId: fc.constantFrom(jane, undefined),
    group: fc.constantFrom('', 'GOLD'),
    fromState: state,
    toState: state,
  });
  fc.assert(
    fc.property(lists, facts, fc.integer({ min: 0, max: 12 }), (margins, shipment, day) => {
      const find = new MarginTable(margins, day).finderFor(shipment);
      for (const asked of [
        { service: 'toll', carrier: 'toll' },
        { service: 'toll_priority', carrier: 'toll' },
        { service: 'aramex', carrier: 'aramex' },
      ])
        assert.equal(find?.(asked.service, asked.carrier), expected(margins, day, shipment, asked));
    }),
  );
});

test('names the next day on which another set of margins is in force', () => {
  fc.assert(
    fc.property(lists, fc.integer({ min: 0, max: 12 }), (margins, day) => {
      const next = nextChange(margins, day);
      const inForce = (on: number) => margins.filter((one) => holdsOn(one, on)).map(({ id }) => id);
      for (let on = day; on < Math.min(next ?? 30, 30); on += 1)
        assert.deepEqual(inForce(on), inForce(day));
    }),
  );
});
