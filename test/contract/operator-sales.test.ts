// The operator's sales, on both engines: what they add up by month, member, carrier and lane, and what they leave out.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { adjustBooking } from '../../src/application/bookings/adjust-booking.ts';
import { cancelBooking } from '../../src/application/bookings/cancel-booking.ts';
import { changeMember } from '../../src/application/members/change-member.ts';
import { setCreditLimit } from '../../src/application/payments/credit-account.ts';
import { bookingId } from '../../src/domain/bookings/booking.ts';
import {
  type Body,
  melbourne,
  sydney,
  sydneyToMelbourne,
} from '../support/bookings/quote-bodies.ts';
import { addScan } from '../support/bookings/shipments.ts';
import { Visitor } from '../support/pages/members-area.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp, type TestMember } from '../support/test-app.ts';

const dayMs = 86_400_000;

for (const setup of setups) {
  describe(`the operator's sales on ${setup.name}`, () => {
    let t: TestApp;
    let olga: TestMember;
    let jane: TestMember;
    let sam: TestMember;
    before(async () => {
      t = await startTestApp(setup);
      jane = await t.addMember();
      sam = await t.addMember('sam@example.com');
      for (const { email } of [jane, sam]) await setCreditLimit(t.app, email, 100_000_00);
      olga = await t.addMember('olga@example.com');
      await changeMember(t.app, olga.email, { isOperator: true });
    });
    after(() => t.close());

    const book = async (member: TestMember, courier: string, change: Body = {}, pay = 'credit') => {
      const headers = { 'api-key': member.key };
      const post = (url: string, payload: object) =>
        t.inject({ method: 'POST', url: `/api/v5/bookings${url}`, headers, payload });
      const { id, quotes } = (await post('', sydneyToMelbourne(change))).json();
      const confirmed = await post(`/v4/${id}/confirm`, {
        courier,
        pickup_date: quotes[courier].pickup_dates[0],
        payment_method: pay,
      });
      assert.equal(confirmed.statusCode, 200, confirmed.body);
      const cents = Math.round(quotes[courier].total * 100);
      return { id: bookingId(Number(id)), cents };
    };
    /** Sessions end while the test moves the clock. */
    const signedIn = (member: TestMember) => new Visitor(t).signIn(member);
    const sales = async (query = '') => {
      const answer = await (await signedIn(olga)).get(`/operator/sales?${query}`);
      assert.equal(answer.statusCode, 200, answer.body);
      return answer.json();
    };
    const dollars = (cents: number): number => Math.round(cents) / 100;

    test('adds up revenue, cost, margin and punctuality by month, member, carrier and lane', async () => {
      assert.equal((await sales()).total.bookings, 0);
      const cost = (await book(sam, 'toll')).cents;
      const margin = { member: jane.id, from: '2026-11-16', fixed: 5 };
      const added = await (await signedIn(olga)).send('POST', '/operator/margins', margin);
      assert.equal(added.statusCode, 201, added.body);
      const onTime = await book(jane, 'toll');
      assert.equal(onTime.cents, cost + 500);
      const late = await book(jane, 'toll');
      const back = await book(jane, 'aramex', { sender: melbourne, receiver: sydney });
      await adjustBooking(t.app, late.id, { scannedGrams: undefined, additionalCents: 250 });
      await cancelBooking(t.app, (await book(jane, 'toll')).id);
      await book(jane, 'toll', {}, 'demo');
      await addScan(t, onTime.id, 'delivered', 'Signed for', 'Melbourne');
      const claim = { booking_id: late.id, reason: 'damaged', amount: 80, note: 'A broken tile' };
      const opened = await (await signedIn(jane)).send('POST', '/claims', claim);
      assert.equal(opened.statusCode, 201, opened.body);
      t.advanceClock(20 * dayMs);
      await addScan(t, late.id, 'delivered', 'Signed for', 'Melbourne');
      const insured = { declared_value: 900, include_warranty: true };
      const december = await book(jane, 'toll', insured);

      const shown = await sales('months=3');
      const revenue = cost + onTime.cents + late.cents + 250 + back.cents + december.cents;
      assert.deepEqual(
        [shown.total.bookings, shown.total.revenue, shown.total.margin, shown.total.unknown_cost],
        [5, dollars(revenue), 20, 0],
      );
      const warranty = Math.round(shown.total.warranty * 100);
      assert.ok(warranty > 0);
      assert.equal(shown.total.cost, dollars(revenue - 2000 - warranty));
      assert.equal(shown.total.margin_share, 2000 / (revenue - 250 - warranty));
      assert.deepEqual([shown.total.delivered, shown.total.on_time], [2, 1]);
      assert.deepEqual(
        [shown.total.claims, shown.total.claimed, shown.carriers[0].claims],
        [1, 80, 1],
      );
      assert.deepEqual(
        shown.months.map(({ month, bookings, margin: of }: Record<string, unknown>) => [
          month,
          bookings,
          of,
        ]),
        [
          ['2026-10', 0, 0],
          ['2026-11', 4, 15],
          ['2026-12', 1, 5],
        ],
      );
      assert.deepEqual(
        shown.members.map(({ member, bookings, margin: of, on_time }: Record<string, unknown>) => [
          (member as { id: number }).id,
          bookings,
          of,
          on_time,
        ]),
        [
          [jane.id, 4, 20, 1],
          [sam.id, 1, 0, 0],
        ],
      );
      assert.deepEqual(
        shown.carriers
          .map(({ carrier, bookings }: Record<string, unknown>) => [carrier, bookings])
          .toSorted(),
        [
          ['aramex', 1],
          ['toll', 4],
        ],
      );
      assert.deepEqual(
        shown.lanes
          .map(({ from, to, bookings }: Record<string, unknown>) => [from, to, bookings])
          .toSorted(),
        [
          ['NSW', 'VIC', 4],
          ['VIC', 'NSW', 1],
        ],
      );
      const ofSam = await sales(`member=${sam.id}`);
      assert.deepEqual(
        [ofSam.total.bookings, ofSam.total.revenue, ofSam.total.delivered, ofSam.members.length],
        [1, dollars(cost), 0, 1],
      );
    });

    test('counts a delivery as on time by the receiver’s clock', async () => {
      const perth = { postcode: '6000', suburb: 'PERTH', type: 'business', country: 'AU' };
      const { id } = await book(sam, 'toll', { receiver: perth });
      const { expectedDate } = (await t.app.store.shipments.find(id)) ?? {};
      // In Sydney, the next day has begun.
      t.advanceClock(Date.parse(`${expectedDate}T22:30:00+08:00`) - t.app.clock.nowMs());
      await addScan(t, id, 'delivered', 'Signed for', 'Perth');
      const { total } = await sales(`member=${sam.id}`);
      assert.deepEqual([total.delivered, total.on_time], [1, 1]);
    });

    test('rejects a period or a member that does not exist', async () => {
      const visitor = await signedIn(olga);
      for (const query of ['months=0', 'months=13', 'member=x'])
        assert.equal((await visitor.get(`/operator/sales?${query}`)).statusCode, 400, query);
      assert.equal((await sales('member=999999')).total.bookings, 0);
    });
  });
}
