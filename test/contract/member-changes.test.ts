// What a member may do about a booked shipment, on both engines: cancel it with a full refund, or move its pickup,
// while no one has to call the carrier.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bookingId } from '../../src/domain/bookings/booking.ts';
import type { BookingShown } from '../support/bookings/checkout.ts';
import { addScan } from '../support/bookings/shipments.ts';
import { saveCard } from '../support/money/saved-card.ts';
import { Visitor } from '../support/pages/members-area.ts';
import { describeForOperator, onCredit } from './operator-office.ts';

describeForOperator('changes by the member', (fixture) => {
  const signedIn = async () => {
    const { t, jane } = fixture();
    const visitor = await new Visitor(t, '192.0.2.31').signIn(jane);
    const changes = async ({ id }: BookingShown) => {
      const answer = await visitor.get(`/bookings/v4/${id}/changes`);
      assert.equal(answer.statusCode, 200, answer.body);
      return answer.json();
    };
    const cancel = ({ id }: BookingShown) => visitor.send('POST', `/bookings/v4/${id}/cancel`);
    const move = ({ id }: BookingShown, body: object) =>
      visitor.send('PUT', `/bookings/v4/${id}/pickup`, body);
    return { visitor, changes, cancel, move };
  };

  test('moves the pickup and then cancels with a full refund, while the carrier is not notified', async () => {
    const { t, olga, jane, janes, toNotify } = fixture();
    const { visitor, changes, cancel, move } = await signedIn();
    const owed = async () => (await visitor.get('/credit')).json().used;
    const before = await owed();
    const booked = await janes.book(onCredit);
    const shown = await changes(booked);
    assert.deepEqual(
      [shown.cancel.why_not, shown.cancel.way, shown.cancel.credit_refund],
      [null, 'by_hand', booked.cost],
    );
    const [first] = booked.pickup_window;
    const [later] = shown.pickup.dates;
    assert.ok(!shown.pickup.dates.includes(first?.slice(0, 10)), 'the present day is not offered');
    const wrong = await move(booked, { pickup_date: '2026-11-22' });
    assert.equal(wrong.statusCode, 400, wrong.body);
    assert.match(wrong.body, /pickup_date 2026-11-22 .*Choose one of/);
    assert.equal((await move(booked, {})).statusCode, 400);
    const tomorrow = await janes.book({ ...onCredit, pickup_date: later });
    const today = { pickup_date: first?.slice(0, 10), pickup_time: '12:00-12:30' };
    const halfPastTwelve = 2.5 * 60 * 60_000;
    t.advanceClock(halfPastTwelve);
    const passed = await move(tomorrow, today);
    t.advanceClock(-halfPastTwelve);
    assert.equal(passed.statusCode, 400, passed.body);
    assert.match(passed.body, /12:00-12:30 has passed/);
    assert.equal((await cancel(tomorrow)).statusCode, 200);
    const moved = await move(booked, { pickup_date: later });
    assert.equal(moved.statusCode, 200, moved.body);
    assert.equal(moved.json().pickup_window[0].slice(0, 10), later);
    assert.equal(moved.json().cost, booked.cost);
    assert.deepEqual(await toNotify(), [booked.id]);
    const given = await olga.send('PUT', '/operator/notified-carriers', {
      bookings: [{ id: booked.id, pickup_date: first?.slice(0, 10) }],
      is_notified: true,
    });
    assert.equal(given.statusCode, 400, given.body);
    assert.match(given.body, new RegExp(`booking ${booked.id} is on ${later} now`));
    const shipment = await t.app.store.shipments.find(bookingId(booked.id));
    assert.ok((shipment?.expectedDate ?? '') > later, 'it is expected after the new day');

    const cancelled = await cancel(booked);
    assert.equal(cancelled.statusCode, 200, cancelled.body);
    assert.equal(cancelled.json().status, 'Cancelled');
    assert.equal(await owed(), before);
    assert.deepEqual(await toNotify(), []);
    const again = await cancel(booked);
    assert.equal(again.statusCode, 422, again.body);
    assert.match(again.body, /is cancelled already/);

    const byCard = await janes.book({ payment_method: await saveCard(t.app, jane) });
    assert.equal((await changes(byCard)).cancel.gateway_refund, byCard.cost);
    assert.equal((await cancel(byCard)).statusCode, 200);
    const payments = await t.app.store.payments.listOfBooking(bookingId(byCard.id));
    assert.deepEqual(
      payments.map(({ kind, status }) => `${kind} ${status}`),
      ['charge charged', 'refund refunded'],
    );
  });

  test('refuses what needs a person: a notified carrier, collected freight, a carrier that takes calls only', async () => {
    const { t, janes, mark } = fixture();
    const { changes, cancel, move } = await signedIn();
    const refused = async (booked: BookingShown, why: string, cancelOnly = false) => {
      const { cancel: of, pickup } = await changes(booked);
      assert.equal(of.why_not, why);
      const answers = [await cancel(booked)];
      if (!cancelOnly) {
        assert.equal(pickup.why_not, why);
        answers.push(await move(booked, { pickup_date: '2026-11-18' }));
      }
      for (const answer of answers) {
        assert.equal(answer.statusCode, 422, answer.body);
        assert.equal(answer.json().error, 'change_not_possible');
      }
    };
    const notified = await janes.book(onCredit);
    await mark([notified.id]);
    await refused(notified, 'notified');
    await mark([notified.id], false);
    assert.equal((await changes(notified)).cancel.why_not, null);
    await addScan(t, notified.id, 'picked_up', 'On board', 'Sydney');
    await refused(notified, 'collected');
    // DHL Express has no cancellation over the network.
    const called = await janes.book(onCredit, 'live_one');
    const reference = String(called.id);
    await t.app.store.sentConsignments.open({
      carrier: 'dhl_express',
      stringId: 'live_one',
      bookingId: bookingId(called.id),
      reference,
      nowMs: 0,
    });
    await t.app.store.sentConsignments.settle(reference, {
      state: 'booked',
      detail: '',
      connote: 'ABC123',
      carrierId: '',
      pieces: [],
    });
    await refused(called, 'by_desk');
    // The carrier may collect without a call, and reports nothing.
    const over = await janes.book(onCredit);
    const untilOver = Date.parse(over.pickup_window[1] ?? '') - t.app.clock.nowMs();
    t.advanceClock(untilOver);
    await refused(over, 'pickup_over');
    t.advanceClock(-untilOver);
    const demo = await janes.book({ payment_method: 'demo' });
    const { cancel: ofDemo, pickup } = await changes(demo);
    assert.deepEqual(
      [ofDemo.why_not, ofDemo.way, pickup.why_not],
      [null, 'not_with_carrier', 'by_desk'],
    );
    assert.equal((await cancel(demo)).json().status, 'Cancelled');
    await refused(demo, 'cancelled');
    const unpaid = await janes.quote();
    await refused(unpaid, 'unconfirmed');
  });
});
