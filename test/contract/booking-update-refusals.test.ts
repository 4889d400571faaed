// PUT /bookings/v4/{id}: what is rejected and in which order. A rejected change changes nothing.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { changeKeySettings } from '../../src/application/keys/change-key-settings.ts';
import { bookingStatuses } from '../../src/domain/bookings/booking.ts';
import { isUnsettled } from '../../src/domain/bookings/booking-status.ts';
import {
  assertRefusal,
  BookingClient,
  forEveryBookingPath,
} from '../support/bookings/booking-client.ts';
import { setStatus } from '../support/bookings/bookings.ts';
import { aCarton, sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import type { TestApp, TestMember } from '../support/test-app.ts';

forEveryBookingPath('rejected changes of a booking', (fixture) => {
  let t: TestApp;
  let prefix: string;
  let jane: TestMember;
  let client: BookingClient;
  let bobsClient: BookingClient;
  before(() => {
    ({ t, prefix, jane, client, bobs: bobsClient } = fixture());
  });

  test("rejects an unknown or repeated item id and lists the booking's item ids", async () => {
    const {
      id,
      items: [item],
    } = await client.create();
    const other = await client.create();
    const {
      items: [foreign],
    } = await bobsClient.create();
    for (const wrong of [foreign?.id, other.items[0]?.id, 1, 0, -1, 99_999_999_999, '7'])
      await client.refused(
        id,
        {
          status: 400,
          places: ['items.1.id'],
          message: new RegExp(`^items\\.1\\.id ${wrong} is not an item .* ${item?.id}\\.`),
        },
        'PUT',
        `/${id}`,
        { description: 'No', items: [aCarton(), { id: wrong, quantity: 3 }] },
      );
    await client.refused(
      id,
      { status: 400, places: ['items.1.id'], message: /twice/ },
      'PUT',
      `/${id}`,
      {
        items: [
          { id: item?.id, weight: 1 },
          { id: item?.id, weight: 2 },
        ],
      },
    );
    for (const wrong of ['x', 1.5, {}, true])
      await client.refused(id, { status: 400, places: ['items.0.id'] }, 'PUT', `/${id}`, {
        items: [{ id: wrong, quantity: 3 }],
      });
  });

  test('refuses free text as a packaging type even when the key has package_type_rules', async () => {
    const shop = await t.addMember(`rules@${prefix.length}.example`);
    await changeKeySettings(t.app, shop.keyId, {
      parts: {
        package_type_rules: [{ min_weight: 0, max_weight: 50, package_type: 'Satchel' }],
      },
    });
    const own = new BookingClient(t, shop, prefix);
    const {
      id,
      items: [item],
    } = await own.create(sydneyToMelbourne({ items: [aCarton({ description: 'Blue widget' })] }));
    assert.equal(item?.description, 'Satchel');
    for (const line of [{ id: item?.id }, aCarton()])
      await own.refused(
        id,
        {
          status: 400,
          places: ['items.0.description'],
          message: /"Blue widget" is not a packaging type.*Carton/,
        },
        'PUT',
        `/${id}`,
        { items: [{ ...line, description: 'Blue widget' }] },
      );
    const changed = await own.update(id, {
      items: [{ id: item?.id, description: 'heavy-carton' }],
    });
    assert.equal(changed.items[0]?.description, 'heavy-carton');
  });

  test('answers 422 for numbers out of range over the whole booking, at the field that was sent', async () => {
    const {
      id,
      items: [item],
    } = await client.create();
    for (const [change, place] of [
      [{ items: [{ id: item?.id, weight: 0 }] }, 'items.0.weight'],
      [{ items: [aCarton(), { id: item?.id, height: -1 }] }, 'items.1.height'],
      [{ items: [aCarton({ quantity: 0 })] }, 'items.0.quantity'],
      [{ items: [aCarton({ weight: 22_000.001 })] }, 'items.0.weight'],
      [{ items: [aCarton({ length: '1400.01' })] }, 'items.0.length'],
      [{ items: [aCarton({ quantity: 1000 })] }, 'items'],
      [{ items: [{ id: item?.id, quantity: 1001 }] }, 'items'],
      [{ items: Array.from({ length: 200 }, () => aCarton()) }, 'items'],
      [{ items: Array.from({ length: 500 }, () => aCarton()) }, 'items'],
      [{ declared_value: 1_000_000.01 }, 'declared_value'],
      [{ declared_value: '-1' }, 'declared_value'],
      [{ insured_value: '-1' }, 'insured_value'],
    ] as const)
      await client.refused(id, { status: 422, places: [place] }, 'PUT', `/${id}`, {
        description: 'No',
        ...change,
      });
    const changed = await client.update(id, {
      items: Array.from({ length: 199 }, () => aCarton({ quantity: 5 })),
      declared_value: 1_000_000,
    });
    assert.equal(changed.items.length, 200);
  });

  test('answers 400 naming all invalid values, and changes nothing', async () => {
    const { id } = await client.create();
    const wrong = {
      declared_value: 'lots',
      include_warranty: 'maybe',
      tailgate_pickup: [],
      options: { authority_to_leave: 'x' },
      description: 'x'.repeat(256),
      notifications: { email: 'x' },
      sender: { type: 'farm' },
      receiver: { email: 'nowhere' },
      items: [{ width: 1, height: 'x' }],
    };
    const places = [
      'declared_value',
      'include_warranty',
      'tailgate_pickup',
      'options.authority_to_leave',
      'description',
      'notifications.email',
      'sender.type',
      'receiver.email',
      'items.0.quantity',
      'items.0.height',
      'items.0.weight',
      'items.0.description',
      'items.0.length',
    ];
    await client.refused(id, { status: 400, places }, 'PUT', `/${id}`, wrong);
    for (const body of [[], 'text', 7, { items: 'x' }, { items: [7] }, { sender: [7] }])
      await client.refused(id, { status: 400 }, 'PUT', `/${id}`, body);
  });

  test('refuses changes to a paid booking in every later status', async () => {
    for (const status of bookingStatuses.filter((other) => other !== 'new')) {
      const { id } = await client.create();
      await setStatus(t.place, id, status);
      const { message } = await client.refused(
        id,
        { status: 422, error: 'booking_already_paid' },
        'PUT',
        `/${id}`,
        { description: 'No' },
      );
      const state =
        status === 'cancelled'
          ? 'cancelled'
          : isUnsettled(status)
            ? 'being paid for'
            : 'already paid';
      assert.ok(String(message).startsWith(`Booking ${id} is ${state}`), String(message));
    }
  });

  test('checks credentials, shape, existence, state and values in that order', async () => {
    const foreign = await bobsClient.create();
    const paid = await client.create();
    await setStatus(t.place, paid.id, 'confirmed');
    const change = { declared_value: -1 };
    const put = (path: string, body: unknown, headers?: Record<string, string>) =>
      client.ask('PUT', path, body, headers);
    const missing = await t.inject({
      method: 'PUT',
      url: `${prefix}/${paid.id}`,
      payload: {},
    });
    assert.equal(missing.statusCode, 401);
    assert.equal((await put(`/${paid.id}`, change, { 'api-key': 'wrong' })).statusCode, 401);
    for (const id of ['0', 'x', '1.5'])
      assertRefusal(await put(`/${id}`, change), { status: 400, places: ['id'] });
    for (const id of [foreign.id, 999_999_999]) {
      const refusal = assertRefusal(await put(`/${id}`, change), {
        status: 404,
        error: 'not_found',
      });
      assert.deepEqual(refusal, {
        error: 'not_found',
        message: `There is no booking ${id} of yours.`,
      });
      assertRefusal(await put(`/${id}`, { items: [aCarton({ description: 'Widget' })] }), {
        status: 400,
      });
    }
    assertRefusal(await put(`/${paid.id}`, change), {
      status: 422,
      error: 'booking_already_paid',
    });
    assertRefusal(await put(`/${paid.id}`, { items: 'x' }), { status: 400 });
    assert.equal((await bobsClient.stored(foreign.id)).version, 1);
  });

  test('rejects a missing body, a body that is not JSON, and other media types', async () => {
    const { id } = await client.create();
    const put = (payload: string | undefined, type?: string) =>
      t.inject({
        method: 'PUT',
        url: `${prefix}/${id}/`,
        headers: {
          'api-key': jane.key,
          ...(type === undefined ? {} : { 'content-type': type }),
        },
        ...(payload === undefined ? {} : { payload }),
      });
    const json = 'application/json';
    assert.equal((await put('{', json)).statusCode, 400);
    assert.equal((await put('', json)).statusCode, 400);
    assert.equal((await put(undefined)).statusCode, 400);
    assert.equal((await put('a=1', 'application/x-www-form-urlencoded')).statusCode, 415);
    // A trailing slash names the same booking.
    assert.equal((await put('{"description":"Yes"}', json)).statusCode, 200);
    assert.equal((await client.read(id)).description, 'Yes');
  });
});
