// Paying what is owed on the credit account with a saved card: all or a part, once, refused with a reason, and refunded
// by the operator.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { recoverConfirmations } from '../../src/application/jobs/recover-confirmations.ts';
import { changeMember } from '../../src/application/members/change-member.ts';
import {
  receiveCreditPayment,
  reverseCreditPayment,
} from '../../src/application/payments/credit-account.ts';
import { hourMs } from '../../src/domain/time/durations.ts';
import { Checkout } from '../support/bookings/checkout.ts';
import { saveCard } from '../support/money/saved-card.ts';
import { visitorsOf } from '../support/pages/members-area.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

for (const setup of setups) {
  describe(`balance payments on ${setup.name}`, () => {
    let t: TestApp;
    const { visitor } = visitorsOf(() => t);
    before(async () => {
      t = await startTestApp(setup, { limits: { v5PerMinute: 0 } });
    });
    after(() => t.close());

    /** A member who owes this booking's price. */
    const debtor = async (email: string) => {
      const member = await t.addMember(email);
      const shop = new Checkout(t, member);
      await shop.giveCredit(1_000);
      const cost = Number((await shop.book()).cost);
      const card = await saveCard(t.app, member);
      const jane = await visitor().signIn(member);
      const owed = async (): Promise<number> => (await jane.get('/credit/balance')).json().owed;
      const pay = (amount: number, payment_method = card, after_payment = 0) =>
        jane.send('POST', '/credit/payments', { amount, payment_method, after_payment });
      return { member, jane, card, cost, owed, pay };
    };
    const charges = async ({ member }: { member: { id: number } }) =>
      (await t.app.store.payments.listForBalance(member.id as never, 100)).filter(
        ({ kind }) => kind === 'charge',
      );

    test('pays a part, then the rest, and the statement shows both', async () => {
      const debt = await debtor('parts@example.com');
      const { jane, cost, owed, pay } = debt;
      assert.deepEqual((await jane.get('/credit/balance')).json(), {
        owed: cost,
        least_payment: 1,
        latest_payment: null,
      });
      const first = await pay(10);
      assert.equal(first.statusCode, 201, first.body);
      const { id, status, booking_id } = first.json();
      assert.deepEqual([status, booking_id], ['charged', null]);
      assert.equal(await owed(), Math.round((cost - 10) * 100) / 100);
      const rest = await pay(await owed(), undefined, id);
      assert.equal(rest.statusCode, 201, rest.body);
      assert.equal(await owed(), 0);
      const { lines } = (await jane.get('/credit/statement')).json();
      const kinds = lines.map(({ kind }: { kind: string }) => kind);
      assert.deepEqual(kinds, ['sale', 'receipt', 'receipt']);
      assert.equal(lines.at(-1).balance, 0);
      assert.equal((await jane.get('/credit')).json().used, 0);
      const nothing = await pay(1, undefined, rest.json().id);
      assert.equal(nothing.statusCode, 400);
      assert.match(nothing.json().errors.amount[0], /you owe \$0\.00/);
    });

    test('charges once for two clicks at once and for a page that has not seen the payment', async () => {
      const debt = await debtor('twice@example.com');
      const { cost, owed, pay } = debt;
      const answers = await Promise.all([pay(cost), pay(cost), pay(cost)]);
      const codes = answers.map(({ statusCode }) => statusCode).sort();
      assert.deepEqual(codes, [201, 409, 409]);
      assert.equal(await owed(), 0);
      assert.equal((await charges(debt)).length, 1);
      const part = await debtor('tabs@example.com');
      assert.equal((await part.pay(10)).statusCode, 201);
      const stale = await part.pay(10);
      assert.equal(stale.statusCode, 409, stale.body);
      assert.equal(stale.json().reason, 'paid_meanwhile');
      assert.equal((await charges(part)).length, 1);
    });

    test('a declined card changes nothing, and the reason is shown', async () => {
      const debt = await debtor('declined@example.com');
      const { jane, member, cost, owed, pay } = debt;
      const poor = await saveCard(t.app, member, { token: 'tok_insufficient_funds' });
      const answer = await pay(cost, poor);
      assert.equal(answer.statusCode, 402, answer.body);
      assert.equal(answer.json().payment_error.code, 'insufficient_funds');
      assert.equal(await owed(), cost);
      const [declined] = (await jane.get('/payments')).json();
      assert.deepEqual([declined.status, declined.booking_id], ['declined', null]);
      assert.equal((await pay(cost)).statusCode, 201, 'another card pays');
    });

    test('refuses amounts outside of the balance and methods of others, and names the field', async () => {
      const { cost, pay } = await debtor('amounts@example.com');
      for (const amount of [0.99, cost + 1]) {
        const answer = await pay(amount);
        assert.equal(answer.statusCode, 400, answer.body);
        assert.match(answer.json().errors.amount[0], /must be from \$1\.00 to the \$/);
      }
      assert.equal((await pay(1.005)).statusCode, 400);
      const other = await debtor('stranger@example.com');
      const foreign = await pay(cost, other.card);
      assert.equal(foreign.statusCode, 400);
      assert.match(foreign.json().errors.payment_method[0], /is not one of your saved/);
    });

    test('an answer that was lost is found out later, and meanwhile nothing else is charged', async () => {
      const debt = await debtor('lost@example.com');
      const { jane, member, cost, owed, pay } = debt;
      const slow = await saveCard(t.app, member, { token: 'tok_timeout' });
      const answer = await pay(cost, slow);
      assert.equal(answer.statusCode, 202, answer.body);
      assert.equal(answer.json().status, 'unknown');
      const { latest_payment: open } = (await jane.get('/credit/balance')).json();
      const again = await pay(cost, undefined, open.id);
      assert.equal(again.json().reason, 'under_way');
      t.advanceClock(hourMs);
      await recoverConfirmations(t.app);
      assert.equal(await owed(), 0);
      assert.equal((await charges(debt)).length, 1);
    });

    test('the operator refunds a payment once, and the amount is owed again', async () => {
      const debt = await debtor('refund@example.com');
      const { member, jane, cost, owed, pay } = debt;
      const { id } = (await pay(cost)).json();
      const olga = await t.addMember('olga@example.com');
      await changeMember(t.app, olga.email, { isOperator: true });
      const office = await visitor().signIn(olga);
      const refund = () => office.send('POST', `/operator/payments/${id}/refund`);
      const answers = await Promise.all([refund(), refund()]);
      assert.deepEqual(
        answers.map(({ statusCode }) => statusCode),
        [200, 200],
      );
      assert.equal(answers[0]?.json().id, answers[1]?.json().id);
      assert.equal(await owed(), cost);
      const { balance_payments: listed, receipts } = (
        await office.get(`/operator/members/${member.id}`)
      ).json();
      assert.deepEqual(
        listed.map((one: { status: string; is_refundable: boolean }) => [
          one.status,
          one.is_refundable,
        ]),
        [
          ['refunded', false],
          ['charged', false],
        ],
      );
      assert.deepEqual(receipts, [], 'a payment by card is no payment at the bank');
      assert.equal((await jane.send('POST', `/operator/payments/${id}/refund`)).statusCode, 403);
      const [bookings] = (await jane.get('/payments')).json().slice(-1);
      const number = String(bookings.id).replace('payment_', '');
      const wrong = await office.send('POST', `/operator/payments/${number}/refund`);
      assert.equal(wrong.json().error, 'balance_payment_not_refundable');
      assert.equal((await office.send('POST', '/operator/payments/999999/refund')).statusCode, 404);
    });

    test('a payment at the bank and one by card do not disturb each other', async () => {
      const { member, cost, owed, pay } = await debtor('both@example.com');
      const bank = { amountCents: 5_00, reference: 'NPP 1' };
      const { receipt } = await receiveCreditPayment(t.app, member.email, bank);
      assert.equal((await pay(Math.round(cost * 100 - 500) / 100)).statusCode, 201);
      assert.equal(await owed(), 0);
      await reverseCreditPayment(t.app, member.email, receipt.id);
      assert.equal(await owed(), 5);
    });
  });
}
