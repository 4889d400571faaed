// Requests of existing merchant programs, exactly as sent, and the fields that each program reads of the answer.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { changeKeySettings } from '../../src/application/keys/change-key-settings.ts';
import { addKey } from '../../src/application/keys/manage-keys.ts';
import type { KeyId, ModuleType } from '../../src/domain/keys/api-key.ts';
import type { Body } from '../support/bookings/quote-bodies.ts';
import { setups } from '../support/setups.ts';
import { basic, startTestApp, type TestApp, type TestMember } from '../support/test-app.ts';

const [embedded] = setups;
assert.ok(embedded);

describe('programs that merchants use', () => {
  let t: TestApp;
  let member: TestMember;

  before(async () => {
    t = await startTestApp(embedded, { limits: { v4PerMinute: 0, v4AddressPerMinute: 0 } });
    member = await t.addMember('freight@kettle.example');
  });
  after(() => t.close());

  const keyOf = async (moduleType: ModuleType): Promise<{ id: KeyId; key: string }> =>
    await addKey(t.app, { memberId: member.id, moduleType, site: 'kettle.example', isDemo: false });

  const send = (
    method: 'GET' | 'POST',
    url: string,
    headers: Record<string, string>,
    body?: unknown,
  ) =>
    t.inject({
      method,
      url,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });

  describe('the WooCommerce plug-in 7.7.3', () => {
    const cart = (change: Body = {}): Body => ({
      receiver: { country: 'AU', postcode: '4006', suburb: 'NEWSTEAD', type: 'residential' },
      declared_value: '0.00',
      referrer: 'woocommerce',
      requesting_site: 'https://kettle.example',
      wp_plugin_version: 'updated',
      total_amount: 149.5,
      timeout: '45',
      items: [
        {
          weight: '2.4',
          height: '22',
          width: '',
          length: '31',
          quantity: 3,
          description: 'carton',
          sku: 'KET-17',
        },
      ],
      ...change,
    });

    test('shows the postcode box where an overseas address needs a postcode, and is quoted', async () => {
      const listed = (await send('GET', '/api/locations/get_country', {})).json() as Body[];
      // The plug-in compares with ==, so 1 and "1" show the box.
      const showsBox = (code: string): boolean =>
        Number(listed.find((country) => country.code === code)?.postcode_status) === 1;
      assert.ok(showsBox('NZ'));
      assert.ok(!showsBox('HK'));
      const { key } = await withForm();
      for (const receiver of [
        { country: 'NZ', postcode: '6011', suburb: '', type: 'residential' },
        { country: 'HK', postcode: '', suburb: '', type: 'residential' },
      ]) {
        const quoted = await send(
          'POST',
          '/api/bookings/v4',
          { 'Api-Key': key },
          cart({ receiver }),
        );
        assert.equal(quoted.statusCode, 201, quoted.body);
      }
    });

    /** The settings of version 4.7, which the newer plug-in sends once. */
    const form: Body = {
      enabled: 'yes',
      title: 'Freight',
      trans_title: 'Get a shipping estimate',
      address_type: 'Residential',
      authtype: 'API Key',
      email: '',
      password: '',
      transdirect_hidden: '1',
      postcode: ['3066,COLLINGWOOD', '2010,SURRY HILLS'],
      postcode_type: [['business'], ['residential']],
      height: '12',
      width: '18',
      length: '24',
      weight: '1',
      enable_order: 'yes',
      order_status: ['Processing', 'Completed', 'On hold'],
      order_date: '2026-11-02',
      order_name: 'Kettle & Co',
      order_email: 'orders@kettle.example',
      order_phone: '0390001111',
      order_address: '9 Smith St',
      order_suburb: '3066,COLLINGWOOD',
      quotes: 'Display all Quotes',
      surcharge: 'yes',
      surcharge_price: '2',
      unit: '$',
      cor_toll: 'yes',
      cor_allied: 'yes',
      cor_toll_proirity_overnight: 'yes',
      rg_allied: 'Road',
      cg_allied: '4',
      cu_allied: '%',
      cg_toll: '',
      cu_toll: '$',
      enabsurg_toll: 'yes',
      fpval_toll: '',
      enabled_group_box: 'yes',
      box_size: '20',
      requesting_site: 'https://kettle.example',
    };

    async function withForm(): Promise<{ key: string; reply: Body }> {
      const { key } = await keyOf('wordpress');
      const sent = await send(
        'POST',
        '/api/bookings/v4/set_api_settings',
        { 'Api-Key': key },
        { ...form, api_key: key },
      );
      assert.equal(sent.statusCode, 200, sent.body);
      return { key, reply: sent.json() };
    }

    test('keeps warehouses, couriers, sizes and order statuses of the form of version 4.7', async () => {
      const { key, reply } = await withForm();
      assert.deepEqual(reply.ignored, ['box_size', 'enabled_group_box', 'enabsurg_toll']);
      const full = (
        await send('GET', '/api/v5/bookings/v4/api_details/full', { 'Api-Key': key })
      ).json() as { warehouses: Body[]; module_setting: Body };
      assert.deepEqual(
        full.warehouses.map(({ postcode, suburb, type, is_default, company_name }) => [
          postcode,
          suburb,
          type,
          is_default,
          company_name,
        ]),
        [
          ['3066', 'COLLINGWOOD', 'business', true, 'Kettle & Co'],
          ['2010', 'SURRY HILLS', 'residential', false, ''],
        ],
      );
      assert.deepEqual(full.module_setting.courier_settings, {
        allied: { name: 'Road', surcharge: '4', unit: 'percent' },
      });
      const details = (
        await send('GET', '/api/bookings/v4/api_details', { 'Api-Key': key })
      ).json();
      assert.deepEqual(details.enabled_courier, ['toll', 'allied', 'toll_priority_overnight']);
      const sync = (await send('GET', '/api/bookings/sync', { 'Api-Key': key })).json();
      const wanted = Object.keys(sync).filter((name) => sync[name] === 'on');
      assert.deepEqual(wanted, ['processing', 'onhold', 'completed']);
      const quoted = await send('POST', '/api/bookings/v4', { 'Api-Key': key }, cart());
      assert.equal(quoted.statusCode, 201, quoted.body);
      const { sender, items, quotes } = quoted.json();
      assert.deepEqual([sender.suburb, sender.address], ['COLLINGWOOD', '9 Smith St']);
      assert.equal(items[0].width, 18);
      assert.equal(quotes.allied.courier, 'Road');
    });

    test('WooCommerce sends orders from the day on which its key was created', async () => {
      const { key } = await keyOf('wordpress');
      const details = (
        await send('GET', '/api/bookings/v4/api_details', { 'Api-Key': key })
      ).json();
      // Monday morning in Sydney; WordPress writes the day in UTC, where it is still Sunday.
      assert.ok(details.sync_from_date <= '2026-11-15');
    });

    test("the plug-in shows that the postcode is invalid, although it reads the suburb's message", async () => {
      const { key } = await withForm();
      const receiver = { country: 'AU', postcode: '9998', suburb: 'NEWSTEAD', type: 'residential' };
      const refused = await send(
        'POST',
        '/api/bookings/v4',
        { 'Api-Key': key },
        cart({ receiver }),
      );
      assert.equal(refused.statusCode, 400);
      assert.match(refused.json().errors.receiver.suburb[0], /no Australian postcode "9998"/);
    });

    test('accepts the courier id that the plug-in misspells as proirity', async () => {
      const { key } = await withForm();
      const { id } = (await send('POST', '/api/bookings/v4', { 'Api-Key': key }, cart())).json();
      const order = await send(
        'POST',
        '/api/orders/',
        { 'Api-Key': key },
        {
          transdirect_order_id: id,
          order_id: 7781,
          goods_summary: ' KET-17',
          goods_dump: ' Stovetop kettle',
          imported_from: 'Woocommerce',
          purchased_time: '2026-11-15 22:10:00',
          sale_price: '149.50',
          selected_courier: 'toll_proirity_overnight',
          courier_price: 38.4,
          paid_time: '2026-11-15 22:11:00',
          buyer_name: 'Noor Haddad',
          buyer_email: 'noor@home.example',
          delivery: {
            name: 'Noor Haddad',
            email: 'noor@home.example',
            phone: '0400555666',
            address: '4 Ann St ',
          },
          last_updated: '2026-11-15 22:11:00',
        },
      );
      assert.equal(order.statusCode, 201, order.body);
      assert.equal(order.json().selected_courier, 'toll_priority_overnight');
      const confirmed = await send(
        'POST',
        `/api/bookings/v4/${id}/confirm`,
        { 'Api-Key': key },
        { courier: 'toll_proirity_overnight', 'pickup-date': '2026-11-17' },
      );
      // The courier was found: only the funding is missing.
      assert.equal(confirmed.json().access_error?.code, 'NO_PAYMENT_METHOD', confirmed.body);
    });
  });

  const lastCallOf = async (id: KeyId) => {
    await t.app.keyCalls.write();
    return (await t.app.store.keyCalls.list(id))[0];
  };

  describe('the WooCommerce plug-in with a key that has no settings', () => {
    const cart: Body = {
      receiver: { country: 'AU', postcode: '4006', suburb: 'NEWSTEAD', type: 'residential' },
      declared_value: '0.00',
      referrer: 'woocommerce',
      requesting_site: 'https://kettle.example',
      items: [
        { weight: '', height: '', width: '', length: '', quantity: 1, description: 'carton' },
      ],
    };

    for (const moduleType of ['wordpress', 'custom_site'] as const)
      test(`hides item mistakes from the buyer of a ${moduleType} key and shows the shop what is missing`, async () => {
        const { id, key } = await keyOf(moduleType);
        const refused = await send('POST', '/api/bookings/v4', { 'Api-Key': key }, cart);
        assert.equal(refused.statusCode, 400);
        const { error, message, errors } = refused.json();
        assert.equal(error, 'validation_error');
        assert.equal(
          message,
          'Delivery prices are not available at the moment. Please contact the shop.',
        );
        // With errors.items the plug-in would show "Invalid item dimension".
        assert.deepEqual(Object.keys(errors), ['sender']);
        const call = await lastCallOf(id);
        assert.match(call?.why ?? '', /no warehouse.*Add default sizes/);
      });

    test('names an unknown postcode even when the shop lacks settings', async () => {
      const { key } = await keyOf('wordpress');
      const receiver = { country: 'AU', postcode: '9998', suburb: 'X', type: 'residential' };
      const refused = await send(
        'POST',
        '/api/bookings/v4',
        { 'Api-Key': key },
        { ...cart, receiver },
      );
      const { message, errors } = refused.json();
      assert.match(message, /no Australian postcode "9998"/);
      assert.deepEqual(Object.keys(errors), ['receiver', 'sender']);
    });
  });

  describe('the Magento 1 extension', () => {
    const request: Body = {
      declared_value: 10000,
      requesting_site: null,
      items: [
        {
          width: '18',
          height: '12',
          weight: '2.5000',
          length: '24',
          quantity: 2,
          description: 'item description',
        },
      ],
      sender: { country: 'AU', suburb: 'Collingwood', postcode: '3066', type: 'business' },
      receiver: { country: 'AU', suburb: 'Newstead', postcode: '4006', type: 'residential' },
    };

    test('is quoted for cartons and the call log names the replacement', async () => {
      const { id, key } = await keyOf('magento');
      for (let n = 0; n < 2; n += 1) {
        const quoted = await send('POST', '/api/bookings', { 'Api-Key': key }, request);
        assert.equal(quoted.statusCode, 201, quoted.body);
        assert.equal(quoted.json().items[0].description, 'Carton');
        assert.ok(Object.keys(quoted.json().quotes).length > 0);
        const call = await lastCallOf(id);
        assert.deepEqual(
          [call?.status, call?.refusal, call?.why],
          [
            201,
            undefined,
            'items.0.description "item description" is not a packaging type; Carton was used.',
          ],
        );
      }
    });

    test('the Magento extension signs in with its key as the password', async () => {
      const { id, key } = await keyOf('magento');
      const authorization = basic('shop@kettle.example', key);
      const quoted = await send('POST', '/api/bookings', { authorization }, request);
      assert.equal(quoted.statusCode, 201, quoted.body);
      assert.equal((await lastCallOf(id))?.status, 201);
      const wrong = basic('shop@kettle.example', `${key}x`);
      assert.equal((await send('GET', '/api/member', { authorization: wrong })).statusCode, 401);
    });

    test('applies the package-type rules of the key before the fallback carton', async () => {
      const { id, key } = await keyOf('magento');
      await changeKeySettings(t.app, id, {
        parts: { package_type_rules: [{ min_weight: 0, max_weight: 3, package_type: 'Satchel' }] },
      });
      const described = async (weight: string): Promise<string> => {
        const items = [{ ...(request.items as Body[])[0], weight }];
        const sent = { ...request, items };
        const quoted = await send('POST', '/api/bookings', { 'Api-Key': key }, sent);
        return quoted.json().items[0].description;
      };
      assert.equal(await described('2'), 'Satchel');
      assert.equal(await described('9'), 'Carton');
    });

    test('other keys reject a description that is not a packaging type', async () => {
      const { key } = await keyOf('wordpress');
      const refused = await send('POST', '/api/bookings', { 'Api-Key': key }, request);
      assert.equal(refused.statusCode, 400);
      assert.deepEqual(Object.keys(refused.json().errors.items[0]), ['description']);
    });
  });

  describe('typed clients', () => {
    const request: Body = {
      declared_value: 350,
      requesting_site: 'kettle.example',
      tailgate_pickup: false,
      tailgate_delivery: false,
      items: [
        {
          weight: 4.2,
          height: 20,
          width: 20,
          length: 35,
          quantity: 1,
          description: 'Heavy_Carton',
        },
      ],
      sender: { suburb: 'COLLINGWOOD', postcode: '3066', type: 'business', country: 'AU' },
      receiver: { suburb: 'NEWSTEAD', postcode: '4006', type: 'residential', country: 'AU' },
    };
    const quoted = async (): Promise<Body> => {
      const { key } = await keyOf('wordpress');
      const answer = await send('POST', '/api/bookings/v4', { 'Api-Key': key }, request);
      assert.equal(answer.statusCode, 201, answer.body);
      return answer.json() as Body;
    };

    test('a .NET client reads its own packaging names, numbers and pickup hours from a quote', async () => {
      const booking = await quoted();
      assert.equal((booking.items as Body[])[0]?.description, 'Heavy_Carton');
      assert.ok(Number.isInteger(booking.id));
      assert.match(String(booking.created_at), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d{4}$/);
      const quotes = Object.values(booking.quotes as Record<string, Body>);
      assert.ok(quotes.length > 0);
      for (const { total, pickup_time: hours, pickup_dates: dates } of quotes) {
        assert.equal(typeof total, 'number');
        assert.deepEqual(Object.keys(hours as Body), ['from', 'to']);
        assert.ok(Array.isArray(dates));
      }
    });

    test('a Rust client finds a string in every text field of an unconfirmed booking', async () => {
      const booking = await quoted();
      const texts = ['booked_at', 'booked_by', 'special_instructions', 'label'];
      assert.deepEqual(
        texts.filter((name) => name in booking && typeof booking[name] !== 'string'),
        [],
      );
      for (const side of ['sender', 'receiver']) {
        const address = booking[side] as Body;
        for (const name of ['address', 'company_name', 'email', 'name', 'phone', 'state', 'suburb'])
          assert.equal(typeof address[name], 'string', `${side}.${name}`);
      }
    });

    test('a TypeScript client reads suburbs of v5 from an object and errors as JSON', async () => {
      const { key } = await keyOf('wordpress');
      const found = await send('GET', '/api/v5/locations/postcode/3066', { 'Api-Key': key });
      const { locations } = found.json() as { locations: Body[] };
      assert.deepEqual(
        locations.map(({ locality }) => locality),
        ['COLLINGWOOD', 'COLLINGWOOD NORTH'],
      );
      for (const [method, url] of [
        ['GET', '/api/bookings/v4/99999999'],
        ['GET', '/api/nowhere'],
        ['POST', '/api/bookings/v4'],
      ] as const) {
        const refused = await send(method, url, { 'Api-Key': key });
        assert.ok(refused.statusCode >= 400 && refused.statusCode < 500, refused.body);
        assert.equal(typeof refused.json(), 'object');
      }
    });
  });
});
