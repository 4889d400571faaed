// Whether an order is ready to book: its items, blanks filled from the key's settings, and what is missing.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { changeKeySettings } from '../../src/application/keys/change-key-settings.ts';
import { aCarton, type Body } from '../support/bookings/quote-bodies.ts';
import { aFullOrder } from '../support/orders/order-bodies.ts';
import {
  OrderClient,
  orderGenerations,
  ordersAt,
  refused,
} from '../support/orders/order-client.ts';
import { setups } from '../support/setups.ts';

for (const setup of setups) {
  describe(`contents and readiness of an order on ${setup.name}`, () => {
    let client: OrderClient;
    before(async () => {
      client = await OrderClient.open(setup);
    });
    after(() => client.t.close());

    for (const [generation, prefix] of orderGenerations) {
      const { send, create } = ordersAt(prefix, () => client);

      for (const [status, description, change] of [
        ['ready_to_book', 'with every detail', {}],
        ['pending', 'without items', { items: undefined }],
        ['pending', 'with an empty list of items', { items: [] }],
        [
          'pending',
          'without sizes',
          { items: [{ description: 'Carton', quantity: 1, weight: 5 }] },
        ],
        ['pending', 'without packaging', { items: [aCarton({ description: '' })] }],
        ['pending', 'with a suburb of another postcode', { shipping_city: 'Sydney' }],
        ['pending', 'with an unknown postcode', { shipping_postcode: '9999' }],
        ['pending', 'without a suburb', { shipping_city: '' }],
        ['pending', 'without a street', { delivery_address: '' }],
        ['pending', 'without a name', { delivery_name: '' }],
        ['ready_to_book', 'with a first name', { delivery_name: '', shipping_first_name: 'Jo' }],
        ['ready_to_book', 'for a company', { delivery_name: '', shipping_company: 'Jo Ltd' }],
        ['ready_to_book', 'abroad', { shipping_country: 'NZ', shipping_postcode: '1010' }],
        ['ready_to_book', 'with the country in words', { shipping_country: 'Australia' }],
        ['pending', 'for an unknown country', { shipping_country: 'Narnia' }],
        ['pending', 'with an invalid e-mail', { delivery_email: 'at home' }],
      ] as const) {
        test(`${generation}: an order ${description} is ${status}`, async () => {
          assert.equal((await create(change)).transdirect_order_status, status);
        });
      }

      test(`${generation}: fills blank sizes and missing items from the key's settings`, async () => {
        const shop = await client.t.addMember(`items-${generation}@example.com`);
        await changeKeySettings(client.t.app, shop.keyId, {
          parts: {
            module_setting: {
              default_weight: 2.5,
              default_lenght: 30,
              default_width: 20,
              default_height: 10,
            },
            package_type_rules: [{ min_weight: 0, max_weight: 3, package_type: 'Satchel 3kg' }],
          },
        });
        const blank = [{ quantity: 2, description: 'Teddy bear', weight: '', sku: 'BEAR' }];
        const filled = await create({ items: blank }, shop);
        const byDefault = await create({ items: undefined }, shop);
        assert.equal(filled.transdirect_order_status, 'ready_to_book');
        assert.equal(byDefault.transdirect_order_status, 'ready_to_book');
        if (generation === 'v4') return;
        const size = { length: 30, width: 20, height: 10 };
        assert.deepEqual(filled.items, [
          { description: 'Satchel 3kg', weight: 2.5, ...size, quantity: 2, sku: 'BEAR' },
        ]);
        assert.deepEqual(byDefault.items, [
          { description: 'Carton', weight: 2.5, ...size, quantity: 1, sku: '' },
        ]);
      });

      test(`${generation}: uses the order's address type, or else the key's`, async () => {
        const shop = await client.t.addMember(`type-${generation}@example.com`);
        const typeOf = async (change: Body): Promise<unknown> =>
          ((await create(change, shop)).shipping as Body | undefined)?.type;
        if (generation === 'v5') assert.equal(await typeOf({}), null);
        await changeKeySettings(client.t.app, shop.keyId, {
          parts: { module_setting: { street_type: 'business' } },
        });
        if (generation === 'v5') {
          assert.equal(await typeOf({}), 'business');
          assert.equal(await typeOf({ address_type: 'residential' }), 'residential');
          assert.equal(await typeOf({ address_type: 'Commercial' }), 'business');
        }
        await refused(
          send('POST', '', aFullOrder({ address_type: 'castle' })),
          400,
          'address_type',
        );
      });

      test(`${generation}: answers 400 to an unknown packaging type and 422 to a number out of range`, async () => {
        const post = (item: Body) => send('POST', '', aFullOrder({ items: [aCarton(item)] }));
        const { message } = await refused(post({ description: 'Teddy bear' }), 400, 'items');
        assert.match(String(message), /Teddy bear/);
        for (const wrong of [{ weight: 0 }, { height: -1 }, { quantity: 0 }, { length: 1401 }])
          await refused(post(wrong), 422, 'items');
        for (const wrong of [{ weight: 'heavy' }, { quantity: 1.5 }, { quantity: undefined }])
          await refused(post(wrong), 400, 'items');
        await refused(send('POST', '', aFullOrder({ items: {} })), 400, 'items');
        const many = Array.from({ length: 201 }, () => aCarton());
        await refused(send('POST', '', aFullOrder({ items: many })), 422, 'items');
      });
    }

    test("shows the receiver of an order from the shop's address fields that are set", async () => {
      const { create } = ordersAt('/api/v5/orders', () => client);
      const { receiver } = await create({
        shipping_address: '',
        shipping_email: '',
        delivery_email: '',
        delivery_address: '7 Side Street',
        buyer_email: 'bob@example.com',
      });
      assert.partialDeepStrictEqual(receiver, {
        address: '7 Side Street',
        email: 'bob@example.com',
        country: 'AU',
        type: 'residential',
      });
    });

    test('lists in sentences what an order still needs before booking', async () => {
      const { create } = ordersAt('/api/v5/orders', () => client);
      const answer = await create({
        shipping_city: '',
        delivery_address: '',
        items: [{ description: 'Carton', quantity: 1, weight: 5, length: 40, width: 35 }],
      });
      assert.deepEqual(answer.not_ready, [
        'The street address is not known.',
        'The suburb is not known.',
        'items.0.height is not known.',
      ]);
      assert.deepEqual((await create()).not_ready, []);
    });
  });
}
