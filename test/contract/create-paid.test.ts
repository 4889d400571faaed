// POST /bookings with payment_method: creates and confirms in one request, or stores nothing.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Checkout, generations } from '../support/bookings/checkout.ts';
import {
  aCarton,
  auckland,
  type Body,
  sydneyToMelbourne,
} from '../support/bookings/quote-bodies.ts';
import { openCreditShop, unlimited } from '../support/money/paying-shop.ts';
import { saveCard } from '../support/money/saved-card.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

for (const setup of setups) {
  describe(`creating with payment on ${setup.name}`, () => {
    let t: TestApp;
    before(async () => {
      t = await startTestApp(setup, { limits: unlimited });
    });
    after(() => t.close());

    for (const urls of generations) {
      describe(urls.name, () => {
        let shop: Checkout;
        let date = '';
        before(async () => {
          shop = await openCreditShop(t, urls);
          date = (await shop.quote()).quotes.toll?.pickup_dates[0] ?? '';
        });
        const body = (change: Body = {}): Body =>
          sydneyToMelbourne({
            payment_method: 'credit',
            courier: 'toll',
            pickup_date: date,
            ...change,
          });
        const count = async (): Promise<number> => {
          const list = await t.get(urls.bookings, { 'api-key': shop.member.key });
          return list.json().length;
        };

        test('charges and confirms a booking in one call', async () => {
          const answer = await shop.create(
            body({ items: [aCarton({ sku: 'SKU-7' })], pickup_time: '13:00-14:00' }),
          );
          assert.equal(answer.statusCode, 201, answer.body);
          const made = answer.json();
          assert.equal(made.status, 'Confirmed');
          assert.equal(made.courier, 'toll');
          assert.ok(made.cost > 0);
          assert.ok(made.connote);
          assert.ok(!('quotes' in made));
          const quoted = (await shop.create(sydneyToMelbourne({ items: [aCarton()] }))).json();
          assert.ok(quoted.quote_errors.length > 0);
          assert.deepEqual(made.quote_errors, quoted.quote_errors);
          assert.equal(made.items[0].sku, 'SKU-7');
          assert.match(made.pickup_window[0], /T13:00:00/);
          const read = await shop.read(made.id);
          assert.equal(read.connote, made.connote);
          assert.ok(!JSON.stringify(read).includes('SKU-7'));
          assert.ok(!('quote_errors' in read));
        });

        test('refuses a paid booking with missing or wrong fields, names them all and stores nothing', async () => {
          const before = await count();
          const answer = await shop.create(
            body({ courier: '', pickup_date: null, items: [aCarton({ weight: 'heavy' })] }),
          );
          assert.equal(answer.statusCode, 400, answer.body);
          assert.deepEqual(Object.keys(answer.json().errors).sort(), [
            'courier',
            'items',
            'pickup_date',
          ]);
          for (const change of [
            { payment_method: 'cash' },
            { payment_method: 'bankcard_999999' },
            { courier: 'pony_express' },
            { pickup_date: '2026-11-15' },
            { pickup_time: 'noon' },
            { tier: 99 },
          ]) {
            const refused = await shop.create(body(change));
            assert.equal(refused.statusCode, 400, `${JSON.stringify(change)} ${refused.body}`);
          }
          assert.equal(await count(), before);
        });

        test('refuses a paid international booking without a customs declaration, names the other way and stores nothing', async () => {
          const abroad = sydneyToMelbourne({ receiver: auckland });
          const quoted = await shop.quote(abroad);
          const [courier = ''] = Object.keys(quoted.quotes);
          const pickup_date = quoted.quotes[courier]?.pickup_dates[0];
          const before = await count();
          const answer = await shop.create({
            ...abroad,
            payment_method: 'credit',
            courier,
            pickup_date,
          });
          assert.equal(answer.statusCode, 422, answer.body);
          assert.equal(answer.json().error, 'customs_declaration_required');
          assert.match(
            answer.json().message,
            /without payment_method, .*custom_declaration, .*confirm/,
          );
          assert.equal(await count(), before);
          // A stored booking only needs its customs declaration.
          const confirmed = await shop.confirm(quoted.id, shop.confirmRequest(quoted, courier));
          assert.doesNotMatch(confirmed.json().message, /payment_method/);
        });

        test('stores no booking when its payment is refused', async () => {
          const unfundedShop = shop.as(urls, await t.addMember(`poor@${urls.name}.example`));
          const refused = await unfundedShop.create(body());
          assert.equal(refused.statusCode, 403, refused.body);
          assert.equal(refused.json().access_error.code, 'NO_PAYMENT_METHOD');
          await unfundedShop.giveCredit(0.01);
          const limited = await unfundedShop.create(body());
          assert.equal(limited.json().access_error.code, 'CREDIT_LIMIT_REACHED', limited.body);
          const list = await t.get(urls.bookings, { 'api-key': unfundedShop.member.key });
          assert.deepEqual(list.json(), []);
        });

        test('keeps the booking unpaid when its card is declined', async () => {
          const card = await saveCard(t.app, shop.member, { token: 'tok_declined' });
          const before = await count();
          const answer = await shop.create(body({ payment_method: card }));
          assert.equal(answer.statusCode, 402, answer.body);
          assert.equal(answer.json().payment_error.method, card);
          assert.equal(await count(), before + 1);
          const [last] = (await t.get(urls.bookings, { 'api-key': shop.member.key })).json();
          assert.equal(last.status, 'new');
          assert.ok(last.quotes.toll);
          // The error must name the booking, because the client has not seen its id before.
          assert.equal(answer.json().booking_id, last.id);
          assert.match(answer.json().message, new RegExp(`Booking ${last.id} was kept unpaid`));
          assert.doesNotMatch(answer.json().payment_error.user_message, /kept/);
          const confirmed = await shop.confirm(
            last.id,
            shop.confirmRequest(last, 'toll', { payment_method: card }),
          );
          assert.equal(confirmed.statusCode, 402, confirmed.body);
          assert.ok(!('booking_id' in confirmed.json()));
        });

        test("answers 202 with the booking when the carrier's answer is lost", async () => {
          const card = await saveCard(t.app, shop.member, { token: 'tok_timeout' });
          const answer = await shop.create(body({ payment_method: card }));
          assert.equal(answer.statusCode, 202, answer.body);
          assert.equal(answer.json().status, 'Pending Payment');
          assert.ok(answer.json().quote_errors.length > 0);
        });

        test('rejects a paid booking without credentials', async () => {
          const answer = await t.inject({ method: 'POST', url: urls.bookings, payload: body() });
          assert.equal(answer.statusCode, 401, answer.body);
        });
      });
    }
  });
}
