// PUT /bookings/v4/{id}: changes the fields in the body, keeps the others, and prices the new contents.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import {
  type BookingClient,
  forEveryBookingPath,
  type ShownBooking,
} from '../support/bookings/booking-client.ts';
import {
  aCarton,
  albury,
  type Body,
  melbourne,
  sydneyToMelbourne,
} from '../support/bookings/quote-bodies.ts';

const everyField: Body = {
  declared_value: '1234.50',
  include_warranty: 'true',
  tailgate_pickup: true,
  tailgate_delivery: 1,
  description: 'Ceramic tiles',
  special_instructions: 'Ring the bell',
  pickup_instructions: 'Dock 4',
  notifications: { email: true, sms: 'on' },
  options: { authority_to_leave: true },
  sender: { ...melbourne, name: 'Jo', phone: 398765432, address: '1 Collins St' },
  receiver: { ...albury, company_name: 'Tile Shop', email: 'shop@example.com' },
  items: [aCarton({ weight: '7.5', quantity: '2.0' })],
};

/** A booking without the fields that only answers have. */
const withoutTimes = ({ created_at: _c, updated_at: _u, ...booking }: ShownBooking): Body =>
  booking;

forEveryBookingPath('changing a booking', (fixture) => {
  let client: BookingClient;
  before(() => {
    ({ client } = fixture());
  });

  test('changes every field, answers the whole booking and reads back the same', async () => {
    const {
      id,
      items: [first],
    } = await client.create();
    const changed = await client.update(id, {
      ...everyField,
      items: [{ id: first?.id, weight: '7.5', quantity: '2.0' }],
    });
    assert.deepEqual(withoutTimes(await client.read(id)), withoutTimes(changed));
    assert.deepEqual(
      [changed.id, changed.status, changed.booked_by],
      [id, 'new', 'tilewarehouse.example'],
    );
    assert.deepEqual(changed.items, [
      {
        id: id * 1000 + 1,
        weight: 7.5,
        height: 25,
        width: 35,
        length: 40,
        quantity: 2,
        description: 'Carton',
      },
    ]);
    assert.deepEqual(
      [
        changed.declared_value,
        changed.insured_value,
        changed.tailgate_pickup,
        changed.tailgate_delivery,
      ],
      [1234.5, 1234.5, true, true],
    );
    assert.deepEqual(
      [changed.description, changed.special_instructions, changed.pickup_instructions],
      ['Ceramic tiles', 'Ring the bell; Authority to leave', 'Dock 4'],
    );
    assert.deepEqual(changed.notifications, { email: true, sms: true });
    assert.deepEqual(changed.sender, {
      id: id * 2 - 1,
      name: 'Jo',
      company_name: '',
      email: '',
      phone: '398765432',
      address: '1 Collins St',
      suburb: 'MELBOURNE',
      postcode: '3000',
      state: 'VIC',
      country: 'AU',
      type: 'business',
    });
    assert.deepEqual(
      [
        changed.receiver.suburb,
        changed.receiver.state,
        changed.receiver.type,
        changed.receiver.company_name,
      ],
      ['ALBURY', 'NSW', 'residential', 'Tile Shop'],
    );
    // The price is that of a new booking with these contents.
    assert.deepEqual(changed.quotes, await client.quotesFor(everyField));
    assert.ok(!('quote_errors' in changed));
  });

  test('keeps a booking as it is when fields are omitted, null, blank, unknown or read-only', async () => {
    const { id } = await client.create(everyField);
    const stored = await client.stored(id);
    const emptyChanges: Body[] = [
      {},
      { items: [] },
      { items: null, sender: null, receiver: '', notifications: {}, options: {} },
      Object.fromEntries(Object.keys(everyField).map((field) => [field, null])),
      { declared_value: '', description: ' ', special_instructions: '', tailgate_pickup: '' },
      {
        id: 5,
        status: 'confirmed',
        quotes: {},
        cost: 1,
        connote: 'X',
        booked_by: 'me',
        label: '',
      },
      { referrer: 'elsewhere', requesting_site: 'http://elsewhere.example', total_amount: 9 },
    ];
    for (const change of emptyChanges) {
      await client.update(id, change);
      assert.deepEqual(await client.stored(id), stored);
    }
    // An address of blanks counts as not given.
    await client.update(id, { receiver: { name: '', suburb: null, state: ' ' } });
    assert.deepEqual(await client.stored(id), { ...stored, version: 2 });
  });

  test('changes only the field that an update sends', async () => {
    const { id } = await client.create(everyField);
    const made = await client.read(id);
    const shown: ShownBooking = { ...made };
    for (const [change, field, value] of [
      [{ description: 'Grout' }, 'description', 'Grout'],
      [{ pickup_instructions: 'Dock 5' }, 'pickup_instructions', 'Dock 5'],
      [{ notifications: { sms: false } }, 'notifications', { email: true, sms: false }],
      [{ receiver: { phone: 400000000 } }, 'receiver', { ...made.receiver, phone: '400000000' }],
      [
        { sender: { email: 'jo@example.com' } },
        'sender',
        { ...made.sender, email: 'jo@example.com' },
      ],
    ] as const) {
      const changed = await client.update(id, change);
      Object.assign(shown, { [field]: value });
      assert.deepEqual(withoutTimes(changed), withoutTimes(shown));
    }
  });

  test('changes items with an id, adds items without one and keeps the others', async () => {
    const { id, items } = await client.create(
      sydneyToMelbourne({
        items: [
          aCarton(),
          aCarton({ description: 'Tube', length: 150, width: 12, height: 12 }),
          aCarton({ weight: 3 }),
        ],
      }),
    );
    const [, tube, light] = items;
    const changed = await client.update(id, {
      items: [
        aCarton({ description: 'Pallet', weight: 80, sku: 'NEW' }),
        { id: String(light?.id), quantity: 4 },
        aCarton({ quantity: 2 }),
      ],
    });
    assert.deepEqual(
      changed.items.map(({ id: itemId, description, weight, quantity }) => [
        itemId,
        description,
        weight,
        quantity,
      ]),
      [
        [id * 1000 + 1, 'Carton', 5, 1],
        [tube?.id, 'Tube', 5, 1],
        [light?.id, 'Carton', 3, 4],
        [id * 1000 + 4, 'Pallet', 80, 1],
        [id * 1000 + 5, 'Carton', 5, 2],
      ],
    );
    assert.ok(changed.items.every((item) => !('sku' in item)));
    assert.deepEqual(
      changed.quotes,
      await client.quotesFor(sydneyToMelbourne({ items: changed.items })),
    );
  });

  test('merges parts of an address and matches a place as a whole', async () => {
    const { id } = await client.create(everyField);
    const { receiver } = await client.update(id, {
      receiver: { postcode: 3182, suburb: 'st. kilda', name: 'Kim' },
    });
    assert.deepEqual(
      [
        receiver.suburb,
        receiver.postcode,
        receiver.state,
        receiver.type,
        receiver.name,
        receiver.company_name,
      ],
      ['ST KILDA', '3182', 'VIC', 'residential', 'Kim', 'Tile Shop'],
    );
    const { receiver: near } = await client.update(id, {
      receiver: { suburb: 'St Kilda West' },
    });
    assert.deepEqual([near.suburb, near.postcode, near.state], ['ST KILDA WEST', '3182', 'VIC']);
    for (const [change, places] of [
      [{ postcode: '2000' }, ['receiver.suburb']],
      [{ suburb: 'Sydney' }, ['receiver.suburb']],
      [{ postcode: '9998' }, ['receiver.postcode', 'receiver.suburb']],
      [{ country: 'XX' }, ['receiver.country']],
      [{ country: 'NZ' }, ['receiver.postcode']],
    ] as const)
      await client.refused(id, { status: 400, places }, 'PUT', `/${id}`, {
        receiver: change,
        description: 'No',
      });
    const abroad = await client.update(id, {
      receiver: { country: 'nz', postcode: '1010', suburb: 'Auckland' },
      tailgate_pickup: false,
      tailgate_delivery: 'off',
    });
    assert.deepEqual(
      [abroad.receiver.country, abroad.receiver.state, abroad.receiver.name],
      ['NZ', '', 'Kim'],
    );
    assert.ok('dhl_express' in abroad.quotes);
    // An address that moves back to Australia needs a new place.
    await client.refused(
      id,
      { status: 400, places: ['receiver.postcode', 'receiver.suburb'] },
      'PUT',
      `/${id}`,
      { receiver: { country: 'AU' } },
    );
    const { receiver: home } = await client.update(id, { receiver: melbourne });
    assert.deepEqual([home.suburb, home.state, home.country], ['MELBOURNE', 'VIC', 'AU']);
  });
});
