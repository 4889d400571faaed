// Pickups that a person phones through because the carrier is not connected, on both engines: which ones wait, who
// marked them as notified, and what the member reads.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pickupsDueUntil } from '../../src/application/bookings/notify-carriers.ts';
import { countIssues } from '../../src/application/issues/list-issues.ts';
import { bookingId } from '../../src/domain/bookings/booking.ts';
import { addScan } from '../support/bookings/shipments.ts';
import { Visitor } from '../support/pages/members-area.ts';
import { describeForOperator, onCredit } from './operator-office.ts';

describeForOperator('carriers notified by hand', (fixture) => {
  test('lists pickups of unconnected carriers until an operator marks them as notified, and allows undoing it', async () => {
    const { t, olga, bob, janes, bobs, list, ids } = fixture();
    const toNotify = async (): Promise<number[]> => await ids('show=to_tell');
    const count = async (): Promise<number> =>
      (await olga.get('/operator/attention')).json().to_tell;
    for (const id of await toNotify()) await olga.send('PUT', `/operator/bookings/${id}/told`);
    assert.deepEqual([await toNotify(), await count()], [[], 0]);
    const demo = await janes.book({ payment_method: 'demo' });
    const sent = await janes.book(onCredit, 'live_one');
    const [first, second] = [await janes.book(onCredit), await bobs.book(onCredit)];
    assert.deepEqual([await toNotify(), await count()], [[first.id, second.id], 2]);
    const isDue = (await list('show=to_tell')).filter(
      ({ pickup_window }: { pickup_window: string[] }) =>
        String(pickup_window[0]).slice(0, 10) <= pickupsDueUntil(t.app),
    );
    const { to_tell, to_tell_today } = await countIssues(t.app);
    assert.deepEqual([to_tell, to_tell_today], [2, isDue.length]);
    t.advanceClock(2 * 24 * 60 * 60_000);
    assert.equal((await countIssues(t.app)).to_tell_today, 2);
    t.advanceClock(-2 * 24 * 60 * 60_000);
    assert.deepEqual(await ids(`show=to_tell&member=${bob.id}`), [second.id]);
    assert.deepEqual(await ids(`show=to_tell&q=${first.connote}`), [first.id]);
    const path = `/operator/bookings/${first.id}/told`;
    const notified = (await olga.send('PUT', path)).json();
    assert.deepEqual([notified.is_to_tell, notified.told.by], [false, 'olga@example.com']);
    t.advanceClock(60_000);
    assert.equal((await olga.send('PUT', path)).json().told.at, notified.told.at);
    assert.deepEqual([await toNotify(), await count()], [[second.id], 1]);
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

  test('reads only the listed bookings to mark carriers that need notifying', async () => {
    const { t, olga, janes, bobs, list, ids } = fixture();
    const { bookings } = t.app.store;
    const { listPlain } = bookings;
    const opened: number[] = [];
    bookings.listPlain = (owner, wanted) => {
      opened.push(...wanted);
      return listPlain(owner, wanted);
    };
    const [janesBooking, bobsBooking] = [await janes.book(onCredit), await bobs.book(onCredit)];
    const marks = (await list()).map((booking: { is_to_tell: boolean }) => booking.is_to_tell);
    assert.deepEqual(marks.slice(0, 2), [true, true]);
    assert.ok((await olga.get('/operator/attention')).json().to_tell >= 2);
    assert.deepEqual(opened, []);
    assert.deepEqual(await ids(`show=to_tell&q=${janesBooking.id}`), [janesBooking.id]);
    assert.deepEqual(opened, [janesBooking.id]);
    bookings.listPlain = listPlain;
    for (const { id } of [janesBooking, bobsBooking])
      await olga.send('PUT', `/operator/bookings/${id}/told`);
  });

  test('lists the most recently confirmed bookings first when the list is full', async () => {
    const { t, janes, bobs } = fixture();
    const booked: number[] = [];
    for (let n = 0; n < 3; n += 1) {
      t.advanceClock(1000);
      booked.unshift((await (n === 1 ? bobs : janes).book(onCredit)).id);
    }
    const listed = await t.app.store.notifiedCarriers.listUnnotified({ sinceMs: 0, limit: 2 });
    assert.deepEqual(
      listed.map(({ bookingId: id }) => Number(id)),
      booked.slice(0, 2),
    );
  });

  test('shows the member whether the carrier was notified, until the pickup is over', async () => {
    const { t, olga, jane, janes, list, ids } = fixture();
    const visitor = await new Visitor(t).signIn(jane);
    const notification = async (id: number): Promise<unknown> =>
      (await visitor.get(`/bookings/v4/${id}`)).json().carrier_hears;
    const booked = await janes.book(onCredit);
    assert.equal(await notification(booked.id), 'due');
    await olga.send('PUT', `/operator/bookings/${booked.id}/told`);
    assert.equal(await notification(booked.id), 'told');
    for (const { id } of [
      await janes.book(onCredit, 'live_one'),
      await janes.book({ payment_method: 'demo' }),
      await janes.quote(),
    ])
      assert.equal(await notification(id), undefined);
    const renamed = await janes.book(onCredit);
    // The carrier's folder was renamed after the booking, and a person must still notify the carrier.
    const { shipments } = t.app.store;
    const known = await shipments.find(bookingId(renamed.id));
    assert.ok(known);
    const pollAtMs = t.app.clock.nowMs();
    await shipments.begin({ ...known, carrier: 'renamed', pollAtMs, failedPolls: 0 });
    assert.equal(await notification(renamed.id), 'due');
    assert.ok((await ids('show=to_tell')).includes(renamed.id));
    assert.equal('carrier_hears' in (await janes.read(renamed.id)), false);
    const collected = await janes.book(onCredit);
    await addScan(t, collected.id, 'picked_up', 'Collected', 'Sydney');
    assert.equal(await notification(collected.id), undefined);
    t.advanceClock(7 * 24 * 60 * 60_000);
    await olga.signIn({ email: 'olga@example.com', password: jane.password });
    assert.deepEqual(await ids('show=to_tell'), []);
    assert.equal((await list(`q=${renamed.id}`))[0].is_to_tell, false);
  });
});
