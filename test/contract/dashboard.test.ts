// A member's figures in the members area, on both engines: what they add up, in which time zone, and what they leave
// out.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { adjustBooking } from '../../src/application/bookings/adjust-booking.ts';
import { cancelBooking } from '../../src/application/bookings/cancel-booking.ts';
import { setCreditLimit } from '../../src/application/payments/credit-account.ts';
import { bookingId } from '../../src/domain/bookings/booking.ts';
import { dayMs, hourMs } from '../../src/domain/time/durations.ts';
import {
  auckland,
  melbourne,
  sydney,
  sydneyToMelbourne,
} from '../support/bookings/quote-bodies.ts';
import { liveCarrier, ScriptedBooking } from '../support/carriers/scripted-booking.ts';
import { Visitor } from '../support/pages/members-area.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp, type TestMember } from '../support/test-app.ts';

const carrier = 'toll';

for (const setup of setups) {
  describe(`the dashboard on ${setup.name}`, () => {
    let t: TestApp;
    let jane: TestMember;
    before(async () => {
      t = await startTestApp(setup, { live: [liveCarrier('live_one', new ScriptedBooking())] });
      jane = await t.addMember();
      await setCreditLimit(t.app, jane.email, 100_000_00);
    });
    after(() => t.close());

    const book = async (payment_method: string, change: object = {}) => {
      const headers = { 'api-key': jane.key };
      const post = (url: string, payload: object) =>
        t.inject({ method: 'POST', url: `/api/v5/bookings${url}`, headers, payload });
      const quoted = (await post('', sydneyToMelbourne({ ...change }))).json();
      const [courier = '', quote] =
        Object.entries<{ total: number; pickup_dates: string[] }>(quoted.quotes).find(
          ([name]) => name === carrier,
        ) ??
        Object.entries<{ total: number; pickup_dates: string[] }>(quoted.quotes)[0] ??
        [];
      const confirmed = await post(`/v4/${quoted.id}/confirm`, {
        courier,
        pickup_date: quote?.pickup_dates[0],
        payment_method,
      });
      assert.equal(confirmed.statusCode, 200, confirmed.body);
      return { id: bookingId(quoted.id), courier, total: quote?.total ?? 0 };
    };
    const dashboard = async (member: TestMember, query = '') => {
      const client = await new Visitor(t).signIn(member);
      const answer = await client.get(`/dashboard${query}`);
      assert.equal(answer.statusCode, 200, answer.body);
      return answer.json();
    };

    test('shows twelve months without figures to a member without bookings', async () => {
      const empty = await dashboard(jane);
      assert.deepEqual(empty.period.months.length, 12);
      assert.deepEqual(
        [empty.period.from, empty.period.to, empty.period.months[11]],
        ['2025-12-01', '2026-11-16', '2026-11'],
      );
      assert.deepEqual(empty.totals, { bookings: 0, spent: 0, additional_charges: 0 });
      for (const part of ['spend', 'days', 'lanes', 'answers']) assert.deepEqual(empty[part], []);
      assert.deepEqual(empty.weights, { carriers: [], bookings: [] });
    });

    test('adds bookings up by carrier, month, day, lane and weight', async () => {
      // It is 16 November, 10:00 in Sydney.
      const first = await book('credit');
      const second = await book('credit', { receiver: sydney, sender: melbourne });
      const cancelled = await book('credit');
      await cancelBooking(t.app, cancelled.id);
      await adjustBooking(t.app, first.id, { scannedGrams: 12_500, additionalCents: 12_34 });
      t.advanceClock(14 * hourMs - 1);
      const lastMoment = await book('credit');
      t.advanceClock(1);
      const nextDay = await book('credit');
      t.advanceClock(20 * dayMs);
      const nextMonth = await book('credit');
      await book('demo', { receiver: auckland });

      const shown = await dashboard(jane);
      const all = [first, second, lastMoment, nextDay, nextMonth];
      const spent = all.reduce((sum, { total }) => sum + total, 12.34);
      assert.equal(shown.totals.bookings, 5);
      assert.equal(shown.totals.spent.toFixed(2), spent.toFixed(2));
      assert.equal(shown.totals.additional_charges, 12.34);
      assert.deepEqual(shown.days, [
        { date: '2026-11-16', bookings: 3 },
        { date: '2026-11-17', bookings: 1 },
        { date: '2026-12-07', bookings: 1 },
      ]);
      const [spend] = shown.spend;
      assert.deepEqual([spend.carrier, spend.bookings, shown.spend.length], [carrier, 5, 1]);
      assert.deepEqual(shown.period.months.slice(-2), ['2026-11', '2026-12']);
      assert.equal(spend.months.at(-1), nextMonth.total);
      assert.equal(spend.months.at(-2).toFixed(2), (spent - nextMonth.total).toFixed(2));
      assert.equal(spend.total.toFixed(2), spent.toFixed(2));
      const [busiest, other] = shown.lanes;
      assert.deepEqual([busiest.from, busiest.to, busiest.bookings], ['NSW', 'VIC', 4]);
      assert.equal(busiest.average_price, first.total);
      assert.deepEqual([other.from, other.to, other.average_price], ['VIC', 'NSW', second.total]);
      assert.deepEqual(shown.weights.bookings, [
        { booking_id: first.id, carrier, quoted: busiest.average_weight, scanned: 12.5 },
      ]);
      assert.deepEqual(shown.weights.carriers, [
        {
          carrier,
          bookings: 1,
          quoted: busiest.average_weight,
          scanned: 12.5,
          additional_charges: 12.34,
        },
      ]);

      const month = await dashboard(jane, '?months=1');
      assert.deepEqual(month.period.months, ['2026-12']);
      assert.equal(month.totals.bookings, 1);
    });

    test('counts carriers that quoted, declined and failed separately', async () => {
      const { answers } = await dashboard(jane);
      const of = (name: string) =>
        answers.find((answer: { carrier: string }) => answer.carrier === name) ?? {};
      assert.equal(of(carrier).failed, 0);
      // One of the six answers may come from the cache, which is not counted again.
      assert.ok([5, 6].includes(of(carrier).quoted), `${of(carrier).quoted}`);
      assert.ok(of(carrier).no_service >= 1, 'the carrier does not serve addresses abroad');
      // Reading the dashboard again adds nothing.
      assert.deepEqual((await dashboard(jane)).answers, answers);
    });

    test('shows no figures of other members', async () => {
      const stranger = await t.addMember('stranger@example.com');
      const shown = await dashboard(stranger);
      assert.equal(shown.totals.bookings, 0);
      assert.deepEqual(shown.answers, []);
    });

    test('rejects an invalid or too long period beside its field', async () => {
      const client = await new Visitor(t).signIn(jane);
      for (const months of ['13', '0', '-1', 'x', '']) {
        const answer = await client.get(`/dashboard?months=${months}`);
        assert.equal(answer.statusCode, 400, answer.body);
        assert.match(answer.json().errors.months[0], /from 1 to 12/);
      }
    });
  });
}
