// Validation of quote requests, in both generations: 400 for wrong types, 422 for numbers out of range, every invalid
// field named with its path. None of it depends on the database.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { packagingTypes } from '../../src/domain/bookings/item.ts';
import {
  aCarton,
  auckland,
  type Body,
  melbourne,
  sydney,
  sydneyToMelbourne,
} from '../support/bookings/quote-bodies.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp, type TestMember } from '../support/test-app.ts';

const [anySetup] = setups;
assert.ok(anySetup);

/** Lists the fields of `{receiver: {suburb: […]}}` as `receiver.suburb`. */
function pathsOf(errors: unknown, at: string[] = []): string[] {
  if (Array.isArray(errors)) return [at.join('.')];
  return Object.entries(errors as object).flatMap(([name, deeper]) =>
    pathsOf(deeper, [...at, name]),
  );
}

describe('validation of quote requests', () => {
  let t: TestApp;
  let jane: TestMember;
  before(async () => {
    t = await startTestApp(anySetup, { limits: { v4PerMinute: 0, v5PerMinute: 0 } });
    jane = await t.addMember();
  });
  after(() => t.close());

  const toReceiver = (change: Body): Body =>
    sydneyToMelbourne({ receiver: { ...melbourne, ...change } });
  const withItem = (change: Body): Body => sydneyToMelbourne({ items: [aCarton(change)] });

  for (const url of [
    '/api/bookings/v4',
    '/api/v5/bookings',
    '/api/quotes',
    '/api/v5/bookings/stream',
  ]) {
    const post = (payload: unknown, key = jane.key) =>
      t.inject({
        method: 'POST',
        url,
        headers: { 'api-key': key, 'content-type': 'application/json' },
        payload: JSON.stringify(payload),
      });
    const refused = async (status: number, payload: unknown, paths: string[], says?: RegExp) => {
      const answer = await post(payload);
      assert.equal(answer.statusCode, status, `${JSON.stringify(payload)}: ${answer.body}`);
      const { error, message, errors } = answer.json();
      assert.equal(error, 'validation_error');
      assert.deepEqual(pathsOf(errors).sort(), paths.toSorted());
      if (says !== undefined) assert.match(message, says);
    };
    const accepted = async (payload: unknown) => {
      const answer = await post(payload);
      assert.ok(
        [200, 201].includes(answer.statusCode),
        `${JSON.stringify(payload)}: ${answer.body}`,
      );
      return answer;
    };

    describe(url, () => {
      test('rejects a body that is not an object', async () => {
        for (const body of [[], 'text', 5, null]) await refused(400, body, ['body'], /JSON object/);
      });

      test('names all missing fields in one response', async () => {
        await refused(400, {}, ['receiver', 'items', 'sender']);
        await refused(400, { sender: {}, receiver: {}, items: [{}] }, [
          'sender.type',
          'sender.postcode',
          'sender.suburb',
          'receiver.type',
          'receiver.postcode',
          'receiver.suburb',
          'items.0.quantity',
          'items.0.description',
          'items.0.weight',
          'items.0.length',
          'items.0.width',
          'items.0.height',
        ]);
      });

      test('names every wrong field once in one response', async () => {
        await refused(
          400,
          {
            sender: { ...sydney, type: 'farm', phone: ['x'] },
            receiver: { ...melbourne, suburb: 'SYDNEY', email: 'not an address' },
            items: [
              aCarton({ weight: 'heavy', description: 'a toaster' }),
              'item',
              aCarton({ quantity: 1.5 }),
            ],
            declared_value: 'much',
            include_warranty: 'perhaps',
            tailgate_pickup: {},
            notifications: 'all',
            options: { disable_cache: 'maybe' },
            referrer: 'x'.repeat(256),
          },
          [
            'sender.type',
            'sender.phone',
            'receiver.suburb',
            'receiver.email',
            'items.0.weight',
            'items.0.description',
            'items.1',
            'items.2.quantity',
            'declared_value',
            'include_warranty',
            'tailgate_pickup',
            'notifications',
            'options.disable_cache',
            'referrer',
          ],
        );
      });

      test('says which type was sent where text is required', async () => {
        const says = /^sender\.phone must be a text; it is a list\.$/;
        const sender = { ...sydney, phone: ['x'] };
        await refused(400, sydneyToMelbourne({ sender }), ['sender.phone'], says);
      });

      test('rejects addresses and items of the wrong type', async () => {
        for (const side of ['sender', 'receiver'])
          for (const value of ['Sydney', 5, [sydney]])
            await refused(400, sydneyToMelbourne({ [side]: value }), [side]);
        for (const items of ['box', {}, 5, [], null])
          await refused(400, sydneyToMelbourne({ items }), ['items']);
      });

      test('accepts numbers as text, 1.0 for 1, and commas between thousands', async () => {
        const plain = await accepted(withItem({ weight: 12.5, quantity: 2, length: 100 }));
        const asText = await accepted(
          withItem({
            weight: '12.50',
            quantity: '2.0',
            length: '100.00',
            width: '35',
            height: '25.',
          }),
        );
        if (url === '/api/v5/bookings/stream') return;
        assert.deepEqual(asText.json().quotes, plain.json().quotes);
        const value = await accepted(sydneyToMelbourne({ declared_value: '1,234.50' }));
        assert.equal(value.json().declared_value, 1234.5);
      });

      test('ignores nulls and blanks in optional fields, and unknown and read-only fields', async () => {
        const blanks = {
          name: null,
          company_name: '',
          email: ' ',
          phone: null,
          address: '',
          state: null,
        };
        await accepted({
          ...sydneyToMelbourne(),
          sender: { ...sydney, ...blanks, country: null },
          receiver: { ...melbourne, ...blanks, id: 7, country: '' },
          items: [aCarton({ sku: null, id: 'x', booking_id: {} })],
          declared_value: '',
          insured_value: null,
          include_warranty: null,
          tailgate_pickup: '',
          description: null,
          notifications: null,
          options: { authority_to_leave: null, disable_cache: '' },
          id: 'ignored',
          status: 'Confirmed',
          quotes: [],
          total_amount: {},
          wp_plugin_version: [1],
        });
      });

      test('accepts phones and postcodes as integers, and flags as text and numbers', async () => {
        await accepted(
          sydneyToMelbourne({
            sender: { ...sydney, postcode: 2000, phone: 298765432 },
            tailgate_pickup: 'false',
            tailgate_delivery: 0,
            include_warranty: 'true',
          }),
        );
        // A postcode that lost its leading zero as a number.
        await accepted(toReceiver({ postcode: 800, suburb: 'Darwin' }));
      });

      test('accepts the documented types of address and of packaging', async () => {
        await refused(
          400,
          toReceiver({ type: 'farm' }),
          ['receiver.type'],
          /business, residential/,
        );
        await refused(
          400,
          toReceiver({ type: '' }),
          ['receiver.type'],
          /^receiver\.type is missing\. Send one of business, residential\.$/,
        );
        await accepted(toReceiver({ type: 'Residential' }));
        for (const { name } of packagingTypes) {
          await accepted(withItem({ description: name }));
          await accepted(withItem({ description: name.toUpperCase().replaceAll(' ', '_') }));
        }
        await accepted(withItem({ description: 'wine / beer-liquor  carton' }));
        for (const description of ['Blue toaster', 'Cartoon', '', null])
          await refused(400, withItem({ description }), ['items.0.description'], /Carton.*Pallet/);
      });

      test('requires an Australian postcode that exists and a suburb within it', async () => {
        await refused(
          400,
          toReceiver({ postcode: '9998' }),
          ['receiver.postcode', 'receiver.suburb'],
          /"9998"\. Send the suburb's own postcode/,
        );
        // Shop plug-ins read the error of the suburb field only.
        for (const postcode of ['30', '3OOO'])
          await refused(
            400,
            toReceiver({ postcode }),
            ['receiver.postcode', 'receiver.suburb'],
            /four digits/,
          );
        await refused(
          400,
          toReceiver({ postcode: '3182', suburb: 'SYDNEY' }),
          ['receiver.suburb'],
          /"SYDNEY" is not in postcode 3182.*ST KILDA, ST KILDA WEST/,
        );
        await refused(400, sydneyToMelbourne({ sender: { ...sydney, suburb: 'MELBOURNE' } }), [
          'sender.suburb',
        ]);
        for (const [suburb, postcode] of [
          ['saint kilda', '3182'],
          ['St. Kilda', '3182'],
          ['Mt Waverley', '3149'],
          ['Nth Melbourne', '3051'],
          ['Melborne', '3000'],
        ])
          await accepted(toReceiver({ suburb, postcode }));
      });

      test('requires a known country abroad, and a postcode where the country has them', async () => {
        await accepted(sydneyToMelbourne({ receiver: auckland }));
        await accepted(sydneyToMelbourne({ receiver: { ...auckland, suburb: '' } }));
        await accepted(sydneyToMelbourne({ receiver: { ...auckland, country: 'nz' } }));
        await accepted(
          sydneyToMelbourne({ receiver: { type: 'business', country: 'HK', suburb: 'Kowloon' } }),
        );
        await refused(400, toReceiver({ country: 'XX' }), ['receiver.country'], /ISO 3166/);
        for (const country of ['Australia', 'AUS'])
          await refused(400, toReceiver({ country }), ['receiver.country'], /ISO 3166.*such as AU/);
        await refused(
          400,
          sydneyToMelbourne({ receiver: { ...auckland, postcode: '' } }),
          ['receiver.postcode'],
          /New Zealand/,
        );
      });

      test('rejects texts that are too long', async () => {
        await accepted(toReceiver({ name: 'x'.repeat(255), address: 'x'.repeat(1000) }));
        await refused(400, toReceiver({ name: 'x'.repeat(256) }), ['receiver.name'], /at most 255/);
        await refused(400, toReceiver({ address: 'x'.repeat(1001) }), ['receiver.address']);
        for (const field of ['special_instructions', 'pickup_instructions']) {
          await accepted(sydneyToMelbourne({ [field]: 'x'.repeat(1000) }));
          await refused(400, sydneyToMelbourne({ [field]: 'x'.repeat(1001) }), [field]);
        }
        for (const field of ['description', 'requesting_site', 'referrer']) {
          await accepted(sydneyToMelbourne({ [field]: 'x'.repeat(255) }));
          await refused(
            400,
            sydneyToMelbourne({ [field]: 'x'.repeat(256) }),
            [field],
            /at most 255/,
          );
        }
        await refused(400, toReceiver({ email: 'not an address' }), ['receiver.email']);
      });

      test('answers 422 to numbers out of range', async () => {
        for (const field of ['weight', 'length', 'width', 'height'])
          for (const value of [0, '0', -1, '-0.5'])
            await refused(
              422,
              withItem({ [field]: value }),
              [`items.0.${field}`],
              /greater than 0/,
            );
        for (const quantity of [0, -2, '0'])
          await refused(422, withItem({ quantity }), ['items.0.quantity'], /at least 1/);
        await refused(
          422,
          sydneyToMelbourne({
            items: [aCarton(), aCarton({ weight: 0, height: -1, quantity: 0 })],
          }),
          ['items.1.weight', 'items.1.height', 'items.1.quantity'],
        );
      });

      test('accepts a booking at its limits and rejects one past them', async () => {
        await accepted(withItem({ weight: 22_000 }));
        await refused(422, withItem({ weight: 22_000.001 }), ['items.0.weight'], /22000 kg/);
        await accepted(withItem({ length: 1400 }));
        await refused(422, withItem({ length: 1400.01 }), ['items.0.length'], /1400 cm/);
        await refused(422, withItem({ weight: 1e308 }), ['items.0.weight']);
        await accepted(withItem({ quantity: 1000 }));
        await refused(422, withItem({ quantity: 1001 }), ['items'], /1001 pieces/);
        const lines = (count: number) =>
          sydneyToMelbourne({ items: Array.from({ length: count }, () => aCarton()) });
        await accepted(lines(200));
        await refused(422, lines(201), ['items'], /201 lines; at most 200/);
        await accepted(sydneyToMelbourne({ declared_value: '1000000.00' }));
        for (const declared_value of [1_000_000.01, -1])
          await refused(422, sydneyToMelbourne({ declared_value }), ['declared_value']);
        // If insured_value is sent in place of declared_value, it is the invalid field.
        const insured = { insured_value: -1, declared_value: '' };
        await refused(422, sydneyToMelbourne(insured), ['insured_value'], /^insured_value must be/);
        await accepted(sydneyToMelbourne({ insured_value: -1, declared_value: 10 }));
      });

      test('reports a wrong shape before a number out of range', async () => {
        await refused(400, sydneyToMelbourne({ items: [aCarton({ weight: 0, quantity: 'x' })] }), [
          'items.0.quantity',
        ]);
        await refused(
          400,
          sydneyToMelbourne({
            receiver: 5,
            items: Array.from({ length: 5000 }, () => aCarton()),
          }),
          ['receiver'],
        );
      });
    });
  }

  test('corrects a misspelt suburb, writes it in capitals and takes the state from the postcode', async () => {
    const answer = await t.inject({
      method: 'POST',
      url: '/api/v5/bookings',
      headers: { 'api-key': jane.key },
      payload: sydneyToMelbourne({
        sender: { ...sydney, suburb: 'sydny', state: 'QLD' },
        receiver: { ...melbourne, suburb: 'Saint Kilda', postcode: '3182', state: 'XYZ' },
      }),
    });
    const { sender, receiver } = answer.json();
    assert.deepEqual([sender.suburb, sender.state], ['SYDNEY', 'NSW']);
    assert.deepEqual([receiver.suburb, receiver.state], ['ST KILDA', 'VIC']);
  });

  test('turns authority to leave into a special instruction in every spelling', async () => {
    const instructions = async (body: Body): Promise<string> =>
      (
        await t.inject({
          method: 'POST',
          url: '/api/bookings/v4',
          headers: { 'api-key': jane.key },
          payload: sydneyToMelbourne(body),
        })
      ).json().special_instructions;
    const options = { authority_to_leave: true };
    assert.equal(await instructions({}), '');
    assert.equal(await instructions({ options }), 'Authority to leave');
    assert.equal(
      await instructions({ options, special_instructions: 'Ring' }),
      'Ring; Authority to leave',
    );
    const both = 'Ring; authority to leave';
    assert.equal(await instructions({ options, special_instructions: both }), both);
  });

  test('reads insured_value as the declared value from clients that send no other', async () => {
    const declared = async (body: Body): Promise<number> =>
      (
        await t.inject({
          method: 'POST',
          url: '/api/v5/bookings',
          headers: { 'api-key': jane.key },
          payload: sydneyToMelbourne(body),
        })
      ).json().declared_value;
    assert.equal(await declared({ insured_value: 250 }), 250);
    assert.equal(await declared({ declared_value: '100', insured_value: 250 }), 100);
    assert.equal(await declared({ declared_value: 0, insured_value: 250 }), 0);
  });
});
