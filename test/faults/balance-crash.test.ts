// The process dies before and after each step of a balance payment. Recovery then finds out what the gateway did: the
// balance is reduced by exactly what was charged, once.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { recoverConfirmations } from '../../src/application/jobs/recover-confirmations.ts';
import {
  payBalance,
  readBalance,
  refundBalancePayment,
} from '../../src/application/payments/pay-balance.ts';
import type { App } from '../../src/application/ports.ts';
import { balanceOf, type LedgerAccount } from '../../src/domain/payments/ledger.ts';
import { hourMs } from '../../src/domain/time/durations.ts';
import { cardCarrier, MoneyWorld, type WorldMember } from '../support/money/money-world.ts';
import type { Act } from '../support/money/scripted-gateway.ts';
import { mortal } from '../support/mortal-app.ts';
import { refusedAs } from '../support/refused-as.ts';
import { setups } from '../support/setups.ts';

/** Above the number of steps of any payment; a test stops at the first that survives. */
const mostSteps = 20;
const cost = 2_500;

for (const setup of setups) {
  describe(`a crash while paying a balance on ${setup.engine}`, () => {
    let world: MoneyWorld;
    before(async () => {
      world = await MoneyWorld.open(setup);
    });
    after(() => world.close());

    const debtor = async (): Promise<WorldMember> => {
      world.begin();
      const member = await world.addMember(10_000);
      await world.book(member, cost, { carrier: cardCarrier, funding: 'credit' });
      return member;
    };
    const pay = async ({ caller, card }: WorldMember, app: App = world.app) =>
      await payBalance(app, caller, { amountCents: cost, method: card, afterPayment: 0 });
    const balance = async ({ caller }: WorldMember, account: LedgerAccount): Promise<number> =>
      balanceOf(await world.app.store.ledger.list(caller.member.id, 0, 1_000), account);
    const owed = async ({ caller }: WorldMember): Promise<number> =>
      (await readBalance(world.app, caller.member.id)).owedCents;
    /** The balance is reduced by what the gateway holds, and nothing is left open. */
    const assertSettled = async (member: WorldMember): Promise<void> => {
      await world.recover();
      await world.assertBooks();
      assert.equal(await owed(member), cost - world.gateway.keptCents());
      assert.equal(await balance(member, 'gateway'), world.gateway.keptCents());
      assert.equal(await balance(member, 'refunds_due'), 0);
    };

    const stories: readonly { act: Act; kept: number }[] = [
      { act: 'works', kept: cost },
      { act: 'declines', kept: 0 },
      { act: 'lost_request', kept: 0 },
      { act: 'lost_answer', kept: cost },
      { act: 'hangs', kept: 0 },
      { act: 'hangs_after', kept: cost },
      { act: 'throws', kept: 0 },
    ];
    for (const { act, kept } of stories)
      for (const when of ['before', 'after'] as const)
        test(`survives a crash ${when} every step when the gateway ${act}`, async () => {
          let survived = 0;
          for (let atStep = 1; atStep <= mostSteps && survived === 0; atStep += 1) {
            const member = await debtor();
            world.gateway.script.charge = [act];
            const process = mortal(world.app, { death: { atStep, when } });
            const end = await Promise.race([
              pay(member, process.app).then(
                () => 'answered',
                () => 'answered',
              ),
              process.died,
            ]);
            world.gateway.script.charge = [];
            if (end === 'answered') survived = process.steps();
            await assertSettled(member);
            if (survived > 0) assert.equal(world.gateway.keptCents(), kept);
            const left = await owed(member);
            if (left === 0) continue;
            // What is still owed can be paid.
            await pay(member);
            await assertSettled(member);
            assert.equal(await owed(member), 0);
          }
          assert.ok(survived >= 2, 'no step was killed');
        });

    test('a process that recovery took for dead does not charge when it resumes', async () => {
      const member = await debtor();
      const { store } = world.app;
      const transaction: typeof store.transaction = async (work) => {
        const result = await store.transaction(work);
        world.t.advanceClock(hourMs);
        await recoverConfirmations(world.app);
        return result;
      };
      world.gateway.requests.length = 0;
      const slow = { ...world.app, store: { ...store, transaction } };
      await assert.rejects(pay(member, slow), refusedAs('payment_declined'));
      assert.deepEqual(
        world.gateway.requests.filter((question) => question === 'charge'),
        [],
      );
      await assertSettled(member);
      assert.equal(await owed(member), cost);
    });

    test('a charge that succeeds after it was given up is refunded', async () => {
      const member = await debtor();
      const charge: typeof world.gateway.charge = async (request) => {
        world.t.advanceClock(hourMs);
        await recoverConfirmations(world.app);
        return await world.gateway.charge(request);
      };
      const timing = { ...world.app.timing, confirmDeadlineMs: 20_000 };
      const late = {
        ...world.app,
        timing,
        gateway: { ...world.gateway, charge, name: 'scripted' },
      };
      await assert.rejects(pay(member, late), refusedAs('payment_declined'));
      await assertSettled(member);
      assert.equal(world.gateway.keptCents(), 0);
      assert.equal(await owed(member), cost);
    });

    for (const when of ['before', 'after'] as const)
      test(`a refund survives a crash ${when} every step`, async () => {
        let survived = 0;
        for (let atStep = 1; atStep <= mostSteps && survived === 0; atStep += 1) {
          const member = await debtor();
          const { id } = await pay(member);
          const process = mortal(world.app, { death: { atStep, when } });
          const end = await Promise.race([
            refundBalancePayment(process.app, id).then(() => 'answered'),
            process.died,
          ]);
          if (end === 'answered') survived = process.steps();
          await assertSettled(member);
          await refundBalancePayment(world.app, id);
          await assertSettled(member);
          assert.equal(world.gateway.refunds.size, 1);
          assert.equal(await owed(member), cost);
        }
        assert.ok(survived >= 2, 'no step was killed');
      });
  });
}
