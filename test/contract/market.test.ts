// The quotes of the shipped carriers together. Their prices are samples, so the tests check only who quotes, who does
// not serve a shipment, and that the figures are plausible relative to each other.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  aCarton,
  albury,
  auckland,
  type Body,
  melbourne,
  sydney,
  sydneyToMelbourne,
} from '../support/bookings/quote-bodies.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const [anySetup] = setups;
assert.ok(anySetup);

type Quoted = {
  total: number;
  price_insurance_ex: number;
  fee: number;
  service: string;
  transit_time: string;
  pickup_dates: string[];
};
type Failed = { courier: string; code: string; serviceability: string; retryable: boolean };
type Market = { quotes: Record<string, Quoted>; errors: Map<string, Failed> };

const noOfferKinds = ['no_route', 'no_items', 'no_service'];

describe('the market of the shipped carriers', () => {
  let t: TestApp;
  before(async () => {
    t = await startTestApp(anySetup, { limits: { v5AnonymousPerHour: 0 } });
  });
  after(() => t.close());

  const marketOf = async (body: Body): Promise<Market> => {
    const answer = await t.inject({ method: 'POST', url: '/api/v5/bookings', payload: body });
    assert.equal(answer.statusCode, 200, answer.body);
    const { quotes, quote_errors } = answer.json<{
      quotes: Record<string, Quoted>;
      quote_errors: Failed[];
    }>();
    const market = {
      quotes,
      errors: new Map(quote_errors.map((error) => [error.courier, error])),
    };
    assertSensible(market);
    return market;
  };

  /**
   * Holds for every market: each carrier quotes or gives a reason, and prices and transit times are plausible.
   */
  const assertSensible = ({ quotes, errors }: Market): void => {
    const known = t.app.carriers
      .snapshot()
      .carriers.flatMap(({ terms }) => terms.services.map(({ stringId }) => stringId));
    assert.deepEqual([...Object.keys(quotes), ...errors.keys()].sort(), known.toSorted());
    for (const error of errors.values()) {
      assert.ok(noOfferKinds.includes(error.serviceability), JSON.stringify(error));
      assert.equal(error.retryable, false);
    }
    for (const [carrier, quote] of Object.entries(quotes)) {
      assert.ok(quote.total > 0, carrier);
      assert.notEqual(quote.transit_time, '', `${carrier} promises no time`);
      assert.ok(quote.pickup_dates.length >= 5, carrier);
      assert.deepEqual(quote.pickup_dates, quote.pickup_dates.toSorted());
      assert.ok((quote.pickup_dates[0] ?? '') >= '2026-11-16', carrier);
    }
  };

  const totals = ({ quotes }: Market): number[] =>
    Object.values(quotes)
      .map(({ total }) => total)
      .sort((a, b) => a - b);

  test('at least twenty-five carriers price a carton from Sydney to Melbourne', async () => {
    const market = await marketOf(sydneyToMelbourne());
    assert.ok(Object.keys(market.quotes).length >= 25, `${Object.keys(market.quotes).length}`);
    const all = totals(market);
    const median = all[Math.floor(all.length / 2)] ?? 0;
    // No price is close to zero or far above the median.
    assert.ok((all[0] ?? 0) >= 5 && (all.at(-1) ?? 0) <= 20 * median, all.join(' '));
    const services = new Set(Object.values(market.quotes).map(({ service }) => service));
    for (const service of ['road', 'express', 'parcel', 'air']) assert.ok(services.has(service));
    // Carriers within one city and international carriers do not quote.
    for (const carrier of ['zoom2u', 'bonds', 'dhl_express', 'ups'])
      assert.equal(market.errors.get(carrier)?.serviceability, 'no_route', carrier);
  });

  test('no carrier is cheaper for a heavier item', async () => {
    let before: Market | undefined;
    for (const weight of [1, 5, 10, 20, 25]) {
      const market = await marketOf(sydneyToMelbourne({ items: [aCarton({ weight })] }));
      assert.ok(Object.keys(market.quotes).length > 5);
      for (const [carrier, { total }] of Object.entries(market.quotes)) {
        const lighter = before?.quotes[carrier]?.total ?? 0;
        assert.ok(total >= lighter, `${carrier}: ${lighter} → ${total} at ${weight} kg`);
      }
      before = market;
    }
  });

  test('same-day couriers also quote within Sydney', async () => {
    const { quotes } = await marketOf(
      sydneyToMelbourne({
        receiver: { postcode: '2065', suburb: 'CROWS NEST', type: 'business', country: 'AU' },
      }),
    );
    const sameDay = Object.values(quotes).filter(({ service }) => service === 'sameday');
    assert.ok(sameDay.length >= 5, Object.keys(quotes).join(' '));
  });

  test('freight lines quote a pallet to Broome by road, dearer than from Perth, and satchel couriers do not', async () => {
    const pallet = [
      { description: 'Pallet', weight: 400, length: 120, width: 120, height: 120, quantity: 1 },
    ];
    const broome = { postcode: '6725', suburb: 'BROOME', type: 'business', country: 'AU' };
    const perth = { postcode: '6000', suburb: 'PERTH', type: 'business', country: 'AU' };
    const far = await marketOf({ sender: sydney, receiver: broome, items: pallet });
    const near = await marketOf({ sender: perth, receiver: broome, items: pallet });
    assert.ok(Object.keys(far.quotes).length >= 8, Object.keys(far.quotes).join(' '));
    for (const [carrier, { service, total }] of Object.entries(far.quotes)) {
      assert.equal(service, 'road', carrier);
      assert.ok(total > 300, `${carrier} carries a pallet across the country for ${total}`);
      assert.ok(total > (near.quotes[carrier]?.total ?? 0), carrier);
    }
    for (const carrier of ['aramex', 'couriers_please', 'auspost_regular_eparcel'])
      assert.equal(far.errors.get(carrier)?.serviceability, 'no_items', carrier);
  });

  test('quotes a satchel to a post office box only with postal services', async () => {
    const satchel = [
      { description: 'Satchel', weight: 0.4, length: 30, width: 20, height: 2, quantity: 1 },
    ];
    for (const receiver of [
      { postcode: '3001', suburb: 'MELBOURNE', type: 'residential', country: 'AU' },
      { ...melbourne, address: 'PO Box 12' },
    ]) {
      const { quotes, errors } = await marketOf({ sender: sydney, receiver, items: satchel });
      const quoting = Object.keys(quotes);
      assert.ok(quoting.length >= 2);
      assert.ok(
        quoting.every((carrier) => carrier.startsWith('auspost_')),
        quoting.join(' '),
      );
      assert.equal(errors.get('aramex')?.code, 'po_box_not_served');
      for (const { total } of Object.values(quotes)) assert.ok(total < 25);
    }
  });

  test('recognises dangerous goods by several words and charges more or declines, by carrier', async () => {
    const plain = await marketOf(sydneyToMelbourne({ description: 'Paint' }));
    for (const words of [
      { description: 'Paint, UN1263' },
      { special_instructions: 'Ring first; dangerous goods' },
    ]) {
      const { quotes, errors } = await marketOf(sydneyToMelbourne(words));
      const surcharged = quotes.startrack_road_express?.total ?? 0;
      assert.ok(
        surcharged > (plain.quotes.startrack_road_express?.total ?? Number.POSITIVE_INFINITY),
      );
      assert.equal(errors.get('startrack_premium')?.code, 'price_on_application');
      assert.equal(errors.get('aramex')?.code, 'dangerous_goods_not_carried');
    }
    const denied = await marketOf(sydneyToMelbourne({ description: 'Paint, no dangerous goods' }));
    assert.deepEqual(Object.keys(denied.quotes), Object.keys(plain.quotes));
  });

  test('only air and post carriers quote a parcel to Norfolk Island, dearer and slower than to Melbourne', async () => {
    const island = {
      postcode: '2899',
      suburb: 'NORFOLK ISLAND',
      type: 'residential',
      country: 'AU',
    };
    const { quotes, errors } = await marketOf(sydneyToMelbourne({ receiver: island }));
    const mainland = await marketOf(
      sydneyToMelbourne({ receiver: { ...melbourne, type: 'residential' } }),
    );
    const quoting = Object.keys(quotes);
    assert.ok(quoting.length >= 1 && quoting.length <= 6, quoting.join(' '));
    for (const [carrier, { total, service }] of Object.entries(quotes)) {
      assert.notEqual(service, 'road', carrier);
      assert.ok(total > (mainland.quotes[carrier]?.total ?? 0), carrier);
    }
    for (const carrier of ['toll', 'tnt_road_express', 'couriers_please'])
      assert.equal(errors.get(carrier)?.serviceability, 'no_route', carrier);
  });

  test('sides of a quarter centimetre get the minimum price from the carriers of a small carton', async () => {
    const tiny = await marketOf(
      sydneyToMelbourne({
        items: [aCarton({ weight: 0.05, length: 0.25, width: 0.25, height: 0.25 })],
      }),
    );
    const small = await marketOf(
      sydneyToMelbourne({ items: [aCarton({ weight: 5, length: 40, width: 35, height: 25 })] }),
    );
    assert.deepEqual(Object.keys(tiny.quotes), Object.keys(small.quotes));
    assert.ok((totals(tiny)[0] ?? 0) <= (totals(small)[0] ?? 0));
  });

  test('only road freight quotes a three-metre tube, dearer than a short one, and others say it is too long', async () => {
    const tube = (length: number) =>
      sydneyToMelbourne({
        items: [aCarton({ description: 'Tube', weight: 6, length, width: 10, height: 10 })],
      });
    const long = await marketOf(tube(300));
    const short = await marketOf(tube(60));
    assert.ok(Object.keys(long.quotes).length >= 3, Object.keys(long.quotes).join(' '));
    assert.ok(Object.keys(short.quotes).length > Object.keys(long.quotes).length);
    for (const [carrier, { service, total }] of Object.entries(long.quotes)) {
      assert.equal(service, 'road', carrier);
      assert.ok(total > (short.quotes[carrier]?.total ?? 0), carrier);
    }
    for (const carrier of ['couriers_please', 'auspost_regular_eparcel'])
      assert.equal(long.errors.get(carrier)?.code, 'item_too_long', carrier);
  });

  test('international carriers quote a parcel to Auckland, and no Australian freight line does', async () => {
    const { quotes, errors } = await marketOf(sydneyToMelbourne({ receiver: auckland }));
    const quoting = Object.keys(quotes);
    for (const carrier of ['dhl_express', 'fedex', 'ups']) assert.ok(quoting.includes(carrier));
    assert.ok(Object.values(quotes).every(({ service }) => service === 'international'));
    for (const carrier of ['toll', 'tnt_road_express', 'aramex'])
      assert.equal(errors.get(carrier)?.serviceability, 'no_route', carrier);
    // And from there: the import services.
    const home = await marketOf({ sender: auckland, receiver: sydney, items: [aCarton()] });
    assert.ok('dhl_express_import' in home.quotes, Object.keys(home.quotes).join(' '));
    assert.ok(!('dhl_express' in home.quotes));
  });

  test('residential addresses and tailgates never lower a price', async () => {
    const base = sydneyToMelbourne({ receiver: { ...albury, type: 'business' } });
    const plain = await marketOf(base);
    for (const change of [
      { receiver: albury },
      { tailgate_delivery: true },
      { tailgate_pickup: true },
    ]) {
      const { quotes } = await marketOf({ ...base, ...change });
      for (const [carrier, { total }] of Object.entries(quotes))
        assert.ok(
          total >= (plain.quotes[carrier]?.total ?? 0),
          `${carrier} ${JSON.stringify(change)}`,
        );
    }
  });

  test('gives an oversized shipment no quotes and a reason from each carrier', async () => {
    const { quotes, errors } = await marketOf(
      sydneyToMelbourne({
        items: [aCarton({ weight: 22_000, length: 1400, width: 1400, height: 1400 })],
      }),
    );
    assert.deepEqual(quotes, {});
    assert.ok([...errors.values()].some(({ code }) => code.startsWith('item_')));
  });
});
