// The operator's margins, on both engines: which margin prices a quote, from which day, and who sees it.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { changeMember } from '../../src/application/members/change-member.ts';
import { setCreditLimit } from '../../src/application/payments/credit-account.ts';
import { bookingId } from '../../src/domain/bookings/booking.ts';
import { sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { Visitor } from '../support/pages/members-area.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp, type TestMember } from '../support/test-app.ts';
import { until } from '../support/until.ts';

const hourMs = 3_600_000;

for (const setup of setups) {
  describe(`margins on ${setup.name}`, () => {
    let t: TestApp;
    let olga: Visitor;
    let jane: TestMember;
    let sam: TestMember;
    before(async () => {
      t = await startTestApp(setup);
      jane = await t.addMember();
      sam = await t.addMember('sam@example.com');
      await setCreditLimit(t.app, jane.email, 10_000_00);
      const operator = await t.addMember('olga@example.com');
      await changeMember(t.app, operator.email, { isOperator: true });
      olga = await new Visitor(t).signIn(operator);
    });
    after(() => t.close());
    beforeEach(async () => {
      for (const { id } of (await olga.get('/operator/margins')).json().margins)
        assert.equal((await olga.send('DELETE', `/operator/margins/${id}`)).statusCode, 200);
    });

    const add = async (margin: object, status = 201) => {
      const body = { from: '2026-11-16', ...margin };
      const answer = await olga.send('POST', '/operator/margins', body);
      assert.equal(answer.statusCode, status, answer.body);
      return answer.json();
    };
    const request = (member: TestMember, method: 'GET' | 'POST', url: string, payload?: object) => {
      const headers = { 'api-key': member.key };
      return t.inject({
        method,
        url: `/api/v5/bookings${url}`,
        headers,
        ...(payload && { payload }),
      });
    };
    const quote = async (member: TestMember) => {
      const answer = await request(member, 'POST', '', sydneyToMelbourne());
      assert.equal(answer.statusCode, 201, answer.body);
      return answer.json();
    };
    const priceOf = async (member: TestMember, carrier = 'toll') =>
      Math.round((await quote(member)).quotes[carrier].price_insurance_ex * 100);

    test('the most specific margin prices a quote, and other members and carriers keep theirs', async () => {
      const cost = await priceOf(jane);
      const aramex = await priceOf(jane, 'aramex');
      await add({ percent: 10 });
      assert.equal(await priceOf(jane), cost + Math.round(cost / 10));
      await add({ group: 'Gold', fixed: 3.5 });
      assert.equal(await priceOf(jane), cost + Math.round(cost / 10));
      await changeMember(t.app, jane.email, { group: 'gold' });
      assert.equal(await priceOf(jane), cost + 350);
      await add({ member: jane.id, carrier: 'toll', percent: 1, minimum: 20 });
      assert.equal(await priceOf(jane), cost + 2000);
      assert.equal(await priceOf(jane, 'aramex'), aramex + 350);
      await add({ member: jane.id, service: 'toll', to_state: 'VIC', percent: 1, fixed: 0.01 });
      assert.equal(await priceOf(jane), cost + Math.round(cost / 100) + 1);
      await add({ member: jane.id, service: 'toll', from_state: 'VIC', percent: 90 });
      assert.equal(await priceOf(jane), cost + Math.round(cost / 100) + 1);
      assert.equal(await priceOf(sam), cost + Math.round(cost / 10));
      const anonymous = await t.inject({
        method: 'POST',
        url: '/api/v5/bookings',
        payload: sydneyToMelbourne(),
      });
      assert.equal(
        Math.round(anonymous.json().quotes.toll.price_insurance_ex * 100),
        cost + Math.round(cost / 10),
      );
      await changeMember(t.app, jane.email, { group: '', discountBasisPoints: 5000 });
      const sold = cost + Math.round(cost / 100) + 1;
      assert.equal(await priceOf(jane), sold - Math.round(sold / 2));
      await changeMember(t.app, jane.email, { discountBasisPoints: 0 });
    });

    test('only the operator sees the margin of a price', async () => {
      const { id: plainId, quotes: plain } = await quote(jane);
      const plainLines = (await request(jane, 'GET', `/v4/${plainId}/breakdown`)).json().toll;
      await add({ member: jane.id, percent: 25 });
      const { id, quotes } = await quote(jane);
      assert.deepEqual(Object.keys(quotes.toll), Object.keys(plain.toll));
      const shown = (await request(jane, 'GET', `/v4/${id}/breakdown`)).json().toll;
      assert.deepEqual(Object.keys(shown), Object.keys(plainLines));
      assert.deepEqual(
        shown.lines.map(({ code }: { code: string }) => code),
        ['FREIGHT', 'GST'],
      );
      const sum = shown.lines.reduce((cents: number, line: { amount: number }) => {
        return cents + Math.round(line.amount * 100);
      }, 0);
      assert.equal(sum, Math.round(quotes.toll.total * 100));
      const confirmed = await request(jane, 'POST', `/v4/${id}/confirm`, {
        courier: 'toll',
        pickup_date: quotes.toll.pickup_dates[0],
        payment_method: 'credit',
      });
      assert.equal(confirmed.statusCode, 200, confirmed.body);
      const { sale } = (await olga.get(`/operator/bookings/${id}`)).json();
      assert.equal(sale.carrier_price, plain.toll.total);
      assert.equal(sale.margin, Math.round((quotes.toll.total - plain.toll.total) * 100) / 100);
      const line = sale.breakdown.lines.find((one: { code: string }) => one.code === 'MARGIN');
      assert.match(line.label, new RegExp(`^Margin \\d+ \\(member ${jane.id}\\)$`));
      for (const url of [`/v4/${id}`, `/v4/${id}/breakdown`])
        assert.doesNotMatch((await request(jane, 'GET', url)).body, /margin/i);
      const invoice = await request(jane, 'GET', `/v4/${id}/invoice`);
      assert.equal(invoice.statusCode, 200);
      const facts = await t.app.store.documents.findInvoice(bookingId(id));
      assert.deepEqual(facts?.quote.waterfall.charges, []);
      assert.ok(!facts?.quote.waterfall.adjustments.some(({ kind }) => kind === 'margin'));
    });

    test('a margin from tomorrow begins at midnight in Sydney, and a quote of today keeps its price', async () => {
      const cost = await priceOf(jane);
      // It is 10:00.
      await add({ member: jane.id, fixed: 1, until: '2026-11-17' });
      await add({ member: jane.id, fixed: 2, from: '2026-11-17', until: '2026-11-17' });
      const { id, quotes } = await quote(jane);
      assert.equal(await priceOf(jane), cost + 100);
      t.advanceClock(14 * hourMs - 1);
      assert.equal(await priceOf(jane), cost + 100);
      t.advanceClock(1);
      assert.equal(await priceOf(jane), cost + 200);
      const confirmed = await request(jane, 'POST', `/v4/${id}/confirm`, {
        courier: 'toll',
        pickup_date: quotes.toll.pickup_dates[1],
        payment_method: 'credit',
      });
      assert.equal(confirmed.statusCode, 200, confirmed.body);
      const booked = await t.app.store.bookings.findForAnyMember(bookingId(id));
      assert.equal(booked?.confirmation?.costCents, cost + 100);
      t.advanceClock(24 * hourMs);
      assert.equal(await priceOf(jane), cost);
      const states = (await olga.get('/operator/margins')).json().margins;
      assert.deepEqual(
        states.map(({ state }: { state: string }) => state),
        ['ended', 'ended'],
      );
    });

    test('a margin of another process applies without a restart', async () => {
      const other = await startTestApp(setup, { place: t.place });
      try {
        const cost = await priceOf(jane);
        await add({ fixed: 5 });
        const payload = sydneyToMelbourne();
        const headers = { 'api-key': jane.key };
        const url = '/api/v5/bookings';
        let price = 0;
        for (let tries = 0; tries < 1000 && price !== cost + 500; tries += 1) {
          const answer = await other.inject({ method: 'POST', url, headers, payload });
          price = Math.round(answer.json().quotes.toll.price_insurance_ex * 100);
        }
        assert.equal(price, cost + 500);
      } finally {
        await other.close();
      }
    });

    test('a margin that is stored but cannot be read at once is answered as stored, and the next quotes have it', async () => {
      const cost = await priceOf(jane);
      const { margins } = t.app;
      const { refresh } = margins;
      margins.refresh = () => Promise.reject(new Error('the database is away'));
      try {
        await add({ member: jane.id, fixed: 5 });
      } finally {
        margins.refresh = refresh;
      }
      assert.equal((await olga.get('/operator/margins')).json().margins.length, 1);
      await until('a quote has the margin', async () => (await priceOf(jane)) === cost + 500);
    });

    test('a preview compares prices without and with a margin and stores nothing', async () => {
      const cost = await priceOf(sam);
      const { margins } = await add({ percent: 10 });
      const [{ id: replaces }] = margins;
      const preview = async (body: object, status = 200) => {
        const answer = await olga.send('POST', '/operator/margins/preview', body);
        assert.equal(answer.statusCode, status, answer.body);
        return answer.json();
      };
      const tollIn = ({ prices }: { prices: { carrier: string }[] }) =>
        prices.find(({ carrier }) => carrier === 'toll');
      const margin = { member: sam.id, service: 'toll', fixed: 4, from: '2099-01-01' };
      const cart = sydneyToMelbourne();
      const shown = await preview({ margin, cart });
      assert.equal(shown.day, '2099-01-01');
      assert.equal(shown.member.id, sam.id);
      const tenth = Math.round(cost / 10);
      assert.deepEqual(tollIn(shown), {
        carrier: 'toll',
        carrier_price: cost / 100,
        before: { total: (cost + tenth) / 100, margin: tenth / 100, by: `Margin ${replaces}` },
        after: {
          total: (cost + 400) / 100,
          margin: 4,
          by: `Margin ${replaces + 1} (member ${sam.id}, toll)`,
        },
      });
      const { id: booking } = await quote(sam);
      const edited = { margin: { fixed: 1, from: '2026-11-16' }, replaces, booking };
      const { before, after: later } = tollIn(await preview(edited)) as unknown as Record<
        'before' | 'after',
        { margin: number }
      >;
      assert.deepEqual([before.margin, later.margin], [tenth / 100, 1]);
      const ofGroup = { group: 'New', service: 'toll', fixed: 9, from: '2026-11-16' };
      const inGroup = tollIn(await preview({ margin: ofGroup, cart })) as unknown as {
        after: { margin: number };
      };
      assert.equal(inGroup.after.margin, 9);
      assert.equal((await olga.get('/operator/margins')).json().margins.length, 1);
      const unknown = { margin: { fixed: 1, from: '2026-11-16' }, for_member: 999_999, cart };
      assert.match(JSON.stringify(await preview(unknown, 400)), /There is no member 999999/);
      assert.match(
        JSON.stringify(await preview({ margin: { from: '2026-11-16' } }, 400)),
        /receiver is missing/,
      );
    });

    test('refuses a margin with an unknown scope, a wrong amount or a wrong day', async () => {
      const refused = [
        [{ member: 999_999 }, 'member', /There is no member 999999/],
        [{ service: 'unknown' }, 'service', /no service "unknown"/],
        [{ carrier: 'unknown' }, 'carrier', /no carrier "unknown"/],
        [{ percent: 1.005 }, 'percent', /more than two decimals/],
        [{ percent: -1 }, 'percent', /0/],
        [{ from: 'tomorrow' }, 'from', /not a date/],
        [{ until: '2026-11-15' }, 'until', /before the first day/],
        [{ member: jane.id, group: 'Gold' }, 'group', /one of the two/],
        [{ service: 'toll', carrier: 'toll' }, 'carrier', /one of the two/],
        [{ to_state: 'XX' }, 'to_state', /VIC/],
      ] as const;
      for (const [margin, field, sentence] of refused) {
        const { errors } = await add(margin, 400);
        assert.deepEqual(Object.keys(errors), [field]);
        assert.match(String(errors[field]), sentence);
      }
      const body = { from: '2026-11-16', percent: 5 };
      assert.equal((await olga.send('PUT', '/operator/margins/999999', body)).statusCode, 404);
      assert.equal((await olga.send('DELETE', '/operator/margins/x')).statusCode, 404);
      const { margins } = await add(body);
      const changed = await olga.send('PUT', `/operator/margins/${margins[0].id}`, {
        ...body,
        from: '2026-12-01',
      });
      assert.deepEqual(
        [changed.json().margins[0].from, changed.json().margins[0].state],
        ['2026-12-01', 'later'],
      );
    });
  });
}
