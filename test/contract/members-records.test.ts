// Bookings, orders, documents and places in the members area: the same rows as in the interface, and only the
// member's own.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setCreditLimit } from '../../src/application/payments/credit-account.ts';
import { runStatement, setStatus } from '../support/bookings/bookings.ts';
import { Checkout } from '../support/bookings/checkout.ts';
import {
  aCarton,
  auckland,
  doorToDoor,
  melbourne,
  sydneyToMelbourne,
} from '../support/bookings/quote-bodies.ts';
import { addScan, aShipmentOf, report } from '../support/bookings/shipments.ts';
import { visitorsOf } from '../support/pages/members-area.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp, type TestMember } from '../support/test-app.ts';

for (const setup of setups) {
  describe(`records in the members area on ${setup.name}`, () => {
    let t: TestApp;
    let jane: TestMember;
    const { visitor } = visitorsOf(() => t);
    before(async () => {
      t = await startTestApp(setup);
      jane = await t.addMember();
    });
    after(() => t.close());

    test("gives the members area the same quotes and bookings as the member's key", async () => {
      const client = await visitor().signIn(jane);
      const created = await client.send('POST', '/bookings/v4', sydneyToMelbourne());
      assert.equal(created.statusCode, 201, created.body);
      const { id, quotes, label, booked_by } = created.json();
      assert.ok(Object.keys(quotes).length >= 25);
      assert.equal(booked_by, jane.email);
      assert.match(label, new RegExp(`/members/api/bookings/v4/${id}/label$`));
      const read = (await client.get(`/bookings/v4/${id}`)).json();
      assert.deepEqual(withoutArrival(read.quotes), quotes);
      const { toll } = read.quotes;
      assert.match(toll.arrival_date, /^\d{4}-\d\d-\d\d$/);
      assert.ok(toll.arrival_date > toll.pickup_dates[0], 'it arrives after the pickup');
      assert.deepEqual(read.quote_errors, created.json().quote_errors);
      const [listed] = (await client.get('/bookings/v4')).json();
      assert.deepEqual([listed.id, listed.quotes, listed.quote_errors], [id, undefined, undefined]);
      const stream = await client.send('POST', '/bookings/stream', sydneyToMelbourne());
      assert.match(stream.body, /event: complete/);
      assert.ok(stream.body.includes(`"arrival_date":"${toll.arrival_date}"`));
      const byKey = await t.get(`/api/v5/bookings/v4/${id}`, { 'api-key': jane.key });
      assert.equal(byKey.json().id, id);
      for (const path of ['', `/${id}`, `/${id}/breakdown`]) {
        assert.equal((await client.get(`/bookings/v4${path}`)).statusCode, 200, path);
      }
      const stranger = await visitor().signIn(await t.addMember('stranger@example.com'));
      assert.deepEqual((await stranger.get('/bookings/v4')).json(), []);
      for (const path of [`/${id}`, `/${id}/breakdown`]) {
        assert.equal((await stranger.get(`/bookings/v4${path}`)).statusCode, 404, path);
      }
    });

    test('names every wrong field of a typed quote at once, numbers out of range too', async () => {
      const client = await visitor().signIn(jane);
      const body = sydneyToMelbourne({
        receiver: { ...melbourne, suburb: '' },
        items: [aCarton({ weight: '-5', height: 0 }), aCarton({ quantity: 0, width: '' })],
      });
      const asked = await client.send('POST', '/bookings/stream', body);
      assert.equal(asked.statusCode, 400, asked.body);
      const { receiver, items } = asked.json().errors;
      assert.deepEqual(Object.keys(receiver), ['suburb']);
      assert.deepEqual(
        [items[0].weight, items[0].height, items[1].quantity],
        [
          ['items.0.weight must be greater than 0.'],
          ['items.0.height must be greater than 0.'],
          ['items.1.quantity must be at least 1.'],
        ],
      );
      assert.equal(items[1].width.length, 1);
    });

    test('previews what saving each order would do and saves nothing', async () => {
      const client = await visitor().signIn(await t.addMember('preview@example.com'));
      const order = (number: string, postcode: string, quantity: unknown = 1) => ({
        order_id: number,
        imported_from: 'Members area',
        receiver: { name: 'Rita', address: '1 Smith St', suburb: 'Richmond', postcode },
        items: [aCarton({ quantity })],
      });
      const saved = await client.send('POST', '/orders/create-simple', order('P-1', '3121'));
      assert.equal(saved.statusCode, 201, saved.body);
      const orders = [order('P-1', '3121'), order('P-2', '9999'), order('P-3', '3121', 0)];
      const answer = await client.send('POST', '/orders/preview', { orders });
      assert.equal(answer.statusCode, 200, answer.body);
      const [changed, unready, refused] = answer.json();
      assert.deepEqual(changed, { is_new: false, not_ready: [], refusal: null });
      assert.match(unready.not_ready.join(' '), /9999/);
      assert.equal(refused.refusal, 'items.0.quantity must be at least 1.');
      assert.equal((await client.get('/orders')).json().length, 1);
      const many = { orders: Array.from({ length: 101 }, () => orders[0]) };
      assert.equal((await client.send('POST', '/orders/preview', many)).statusCode, 400);
      assert.equal((await client.send('POST', '/orders/preview', {})).statusCode, 200);
    });

    test('clears fields that a form empties and keeps fields it omits', async () => {
      const client = await visitor().signIn(await t.addMember('emptied@example.com'));
      const contact = {
        name: 'Rita',
        company_name: 'Tile Shop',
        email: 'rita@example.com',
        phone: '0400 000 000',
        address: '1 Smith Street',
      };
      const texts = {
        description: 'Tiles',
        special_instructions: 'Ring the bell; Authority to leave',
        pickup_instructions: 'Dock 4',
      };
      const full = sydneyToMelbourne({ ...texts, receiver: { ...melbourne, ...contact } });
      const { id, quotes } = (await client.send('POST', '/bookings/v4', full)).json();
      const emptied = (fields: object) =>
        Object.fromEntries(Object.keys(fields).map((field) => [field, '']));
      const body = { ...emptied(texts), receiver: { ...emptied(contact), name: 'Ben' } };
      const kept = await client.send('PUT', `/bookings/v4/${id}`, {
        description: null,
        receiver: { phone: null, suburb: '' },
      });
      assert.equal(kept.json().description, 'Tiles');
      assert.equal(kept.json().receiver.phone, '0400 000 000');
      const changed = await client.send('PUT', `/bookings/v4/${id}`, body);
      assert.equal(changed.statusCode, 200, changed.body);
      const read = (await client.get(`/bookings/v4/${id}`)).json();
      assert.partialDeepStrictEqual(read, {
        ...emptied(texts),
        receiver: { ...emptied(contact), name: 'Ben', suburb: 'MELBOURNE', postcode: '3000' },
      });
      assert.deepEqual(Object.keys(read.quotes), Object.keys(quotes));
    });

    test('lists show quotes, bookings, or bookings that need attention', async () => {
      const client = await visitor().signIn(await t.addMember('lists@example.com'));
      const quote = async () =>
        (await client.send('POST', '/bookings/v4', sydneyToMelbourne())).json().id as number;
      const [first, second] = [await quote(), await quote()];
      await client.send('POST', `/bookings/v4/${second}/confirm`, { payment_method: 'demo' });
      const shown = async (show: string) =>
        (await client.get(`/bookings/v4?show=${show}`)).json().map(({ id }: { id: number }) => id);
      assert.deepEqual(await shown(''), [second, first]);
      assert.deepEqual(await shown('quotes'), [first]);
      assert.deepEqual(await shown('booked'), [second]);
      assert.deepEqual(await shown('attention'), []);
      assert.equal((await client.get('/bookings/v4?show=nonsense')).statusCode, 400);
    });

    test('lists a held-up shipment under needs attention', async () => {
      const member = await t.addMember('heldup@example.com');
      await setCreditLimit(t.app, member.email, 1_000_00);
      const client = await visitor().signIn(member);
      const shop = new Checkout(t, member);
      const [moving, damaged] = [
        await shop.book({ payment_method: 'credit' }),
        await shop.book({ payment_method: 'credit' }),
      ];
      const say = (id: number, stage: 'in_transit' | 'damaged' | 'delivered') =>
        addScan(t, id, stage, 'Said', 'Sydney');
      await say(moving.id, 'in_transit');
      await say(damaged.id, 'damaged');
      const shown = async () => (await client.get('/bookings/v4?show=attention')).json();
      assert.deepEqual(
        (await shown()).map((booking: { id: number; journey: object }) => [
          booking.id,
          booking.journey,
        ]),
        [[damaged.id, { state: 'attention', phrase: 'Damaged' }]],
      );
      await say(damaged.id, 'delivered');
      assert.deepEqual(await shown(), []);
    });

    test('lists undelivered shipments page by page, newest first', async () => {
      const member = await t.addMember('underway@example.com');
      await setCreditLimit(t.app, member.email, 10_000_00);
      const client = await visitor().signIn(member);
      const shop = new Checkout(t, member);
      const shown = async (page = 1): Promise<number[]> =>
        (await client.get(`/bookings/v4?show=under_way&page=${page}`))
          .json()
          .map(({ id }: { id: number }) => id);
      const old = await shop.book({ payment_method: 'credit' });
      const lost = await shop.book({ payment_method: 'credit' });
      await addScan(t, lost.id, 'damaged', 'Said', 'Sydney');
      const { id: demo } = await shop.quote();
      await client.send('POST', `/bookings/v4/${demo}/confirm`, { payment_method: 'demo' });
      const cancelled = await shop.book({ payment_method: 'credit' });
      await setStatus(t.place, cancelled.id, 'cancelled');
      await shop.quote();
      assert.deepEqual(await shown(), [demo, lost.id, old.id]);
      // More newer bookings than a page holds, all delivered.
      for (let n = 0; n < 50; n += 1) {
        const { id } = await shop.book({ payment_method: 'credit' });
        await addScan(t, id, 'delivered', 'Said', 'Sydney');
      }
      assert.deepEqual(await shown(), [demo, lost.id, old.id]);
      assert.deepEqual(await shown(2), []);
      t.advanceClock(t.app.tracking.demoJourneyMs);
      assert.deepEqual(await shown(), [lost.id, old.id]);
      // A scan that no rule recognises does not count as delivered.
      await runStatement(
        t.place,
        `update shipments set stage = 'unknown' where booking_id = ${old.id}`,
      );
      assert.deepEqual(await shown(), [lost.id, old.id]);
      const stranger = await visitor().signIn(await t.addMember('other@example.com'));
      assert.deepEqual((await stranger.get('/bookings/v4?show=under_way')).json(), []);
    });

    test('a booking shows its payment and its documents', async () => {
      const member = await t.addMember('paid@example.com');
      await setCreditLimit(t.app, member.email, 1_000_00);
      const client = await visitor().signIn(member);
      const shop = new Checkout(t, member);
      const read = async (id: number) => (await client.get(`/bookings/v4/${id}`)).json();
      const quoted = await read((await shop.quote()).id);
      assert.deepEqual([quoted.payment_method, quoted.has_manifest], [undefined, false]);
      for (const [carrier, takes] of [
        ['allied', true],
        ['couriers_please', false],
      ] as const) {
        const { id } = await shop.book({ payment_method: 'credit' }, carrier);
        const booked = await read(id);
        assert.deepEqual([booked.payment_method, booked.has_manifest], ['credit', takes]);
        const { [carrier]: _chosen, ...others } = quoted.quotes;
        assert.deepEqual(
          Object.keys(booked.other_quotes).toSorted(),
          Object.keys(others).toSorted(),
        );
        assert.equal(booked.quotes, undefined);
        const manifest = await client.get(`/bookings/v4/${id}/manifest`);
        assert.equal(manifest.statusCode, takes ? 200 : 422, manifest.body.slice(0, 300));
        const byKey = await t.get(`/api/v5/bookings/v4/${id}`, { 'api-key': member.key });
        for (const field of ['has_manifest', 'other_quotes'])
          assert.equal(field in byKey.json(), false, field);
      }
    });

    test('shows whether cover was requested in the members area only, even if the carrier offers none', async () => {
      const member = await t.addMember('cover@example.com');
      const client = await visitor().signIn(member);
      const shop = new Checkout(t, member);
      await setCreditLimit(t.app, member.email, 1_000_00);
      for (const isCoverRequested of [true, false]) {
        const quoted = await shop.quote(
          doorToDoor({ declared_value: 900, include_warranty: isCoverRequested }),
        );
        const { id, quotes } = quoted;
        const read = async () => (await client.get(`/bookings/v4/${id}`)).json();
        assert.equal((await read()).include_warranty, isCoverRequested);
        const carrier = Object.keys(quotes)[0] ?? assert.fail();
        const insured = quotes[carrier]?.insured_amount ?? 0;
        assert.equal(insured > 0, isCoverRequested);
        const request = shop.confirmRequest(quoted, carrier, { payment_method: 'credit' });
        const confirmed = await shop.confirm(id, request);
        assert.equal(confirmed.statusCode, 200, confirmed.body);
        const { include_warranty, insured_value } = await read();
        assert.deepEqual([include_warranty, insured_value], [isCoverRequested, insured]);
        for (const path of ['/api/bookings/v4', '/api/v5/bookings/v4']) {
          const byKey = await t.get(`${path}/${id}`, { 'api-key': member.key });
          assert.equal('include_warranty' in byKey.json(), false, path);
        }
      }
    });

    test("a list shows each booking's stage and booking time, and tracking addresses the sender", async () => {
      const member = await t.addMember('journeys@example.com');
      const client = await visitor().signIn(member);
      const { id } = (await client.send('POST', '/bookings/v4', sydneyToMelbourne())).json();
      const listed = async () => (await client.get('/bookings/v4')).json()[0];
      assert.equal('confirmed_at' in (await listed()), false);
      t.advanceClock(60_000);
      await client.send('POST', `/bookings/v4/${id}/confirm`, { payment_method: 'demo' });
      const booked = await listed();
      assert.deepEqual(booked.journey, { state: 'pending', phrase: 'Awaiting pickup' });
      assert.equal(Date.parse(booked.confirmed_at) - Date.parse(booked.booked_at), 60_000);
      const read = (await client.get(`/bookings/v4/${id}`)).json();
      assert.equal(read.confirmed_at, booked.confirmed_at);
      const byKey = await t.get(`/api/v5/bookings/v4/${id}`, { 'api-key': member.key });
      assert.equal('confirmed_at' in byKey.json(), false);
      t.advanceClock(t.app.tracking.demoJourneyMs);
      assert.deepEqual((await listed()).journey, { state: 'delivered', phrase: 'Delivered' });
      const stuck = await aShipmentOf(t, member);
      await report(
        t,
        stuck,
        { status: 'Out for delivery', atMs: t.app.clock.nowMs() - 2 },
        { status: 'Card left, nobody at home', atMs: t.app.clock.nowMs() - 1 },
      );
      const tracked = (await client.get(`/tracking/${stuck.connote}`)).json();
      assert.deepEqual([tracked.state, tracked.stepReached], ['attention', 3]);
      assert.match(tracked.summary, /^Ask the receiver/);
      const shops = await t.get(`/api/v5/tracking/${stuck.connote}`, { 'api-key': member.key });
      assert.match(shops.json().summary, /^Contact the sender/);
      assert.equal('stepReached' in shops.json(), false);
    });

    test('orders, tracking and customs answer as for other clients, and only for their owner', async () => {
      const client = await visitor().signIn(await t.addMember('orders@example.com'));
      const stranger = await visitor().signIn(await t.addMember('orders2@example.com'));
      const made = await client.send('POST', '/orders/create-simple', {
        order_id: 'A-1',
        receiver: { ...melbourne, name: 'Rita', address: '1 Smith Street' },
        items: [aCarton()],
      });
      assert.equal(made.statusCode, 201, made.body);
      const { id } = made.json();
      assert.equal((await client.get('/orders')).json().length, 1);
      assert.deepEqual((await stranger.get('/orders')).json(), []);
      assert.equal((await client.get(`/orders/${id}`)).json().shipping.city, 'MELBOURNE');
      assert.equal((await stranger.get(`/orders/${id}`)).statusCode, 403);
      const changed = await client.send('PUT', `/orders/${id}`, {
        transdirect_order_status: 'manually_dispatched',
      });
      assert.equal(changed.json().transdirect_order_status, 'manually_dispatched');
      assert.equal((await stranger.send('DELETE', `/orders/${id}`)).statusCode, 404);
      assert.equal((await client.send('DELETE', `/orders/${id}`)).statusCode, 204);

      const booking = await client.send(
        'POST',
        '/bookings/v4',
        sydneyToMelbourne({ receiver: auckland }),
      );
      const path = `/bookings/v4/${booking.json().id}`;
      const declared = {
        contents_type: 'merchandise',
        contents_description: 'Tiles',
        items: [
          { description: 'Tiles', quantity: 1, weight: 5, value: 50, country_of_origin: 'AU' },
        ],
      };
      const customs = await client.send('POST', `${path}/custom_declaration`, declared);
      assert.equal(customs.statusCode, 200, customs.body);
      assert.equal(
        (await stranger.send('POST', `${path}/custom_declaration`, declared)).statusCode,
        404,
      );
      const confirmed = await client.send('POST', `${path}/confirm`, { payment_method: 'demo' });
      const { connote } = confirmed.json();
      assert.equal((await client.get(`/tracking/${connote}`)).json().matched, true);
      assert.equal((await stranger.get(`/tracking/${connote}`)).json().matched, false);
    });

    test('prints documents for their owner only, and offers a public link', async () => {
      const client = await visitor().signIn(await t.addMember('documents@example.com'));
      const stranger = await visitor().signIn(await t.addMember('documents2@example.com'));
      const { id } = (await client.send('POST', '/bookings/v4', sydneyToMelbourne())).json();
      await client.send('POST', `/bookings/v4/${id}/confirm`, { payment_method: 'demo' });
      for (const kind of ['label', 'a6label', 'invoice', 'manifest']) {
        const answer = await client.get(`/bookings/v4/${id}/${kind}`);
        if (kind === 'manifest') assert.ok([200, 422].includes(answer.statusCode), answer.body);
        else assert.equal(answer.headers['content-type'], 'application/pdf', kind);
        const foreign = await stranger.get(`/bookings/v4/${id}/${kind}`);
        assert.equal(foreign.statusCode, 404, kind);
      }
      const link = (await client.get(`/bookings/v4/${id}/public_url`)).json();
      assert.match(link.url, /^http:\/\/localhost:8080\/api\/signed\/label\//);
      const opened = await t.get(new URL(link.url).pathname);
      assert.equal(opened.headers['content-type'], 'application/pdf');
      const batch = { booking_ids: [id] };
      const labels = await client.send('POST', '/bookings/labels/batch', batch);
      assert.equal(labels.headers['content-type'], 'application/pdf');
      const manifests = await client.send('POST', '/bookings/manifests/batch', batch);
      assert.ok([200, 422].includes(manifests.statusCode), manifests.body);
      for (const path of ['/bookings/labels/batch', '/bookings/manifests/batch']) {
        assert.equal((await stranger.send('POST', path, batch)).statusCode, 404);
      }
    });

    test('locations, countries, addresses and carriers answer as in v5', async () => {
      const client = visitor();
      for (const path of [
        '/locations',
        '/locations/page/2',
        '/locations/postcode/3000',
        '/locations/search?q=melb',
        '/locations/countries',
        '/addresses/suggest?q=12%20Smith%20St%20Richmond',
        '/couriers',
      ]) {
        const here = await client.get(path);
        assert.equal(here.statusCode, 200, path);
        assert.deepEqual(here.json(), (await t.get(`/api/v5${path}`)).json(), path);
      }
      const [suggestion] = (
        await client.get('/addresses/suggest?q=12%20Smith%20St%20Richmond')
      ).json().suggestions;
      const resolved = await client.get(`/addresses/resolve?placeId=${suggestion.placeId}`);
      assert.equal(resolved.statusCode, 200);
    });
  });
}

/** Quotes as other clients get them. */
function withoutArrival(quotes: Record<string, { arrival_date?: string }>): object {
  return Object.fromEntries(
    Object.entries(quotes).map(([carrier, { arrival_date: _day, ...quote }]) => [carrier, quote]),
  );
}
