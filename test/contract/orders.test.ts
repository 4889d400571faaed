// POST /orders, in both generations: what is accepted, how it is answered, and what is rejected.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { timestampWithColon } from '../../src/domain/time/timestamp.ts';
import { aCarton, without } from '../support/bookings/quote-bodies.ts';
import { aFullOrder } from '../support/orders/order-bodies.ts';
import {
  OrderClient,
  orderGenerations,
  ordersAt,
  refused,
} from '../support/orders/order-client.ts';
import { setups } from '../support/setups.ts';

const interfaceFields = [
  'id',
  'order_id',
  'transdirect_order_id',
  'transdirect_member_id',
  'transdirect_order_status',
  'imported_from',
  'imported_time',
  'purchased_time',
  'paid_time',
  'sale_price',
  'courier_price',
  'selected_courier',
  'goods_summary',
  'goods_dump',
  'buyer_name',
  'buyer_email',
  'delivery',
  'last_updated',
];

const required = [
  'order_id',
  'imported_from',
  'purchased_time',
  'sale_price',
  'paid_time',
  'buyer_name',
  'buyer_email',
  'delivery_name',
  'delivery_email',
  'delivery_phone',
  'delivery_address',
  'shipping_postcode',
  'shipping_city',
];

for (const setup of setups) {
  describe(`creating orders on ${setup.name}`, () => {
    let client: OrderClient;
    before(async () => {
      client = await OrderClient.open(setup);
    });
    after(() => client.t.close());

    for (const [generation, prefix] of orderGenerations) {
      const { send, create, read } = ordersAt(prefix, () => client);

      test(`${generation}: returns every field of the interface as it was sent`, async () => {
        const number = client.fresh();
        const now = timestampWithColon(client.t.app.clock.nowMs(), 'Australia/Sydney');
        assert.match(now, /^2026-11-16T10:\d\d:\d\d\+11:00$/);
        const answer = await create({
          order_id: number,
          goods_summary: 'SKU-7',
          courier_price: '11.03',
          shipping_first_name: 'Jane',
          shipping_state: 'VIC',
          shipping_country: 'AU',
        });
        assert.deepEqual(Object.keys(answer).slice(0, interfaceFields.length), interfaceFields);
        const shown = Object.fromEntries(interfaceFields.map((name) => [name, answer[name]]));
        assert.deepEqual(shown, {
          id: answer.id,
          order_id: number,
          transdirect_order_id: null,
          transdirect_member_id: client.jane.id,
          transdirect_order_status: 'ready_to_book',
          imported_from: 'Custom',
          imported_time: now,
          purchased_time: '2026-11-15 09:00:00',
          paid_time: '2026-11-15 09:05:00',
          sale_price: 99.95,
          courier_price: 11.03,
          selected_courier: null,
          goods_summary: 'SKU-7',
          goods_dump: null,
          buyer_name: 'Jane Doe',
          buyer_email: 'j@example.com',
          delivery: {
            name: 'Jane Doe',
            email: 'j@example.com',
            phone: '0400000000',
            address: '1 A St',
          },
          last_updated: now,
        });
        assert.deepEqual(await read(answer.id), answer);
        if (generation === 'v4') assert.deepEqual(Object.keys(answer), interfaceFields);
      });

      test(`${generation}: updates the same order when it is sent again with the platform in another case`, async () => {
        const first = await create({ imported_from: 'Magento', goods_summary: 'One' });
        client.t.advanceClock(60_000);
        const again = await create({
          order_id: first.order_id,
          imported_from: 'MAGENTO',
          goods_summary: 'Two',
          sale_price: 5,
        });
        assert.equal(again.id, first.id);
        assert.deepEqual(
          [again.goods_summary, again.sale_price, again.imported_from],
          ['Two', 5, 'MAGENTO'],
        );
        assert.equal(again.imported_time, first.imported_time);
        assert.notEqual(again.last_updated, first.last_updated);
        const elsewhere = await create({ order_id: first.order_id, imported_from: 'Shopify' });
        assert.notEqual(elsewhere.id, first.id);
        const ofBob = await create(
          { order_id: first.order_id, imported_from: 'Magento' },
          client.bob,
        );
        assert.notEqual(ofBob.id, first.id);
        assert.equal((await read(first.id)).goods_summary, 'Two');
      });

      test(`${generation}: an order sent many times at once is one order`, async () => {
        const order_id = client.fresh();
        const answers = await Promise.all(
          Array.from({ length: 12 }, (_, n) =>
            create({ order_id, imported_from: n % 2 === 0 ? 'Woo' : 'WOO', sale_price: n }),
          ),
        );
        assert.equal(new Set(answers.map(({ id }) => id)).size, 1);
      });

      test(`${generation}: keeps the booking and address of an order sent again without them`, async () => {
        const first = await create();
        const again = aFullOrder({ order_id: first.order_id, buyer_name: 'John Doe' });
        for (const field of required.filter((name) => /^(delivery|shipping)_/.test(name)))
          delete again[field];
        const answer = await send('POST', '', again);
        assert.equal(answer.statusCode, 201, answer.body);
        const kept = answer.json();
        assert.equal(kept.id, first.id);
        assert.equal(kept.buyer_name, 'John Doe');
        assert.deepEqual(kept.delivery, first.delivery);
        assert.equal(kept.transdirect_order_status, 'ready_to_book');
        // The order's number and buyer are required all the same, and a new order requires every field.
        const nameless = without(aFullOrder({ order_id: first.order_id }), 'buyer_name');
        await refused(send('POST', '', nameless), 400, 'buyer_name');
        const { errors } = await refused(
          send('POST', '', { ...again, order_id: client.fresh(), items: [aCarton({ weight: 0 })] }),
          400,
        );
        assert.equal(Object.keys(errors as object).length, 6);
      });

      for (const field of required) {
        test(`${generation}: rejects an order without ${field} and names the field`, async () => {
          await refused(send('POST', '', without(aFullOrder(), field)), 400, field);
        });
      }

      test(`${generation}: names all missing fields at once`, async () => {
        const { errors } = await refused(send('POST', '', {}), 400);
        assert.deepEqual(Object.keys(errors as object).sort(), required.toSorted());
      });

      test(`${generation}: refuses blanks in required order fields and accepts them in others`, async () => {
        for (const field of ['order_id', 'imported_from', 'purchased_time', 'sale_price'])
          for (const blank of ['', ' ', null])
            await refused(send('POST', '', aFullOrder({ [field]: blank })), 400, field);
        const answer = await create({
          paid_time: '',
          delivery_email: '',
          delivery_phone: null,
          buyer_email: '',
        });
        assert.equal(answer.paid_time, '');
        assert.deepEqual(answer.delivery, {
          name: 'Jane Doe',
          email: '',
          phone: '',
          address: '1 A St',
        });
      });

      test(`${generation}: accepts prices as numbers or text, with thousands commas`, async () => {
        for (const [sent, shown] of [
          [12.5, 12.5],
          ['12.50', 12.5],
          ['1,234.50', 1234.5],
          ['1,234,567.89', 1234567.89],
          [0, 0],
          ['0.00', 0],
        ] as const)
          assert.equal((await create({ sale_price: sent })).sale_price, shown);
        for (const wrong of ['twelve', -1, '1,23', true, {}, 1e12])
          await refused(send('POST', '', aFullOrder({ sale_price: wrong })), 400, 'sale_price');
        await refused(send('POST', '', aFullOrder({ courier_price: 'x' })), 400, 'courier_price');
      });

      test(`${generation}: accepts times in the forms that clients send, and shows them in Sydney time`, async () => {
        for (const [sent, shown] of [
          ['2026-11-15 09:00:00', '2026-11-15 09:00:00'],
          ['2026-11-15T09:00:00', '2026-11-15 09:00:00'],
          ['2026-11-15 09:00', '2026-11-15 09:00:00'],
          ['2026-11-15', '2026-11-15 00:00:00'],
          ['2015-06-01T16:06:52+1000', '2015-06-01 16:06:52'],
          ['2026-11-15T09:00:00+11:00', '2026-11-15 09:00:00'],
          ['2026-11-14T22:00:00Z', '2026-11-15 09:00:00'],
          ['2026-11-14T22:00:00.123Z', '2026-11-15 09:00:00'],
          // Sydney's daylight saving skips this time, Brisbane's does not: times without an offset are kept as sent.
          ['2026-10-04 02:30:00', '2026-10-04 02:30:00'],
        ])
          assert.equal((await create({ purchased_time: sent })).purchased_time, shown, sent);
        assert.equal((await create({ paid_time: '0000-00-00 00:00:00' })).paid_time, '');
        for (const wrong of ['yesterday', '15/11/2026', '2026-02-30 10:00:00', 1794700000])
          await refused(
            send('POST', '', aFullOrder({ purchased_time: wrong })),
            400,
            'purchased_time',
          );
        assert.equal(
          (await create({ last_updated: '2026-11-15 09:06:00' })).last_updated,
          '2026-11-15T09:06:00+11:00',
        );
      });

      test(`${generation}: accepts the delivery nested or flat, and prefers the nested form`, async () => {
        const flat = ['delivery_name', 'delivery_email', 'delivery_phone', 'delivery_address'];
        const answer = await create({
          ...Object.fromEntries(flat.map((name) => [name, undefined])),
          delivery: { name: 'Jo', email: 'jo@example.com', phone: 412345678, address: '2 B St' },
        });
        assert.deepEqual(answer.delivery, {
          name: 'Jo',
          email: 'jo@example.com',
          phone: '412345678',
          address: '2 B St',
        });
        const both = await create({ delivery: { name: 'Jo' } });
        assert.deepEqual(both.delivery, {
          name: 'Jo',
          email: 'j@example.com',
          phone: '0400000000',
          address: '1 A St',
        });
        await refused(send('POST', '', aFullOrder({ delivery: 'home' })), 400, 'delivery');
      });

      test(`${generation}: answers 400 to a body that is not a JSON object`, async () => {
        for (const body of [[], [1], 'x', 7, null]) await refused(send('POST', '', body), 400);
        const answer = await client.t.inject({
          method: 'POST',
          url: prefix,
          headers: { 'api-key': client.jane.key, 'content-type': 'application/json' },
          payload: '{',
        });
        assert.equal(answer.statusCode, 400);
      });

      test(`${generation}: refuses texts that are too long or contain NUL`, async () => {
        for (const [field, value] of [
          ['order_id', 'x'.repeat(256)],
          ['imported_from', 'a\u0000b'],
          ['goods_dump', 'x'.repeat(10_001)],
          ['order_id', 2 ** 60],
        ] as const)
          await refused(send('POST', '', aFullOrder({ [field]: value })), 400, field);
        const unusual = '🚚 Ünïcode — Straße\u2028"\\';
        assert.equal((await create({ buyer_name: unusual })).buyer_name, unusual);
      });

      test(`${generation}: an Idempotency-Key replays the first answer and rejects another body`, async () => {
        const post = (path: string, payload: object) =>
          client.t.inject({
            method: 'POST',
            url: prefix + path,
            headers: {
              'api-key': client.jane.key,
              'idempotency-key': `once ${generation} ${path}`,
            },
            payload,
          });
        const receiver = { name: 'Jo', address: '1 A St', suburb: 'Melbourne', postcode: '3000' };
        for (const [path, body] of [
          ['', aFullOrder({ order_id: client.fresh() })],
          ['/create-simple', { order_id: client.fresh(), receiver, items: [aCarton()] }],
        ] as const) {
          const first = await post(path, body);
          assert.equal(first.statusCode, 201, first.body);
          client.t.advanceClock(60_000);
          const again = await post(path, body);
          assert.deepEqual([again.statusCode, again.json()], [201, first.json()]);
          assert.equal(again.headers['idempotency-replayed'], 'true');
          await refused(post(path, { ...body, goods_summary: 'Other' }), 409);
          assert.equal((await read(first.json().id)).goods_summary, '');
        }
      });

      test(`${generation}: answers 401 without credentials and stores nothing`, async () => {
        const order_id = client.fresh();
        const answer = await client.t.inject({
          method: 'POST',
          url: prefix,
          payload: aFullOrder({ order_id }),
        });
        assert.equal(answer.statusCode, 401);
        const list = await client.t.get(`${prefix}?q=${order_id}`, { 'api-key': client.jane.key });
        assert.deepEqual(list.json(), []);
      });
    }
  });
}
