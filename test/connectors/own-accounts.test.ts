// Members with accounts of their own with a carrier, through the service's own doors and on both engines: each is quoted,
// booked, labelled, followed and billed by their own account, and nothing of one is ever another's or the house's.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { auspost } from '../../carriers/auspost/connector/auspost.ts';
import { connectCarrier } from '../../src/application/carriers/connect-carrier.ts';
import { lodgeManifest } from '../../src/application/carriers/lodge-manifest.ts';
import {
  connectOwnCarrier,
  disconnectOwnCarrier,
  testOwnCarrier,
} from '../../src/application/carriers/own-carriers.ts';
import { lodgeManifests } from '../../src/application/jobs/lodge-manifests.ts';
import { recoverConfirmations } from '../../src/application/jobs/recover-confirmations.ts';
import { changeKeySettings } from '../../src/application/keys/change-key-settings.ts';
import { changeMember } from '../../src/application/members/change-member.ts';
import { getMember } from '../../src/application/members/find-member.ts';
import { adjustBooking } from '../../src/application/operator/adjust-booking.ts';
import { cancelBooking } from '../../src/application/operator/cancel-booking.ts';
import { pollCarriers } from '../../src/application/tracking/poll-carriers.ts';
import type { Member } from '../../src/domain/accounts/member.ts';
import { bookingId } from '../../src/domain/bookings/booking.ts';
import { Refusal, type RefusalCode } from '../../src/domain/refusal.ts';
import { Checkout } from '../support/checkout.ts';
import { sydneyToMelbourne } from '../support/quote-bodies.ts';
import { type CarrierServer, startCarrierServer } from '../support/scripted-carrier-server.ts';
import { carriersPdf, Post } from '../support/scripted-post.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const parcel = 'auspost_regular_eparcel';
const house = '9999999999';
const accounts = { jane: '1111111111', jim: '2222222222' } as const;
const uncached = { ...sydneyToMelbourne(), options: { disable_cache: true } };

const refused = (code: RefusalCode, words?: RegExp) => (error: unknown) =>
  error instanceof Refusal && error.data.code === code && (words?.test(error.message) ?? true);

for (const setup of setups) {
  describe(`own accounts with a carrier on ${setup.name}`, () => {
    const post = new Post();
    let t: TestApp;
    let server: CarrierServer;
    let jane: Checkout;
    let jim: Checkout;
    /** Has no account of her own. */
    let joan: Checkout;
    before(async () => {
      server = await startCarrierServer((asked) => post.answer(asked));
      post.server = server;
      post.dollars.set(house, 30).set(accounts.jane, 18.4).set(accounts.jim, 25);
      t = await startTestApp(setup, { connectors: [auspost], limits: { v5PerMinute: 0 } });
      jane = new Checkout(t, await t.addMember('jane@own.example'));
      jim = new Checkout(t, await t.addMember('jim@own.example'));
      joan = new Checkout(t, await t.addMember('joan@house.example'));
      await joan.giveCredit(10_000);
      await connectCarrier(t.app, {
        carrier: 'auspost',
        account: {
          api_key: 'house-key',
          password: 'house-password',
          account_number: house,
          base_url: server.url,
        },
        policy: 'live_then_card',
        isUntested: true,
      });
      for (let turns = 0; turns < 10_000 && t.app.carriers.live.length === 0; turns += 1)
        await new Promise((resolve) => setImmediate(resolve));
      for (const shop of [jane, jim])
        await changeMember(t.app, shop.member.email, { mayConnectCarriers: true });
    });
    after(async () => {
      await t.close();
      await server.close();
    });
    beforeEach(async () => {
      post.faults = {};
      await connect(jane);
      await connect(jim);
    });

    const member = (shop: Checkout): Promise<Member> => getMember(t.app, shop.member.email);
    const accountOf = (shop: Checkout) => accounts[shop === jane ? 'jane' : 'jim'];
    const given = (shop: Checkout) => ({
      api_key: `key-of-${shop.member.email}`,
      password: `password-of-${shop.member.email}`,
      account_number: accountOf(shop),
    });
    const connect = async (shop: Checkout): Promise<void> => {
      t.advanceClock(1);
      await connectOwnCarrier(t.app, await member(shop), {
        carrier: 'auspost',
        account: given(shop),
        by: 'member',
        isUntested: true,
      });
    };
    const disconnect = async (shop: Checkout): Promise<void> =>
      disconnectOwnCarrier(t.app, await member(shop), 'auspost');
    const book = async (shop: Checkout, change = {}) => {
      const quoted = await shop.quote({ ...uncached, ...change });
      const answer = await shop.confirm(quoted.id, shop.wish(quoted, parcel));
      return { id: quoted.id, answer, quoted };
    };
    const pdf = (shop: Checkout, id: number, path = 'label') =>
      t.get(`/api/v5/bookings/v4/${id}/${path}`, { 'api-key': shop.member.key });
    const errorOf = (booking: { quote_errors?: unknown[] }) =>
      ((booking.quote_errors ?? []) as { courier: string; code: string }[]).find(
        ({ courier }) => courier === parcel,
      )?.code;
    /** Whose accounts the carrier was asked with, in order. */
    const askedWith = (path: RegExp) =>
      server.asked
        .filter((one) => path.test(one.path))
        .map(({ headers }) => headers['account-number']);
    const entriesOf = async (shop: Checkout) =>
      (await t.app.store.ledger.list(shop.member.id, 0, 500)).length;

    test('members who ask the same at the same moment are each told the price of their own account', async () => {
      server.asked.length = 0;
      const everybody = [jane, jim, joan, jane, jim, joan, jane, jim, joan];
      const prices = async () =>
        (await Promise.all(everybody.map((shop) => shop.quote(sydneyToMelbourne())))).map(
          ({ quotes }) => quotes[parcel]?.price_insurance_ex,
        );
      const expected = [18.4, 25, 30, 18.4, 25, 30, 18.4, 25, 30];
      assert.deepEqual(await prices(), expected);
      assert.deepEqual(askedWith(/prices/).toSorted(), [accounts.jane, accounts.jim, house]);
      assert.deepEqual(await prices(), expected, 'and so they are from the cache');
      assert.equal(askedWith(/prices/).length, 3);
      // Another account of the same member is not answered from the first one's.
      await connect(jane);
      assert.equal(
        (await jane.quote(sydneyToMelbourne())).quotes[parcel]?.price_insurance_ex,
        18.4,
      );
      assert.equal(askedWith(/prices/).length, 4);
    });

    test("neither the operator's discount nor warranty is in the price, the shop's own surcharge is, and the breakdown says why", async () => {
      for (const shop of [jane, joan])
        await changeMember(t.app, shop.member.email, { discountBasisPoints: 5_000 });
      const surcharge = async (dollars: number) =>
        changeKeySettings(t.app, jane.member.keyId, {
          parts: { module_setting: { surcharge_amount: dollars } },
        });
      await surcharge(1.5);
      const shown = async (shop: Checkout) => {
        const quoted = await shop.quote({ ...uncached, declared_value: 900 });
        const lines = (
          await t.get(`/api/v5/bookings/v4/${quoted.id}/breakdown`, { 'api-key': shop.member.key })
        ).json<Record<string, { lines: { code: string; amount: number }[] }>>();
        return {
          quote: quoted.quotes[parcel],
          codes: lines[parcel]?.lines.map(({ code }) => code),
        };
      };
      const own = await shown(jane);
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
      const sold = await shown(joan);
      assert.equal(sold.quote?.price_insurance_ex, 15);
      assert.ok((sold.quote?.fee ?? 0) > 0);
      assert.ok(sold.codes?.includes('LIVE'));
      for (const shop of [jane, joan])
        await changeMember(t.app, shop.member.email, { discountBasisPoints: 0 });
    });

    test('an account that fails is a quote error, and neither the house nor the card stands in for it', async () => {
      post.faults.prices = () => ({ status: 501 });
      const quoted = await jane.quote(uncached);
      assert.equal(quoted.quotes[parcel], undefined);
      assert.equal(errorOf(quoted), 'carrier_error');
      assert.ok((await joan.quote(uncached)).quotes[parcel], "the house's card does for others");
      const answer = post.answer.bind(post);
      server.script[0] = () => ({ status: 401 });
      assert.match(JSON.stringify((await jane.quote(uncached)).quote_errors), /your own account/);
      server.script[0] = answer;
    });

    test('one account that fails again and again does not stop the others', async () => {
      await changeMember(t.app, jane.member.email, { mayConnectCarriers: true });
      const answer = post.answer.bind(post);
      server.script[0] = (asked) =>
        asked.headers['account-number'] === accounts.jane ? { status: 501 } : answer(asked);
      for (let n = 0; n < 8; n += 1) await jane.quote(uncached);
      assert.equal(errorOf(await jane.quote(uncached)), 'carrier_circuit_open');
      assert.equal((await jim.quote(uncached)).quotes[parcel]?.total, 25);
      assert.ok((await joan.quote(uncached)).quotes[parcel]);
      server.script[0] = answer;
      t.advanceClock(10 * 60_000);
      assert.equal((await jane.quote(uncached)).quotes[parcel]?.total, 18.4);
    });

    test('a booking is made with the own account, shown at its price, and nothing is taken for it', async () => {
      assert.equal(await t.app.store.credit.find(jane.member.id), undefined);
      server.asked.length = 0;
      const { id, answer } = await book(jane);
      assert.equal(answer.statusCode, 200, answer.body);
      const booking = answer.json();
      assert.equal(booking.cost, 18.4);
      assert.match(booking.connote, /^ART/);
      assert.deepEqual(askedWith(/^\/shipments/), [accounts.jane]);
      assert.equal((await t.app.store.sentConsignments.find(String(id)))?.memberId, jane.member.id);
      assert.equal(await entriesOf(jane), 0);
      const payments = await t.app.store.payments.listOfBooking(bookingId(id));
      assert.deepEqual(
        payments.map(({ method, amountCents, status }) => [method, amountCents, status]),
        [['own_account', 0, 'charged']],
      );

      const label = await pdf(jane, id);
      assert.deepEqual(new Uint8Array(label.rawPayload), carriersPdf);
      assert.deepEqual(askedWith(/^\/labels/), [accounts.jane]);
      assert.equal((await pdf(jim, id)).statusCode, 404);

      const invoice = await pdf(jane, id, 'invoice');
      assert.equal(invoice.statusCode, 422);
      assert.equal(invoice.json().error, 'invoice_by_carrier');
      const more = { scannedGrams: undefined, additionalCents: 500 };
      await assert.rejects(
        adjustBooking(t.app, bookingId(id), more),
        refused('nothing_to_adjust', /its carrier bills itself/),
      );

      await cancelBooking(t.app, bookingId(id));
      assert.equal((await jane.read(id)).status, 'Cancelled');
      const told = server.asked.filter(({ method }) => method === 'DELETE');
      assert.deepEqual(
        told.map(({ headers }) => headers['account-number']),
        [accounts.jane],
      );
      assert.equal(await entriesOf(jane), 0);
      assert.equal((await t.app.store.payments.listOfBooking(bookingId(id))).length, 1);
    });

    test('it is made and booked in one call too, and live bookings that are switched off stay off', async () => {
      const quoted = await jane.quote(uncached);
      const wish = { ...uncached, ...jane.wish(quoted, parcel), payment_method: 'credit' };
      const made = await jane.create(wish);
      assert.equal(made.statusCode, 201, made.body);
      assert.match(made.json().connote, /^ART/);
      await changeMember(t.app, jane.member.email, { mayBookLive: false });
      const off = await jane.confirm(quoted.id, jane.wish(quoted, parcel));
      assert.equal(off.statusCode, 403);
      await changeMember(t.app, jane.member.email, { mayBookLive: true });
      assert.equal(await entriesOf(jane), 0);
    });

    test('what was quoted with one account is not booked with another, and the booking is quoted anew', async () => {
      const own = await jane.quote(uncached);
      const another = await jane.quote(uncached);
      await connect(jane);
      const replaced = await jane.confirm(another.id, jane.wish(another, parcel));
      assert.equal(replaced.statusCode, 409, replaced.body);

      await disconnect(jane);
      const refusedOwn = await jane.confirm(own.id, jane.wish(own, parcel));
      assert.equal(refusedOwn.statusCode, 409, refusedOwn.body);
      assert.equal(refusedOwn.json().error, 'quote_account_changed');
      const renewed = await jane.read(own.id);
      assert.equal(renewed.status, 'new');
      assert.equal(renewed.quotes?.[parcel]?.price_insurance_ex, 30, "the house's, from now on");
      const unpaid = await jane.confirm(own.id, jane.wish(renewed, parcel));
      assert.equal(unpaid.statusCode, 403, 'and the house wants to be paid');

      await connect(jane);
      const refusedHouse = await jane.confirm(own.id, jane.wish(renewed, parcel));
      assert.equal(refusedHouse.statusCode, 409, refusedHouse.body);
      const again = await jane.read(own.id);
      const done = await jane.confirm(own.id, jane.wish(again, parcel));
      assert.equal(done.statusCode, 200, done.body);
      assert.equal(await entriesOf(jane), 0);
    });

    test('an account that the operator no longer allows is not used for quotes, and what was booked with it goes on', async () => {
      const { id } = await book(jane);
      await changeMember(t.app, jane.member.email, { mayConnectCarriers: false });
      assert.equal((await jane.quote(uncached)).quotes[parcel]?.price_insurance_ex, 30);
      server.asked.length = 0;
      assert.equal((await pdf(jane, id)).statusCode, 200);
      assert.deepEqual(askedWith(/^\/labels/), [accounts.jane]);
      await assert.rejects(connect(jane), refused('own_carriers_off'));
      await changeMember(t.app, jane.member.email, { mayConnectCarriers: true });
    });

    test('each account hands over its own consignments, and is asked about its own', async () => {
      for (const owner of [undefined, jane.member.id, jim.member.id])
        await lodgeManifest(t.app, { carrier: 'auspost', memberId: owner });
      post.orders.length = 0;
      server.asked.length = 0;
      const [ofJane, ofJim, ofJoan] = [await book(jane), await book(jim), await book(joan)];
      t.advanceClock(8 * 3_600_000);
      assert.equal(await lodgeManifests(t.app), 3);
      assert.equal(await lodgeManifests(t.app), 0);
      assert.deepEqual(askedWith(/^\/orders/), [house, accounts.jane, accounts.jim]);
      assert.deepEqual(
        post.orders.map((order) => order.map((id) => Number(id.split('-')[1]))),
        [[ofJoan.id], [ofJane.id], [ofJim.id]],
      );
      while ((await pollCarriers(t.app)) > 0) t.advanceClock(60_000);
      for (const [shop, { id }] of [
        [jane, ofJane],
        [jim, ofJim],
        [joan, ofJoan],
      ] as const) {
        const tracked = await t.get(`/api/v5/tracking/${id}`, { 'api-key': shop.member.key });
        assert.equal(tracked.json().state, 'delivered', tracked.body);
        const asked = server.asked.filter(({ path }) => path.includes(`ART${id}X`));
        const account = shop === joan ? house : accountOf(shop);
        assert.ok(asked.length > 0);
        assert.ok(asked.every(({ headers }) => headers['account-number'] === account));
      }
    });

    test('without its account a consignment waits, is never asked about with another, and goes on when it is back', async () => {
      const { id } = await book(jane);
      await disconnect(jane);
      server.asked.length = 0;
      assert.equal((await pdf(jane, id)).statusCode, 404, 'no label of ours in its place');
      t.advanceClock(60 * 60_000);
      await pollCarriers(t.app);
      assert.deepEqual(server.asked, []);
      assert.equal((await jane.read(id)).status, 'Confirmed');
      await connect(jane);
      assert.equal((await pdf(jane, id)).statusCode, 200);
      await cancelBooking(t.app, bookingId(id));
      assert.equal((await jane.read(id)).status, 'Cancelled');
    });

    test('a booking whose account is gone for good is cancelled here, and its carrier is left to a person', async () => {
      const { id } = await book(jane);
      await disconnect(jane);
      server.asked.length = 0;
      await cancelBooking(t.app, bookingId(id));
      assert.equal((await jane.read(id)).status, 'Cancelled');
      assert.deepEqual(server.asked, []);
      await connect(jane);
    });

    test('an answer that is lost is asked for with the same account, also after it was away', async () => {
      post.faults.shipments = (told) =>
        (told as { json?: unknown }).json === 'not booked' ? { json: 'booked' } : 'resets';
      const { id, answer } = await book(jane);
      assert.equal(answer.statusCode, 202, answer.body);
      post.faults = {};
      await disconnect(jane);
      t.advanceClock(5 * 60_000);
      server.asked.length = 0;
      await recoverConfirmations(t.app);
      assert.deepEqual(server.asked, []);
      assert.notEqual((await jane.read(id)).status, 'new', 'it may have it');
      await connect(jane);
      t.advanceClock(60 * 60_000);
      await recoverConfirmations(t.app);
      assert.equal((await jane.read(id)).status, 'Confirmed');
      assert.equal(post.of(String(id)), 1);
      assert.deepEqual([...new Set(askedWith(/^\/shipments/))], [accounts.jane]);
      assert.equal(await entriesOf(jane), 0);
    });

    test('a carrier that refuses leaves the booking new and nothing in the books', async () => {
      post.faults.shipments = () => ({
        status: 400,
        json: { errors: [{ code: '43003', message: 'Too heavy' }] },
      });
      const { id, answer } = await book(jane);
      assert.equal(answer.statusCode, 422, answer.body);
      assert.equal((await jane.read(id)).status, 'new');
      assert.equal(await entriesOf(jane), 0);
    });

    test('it is tried in plain words, marked in the calls, and nowhere to be read', async () => {
      const { isWell, sentence } = await testOwnCarrier(t.app, await member(jane), 'auspost');
      assert.deepEqual([isWell, sentence], [true, 'The account 1111111111 may use 7D55.']);
      await t.app.connections.writeCalls();
      const calls = await t.app.store.carrierCalls.list({ carrier: 'auspost', limit: 1_000 });
      const [last] = calls;
      assert.equal(last?.operation, 'check');
      assert.equal(last?.memberId, jane.member.id);
      assert.ok(calls.some((call) => call.memberId === undefined));
      const kept = await t.app.store.memberConnections.list(jane.member.id);
      for (const text of [calls, kept, t.log].map((one) => JSON.stringify(one)))
        assert.doesNotMatch(text, /(key|password)-of-/);
    });

    test('a member may not say where the carrier is, and a wrong account is refused before it is kept', async () => {
      const tryWith = async (account: Record<string, string>, isUntested = true) =>
        connectOwnCarrier(t.app, await member(jane), {
          carrier: 'auspost',
          account: { ...given(jane), ...account },
          by: 'member',
          isUntested,
        });
      server.asked.length = 0;
      await assert.rejects(
        tryWith({ base_url: 'http://169.254.169.254' }, false),
        refused('validation', /^base_url can not be given/),
      );
      assert.deepEqual(server.asked, []);
      const before = await t.app.store.memberConnections.list(jane.member.id);
      post.faults = {};
      const answer = post.answer.bind(post);
      server.script[0] = () => ({ status: 401 });
      await assert.rejects(tryWith({}, false), refused('validation'));
      server.script[0] = answer;
      assert.deepEqual(await t.app.store.memberConnections.list(jane.member.id), before);
      await assert.rejects(
        connectOwnCarrier(t.app, await member(joan), {
          carrier: 'auspost',
          account: given(jane),
          by: 'operator',
          isUntested: true,
        }),
        refused('own_carriers_off'),
      );
    });

    test('another process asks with a new account from the next quote on, and with none that is gone', async () => {
      const other = await startTestApp(setup, {
        place: t.place,
        connectors: [auspost],
        limits: { v5PerMinute: 0 },
      });
      const elsewhere = new Checkout(other, jane.member);
      const price = async () =>
        (await elsewhere.quote(uncached)).quotes[parcel]?.price_insurance_ex;
      const becomes = async (dollars: number): Promise<void> => {
        // PostgreSQL announces changes; they are there in a moment.
        for (let n = 0; n < 200 && (await price()) !== dollars; n += 1);
        assert.equal(await price(), dollars);
      };
      await becomes(18.4);
      await disconnect(jane);
      await becomes(30);
      await connect(jane);
      await becomes(18.4);
      // What this process has learnt is told to the other, and to nobody under another's name.
      const everybody = [jane, jim, joan];
      for (const shop of everybody) await shop.quote(sydneyToMelbourne());
      const told = await Promise.all(
        everybody.map((shop) => new Checkout(other, shop.member).quote(sydneyToMelbourne())),
      );
      assert.deepEqual(
        told.map(({ quotes }) => quotes[parcel]?.price_insurance_ex),
        [18.4, 25, 30],
      );
      await other.close();
    });

    test('a closed account leaves no account with a carrier behind', async () => {
      await changeMember(t.app, jim.member.email, { isOpen: false });
      assert.deepEqual(await t.app.store.memberConnections.list(jim.member.id), []);
      await changeMember(t.app, jim.member.email, { isOpen: true });
      assert.equal((await member(jim)).ownCarriers, 0);
    });
  });
}
