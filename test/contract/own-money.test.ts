// A person's own money in the members area: booking and paying, saved methods, credit and statements.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { adjustBooking } from '../../src/application/bookings/adjust-booking.ts';
import {
  receiveCreditPayment,
  setCreditLimit,
} from '../../src/application/payments/credit-account.ts';
import { listPayments } from '../../src/application/payments/list-payments.ts';
import { bookingId } from '../../src/domain/bookings/booking.ts';
import { Checkout } from '../support/bookings/checkout.ts';
import { sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { Visitor } from '../support/pages/members-area.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp, type TestMember } from '../support/test-app.ts';

for (const setup of setups) {
  describe(`money in the members area on ${setup.name}`, () => {
    let t: TestApp;
    let member: TestMember;
    let jane: Visitor;
    let stranger: Visitor;
    before(async () => {
      t = await startTestApp(setup);
      member = await t.addMember();
      jane = await new Visitor(t, '192.0.2.1').signIn(member);
      stranger = await new Visitor(t, '192.0.2.2').signIn(await t.addMember('other@example.com'));
    });
    after(() => t.close());

    type Quoted = { id: number; quotes: Record<string, { total: number; pickup_dates: string[] }> };
    const quoted = async (): Promise<Quoted> =>
      (await jane.send('POST', '/bookings/v4', sydneyToMelbourne())).json();
    /** Confirms with the first carrier that quoted, on its first day. */
    const confirm = ({ id, quotes }: Quoted, payment: { payment_method?: string } = {}) => {
      const [courier = '', quote] = Object.entries(quotes)[0] ?? [];
      const request = { courier, pickup_date: quote?.pickup_dates[0], ...payment };
      return jane.send('POST', `/bookings/v4/${id}/confirm`, request);
    };

    test('an unpaid booking can be changed, deleted and confirmed as a demo', async () => {
      const booking = await quoted();
      const changed = await jane.send('PUT', `/bookings/v4/${booking.id}`, {
        receiver: { name: 'Rita Receiver', phone: '0400 000 000' },
        description: 'Tiles',
      });
      assert.equal(changed.json().receiver.name, 'Rita Receiver');
      const confirmed = await jane.send('POST', `/bookings/v4/${booking.id}/confirm`, {
        payment_method: 'demo',
      });
      assert.equal(confirmed.statusCode, 200, confirmed.body);
      assert.match(confirmed.json().connote, /^DEMO-/);
      const other = await quoted();
      assert.equal((await stranger.send('DELETE', `/bookings/v4/${other.id}`)).statusCode, 404);
      assert.equal((await stranger.send('PUT', `/bookings/v4/${other.id}`, {})).statusCode, 404);
      const foreign = await stranger.send('POST', `/bookings/v4/${other.id}/confirm`, {
        payment_method: 'demo',
      });
      assert.equal(foreign.statusCode, 404);
      assert.equal((await jane.send('DELETE', `/bookings/v4/${other.id}`)).statusCode, 204);
    });

    test('a member without a credit account and a card has no payment method', async () => {
      assert.deepEqual((await jane.get('/credit')).json(), {
        has_account: false,
        limit: 0,
        used: 0,
        available: 0,
      });
      const booking = await quoted();
      const refused = await confirm(booking);
      assert.equal(refused.statusCode, 403);
      assert.equal(refused.json().access_error.code, 'NO_PAYMENT_METHOD');
    });

    test('test cards are saved, made the default and removed, and a removed card is not charged', async () => {
      assert.deepEqual((await jane.get('/members/payment-setup')).json(), {
        gateway: 'test',
        takes_test_cards: true,
        has_card_page: false,
      });
      const add = async (token: string) =>
        (await jane.send('POST', '/members/payment-methods', { token })).json();
      const first = await add('tok_ok');
      const second = await add('tok_declined');
      assert.deepEqual([first.is_default, second.is_default], [true, false]);
      const listed = async () =>
        (await jane.get('/members/payment-methods'))
          .json()
          .map((method: { id: string; is_default: boolean }) => [method.id, method.is_default]);
      assert.deepEqual(await listed(), [
        [first.id, true],
        [second.id, false],
      ]);
      const path = (id: string) => `/members/payment-methods/${id}`;
      assert.equal((await jane.send('PUT', `${path(second.id)}/default`)).statusCode, 204);
      assert.deepEqual(await listed(), [
        [first.id, false],
        [second.id, true],
      ]);
      const declined = await quoted();
      const answer = await confirm(declined, { payment_method: second.id });
      assert.equal(answer.statusCode, 402);
      assert.match(answer.json().payment_error.user_message, /declined/i);
      const paid = await confirm(declined, { payment_method: first.id });
      assert.equal(paid.statusCode, 200, paid.body);
      const payments = (await jane.get('/payments')).json();
      assert.deepEqual(
        payments.map((payment: { method: string; status: string; booking_id: number }) => [
          payment.method,
          payment.status,
          payment.booking_id,
        ]),
        [
          [first.id, 'charged', declined.id],
          [second.id, 'declined', declined.id],
        ],
      );
      assert.equal((await jane.send('DELETE', path(second.id))).statusCode, 204);
      assert.deepEqual(await listed(), [[first.id, true]]);
      assert.equal((await jane.send('DELETE', path(second.id))).statusCode, 404);
      assert.equal((await jane.send('PUT', `${path(second.id)}/default`)).statusCode, 404);
      const unpaid = await quoted();
      const refused = await confirm(unpaid, { payment_method: second.id });
      assert.equal(refused.statusCode, 400);
      // Another member's card does not exist.
      assert.deepEqual((await stranger.get('/members/payment-methods')).json(), []);
      assert.deepEqual((await stranger.get('/payments')).json(), []);
      assert.equal((await stranger.send('DELETE', path(first.id))).statusCode, 404);
      assert.equal((await stranger.send('PUT', `${path(first.id)}/default`)).statusCode, 404);
      assert.equal((await jane.send('DELETE', path('nonsense'))).statusCode, 404);
      const unknown = await jane.send('POST', '/members/payment-methods', { token: 'tok_what' });
      assert.equal(unknown.statusCode, 422);
    });

    test('saves a card once with an Idempotency-Key', async () => {
      const saver = await new Visitor(t).signIn(await t.addMember('saver@example.com'));
      const key = { 'idempotency-key': 'my card' };
      const save = (token: string) =>
        saver.send('POST', '/members/payment-methods', { token }, key);
      const first = await save('tok_ok');
      const again = await save('tok_ok');
      assert.equal(again.statusCode, 201, again.body);
      assert.deepEqual(again.json(), first.json());
      assert.equal(again.headers['idempotency-replayed'], 'true');
      assert.equal((await save('tok_declined')).statusCode, 409);
      assert.equal((await saver.get('/members/payment-methods')).json().length, 1);
    });

    test('saving a card again returns the saved card', async () => {
      const collector = await new Visitor(t).signIn(await t.addMember('cards@example.com'));
      const add = (token: string) => collector.send('POST', '/members/payment-methods', { token });
      const first = await add('tok_ok');
      const other = await add('tok_declined');
      const again = await add('tok_ok');
      assert.deepEqual(
        [first, other, again].map(({ statusCode }) => statusCode),
        [201, 201, 200],
      );
      assert.deepEqual(again.json(), first.json());
      const listed = (await collector.get('/members/payment-methods')).json();
      assert.deepEqual(
        listed.map(({ id }: { id: string }) => id),
        [first.json().id, other.json().id],
      );
    });

    test("rejects a real gateway's cards from the browser", async () => {
      const { gateway } = t.app;
      Object.assign(t.app, { gateway: { ...gateway, name: 'stripe' } });
      try {
        const answer = await jane.send('POST', '/members/payment-methods', { token: 'tok_ok' });
        assert.match(answer.json().errors.token[0], /Ask your freight desk/);
        assert.equal((await jane.get('/members/payment-setup')).json().takes_test_cards, false);
      } finally {
        Object.assign(t.app, { gateway });
      }
    });

    test("shows a credit booking in its own member's account, statement and CSV file only", async () => {
      await setCreditLimit(t.app, String(member.id), 1_000_00);
      const booking = await quoted();
      const confirmed = await confirm(booking, { payment_method: 'credit' });
      assert.equal(confirmed.statusCode, 200, confirmed.body);
      const { cost } = confirmed.json();
      const account = (await jane.get('/credit')).json();
      assert.equal(account.has_account, true);
      assert.equal(account.used, cost);
      assert.equal(account.available, Math.round((1000 - cost) * 100) / 100);
      const statement = (await jane.get('/credit/statement')).json();
      assert.equal(statement.owed, cost);
      assert.equal(statement.lines.length, 1);
      assert.equal(statement.lines[0].booking_id, booking.id);
      const file = await jane.get('/credit/statement.csv');
      assert.equal(file.headers['content-type'], 'text/csv; charset=utf-8');
      assert.match(String(file.headers['content-disposition']), /attachment; filename=/);
      assert.match(
        file.body,
        new RegExp(
          `^entry,time,kind,booking,amount,balance,connote,reference\\r\\n\\d+,[^,]+,sale,${booking.id},`,
        ),
      );
      const { connote } = confirmed.json();
      assert.equal(statement.lines[0].connote, connote);
      const payment = { amountCents: 5_00, reference: 'NPP 4711' };
      await receiveCreditPayment(t.app, String(member.id), payment);
      const [paid] = (await jane.get('/credit/statement?page=1')).json().lines.slice(-1);
      assert.deepEqual([paid.kind, paid.connote, paid.reference], ['receipt', null, 'NPP 4711']);
      const rows = (await jane.get('/credit/statement.csv')).body.trim().split('\r\n');
      assert.ok(rows[1]?.endsWith(`,${connote},`), rows[1]);
      assert.ok(rows[2]?.endsWith(',,NPP 4711'), rows[2]);
      assert.deepEqual((await jane.get('/credit/statement?page=2')).json().lines, []);
      assert.equal((await jane.get('/credit/statement?page=0')).statusCode, 400);
      const later = await jane.get('/credit/statement?since=2030-01-01');
      assert.deepEqual(later.json().lines, []);
      for (const path of ['statement', 'statement.csv'])
        for (const wrong of ['since=whenever', 'until=whenever'])
          assert.equal((await jane.get(`/credit/${path}?${wrong}`)).statusCode, 400, wrong);
      const today = statement.lines[0].at.slice(0, 10);
      const closed = (await jane.get(`/credit/statement?until=${today}&page=1`)).json();
      assert.deepEqual([closed.lines, closed.owed], [[], Math.round((cost - 5) * 100) / 100]);
      const month = await jane.get('/credit/statement?since=2020-01-01&until=2030-01-01');
      assert.equal(month.json().lines.length, 2);
      const none = (await jane.get(`/credit/statement.csv?until=${today}`)).body.trim();
      assert.equal(none.split('\r\n').length, 1);
      assert.deepEqual((await stranger.get('/credit/statement')).json().lines, []);
    });

    test('lists payments and later charges page by page for their own member only', async () => {
      const payer = await t.addMember('payer@example.com');
      const shop = new Checkout(t, payer);
      await shop.giveCredit(1_000);
      const page = await new Visitor(t, '192.0.2.3').signIn(payer);
      const booked = bookingId((await shop.book()).id);
      const { cost } = await shop.read(booked);
      const least = 120;
      for (let extra = 1; extra <= least; extra += 1) {
        t.advanceClock(1_000);
        await adjustBooking(t.app, booked, { scannedGrams: undefined, additionalCents: extra });
      }
      type Listed = { id: number | string; kind: string; amount: number; booking_id: number };
      const read = async (query: string): Promise<Listed[]> =>
        (await page.get(`/payments${query}`)).json();
      const first = await read('');
      assert.equal(first.length, 50);
      assert.deepEqual(await read('?page=1'), first);
      const all = [...first, ...(await read('?page=2')), ...(await read('?page=3'))];
      assert.equal(all.length, least + 1);
      assert.equal(new Set(all.map(({ id }) => id)).size, least + 1);
      const [newest] = all;
      assert.deepEqual([newest?.kind, newest?.amount], ['adjustment', 0.01]);
      const oldest = all.at(-1);
      assert.deepEqual([oldest?.kind, oldest?.amount], ['charge', cost]);
      assert.deepEqual(await read('?page=4'), []);
      assert.deepEqual(await read(`?booking=${booked}`), all);
      assert.deepEqual((await stranger.get(`/payments?booking=${booked}`)).json(), []);
      for (const wrong of ['page=0', 'page=many', 'booking=x'])
        assert.equal((await page.get(`/payments?${wrong}`)).statusCode, 400, wrong);
      // The command line calls the same use case.
      const listed = await listPayments(t.app, payer.id);
      assert.deepEqual(
        listed.map(({ id }) => id),
        all.map(({ id }) => id),
      );
    });
  });
}
