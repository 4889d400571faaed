// Replays requests of existing clients, which cannot be changed: numbers as text, nulls, blanks filled from the key's
// settings, sizes below a centimetre.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { changeKeySettings } from '../../src/application/keys/change-key-settings.ts';
import { type Body, sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp, type TestMember } from '../support/test-app.ts';

type Answer = {
  id: number;
  quotes: Record<string, unknown>;
  items: Record<string, unknown>[];
};

for (const setup of setups) {
  describe(`programs in use by shops on ${setup.name}`, () => {
    let t: TestApp;
    let jane: TestMember;
    before(async () => {
      t = await startTestApp(setup, { limits: { v4PerMinute: 0 } });
      jane = await t.addMember();
    });
    after(() => t.close());

    const post = (url: string, payload: unknown, headers: Record<string, string> = {}) =>
      t.inject({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/json', ...headers },
        payload: JSON.stringify(payload),
      });
    const created = async (url: string, body: unknown, key = jane.key): Promise<Answer> => {
      const answer = await post(url, body, { 'Api-Key': key });
      assert.equal(answer.statusCode, 201, answer.body);
      return answer.json();
    };

    const classic: Body = {
      declared_value: '1000.00',
      referrer: 'API',
      requesting_site: 'http://www.test.com.au',
      tailgate_pickup: true,
      tailgate_delivery: true,
      items: [
        {
          weight: '38.63',
          height: '0.25',
          width: '1.65',
          length: '3.32',
          quantity: 1,
          description: 'carton',
        },
        {
          weight: '39.63',
          height: '1.25',
          width: '2.65',
          length: '4.32',
          quantity: 2,
          description: 'carton',
        },
      ],
      sender: {
        address: '21 Kirksway Place',
        company_name: 'Test Company',
        email: 'sender@test.com',
        name: 'Sender Name',
        postcode: '2000',
        phone: 123456789,
        state: '',
        suburb: 'SYDNEY',
        type: 'business',
        country: 'AU',
      },
      receiver: {
        address: '216 Moggill Rd',
        company_name: 'Test Receiver',
        email: 'receiver@test.com',
        name: 'John Smith',
        postcode: '3000',
        phone: 123456789,
        state: '',
        suburb: 'MELBOURNE',
        type: 'business',
        country: 'AU',
      },
    };

    test('accepts the classic sample: text numbers, sides below a centimetre, integer phones, empty states', async () => {
      const answer = await created('/api/bookings', classic);
      assert.deepEqual(
        answer.items.map(({ id: _id, ...item }) => item),
        [
          {
            weight: 38.63,
            height: 0.25,
            width: 1.65,
            length: 3.32,
            quantity: 1,
            description: 'carton',
          },
          {
            weight: 39.63,
            height: 1.25,
            width: 2.65,
            length: 4.32,
            quantity: 2,
            description: 'carton',
          },
        ],
      );
      const { sender, receiver, tailgate_pickup, tailgate_delivery, declared_value } =
        answer as unknown as Record<string, Record<string, unknown>>;
      assert.equal(sender?.phone, '123456789');
      assert.equal(sender?.state, 'NSW');
      assert.equal(receiver?.state, 'VIC');
      assert.deepEqual([tailgate_pickup, tailgate_delivery, declared_value], [true, true, 1000]);
      assert.ok(Object.keys(answer.quotes).length > 0);
      const quoted = await post('/api/quotes', classic, { 'Api-Key': jane.key });
      assert.deepEqual(quoted.json().quotes, answer.quotes);
    });

    test('accepts an empty object that PHP writes as a list', async () => {
      const body = { ...classic, options: [], notifications: [], payment: [] };
      const { id } = await created('/api/bookings', body);
      for (const [change, status] of [
        [{ options: [], receiver: [], description: 'Tiles' }, 200],
        [{ options: [{ authority_to_leave: true }] }, 400],
      ] as const) {
        const answer = await t.inject({
          method: 'PUT',
          url: `/api/bookings/${id}`,
          headers: { 'Api-Key': jane.key },
          payload: change,
        });
        assert.equal(answer.statusCode, status, answer.body);
      }
      const incomplete = await post(
        '/api/bookings',
        { ...classic, receiver: [] },
        { 'Api-Key': jane.key },
      );
      assert.equal(incomplete.statusCode, 400, incomplete.body);
      assert.deepEqual(incomplete.json().errors, { receiver: ['receiver is missing. Send it.'] });
    });

    const shop: Body = {
      receiver: { country: 'AU', postcode: '3000', suburb: 'MELBOURNE', type: 'residential' },
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
    };

    test("completes a shop plug-in's missing sender and width from its key, or else names what is missing", async () => {
      const refused = await post('/api/bookings/v4', shop, { 'Api-Key': jane.key });
      assert.equal(refused.statusCode, 400);
      assert.deepEqual(Object.keys(refused.json().errors), ['sender']);
      const plugin = await t.addMember(`plugin@${setup.engine}.example`);
      await changeKeySettings(t.app, plugin.keyId, {
        parts: {
          module_setting: { default_width: '30', default_lenght: '1' },
          warehouses: [
            { suburb: 'Perth', postcode: '6000' },
            {
              name: 'Main',
              is_default: true,
              contact_name: 'Jo',
              company_name: 'Shop Pty Ltd',
              phone: '02 9999 0000',
              email: 'jo@shop.example',
              address: '1 George St',
              suburb: 'Sydney',
              postcode: '2000',
              type: 'business',
            },
          ],
        },
      });
      for (const body of [
        shop,
        { ...shop, timeout: null },
        { ...shop, timeout: '20', sender: null },
      ]) {
        const answer = await created('/api/bookings/v4', body, plugin.key);
        const [item] = answer.items;
        assert.deepEqual(
          [item?.width, item?.length, item?.height, item?.sku],
          [30, 40, 25, 'SKU-7'],
        );
        const { sender } = answer as unknown as { sender: Record<string, unknown> };
        assert.deepEqual(
          [sender.suburb, sender.state, sender.name, sender.company_name, sender.address],
          ['SYDNEY', 'NSW', 'Jo', 'Shop Pty Ltd', '1 George St'],
        );
        assert.ok(Object.keys(answer.quotes).length >= 20);
      }
      const overseas = await created(
        '/api/bookings/v4',
        {
          ...shop,
          receiver: { country: 'NZ', postcode: '1010', suburb: '', type: 'residential' },
        },
        plugin.key,
      );
      assert.ok('dhl_express' in overseas.quotes);
    });

    test('accepts nulls from a typed client', async () => {
      const answer = await created('/api/bookings/v4', {
        declared_value: '1000.00',
        sender: { type: 'business', suburb: 'SYDNEY', country: 'AU', postcode: '2000' },
        receiver: { type: 'business', suburb: 'MELBOURNE', country: 'AU', postcode: '3000' },
        items: [
          {
            weight: '5',
            height: '25',
            width: '35',
            length: '40',
            quantity: 1,
            description: 'carton',
          },
        ],
        tailgate_pickup: null,
        tailgate_delivery: null,
      });
      const plain = await created('/api/bookings/v4', sydneyToMelbourne({ declared_value: 1000 }));
      assert.deepEqual(answer.quotes, plain.quotes);
      const { tailgate_pickup, tailgate_delivery } = answer as unknown as Body;
      assert.deepEqual([tailgate_pickup, tailgate_delivery], [false, false]);
    });
  });
}
