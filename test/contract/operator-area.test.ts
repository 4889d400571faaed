// The operator area, on both engines. Members are in operator-members.test.ts; members-sessions.test.ts checks that
// other people have no access to any row.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { hiTrans } from '../../carriers/hi_trans/connector/hi-trans.ts';
import { countIssues } from '../../src/application/issues/list-issues.ts';
import { changeMember } from '../../src/application/members/change-member.ts';
import { setCreditLimit } from '../../src/application/payments/credit-account.ts';
import { simulatedAccount } from '../../src/serve/simulated-accounts.ts';
import { sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { aCall } from '../support/carriers/carrier-calls.ts';
import { liveCarrier, ScriptedBooking } from '../support/carriers/scripted-booking.ts';
import { answers, scripted, throws } from '../support/carriers/scripted-carriers.ts';
import { openSimulator } from '../support/carriers/simulator.ts';
import { Visitor } from '../support/pages/members-area.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp, type TestMember } from '../support/test-app.ts';

for (const setup of setups) {
  describe(`the operator area on ${setup.name}`, () => {
    let t: TestApp;
    let olga: Visitor;
    let jane: TestMember;
    const carrierBooking = new ScriptedBooking();
    before(async () => {
      t = await startTestApp(setup, {
        live: [liveCarrier('live_one', carrierBooking)],
        connectors: [hiTrans],
      });
      jane = await t.addMember();
      await setCreditLimit(t.app, jane.email, 10_000_00);
      const operator = await t.addMember('olga@example.com');
      await changeMember(t.app, operator.email, { isOperator: true });
      olga = await new Visitor(t).signIn(operator);
    });
    after(() => t.close());

    const book = async (courier: string, payment_method = 'credit') => {
      const headers = { 'api-key': jane.key };
      const post = (url: string, payload: object) =>
        t.inject({ method: 'POST', url: `/api/v5/bookings${url}`, headers, payload });
      const { id, quotes } = (await post('', sydneyToMelbourne())).json();
      const confirmed = await post(`/v4/${id}/confirm`, {
        courier,
        pickup_date: quotes[courier].pickup_dates[0],
        payment_method,
      });
      return { id: Number(id), total: quotes[courier].total, answer: confirmed };
    };

    test('a record number beyond those of any database is rejected beside its field', async () => {
      const bench = { name: 'Bench', reach: 'agent', automatic: 'never' };
      const { id: printer, token } = (await olga.send('POST', '/printers', bench)).json();
      const margin = { percent: 5, from: '2026-12-01' };
      const lines = { state: 'open', lines: [1e30] };
      for (const [field, method, path, body] of [
        ['booking_ids', 'POST', `/printers/${printer}/jobs`, { booking_ids: [1e30] }],
        ['key_ids', 'POST', '/printers', { ...bench, automatic: 'keys', key_ids: [1e30] }],
        ['attempt', 'PUT', '/print-agent/labels/1', { attempt: 2 ** 31, state: 'sent' }],
        ['member', 'POST', '/operator/margins', { ...margin, member: 1e30 }],
        ['member', 'POST', '/operator/margins/preview', { margin: { ...margin, member: 1e30 } }],
        ['replaces', 'POST', '/operator/margins/preview', { margin, replaces: 1e30 }],
        ['for_member', 'POST', '/operator/margins/preview', { margin, for_member: 1e30 }],
        ['booking', 'POST', '/operator/margins/preview', { margin, booking: 1e30 }],
        ['lines', 'PUT', '/operator/carrier-invoices/1/lines', lines],
        [
          'id',
          'PUT',
          '/operator/notified-carriers',
          { bookings: [{ id: 1e30 }], is_notified: true },
        ],
        ['member', 'POST', '/operator/manifests', { carrier: 'toll', member: 1e30 }],
      ] as const) {
        const headers = { authorization: `Bearer ${token}` };
        const answer = await olga.send(method, path, body, headers);
        assert.equal(answer.statusCode, 400, `${path}: ${answer.body}`);
        assert.match(JSON.stringify(answer.json().errors), new RegExp(`"${field}"`), path);
      }
    });

    test('a carrier account is connected, tested and disconnected without showing its credentials', async () => {
      const simulator = await openSimulator('hi_trans');
      try {
        const [listed] = simulator.carriers;
        assert.ok(listed);
        const path = '/operator/carrier-accounts';
        const known = async () => (await olga.get(path)).json()[0];
        const before = await known();
        assert.deepEqual(
          [before.carrier, before.policy, before.can],
          ['hi_trans', null, ['track']],
        );
        const missing = await olga.send('PUT', `${path}/hi_trans`, { account: { username: 'x' } });
        assert.equal(missing.statusCode, 400, missing.body);
        assert.match(missing.body, /password is missing/);
        const account = { ...simulatedAccount(hiTrans, listed) };
        const wrong = await olga.send('PUT', `${path}/hi_trans`, {
          account: { ...account, password: 'wrong-one' },
        });
        assert.equal(wrong.statusCode, 422, wrong.body);
        assert.match(wrong.body, /does not accept these credentials/);
        const notConnected = await olga.send('POST', `${path}/hi_trans/test`);
        assert.equal(notConnected.statusCode, 422);
        const connected = await olga.send('PUT', `${path}/hi_trans`, { account });
        assert.equal(connected.statusCode, 200, connected.body);
        assert.equal(connected.json().policy, 'card');
        assert.equal((await known()).policy, 'card');
        const operations = async () => (await known()).operations;
        assert.deepEqual(
          (await operations()).map(({ operation, outcome }: Record<string, unknown>) => [
            operation,
            outcome,
          ]),
          [
            ['check', null],
            ['track', null],
          ],
        );
        assert.ok((await operations())[1].recordings > 0);
        const atMs = t.app.clock.nowMs();
        const reason = { finding: 'failed', words: 'no answer' } as const;
        const result = { carrier: 'hi_trans', operation: 'track', reason } as const;
        await t.app.store.certifications.put([{ ...result, outcome: 'failed', atMs }]);
        const { outcome, reason: words, certified_at } = (await operations())[1];
        assert.deepEqual(
          [outcome, words, Date.parse(certified_at)],
          ['failed', 'no answer', Math.floor(atMs / 1000) * 1000],
        );
        const tried = (await olga.send('POST', `${path}/hi_trans/test`)).json();
        assert.deepEqual(tried, { is_well: true, message: 'The account is accepted.' });
        const { password = '?' } = account as Record<string, string>;
        for (const { body } of [
          connected,
          await olga.get(path),
          await olga.get('/operator/carrier-calls'),
        ])
          assert.ok(!body.includes(password));
        assert.equal((await olga.send('DELETE', `${path}/hi_trans`)).statusCode, 200);
        assert.equal((await known()).policy, null);
        assert.equal((await olga.send('PUT', `${path}/unknown`, { account: {} })).statusCode, 404);
      } finally {
        await simulator.close();
      }
    });

    test('lists calls to carriers, filters them and shows each one', async () => {
      await t.app.store.carrierCalls.add([
        ...Array.from({ length: 60 }, (_, n) =>
          aCall({ operation: 'quote', reference: '', status: 200, trouble: '', atMs: n }),
        ),
        aCall({ reference: '77' }),
      ]);
      const list = async (query: string) => {
        const answer = await olga.get(`/operator/carrier-calls?${query}`);
        assert.equal(answer.statusCode, 200, answer.body);
        return answer.json();
      };
      const first = await list('carrier=auspost');
      assert.equal(first.calls.length, 50);
      assert.equal((await list('carrier=auspost&page=2')).calls.length, 11);
      const { calls } = await list('carrier=auspost&operation=book&outcome=failed&booking=77');
      assert.equal(calls.length, 1);
      assert.deepEqual(
        [calls[0].trouble, calls[0].has_failed, calls[0].request_id, calls[0].sent],
        ['timeout', true, 'r-1', undefined],
      );
      assert.equal((await list('outcome=answered&booking=77')).calls.length, 0);
      const call = (await olga.get(`/operator/carrier-calls/${calls[0].id}`)).json();
      assert.match(call.sent, /\[secret\]/);
      for (const id of ['0', 'x', '999999999'])
        assert.equal((await olga.get(`/operator/carrier-calls/${id}`)).statusCode, 404);
      for (const query of [
        'operation=explode',
        'outcome=maybe',
        'booking=x',
        'page=-1',
        'sort=url',
      ])
        assert.equal((await olga.get(`/operator/carrier-calls?${query}`)).statusCode, 400, query);
    });

    test('disables a service for every member and enables it again', async () => {
      const services = (await olga.get('/operator/carriers')).json();
      const toll = services.find((service: { string_id: string }) => service.string_id === 'toll');
      assert.deepEqual(
        [toll.is_on, toll.is_sample, toll.origin, toll.live],
        [true, true, 'shipped', null],
      );
      assert.equal(
        toll.cards.filter((card: { is_in_force: boolean }) => card.is_in_force).length,
        1,
      );
      const [{ valid_from, valid_to, version }] = toll.cards;
      assert.deepEqual([valid_from, valid_to], [null, null]);
      assert.notEqual(version, '');
      const off = await olga.send('PUT', '/operator/carriers/toll', { is_on: false });
      assert.deepEqual(off.json(), { string_id: 'toll', is_on: false });
      const after = (await olga.get('/operator/carriers')).json();
      assert.equal(
        after.find((service: { string_id: string }) => service.string_id === 'toll').is_on,
        false,
      );
      const unknown = await olga.send('PUT', '/operator/carriers/unknown', { is_on: false });
      assert.equal(unknown.statusCode, 404);
      assert.deepEqual(await t.app.store.carrierSwitches.listOff(), ['toll']);
      await olga.send('PUT', '/operator/carriers/toll', { is_on: true });
      assert.deepEqual(await t.app.store.carrierSwitches.listOff(), []);
    });

    test('shows the health of a live carrier', async () => {
      const own = await startTestApp(setup, {
        live: [scripted('well', answers(1_000)), scripted('ill', throws(new Error('no')))],
      });
      try {
        const member = await own.addMember();
        const operator = await own.addMember('boss@example.com');
        await changeMember(own.app, operator.email, { isOperator: true });
        const headers = { 'api-key': member.key };
        for (let n = 0; n < 6; n += 1) {
          const payload = sydneyToMelbourne({ declared_value: n });
          await own.inject({ method: 'POST', url: '/api/v5/bookings', headers, payload });
        }
        const viewer = await new Visitor(own).signIn(operator);
        const services = (await viewer.get('/operator/carriers')).json();
        const of = (name: string) =>
          services.find((service: { string_id: string }) => service.string_id === name);
        assert.deepEqual(
          [of('well').live.is_left_alone, of('well').live.failed, of('well').live.asked],
          [false, 0, 6],
        );
        const { p50_ms, p95_ms, max_ms } = of('well').live;
        assert.ok(p50_ms >= 0 && p95_ms >= p50_ms && max_ms >= p95_ms);
        // After five failures in a row the breaker skips the carrier.
        assert.deepEqual(
          [of('ill').live.is_left_alone, of('ill').live.failed, of('ill').live.asked],
          [true, 5, 5],
        );
        assert.deepEqual(of('ill').answers, { priced: 0, no_service: 0, failed: 6 });
        assert.equal(of('ill').origin, 'live');
      } finally {
        await own.close();
      }
    });

    test('shows an unanswered booking with its payment and lets the operator complete it', async () => {
      assert.deepEqual((await olga.get('/operator/attention')).json(), {
        bookings: [],
        payments: [],
        refunds_due: [],
        orphans: [],
        other_prices: [],
        refused_manifests: [],
        left_out: [],
        claims: [],
        monthly_invoices: [],
        to_tell: 0,
      });
      carrierBooking.script.book = ['lost_request'];
      const { id, total, answer } = await book('live_one');
      assert.equal(answer.statusCode, 202, answer.body);
      const counted = async () => {
        const { bookings, payments, to_tell } = await countIssues(t.app);
        return [bookings, payments, to_tell];
      };
      // It may still settle automatically.
      assert.deepEqual(await counted(), [0, 0, 0]);
      t.advanceClock(30 * 60_000);
      assert.deepEqual(await counted(), [0, 1, 0]);
      t.advanceClock(-30 * 60_000);
      const [shown] = (await olga.get('/operator/attention')).json().bookings;
      assert.deepEqual(
        [shown.id, shown.status, shown.courier, shown.cost, shown.member.email],
        [id, 'Request Sent', 'live_one', total, jane.email],
      );
      assert.deepEqual([shown.payment.status, shown.payment.amount], ['pending', total]);
      assert.ok(shown.payment.retry_at);
      const without = await olga.send('PUT', `/operator/bookings/${id}/status`, {
        status: 'booked_manually',
      });
      assert.match(without.json().errors.connote[0], /connote/);
      const nonsense = await olga.send('PUT', `/operator/bookings/${id}/status`, {
        status: 'done',
      });
      assert.equal(nonsense.statusCode, 400);
      const moved = await olga.send('PUT', `/operator/bookings/${id}/status`, {
        status: 'booked_manually',
        connote: ' BY-HAND-1 ',
      });
      assert.deepEqual(
        [moved.json().status, moved.json().connote],
        ['Booked Manually', 'BY-HAND-1'],
      );
      assert.deepEqual((await olga.get('/operator/attention')).json().bookings, []);
      const cancelled = await olga.send('POST', `/operator/bookings/${id}/cancel`);
      assert.equal(cancelled.json().status, 'Cancelled');
      const again = await olga.send('POST', `/operator/bookings/${id}/cancel`);
      assert.equal(again.json().error, 'status_not_possible');
      assert.equal((await olga.send('POST', '/operator/bookings/x/cancel')).statusCode, 404);
    });

    test('checks an unsettled payment with the gateway at once when the operator asks', async () => {
      carrierBooking.script.book = ['lost_answer'];
      const { id } = await book('live_one');
      const [shown] = (await olga.get('/operator/attention')).json().bookings;
      assert.equal(shown.id, id);
      const path = `/operator/payments/${shown.payment.id}/check`;
      t.advanceClock(120_000);
      const checked = await olga.send('POST', path);
      assert.deepEqual([checked.json().status, checked.json().retry_at], ['charged', null]);
      assert.deepEqual((await olga.get('/operator/attention')).json().bookings, []);
      assert.equal((await olga.send('POST', '/operator/payments/999999/check')).statusCode, 404);
    });

    test('previews adjustments without effect, applies them once and rejects bad lines one by one', async () => {
      const first = await book('toll');
      const second = await book('toll');
      const { connote } = second.answer.json();
      const used = async (): Promise<number> =>
        (await olga.get(`/operator/members/${jane.id}`)).json().credit.used;
      const before = await used();
      const csv = [
        'Booking,Connote,Scanned weight,Additional charges',
        `${first.id},,12.500000,$18.4000`,
        `,${connote},30,`,
        `${first.id},,1,1`,
        '999999999,,1,1',
        ',UNKNOWN,1,1',
        `${second.id},,heavy,1`,
        `${second.id},,1,18.405`,
        `${second.id},,1.0005,1`,
        `${second.id},,,`,
        // Read by its place, this would charge $1.
        `${second.id},,2,1,234.50`,
      ].join('\r\n');
      const preview = (await olga.send('POST', '/operator/adjustments/preview', { csv })).json();
      assert.deepEqual([preview.applied, preview.refused], [2, 8]);
      assert.equal(await used(), before);
      assert.deepEqual(preview.lines[0], {
        line: 2,
        reference: String(first.id),
        booking_id: first.id,
        scanned_weight: 12.5,
        additional_charges: 18.4,
        refusal: null,
      });
      assert.deepEqual([preview.lines[1].booking_id, preview.lines[1].refusal], [second.id, null]);
      for (const [at, reason] of [
        [2, /already/],
        [3, /^There is no booking 999999999\.$/],
        [4, /No booking has the connote/],
        [5, /^scanned_weight "heavy" is not a weight/],
        [6, /^additional_charges "18.405" is not an amount/],
        [7, /^scanned_weight "1.0005" is not a weight/],
        [8, /neither/],
        [9, /5 fields.*header has 4/],
      ] as const)
        assert.match(preview.lines[at].refusal, reason);
      for (let n = 0; n < 2; n += 1) {
        const applied = (await olga.send('POST', '/operator/adjustments', { csv })).json();
        assert.deepEqual(applied, preview);
        assert.equal((await used()).toFixed(2), (before + 18.4).toFixed(2));
      }
      const booking = await t.app.store.bookings.findForAnyMember(preview.lines[1].booking_id);
      assert.equal(booking?.scannedGrams, 30_000);
    });

    test('refuses an unreadable adjustments file as a whole', async () => {
      for (const [csv, reason] of [
        ['', /empty/],
        ['booking,price\n1,2', /Unknown column "price"/],
        ['scanned_weight\n2', /"booking" or "connote"/],
        ['booking\n2', /scanned_weight/],
        ['booking,scanned_weight\n"1,2', /Line 2, column 1/],
        [`booking,scanned_weight\n${'1,2\n'.repeat(2_001)}`, /at most 2000/],
      ] as const) {
        const answer = await olga.send('POST', '/operator/adjustments/preview', { csv });
        assert.equal(answer.statusCode, 400, answer.body);
        assert.match(answer.json().errors.csv[0], reason);
      }
    });
  });
}
