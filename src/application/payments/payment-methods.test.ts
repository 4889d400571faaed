// Saving a card again updates its token and does not list it twice; two different cards stay two.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { ScriptedGateway } from '../../../test/support/money/scripted-gateway.ts';
import { setups } from '../../../test/support/setups.ts';
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts';
import { memberId } from '../../domain/members/member.ts';
import type { PaymentMethodKind } from '../../domain/payments/payment-method.ts';
import { addPaymentMethod } from './payment-methods.ts';

for (const setup of setups) {
  describe(`saved cards and wallets on ${setup.name}`, () => {
    let t: TestApp;
    const gateway = new ScriptedGateway();
    before(async () => {
      t = await startTestApp(setup, { gateway });
    });
    after(() => t.close());

    /** The scripted gateway identifies a card by the part of its token before the `#`. */
    const saver = async (email: string) => {
      const { id } = await t.addMember(email);
      const save = (token: string, kind: PaymentMethodKind = 'card', isDefault = false) =>
        addPaymentMethod(t.app, email, { kind, token, isDefault });
      const listed = async () =>
        (await t.app.store.paymentMethods.list(memberId(id))).map((method) => [
          `${method.kind} ${method.token}`,
          method.isDefault,
        ]);
      return { save, listed };
    };

    test('a renewed card keeps its name and place and is charged with its latest token', async () => {
      const { save, listed } = await saver('renewed@example.com');
      const old = await save('visa#2026');
      const other = await save('mastercard#2027');
      const renewed = await save('visa#2030');
      assert.equal(renewed.id, old.id);
      assert.deepEqual(
        [old, other, renewed].map(({ isNew, isDefault }) => [isNew, isDefault]),
        [
          [true, true],
          [true, false],
          [false, true],
        ],
      );
      assert.equal(renewed.maskedLabel, 'card visa#2030');
      assert.deepEqual(await listed(), [
        ['card visa#2030', true],
        ['card mastercard#2027', false],
      ]);
      const chosen = await save('mastercard#2027', 'card', true);
      assert.deepEqual([chosen.id, chosen.isNew, chosen.isDefault], [other.id, false, true]);
      assert.deepEqual(await listed(), [
        ['card visa#2030', false],
        ['card mastercard#2027', true],
      ]);
    });

    test("another kind, another member's method and a removed one are different methods", async () => {
      const { save, listed } = await saver('others@example.com');
      const card = await save('visa#1');
      await save('visa#1', 'wallet');
      const stranger = await saver('stranger@example.com');
      const theirs = await stranger.save('visa#1');
      assert.equal(theirs.isNew, true);
      assert.deepEqual(await stranger.listed(), [['card visa#1', true]]);
      const [first] = await t.app.store.paymentMethods.list(
        (await t.app.store.members.findByEmail('others@example.com'))?.id ?? memberId(0),
      );
      assert.ok(first);
      await t.app.store.paymentMethods.remove(first.memberId, first.id);
      const again = await save('visa#1');
      assert.deepEqual([again.isNew, again.isDefault], [true, false]);
      assert.notEqual(again.id, card.id);
      assert.deepEqual(await listed(), [
        ['wallet visa#1', true],
        ['card visa#1', false],
      ]);
    });

    test('a card saved many times at once is one card', async () => {
      const { save, listed } = await saver('hasty@example.com');
      const saved = await Promise.all(Array.from({ length: 8 }, () => save('visa#1')));
      assert.equal(new Set(saved.map(({ id }) => id)).size, 1);
      assert.equal(saved.filter(({ isNew }) => isNew).length, 1);
      assert.deepEqual(await listed(), [['card visa#1', true]]);
    });

    test('never confuses methods of two gateways', async () => {
      const { save, listed } = await saver('moved@example.com');
      await save('visa#1');
      Object.assign(t.app, { gateway: Object.assign(Object.create(gateway), { name: 'other' }) });
      const other = await save('visa#1').finally(() => Object.assign(t.app, { gateway }));
      assert.equal(other.isNew, true);
      assert.equal((await listed()).length, 2);
    });
  });
}
