// Demo bookings: they charge nothing, contact no carrier, and need no funds.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { addKey } from '../../src/application/keys/manage-keys.ts';
import { changeMember } from '../../src/application/members/change-member.ts';
import { type Checkout, generations } from '../support/bookings/checkout.ts';
import { sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { liveCarrier, ScriptedBooking } from '../support/carriers/scripted-booking.ts';
import { openShop, unlimited } from '../support/money/paying-shop.ts';
import { ScriptedGateway } from '../support/money/scripted-gateway.ts';
import { visitorsOf } from '../support/pages/members-area.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

for (const setup of setups) {
  describe(`demo bookings on ${setup.name}`, () => {
    let t: TestApp;
    const { visitor } = visitorsOf(() => t);
    const gateway = new ScriptedGateway();
    const carrierBooking = new ScriptedBooking();
    before(async () => {
      t = await startTestApp(setup, {
        gateway,
        live: [liveCarrier('live_one', carrierBooking)],
        limits: unlimited,
      });
    });
    after(async () => {
      // Demo bookings never reach the gateway.
      assert.deepEqual(gateway.requests, []);
      assert.deepEqual(carrierBooking.requests, []);
      await t.close();
    });

    for (const urls of generations) {
      describe(urls.name, () => {
        let shop: Checkout;
        before(async () => {
          shop = await openShop(t, urls);
        });

        const assertDemo = async (shown: Awaited<ReturnType<Checkout['read']>>) => {
          assert.equal(shown.status, 'Confirmed');
          assert.equal(shown.courier, 'demo');
          assert.equal(shown.cost, 0);
          assert.match(shown.connote ?? '', /^DEMO-[A-Z0-9]{8}$/);
          assert.equal(shown.pickup_window.length, 2);
          assert.ok(!('quotes' in shown));
          assert.deepEqual(await t.app.store.payments.listOfMember(shop.member.id), []);
          assert.deepEqual(await t.app.store.ledger.list(shop.member.id, 0, 10), []);
        };

        test('confirms a demo booking with only payment_method demo for a member without money', async () => {
          const quoted = await shop.quote();
          const answer = await shop.confirm(quoted.id, { payment_method: 'demo' });
          assert.equal(answer.statusCode, 200, answer.body);
          await assertDemo(answer.json());
          assert.deepEqual(await shop.read(quoted.id), answer.json());
          // Monday: the next working day is Tuesday.
          assert.match(answer.json().pickup_window[0], /^2026-11-17T09:00:00\+1100$/);
          assert.equal((await shop.confirm(quoted.id, { payment_method: 'demo' })).statusCode, 422);
        });

        test('a demo keeps the given day and hours, rejects invalid ones and ignores the carrier', async () => {
          const quoted = await shop.quote();
          const confirm = (change: object) =>
            shop.confirm(quoted.id, { payment_method: 'demo', courier: 'pony_express', ...change });
          for (const change of [
            { [urls.date]: 'tomorrow' },
            { [urls.date]: '2026-11-15' },
            { 'pickup-time': '03:00-04:00' },
          ])
            assert.equal((await confirm(change)).statusCode, 400, JSON.stringify(change));
          const past = await confirm({ [urls.date]: '2026-11-15' });
          assert.match(past.json().message, /has passed\. Send 2026-11-17 or a later day/);
          const answer = await confirm({ [urls.date]: '2026-12-24', 'pickup-time': '10:00-11:00' });
          assert.equal(answer.statusCode, 200, answer.body);
          await assertDemo(answer.json());
          assert.equal(answer.json().pickup_window[0], '2026-12-24T10:00:00+1100');
        });

        test("a pickup window is the hours at the pickup address, written with Sydney's offset", async () => {
          for (const [postcode, suburb, day, from, local] of [
            ['6000', 'PERTH', '2026-12-24', '2026-12-24T13:00:00+1100', 'T10:00:00+0800'],
            ['4000', 'BRISBANE', '2026-12-24', '2026-12-24T11:00:00+1100', 'T10:00:00+1000'],
            ['5000', 'ADELAIDE', '2026-12-24', '2026-12-24T10:30:00+1100', 'T10:00:00+1030'],
            ['2000', 'SYDNEY', '2026-12-24', '2026-12-24T10:00:00+1100', 'T10:00:00+1100'],
          ] as const) {
            const sender = { postcode, suburb, type: 'business', country: 'AU' };
            const { id } = await shop.quote(sydneyToMelbourne({ sender }));
            const request = {
              payment_method: 'demo',
              [urls.date]: day,
              'pickup-time': '10:00-11:00',
            };
            const answer = await shop.confirm(id, request);
            assert.equal(answer.statusCode, 200, answer.body);
            const { pickup_window } = answer.json();
            assert.equal(pickup_window[0], from);
            assert.deepEqual((await shop.read(id)).pickup_window, pickup_window);
            // Pickup times are local to the sender, which is what people read.
            const client = await visitor().signIn(shop.member);
            const shown = (await client.get(`/bookings/v4/${id}`)).json();
            assert.equal(shown.pickup_window[0], `${day}${local}`);
          }
        });

        test('creates and confirms a demo booking in one call', async () => {
          const answer = await shop.create(sydneyToMelbourne({ payment_method: 'demo' }));
          assert.equal(answer.statusCode, 201, answer.body);
          await assertDemo(answer.json());
          // Quote errors are part of this answer only; the booking does not store them.
          const { quote_errors, ...made } = answer.json();
          assert.ok(Array.isArray(quote_errors));
          assert.deepEqual(await shop.read(made.id), made);
        });

        test('books only demos with a key in demo mode, for every payment method and with live booking off', async () => {
          const member = await t.addMember(`demo@${urls.name}.example`);
          const { key } = await addKey(t.app, {
            memberId: member.id,
            moduleType: 'custom_site',
            site: '',
            isDemo: true,
          });
          await changeMember(t.app, String(member.id), { mayBookLive: false });
          const demo = shop.as(urls, { ...member, key });
          await demo.giveCredit(1_000);
          for (const payment of [
            {},
            { payment_method: 'credit' },
            { payment_method: 'bankcard_1' },
          ]) {
            const quoted = await demo.quote();
            const answer = await demo.confirm(quoted.id, payment);
            assert.equal(answer.statusCode, 200, answer.body);
            await assertDemo(answer.json());
          }
          // The body may be empty, even if the client declares it as JSON.
          for (const type of [{}, { 'content-type': 'application/json' }]) {
            const { id } = await demo.quote();
            const url = `${urls.bookings}/${id}/confirm`;
            const answer = await t.inject({
              method: 'POST',
              url,
              headers: { 'api-key': key, ...type },
            });
            assert.equal(answer.statusCode, 200, answer.body);
          }
          assert.equal((await t.app.store.credit.find(member.id))?.usedCents, 0);
        });

        test('no two demo bookings share a number', async () => {
          const made = await Promise.all(
            Array.from({ length: 30 }, () =>
              shop.create(sydneyToMelbourne({ payment_method: 'demo' })),
            ),
          );
          assert.equal(new Set(made.map((answer) => answer.json().connote)).size, 30);
        });
      });
    }
  });
}
