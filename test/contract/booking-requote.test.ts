// When a changed booking is priced again, and from what: its current contents, its stored options, and the settings
// of the key that changes it.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { changeKeySettings } from '../../src/application/keys/change-key-settings.ts';
import { addKey } from '../../src/application/keys/manage-keys.ts';
import { changeMember } from '../../src/application/members/change-member.ts';
import { hourMs } from '../../src/domain/time/durations.ts';
import { BookingClient } from '../support/bookings/booking-client.ts';
import {
  aCarton,
  albury,
  type Body,
  melbourne,
  sydneyToMelbourne,
} from '../support/bookings/quote-bodies.ts';
import { answers, scripted } from '../support/carriers/scripted-carriers.ts';
import { setups } from '../support/setups.ts';
import { basic, startTestApp, type TestApp, type TestMember } from '../support/test-app.ts';

for (const setup of setups) {
  describe(`prices of a changed booking on ${setup.name}`, () => {
    const live = scripted('live', answers(4200));
    let t: TestApp;
    let shop: TestMember;
    let client: BookingClient;
    before(async () => {
      t = await startTestApp(setup, { limits: { v4PerMinute: 0 }, live: [live] });
      shop = await t.addMember();
      client = new BookingClient(t, shop, '/api/bookings/v4');
    });
    after(() => t.close());
    const set = (parts: Body) =>
      changeKeySettings(t.app, shop.keyId, {
        parts: { module_setting: {}, warehouses: [], rules: [], package_type_rules: [], ...parts },
      });
    const surcharge = (dollars: number) => set({ module_setting: { surcharge_amount: dollars } });

    // The settings add twenty dollars, which would show if the booking were priced again.
    for (const [part, change, isPricedAgain] of [
      ['a description', { description: 'Tiles' }, false],
      ['instructions', { special_instructions: 'Ring', pickup_instructions: 'Dock' }, false],
      ['notifications', { notifications: { email: true } }, false],
      [
        'names and numbers',
        { receiver: { name: 'Kim', phone: '1', email: 'k@example.com' } },
        false,
      ],
      ['a street', { receiver: { address: '1 Collins St' } }, false],
      [
        'the same suburb in another case',
        { receiver: { suburb: 'Melbourne', postcode: 3000 } },
        false,
      ],
      ['the same items', { items: [{ line: 1, weight: '5.000', quantity: 1 }] }, false],
      [
        'the same values',
        { declared_value: 0, tailgate_pickup: false, include_warranty: true },
        false,
      ],
      ['a post office box', { receiver: { address: 'PO Box 7' } }, true],
      ['a bag at a post office', { receiver: { address: 'Private Mail Bag 3' } }, true],
      ['another suburb', { receiver: { suburb: 'ST KILDA', postcode: '3182' } }, true],
      ['another sender', { sender: melbourne }, true],
      ['a home instead of a business', { receiver: { type: 'residential' } }, true],
      ['a weight', { items: [{ line: 1, weight: 5.001 }] }, true],
      ['another item', { items: [aCarton()] }, true],
      ['a declared value', { declared_value: 10 }, true],
      ['an insured value', { insured_value: 10 }, true],
      ['no warranty', { include_warranty: false }, true],
      ['a tailgate', { tailgate_delivery: true }, true],
      ["an end's own tailgate", { sender: { tailgate: true } }, true],
      ['authority to leave', { options: { authority_to_leave: true } }, true],
      [
        'authority to leave in the instructions',
        { special_instructions: 'authority to leave' },
        true,
      ],
      ['disable_cache', { options: { disable_cache: true } }, true],
    ] as const)
      test(`an update with ${part}: ${isPricedAgain ? 'requotes the booking' : 'keeps the quotes'}`, async () => {
        await surcharge(0);
        const { id, quotes } = await client.create();
        const made = await client.stored(id);
        await surcharge(20);
        t.advanceClock(hourMs);
        const { items = [], ...rest } = change as { items?: readonly Body[] };
        const named = items.map(({ line, ...item }) =>
          line === undefined ? item : { ...item, id: id * 1000 + Number(line) },
        );
        const changed = await client.update(id, { ...rest, items: named });
        const stored = await client.stored(id);
        if (isPricedAgain) {
          assert.equal(stored.quotedAtMs, made.quotedAtMs + hourMs);
          for (const [carrier, { total }] of Object.entries(changed.quotes))
            assert.ok(total >= 20, carrier);
          assert.notDeepEqual(changed.quotes, quotes);
        } else {
          assert.deepEqual(changed.quotes, quotes);
          assert.equal(stored.quotedAtMs, made.quotedAtMs);
        }
        assert.equal(stored.createdAtMs, made.createdAtMs);
        await surcharge(0);
      });

    test('applies the options of the original booking when its items change', async () => {
      const choices: Body = {
        declared_value: 900,
        include_warranty: true,
        tailgate_pickup: true,
        special_instructions: 'Authority to leave',
        sender: melbourne,
        receiver: albury,
      };
      for (const change of [
        {},
        { include_warranty: false },
        { tailgate_pickup: null, options: { authority_to_leave: false }, special_instructions: '' },
      ]) {
        const { id } = await client.create(sydneyToMelbourne({ ...choices, ...change }));
        const changed = await client.update(id, { items: [aCarton({ weight: 9 })] });
        assert.deepEqual(
          changed.quotes,
          await client.quotesFor(
            sydneyToMelbourne({
              ...choices,
              ...change,
              items: [aCarton(), aCarton({ weight: 9 })],
            }),
          ),
        );
      }
    });

    test('never requotes from the cache when the booking was made with disable_cache', async () => {
      const options = { disable_cache: true };
      const { id } = await client.create(sydneyToMelbourne({ options }));
      const other = await client.create();
      live.calls.length = 0;
      const both = [aCarton(), aCarton()];
      await client.quotesFor(sydneyToMelbourne({ items: both }));
      assert.equal(live.calls.length, 1);
      await client.update(other.id, { items: [aCarton()] });
      assert.equal(live.calls.length, 1);
      await client.update(id, { items: [aCarton()] });
      assert.equal(live.calls.length, 2);
      // The booking allows the cache again.
      await client.update(id, { items: [aCarton()], options: { disable_cache: false } });
      await client.update(other.id, { items: [aCarton()] });
      assert.equal(live.calls.length, 3);
    });

    test('requotes with the settings of the key that changes the booking, and with none under a password', async () => {
      await surcharge(20);
      const second = await addKey(t.app, {
        memberId: shop.id,
        moduleType: 'custom_site',
        site: 'second.example',
        isDemo: false,
      });
      await changeKeySettings(t.app, second.id, {
        parts: { module_setting: { surcharge_amount: 30, enabled_courier: ['toll', 'live'] } },
      });
      const { id, quotes, booked_by } = await client.create();
      assert.equal(quotes.live?.total, 62);
      assert.equal((await client.stored(id)).pricedBy, shop.keyId);
      const withSecond = await client.done(
        200,
        'PUT',
        `/${id}`,
        { declared_value: 100 },
        {
          'api-key': second.key,
        },
      );
      assert.deepEqual(Object.keys(withSecond.quotes).toSorted(), ['live', 'toll']);
      assert.equal(withSecond.quotes.live?.total, 72);
      const stored = await client.stored(id);
      assert.deepEqual([stored.pricedBy, stored.keyId], [second.id, shop.keyId]);
      assert.equal(withSecond.booked_by, booked_by);
      const answer = await t.inject({
        method: 'PUT',
        url: `/api/bookings/v4/${id}`,
        headers: { authorization: basic(shop.email, shop.password) },
        payload: { declared_value: 0 },
      });
      assert.equal(answer.json().quotes.live.total, 42);
      assert.equal((await client.stored(id)).pricedBy, undefined);
      await surcharge(0);
    });

    test("requotes with the member's current discount", async () => {
      const { id } = await client.create();
      await changeMember(t.app, String(shop.id), { discountBasisPoints: 5000 });
      const { quotes } = await client.update(id, { declared_value: 100 });
      assert.equal(quotes.live?.total, 21);
      await changeMember(t.app, String(shop.id), { discountBasisPoints: 0 });
    });

    test('applies sku rules to the skus of the request only, which are never stored', async () => {
      await set({
        rules: [
          {
            name: 'Free',
            conditions: [{ field: 'sku', operator: 'in', value: ['TILE-7'] }],
            action: { type: 'free' },
          },
        ],
      });
      const { id, items, quotes } = await client.create(
        sydneyToMelbourne({ items: [aCarton({ sku: 'TILE-7' })] }),
      );
      assert.equal(quotes.live?.total, 0);
      const without = await client.update(id, { declared_value: 100 });
      assert.equal(without.quotes.live?.total, 42);
      const withSku = await client.update(id, {
        items: [{ id: items[0]?.id, weight: 6, sku: 'TILE-7' }],
      });
      assert.equal(withSku.quotes.live?.total, 0);
      assert.ok(!JSON.stringify(await client.stored(id)).includes('TILE-7'));
      await set({});
    });

    test('fills blank sizes of a new line from the key and keeps those of a known line', async () => {
      const { id, items } = await client.create();
      const blank = aCarton({ weight: '', width: null });
      await client.refused(
        id,
        { status: 400, places: ['items.0.weight', 'items.0.width'] },
        'PUT',
        `/${id}`,
        { items: [blank] },
      );
      await set({ module_setting: { default_weight: 2, default_width: 11 } });
      const changed = await client.update(id, { items: [blank, { ...blank, id: items[0]?.id }] });
      assert.deepEqual(
        changed.items.map(({ weight, width }) => [weight, width]),
        [
          [5, 35],
          [2, 11],
        ],
      );
      await set({});
    });

    test('boxes the order as the whole booking stands after the change', async () => {
      await set({
        module_setting: {
          order_boxing: 'on',
          box_length: 40,
          box_width: 40,
          box_height: 40,
          box_weight: 25,
        },
      });
      const cubes = aCarton({ weight: 1, length: 20, width: 20, height: 20, quantity: 4 });
      const { id } = await client.create(sydneyToMelbourne({ items: [cubes] }));
      const changed = await client.update(id, { items: [cubes] });
      await set({});
      const carton = aCarton({ weight: 8, length: 40, width: 40, height: 40 });
      assert.deepEqual(
        changed.quotes,
        await client.quotesFor(sydneyToMelbourne({ items: [carton] })),
      );
    });
  });
}
