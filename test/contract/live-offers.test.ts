// Offers of live carriers: limits and surcharges of the carrier's rate card apply if its price request cannot express
// them.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { aCarton, auckland, sydney, sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { errorOf, LiveService } from '../support/carriers/live-service.ts';
import { answers, scripted } from '../support/carriers/scripted-carriers.ts';

describe('live offers', () => {
  let service: LiveService;
  const live = ['couriers_please', 'direct_freight', 'auspost_regular_eparcel', 'no_card'];
  before(async () => {
    service = await LiveService.start(live.map((stringId) => scripted(stringId, answers(1100))));
  });
  after(() => service.t.close());
  const quote = (change: object) => service.quote(undefined, sydneyToMelbourne({ ...change }));

  test('refuses a post office box for a live carrier whose card does not serve them', async () => {
    const answer = await quote({ receiver: { ...sydney, address: 'PO Box 12' } });
    assert.equal(answer.quotes.couriers_please, undefined);
    assert.deepEqual(errorOf(answer, 'couriers_please'), {
      code: 'po_box_not_served',
      serviceability: 'no_route',
      retryable: false,
    });
    assert.equal(answer.quotes.auspost_regular_eparcel?.total, 11);
    assert.equal(answer.quotes.no_card?.total, 11);
  });

  test('sells no tailgate from a carrier without one or for an item too heavy for it', async () => {
    const answer = await quote({ tailgate_delivery: true, items: [aCarton({ weight: 900 })] });
    assert.equal(errorOf(answer, 'couriers_please').code, 'tailgate_not_offered');
    assert.equal(errorOf(answer, 'direct_freight').code, 'tailgate_too_heavy');
  });

  test("charges the card's tailgate fee on top of the carrier's own price", async () => {
    const answer = await quote({ tailgate_pickup: true, tailgate_delivery: true });
    // Two tailgates of 55 dollars without GST, on which no fuel levy is charged.
    assert.equal(answer.quotes.direct_freight?.total, 11 + 2 * 55 * 1.1);
    const breakdown = await service.t.get(`/api/v5/bookings/v4/${answer.id}/breakdown`, {
      'api-key': service.jane.key,
    });
    const { lines } = breakdown.json().direct_freight as {
      lines: { code: string; label: string; amount: number }[];
    };
    const line = lines.find(({ code }) => code === 'TAILGATE');
    assert.equal(line?.amount, 121);
    assert.match(line?.label ?? '', /^Tailgate, from rate card SAMPLE-DF-ROAD-2026 /);
    assert.equal(
      lines.reduce((sum, { amount }) => sum + amount, 0),
      answer.quotes.direct_freight?.total,
    );
    assert.equal(errorOf(answer, 'couriers_please').code, 'tailgate_not_offered');
    assert.equal(errorOf(answer, 'no_card').code, 'tailgate_not_offered');
  });

  test("a live price for an international shipment contains no GST, like a card's", async () => {
    const gstOf = async (change: object): Promise<number[]> => {
      const { id } = await quote(change);
      const breakdown = await service.t.get(`/api/v5/bookings/v4/${id}/breakdown`, {
        'api-key': service.jane.key,
      });
      const { lines } = breakdown.json().no_card as { lines: { code: string; amount: number }[] };
      return lines.filter(({ code }) => code === 'GST').map(({ amount }) => amount);
    };
    assert.deepEqual(await gstOf({}), [1]);
    assert.deepEqual(await gstOf({ receiver: auckland }), [0]);
  });

  test('charges bulky items of a live carrier by the cubic weight of its card', async () => {
    const bulky = aCarton({ weight: 2, length: 60, width: 50, height: 50 });
    const { id } = await quote({ items: [bulky] });
    const breakdown = await service.t.get(`/api/v5/bookings/v4/${id}/breakdown`, {
      'api-key': service.jane.key,
    });
    const { direct_freight: withCard, no_card: none } = breakdown.json();
    assert.ok(withCard.charged_weight > 2);
    assert.equal(none.charged_weight, 2);
  });

  test('does not apply the weight limit of the card to a live price', async () => {
    const answer = await quote({ items: [aCarton({ weight: 900 })] });
    assert.equal(answer.quotes.couriers_please?.total, 11);
  });
});
