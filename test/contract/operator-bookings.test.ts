// Every member's bookings as whoever runs the service sees them, on both engines: listed, searched for, and what is said
// before one is cancelled.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { auspost } from '../../carriers/auspost/connector/auspost.ts';
import { dhlExpress } from '../../carriers/dhl_express/connector/dhl-express.ts';
import {
  connectHouseAccount,
  disconnectHouseAccount,
} from '../../src/application/carriers/house-accounts.ts';
import { changeMember } from '../../src/application/members/change-member.ts';
import { addPaymentMethod } from '../../src/application/members/payment-methods.ts';
import { adjustBooking } from '../../src/application/operator/adjust-booking.ts';
import { countAttention } from '../../src/application/operator/list-attention.ts';
import { pickupsDueUntil } from '../../src/application/operator/tell-carriers.ts';
import { bookingId } from '../../src/domain/bookings/booking.ts';
import { type BookingShown, Checkout } from '../support/checkout.ts';
import { Visitor } from '../support/members-area.ts';
import { aFullOrder } from '../support/order-bodies.ts';
import { sydneyToMelbourne } from '../support/quote-bodies.ts';
import { liveCarrier, ScriptedDesk } from '../support/scripted-desk.ts';
import { setups } from '../support/setups.ts';
import { addScan } from '../support/shipments.ts';
import { startTestApp, type TestApp, type TestMember } from '../support/test-app.ts';
import { until } from '../support/until.ts';

const bookingsPerPage = 50;

for (const setup of setups)
  describe(`all bookings on ${setup.name}`, () => {
    const desk = new ScriptedDesk();
    let t: TestApp;
    let olga: Visitor;
    let jane: TestMember;
    let bob: TestMember;
    let janes: Checkout;
    let bobs: Checkout;
    before(async () => {
      t = await startTestApp(setup, {
        live: [liveCarrier('live_one', desk)],
        connectors: [auspost, dhlExpress],
        limits: { membersPerMinute: 0, v5PerMinute: 0 },
      });
      jane = await t.addMember();
      bob = await t.addMember('bob@example.com');
      janes = new Checkout(t, jane);
      bobs = new Checkout(t, bob);
      for (const shop of [janes, bobs]) await shop.giveCredit(100_000);
      const operator = await t.addMember('olga@example.com');
      await changeMember(t.app, operator.email, { isOperator: true });
      olga = await new Visitor(t).signIn(operator);
    });
    after(() => t.close());

    const list = async (query = '') => {
      const answer = await olga.get(`/operator/bookings?${query}`);
      assert.equal(answer.statusCode, 200, answer.body);
      return answer.json();
    };
    const ids = async (query = ''): Promise<number[]> =>
      (await list(query)).map(({ id }: { id: number }) => id);
    const read = async ({ id }: BookingShown) =>
      (await olga.get(`/operator/bookings/${id}`)).json();
    const onCredit = { payment_method: 'credit' };

    test('what was booked is listed with the newest first; quotes are not', async () => {
      const earlier = await ids();
      const first = await janes.book(onCredit);
      await bobs.quote();
      const second = await bobs.book(onCredit, 'live_one');
      const demo = await janes.book({ payment_method: 'demo' });
      const expected = [demo.id, second.id, first.id, ...earlier];
      assert.deepEqual(await ids(), expected.slice(0, bookingsPerPage));
      const [ofDemo, , ofFirst] = await list();
      const { created_at: _at, ...shown } = ofFirst;
      const { confirmation } = (await t.app.store.bookings.findAnyones(first.id as never)) ?? {};
      const { pickupDate, pickupTime } = confirmation ?? {};
      assert.deepEqual(shown, {
        id: first.id,
        status: 'Confirmed',
        courier: 'toll',
        connote: first.connote,
        cost: first.cost,
        additional_charges: 0,
        scanned_weight: 0,
        member: { id: jane.id, email: jane.email, company: 'Tile Warehouse' },
        is_demo: false,
        is_to_tell: true,
        told: null,
        pickup_date: pickupDate,
        pickup_time: `${pickupTime?.from}-${pickupTime?.to}`,
      });
      assert.equal(ofDemo.is_demo, true);
    });

    test('one by itself says all that its carrier has to know', async () => {
      const booked = await janes.book(onCredit);
      const own: Record<string, unknown> = await janes.read(booked.id);
      const { freight } = await read(booked);
      assert.deepEqual(
        freight,
        Object.fromEntries(Object.keys(freight).map((name) => [name, own[name]])),
      );
      assert.deepEqual(
        ['sender', 'receiver', 'items', 'special_instructions', 'declared_value'].filter(
          (name) => !(name in freight),
        ),
        [],
      );
    });

    test('what has no consignment note yet, or never will, is listed like the rest', async () => {
      const quoted = await janes.quote();
      desk.script.book = ['lost_request'];
      const answer = await janes.confirm(quoted.id, janes.wish(quoted, 'live_one', onCredit));
      assert.equal(answer.statusCode, 202, answer.body);
      const byHand = await bobs.quote();
      const path = `/operator/bookings/${byHand.id}/status`;
      const moved = await olga.send('PUT', path, { status: 'reviewed' });
      assert.equal(moved.statusCode, 200, moved.body);
      const [reviewed, sent] = await list();
      assert.deepEqual([reviewed.id, reviewed.status], [byHand.id, 'Reviewed']);
      assert.deepEqual([sent.id, sent.status], [quoted.id, 'Request Sent']);
      const ofEach = [await ids(`member=${jane.id}`), await ids(`member=${bob.id}`)].flat();
      assert.deepEqual(
        await ids(),
        ofEach.sort((one, other) => other - one).slice(0, bookingsPerPage),
      );
    });

    test('one is found by its number or its connote, and those of one member by the member', async () => {
      const mine = await janes.book(onCredit);
      const other = await bobs.book(onCredit);
      const quoted = await janes.quote();
      assert.deepEqual(await ids(`q=${mine.id}`), [mine.id]);
      assert.deepEqual(await ids(`q=${String(mine.connote).toLowerCase()}`), [mine.id]);
      assert.deepEqual(await ids(`q=${mine.id}&page=2`), []);
      assert.deepEqual(await ids(`q=${quoted.id}`), []);
      for (const text of ['%25', "'", 'nobody', '999999999999999', '99999999999999999'])
        assert.deepEqual(await ids(`q=${text}`), [], text);
      const his = await ids(`member=${bob.id}`);
      assert.ok(his.includes(other.id) && !his.includes(mine.id));
      assert.ok((await ids(`member=${jane.id}`)).includes(mine.id));
      assert.deepEqual(await ids(`member=${bob.id}&q=${mine.id}`), []);
      assert.deepEqual(await ids('member=999999'), []);
      for (const query of ['member=x', 'page=0', 'page=x'])
        assert.equal((await olga.get(`/operator/bookings?${query}`)).statusCode, 400, query);
    });

    test('one is found by its order, its receiver, its sender or its member', async () => {
      const body = sydneyToMelbourne() as { sender: object; receiver: object };
      const answer = await t.inject({
        method: 'POST',
        url: '/api/v5/bookings',
        headers: { 'api-key': bob.key },
        payload: {
          ...body,
          sender: { ...body.sender, name: 'Samuel Sender', company_name: 'Quarry & Sons' },
          receiver: { ...body.receiver, name: 'Rowena Receiver', company_name: 'Grout Depot' },
        },
      });
      assert.equal(answer.statusCode < 300, true, answer.body);
      const { id } = answer.json();
      const order = aFullOrder({ order_id: 'ZZ-77', transdirect_order_id: id });
      const ordered = await bobs.post('/api/v5/orders', order);
      assert.equal(ordered.statusCode < 300, true, ordered.body);
      assert.deepEqual(await ids('q=rowena'), [], 'a quote is not a booking');
      await bobs.confirm(id, bobs.wish(answer.json(), 'toll', onCredit));
      for (const q of ['rowena rec', 'GROUT', 'samuel', 'quarry %26', 'zz-77', '%23ZZ-77'])
        assert.deepEqual(await ids(`q=${q}`), [id], q);
      assert.deepEqual(await ids(`q=rowena&member=${jane.id}`), []);
      assert.deepEqual(await ids('q=rowena&show=to_tell'), [id]);
      assert.deepEqual(await ids('q=rowena&page=2'), []);
      assert.ok((await ids('q=bob@example')).includes(id));
    });

    test('one by itself says where it is, what was paid, and prints what its member prints', async () => {
      const booked = await bobs.book(onCredit);
      await addScan(t, booked.id, 'in_transit', 'Linehaul', 'Sydney');
      const adjustment = { scannedGrams: 9_500, additionalCents: 8_50 };
      await adjustBooking(t.app, bookingId(booked.id), adjustment);
      const page = await read(booked);
      assert.equal(page.tracking.state, 'in_transit');
      assert.equal(page.tracking.items[0].events[0].description, 'Linehaul');
      assert.equal(page.scanned_weight, 9.5);
      assert.equal(Math.round(page.total * 100), Math.round(page.cost * 100) + 8_50);
      assert.deepEqual(
        page.payments.map(({ kind, method, amount }: Record<string, unknown>) => [
          ...[kind, method, amount],
        ]),
        [['charge', 'credit', page.cost]],
      );
      assert.equal(typeof page.insured_value, 'number');
      assert.deepEqual([page.has_manifest, page.carrier_label_formats], [true, undefined]);
      for (const kind of ['label', 'a6label', 'manifest', 'invoice']) {
        const paper = await olga.get(`/operator/bookings/${booked.id}/${kind}`);
        assert.equal(paper.statusCode, 200, paper.body.slice(0, 300));
        assert.equal(paper.headers['content-type'], 'application/pdf');
      }
      const nothing = await olga.get('/operator/bookings/999999/label');
      assert.equal(nothing.statusCode, 404);
      const others = await new Visitor(t).signIn(jane);
      const refused = await others.get(`/operator/bookings/${booked.id}/label`);
      assert.ok([403, 404].includes(refused.statusCode), String(refused.statusCode));
    });

    test('carriers that are not connected are told by a person, who says so and may take it back', async () => {
      const toTell = async (): Promise<number[]> => await ids('show=to_tell');
      const count = async (): Promise<number> =>
        (await olga.get('/operator/attention')).json().to_tell;
      for (const id of await toTell()) await olga.send('PUT', `/operator/bookings/${id}/told`);
      assert.deepEqual([await toTell(), await count()], [[], 0]);
      const demo = await janes.book({ payment_method: 'demo' });
      const sent = await janes.book(onCredit, 'live_one');
      const [first, second] = [await janes.book(onCredit), await bobs.book(onCredit)];
      assert.deepEqual([await toTell(), await count()], [[first.id, second.id], 2]);
      const isDue = (await list('show=to_tell')).filter(
        (one: { pickup_date: string }) => one.pickup_date <= pickupsDueUntil(t.app),
      );
      const { to_tell, to_tell_today } = await countAttention(t.app);
      assert.deepEqual([to_tell, to_tell_today], [2, isDue.length]);
      t.advanceClock(2 * 24 * 60 * 60_000);
      assert.equal((await countAttention(t.app)).to_tell_today, 2);
      t.advanceClock(-2 * 24 * 60 * 60_000);
      assert.deepEqual(await ids(`show=to_tell&member=${bob.id}`), [second.id]);
      assert.deepEqual(await ids(`show=to_tell&q=${first.connote}`), [first.id]);
      const path = `/operator/bookings/${first.id}/told`;
      const told = (await olga.send('PUT', path)).json();
      assert.deepEqual([told.is_to_tell, told.told.by], [false, 'olga@example.com']);
      t.advanceClock(60_000);
      assert.equal((await olga.send('PUT', path)).json().told.at, told.told.at);
      assert.deepEqual([await toTell(), await count()], [[second.id], 1]);
      assert.equal((await list(`q=${first.id}`))[0].told.by, 'olga@example.com');
      for (let n = 0; n < 2; n += 1)
        assert.equal((await olga.send('DELETE', path)).json().is_to_tell, true);
      assert.equal(await count(), 2);
      for (const { id } of [demo, sent, await janes.quote()]) {
        const refused = await olga.send('PUT', `/operator/bookings/${id}/told`);
        assert.equal(refused.statusCode, 400, refused.body);
      }
      assert.equal((await olga.send('PUT', '/operator/bookings/999999/told')).statusCode, 404);
      assert.equal((await olga.send('DELETE', '/operator/bookings/x/told')).statusCode, 404);
      await olga.send('POST', `/operator/bookings/${first.id}/cancel`);
      await addScan(t, second.id, 'picked_up', 'Collected', 'Sydney');
      assert.equal(await count(), 0);
    });

    test('what waits to be told is opened only where it is shown', async () => {
      const { bookings } = t.app.store;
      const { listAnyones } = bookings;
      const opened: number[] = [];
      bookings.listAnyones = (wanted) => {
        opened.push(...wanted);
        return listAnyones(wanted);
      };
      const [mine, his] = [await janes.book(onCredit), await bobs.book(onCredit)];
      const marks = (await list()).map((one: { is_to_tell: boolean }) => one.is_to_tell);
      assert.deepEqual(marks.slice(0, 2), [true, true]);
      assert.ok((await olga.get('/operator/attention')).json().to_tell >= 2);
      assert.deepEqual(opened, []);
      assert.deepEqual(await ids(`show=to_tell&q=${mine.id}`), [mine.id]);
      assert.deepEqual(opened, [mine.id]);
      bookings.listAnyones = listAnyones;
      for (const { id } of [mine, his]) await olga.send('PUT', `/operator/bookings/${id}/told`);
    });

    test('of more than are listed, those confirmed last are', async () => {
      const booked: number[] = [];
      for (let n = 0; n < 3; n += 1) {
        t.advanceClock(1000);
        booked.unshift((await (n === 1 ? bobs : janes).book(onCredit)).id);
      }
      const listed = await t.app.store.toldCarriers.listUntold({ sinceMs: 0, limit: 2 });
      assert.deepEqual(
        listed.map(({ bookingId: id }) => Number(id)),
        booked.slice(0, 2),
      );
    });

    test('its member is told who tells the carrier, and only while that matters', async () => {
      const visitor = await new Visitor(t).signIn(jane);
      const hears = async (id: number): Promise<unknown> =>
        (await visitor.get(`/bookings/v4/${id}`)).json().carrier_hears;
      const booked = await janes.book(onCredit);
      assert.equal(await hears(booked.id), 'due');
      await olga.send('PUT', `/operator/bookings/${booked.id}/told`);
      assert.equal(await hears(booked.id), 'told');
      for (const { id } of [
        await janes.book(onCredit, 'live_one'),
        await janes.book({ payment_method: 'demo' }),
        await janes.quote(),
      ])
        assert.equal(await hears(id), undefined);
      const untold = await janes.book(onCredit);
      // Its carrier's folder was renamed after it was booked: somebody has to tell the carrier all the same.
      const { shipments } = t.app.store;
      const known = await shipments.find(bookingId(untold.id));
      assert.ok(known);
      await shipments.begin({ ...known, carrier: 'renamed', pollAtMs: t.app.clock.nowMs() });
      assert.equal(await hears(untold.id), 'due');
      assert.ok((await ids('show=to_tell')).includes(untold.id));
      assert.equal('carrier_hears' in (await janes.read(untold.id)), false);
      const collected = await janes.book(onCredit);
      await addScan(t, collected.id, 'picked_up', 'Collected', 'Sydney');
      assert.equal(await hears(collected.id), undefined);
      t.advanceClock(7 * 24 * 60 * 60_000);
      olga = await new Visitor(t).signIn({ email: 'olga@example.com', password: jane.password });
      assert.deepEqual(await ids('show=to_tell'), []);
      assert.equal((await list(`q=${untold.id}`))[0].is_to_tell, false);
    });

    test('pages follow each other without a gap', async () => {
      const before = await ids();
      const booked: number[] = [];
      for (let n = 0; n < 52; n += 1)
        booked.unshift((await janes.book({ payment_method: 'demo' })).id);
      const pages = [await ids(), await ids('page=2')];
      assert.equal(pages[0]?.length, bookingsPerPage);
      assert.deepEqual(pages.flat(), [...booked, ...before]);
      const ofJane = [await ids(`member=${jane.id}`), await ids(`member=${jane.id}&page=2`)].flat();
      assert.deepEqual(ofJane.slice(0, booked.length), booked);
    });

    test('only a carrier that is connected, has it and takes bookings back is said to be asked', async () => {
      const { app } = t;
      const given = { password: 'pass-1', account_number: '1234567890' };
      const connect = (carrier: string, account: Record<string, string>) =>
        connectHouseAccount(app, {
          carrier,
          account: { ...given, ...account },
          policy: 'card',
          isUntested: true,
        });
      await connect('auspost', { api_key: 'key-1' });
      await connect('dhl_express', { username: 'linehaul' });
      const settle = ({ id }: BookingShown, state: 'booked' | 'rejected') =>
        app.store.sentConsignments.settle(String(id), {
          state,
          detail: '',
          connote: 'ABC123',
          carrierId: '',
          pieces: [],
        });
      const sentWith = async (carrier: string, isSent = true): Promise<BookingShown> => {
        const booked = await janes.book(onCredit, 'live_one');
        const reference = String(booked.id);
        const ids = { carrier, stringId: 'live_one', bookingId: bookingId(booked.id), reference };
        await app.store.sentConsignments.open({ ...ids, nowMs: 0 });
        if (isSent) await settle(booked, 'booked');
        return booked;
      };
      const way = async (booked: BookingShown): Promise<string> => (await read(booked)).cancel_way;
      const asked = await sentWith('auspost');
      await until('the accounts are in use', async () => (await way(asked)) === 'asked');
      assert.equal(await way(await sentWith('auspost', false)), 'by_hand');
      // DHL Express can not be told over the network.
      assert.equal(await way(await sentWith('dhl_express')), 'by_hand');
      assert.equal(await way(await sentWith('tnt')), 'by_hand');
      const rejected = await sentWith('auspost', false);
      await settle(rejected, 'rejected');
      assert.equal(await way(rejected), 'not_with_carrier');
      await disconnectHouseAccount(app, 'auspost');
      await until('the account is used no more', async () => (await way(asked)) !== 'asked');
      assert.equal(await way(asked), 'by_hand');
      const cancelled = await olga.send('POST', `/operator/bookings/${asked.id}/cancel`);
      assert.equal(cancelled.json().status, 'Cancelled');
      assert.equal(await way(asked), 'not_with_carrier');
    });

    test('before one is cancelled it is said what goes back, who tells the carrier, and that it is moving', async () => {
      const byHand = await janes.book(onCredit);
      const shown = await read(byHand);
      assert.deepEqual(
        [shown.gateway_refund, shown.credit_refund, shown.payment_method],
        [0, byHand.cost, 'credit'],
      );
      assert.deepEqual([shown.cancel_way, shown.stage], ['by_hand', null]);
      const { id: card } = await addPaymentMethod(t.app, String(jane.id), {
        kind: 'card',
        token: 'tok_ok',
        isDefault: false,
      });
      const byCard = await janes.book({ payment_method: card });
      await adjustBooking(t.app, bookingId(byCard.id), {
        scannedGrams: undefined,
        additionalCents: 850,
      });
      const adjusted = await read(byCard);
      // Adjustments are on the account, whatever paid for the booking.
      assert.deepEqual([adjusted.gateway_refund, adjusted.credit_refund], [byCard.cost, 8.5]);
      await addScan(t, byHand.id, 'out_for_delivery', 'On board', 'Melbourne');
      assert.equal((await read(byHand)).stage, 'out_for_delivery');
      const demo = await janes.book({ payment_method: 'demo' });
      const ofDemo = await read(demo);
      assert.deepEqual(
        [ofDemo.gateway_refund, ofDemo.credit_refund, ofDemo.cancel_way, ofDemo.stage],
        [0, 0, 'not_with_carrier', null],
      );
      // The Demo courier moves by the clock.
      t.advanceClock(t.app.tracking.demoJourneyMs);
      assert.equal((await read(demo)).stage, 'delivered');
      const cancelled = await olga.send('POST', `/operator/bookings/${byHand.id}/cancel`);
      assert.equal(cancelled.json().status, 'Cancelled');
      assert.equal((await read(byHand)).credit_refund, 0);
      assert.equal((await list(`q=${byHand.id}`))[0].status, 'Cancelled');
      for (const id of ['x', '999999'])
        assert.equal((await olga.get(`/operator/bookings/${id}`)).statusCode, 404);
    });
  });
