// Terms of a confirm: carrier, tier, pickup day and hours, expired quotes, and customs declarations.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { changeMember } from '../../src/application/members/change-member.ts';
import { dayMs, hourMs } from '../../src/domain/time/durations.ts';
import { type Checkout, generations } from '../support/bookings/checkout.ts';
import { auckland, type Body, sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { answers, scripted } from '../support/carriers/scripted-carriers.ts';
import { openCreditShop, unlimited } from '../support/money/paying-shop.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

for (const setup of setups) {
  describe(`terms of confirming on ${setup.name}`, () => {
    for (const urls of generations) {
      describe(urls.name, () => {
        let t: TestApp;
        let asks = 2_500;
        /** A live carrier whose price the test changes. */
        const moving = scripted('moving', (call) => answers(asks)(call));
        let shop: Checkout;
        after(() => t.close());
        before(async () => {
          t = await startTestApp(setup, { live: [moving], limits: unlimited });
          shop = await openCreditShop(t, urls);
        });
        const refusedAt = async (field: string, change: Body, without: string[] = []) => {
          const quoted = await shop.quote();
          const request = shop.confirmRequest(quoted, 'toll', change);
          for (const name of without) delete request[name];
          const answer = await shop.confirm(quoted.id, request);
          assert.equal(answer.statusCode, 400, answer.body);
          const { error, message, errors } = answer.json();
          assert.equal(error, 'validation_error');
          assert.ok(field in errors, answer.body);
          assert.equal((await shop.read(quoted.id)).status, 'new');
          return message as string;
        };

        test('rejects a carrier that did not quote and names what is missing', async () => {
          await refusedAt('courier', {}, ['courier']);
          const message = await refusedAt('courier', { courier: 'pony_express' });
          assert.match(message, /pony_express/);
          assert.match(message, /toll/);
        });

        test('rejects a pickup date that is invalid, past or not offered by the carrier', async () => {
          const [first] = (await shop.quote()).quotes.toll?.pickup_dates ?? [];
          await refusedAt('pickup-date', {}, [urls.date]);
          for (const date of [
            '2026-11-15',
            '2026-11-21',
            '2031-01-01',
            '16/11/2026',
            '2026-02-30',
          ]) {
            const message = await refusedAt(urls.date, { [urls.date]: date });
            assert.ok(message.includes(first ?? '?'), message);
          }
        });

        test("points out a date under the other generation's name and an unknown payment method", async () => {
          const quoted = await shop.quote();
          if (urls.name === 'v4') {
            const named = await shop.confirm(quoted.id, {
              courier: 'toll',
              pickup_date: quoted.quotes.toll?.pickup_dates[0],
            });
            assert.match(named.json().message, /pickup-date is missing; pickup_date is not read/);
            const created = await shop.create(
              sydneyToMelbourne({ payment_method: 'credit', courier: 'toll', 'pickup-date': 'x' }),
            );
            assert.match(created.json().message, /pickup_date is missing; pickup-date is not read/);
          }
          const method = { payment_method: 'gold_7' };
          const paid = await shop.confirm(quoted.id, shop.confirmRequest(quoted, 'toll', method));
          assert.match(paid.json().message, /payment_method "gold_7" is not known/);
        });

        test('rejects a day that has passed since the quote', async () => {
          const quoted = await shop.quote();
          const request = shop.confirmRequest(quoted);
          t.advanceClock(23 * hourMs);
          const answer = await shop.confirm(quoted.id, request);
          assert.equal(answer.statusCode, 400, answer.body);
          assert.match(answer.json().message, /has passed/);
        });

        test('rejects a day whose pickup hours are over, and the next day costs the same', async () => {
          const [quoted, other] = [await shop.quote(), await shop.quote()];
          const { pickup_dates: dates = [], pickup_time: hours, total } = quoted.quotes.toll ?? {};
          const [today = '', next = ''] = dates;
          const endMs = Date.parse(`${today}T${hours?.to}:00+11:00`);
          t.advanceClock(endMs - 60_000 - t.app.clock.nowMs());
          const early = shop.confirmRequest(quoted, 'toll', { 'pickup-time': '13:00-14:00' });
          const tooLate = await shop.confirm(quoted.id, early);
          assert.equal(tooLate.statusCode, 400, tooLate.body);
          assert.deepEqual(Object.keys(tooLate.json().errors), ['pickup-time']);
          const inTime = await shop.confirm(other.id, shop.confirmRequest(other));
          assert.equal(inTime.statusCode, 200, inTime.body);
          t.advanceClock(60_000);
          const late = await shop.confirm(quoted.id, shop.confirmRequest(quoted));
          assert.equal(late.statusCode, 400, late.body);
          assert.deepEqual(Object.keys(late.json().errors), [urls.date]);
          assert.ok(late.json().message.includes(`Choose one of ${next}`), late.body);
          assert.ok(late.json().message.includes(hours?.to ?? '?'), late.body);
          const answer = await shop.confirm(
            quoted.id,
            shop.confirmRequest(quoted, 'toll', { [urls.date]: next }),
          );
          assert.equal(answer.statusCode, 200, answer.body);
          assert.equal(answer.json().cost, total);
        });

        test("pickup hours must be a window inside the carrier's hours", async () => {
          const booked = await shop.book({ 'pickup-time': '13:00-15:30' });
          const [from = '', to = ''] = booked.pickup_window;
          assert.match(from, /T13:00:00\+1100$/);
          assert.match(to, /T15:30:00\+1100$/);
          const other = await shop.book({ pickup_time: ' 13:00 - 14:00 ' });
          assert.match(other.pickup_window[1] ?? '', /T14:00:00/);
          for (const time of ['03:00-04:00', '13:00', '15:00-13:00', 'noon', '13:00-25:00'])
            await refusedAt('pickup-time', { 'pickup-time': time });
        });

        test('rejects two spellings of a field with different values and names both', async () => {
          const quoted = await shop.quote();
          const [first = '', second = ''] = quoted.quotes.toll?.pickup_dates ?? [];
          const confirm = (change: Body) =>
            shop.confirm(quoted.id, shop.confirmRequest(quoted, 'toll', change));
          const pairs = [
            ['pickup-time', 'pickup_time', '13:00-15:00', '14:00-15:00'],
            // v4 has one spelling of the date and ignores unknown fields.
            ...(urls.name === 'v5' ? [['pickup-date', 'pickup_date', first, second]] : []),
          ] as const;
          for (const [hyphened, underscored, hyphenedValue, underscoredValue] of pairs) {
            const answer = await confirm({
              [hyphened]: hyphenedValue,
              [underscored]: underscoredValue,
            });
            assert.equal(answer.statusCode, 400, answer.body);
            const { message, errors } = answer.json();
            assert.deepEqual(Object.keys(errors), [underscored]);
            for (const text of [
              hyphened,
              underscored,
              hyphenedValue,
              underscoredValue,
              'Send one of them',
            ])
              assert.ok(message.includes(text), message);
          }
          assert.equal((await shop.read(quoted.id)).status, 'new');
          const same = await confirm({ 'pickup-date': first, pickup_date: ` ${first}` });
          assert.equal(same.statusCode, 200, same.body);
        });

        test('rejects hours and days that are not text and states their format', async () => {
          const time = await refusedAt('pickup_time', { pickup_time: { from: '13:00' } });
          assert.match(time, /pickup_time must be a text.*HH:MM-HH:MM/);
          const date = await refusedAt(urls.date, { [urls.date]: ['2026-11-16'] });
          assert.match(date, /must be a text.*YYYY-MM-DD/);
        });

        test('a tier must be in the quote, and its price is the cost', async () => {
          await changeMember(t.app, String(shop.member.id), { hasMultipickup: true });
          const quoted = await shop.quote();
          const quote = quoted.quotes.couriers_please;
          const tier = quote?.tiers?.[0];
          assert.ok(quote && tier);
          assert.notEqual(tier.total, quote.total);
          const wrong = await shop.confirm(
            quoted.id,
            shop.confirmRequest(quoted, 'couriers_please', { tier: 99 }),
          );
          assert.equal(wrong.statusCode, 400, wrong.body);
          assert.ok('tier' in wrong.json().errors);
          await refusedAt('tier', { tier: 1 });
          await refusedAt('tier', { tier: 'first' });
          const request = shop.confirmRequest(quoted, 'couriers_please', {
            tier: String(tier.identifier),
          });
          const answer = await shop.confirm(quoted.id, request);
          assert.equal(answer.statusCode, 200, answer.body);
          assert.equal(answer.json().cost, tier.total);
        });

        test('checks shape before existence and existence before state', async () => {
          const quoted = await shop.quote();
          const request = shop.confirmRequest(quoted);
          assert.equal(
            (await shop.confirm(999_999_999, { ...request, tier: 'x' })).statusCode,
            400,
          );
          assert.equal((await shop.confirm(999_999_999, request)).statusCode, 404);
          assert.equal((await shop.confirm(quoted.id, request)).statusCode, 200);
          assert.equal(
            (await shop.confirm(quoted.id, { ...request, courier: 'x' })).statusCode,
            422,
          );
        });

        for (const [newPrice, now, status] of [
          ['the same', 2_500, 200],
          ['less', 2_400, 200],
          ['more', 2_600, 409],
        ] as const) {
          test(`requotes when the quotes are older than a day and the carrier asks ${newPrice}`, async () => {
            asks = 2_500;
            const fresh = { options: { disable_cache: true } };
            const quoted = await shop.quote(sydneyToMelbourne(fresh));
            assert.equal(quoted.quotes.moving?.total, 25);
            asks = now;
            // A quote's price holds for a day, even if the carrier's price has changed.
            const other = await shop.quote(sydneyToMelbourne(fresh));
            const last = other.quotes.moving?.pickup_dates.at(-1);
            t.advanceClock(dayMs + 1);
            const request = shop.confirmRequest(quoted, 'moving', { [urls.date]: last });
            const answer = await shop.confirm(quoted.id, request);
            assert.equal(answer.statusCode, status, answer.body);
            if (status === 200) {
              assert.equal(answer.json().cost, now / 100);
              return;
            }
            const { error, quote, courier } = answer.json();
            assert.equal(error, 'quote_expired');
            assert.equal(courier, 'moving');
            assert.equal(quote.total, now / 100);
            assert.ok(quote.pickup_dates.length > 0);
            const after = await shop.read(quoted.id);
            assert.equal(after.status, 'new');
            assert.equal(after.quotes?.moving?.total, now / 100);
            // Confirming again accepts it.
            const again = await shop.confirm(quoted.id, request);
            assert.equal(again.statusCode, 200, again.body);
            assert.equal(again.json().cost, now / 100);
          });
        }

        test('honours a quote for a day although the carrier has raised its price', async () => {
          asks = 2_500;
          const quoted = await shop.quote(sydneyToMelbourne({ options: { disable_cache: true } }));
          asks = 9_900;
          t.advanceClock(dayMs);
          const last = quoted.quotes.moving?.pickup_dates.at(-1);
          const answer = await shop.confirm(
            quoted.id,
            shop.confirmRequest(quoted, 'moving', { [urls.date]: last }),
          );
          assert.equal(answer.statusCode, 200, answer.body);
          assert.equal(answer.json().cost, 25);
          asks = 2_500;
        });

        test('refuses a carrier switched off after the quote, but reports a missing payment method first', async () => {
          const quoted = await shop.quote();
          const unfundedShop = shop.as(urls, await t.addMember(`poor-${urls.name}@example.com`));
          const unfunded = await unfundedShop.quote();
          const codeOf = async (): Promise<string> => {
            const { access_error } = (
              await unfundedShop.confirm(unfunded.id, unfundedShop.confirmRequest(unfunded))
            ).json();
            return access_error?.code;
          };
          await t.app.store.carrierSwitches.setOff('toll', true);
          try {
            t.app.carriers.switchedOff();
            // Switches are read in the background, as for quotes.
            while (!t.app.carriers.switchedOff().has('toll'))
              await new Promise((resolve) => setImmediate(resolve));
            const answer = await shop.confirm(quoted.id, shop.confirmRequest(quoted));
            assert.equal(answer.statusCode, 422, answer.body);
            assert.equal(answer.json().error, 'carrier_rejected');
            assert.equal((await shop.read(quoted.id)).status, 'new');
            assert.equal(await codeOf(), 'NO_PAYMENT_METHOD');
            await unfundedShop.giveCredit(0.01);
            assert.equal(await codeOf(), 'CREDIT_LIMIT_REACHED');
            assert.equal((await unfundedShop.read(unfunded.id)).status, 'new');
          } finally {
            await t.app.store.carrierSwitches.setOff('toll', false);
            while (t.app.carriers.switchedOff().has('toll'))
              await new Promise((resolve) => setImmediate(resolve));
          }
        });

        describe('terms of confirming an international booking', () => {
          const declaration = {
            contents_type: 'merchandise',
            contents_description: 'Ceramic tiles',
            items: [
              {
                description: 'Tile',
                quantity: '10',
                weight: '0.45',
                value: 12.5,
                country_of_origin: 'it',
                hs_code: '6907.21',
              },
            ],
          };
          const quoteAbroad = () => shop.quote(sydneyToMelbourne({ receiver: auckland }));
          const declare = (id: number, body: Body, checkout = shop) =>
            checkout.post(`${urls.bookings}/${id}/custom_declaration`, body);

          test('confirms an international booking once it has a customs declaration', async () => {
            const quoted = await quoteAbroad();
            const [carrier] = Object.keys(quoted.quotes).filter((name) => name !== 'moving');
            const refused = await shop.confirm(quoted.id, shop.confirmRequest(quoted, carrier));
            assert.equal(refused.statusCode, 422, refused.body);
            assert.equal(refused.json().error, 'customs_declaration_required');
            const declared = await declare(quoted.id, declaration);
            assert.equal(declared.statusCode, 200, declared.body);
            assert.deepEqual(declared.json(), {
              id: quoted.id,
              customs_declaration: {
                contents_type: 'merchandise',
                contents_description: 'Ceramic tiles',
                currency: 'AUD',
                items: [
                  {
                    description: 'Tile',
                    quantity: 10,
                    weight: 0.45,
                    value: 12.5,
                    country_of_origin: 'IT',
                    hs_code: '690721',
                  },
                ],
              },
            });
            const answer = await shop.confirm(quoted.id, shop.confirmRequest(quoted, carrier));
            assert.equal(answer.statusCode, 200, answer.body);
            const late = await declare(quoted.id, declaration);
            assert.equal(late.statusCode, 422, late.body);
          });

          test("rejects a declaration with mistakes, names each, and hides other members' bookings", async () => {
            const quoted = await quoteAbroad();
            const wrong = await declare(quoted.id, {
              contents_type: 'bribes',
              currency: 'dollars',
              items: [
                { quantity: 0, weight: -1, value: 'x', country_of_origin: 'XX', hs_code: '12' },
              ],
            });
            assert.equal(wrong.statusCode, 400, wrong.body);
            const { errors } = wrong.json();
            assert.deepEqual(Object.keys(errors).sort(), [
              'contents_description',
              'contents_type',
              'currency',
              'items',
            ]);
            assert.deepEqual(Object.keys(errors.items['0']).sort(), [
              'country_of_origin',
              'description',
              'hs_code',
              'quantity',
              'value',
              'weight',
            ]);
            assert.equal((await declare(quoted.id, { items: [] })).statusCode, 400);
            const unknownCurrency = await declare(quoted.id, { ...declaration, currency: 'QQQ' });
            assert.equal(unknownCurrency.statusCode, 400, unknownCurrency.body);
            assert.match(
              unknownCurrency.json().message,
              /currency of ISO 4217, such as AUD; it is "QQQ"/,
            );
            // The same limit as for a booking's items.
            const [item] = declaration.items;
            const none = await declare(quoted.id, {
              ...declaration,
              items: [{ ...item, quantity: 0 }],
            });
            assert.equal(none.statusCode, 422, none.body);
            assert.match(none.json().errors.items['0'].quantity[0], /from 1 to 1000000; it is 0/);
            const stranger = shop.as(urls, await t.addMember(`t${quoted.id}@example.com`));
            assert.equal((await declare(quoted.id, declaration, stranger)).statusCode, 404);
          });

          test('a declaration sent during the deletion of its booking is deleted with it or rejected', async () => {
            for (let round = 0; round < 10; round += 1) {
              const { id } = await quoteAbroad();
              const [deleted, declared] = await Promise.all([
                t.inject({
                  method: 'DELETE',
                  url: `${urls.bookings}/${id}`,
                  headers: { 'api-key': shop.member.key },
                }),
                declare(id, declaration),
              ]);
              assert.equal(deleted.statusCode, 204, deleted.body);
              assert.ok([200, 404].includes(declared.statusCode), declared.body);
            }
          });

          test('confirms a demo without a declaration', async () => {
            const quoted = await quoteAbroad();
            const answer = await shop.confirm(quoted.id, { payment_method: 'demo' });
            assert.equal(answer.statusCode, 200, answer.body);
          });
        });
      });
    }
  });
}
