// Tests of the simulated Shipping and Tracking: each operation with the protocol's own field names.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import {
  type Ask,
  assertPdf,
  basic,
  jsonOf,
  openSimulator,
  type TestSimulator,
} from '../../../test/support/carriers/simulator.ts';

const auspostHeaders = {
  ...basic('sim-auspost-key', 'sim-auspost-password'),
  'account-number': '0009990001',
};
const starTrackHeaders = {
  ...basic('sim-startrack-key', 'sim-startrack-password'),
  'account-number': '09990002',
};

const party = (name: string, suburb: string, state: string, postcode: string) => ({
  name,
  lines: ['1 Main Street'],
  suburb,
  state,
  postcode,
  phone: '0299990000',
  email: 'jo@example.com',
});
const carton = { weight: 5, length: 30, width: 30, height: 30 };
const shipment = (reference: string, product = 'T28S', items = 1) => ({
  shipment_reference: reference,
  customer_reference_1: reference,
  from: party('Sender', 'SYDNEY', 'NSW', '2000'),
  to: { ...party('Receiver', 'MELBOURNE', 'VIC', '3000'), business_name: 'Receiver Pty Ltd' },
  items: Array.from({ length: items }, (_, n) => ({
    item_reference: `${reference}-${n + 1}`,
    product_id: product,
    ...carton,
  })),
  movement_type: 'DESPATCH',
});
const labelRequest = (ids: string[], format = 'PDF', wait = true) => ({
  wait_for_label_url: wait,
  preferences: [
    { type: 'PRINT', format, groups: [{ group: 'Parcel Post', layout: 'A4-1pp', branded: true }] },
  ],
  shipments: ids.map((shipment_id) => ({ shipment_id })),
});

describe('Shipping and Tracking', () => {
  let simulator: TestSimulator;
  let ask: Ask;
  let askStarTrack: Ask;
  before(async () => {
    simulator = await openSimulator('auspost', 'startrack');
    ask = simulator.client('auspost', auspostHeaders);
    askStarTrack = simulator.client('startrack', starTrackHeaders);
  });
  after(() => simulator.close());
  beforeEach(() => simulator.control('POST', '/reset'));

  const create = async (reference: string, product?: string, items?: number) => {
    const answer = await ask('POST', '/shipments', {
      body: { shipments: [shipment(reference, product, items)] },
    });
    assert.equal(answer.status, 201, answer.text);
    return jsonOf(answer).shipments[0];
  };

  test('the account lists the products that it may use', async () => {
    const { postage_products } = jsonOf(await ask('GET', '/accounts/0009990001'));
    assert.deepEqual(
      postage_products.map((product: { product_id: string }) => product.product_id),
      ['T28', 'T28S', 'E34', 'E34S', '7D55', '3J55'],
    );
  });

  test('rejects wrong, missing and foreign credentials in the two spellings of errors', async () => {
    const stranger = simulator.client('auspost', basic('sim-auspost-key', 'wrong'));
    const refused = await stranger('GET', '/accounts/0009990001');
    assert.equal(refused.status, 401);
    assert.equal(jsonOf(refused).errors[0].error_code, 'API_001');
    assert.equal((await simulator.client('auspost')('GET', '/address')).status, 401);
    const other = await ask('GET', '/accounts/0001112223');
    assert.equal(other.status, 404);
    assert.equal(jsonOf(other).errors[0].name, 'CUSTOMER_NOT_FOUND');
    const noAccount = simulator.client('auspost', basic('sim-auspost-key', 'sim-auspost-password'));
    assert.equal(jsonOf(await noAccount('GET', '/shipments')).errors[0].code, '41001');
  });

  test('finds a suburb in its postcode and suggests others', async () => {
    const right = await ask('GET', '/address?suburb=Melbourne&state=VIC&postcode=3000');
    assert.deepEqual(jsonOf(right), { found: true, results: [] });
    const wrong = jsonOf(await ask('GET', '/address?suburb=Sydney&state=VIC&postcode=3121'));
    assert.equal(wrong.found, false);
    assert.ok(wrong.results.includes('RICHMOND'));
  });

  test('prices items without surcharges, once for each product of the account', async () => {
    const answer = await ask('POST', '/prices/items', {
      body: { from: { postcode: '2000' }, to: { postcode: '3000' }, items: [carton] },
    });
    const [item] = jsonOf(answer).items;
    assert.deepEqual(
      item.prices.map(({ product_id }: { product_id: string }) => product_id),
      ['T28', 'T28S', 'E34', 'E34S', '7D55', '3J55'],
    );
    const [parcel] = item.prices;
    // The sample card's freight of 12.33, without its fuel and signature.
    assert.equal(parcel.calculated_price_ex_gst, 12.33);
    assert.equal(parcel.calculated_gst, 1.23);
    assert.equal(parcel.calculated_price, 13.56);
    assert.equal(parcel.options.authority_to_leave_option, true);
  });

  test('prices a shipment with everything, to the cent of the sample card', async () => {
    const answer = await ask('POST', '/prices/shipments', {
      body: { shipments: [shipment('P1')] },
    });
    const [{ shipment_summary }] = jsonOf(answer).shipments;
    assert.equal(shipment_summary.total_cost, 17.57);
    assert.equal(shipment_summary.total_gst, 1.6);
    assert.equal(shipment_summary.fuel_surcharge, 1.04);
  });

  test('reports a missing price at its item', async () => {
    const answer = await ask('POST', '/prices/items', {
      body: {
        from: { postcode: '2000' },
        to: { postcode: '3000' },
        items: [{ ...carton, weight: 30, product_id: 'T28' }],
      },
    });
    const [item] = jsonOf(answer).items;
    assert.deepEqual(item.prices, []);
    assert.equal(item.errors[0].name, 'NO_PRICES_FOR_PRODUCT');
  });

  test('StarTrack prices only with suburbs', async () => {
    const body = { from: { postcode: '2000' }, to: { postcode: '3000' }, items: [carton] };
    const refused = await askStarTrack('POST', '/prices/items', { body });
    assert.equal(refused.status, 400);
    assert.deepEqual(
      jsonOf(refused).errors.map(({ field }: { field: string }) => field),
      ['from.suburb', 'to.suburb'],
    );
  });

  test('creates a shipment with articles whose check digits are right', async () => {
    const made = await create('B1', 'T28S', 2);
    assert.match(made.items[0].tracking_details.consignment_id, /^ZSM\d{7}$/);
    assert.match(made.items[1].tracking_details.article_id, /^ZSM\d{7}02000930909?\d+$/);
    assert.equal(made.items[0].tracking_details.article_id.length, 21);
    assert.equal(made.shipment_summary.status, 'Created');
    assert.equal(made.shipment_summary.number_of_items, 2);
  });

  test('lists everything wrong with a shipment and creates nothing', async () => {
    const sent = shipment('B2');
    const bad = { ...sent, to: { ...sent.to, name: '' }, items: [{ product_id: 'NO', weight: 1 }] };
    for (const path of ['/shipments', '/shipments/validation']) {
      const refused = await ask('POST', path, { body: { shipments: [bad] } });
      assert.equal(refused.status, 400);
      assert.deepEqual(
        jsonOf(refused).errors.map(({ field }: { field: string }) => field),
        ['to.name', 'items[0].product_id'],
      );
    }
    assert.deepEqual(jsonOf(await simulator.control('GET', '/shipments')), []);
    const fine = await ask('POST', '/shipments/validation', { body: { shipments: [sent] } });
    assert.equal(fine.status, 200);
    assert.deepEqual(jsonOf(await simulator.control('GET', '/shipments')), []);
  });

  test('finds a shipment by its id and by our reference', async () => {
    const made = await create('B3');
    const byId = jsonOf(await ask('GET', `/shipments?shipment_ids=${made.shipment_id}`));
    assert.deepEqual(byId.shipments, [made]);
    const listed = '/shipments?offset=0&number_of_shipments=10';
    const byReference = jsonOf(await ask('GET', `${listed}&sender_reference=B3`));
    assert.deepEqual(byReference.shipments, [made]);
    assert.deepEqual(jsonOf(await ask('GET', `${listed}&sender_reference=B4`)).shipments, []);
    const unknown = await ask('GET', '/shipments?shipment_ids=unknown');
    assert.equal(unknown.status, 404);
    assert.equal(jsonOf(unknown).errors[0].name, 'SHIPMENT_NOT_FOUND_ERROR');
  });

  test('changes and deletes a shipment until it is lodged', async () => {
    const { shipment_id } = await create('B5');
    const heavier = shipment('B5');
    const changed = await ask('PUT', `/shipments/${shipment_id}`, {
      body: { ...heavier, items: [{ ...heavier.items[0], weight: 12 }] },
    });
    assert.equal(changed.status, 200, changed.text);
    assert.equal(jsonOf(changed).shipment_id, shipment_id);
    assert.equal((await ask('DELETE', `/shipments/${shipment_id}`)).status, 200);
    assert.equal((await ask('DELETE', `/shipments/${shipment_id}`)).status, 404);
    const lodged = await create('B6');
    const body = { order_reference: 'O1', shipments: [{ shipment_id: lodged.shipment_id }] };
    await ask('PUT', '/orders', { body });
    const refused = await ask('DELETE', `/shipments/${lodged.shipment_id}`);
    assert.equal(refused.status, 400);
    assert.match(jsonOf(refused).errors[0].name, /LODGED/);
  });

  test('prints labels as PDF or ZPL, at once or on a later request', async () => {
    const { shipment_id, items } = await create('B7', 'T28S', 2);
    const pending = jsonOf(
      await ask('POST', '/labels', { body: labelRequest([shipment_id], 'PDF', false) }),
    );
    assert.equal(pending.labels[0].status, 'PENDING');
    assert.equal(pending.labels[0].url, undefined);
    const ready = jsonOf(await ask('GET', `/labels/${pending.labels[0].request_id}`)).labels[0];
    assert.equal(ready.status, 'AVAILABLE');
    const file = await fetch(ready.url);
    assert.equal(file.headers.get('content-type'), 'application/pdf');
    assertPdf(Buffer.from(await file.arrayBuffer()));
    const zpl = jsonOf(await ask('POST', '/labels', { body: labelRequest([shipment_id], 'ZPL') }));
    const text = await (await fetch(zpl.labels[0].url)).text();
    assert.equal(text.match(/\^XA/g)?.length, 2);
    assert.ok(text.includes(items[1].tracking_details.article_id));
    assert.equal((await ask('POST', '/labels', { body: labelRequest(['unknown']) })).status, 404);
  });

  test('an order lodges shipments once and has a summary', async () => {
    const { shipment_id } = await create('B8');
    const body = {
      order_reference: 'O2',
      payment_method: 'CHARGE_TO_ACCOUNT',
      shipments: [{ shipment_id }],
    };
    const answer = await ask('PUT', '/orders', { body });
    assert.equal(answer.status, 201);
    const { order } = jsonOf(answer);
    assert.match(order.order_id, /^AP\d{10}$/);
    assert.equal(order.order_summary.number_of_shipments, 1);
    assert.equal((await ask('PUT', '/orders', { body })).status, 400);
    const summary = await ask('GET', `/accounts/0009990001/orders/${order.order_id}/summary`);
    assertPdf(summary.bytes);
    const bare = await ask('POST', '/orders', { body });
    assert.equal(bare.status, 400, 'POST creates shipments, so bare ids are not enough');
    const both = await ask('POST', '/orders', { body: { shipments: [shipment('B9')] } });
    assert.equal(both.status, 201);
    const unknown = await ask('GET', '/accounts/0009990001/orders/AP0/summary');
    assert.equal(jsonOf(unknown).errors[0].code, '44026');
  });

  test('tracking advances with the clock and reports an unknown number separately', async () => {
    const made = await create('B10');
    const { article_id, consignment_id } = made.items[0].tracking_details;
    const track = async (ids: string) =>
      jsonOf(await ask('GET', `/track?tracking_ids=${ids}`)).tracking_results;
    const [first, unknown] = await track(`${article_id},UNKNOWN`);
    assert.equal(first.trackable_items[0].events.length, 1);
    assert.equal(unknown.errors[0].code, 'ESB-10001');
    await simulator.advance(700);
    const [whole] = await track(consignment_id);
    const [last] = whole.trackable_items[0].items;
    assert.equal(last.status, 'Delivered');
    assert.deepEqual(
      last.events.map(({ description }: { description: string }) => description),
      [
        'Delivered',
        'With Australia Post for delivery today',
        'Processed through Australia Post facility',
        'Received by Australia Post',
        'Shipping information received by Australia Post',
      ],
    );
    assert.match(last.events[0].date, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+10:00$/);
  });

  test('StarTrack reports its consignments beside the articles', async () => {
    const answer = await askStarTrack('POST', '/shipments', {
      body: { shipments: [shipment('S1', 'EXP')] },
    });
    const [{ items }] = jsonOf(answer).shipments;
    const { consignment_id, article_id } = items[0].tracking_details;
    assert.match(consignment_id, /^ZSMS\d{8}$/);
    assert.equal(article_id, `${consignment_id}EXP00001`);
    const tracked = jsonOf(await askStarTrack('GET', `/track?tracking_ids=${consignment_id}`));
    assert.equal(tracked.tracking_results[0].consignment.events.length, 1);
    assert.equal(tracked.tracking_results[0].trackable_items[0].article_id, article_id);
    const refused = await askStarTrack('GET', `/track?tracking_ids=${article_id}`);
    assert.equal(refused.status, 400);
    assert.equal(jsonOf(refused).errors[0].code, '51104');
  });

  test('StarTrack books an ad-hoc pickup and rejects one that starts in the past', async () => {
    const adhoc_pickup = {
      product_id: 'EXP',
      pickup_reference: 'P1',
      pickup_date: '2026-09-16',
      pickup_starttime: '14:00:00',
      pickup_endtime: '17:00:00',
      from: {
        lines: ['1 Main Street'],
        suburb: 'SYDNEY',
        postcode: '2000',
        state: 'NSW',
        phone: '0299990000',
      },
      parcel_details: [{ packaging_type: 'CTN', count: 1, weight: 5, heaviest_item: 5 }],
      booking_contact_details: { name: 'Jo', phone: '0299990000' },
    };
    const request = (change: object) =>
      askStarTrack('POST', '/pickups/adhoc', {
        body: { adhoc_pickup: { ...adhoc_pickup, ...change } },
      });
    const booked = await request({});
    assert.equal(booked.status, 201, booked.text);
    assert.match(jsonOf(booked).adhoc_pickups[0].booking_id, /^\d{7}$/);
    for (const [code, change] of [
      ['49240', { pickup_starttime: '11:00:00' }],
      ['400', { product_id: 'ABC' }],
      ['49245', { parcel_details: [{ packaging_type: 'ITM', count: 1, weight: 5 }] }],
    ] as const)
      assert.equal(jsonOf(await request(change)).errors[0].code, code);
    const auspost = await ask('POST', '/pickups/adhoc', { body: { adhoc_pickup } });
    assert.equal(auspost.status, 404);
  });

  test('allows tracking ten times a minute and ten numbers at once', async () => {
    const eleven = Array.from({ length: 11 }, (_, n) => `A${n}`).join(',');
    assert.equal((await ask('GET', `/track?tracking_ids=${eleven}`)).status, 400);
    for (let n = 1; n < 10; n += 1) await ask('GET', '/track?tracking_ids=A');
    const refused = await ask('GET', '/track?tracking_ids=A');
    assert.equal(refused.status, 429);
    assert.deepEqual(Object.keys(jsonOf(refused).errors[0]), [
      'message',
      'error_code',
      'error_name',
    ]);
    assert.equal(jsonOf(refused).errors[0].error_code, 'API_002');
    await simulator.advance(61);
    assert.equal((await ask('GET', '/track?tracking_ids=A')).status, 200);
  });

  test('rejects invalid JSON and unknown paths in the same form', async () => {
    assert.equal((await ask('POST', '/shipments', { text: '{' })).status, 400);
    assert.ok(jsonOf(await ask('GET', '/nowhere')).errors[0].message);
  });
});
