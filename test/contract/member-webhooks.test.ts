// Members' webhooks: events noted with the change they report, delivered at least once and in order, signed, retried, and
// never sent to addresses inside a network.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { openWebhooks } from '../../src/adapters/webhooks/open-webhooks.ts';
import { adjustBooking } from '../../src/application/bookings/adjust-booking.ts';
import { cancelBooking } from '../../src/application/bookings/cancel-booking.ts';
import { recordEvents } from '../../src/application/tracking/record-events.ts';
import { sendWebhookNotices } from '../../src/application/webhooks/send-notices.ts';
import { WebhookDelivering } from '../../src/application/webhooks/send-webhooks.ts';
import { bookingId } from '../../src/domain/bookings/booking.ts';
import { dayMs, hourMs, minuteMs, secondMs } from '../../src/domain/time/durations.ts';
import type { TrackingStage } from '../../src/domain/tracking/stage.ts';
import { Checkout } from '../support/bookings/checkout.ts';
import { noted } from '../support/components/mailing.ts';
import { mortal } from '../support/mortal-app.ts';
import { aFullOrder } from '../support/orders/order-bodies.ts';
import { Visitor } from '../support/pages/members-area.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { until } from '../support/until.ts';
import { openReceiver, type Receiver, refuse } from '../support/webhooks/receiver.ts';

type Endpoint = { id: number; enabled: boolean; secret: string; waiting: number };
type Delivery = {
  id: number;
  message_id: string;
  type: string;
  status: string;
  problem: string | null;
  attempts: number;
  next_attempt: string | null;
  answer_status: number | null;
  answer_body: string;
  body: string;
};

for (const setup of setups) {
  describe(`webhooks of members on ${setup.name}`, () => {
    let t: TestApp;
    let shop: Checkout;
    let jane: Visitor;
    let stranger: Visitor;
    const receivers: Receiver[] = [];
    before(async () => {
      t = await startTestApp(setup, {
        webhooks: { networks: ['127.0.0.1'] },
        limits: { v5PerMinute: 0, membersPerMinute: 0 },
      });
      shop = new Checkout(t, await t.addMember());
      await shop.giveCredit(100_000);
      jane = await new Visitor(t, '192.0.2.1').signIn(shop.member);
      stranger = await new Visitor(t, '192.0.2.2').signIn(await t.addMember('other@example.com'));
    });
    after(() => t.close());
    afterEach(async () => {
      for (const { id } of await v5<Endpoint[]>('GET', '/webhooks'))
        await v5('DELETE', `/webhooks/${id}`, undefined, 204);
      await Promise.all(receivers.splice(0).map((one) => one.close()));
    });

    async function v5<Answer = Endpoint>(
      method: 'GET' | 'POST' | 'PUT' | 'DELETE',
      path: string,
      payload?: object,
      status = method === 'POST' ? 201 : 200,
    ): Promise<Answer> {
      const answer = await t.inject({
        method,
        url: `/api/v5${path}`,
        headers: { 'api-key': shop.member.key },
        ...(payload === undefined ? {} : { payload }),
      });
      assert.equal(answer.statusCode, status, answer.body);
      return (answer.body === '' ? undefined : answer.json()) as Answer;
    }
    const receive = async (): Promise<Receiver> => {
      const receiver = await openReceiver();
      receivers.push(receiver);
      return receiver;
    };
    const add = async (change: object = {}): Promise<Receiver & { endpoint: Endpoint }> => {
      const receiver = await receive();
      const endpoint = await v5('POST', '/webhooks', { url: receiver.url, ...change });
      return { ...receiver, endpoint };
    };
    const deliver = async (app = t.app): Promise<void> => {
      const delivering = new WebhookDelivering();
      await delivering.begin(app);
      await delivering.settled();
    };
    const deliveries = (id: number): Promise<Delivery[]> =>
      v5<Delivery[]>('GET', `/webhooks/${id}/deliveries`);
    const statuses = async (id: number): Promise<string[]> =>
      (await deliveries(id)).map(({ status }) => status);
    const typesOf = ({ arrived }: Receiver): string[] => arrived.map(({ type }) => type);
    const track = async (id: number, stage: TrackingStage): Promise<void> => {
      const shipment = await t.app.store.shipments.find(bookingId(id));
      assert.ok(shipment);
      const event = {
        piece: undefined,
        occurredAtMs: t.app.clock.nowMs(),
        givenStage: stage,
        raw: { description: stage },
      };
      await recordEvents(t.app, [{ shipment, event }], 'person');
      t.advanceClock(minuteMs);
    };
    const verified = ({ headers, text }: Receiver['arrived'][number], secret: string): unknown => {
      // The library compares the time with the real clock, so it gets the time of the test.
      const webhook = new Webhook(secret);
      const at = new Date(Number(headers['webhook-timestamp']) * 1000);
      const expected = webhook.sign(String(headers['webhook-id']), at, text);
      return String(headers['webhook-signature']).split(' ').includes(expected);
    };

    test('the events of orders, payments, bookings and shipments arrive signed and in their order, once', async () => {
      const { endpoint, ...all } = await add();
      const some = await add({ events: ['shipment.delivered', 'booking.cancelled'] });
      const order = await shop.post('/api/v5/orders', aFullOrder({ order_id: 'A-1' }));
      const { id: orderId } = order.json();
      const quoted = await shop.quote();
      const attached = aFullOrder({ order_id: 'A-1', transdirect_order_id: quoted.id });
      await v5('PUT', `/orders/${orderId}`, attached);
      const confirmed = await shop.confirm(
        quoted.id,
        shop.confirmRequest(quoted, 'toll', { payment_method: 'credit' }),
      );
      assert.equal(confirmed.statusCode, 200, confirmed.body);
      const { connote } = confirmed.json();
      await adjustBooking(t.app, bookingId(quoted.id), {
        scannedGrams: undefined,
        additionalCents: 250,
      });
      await track(quoted.id, 'in_transit');
      await track(quoted.id, 'damaged');
      await track(quoted.id, 'delivered');
      await track(quoted.id, 'delivered');
      await deliver();
      assert.deepEqual(
        typesOf(all).filter((type) => type.startsWith('order.')),
        ['order.created', 'order.updated', 'order.updated'],
      );
      assert.deepEqual(
        typesOf(all).filter((type) => !type.startsWith('order.')),
        [
          'payment.succeeded',
          'booking.confirmed',
          'booking.updated',
          'shipment.tracking_updated',
          'shipment.tracking_updated',
          'shipment.exception',
          'shipment.tracking_updated',
          'shipment.delivered',
          'shipment.tracking_updated',
        ],
      );
      const body = all.arrived.find(({ type }) => type === 'booking.confirmed');
      assert.deepEqual(body?.data, {
        booking_id: quoted.id,
        status: 'Confirmed',
        connote,
        courier: 'toll',
        cost: confirmed.json().cost,
        additional_charges: 0,
        pickup_date: quoted.quotes.toll?.pickup_dates[0],
        customer_reference: '',
        order: { order_id: orderId, order_number: 'A-1' },
        demo: false,
      });
      assert.ok(all.arrived.every((one) => verified(one, endpoint.secret)));
      assert.equal(new Set(all.arrived.map(({ headers }) => headers['webhook-id'])).size, 12);

      await cancelBooking(t.app, bookingId(quoted.id));
      await deliver();
      assert.deepEqual(typesOf(all).slice(12).toSorted(), [
        'booking.cancelled',
        'order.updated',
        'payment.refunded',
      ]);
      assert.deepEqual(typesOf(some), ['shipment.delivered', 'booking.cancelled']);
      await deliver();
      assert.equal(all.arrived.length, 15, 'what has arrived is not sent again');
      assert.deepEqual(new Set(await statuses(endpoint.id)), new Set(['delivered']));
    });

    test('a change that is refused notes no event, and an order that is sent again unchanged neither', async () => {
      const { endpoint } = await add();
      const body = aFullOrder({ order_id: 'A-2' });
      await shop.post('/api/v5/orders', body);
      await shop.post('/api/v5/orders', body);
      const poor = new Checkout(t, await t.addMember('poor@example.com'));
      const answer = await t.inject({
        method: 'POST',
        url: '/api/v5/webhooks',
        headers: { 'api-key': poor.member.key },
        payload: { url: (await receive()).url },
      });
      const { id } = answer.json();
      const quoted = await poor.quote();
      const refused = await poor.confirm(
        quoted.id,
        poor.confirmRequest(quoted, 'toll', { payment_method: 'credit' }),
      );
      assert.notEqual(refused.statusCode, 200);
      const list = { endpointId: id, status: undefined, limit: 9, skip: 0 };
      assert.deepEqual(await t.app.store.webhookDeliveries.list(list), []);
      assert.deepEqual(
        (await deliveries(endpoint.id)).map(({ type }) => type),
        ['order.created'],
      );
    });

    test('a failed delivery is retried after growing pauses, and later events of its booking wait for it', async () => {
      const { endpoint, ...receiver } = await add({
        events: ['booking.confirmed', 'booking.updated'],
      });
      const first = await shop.book({ payment_method: 'credit' });
      await adjustBooking(t.app, bookingId(first.id), { scannedGrams: 900, additionalCents: 100 });
      const other = await shop.book({ payment_method: 'credit' });
      const idOf = ({ data }: Receiver['arrived'][number]) =>
        (data as { booking_id: number }).booking_id;
      receiver.answer((one, response) => {
        response.writeHead(idOf(one) === first.id ? 500 : 204).end('no \0 room');
      });
      await deliver();
      assert.deepEqual(receiver.arrived.map(idOf), [first.id, other.id]);
      const [, , failed] = await deliveries(endpoint.id);
      assert.equal(failed?.status, 'waiting');
      assert.equal(failed?.problem, 'The endpoint answered 500.');
      assert.equal(failed?.answer_body, 'no \uFFFD room');
      const pauses: number[] = [];
      for (const pauseMs of [5 * secondMs, 5 * minuteMs, 30 * minuteMs, 2 * hourMs]) {
        const before = t.app.clock.nowMs();
        const [, , now] = await deliveries(endpoint.id);
        pauses.push(Date.parse(now?.next_attempt ?? '') - before);
        t.advanceClock(pauseMs - secondMs);
        await deliver();
        t.advanceClock(secondMs);
        await deliver();
      }
      assert.deepEqual(pauses, [5_000, 300_000, 1_800_000, 7_200_000]);
      assert.equal(receiver.arrived.length, 6);
      receiver.answer((_, response) => response.writeHead(204).end());
      t.advanceClock(5 * hourMs);
      await deliver();
      assert.deepEqual(typesOf(receiver).slice(6), ['booking.confirmed', 'booking.updated']);
      assert.deepEqual(await statuses(endpoint.id), ['delivered', 'delivered', 'delivered']);
    });

    test('an endpoint that hangs or answers without end delays no other endpoint', async () => {
      const [hanging, endless] = [await add(), await add()];
      const good = [await add(), await add()];
      hanging.answer(() => {});
      endless.answer((_, response) => {
        response.writeHead(200);
        const write = (): void => {
          if (!response.destroyed) response.write('x'.repeat(1_000), () => setImmediate(write));
        };
        write();
      });
      const app = {
        ...t.app,
        webhooks: openWebhooks({
          sealer: t.app.webhooks.sealer,
          networks: ['127.0.0.1'],
          patienceMs: 2_000,
        }),
      };
      const delivering = new WebhookDelivering();
      await shop.book({ payment_method: 'credit' });
      await delivering.begin(app);
      await until('the others have arrived', async () => {
        const found = await Promise.all(good.map(({ endpoint }) => statuses(endpoint.id)));
        return found.every((one) => one.length === 2 && one.every((is) => is === 'delivered'));
      });
      assert.deepEqual(
        (await deliveries(hanging.endpoint.id)).map(({ status, problem }) => [status, problem]),
        Array(2).fill(['waiting', null]),
      );
      await delivering.settled();
      const [slow] = (await deliveries(hanging.endpoint.id)).toReversed();
      assert.equal(slow?.problem, 'The endpoint did not answer within 15 seconds.');
      const [cut] = await deliveries(endless.endpoint.id);
      assert.equal(cut?.status, 'delivered');
      assert.equal(cut?.answer_body.length, 4_096);
      await app.webhooks.close();
    });

    test('an endpoint that hangs delays no other endpoint at the same host', async () => {
      const host = await receive();
      host.answer(({ path }, response) => {
        if (path !== '/hook') response.writeHead(200).end();
      });
      const { sealer } = t.app.webhooks;
      const webhooks = openWebhooks({ sealer, networks: ['127.0.0.1'], patienceMs: 5_000 });
      const { secret } = await v5('POST', '/webhooks', { url: host.url });
      const message = { messageId: 'msg_1', body: '{}', secrets: [secret], nowMs: 0 };
      const hanging = Array.from({ length: 50 }, () =>
        webhooks.send({ ...message, url: host.url }),
      );
      await until('all of them hang', () => host.arrived.length === 50);
      const other = await webhooks.send({ ...message, url: `${host.url}/of-another-member` });
      assert.equal(other.fault, undefined);
      const faults = (await Promise.all(hanging)).map(({ fault }) => fault);
      assert.deepEqual(new Set(faults), new Set(['timeout']));
      await webhooks.close();
    });

    test('neither a redirect nor a name or address inside a network is followed', async () => {
      const elsewhere = await receive();
      const { endpoint, ...redirecting } = await add();
      redirecting.answer((_, response) =>
        response.writeHead(307, { location: elsewhere.url }).end(),
      );
      await v5('POST', `/webhooks/${endpoint.id}/test`);
      await deliver();
      const [redirected] = await deliveries(endpoint.id);
      assert.match(redirected?.problem ?? '', /answered 307, a redirect/);
      for (const [url, problem] of [
        ['http://8.8.8.8/hook', /not on the internet/],
        ['https://10.1.2.3/hook', /not on the internet/],
        ['https://[::1]/hook', /not on the internet/],
        ['https://[::ffff:10.1.2.3]/hook', /not on the internet/],
        ['https://0x7f.1.2.3/hook', /not on the internet/],
        ['ftp://shop.example/hook', /must begin with https/],
        ['https://user:pass@shop.example/', /user name or password/],
        ['shop.example', /not an address/],
      ] as const) {
        const answer = await jane.send('POST', '/webhooks', { url });
        assert.equal(answer.statusCode, 400, url);
        assert.match(answer.body, problem, url);
      }
      // The name is first on the internet, and leads to this machine when the webhook is sent.
      const port = new URL(elsewhere.url).port;
      const rebound = await v5('POST', '/webhooks', { url: `https://rebind.example:${port}/` });
      const asked: string[] = [];
      const guarded = openWebhooks({
        sealer: t.app.webhooks.sealer,
        networks: [],
        resolve: (hostname, _, callback) => {
          asked.push(hostname);
          callback(null, [
            { address: '203.0.114.9', family: 4 },
            { address: '127.0.0.1', family: 4 },
          ]);
        },
      });
      await v5('POST', `/webhooks/${rebound.id}/test`);
      await deliver({ ...t.app, webhooks: guarded });
      await v5('POST', `/webhooks/${rebound.id}/test`);
      await deliver({ ...t.app, webhooks: guarded });
      for (const blocked of await deliveries(rebound.id))
        assert.match(blocked.problem ?? '', /leads to an address that is not on the internet/);
      assert.ok(asked.filter((name) => name === 'rebind.example').length >= 2);
      assert.deepEqual(elsewhere.arrived, []);
      // Without the operator's setting, loopback is closed to existing endpoints too.
      await v5('POST', `/webhooks/${endpoint.id}/test`);
      t.advanceClock(hourMs);
      await deliver({ ...t.app, webhooks: guarded });
      assert.equal(redirecting.arrived.length, 1);
      await guarded.close();
    });

    test('a rotated secret signs beside the previous one for a day, and a replay repeats the message', async () => {
      const { endpoint, ...receiver } = await add({ description: 'Warehouse' });
      const rotated = await v5('POST', `/webhooks/${endpoint.id}/rotate`, undefined, 200);
      assert.match(rotated.secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
      assert.notEqual(rotated.secret, endpoint.secret);
      const sent = await v5<Delivery>('POST', `/webhooks/${endpoint.id}/test`);
      assert.deepEqual([sent.type, sent.status], ['webhook.test', 'waiting']);
      await deliver();
      const [both] = receiver.arrived.splice(0);
      assert.ok(both && verified(both, endpoint.secret) && verified(both, rotated.secret));
      assert.equal(both.headers['webhook-id'], sent.message_id);
      assert.equal(both.text, sent.body);

      t.advanceClock(dayMs);
      const path = `/webhooks/${endpoint.id}/deliveries/${sent.id}/replay`;
      const again = await v5<Delivery>('POST', path);
      assert.notEqual(again.id, sent.id);
      await deliver();
      const [one] = receiver.arrived;
      assert.ok(one && !verified(one, endpoint.secret) && verified(one, rotated.secret));
      assert.deepEqual([one.headers['webhook-id'], one.text], [sent.message_id, sent.body]);

      const listed = await jane.get('/webhooks');
      assert.ok(!listed.body.includes('whsec_'), 'a secret is shown once');
      const stored = await t.app.store.webhookEndpoints.listSecrets();
      assert.ok(!JSON.stringify(stored).includes(rotated.secret.slice(6)));
      const own = await jane.get(`/webhooks/${endpoint.id}`);
      assert.equal(own.json().description, 'Warehouse');
      assert.equal((await stranger.get(`/webhooks/${endpoint.id}`)).statusCode, 404);
      const unknown = await jane.send('POST', `/webhooks/${endpoint.id}/deliveries/999999/replay`);
      assert.equal(unknown.statusCode, 404);
    });

    test('an endpoint where nothing arrives for three days is switched off with an e-mail, and resumes when switched on', async () => {
      const { endpoint, ...receiver } = await add({ events: ['booking.confirmed'] });
      const path = `/webhooks/${endpoint.id}`;
      receiver.answer(refuse);
      await shop.book({ payment_method: 'credit' });
      for (let hours = 0; hours < 90; hours += 1) {
        await deliver();
        t.advanceClock(hourMs);
      }
      const { mailing, sent } = noted();
      assert.equal(await sendWebhookNotices(t.app, mailing), true);
      assert.equal(await sendWebhookNotices(t.app, mailing), false);
      const [mail, ...more] = sent;
      assert.deepEqual([mail?.to.address, more.length], [shop.member.email, 0]);
      assert.ok(mail?.text.includes(receiver.url));
      const off = await v5<Record<string, unknown>>('GET', path);
      assert.equal(off.enabled, false);
      assert.ok(off.switched_off);
      assert.deepEqual(await statuses(endpoint.id), ['failed']);
      await shop.book({ payment_method: 'credit' });
      assert.equal((await deliveries(endpoint.id)).length, 1, 'nothing is noted for it');
      const [failed] = await deliveries(endpoint.id);
      const replay = `${path}/deliveries/${failed?.id}/replay`;
      await v5('POST', replay, undefined, 409);
      await v5('POST', `${path}/test`, undefined, 409);

      receiver.arrived.splice(0);
      receiver.answer((_, response) => response.writeHead(200).end());
      await v5('PUT', path, { url: receiver.url, events: ['booking.confirmed'] });
      await v5('POST', replay);
      await shop.book({ payment_method: 'credit' });
      await deliver();
      assert.deepEqual(typesOf(receiver), ['booking.confirmed', 'booking.confirmed']);
      assert.equal((await v5<Record<string, unknown>>('GET', path)).switched_off, null);
    });

    test('endpoints whose events wait for earlier ones hold up no other endpoint of the member', async () => {
      const failing = [];
      for (let n = 0; n < 5; n += 1) failing.push(await add());
      for (const { answer } of failing) answer(refuse);
      await shop.book({ payment_method: 'credit' });
      // By then the first event of each pauses for half an hour, and the second waits for it.
      for (const pauseMs of [5 * secondMs, 5 * minuteMs, 10 * minuteMs]) {
        await deliver();
        t.advanceClock(pauseMs);
      }
      const sixth = await add({ events: ['booking.confirmed'] });
      sixth.answer(refuse);
      await shop.book({ payment_method: 'credit' });
      await deliver();
      sixth.answer((_, response) => response.writeHead(200).end());
      sixth.arrived.splice(0);
      for (let minutes = 0; minutes < 6; minutes += 1) {
        t.advanceClock(minuteMs);
        await deliver();
      }
      assert.deepEqual(typesOf(sixth), ['booking.confirmed']);
    });

    test('a test is not retried, and the next one is sent at once', async () => {
      const { endpoint, ...receiver } = await add();
      receiver.answer(refuse);
      await v5('POST', `/webhooks/${endpoint.id}/test`);
      await deliver();
      assert.deepEqual(await statuses(endpoint.id), ['failed']);
      receiver.answer((_, response) => response.writeHead(200).end());
      await v5('POST', `/webhooks/${endpoint.id}/test`);
      await deliver();
      assert.deepEqual(await statuses(endpoint.id), ['delivered', 'failed']);
    });

    test('events that wait are sent as soon as the endpoint is switched on again', async () => {
      const { endpoint, ...receiver } = await add({ events: ['booking.confirmed'] });
      receiver.answer(refuse);
      await shop.book({ payment_method: 'credit' });
      for (let attempt = 0; attempt < 3; attempt += 1) {
        await deliver();
        t.advanceClock(10 * minuteMs);
      }
      const details = { url: receiver.url, events: ['booking.confirmed'] };
      await v5('PUT', `/webhooks/${endpoint.id}`, { ...details, enabled: false });
      receiver.answer((_, response) => response.writeHead(200).end());
      await v5('PUT', `/webhooks/${endpoint.id}`, { ...details, enabled: true });
      await deliver();
      const [delivery] = await deliveries(endpoint.id);
      assert.deepEqual([delivery?.status, delivery?.attempts], ['delivered', 1]);
    });

    test('a process that dies at any step of a delivery loses no event and changes no order', async () => {
      const { endpoint, ...receiver } = await add({
        events: ['booking.confirmed', 'booking.cancelled'],
      });
      for (const when of ['before', 'after'] as const) {
        let hasSurvived = false;
        for (let atStep = 1; !hasSurvived; atStep += 1) {
          assert.ok(atStep < 20);
          receiver.arrived.splice(0);
          const { id } = await shop.book({ payment_method: 'credit' });
          await cancelBooking(t.app, bookingId(id));
          const { app, died } = mortal(t.app, { death: { atStep, when } });
          const finished = deliver(app).then(() => 'finished');
          hasSurvived = (await Promise.race([finished, died])) === 'finished';
          t.advanceClock(2 * minuteMs);
          await deliver();
          const seen = typesOf(receiver);
          assert.deepEqual([...new Set(seen)], ['booking.confirmed', 'booking.cancelled']);
          assert.deepEqual(seen, seen.toSorted().toReversed(), 'in order');
          assert.equal((await v5<Endpoint>('GET', `/webhooks/${endpoint.id}`)).waiting, 0);
        }
      }
    });

    test('two processes that deliver at once send each event once', async () => {
      const { endpoint, ...receiver } = await add({ events: ['booking.confirmed'] });
      for (let n = 0; n < 3; n += 1) await shop.book({ payment_method: 'credit' });
      await Promise.all([deliver(), deliver(), deliver()]);
      assert.equal(receiver.arrived.length, 3);
      assert.deepEqual(await statuses(endpoint.id), ['delivered', 'delivered', 'delivered']);
    });

    test('a member has ten endpoints at most, and old deliveries are deleted', async () => {
      const { endpoint, url } = await add();
      for (let n = 0; n < 9; n += 1) await v5('POST', '/webhooks', { url });
      const eleventh = await jane.send('POST', '/webhooks', { url });
      assert.equal(eleventh.statusCode, 400);
      assert.match(eleventh.body, /already have 10 webhook endpoints/);
      await v5('POST', `/webhooks/${endpoint.id}/test`);
      await deliver();
      const { nowMs } = t.app.clock;
      assert.equal(await t.app.store.webhookDeliveries.purge(nowMs() - dayMs, 1_000), false);
      assert.equal((await deliveries(endpoint.id)).length, 1);
      await t.app.store.webhookDeliveries.purge(nowMs() + 1, 1_000);
      assert.deepEqual(await deliveries(endpoint.id), []);
    });
  });
}
