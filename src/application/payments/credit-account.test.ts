// A member's payment is recorded once, by the bank's reference or else by its amount, even by two operators at the
// same time.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { refusedAs } from '../../../test/support/refused-as.ts';
import { setups } from '../../../test/support/setups.ts';
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts';
import { dayMs } from '../../domain/time/durations.ts';
import { readCreditAccount, receiveCreditPayment, reverseCreditPayment } from './credit-account.ts';

for (const setup of setups) {
  describe(`recording payments once on ${setup.engine}`, () => {
    let t: TestApp;
    let payer = '';
    let payers = 0;
    before(async () => {
      t = await startTestApp(setup);
    });
    after(() => t.close());
    beforeEach(async () => {
      payers += 1;
      payer = String((await t.addMember(`payer-${payers}@example.com`)).id);
    });

    const receive = (amountCents: number, { isAnother = false } = {}) =>
      receiveCreditPayment(t.app, payer, { amountCents, reference: undefined, isAnother });
    const paid = async (): Promise<number> => -(await readCreditAccount(t.app, payer)).usedCents;

    test('records one of several simultaneous notes of the same payment', async () => {
      const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => receive(30_00)));
      assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
      for (const outcome of outcomes)
        if (outcome.status === 'rejected') refusedAs('receipt_noted_before')(outcome.reason);
      assert.equal(await paid(), 30_00);
    });

    test('rejects a repeated payment for a day, unless the first was undone', async () => {
      const { receipt } = await receive(30_00);
      t.advanceClock(dayMs - 1);
      await assert.rejects(receive(30_00), refusedAs('receipt_noted_before'));
      await reverseCreditPayment(t.app, payer, receipt.id);
      await receive(30_00);
      t.advanceClock(dayMs);
      await receive(30_00);
      assert.equal(await paid(), 60_00);
    });

    test('rejects a repeated reference in any spelling, and shows it as first recorded', async () => {
      const named = (reference: string) =>
        receiveCreditPayment(t.app, payer, { amountCents: 30_00, reference });
      await named('NPP 77');
      await assert.rejects(
        named('npp  77'),
        refusedAs('receipt_noted_before', /has the reference NPP 77,/),
      );
    });

    test('records a payment of another amount, and one confirmed to be another payment', async () => {
      await receive(30_00);
      await receive(30_01);
      await receive(30_00, { isAnother: true });
      assert.equal(await paid(), 90_01);
    });
  });
}
