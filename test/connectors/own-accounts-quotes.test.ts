// Quotes with members' own accounts: each member always gets the prices of their own account, and a failing account
// affects no other member.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { auspost } from '../../carriers/auspost/connector/auspost.ts';
import { changeKeySettings } from '../../src/application/keys/change-key-settings.ts';
import { changeMember } from '../../src/application/members/change-member.ts';
import { Checkout } from '../support/bookings/checkout.ts';
import { sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import {
  accounts,
  errorOf,
  house,
  OwnAccounts,
  parcel,
  uncached,
} from '../support/carriers/own-accounts.ts';
import { setups } from '../support/setups.ts';
import { startTestApp } from '../support/test-app.ts';

for (const setup of setups) {
  describe(`quotes with own accounts on ${setup.name}`, () => {
    const world = new OwnAccounts();
    before(() => world.open(setup));
    after(() => world.close());
    beforeEach(() => world.connectBoth());

    test('quotes each member the price of their own account when all ask at the same moment', async () => {
      world.server.requests.length = 0;
      const shops = [
        world.jane,
        world.jim,
        world.joan,
        world.jane,
        world.jim,
        world.joan,
        world.jane,
        world.jim,
        world.joan,
      ];
      const prices = async () =>
        (await Promise.all(shops.map((shop) => shop.quote(sydneyToMelbourne())))).map(
          ({ quotes }) => quotes[parcel]?.price_insurance_ex,
        );
      const expected = [18.4, 25, 30, 18.4, 25, 30, 18.4, 25, 30];
      assert.deepEqual(await prices(), expected);
      assert.deepEqual(world.askedWith(/prices/).toSorted(), [accounts.jane, accounts.jim, house]);
      assert.deepEqual(await prices(), expected, 'cached prices are the same');
      assert.equal(world.askedWith(/prices/).length, 3);
      // Prices of the first account must not be used for the member's new one.
      await world.connect(world.jane);
      assert.equal(
        (await world.jane.quote(sydneyToMelbourne())).quotes[parcel]?.price_insurance_ex,
        18.4,
      );
      assert.equal(world.askedWith(/prices/).length, 4);
    });

    test("an own-account price has the shop's surcharge but no operator discount or warranty, and the breakdown says why", async () => {
      for (const shop of [world.jane, world.joan])
        await changeMember(world.t.app, shop.member.email, { discountBasisPoints: 5_000 });
      const surcharge = async (dollars: number) =>
        changeKeySettings(world.t.app, world.jane.member.keyId, {
          parts: { module_setting: { surcharge_amount: dollars } },
        });
      await surcharge(1.5);
      const shown = async (shop: Checkout) => {
        const quoted = await shop.quote({ ...uncached, declared_value: 900 });
        const lines = (
          await world.t.get(`/api/v5/bookings/v4/${quoted.id}/breakdown`, {
            'api-key': shop.member.key,
          })
        ).json<Record<string, { lines: { code: string; amount: number }[] }>>();
        return {
          quote: quoted.quotes[parcel],
          codes: lines[parcel]?.lines.map(({ code }) => code),
        };
      };
      const own = await shown(world.jane);
      assert.deepEqual(
        [
          own.quote?.price_insurance_ex,
          own.quote?.fee,
          own.quote?.insured_amount,
          own.quote?.total,
        ],
        [19.9, 0, 0, 19.9],
      );
      await surcharge(0);
      assert.ok(own.codes?.includes('OWN_ACCOUNT'));
      assert.ok(own.codes?.includes('SURCHARGE'));
      assert.ok(!own.codes?.includes('DISCOUNT'));
      const sold = await shown(world.joan);
      assert.equal(sold.quote?.price_insurance_ex, 15);
      assert.ok((sold.quote?.fee ?? 0) > 0);
      assert.ok(sold.codes?.includes('LIVE'));
      for (const shop of [world.jane, world.joan])
        await changeMember(world.t.app, shop.member.email, { discountBasisPoints: 0 });
    });

    test('reports a failing own account as a quote error without falling back to the house account or card', async () => {
      world.post.faults.prices = () => ({ status: 501 });
      const quoted = await world.jane.quote(uncached);
      assert.equal(quoted.quotes[parcel], undefined);
      assert.equal(errorOf(quoted), 'carrier_error');
      assert.ok(
        (await world.joan.quote(uncached)).quotes[parcel],
        'other members are quoted from the house rate card',
      );
      const answer = world.post.answer.bind(world.post);
      world.server.script[0] = () => ({ status: 401 });
      assert.match(
        JSON.stringify((await world.jane.quote(uncached)).quote_errors),
        /your own account/,
      );
      world.server.script[0] = answer;
    });

    test('keeps asking with other accounts while one account keeps failing', async () => {
      await changeMember(world.t.app, world.jane.member.email, { mayConnectCarriers: true });
      const answer = world.post.answer.bind(world.post);
      world.server.script[0] = (request) =>
        request.headers['account-number'] === accounts.jane ? { status: 501 } : answer(request);
      for (let n = 0; n < 8; n += 1) await world.jane.quote(uncached);
      assert.equal(errorOf(await world.jane.quote(uncached)), 'carrier_circuit_open');
      assert.equal((await world.jim.quote(uncached)).quotes[parcel]?.total, 25);
      assert.ok((await world.joan.quote(uncached)).quotes[parcel]);
      world.server.script[0] = answer;
      world.t.advanceClock(10 * 60_000);
      assert.equal((await world.jane.quote(uncached)).quotes[parcel]?.total, 18.4);
    });

    test('another process uses a new account from the next quote on, and stops using a removed one', async () => {
      const other = await startTestApp(setup, {
        place: world.t.place,
        connectors: [auspost],
        limits: { v5PerMinute: 0 },
      });
      const elsewhere = new Checkout(other, world.jane.member);
      const price = async () =>
        (await elsewhere.quote(uncached)).quotes[parcel]?.price_insurance_ex;
      const becomes = async (dollars: number): Promise<void> => {
        // PostgreSQL announces changes to the other process after a moment.
        for (let n = 0; n < 200 && (await price()) !== dollars; n += 1);
        assert.equal(await price(), dollars);
      };
      await becomes(18.4);
      await world.disconnect(world.jane);
      await becomes(30);
      await world.connect(world.jane);
      await becomes(18.4);
      // Processes share these prices, but never under another member's name.
      const shops = [world.jane, world.jim, world.joan];
      for (const shop of shops) await shop.quote(sydneyToMelbourne());
      const answers = await Promise.all(
        shops.map((shop) => new Checkout(other, shop.member).quote(sydneyToMelbourne())),
      );
      assert.deepEqual(
        answers.map(({ quotes }) => quotes[parcel]?.price_insurance_ex),
        [18.4, 25, 30],
      );
      await other.close();
    });
  });
}
