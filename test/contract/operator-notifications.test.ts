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
    const { t, olga, janes, bobs, list, toNotify, mark } = fixture();
    const count = async (): Promise<number> =>
      (await olga.get('/operator/attention')).json().to_tell;
    const before = await toNotify();
    if (before.length > 0) await mark(before);
    assert.deepEqual([await toNotify(), await count()], [[], 0]);
    const demo = await janes.book({ payment_method: 'demo' });
    const sent = await janes.book(onCredit, 'live_one');
    const [first, second] = [await janes.book(onCredit), await bobs.book(onCredit)];
    assert.deepEqual([await toNotify(), await count()], [[first.id, second.id], 2]);
    const [{ day }] = (await olga.get('/operator/run-sheets')).json();
    const due = day <= pickupsDueUntil(t.app) ? 2 : 0;
    const { to_tell, to_tell_today } = await countIssues(t.app);
    assert.deepEqual([to_tell, to_tell_today], [2, due]);
    t.advanceClock(2 * 24 * 60 * 60_000);
    assert.equal((await countIssues(t.app)).to_tell_today, 2);
    t.advanceClock(-2 * 24 * 60 * 60_000);
    assert.equal((await mark([first.id])).statusCode, 200);
    const told = async () => (await list(`q=${first.id}`))[0].told;
    const { by, at } = await told();
    assert.equal(by, 'olga@example.com');
    t.advanceClock(60_000);
    assert.equal((await mark([first.id, second.id])).statusCode, 200);
    assert.deepEqual([(await told()).at, await toNotify(), await count()], [at, [], 0]);
    for (let n = 0; n < 2; n += 1)
      assert.equal((await mark([first.id, second.id], false)).statusCode, 200);
    assert.deepEqual([await told(), await count()], [null, 2]);
    for (const { id } of [demo, sent, await janes.quote()]) {
      const refused = await mark([first.id, id]);
      assert.equal(refused.statusCode, 400, refused.body);
      assert.match(refused.json().message, new RegExp(`booking ${id}`));
    }
    assert.equal(await count(), 2, 'nothing is marked in part');
    for (const isNotified of [true, false]) {
      assert.equal((await mark([first.id, 999_999], isNotified)).statusCode, 404);
      for (const wrong of [[], ['x'], [0], [first.id, first.id]])
        assert.equal((await mark(wrong as number[], isNotified)).statusCode, 400);
    }
    await olga.send('POST', `/operator/bookings/${first.id}/cancel`);
    await addScan(t, second.id, 'picked_up', 'Collected', 'Sydney');
    assert.equal(await count(), 0);
  });

  test('puts the pickups of one carrier and day on one run sheet, and in a file', async () => {
    const { olga, janes, bobs, mark } = fixture();
    const [first, second] = [await janes.book(onCredit), await bobs.book(onCredit)];
    const other = await janes.book(onCredit, 'couriers_please');
    const sheets = (await olga.get('/operator/run-sheets')).json();
    const shown = sheets.map(({ carrier, pickups }: { carrier: string; pickups: unknown[] }) => [
      carrier,
      pickups.length,
    ]);
    assert.deepEqual(shown, [
      ['CouriersPlease', 1],
      ['Team Global Express', 2],
    ]);
    const [, { carrier, day, pickups }] = sheets;
    const [{ id, connote, sender, pieces, weight, member, is_cancelled, unsaid }] = pickups;
    assert.deepEqual(
      [id, connote, sender.suburb, pieces, weight, member.email, is_cancelled, unsaid],
      [first.id, first.connote, 'SYDNEY', 1, 5, 'jane@tilewarehouse.example', false, []],
    );
    const file = await olga.get(
      `/operator/run-sheets/export.csv?${new URLSearchParams({ carrier, day })}`,
    );
    assert.match(String(file.headers['content-type']), /^text\/csv/);
    const [head = '', ...lines] = file.body.trimEnd().split('\r\n');
    const at = head.split(',').indexOf('booking');
    assert.deepEqual(
      lines.map((line) => Number(line.split(',')[at])),
      [first.id, second.id],
    );
    const none = await olga.get('/operator/run-sheets/export.csv?day=2000-01-01');
    assert.equal(none.body.trimEnd(), head);
    await mark([first.id, second.id, other.id]);
  });

  test('reads no booking to say on the list whether its carrier needs notifying', async () => {
    const { t, olga, janes, bobs, list, mark } = fixture();
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
    bookings.listPlain = listPlain;
    await mark([janesBooking.id, bobsBooking.id]);
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
    const { t, olga, jane, janes, list, toNotify, mark } = fixture();
    const visitor = await new Visitor(t).signIn(jane);
    const notification = async (id: number): Promise<unknown> =>
      (await visitor.get(`/bookings/v4/${id}`)).json().carrier_hears;
    const booked = await janes.book(onCredit);
    assert.equal(await notification(booked.id), 'due');
    await mark([booked.id]);
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
    assert.ok((await toNotify()).includes(renamed.id));
    assert.equal('carrier_hears' in (await janes.read(renamed.id)), false);
    const collected = await janes.book(onCredit);
    await addScan(t, collected.id, 'picked_up', 'Collected', 'Sydney');
    assert.equal(await notification(collected.id), undefined);
    t.advanceClock(7 * 24 * 60 * 60_000);
    await olga.signIn({ email: 'olga@example.com', password: jane.password });
    assert.deepEqual(await toNotify(), []);
    assert.equal((await list(`q=${renamed.id}`))[0].is_to_tell, false);
  });
});
