// Carriers that have a field for dangerous goods get it set for dangerous goods, and for nothing else.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allied } from '../../carriers/allied/connector/allied.ts';
import { completeAccount } from '../../src/adapters/connectors/carrier-account.ts';
import { auspostStories } from './stories/auspost.ts';
import { couriersPleaseStories } from './stories/couriers-please.ts';
import { directFreightStories } from './stories/direct-freight.ts';
import { startrackStories } from './stories/startrack.ts';
import { order, question } from './story.ts';

const paint = { description: 'Paint, UN1263' };

/** The body of the first request, as the carrier reads it. */
function firstBody(conversation: Iterator<unknown> | undefined): string {
  const { value } = conversation?.next() ?? {};
  return JSON.stringify((value as { body?: unknown } | undefined)?.body);
}

for (const [stories, field] of [
  [auspostStories, 'contains_dangerous_goods'],
  [startrackStories, 'contains_dangerous_goods'],
  [couriersPleaseStories, 'dangerousGoods'],
  [directFreightStories, 'IsDangerousGoods'],
] as const)
  test(`${stories.connector.carrier}: sets ${field} for dangerous goods and for no other goods`, () => {
    const { connector, consignment } = stories;
    const { stringId } = consignment;
    // With a rate card in the account, the booking is the first request.
    const account = completeAccount(connector, {
      ...stories.account,
      [`rate_card_${stringId}`]: 'STD',
    });
    const bookingBody = (change: object): string =>
      firstBody(connector.book?.(account, order(stringId, change), 0));
    assert.match(bookingBody(paint), new RegExp(`"${field}":true`));
    assert.doesNotMatch(bookingBody(paint), new RegExp(`"${field}":false`));
    assert.match(bookingBody({ description: 'Tiles' }), new RegExp(`"${field}":false`));
  });

test('allied: declares dangerous goods when asking for a price', () => {
  const priceBody = (isDangerous: boolean): string => {
    const request = question({ shipment: { ...question().shipment, isDangerous } });
    return firstBody(allied.quote?.(completeAccount(allied, {}), request));
  };
  assert.match(priceBody(true), /"dangerous":true/);
  assert.match(priceBody(false), /"dangerous":false/);
});
