// /bookings/v4/{id}/items: list, read, add, change and delete a booking's items, with new prices each time.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { changeKeySettings } from '../../src/application/keys/change-key-settings.ts';
import { bookingStatuses } from '../../src/domain/bookings/booking.ts';
import {
  assertRefusal,
  BookingClient,
  forEveryBookingPath,
  type Method,
  type ShownItem,
} from '../support/bookings/booking-client.ts';
import { setStatus } from '../support/bookings/bookings.ts';
import {
  aCarton,
  type Body,
  sydneyToMelbourne,
  without,
} from '../support/bookings/quote-bodies.ts';
import type { TestApp } from '../support/test-app.ts';

const aTube = aCarton({ description: 'Tube', length: 150, width: 12, height: 12 });

forEveryBookingPath('items of a booking', (fixture) => {
  let t: TestApp;
  let prefix: string;
  let client: BookingClient;
  let bobsClient: BookingClient;
  before(() => {
    ({ t, prefix, client, bobs: bobsClient } = fixture());
  });
  /** Fails unless the booking has exactly these items and their prices. */
  const holds = async (id: number, items: readonly unknown[]) => {
    const booking = await client.read(id);
    assert.deepEqual(booking.items, items);
    assert.deepEqual(await client.done(200, 'GET', `/${id}/items`), items);
    assert.deepEqual(booking.quotes, await client.quotesFor(sydneyToMelbourne({ items })));
  };

  test('lists items and reads them one by one, as real clients ask', async () => {
    const { id, items } = await client.create(
      sydneyToMelbourne({ items: [aCarton({ sku: 'TILE-7' }), aTube] }),
    );
    const shown = items.map((item) => without(item, 'sku'));
    for (const path of [`/${id}/items`, `/${id}/items/`]) {
      assert.deepEqual(await client.done(200, 'GET', path), shown);
      assert.deepEqual(await client.done(200, 'GET', path, []), shown);
    }
    for (const [n, item] of items.entries()) {
      const path = `/${id}/items/${item.id}`;
      assert.deepEqual(await client.done(200, 'GET', path), shown[n]);
      assert.deepEqual(await client.done(200, 'GET', `${path}/`, []), shown[n]);
    }
  });

  test('adding an item answers 201 with the item at the end, and prices the booking', async () => {
    const { id, items } = await client.create();
    const added = await client.done<ShownItem>(201, 'POST', `/${id}/items`, {
      weight: '3.25',
      height: 0.25,
      width: '12',
      length: 30,
      quantity: 2.0,
      description: 'satchel_3KG',
      sku: 'X',
      id: 5,
    });
    const expected = {
      id: id * 1000 + 2,
      weight: 3.25,
      height: 0.25,
      width: 12,
      length: 30,
      quantity: 2,
      description: 'satchel_3KG',
    };
    assert.deepEqual(added, expected);
    await holds(id, [...items, expected]);
  });

  test('rejects an added item without its required fields, names each and adds nothing', async () => {
    const { id } = await client.create();
    const post = (places: readonly string[], body: unknown) =>
      client.refused(id, { status: 400, places }, 'POST', `/${id}/items`, body);
    const fields = ['weight', 'height', 'width', 'length', 'quantity', 'description'];
    for (const field of fields) {
      await post([field], without(aCarton(), field));
      await post([field], aCarton({ [field]: null }));
      await post([field], aCarton({ [field]: {} }));
    }
    await post(fields, {});
    const { message } = await post(['description'], aCarton({ description: 'Blue widget' }));
    assert.match(
      message,
      /^description "Blue widget" is not a packaging type\. Use one of Carton, /,
    );
    await post(['quantity'], aCarton({ quantity: 1.5 }));
    await post(['weight'], aCarton({ weight: 'heavy' }));
    for (const body of [[], [aCarton()], 'x', 7]) await post(['body'], body);
  });

  test('changing an item in part answers 200 with the item and its booking, and prices it', async () => {
    const { id, items } = await client.create(sydneyToMelbourne({ items: [aCarton(), aTube] }));
    const [carton, tube] = items;
    const path = `/${id}/items/${tube?.id}`;
    let expected = { ...tube, booking_id: id } as Body;
    for (const change of [
      { weight: '7.5' },
      { quantity: 3 },
      { description: 'ROLL', height: 13 },
      { length: 151, width: '', height: null, weight: '  ' },
      { weight: 1, height: 2, width: 3, length: 4, quantity: 5, description: 'Box' },
    ]) {
      const { description = expected.description, ...numbers } = change as Body;
      const given = Object.entries(numbers)
        .filter(([, value]) => String(value ?? '').trim() !== '')
        .map(([field, value]) => [field, Number(value)]);
      expected = {
        ...expected,
        ...Object.fromEntries(given),
        description,
      };
      assert.deepEqual(await client.done(200, 'PUT', path, change), expected);
    }
    await holds(id, [carton, without(expected, 'booking_id')]);
  });

  test('an empty change of an item changes nothing', async () => {
    const {
      id,
      items: [item],
    } = await client.create();
    const stored = await client.stored(id);
    for (const change of [{}, { id: 7, booking_id: 8, colour: 'red' }, { weight: '', sku: 'X' }])
      assert.deepEqual(await client.done(200, 'PUT', `/${id}/items/${item?.id}`, change), {
        ...item,
        booking_id: id,
      });
    assert.deepEqual(await client.stored(id), stored);
  });

  test('refuses an invalid change of an item with 400 or 422 and keeps the item', async () => {
    const {
      id,
      items: [item],
    } = await client.create();
    const put = (status: number, place: string, body: unknown) =>
      client.refused(id, { status, places: [place] }, 'PUT', `/${id}/items/${item?.id}`, body);
    await put(400, 'description', { description: 'Blue widget' });
    await put(400, 'weight', { weight: 'heavy' });
    await put(400, 'quantity', { quantity: 1.5 });
    await put(400, 'body', []);
    for (const field of ['weight', 'length', 'width', 'height'])
      for (const value of [0, -1, '0.00', 22_000_001]) await put(422, field, { [field]: value });
    for (const quantity of [0, -3]) await put(422, 'quantity', { quantity });
    await put(422, 'items', { quantity: 1001 });
    const { message } = await put(422, 'weight', { weight: 0 });
    assert.equal(message, 'weight must be greater than 0.');
  });

  test('the limits on items apply to the whole booking', async () => {
    const { id } = await client.create(
      sydneyToMelbourne({
        items: Array.from({ length: 199 }, () => aCarton({ quantity: 5 })),
      }),
    );
    const path = `/${id}/items`;
    const full = await client.done<ShownItem>(201, 'POST', path, aCarton({ quantity: 5 }));
    await client.refused(id, { status: 422, places: ['items'] }, 'POST', path, aCarton());
    await client.refused(id, { status: 422, places: ['items'] }, 'PUT', `${path}/${full.id}`, {
      quantity: 6,
    });
    await client.done(204, 'DELETE', `${path}/${full.id}`);
    await client.refused(
      id,
      { status: 422, places: ['items'] },
      'POST',
      path,
      aCarton({ quantity: 6 }),
    );
    await client.done(201, 'POST', path, aCarton({ quantity: 5 }));
  });

  test('deleting an item answers 204, then 404, and the last item stays', async () => {
    const { id, items } = await client.create(
      sydneyToMelbourne({ items: [aCarton(), aTube, aCarton({ weight: 9 })] }),
    );
    const [first, second, third] = items;
    const answer = await client.ask('DELETE', `/${id}/items/${second?.id}`, []);
    assert.deepEqual([answer.statusCode, answer.body], [204, '']);
    assert.equal(answer.headers['content-type'], undefined);
    await holds(id, [first, third]);
    for (const method of ['GET', 'PUT', 'DELETE'] as const)
      assertRefusal(await client.ask(method, `/${id}/items/${second?.id}`, {}), {
        status: 404,
        error: 'not_found',
        message: new RegExp(`^There is no item ${second?.id} in booking ${id}\\.$`),
      });
    await client.done(204, 'DELETE', `/${id}/items/${third?.id}/`);
    const { message } = await client.refused(
      id,
      { status: 422, error: 'last_item' },
      'DELETE',
      `/${id}/items/${first?.id}`,
    );
    assert.match(message, /at least one item.*delete the booking\.$/);
    await holds(id, [first]);
  });

  test('never reuses the number of a deleted item', async () => {
    const { id, items } = await client.create(sydneyToMelbourne({ items: [aCarton(), aTube] }));
    await client.done(204, 'DELETE', `/${id}/items/${items[1]?.id}`);
    const added = await client.done<ShownItem>(201, 'POST', `/${id}/items`, aTube);
    assert.equal(added.id, id * 1000 + 3);
    await client.done(204, 'DELETE', `/${id}/items/${added.id}`);
    const { items: now } = await client.update(id, { items: [aTube, aTube] });
    assert.deepEqual(
      now.map((item) => item.id - id * 1000),
      [1, 4, 5],
    );
  });

  test('a booking that has used all its item numbers takes no more items', async () => {
    const {
      id,
      items: [item],
    } = await client.create();
    const stored = await client.stored(id);
    await t.app.store.bookings.replace({ ...stored, lastLine: 998 }, stored.version);
    const added = await client.done<ShownItem>(201, 'POST', `/${id}/items`, aCarton());
    assert.equal(added.id, id * 1000 + 999);
    const expected = { status: 422, places: ['items'], message: /999 times/ };
    await client.refused(id, expected, 'POST', `/${id}/items`, aCarton());
    await client.refused(id, expected, 'PUT', `/${id}`, { items: [aCarton()] });
    await client.update(id, { items: [{ id: item?.id, weight: 2 }] });
  });

  test('items of a paid booking can be read but not changed', async () => {
    for (const status of bookingStatuses.filter((other) => other !== 'new')) {
      const { id, items } = await client.create(sydneyToMelbourne({ items: [aCarton(), aTube] }));
      await setStatus(t.place, id, status);
      const path = `/${id}/items`;
      assert.deepEqual(await client.done(200, 'GET', path), items);
      await client.done(200, 'GET', `${path}/${items[0]?.id}`);
      for (const [method, at, body] of [
        ['POST', path, aCarton()],
        ['PUT', `${path}/${items[0]?.id}`, { quantity: 2 }],
        ['DELETE', `${path}/${items[0]?.id}`, undefined],
        // The booking's status is checked before the values, but after existence.
        ['POST', path, aCarton({ weight: 0 })],
      ] as const)
        await client.refused(id, { status: 422, error: 'booking_already_paid' }, method, at, body);
      await client.refused(id, { status: 404, error: 'not_found' }, 'PUT', `${path}/1`, {
        quantity: 2,
      });
      await client.refused(id, { status: 400 }, 'POST', path, { weight: 'x' });
    }
  });

  test("hides another member's items and items under the wrong booking", async () => {
    const foreign = await bobsClient.create();
    const janesBooking = await client.create();
    const other = await client.create();
    const [their, own] = [foreign.items[0]?.id, janesBooking.items[0]?.id];
    for (const [method, path, body] of [
      ['GET', `/${foreign.id}/items`, undefined],
      ['POST', `/${foreign.id}/items`, aCarton()],
      ['POST', '/999999999/items', aCarton()],
      ['GET', '/999999999/items', undefined],
      ...(['GET', 'PUT', 'DELETE'] as const).flatMap((method) =>
        [
          `/${foreign.id}/items/${their}`,
          `/${janesBooking.id}/items/${their}`,
          `/${other.id}/items/${own}`,
          `/${janesBooking.id}/items/1`,
          `/${janesBooking.id}/items/999999999999`,
          `/999999999/items/${own}`,
        ].map((path) => [method, path, method === 'PUT' ? { quantity: 2 } : undefined] as const),
      ),
    ] as [Method, string, Body | undefined][])
      assertRefusal(await client.ask(method, path, body), { status: 404, error: 'not_found' });
    assert.equal((await bobsClient.stored(foreign.id)).version, 1);
    assert.equal((await client.stored(janesBooking.id)).version, 1);
  });

  test('requires credentials and integer item ids', async () => {
    const {
      id,
      items: [item],
    } = await client.create();
    for (const [method, path] of [
      ['GET', `/${id}/items`],
      ['POST', `/${id}/items`],
      ['GET', `/${id}/items/${item?.id}`],
      ['PUT', `/${id}/items/${item?.id}`],
      ['DELETE', `/${id}/items/${item?.id}`],
    ] as const) {
      const missing = await t.inject({ method, url: prefix + path });
      assertRefusal(missing, { status: 401, error: 'unauthorized' });
    }
    for (const wrong of ['0', 'x', '1.5', '-1'])
      for (const method of ['GET', 'PUT', 'DELETE'] as const)
        assertRefusal(await client.ask(method, `/${id}/items/${wrong}`, {}), {
          status: 400,
          places: ['item_id'],
        });
    assertRefusal(await client.ask('POST', '/x/items', aCarton()), {
      status: 400,
      places: ['id'],
    });
    const answer = await client.ask('POST', `/${id}/items/${item?.id}`, {});
    assert.deepEqual([answer.statusCode, answer.headers.allow], [405, 'GET, HEAD, PUT, DELETE']);
  });

  test('fills blank sizes of an added item from the key, but never its free text', async () => {
    const shop = await t.addMember(`shop@${prefix.length}.example`);
    await changeKeySettings(t.app, shop.keyId, {
      parts: {
        module_setting: { default_weight: 2, default_height: 7 },
        package_type_rules: [{ min_weight: 0, max_weight: 50, package_type: 'Satchel' }],
      },
    });
    const own = new BookingClient(t, shop, prefix);
    const { id } = await own.create();
    const blank = aCarton({ weight: null, height: '' });
    const { weight, height } = await own.done<ShownItem>(201, 'POST', `/${id}/items`, blank);
    assert.deepEqual([weight, height], [2, 7]);
    for (const description of ['Blue widget', ''])
      await own.refused(
        id,
        { status: 400, places: ['description'] },
        'POST',
        `/${id}/items`,
        aCarton({ description }),
      );
  });
});
