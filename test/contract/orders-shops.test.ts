// Replays orders of shop plug-ins word for word: WooCommerce's orders with and without a quote, several at once, the
// short form, and products.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { aCarton, type Body, without } from '../support/bookings/quote-bodies.ts';
import { wooCommerceOrder, wooCommerceSync } from '../support/orders/order-bodies.ts';
import {
  type OrderAnswer,
  OrderClient,
  orderGenerations,
  ordersAt,
  refused,
} from '../support/orders/order-client.ts';
import { setups } from '../support/setups.ts';

/** The minimum that create-simple accepts and that can be booked. */
const simple = (change: Body = {}): Body => ({
  order_id: 'S-1',
  receiver: {
    name: 'Jane Doe',
    address: '1 A St',
    suburb: 'Melbourne',
    postcode: '3000',
  },
  items: [aCarton()],
  ...change,
});

for (const setup of setups) {
  describe(`orders as shops send them on ${setup.name}`, () => {
    let client: OrderClient;
    before(async () => {
      client = await OrderClient.open(setup);
    });
    after(() => client.t.close());

    for (const [generation, prefix] of orderGenerations) {
      const { send, read } = ordersAt(prefix, () => client);
      const sent = async <Answer = OrderAnswer>(
        path: string,
        body: unknown,
        status = 201,
      ): Promise<Answer> => {
        const answer = await send('POST', path, body);
        assert.equal(answer.statusCode, status, answer.body);
        return answer.json();
      };

      test(`${generation}: accepts WooCommerce's order and updates it when sent again`, async () => {
        const booking = await client.quoted();
        const first = await sent('/', wooCommerceOrder(booking));
        assert.ok(first.id > 0);
        const { name, phone, address } = first.delivery as Body;
        assert.deepEqual(
          [first.order_id, first.transdirect_order_id, first.transdirect_order_status],
          ['321', booking, 'ready_to_book'],
        );
        assert.deepEqual([name, phone, address], ['Jane Doe', '0400000000', '1 A St']);
        assert.deepEqual(
          [first.sale_price, first.courier_price, first.selected_courier],
          [12.5, 11.03, 'couriers_please'],
        );
        assert.deepEqual([first.goods_summary, first.goods_dump], ['SKU-7', 'Widget']);
        assert.deepEqual(
          [first.purchased_time, first.paid_time, first.last_updated],
          ['2026-11-15 09:00:00', '2026-11-15 09:05:00', '2026-11-15T09:06:00+11:00'],
        );
        for (const change of [
          {},
          { sale_price: '1,234.50' },
          { imported_from: 'WooCommerce', order_id: '321' },
          // The order is not completed yet, so the shop sends no time.
          { paid_time: '' },
          { courier_price: '' },
        ]) {
          const again = await sent('/', wooCommerceOrder(booking, change));
          assert.equal(again.id, first.id);
        }
        assert.equal((await read(first.id)).sale_price, 12.5);
        // The next test uses the same shop.
        await send('DELETE', `/${first.id}`);
      });

      test(`${generation}: syncOrders accepts WooCommerce's order without a quote`, async () => {
        const first = await sent('/syncOrders', wooCommerceSync());
        assert.ok(first.id > 0);
        assert.deepEqual(
          [first.order_id, first.transdirect_order_status, first.sale_price, first.paid_time],
          ['322', 'ready_to_book', 1234.5, ''],
        );
        const again = await sent('/syncOrders', wooCommerceSync({ courier_price: '9.90' }));
        assert.deepEqual([again.id, again.courier_price], [first.id, 9.9]);
        // A product without sizes: the order is accepted but not ready to book.
        const blank = { weight: '', height: '', width: '', length: '' };
        const waiting = await sent(
          '/syncOrders',
          wooCommerceSync({
            order_id: `${generation}-323`,
            items: [{ ...blank, quantity: 1, description: 'carton', sku: null }],
          }),
        );
        assert.equal(waiting.transdirect_order_status, 'pending');
        await refused(
          send('POST', '/syncOrders', without(wooCommerceSync(), 'order_id')),
          400,
          'order_id',
        );
        await refused(send('POST', '/syncOrders', {}), 400);
      });

      test(`${generation}: answers many orders with their own results in order`, async () => {
        const number = (n: number): string => `${generation}-batch-${n}`;
        const orders = [
          wooCommerceSync({ order_id: number(1) }),
          wooCommerceSync({ order_id: number(2), sale_price: 'much' }),
          wooCommerceSync({ order_id: number(1), sale_price: 7 }),
          wooCommerceSync({ order_id: number(3), transdirect_order_id: 999_999_999 }),
          wooCommerceSync({ order_id: number(4), items: [aCarton({ weight: 0 })] }),
          'nonsense',
          { order_id: number(5), imported_from: 'Else' },
        ];
        for (const body of [{ orders }, orders]) {
          const isFirst = body !== orders;
          const answer = await sent<Body & { results: Body[] }>('/syncOrders', body, 200);
          assert.deepEqual(
            [answer.created, answer.updated, answer.failed],
            isFirst ? [2, 1, 4] : [0, 3, 4],
          );
          assert.deepEqual(
            answer.results.map(({ order_id, result }) => [order_id, result]),
            [
              [number(1), isFirst ? 'created' : 'updated'],
              [number(2), 'failed'],
              [number(1), 'updated'],
              [number(3), 'failed'],
              [number(4), 'failed'],
              ['', 'failed'],
              [number(5), isFirst ? 'created' : 'updated'],
            ],
          );
          const [first, wrong, second, ofNoBooking] = answer.results;
          assert.equal(first?.id, second?.id);
          assert.equal(wrong?.error, 'validation_error');
          assert.deepEqual(Object.keys(wrong?.errors as object), ['sale_price']);
          assert.deepEqual(Object.keys(ofNoBooking?.errors as object), ['transdirect_order_id']);
          assert.equal((await read(Number(first?.id))).sale_price, 7);
        }
      });

      test(`${generation}: accepts at most a hundred orders at once, and none of a larger batch`, async () => {
        const many = (count: number) =>
          Array.from({ length: count }, (_, n) => ({
            order_id: `${generation}-many-${n}`,
            imported_from: 'Shop',
          }));
        await refused(send('POST', '/syncOrders', { orders: many(101) }), 400, 'orders');
        await refused(send('POST', '/syncOrders', { orders: 'all' }), 400, 'orders');
        const answer = await sent<Body>('/syncOrders', { orders: many(100) }, 200);
        assert.deepEqual([answer.created, answer.failed], [100, 0]);
        const none = await sent<Body>('/syncOrders', [], 200);
        assert.deepEqual(none, { created: 0, updated: 0, failed: 0, results: [] });
        const list = await client.t.get(`${prefix}?q=${generation}-many-`, {
          'api-key': client.jane.key,
        });
        assert.equal(list.json().length, 50);
      });

      test(`${generation}: the short form needs only number, receiver and items to be ready to book`, async () => {
        const order_id = client.fresh();
        const order = await sent('/create-simple', simple({ order_id }));
        assert.deepEqual(
          [order.transdirect_order_status, order.imported_from, order.sale_price, order.paid_time],
          ['ready_to_book', 'API', 0, null],
        );
        assert.deepEqual([order.buyer_name, order.buyer_email], ['Jane Doe', '']);
        assert.deepEqual(order.delivery, {
          name: 'Jane Doe',
          email: '',
          phone: '',
          address: '1 A St',
        });
        // Without a sale time, the order counts as sold when it arrived.
        assert.match(String(order.purchased_time), /^2026-11-16 10:\d\d:\d\d$/);
        assert.deepEqual(await read(order.id), order);
        const again = await sent('/create-simple', simple({ order_id, goods_summary: 'Tiles' }));
        assert.deepEqual([again.id, again.goods_summary], [order.id, 'Tiles']);
      });

      test(`${generation}: accepts the short form with every optional field`, async () => {
        const order = await sent(
          '/create-simple',
          simple({
            order_id: client.fresh(),
            receiver: {
              name: 'Jo',
              company_name: 'Jo Pty Ltd',
              email: 'jo@example.com',
              phone: 412345678,
              address: '2 B St',
              suburb: 'Auckland',
              postcode: '1010',
              state: '',
              country: 'nz',
              type: 'business',
            },
            imported_from: 'Phone',
            sale_price: '1,050.00',
            goods_summary: 'Tiles',
            purchased_time: '2026-11-15 09:00:00',
            paid_time: '2026-11-15T09:05:00+11:00',
          }),
        );
        assert.deepEqual(
          [order.transdirect_order_status, order.imported_from, order.sale_price],
          ['ready_to_book', 'Phone', 1050],
        );
        assert.deepEqual(
          [order.purchased_time, order.paid_time],
          ['2026-11-15 09:00:00', '2026-11-15 09:05:00'],
        );
        if (generation === 'v4') return;
        const { city, country, type, company, phone } = order.shipping as Body;
        assert.deepEqual(
          [city, country, type, company, phone],
          ['Auckland', 'NZ', 'business', 'Jo Pty Ltd', '412345678'],
        );
      });

      test(`${generation}: the short form requires three fields and is pending while others are missing`, async () => {
        for (const change of [
          { receiver: { name: 'Jo' } },
          { items: [{ description: 'Carton', quantity: 1 }] },
          { receiver: { ...(simple().receiver as Body), suburb: 'Nowhere' } },
        ]) {
          const order = await sent(
            '/create-simple',
            simple({ order_id: client.fresh(), ...change }),
          );
          assert.equal(order.transdirect_order_status, 'pending');
        }
        for (const field of ['order_id', 'receiver', 'items'])
          await refused(send('POST', '/create-simple', without(simple(), field)), 400, field);
        for (const [change, field] of [
          [{ receiver: 'Jo' }, 'receiver'],
          [{ receiver: [] }, 'receiver'],
          [{ receiver: { type: 'castle' } }, 'receiver'],
          [{ items: 'none' }, 'items'],
          [{ items: [aCarton({ description: 'Piano' })] }, 'items'],
        ] as const)
          await refused(send('POST', '/create-simple', simple(change)), 400, field);
        await refused(
          client.t.inject({ method: 'POST', url: `${prefix}/create-simple`, payload: simple() }),
          401,
        );
      });
    }

    for (const url of ['/api/products', '/api/v5/products']) {
      test(`${url}: stores products by sku, for their member only`, async () => {
        const shop = await client.t.addMember(`shop${url.length}@example.com`);
        const post = (payload: unknown, member = shop) =>
          client.t.inject({
            method: 'POST',
            url,
            headers: { 'api-key': member.key, 'content-type': 'application/json' },
            payload: JSON.stringify(payload),
          });
        const list = async (query = '', member = shop): Promise<Body[]> =>
          (await client.t.get(url + query, { 'api-key': member.key })).json();
        const widget = { product_sku: 'SKU-7', title: 'Widget', description: '<p>Turns</p>' };
        const saved = await post({ products: [widget, { product_sku: 'SKU-8' }] });
        assert.deepEqual([saved.statusCode, saved.json()], [200, { saved: 2 }]);
        await post({ products: [{ ...widget, title: 'Gadget' }] });
        assert.deepEqual(await list(), [
          { ...widget, title: 'Gadget' },
          { product_sku: 'SKU-8', title: '', description: '' },
        ]);
        assert.deepEqual(await list('', client.bob), []);
        // A shop without products sends an empty list.
        assert.deepEqual((await post([])).json(), { saved: 0 });
        assert.deepEqual((await post({ products: [] })).json(), { saved: 0 });
        const many = Array.from({ length: 60 }, (_, n) => ({ product_sku: `M-${100 + n}` }));
        await post({ products: many });
        assert.deepEqual([(await list()).length, (await list('?page=2')).length], [50, 12]);
        for (const wrong of [
          { products: 'all' },
          { products: [{ title: 'No sku' }] },
          { products: [{ product_sku: 'a\u0000' }] },
          { products: Array.from({ length: 1001 }, () => widget) },
          { products: [{ ...widget, description: 'x'.repeat(20_001) }] },
        ])
          await refused(post(wrong), 400, 'products');
        await refused(client.t.inject({ method: 'POST', url, payload: { products: [] } }), 401);
        await refused(client.t.get(url), 401);
      });
    }
  });
}
