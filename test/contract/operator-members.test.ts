// Members in the operator area, on both engines: searching, changing, credit and payments.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { adjustBooking } from '../../src/application/bookings/adjust-booking.ts';
import { changeMember } from '../../src/application/members/change-member.ts';
import { setCreditLimit } from '../../src/application/payments/credit-account.ts';
import { bookingId } from '../../src/domain/bookings/booking.ts';
import { Checkout } from '../support/bookings/checkout.ts';
import { saveCard } from '../support/money/saved-card.ts';
import { Visitor } from '../support/pages/members-area.ts';
import { refusedAs } from '../support/refused-as.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp, type TestMember } from '../support/test-app.ts';

for (const setup of setups) {
  describe(`members and their operator on ${setup.name}`, () => {
    let t: TestApp;
    let olga: Visitor;
    let jane: TestMember;
    before(async () => {
      t = await startTestApp(setup);
      jane = await t.addMember();
      await setCreditLimit(t.app, jane.email, 10_000_00);
      const operator = await t.addMember('olga@example.com');
      await changeMember(t.app, operator.email, { isOperator: true });
      olga = await new Visitor(t).signIn(operator);
    });
    after(() => t.close());

    test('lists members and searches them by e-mail, company, name and number', async () => {
      const found = async (q: string): Promise<string[]> =>
        (await olga.get(`/operator/members?q=${encodeURIComponent(q)}`))
          .json()
          .map((member: { email: string }) => member.email);
      const all = await found('');
      assert.ok(all.includes(jane.email) && all.includes('olga@example.com'));
      assert.deepEqual(await found('OLGA@'), ['olga@example.com']);
      assert.deepEqual(await found(String(jane.id)), [jane.email]);
      assert.ok((await found('tile ware')).includes(jane.email));
      // Characters with a meaning in SQL are plain text.
      for (const text of ['%', '_', '\\', "'", '%olga%']) assert.deepEqual(await found(text), []);
      assert.deepEqual((await olga.get('/operator/members?page=2')).json(), []);
    });

    test('lists a member who owes money without a credit account', async () => {
      const member = await t.addMember('cards-only@example.com');
      const shop = new Checkout(t, member);
      const card = await saveCard(t.app, member);
      const booking = await shop.book({ payment_method: card });
      const adjustment = { scannedGrams: undefined, additionalCents: 12_50 };
      await adjustBooking(t.app, bookingId(booking.id), adjustment);
      const [listed] = (await olga.get('/operator/members?q=cards-only')).json();
      assert.deepEqual([listed.credit.used, listed.credit.has_account], [12.5, false]);
      const page = (await olga.get(`/operator/members/${member.id}`)).json();
      assert.equal(page.credit.used, 12.5);
      const themselves = await new Visitor(t, '192.0.2.8').signIn(member);
      assert.deepEqual((await themselves.get('/credit')).json(), {
        has_account: false,
        limit: 0,
        used: 12.5,
        available: 0,
      });
      // A credit account may have a limit of zero.
      await setCreditLimit(t.app, member.email, 0);
      const [given] = (await olga.get('/operator/members?q=cards-only')).json();
      assert.deepEqual(
        [given.credit.used, given.credit.limit, given.credit.has_account],
        [12.5, 0, true],
      );
      assert.equal((await themselves.get('/credit')).json().has_account, true);
    });

    test('a member is added once and sets a password with a link', async () => {
      const request = { email: ' new@example.com ', company_name: 'New Tiles', first_name: 'Nina' };
      const added = await olga.send('POST', '/operator/members', request);
      assert.equal(added.statusCode, 201, added.body);
      const { id, email, company_name, is_open } = added.json();
      assert.deepEqual([email, company_name, is_open], ['new@example.com', 'New Tiles', true]);
      const twice = await olga.send('POST', '/operator/members', request);
      assert.equal(twice.statusCode, 422, twice.body);
      const key = { 'idempotency-key': 'nora' };
      const nora = () => olga.send('POST', '/operator/members', { email: 'nora@example.com' }, key);
      const once = await nora();
      assert.equal(once.statusCode, 201, once.body);
      assert.deepEqual((await nora()).json(), once.json());
      const link = await olga.send('POST', `/operator/members/${id}/reset`, {});
      assert.ok(link.statusCode < 300, link.body);
    });

    test("changes a member's capabilities, discount and credit limit", async () => {
      const path = `/operator/members/${jane.id}`;
      const before = (await olga.get(path)).json();
      assert.deepEqual(before.credit, {
        has_account: true,
        limit: 10_000,
        used: 0,
        available: 10_000,
      });
      const changed = await olga.send('PUT', path, { may_book_live: false, discount: 7.5 });
      assert.deepEqual(
        [changed.json().may_book_live, changed.json().discount, changed.json().is_open],
        [false, 7.5, true],
      );
      await olga.send('PUT', path, { may_book_live: true, discount: 0 });
      const limit = await olga.send('PUT', `${path}/credit`, { limit: 12_345.67 });
      assert.equal(limit.json().credit.limit, 12_345.67);
      const paid = await olga.send('POST', `${path}/receipts`, { amount: 100.5 });
      assert.equal(paid.json().credit.used, -100.5);
      // The process died after it noted the payment, so the client sends it again.
      const { idempotency } = t.app.store;
      const { finish } = idempotency;
      idempotency.finish = () => Promise.reject(new Error('killed'));
      const key = { 'idempotency-key': 'receipt 1' };
      const note = () => olga.send('POST', `${path}/receipts`, { amount: 10 }, key);
      assert.equal((await note()).statusCode, 500);
      idempotency.finish = finish;
      for (let n = 0; n < 2; n += 1) assert.equal((await note()).json().credit.used, -110.5);
      // Taking the receipt back, even repeatedly, makes its amount owed again once.
      const { receipts } = (await olga.get(path)).json();
      const shown = (page: { receipts: { amount: number; is_taken_back: boolean }[] }) =>
        page.receipts.map(({ amount, is_taken_back }) => [amount, is_taken_back]);
      assert.deepEqual(shown({ receipts }), [
        [10, false],
        [100.5, false],
      ]);
      for (let n = 0; n < 2; n += 1) {
        const page = (await olga.send('DELETE', `${path}/receipts/${receipts[0].id}`)).json();
        assert.equal(page.credit.used, -100.5);
        assert.deepEqual(shown(page), [
          [10, true],
          [100.5, false],
        ]);
      }
      const { id: olgas } = (await olga.get('/operator/members?q=olga')).json()[0];
      for (const wrong of [
        `${path}/receipts/999999`,
        `${path}/receipts/one`,
        `/operator/members/${olgas}/receipts/${receipts[1].id}`,
      ]) {
        const refused = await olga.send('DELETE', wrong);
        assert.equal(refused.statusCode, 404, refused.body);
        assert.equal(refused.json().error, 'receipt_not_found');
      }
      for (const [method, where, body, field] of [
        ['PUT', path, { discount: 101 }, 'discount'],
        ['PUT', `${path}/credit`, { limit: -1 }, 'limit'],
        ['POST', `${path}/receipts`, { amount: 0 }, 'amount'],
      ] as const) {
        const refused = await olga.send(method, where, body);
        assert.equal(refused.statusCode, 400, refused.body);
        assert.ok(refused.json().errors[field], refused.body);
      }
      const reset = await olga.send('POST', `${path}/reset`);
      assert.match(reset.json().url, /\/reset-password#/);
      assert.equal((await olga.get('/operator/members/999999')).statusCode, 404);
    });

    test('records a payment with a bank reference once, until the record is undone', async () => {
      const payer = await t.addMember('payer@example.com');
      const path = `/operator/members/${payer.id}`;
      const note = (amount: number, reference?: string) =>
        olga.send('POST', `${path}/receipts`, { amount, reference });
      const first = await note(50, '  NPP 4711   Tiles ');
      assert.equal(first.statusCode, 200, first.body);
      const [receipt] = first.json().receipts;
      assert.deepEqual([receipt.amount, receipt.reference], [50, 'NPP 4711 Tiles']);
      // The same reference typed by another person, once with a wrong amount.
      for (const [amount, reference] of [
        [50, 'NPP 4711 Tiles'],
        [5, 'npp 4711 tiles'],
      ] as const) {
        const twice = await note(amount, reference);
        assert.equal(twice.statusCode, 409, twice.body);
        assert.equal(twice.json().error, 'receipt_noted_before');
        assert.equal(twice.json().receipt, receipt.id);
        assert.match(twice.json().message, new RegExp(`receipt ${receipt.id} of \\$50\\.00`, 'i'));
      }
      assert.equal((await olga.get(path)).json().credit.used, -50);
      // Other references are other payments; without a reference the operator must confirm that it is another.
      const repeated = await note(50);
      assert.deepEqual([repeated.statusCode, repeated.json().error], [409, 'receipt_noted_before']);
      for (const body of [
        { amount: 50, reference: 'NPP 4712' },
        { amount: 50, again: true },
        { amount: 50, again: true },
      ])
        assert.equal((await olga.send('POST', `${path}/receipts`, body)).statusCode, 200);
      const other = await t.addMember('other-payer@example.com');
      const ofOther = await olga.send('POST', `/operator/members/${other.id}/receipts`, {
        amount: 50,
        reference: 'NPP 4711 Tiles',
      });
      assert.equal(ofOther.statusCode, 200, ofOther.body);
      await olga.send('DELETE', `${path}/receipts/${receipt.id}`);
      const again = await note(55, 'NPP 4711 Tiles');
      assert.equal(again.statusCode, 200, again.body);
      assert.equal((await note(55, 'NPP 4711 Tiles')).statusCode, 409);
      assert.deepEqual(
        again.json().receipts.map(({ reference }: { reference: string | null }) => reference),
        ['NPP 4711 Tiles', null, null, 'NPP 4712', 'NPP 4711 Tiles'],
      );
    });

    test('rejects an unreadable payment reference and treats a blank one as missing', async () => {
      const payer = await t.addMember('blank-payer@example.com');
      const note = (reference: unknown) =>
        olga.send('POST', `/operator/members/${payer.id}/receipts`, { amount: 1, reference });
      for (const reference of ['a'.repeat(141), 7, 'one\u0000two']) {
        const refused = await note(reference);
        assert.equal(refused.statusCode, 400, refused.body);
      }
      assert.equal((await note('   ')).statusCode, 200);
      assert.match((await note(' \t ')).json().message, /without a reference/);
      assert.equal((await note('a'.repeat(140))).statusCode, 200);
    });

    test('records one payment once when eight operators submit it at the same moment', async () => {
      const payer = await t.addMember('hasty-payer@example.com');
      const path = `/operator/members/${payer.id}`;
      const noted = await Promise.all(
        Array.from({ length: 8 }, () =>
          olga.send('POST', `${path}/receipts`, { amount: 20, reference: 'EFT 9' }),
        ),
      );
      assert.deepEqual(noted.map(({ statusCode }) => statusCode).sort(), [
        200,
        ...Array.from({ length: 7 }, () => 409),
      ]);
      assert.equal((await olga.get(path)).json().credit.used, -20);
    });

    test("refuses an operator's change that would lock them out", async () => {
      const own = (await olga.get('/operator/members?q=olga')).json()[0].id;
      for (const body of [{ is_open: false }, { is_operator: false }]) {
        const refused = await olga.send('PUT', `/operator/members/${own}`, body);
        assert.equal(refused.statusCode, 400);
        assert.ok(refused.json().errors[Object.keys(body)[0] ?? '']);
      }
      assert.equal((await olga.get('/operator/members')).statusCode, 200);
    });

    test('keeps one operator when two demote or close each other at the same moment', async () => {
      const olgas = (await olga.get('/operator/members?q=olga')).json()[0].id;
      for (const change of [{ isOperator: false }, { isOpen: false }]) {
        const other = await t.addMember(`${Object.keys(change)[0]}@example.com`);
        await changeMember(t.app, other.email, { isOperator: true });
        const settled = await Promise.allSettled([
          changeMember(t.app, String(olgas), change),
          changeMember(t.app, other.email, change),
        ]);
        const refused = settled.flatMap((change) =>
          change.status === 'rejected' ? [change.reason] : [],
        );
        assert.equal(refused.length, 1);
        assert.ok(refusedAs('validation', /No operator would be left/)(refused[0]));
        await changeMember(t.app, String(olgas), { isOperator: true, isOpen: true });
        await changeMember(t.app, other.email, { isOperator: false });
        // The last operator keeps the role, but other details may change.
        await assert.rejects(changeMember(t.app, String(olgas), change), refusedAs('validation'));
        await changeMember(t.app, String(olgas), { discountBasisPoints: 0 });
      }
    });

    test('rejects amounts and percentages with fractions of a cent or hundredth', async () => {
      const path = `/operator/members/${jane.id}`;
      const before = (await olga.get(path)).json();
      for (const [method, at, body] of [
        ['PUT', '/credit', { limit: 100.005 }],
        ['POST', '/receipts', { amount: 18.405 }],
        ['POST', '/receipts', { amount: 1e-7 }],
        ['PUT', '', { discount: 7.555 }],
      ] as const) {
        const refused = await olga.send(method, path + at, body);
        assert.equal(refused.statusCode, 400, refused.body);
        assert.deepEqual(Object.keys(refused.json().errors), Object.keys(body));
      }
      assert.deepEqual((await olga.get(path)).json(), before);
    });
  });
}
