// A shop's journey with WooCommerce's plug-in: key test, settings, a quote for a cart without a sender, the order,
// sent again on every update, the confirmed booking and its tracking. Then other programs' reads, with all their
// oddities.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { changeKeySettings } from '../../src/application/keys/change-key-settings.ts';
import { addKey } from '../../src/application/keys/manage-keys.ts';
import { setCreditLimit } from '../../src/application/payments/credit-account.ts';
import { addScan } from '../support/bookings/shipments.ts';
import { wooCommerceOrder, wooCommerceSync } from '../support/orders/order-bodies.ts';
import { setups } from '../support/setups.ts';
import { basic, startTestApp, type TestApp, type TestMember } from '../support/test-app.ts';

for (const setup of setups) {
  describe(`the journey of a shop on ${setup.name}`, () => {
    let t: TestApp;
    let jane: TestMember;
    let key: string;
    before(async () => {
      t = await startTestApp(setup, { limits: { v4PerMinute: 0 } });
      jane = await t.addMember();
      const made = await addKey(t.app, {
        memberId: jane.id,
        moduleType: 'wordpress',
        site: 'http://shop.example',
        isDemo: false,
      });
      key = made.key;
      await setCreditLimit(t.app, String(jane.id), 1_000_00);
      await changeKeySettings(t.app, made.id, {
        parts: {
          module_setting: { default_width: '30', shipping_title: 'Courier' },
          warehouses: [{ suburb: 'Alexandria', postcode: '2015', is_default: true }],
        },
      });
    });
    after(() => t.close());

    const call = async (method: 'GET' | 'POST' | 'DELETE', url: string, body?: unknown) =>
      t.inject({
        method,
        url,
        headers: { 'Api-Key': key, 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      });

    test('a shop tests its key, quotes, sends its order, books and tracks it', async () => {
      // The plug-in's settings page, "Test API".
      const tested = (
        await call('POST', '/api/bookings/v4/test_api_key_settings', {
          test_api_key: true,
        })
      ).json();
      assert.notEqual(tested.message, 'Unauthorized');
      assert.ok(tested.module_type_id === 1 || tested.module_type_id === 0);
      assert.equal(tested.status, 1);
      assert.equal(tested.member_email, jane.email);

      // What the checkout shows, and which orders the plug-in sends.
      const details = (await call('GET', '/api/bookings/v4/api_details')).json();
      assert.equal(details.shipping_title, 'Courier');
      assert.equal(details.sync_all_order, 'on');
      assert.ok(details.sync_from_date <= '2026-11-16');
      const sync = (await call('GET', '/api/bookings/sync')).json();
      const wanted = Object.keys(sync).filter((name) => sync[name] === 'on');
      assert.deepEqual(wanted, ['processing', 'completed']);

      // The cart, without a sender and with a blank width.
      const quoted = await call('POST', '/api/bookings/v4', {
        receiver: {
          country: 'AU',
          postcode: '3000',
          suburb: 'MELBOURNE',
          type: details.street_type,
        },
        declared_value: '0.00',
        referrer: 'woocommerce',
        requesting_site: 'http://shop.example',
        wp_plugin_version: 'updated',
        total_amount: 99.95,
        items: [
          {
            weight: '5',
            height: '25',
            width: '',
            length: '40',
            quantity: 2,
            description: 'carton',
            sku: 'SKU-7',
          },
        ],
      });
      assert.equal(quoted.statusCode, 201, quoted.body);
      const { id: booking, quotes } = quoted.json();
      const price = quotes.couriers_please.total;

      // The order, some minutes later, and again whenever the shop saves it.
      const body = wooCommerceOrder(booking, { courier_price: price });
      const order = (await call('POST', '/api/orders/', body)).json();
      assert.ok(order.id > 0);
      assert.equal(order.transdirect_order_status, 'ready_to_book');
      assert.equal(order.courier_price, price);
      const again = (
        await call('POST', '/api/orders/', { ...body, sale_price: '1,234.50' })
      ).json();
      assert.deepEqual([again.id, again.sale_price], [order.id, 1234.5]);
      const shown = (await call('GET', `/api/bookings/${booking}`)).json();
      assert.deepEqual(shown.order, { order_id: order.id, order_number: '321' });

      // Another order, that was never quoted.
      const other = (await call('POST', '/api/orders/syncOrders', wooCommerceSync())).json();
      assert.ok(other.id > 0 && other.id !== order.id);

      // The merchant books it with the courier that the customer chose.
      const { pickup_dates } = quotes[order.selected_courier];
      const confirmed = await call('POST', `/api/bookings/${booking}/confirm`, {
        courier: order.selected_courier,
        'pickup-date': pickup_dates[0],
      });
      assert.equal(confirmed.statusCode, 200, confirmed.body);
      assert.equal(confirmed.json().cost, price);
      assert.deepEqual(confirmed.json().order, shown.order);
      const booked = (await call('GET', `/api/orders/${order.id}`)).json();
      assert.equal(booked.transdirect_order_status, 'booked');
      const later = (await call('POST', '/api/orders/', body)).json();
      assert.deepEqual([later.id, later.transdirect_order_status], [order.id, 'booked']);

      // The shipment is in transit, then delivered.
      for (const [stage, code] of [
        ['picked_up', 1],
        ['delivered', 4],
      ] as const) {
        t.advanceClock(3_600_000);
        await addScan(t, booking, stage, stage, '');
        const tracked = await call('GET', `/api/bookings/track/${confirmed.json().connote}`);
        assert.deepEqual([tracked.json().id, tracked.json().status], [booking, code]);
      }
    });

    test('accepts a body of [] on reads, slashes before the query, keys in any case, and two spaces after Basic', async () => {
      const quoted = await call('POST', '/api/bookings', {
        receiver: { country: 'AU', postcode: '3000', suburb: 'MELBOURNE', type: 'business' },
        items: [{ weight: 1, height: 1, width: 1, length: 1, quantity: 1, description: 'carton' }],
      });
      const { id } = quoted.json();
      const order = (
        await call('POST', '/api/orders/', wooCommerceOrder(id, { order_id: 500 }))
      ).json();
      for (const name of ['Api-Key', 'api-key', 'API-KEY', 'Api-key'])
        assert.equal((await t.get('/api/member', { [name]: key })).json().id, jane.id, name);
      const authorization = basic(jane.email, jane.password).replace('Basic ', 'Basic  ');
      assert.equal((await t.get('/api/member', { authorization })).json().id, jane.id);
      for (const path of [
        `/api/bookings/${id}`,
        '/api/bookings/?since=&sort=',
        `/api/orders/${order.id}`,
        '/api/orders/?since=&sort=',
      ]) {
        const answer = await t.inject({
          method: 'GET',
          url: path,
          headers: { 'Api-Key': key, 'Content-Type': 'application/json', 'Content-Length': '2' },
          payload: '[]',
        });
        assert.equal(answer.statusCode, 200, path);
      }
      assert.equal((await call('DELETE', `/api/orders/${order.id}`, [])).statusCode, 204);
      assert.equal((await call('DELETE', `/api/bookings/${id}`, [])).statusCode, 204);
    });
  });
}
