// A connected carrier from the first quote to the delivered parcel, on both engines: its prices, the rate card as a
// fallback, one consignment per booking, its own label, tracking, manifest and cancellation.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { auspost } from '../../carriers/auspost/connector/auspost.ts';
import { cancelBooking } from '../../src/application/bookings/cancel-booking.ts';
import {
  connectAccount,
  disconnectAccount,
  testAccount,
} from '../../src/application/carriers/carrier-accounts.ts';
import { lodgeManifests } from '../../src/application/jobs/lodge-manifests.ts';
import { recoverConfirmations } from '../../src/application/jobs/recover-confirmations.ts';
import { lodgeManifest } from '../../src/application/manifests/lodge-manifest.ts';
import { changeMember } from '../../src/application/members/change-member.ts';
import { pollCarriers } from '../../src/application/tracking/poll-carriers.ts';
import { bookingId } from '../../src/domain/bookings/booking.ts';
import { Refusal } from '../../src/domain/refusal.ts';
import { Checkout } from '../support/bookings/checkout.ts';
import { parseEvents } from '../support/bookings/event-stream.ts';
import { type Body, doorToDoor, melbourne, sydney } from '../support/bookings/quote-bodies.ts';
import {
  type CarrierServer,
  startCarrierServer,
} from '../support/carriers/scripted-carrier-server.ts';
import { carriersPdf, Post } from '../support/carriers/scripted-post.ts';
import { openPdf } from '../support/documents/read-document.ts';
import { Visitor } from '../support/pages/members-area.ts';
import { refusedAs } from '../support/refused-as.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { until } from '../support/until.ts';

const parcel = 'auspost_regular_eparcel';
const account = { api_key: 'ak-secret-1', password: 'pw-secret-2', account_number: '1234567890' };

for (const setup of setups) {
  describe(`a connected carrier on ${setup.name}`, () => {
    const post = new Post();
    let t: TestApp;
    let shop: Checkout;
    let server: CarrierServer;
    before(async () => {
      server = await startCarrierServer((request) => post.answer(request));
      post.server = server;
      t = await startTestApp(setup, { connectors: [auspost], limits: { v5PerMinute: 0 } });
      shop = new Checkout(t, await t.addMember());
      await shop.giveCredit(100_000);
    });
    after(async () => {
      await t.close();
      await server.close();
    });
    beforeEach(async () => {
      post.faults = {};
      await connect('live_then_card');
    });

    const connect = async (policy: 'card' | 'live' | 'live_then_card'): Promise<void> => {
      await connectAccount(t.app, undefined, {
        carrier: 'auspost',
        account: { ...account, base_url: server.url },
        policy,
        isUntested: true,
      });
      // Connections are read again in the background, as they are while the server runs.
      await until(
        `the carrier is asked by the policy ${policy}`,
        () => t.app.carriers.live.find(({ stringId }) => stringId === parcel)?.policy === policy,
      );
    };
    const quote = () => shop.quote({ ...doorToDoor(), options: { disable_cache: true } });
    const breakdown = async (id: number) =>
      (
        await t.get(`/api/v5/bookings/v4/${id}/breakdown`, { 'api-key': shop.member.key })
      ).json() as Record<string, { lines: { code: string; label: string; amount: number }[] }>;
    const errorsOf = (booking: { quote_errors?: unknown[] }): { courier: string; code: string }[] =>
      (booking.quote_errors ?? []) as { courier: string; code: string }[];
    const book = async () => {
      const quoted = await quote();
      const answer = await shop.confirm(quoted.id, shop.confirmRequest(quoted, parcel));
      return { id: quoted.id, answer, booking: answer.json() };
    };
    const pdf = (id: number, path = 'label', query = '') =>
      t.get(`/api/v5/bookings/v4/${id}/${path}${query}`, { 'api-key': shop.member.key });

    test("shows the carrier's own price with the terms of its card, and the breakdown names the source", async () => {
      const quoted = await shop.quote({
        ...doorToDoor(),
        declared_value: 900,
        options: { disable_cache: true },
      });
      const shownQuote = quoted.quotes[parcel];
      assert.equal(shownQuote?.price_insurance_ex, 18.4);
      assert.ok((shownQuote?.fee ?? 0) > 0, "the card's warranty applies");
      const lines = (await breakdown(quoted.id))[parcel]?.lines ?? [];
      assert.ok(lines.some(({ code, amount }) => code === 'LIVE' && amount === 0));
      assert.deepEqual(
        errorsOf(quoted).filter(({ courier }) => courier === parcel),
        [],
      );
    });

    test('asks a carrier once for the prices of all its services', async () => {
      server.requests.length = 0;
      await quote();
      assert.equal(server.requests.filter(({ path }) => path === '/prices/shipments').length, 1);
    });

    test('quotes a marked estimate from the card when the carrier fails, and reports the failure', async () => {
      post.faults.prices = () => ({ status: 501 });
      const quoted = await quote();
      assert.equal(quoted.quotes[parcel]?.estimated, true);
      assert.equal((await shop.read(quoted.id)).quotes?.[parcel]?.estimated, true);
      assert.ok(Object.values(quoted.quotes).some(({ estimated }) => estimated === undefined));
      assert.equal(
        errorsOf(quoted).find(({ courier }) => courier === parcel)?.code,
        'carrier_error',
      );
      const mark = (await breakdown(quoted.id))[parcel]?.lines.find(
        ({ code }) => code === 'ESTIMATE',
      );
      // The card states no first day, so it has no age.
      assert.match(
        mark?.label ?? '',
        /^Estimated from rate card \S+ \S+: the carrier did not answer$/,
      );
    });

    test('counts an estimate as one carrier service in the stream, and as a failure in the reports', async () => {
      post.faults.prices = () => ({ status: 501 });
      const before = { ...t.app.carrierAnswers.totalOf(parcel) };
      const answer = await t.inject({
        method: 'POST',
        url: '/api/v5/bookings/stream',
        headers: { 'api-key': shop.member.key },
        payload: { ...doorToDoor(), options: { disable_cache: true } },
      });
      const events = parseEvents(answer.body);
      const ofParcel = events.filter(({ data }) => data.carrier === parcel);
      assert.deepEqual(
        ofParcel.map(({ event }) => event),
        ['carrier_error', 'quote'],
      );
      const ready = events.find(({ event }) => event === 'ready')?.data;
      const complete = events.find(({ event }) => event === 'complete')?.data;
      assert.equal(Number(complete?.quoted) + Number(complete?.failed), ready?.carrierCount);
      const { quoted, failed } = t.app.carrierAnswers.totalOf(parcel);
      assert.deepEqual({ quoted, failed }, { quoted: before.quoted, failed: before.failed + 1 });
    });

    test('the policy "live" gives no estimate, and the policy "card" does not ask the carrier', async () => {
      await connect('live');
      post.faults.prices = () => ({ status: 501 });
      const without = await quote();
      assert.equal(without.quotes[parcel], undefined);
      assert.ok(errorsOf(without).some(({ courier }) => courier === parcel));
      await connect('card');
      server.requests.length = 0;
      const priced = await quote();
      assert.ok(priced.quotes[parcel]);
      assert.equal(server.requests.length, 0);
    });

    test('gives no estimate when the carrier declines the shipment', async () => {
      const message = 'The suburb is not served';
      post.faults.prices = () => ({ status: 400, json: { errors: [{ code: '42001', message }] } });
      const quoted = await quote();
      assert.equal(quoted.quotes[parcel], undefined);
      assert.equal(
        errorsOf(quoted).find(({ courier }) => courier === parcel)?.code,
        'route_not_served',
      );
    });

    test("shows the carrier's label formats on the member's and the operator's pages", async () => {
      const { id } = await book();
      const olga = await t.addMember('olga@example.com');
      await changeMember(t.app, olga.email, { isOperator: true });
      for (const [person, path] of [
        [shop.member, `/bookings/v4/${id}`],
        [olga, `/operator/bookings/${id}`],
      ] as const) {
        const visitor = await new Visitor(t).signIn(person);
        const page = await visitor.get(path);
        assert.deepEqual(page.json().carrier_label_formats, ['pdf', 'zpl'], page.body);
      }
    });

    test("a booking has the carrier's number and the carrier's own label on every route", async () => {
      const { id, answer, booking } = await book();
      assert.equal(answer.statusCode, 200, answer.body);
      assert.match(booking.connote, /^ART/);
      assert.equal(post.of(String(id)), 1);
      for (const path of ['label', 'a6label']) {
        const label = await pdf(id, path);
        assert.equal(label.statusCode, 200, label.body);
        assert.deepEqual(new Uint8Array(label.rawPayload), carriersPdf);
      }
      server.requests.length = 0;
      assert.equal((await pdf(id)).statusCode, 200);
      assert.equal(server.requests.length, 0, 'the carrier label is cached');
      const link = (await pdf(id, 'public_url')).json<{ url?: string; public_url?: string }>();
      assert.ok(link.url ?? link.public_url ?? '');
    });

    test("a batch includes the carrier's own pages unchanged between ours", async () => {
      const first = await shop.book({}, 'northline');
      const { id } = await book();
      const last = await shop.book({}, 'northline');
      const batch = (ids: number[]) =>
        shop.post('/api/v5/bookings/labels/batch', { booking_ids: ids, format: 'a6' });
      const answer = await batch([first.id, id, last.id]);
      assert.equal(answer.statusCode, 200, answer.body);
      const pages = await openPdf(answer.rawPayload);
      assert.deepEqual(
        pages.map(({ widthMm, heightMm }) => [Math.round(widthMm), Math.round(heightMm)]),
        [
          [105, 148],
          [102, 152],
          [105, 148],
        ],
      );
      assert.match(pages[1]?.text ?? '', /THE CARRIER PRINTED THIS/);
      assert.ok(pages[2]?.text.includes(last.connote ?? '?'));
      post.faults.labels = () => ({ status: 500 });
      const { id: waiting } = await book();
      const refused = await batch([first.id, waiting]);
      assert.equal(refused.statusCode, 422, refused.body);
      assert.match(refused.body, new RegExp(`\\b${waiting}\\b`));
    });

    test('does not keep an unusable label and fetches it again on the next request', async () => {
      const { id } = await book();
      post.faults.labels = () => ({
        json: { labels: [{ status: 'AVAILABLE', request_id: 'r', url: `${server.url}/nothing` }] },
      });
      assert.equal((await pdf(id)).statusCode, 404);
      post.faults = {};
      assert.equal((await pdf(id)).statusCode, 200);
    });

    test('finds a shipment whose answer was lost without sending it again', async () => {
      post.faults.shipments = (reply) =>
        (reply as { json?: unknown }).json === 'not booked' ? { json: 'booked' } : 'resets';
      const { id, answer } = await book();
      assert.equal(answer.statusCode, 202, answer.body);
      assert.equal(post.of(String(id)), 1);
      post.faults = {};
      t.advanceClock(5 * 60_000);
      await recoverConfirmations(t.app);
      const read = await shop.read(id);
      assert.equal(read.status, 'Confirmed');
      assert.match(read.connote ?? '', /^ART/);
      assert.equal(post.of(String(id)), 1);
    });

    test('refuses a booking without details that the carrier requires before charging anything', async () => {
      const sender = { ...sydney, name: ' ', company_name: 'Shop Pty Ltd' };
      const body = doorToDoor({ sender, receiver: melbourne });
      const quoted = await shop.quote(body);
      const before = server.requests.length;
      const answer = await shop.confirm(quoted.id, shop.confirmRequest(quoted, parcel));
      assert.equal(answer.statusCode, 400, answer.body);
      const missing = (at: Body): string[] =>
        Object.entries(at).flatMap(([end, fields]) =>
          Object.keys(fields as Body).map((field) => `${end}.${field}`),
        );
      const needed = ['sender.address', 'receiver.name', 'receiver.address'];
      assert.deepEqual(missing(answer.json().errors), needed);
      assert.match(answer.json().message, /Nothing was charged; update the booking, then confirm/);
      const paid = { payment_method: 'credit', courier: parcel };
      const pickup_date = quoted.quotes[parcel]?.pickup_dates[0];
      const made = await shop.create({ ...body, ...paid, pickup_date });
      assert.equal(made.statusCode, 400, made.body);
      assert.deepEqual(missing(made.json().errors), needed);
      assert.match(made.json().message, /Nothing was stored/);
      assert.ok(!server.requests.slice(before).some(({ path }) => path.endsWith('/shipments')));
      // Demo bookings are never sent to a carrier.
      const demo = await shop.confirm(quoted.id, { payment_method: 'demo' });
      assert.equal(demo.statusCode, 200, demo.body);
    });

    test('refunds the payment and keeps the booking new when the carrier rejects it', async () => {
      post.faults.shipments = () => ({
        status: 400,
        json: { errors: [{ code: '43003', message: 'Too heavy' }] },
      });
      const before = await t.app.store.credit.find(shop.member.id);
      const { id, answer } = await book();
      assert.equal(answer.statusCode, 422, answer.body);
      assert.equal(answer.json().error, 'carrier_rejected');
      assert.equal((await shop.read(id)).status, 'new');
      assert.deepEqual(await t.app.store.credit.find(shop.member.id), before);
      const pickup_date = (await shop.read(id)).quotes?.[parcel]?.pickup_dates[0];
      const paid = { payment_method: 'credit', courier: parcel, pickup_date };
      const made = await shop.create(doorToDoor(paid));
      assert.equal(made.statusCode, 422, made.body);
      assert.equal((await shop.read(made.json().booking_id)).status, 'new');
    });

    test('cancels a booking with the carrier, and keeps it booked when the carrier refuses', async () => {
      const { id } = await book();
      post.faults.cancel = () => ({
        status: 400,
        json: { errors: [{ code: '44009', message: 'On an order' }] },
      });
      await assert.rejects(
        cancelBooking(t.app, bookingId(id)),
        (error) => error instanceof Refusal && error.data.code === 'cancellation_refused',
      );
      assert.equal((await shop.read(id)).status, 'Confirmed');
      post.faults = {};
      await cancelBooking(t.app, bookingId(id));
      assert.equal((await shop.read(id)).status, 'Cancelled');
      assert.ok(
        server.requests.some(
          ({ method, path }) => method === 'DELETE' && path.startsWith('/shipments/ship-'),
        ),
      );
    });

    test("keeps printing the carrier's label while a cancellation is unsettled", async () => {
      const { id } = await book();
      post.faults.cancel = () => ({ status: 500 });
      await assert.rejects(cancelBooking(t.app, bookingId(id)), refusedAs('cancellation_unknown'));
      for (const path of ['label', 'a6label']) {
        const label = await pdf(id, path);
        assert.equal(label.statusCode, 200, label.body);
        assert.deepEqual(new Uint8Array(label.rawPayload), carriersPdf);
      }
      post.faults = {};
      await cancelBooking(t.app, bookingId(id));
    });

    test("lodges the day's consignments once, in the evening", async () => {
      await lodgeManifest(t.app, { carrier: 'auspost' });
      post.orders.length = 0;
      const { id } = await book();
      const reference = String(id);
      t.advanceClock(8 * 3_600_000);
      assert.equal(await lodgeManifests(t.app), 1);
      assert.equal(await lodgeManifests(t.app), 0);
      assert.deepEqual(
        post.orders.map((order) => order.length),
        [1],
      );
      assert.ok(post.orders[0]?.[0]?.startsWith(`ship-${reference}-`));
      assert.equal((await t.app.store.sentConsignments.find(reference))?.manifestId, 'AP1');
    });

    test("fetches the carrier's tracking and shows it", async () => {
      const { id } = await book();
      t.advanceClock(10 * 60_000);
      while ((await pollCarriers(t.app)) > 0) t.advanceClock(1);
      const tracked = await t.get(`/api/v5/tracking/${id}`, { 'api-key': shop.member.key });
      assert.equal(tracked.json<{ state: string }>().state, 'delivered', tracked.body);
    });

    test('tests the account, reports in plain words and reveals no credentials', async () => {
      assert.deepEqual(await testAccount(t.app, undefined, 'auspost'), {
        isWell: true,
        sentence: 'The account 1234567890 may use 7D55.',
      });
      const answer = await t.inject({
        method: 'POST',
        url: '/api/v5/bookings',
        headers: { 'api-key': shop.member.key, 'x-request-id': 'shop-4711' },
        payload: { ...doorToDoor(), options: { disable_cache: true } },
      });
      assert.equal(answer.statusCode, 201, answer.body);
      await t.app.connections.writeCalls();
      const calls = await t.app.store.carrierCalls.list({ carrier: 'auspost', limit: 1_000 });
      const [ofShop] = await t.app.store.carrierCalls.list({ requestId: 'shop-4711', limit: 5 });
      assert.equal(ofShop?.operation, 'quote', 'a call names the request it was made for');
      assert.ok(calls.some(({ operation, reference }) => operation === 'book' && reference !== ''));
      const [connection] = await t.app.store.carrierAccounts.list(undefined);
      for (const text of [JSON.stringify(calls), JSON.stringify(connection), JSON.stringify(t.log)])
        assert.doesNotMatch(text, /ak-secret-1|pw-secret-2/);
      await assert.rejects(
        connectAccount(t.app, undefined, {
          carrier: 'auspost',
          account: { ...account, account_number: '12', base_url: 'http://example.com' },
          policy: undefined,
          isUntested: true,
        }),
        (error) =>
          error instanceof Refusal &&
          error.data.code === 'validation' &&
          error.data.issues.length === 2,
      );
    });

    test("after disconnecting, the card prices again and no substitute for the carrier's labels is drawn", async () => {
      const { id } = await book();
      await disconnectAccount(t.app, undefined, 'auspost');
      await until('the carrier is disconnected', () => t.app.carriers.live.length === 0);
      server.requests.length = 0;
      assert.ok((await quote()).quotes[parcel]);
      const label = await pdf(id);
      assert.deepEqual([label.statusCode, label.json().error], [404, 'label_not_ready']);
      assert.match(label.json().message, /Print it on the carrier's own pages/);
      assert.equal(server.requests.length, 0);
    });
  });
}
