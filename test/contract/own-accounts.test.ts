// Members' own carrier accounts in the members area, against the simulator and on both engines: only with the
// operator's permission, never with a custom address, secrets never shown again, used from the next quote on.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { auspost } from '../../carriers/auspost/connector/auspost.ts';
import { tnt } from '../../carriers/tnt/connector/tnt.ts';
import { connectAccount } from '../../src/application/carriers/carrier-accounts.ts';
import { changeMember } from '../../src/application/members/change-member.ts';
import { simulatedAccount } from '../../src/serve/simulated-accounts.ts';
import { sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { openSimulator, type TestSimulator } from '../support/carriers/simulator.ts';
import { Visitor } from '../support/pages/members-area.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp, type TestMember } from '../support/test-app.ts';
import { until } from '../support/until.ts';

const path = '/carrier-accounts';
const parcel = 'auspost_regular_eparcel';

const body = sydneyToMelbourne() as Record<'sender' | 'receiver', object>;
/** The carrier requires a contact. */
const contact = { name: 'Jane Tiler', address: '1 George Street', phone: '0400 000 000' };

for (const setup of setups) {
  describe(`own carrier accounts in the members area on ${setup.name}`, () => {
    let t: TestApp;
    let simulator: TestSimulator;
    let jane: TestMember;
    let browser: Visitor;
    /** The simulator's account without its address. */
    let account: Record<string, string>;
    before(async () => {
      simulator = await openSimulator('auspost');
      t = await startTestApp(setup, { connectors: [auspost, tnt] });
      jane = await t.addMember();
      browser = await new Visitor(t).signIn(jane);
      const [listed] = simulator.carriers;
      assert.ok(listed);
      const { base_url, ...given } = simulatedAccount(auspost, listed) as Record<string, string>;
      account = given;
      await connectAccount(t.app, undefined, {
        carrier: 'auspost',
        account: { ...given, base_url: base_url ?? '' },
        policy: 'live',
        isUntested: true,
      });
      await until('the house account is connected', () => t.app.carriers.live.length > 0);
    });
    after(async () => {
      await t.close();
      await simulator.close();
    });

    const connect = (given: Record<string, string>, carrier = 'auspost') =>
      browser.send('PUT', `${path}/${carrier}`, { account: given });

    test('refuses carrier accounts to a member without permission', async () => {
      assert.deepEqual((await browser.get(path)).json(), { is_allowed: false, accounts: [] });
      const refused = await connect(account);
      assert.equal(refused.statusCode, 403);
      assert.equal(refused.json().error, 'own_carriers_off');
      assert.deepEqual(await t.app.store.carrierAccounts.list(jane.id), []);
    });

    test('offers only carriers that price and book, without fields for an address', async () => {
      await changeMember(t.app, jane.email, { mayConnectCarriers: true });
      assert.equal((await browser.get('/session')).json().may_connect_carriers, true);
      const { is_allowed, accounts } = (await browser.get(path)).json();
      assert.equal(is_allowed, true);
      assert.deepEqual(
        accounts.map(({ carrier, connected_at }: Record<string, unknown>) => [
          carrier,
          connected_at,
        ]),
        [['auspost', null]],
      );
      const names = accounts[0].fields.map(({ name }: { name: string }) => name);
      assert.ok(names.includes('api_key'));
      assert.ok(names.every((name: string) => !name.includes('url')));
    });

    test('rejects an address, an unknown field or carrier, and wrong credentials in plain words', async () => {
      const cases = [
        [
          { ...account, base_url: 'http://127.0.0.1:5432' },
          'auspost',
          /base_url cannot be set by members/,
        ],
        [{ ...account, nonsense: 'x' }, 'auspost', /nonsense is not a field/],
        [{ api_key: 'x' }, 'auspost', /account_number is missing/],
        [{}, 'tnt', /does not both price and take bookings/],
        [{ ...account, password: 'wrong' }, 'auspost', /does not accept these credentials/],
      ] as const;
      for (const [given, carrier, words] of cases) {
        const refused = await connect(given, carrier);
        assert.equal(refused.statusCode, 400, refused.body);
        assert.match(refused.body, words);
      }
      assert.equal((await connect({}, 'pony_express')).statusCode, 404);
      for (const [method, url] of [
        ['POST', `${path}/auspost/test`],
        ['DELETE', `${path}/auspost`],
      ] as const) {
        const absent = await browser.send(method, url);
        assert.equal(absent.statusCode, 404, absent.body);
        assert.equal(absent.json().error, 'own_carrier_not_connected');
      }
    });

    test("tests and stores the account at the operator's address for the carrier, and never shows it again", async () => {
      const connected = await connect(account);
      assert.equal(connected.statusCode, 200, connected.body);
      const shown = await browser.get(path);
      assert.match(shown.json().accounts[0].connected_at, /^2026-11-16T/);
      for (const secret of [account.password, account.api_key])
        assert.ok(!`${shown.body}${connected.body}`.includes(secret ?? '?'));
      const tested = await browser.send('POST', `${path}/auspost/test`);
      assert.equal(tested.json().is_well, true, tested.body);
      const quoted = await t.inject({
        method: 'POST',
        url: '/api/v5/bookings',
        headers: { 'api-key': jane.key },
        payload: {
          ...body,
          sender: { ...body.sender, ...contact },
          receiver: { ...body.receiver, ...contact },
        },
      });
      const { id, quotes } = quoted.json();
      assert.ok(quotes[parcel], quoted.body);
      const breakdown = (await browser.get(`/bookings/v4/${id}/breakdown`)).json();
      const codes = breakdown[parcel].lines.map(({ code }: { code: string }) => code);
      assert.ok(codes.includes('OWN_ACCOUNT'));
      const pickup_date = quotes[parcel].pickup_dates[0];
      const confirmed = await browser.send('POST', `/bookings/v4/${id}/confirm`, {
        courier: parcel,
        pickup_date,
      });
      assert.equal(confirmed.statusCode, 200, confirmed.body);
      assert.equal(confirmed.json().cost, quotes[parcel].total);
      const [payment] = (await browser.get('/payments')).json();
      assert.deepEqual([payment.method, payment.amount], ['own_account', 0]);
    });

    test("limits tests of accounts, and hides one member's accounts from another", async () => {
      const other = await new Visitor(t, '192.0.2.99').signIn(await t.addMember('j@example.com'));
      assert.equal((await other.send('DELETE', `${path}/auspost`)).statusCode, 404);
      let last = 200;
      for (let n = 0; n < 25 && last !== 429; n += 1)
        last = (await browser.send('POST', `${path}/auspost/test`)).statusCode;
      assert.equal(last, 429);
      t.advanceClock(11 * 60_000);
    });

    test('shows a member an account that the operator no longer allows, and lets them remove it', async () => {
      await changeMember(t.app, jane.email, { mayConnectCarriers: false });
      const { is_allowed, accounts } = (await browser.get(path)).json();
      assert.deepEqual([is_allowed, accounts.length], [false, 1]);
      const removed = await browser.send('DELETE', `${path}/auspost`);
      assert.equal(removed.statusCode, 200, removed.body);
      assert.deepEqual(await t.app.store.carrierAccounts.list(jane.id), []);
      assert.equal((await browser.get('/session')).json().own_carriers, 0);
    });
  });
}
