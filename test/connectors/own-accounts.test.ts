// Members' own carrier accounts: permission, connection, testing, and secrets that can never be read.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { connectAccount, testAccount } from '../../src/application/carriers/carrier-accounts.ts';
import { changeMember } from '../../src/application/members/change-member.ts';
import { accounts, OwnAccounts, parcel, uncached } from '../support/carriers/own-accounts.ts';
import { refusedAs } from '../support/refused-as.ts';
import { setups } from '../support/setups.ts';

for (const setup of setups) {
  describe(`own carrier accounts on ${setup.name}`, () => {
    const world = new OwnAccounts();
    before(() => world.open(setup));
    after(() => world.close());
    beforeEach(() => world.connectBoth());

    test('an account that the operator disallows stops quoting but still serves its bookings', async () => {
      const { id } = await world.book(world.jane);
      await changeMember(world.t.app, world.jane.member.email, { mayConnectCarriers: false });
      assert.equal((await world.jane.quote(uncached)).quotes[parcel]?.price_insurance_ex, 30);
      world.server.requests.length = 0;
      assert.equal((await world.pdf(world.jane, id)).statusCode, 200);
      assert.deepEqual(world.askedWith(/^\/labels/), [accounts.jane]);
      await assert.rejects(world.connect(world.jane), refusedAs('own_carriers_off'));
      await changeMember(world.t.app, world.jane.member.email, { mayConnectCarriers: true });
    });

    test('tests an own account in plain words, marks it in the calls and reveals no credentials', async () => {
      const { isWell, sentence } = await testAccount(
        world.t.app,
        await world.memberOf(world.jane),
        'auspost',
      );
      assert.deepEqual([isWell, sentence], [true, 'The account 1111111111 may use 7D55.']);
      await world.t.app.connections.writeCalls();
      const calls = await world.t.app.store.carrierCalls.list({ carrier: 'auspost', limit: 1_000 });
      const [last] = calls;
      assert.equal(last?.operation, 'check');
      assert.equal(last?.memberId, world.jane.member.id);
      assert.ok(calls.some((call) => call.memberId === undefined));
      const kept = await world.t.app.store.carrierAccounts.list(world.jane.member.id);
      for (const text of [calls, kept, world.t.log].map((record) => JSON.stringify(record)))
        assert.doesNotMatch(text, /(key|password)-of-/);
    });

    test('refuses an address from a member, and an account that the carrier rejects', async () => {
      const connectWith = async (account: Record<string, string>, isUntested = true) =>
        connectAccount(world.t.app, await world.memberOf(world.jane), {
          carrier: 'auspost',
          account: { ...world.given(world.jane), ...account },
          isUntested,
        });
      world.server.requests.length = 0;
      await assert.rejects(
        connectWith({ base_url: 'http://169.254.169.254' }, false),
        refusedAs('validation', /^base_url cannot be set by members/),
      );
      assert.deepEqual(world.server.requests, []);
      const before = await world.t.app.store.carrierAccounts.list(world.jane.member.id);
      world.post.faults = {};
      const answer = world.post.answer.bind(world.post);
      world.server.script[0] = () => ({ status: 401 });
      await assert.rejects(connectWith({}, false), refusedAs('validation'));
      world.server.script[0] = answer;
      assert.deepEqual(await world.t.app.store.carrierAccounts.list(world.jane.member.id), before);
      await assert.rejects(
        connectAccount(world.t.app, await world.memberOf(world.joan), {
          carrier: 'auspost',
          account: world.given(world.jane),
          by: 'operator',
          isUntested: true,
        }),
        refusedAs('own_carriers_off'),
      );
    });

    test("closing a member's account removes their carrier accounts", async () => {
      await changeMember(world.t.app, world.jim.member.email, { isOpen: false });
      assert.deepEqual(await world.t.app.store.carrierAccounts.list(world.jim.member.id), []);
      await changeMember(world.t.app, world.jim.member.email, { isOpen: true });
      assert.equal((await world.memberOf(world.jim)).ownAccounts, 0);
    });

    for (const [state, change, back] of [
      ['closed', { isOpen: false }, { isOpen: true }],
      [
        'no longer allowed own accounts',
        { mayConnectCarriers: false },
        { mayConnectCarriers: true },
      ],
    ] as const) {
      test(`stores no carrier account for a member who is ${state} while the carrier is asked`, async () => {
        await world.disconnect(world.jim);
        const member = await world.memberOf(world.jim);
        const { connections } = world.t.app;
        const check: typeof connections.check = async (of, given) => {
          await changeMember(world.t.app, member.email, change);
          return await connections.check(of, given);
        };
        await assert.rejects(
          connectAccount({ ...world.t.app, connections: { ...connections, check } }, member, {
            carrier: 'auspost',
            account: world.given(world.jim),
            isUntested: false,
          }),
          refusedAs('own_carriers_off'),
        );
        assert.deepEqual(await world.t.app.store.carrierAccounts.list(member.id), []);
        await changeMember(world.t.app, member.email, back);
      });
    }
  });
}
