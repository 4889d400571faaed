// Every member's bookings in the operator area, on both engines: the list, the search and a single booking. Notifying
// carriers is in operator-notifications.test.ts, cancelling in operator-cancel.test.ts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adjustBooking } from '../../src/application/bookings/adjust-booking.ts';
import { bookingId } from '../../src/domain/bookings/booking.ts';
import { sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { addScan } from '../support/bookings/shipments.ts';
import { aFullOrder } from '../support/orders/order-bodies.ts';
import { Visitor } from '../support/pages/members-area.ts';
import { describeForOperator, onCredit } from './operator-office.ts';

const bookingsPerPage = 50;

describeForOperator('all bookings', (fixture) => {
  test('lists confirmed bookings newest first, without quotes', async () => {
    const { t, jane, janes, bobs, list, ids } = fixture();
    const earlier = await ids();
    const first = await janes.book(onCredit);
    await bobs.quote();
    const second = await bobs.book(onCredit, 'live_one');
    const demo = await janes.book({ payment_method: 'demo' });
    const expected = [demo.id, second.id, first.id, ...earlier];
    assert.deepEqual(await ids(), expected.slice(0, bookingsPerPage));
    const [ofDemo, , ofFirst] = await list();
    const own = await new Visitor(t).signIn(jane);
    const { label, member, is_demo, is_to_tell, told, unsaid, ...shown } = ofFirst;
    const [, { label: _label, ...ofMember }] = (await own.get('/bookings/v4?show=booked')).json();
    assert.deepEqual(shown, ofMember);
    assert.deepEqual(
      { member, is_demo, is_to_tell, told, unsaid },
      {
        member: { id: jane.id, email: jane.email, company: 'Tile Warehouse' },
        is_demo: false,
        is_to_tell: true,
        told: null,
        unsaid: [],
      },
    );
    assert.match(label, new RegExp(`/members/api/operator/bookings/${first.id}/label$`));
    assert.equal(ofDemo.is_demo, true);
  });

  test('shows every detail of a booking that its member sees', async () => {
    const { t, jane, janes, read } = fixture();
    const booked = await janes.book(onCredit);
    const own = await new Visitor(t).signIn(jane);
    const { label: _label, ...ofMember } = (await own.get(`/bookings/v4/${booked.id}`)).json();
    assert.partialDeepStrictEqual(await read(booked), ofMember);
    for (const name of ['sender', 'receiver', 'items', 'special_instructions', 'declared_value'])
      assert.ok(name in ofMember, name);
  });

  test('lists bookings without a consignment note, pending or failed', async () => {
    const { carrierBooking, olga, jane, bob, janes, bobs, list, ids } = fixture();
    const quoted = await janes.quote();
    carrierBooking.script.book = ['lost_request'];
    const answer = await janes.confirm(
      quoted.id,
      janes.confirmRequest(quoted, 'live_one', onCredit),
    );
    assert.equal(answer.statusCode, 202, answer.body);
    const byHand = await bobs.quote();
    const path = `/operator/bookings/${byHand.id}/status`;
    const moved = await olga.send('PUT', path, { status: 'reviewed' });
    assert.equal(moved.statusCode, 200, moved.body);
    const [reviewed, sent] = await list();
    assert.deepEqual([reviewed.id, reviewed.status], [byHand.id, 'Reviewed']);
    assert.deepEqual([sent.id, sent.status], [quoted.id, 'Request Sent']);
    const ofEach = [await ids(`member=${jane.id}`), await ids(`member=${bob.id}`)].flat();
    assert.deepEqual(await ids(), ofEach.sort((a, b) => b - a).slice(0, bookingsPerPage));
  });

  test('finds a booking by number or connote, and all bookings of a member', async () => {
    const { olga, jane, bob, janes, bobs, ids } = fixture();
    const mine = await janes.book(onCredit);
    const other = await bobs.book(onCredit);
    const quoted = await janes.quote();
    assert.deepEqual(await ids(`q=${mine.id}`), [mine.id]);
    assert.deepEqual(await ids(`q=${String(mine.connote).toLowerCase()}`), [mine.id]);
    assert.deepEqual(await ids(`q=${mine.id}&page=2`), []);
    assert.deepEqual(await ids(`q=${quoted.id}`), []);
    for (const text of ['%25', "'", 'unmatched', '999999999999999', '99999999999999999'])
      assert.deepEqual(await ids(`q=${text}`), [], text);
    const his = await ids(`member=${bob.id}`);
    assert.ok(his.includes(other.id) && !his.includes(mine.id));
    assert.ok((await ids(`member=${jane.id}`)).includes(mine.id));
    assert.deepEqual(await ids(`member=${bob.id}&q=${mine.id}`), []);
    assert.deepEqual(await ids('member=999999'), []);
    for (const query of ['member=x', 'page=0', 'page=x'])
      assert.equal((await olga.get(`/operator/bookings?${query}`)).statusCode, 400, query);
  });

  test('filters and sorts the bookings of every member', async () => {
    const { olga, jane, janes, bobs, ids } = fixture();
    const toll = await janes.book(onCredit, 'toll');
    const live = await bobs.book(onCredit, 'live_one');
    const demo = await bobs.book({ payment_method: 'demo' });
    const three = (found: number[]) =>
      found.filter((id) => [toll.id, live.id, demo.id].includes(id));
    assert.deepEqual(three(await ids('sort=carrier')), [demo.id, live.id, toll.id]);
    assert.deepEqual(three(await ids('sort=-carrier')), [toll.id, live.id, demo.id]);
    assert.deepEqual(three(await ids('sort=booked')), [toll.id, live.id, demo.id]);
    assert.deepEqual(three(await ids('carrier=live_one')), [live.id]);
    assert.deepEqual(three(await ids(`carrier=toll&member=${jane.id}&sort=price`)), [toll.id]);
    assert.deepEqual(await ids('to=2020-01-01'), []);
    assert.equal((await olga.get('/operator/bookings?from=soon')).statusCode, 400);
  });

  test('finds a booking by its order and member, and by name, place, phone and e-mail of receiver and sender', async () => {
    const { t, jane, bob, bobs, ids } = fixture();
    const body = sydneyToMelbourne() as { sender: object; receiver: object };
    const answer = await t.inject({
      method: 'POST',
      url: '/api/v5/bookings',
      headers: { 'api-key': bob.key },
      payload: {
        ...body,
        sender: {
          ...body.sender,
          name: 'Samuel Sender',
          company_name: 'Quarry & Sons',
          phone: '+61 (0)491 570 157',
        },
        receiver: {
          ...body.receiver,
          name: 'Rowena Receiver',
          company_name: 'Grout Depot',
          suburb: 'RICHMOND',
          postcode: '3121',
          phone: '(03) 5550 4321',
          email: 'Rowena.R@grout.example',
        },
      },
    });
    assert.equal(answer.statusCode < 300, true, answer.body);
    const { id } = answer.json();
    const order = aFullOrder({ order_id: 'ZZ-77', transdirect_order_id: id });
    const ordered = await bobs.post('/api/v5/orders', order);
    assert.equal(ordered.statusCode < 300, true, ordered.body);
    assert.deepEqual(await ids('q=rowena'), [], 'a quote is not a booking');
    await bobs.confirm(id, bobs.confirmRequest(answer.json(), 'toll', onCredit));
    for (const q of [
      ...['rowena rec', 'GROUT', 'samuel', 'quarry %26', 'zz-77', '%23ZZ-77'],
      ...['richmond', '3121', 'rowena 3121 rich', 'Rowena.R@GROUT.example', 'rowena.r@ grout'],
      ...['0355504321', '03 5550 43', '%2B61 3 5550 4321', '(03) 5550-4321', '0491 570 157'],
    ])
      assert.deepEqual(await ids(`q=${q}`), [id], q);
    for (const q of ['rowena sydney richmondx', '5550 4321', 'grout.example'])
      assert.deepEqual(await ids(`q=${q}`), [], q);
    assert.deepEqual(await ids(`q=rowena&member=${jane.id}`), []);
    assert.deepEqual(await ids('q=rowena&page=2'), []);
    assert.ok((await ids('q=bob@example')).includes(id));
  });

  test('shows the tracking, payments and documents of a booking', async () => {
    const { t, olga, jane, bobs, read } = fixture();
    const booked = await bobs.book(onCredit);
    await addScan(t, booked.id, 'in_transit', 'Linehaul', 'Sydney');
    const adjustment = { scannedGrams: 9_500, additionalCents: 8_50 };
    await adjustBooking(t.app, bookingId(booked.id), adjustment);
    const page = await read(booked);
    assert.equal(page.tracking.state, 'in_transit');
    assert.equal(page.tracking.items[0].events[0].description, 'Linehaul');
    assert.equal(page.scanned_weight, 9.5);
    assert.equal(page.additional_charges, 8.5);
    assert.deepEqual(
      page.payments.map(({ kind, method, amount }: Record<string, unknown>) => [
        ...[kind, method, amount],
      ]),
      [['charge', 'credit', page.cost]],
    );
    assert.equal(typeof page.insured_value, 'number');
    assert.deepEqual([page.has_manifest, page.carrier_label_formats], [true, undefined]);
    for (const kind of ['label', 'a6label', 'manifest', 'invoice']) {
      const document = await olga.get(`/operator/bookings/${booked.id}/${kind}`);
      assert.equal(document.statusCode, 200, document.body.slice(0, 300));
      assert.equal(document.headers['content-type'], 'application/pdf');
    }
    const quoted = await t.server.inject({
      method: 'POST',
      url: '/api/v5/bookings',
      payload: sydneyToMelbourne(),
    });
    assert.equal(quoted.statusCode, 200, quoted.body.slice(0, 300));
    for (const id of [999999, quoted.json().id]) {
      const nothing = await olga.get(`/operator/bookings/${id}/label`);
      assert.equal(nothing.statusCode, 404);
      assert.equal(nothing.json().error, 'not_found', 'an anonymous quote has no documents');
    }
    const noNumber = await olga.get('/operator/bookings/none/label');
    assert.equal(noNumber.statusCode, 400, noNumber.body);
    const others = await new Visitor(t).signIn(jane);
    const refused = await others.get(`/operator/bookings/${booked.id}/label`);
    assert.ok([403, 404].includes(refused.statusCode), String(refused.statusCode));
  });

  test('pages of bookings follow each other without gaps', async () => {
    const { jane, janes, ids } = fixture();
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
});
