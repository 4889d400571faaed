// The Idempotency-Key header on every request that takes money or creates a record: repeated requests act once, even
// across a crash.
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { recoverConfirmations } from '../../src/application/jobs/recover-confirmations.ts';
import { bookingId } from '../../src/domain/bookings/booking.ts';
import { dayMs, minuteMs } from '../../src/domain/time/durations.ts';
import { routes } from '../../src/http/routes.ts';
import { Checkout, generations } from '../support/bookings/checkout.ts';
import { aCarton, type Body, sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { saveCard } from '../support/money/saved-card.ts';
import { ScriptedGateway } from '../support/money/scripted-gateway.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

for (const setup of setups) {
  describe(`idempotency keys on ${setup.name}`, () => {
    let t: TestApp;
    const gateway = new ScriptedGateway();
    before(async () => {
      const limits = { v4PerMinute: 0, v5PerMinute: 0, v4Concurrent: 0 };
      t = await startTestApp(setup, { gateway, limits });
    });
    after(() => t.close());

    for (const urls of generations) {
      describe(urls.name, () => {
        let shop: Checkout;
        let card = '';
        before(async () => {
          shop = new Checkout(t, await t.addMember(`shop@${urls.name}.example`), urls);
          await shop.giveCredit(100_000);
          card = await saveCard(t.app, shop.member, { isDefault: true });
        });
        const key = (text: string) => ({ 'idempotency-key': text });
        const date = async () => (await shop.quote()).quotes.toll?.pickup_dates[0];
        const paid = async (change: Body = {}): Promise<Body> =>
          sydneyToMelbourne({
            payment_method: card,
            courier: 'toll',
            pickup_date: await date(),
            ...change,
          });
        const listed = async (): Promise<number> =>
          (await t.get(urls.bookings, { 'api-key': shop.member.key })).json().length;

        test('answers a repeated confirm alike and marks the answer as replayed', async () => {
          const quoted = await shop.quote();
          const options = shop.confirmRequest(quoted);
          const first = await shop.confirm(quoted.id, options, key('confirm one'));
          assert.equal(first.statusCode, 200, first.body);
          t.advanceClock(minuteMs);
          const again = await shop.confirm(quoted.id, options, key('confirm one'));
          assert.equal(again.statusCode, 200, again.body);
          assert.deepEqual(again.json(), first.json());
          assert.equal(first.headers['idempotency-replayed'], undefined);
          assert.equal(again.headers['idempotency-replayed'], 'true');
          // Without the key, or with another, it is a second confirm.
          assert.equal((await shop.confirm(quoted.id, options)).statusCode, 422);
          assert.equal(
            (await shop.confirm(quoted.id, options, key('confirm two'))).statusCode,
            422,
          );
        });

        test('rejects an idempotency key that was used for another request', async () => {
          const quoted = await shop.quote();
          const options = shop.confirmRequest(quoted);
          assert.equal((await shop.confirm(quoted.id, options, key('once'))).statusCode, 200);
          const other = await shop.confirm(quoted.id, { ...options, tier: 1 }, key('once'));
          assert.equal(other.statusCode, 409, other.body);
          assert.equal(other.json().error, 'idempotency_key_reused');
          const elsewhere = await shop.create(await paid(), key('once'));
          assert.equal(elsewhere.statusCode, 409, elsewhere.body);
          // Keys are separate for each member.
          const bob = shop.as(urls, await t.addMember(`bob@${urls.name}.example`));
          await bob.giveCredit(1_000);
          const bobsQuote = await bob.quote();
          assert.equal(
            (await bob.confirm(bobsQuote.id, bob.confirmRequest(bobsQuote), key('once')))
              .statusCode,
            200,
          );
        });

        test('twenty simultaneous requests make one booking and one charge', async () => {
          const before = await listed();
          const charged = gateway.charges.size;
          const body = await paid();
          const made = await Promise.all(
            Array.from({ length: 20 }, () => shop.create(body, key('twenty'))),
          );
          for (const answer of made) assert.equal(answer.statusCode, 201, answer.body);
          assert.equal(new Set(made.map((answer) => answer.body)).size, 1);
          assert.equal(gateway.charges.size, charged + 1);
          // One booking was created to learn the dates, and one by the twenty requests.
          assert.equal(await listed(), Math.min(50, before + 2));
        });

        test('replays the answer of a declined payment', async () => {
          gateway.script.charge = ['declines'];
          const body = await paid();
          const first = await shop.create(body, key('declined'));
          assert.equal(first.statusCode, 402, first.body);
          const again = await shop.create(body, key('declined'));
          assert.equal(again.statusCode, 402, again.body);
          assert.deepEqual(again.json(), first.json());
          assert.equal(gateway.script.charge.length, 0);
        });

        test('a refusal without effects leaves the key free, also for a corrected body', async () => {
          const unfundedShop = shop.as(urls, await t.addMember(`poor@${urls.name}.example`));
          const quoted = await unfundedShop.quote();
          const options = unfundedShop.confirmRequest(quoted);
          const confirmed = (body: Body) => unfundedShop.confirm(quoted.id, body, key('mended'));
          assert.equal((await confirmed({ ...options, courier: 'pony_express' })).statusCode, 400);
          assert.equal((await confirmed(options)).statusCode, 403);
          await unfundedShop.giveCredit(1_000);
          const first = await confirmed(options);
          assert.equal(first.statusCode, 200, first.body);
          assert.equal(first.headers['idempotency-replayed'], undefined);
          const again = await confirmed(options);
          assert.deepEqual(again.json(), first.json());
          assert.equal((await confirmed({ ...options, tier: 1 })).statusCode, 409);
        });

        test('adds an item once, however often it is sent and wherever the process dies', async () => {
          const { id } = await shop.quote();
          const add = (name: string, body: Body = aCarton({ weight: 3 })) =>
            shop.post(`${urls.bookings}/${id}/items`, body, key(name));
          const weights = async () =>
            (await t.get(`${urls.bookings}/${id}/items`, { 'api-key': shop.member.key }))
              .json()
              .map(({ weight }: { weight: number }) => weight);
          const [first] = await weights();
          const many = await Promise.all(Array.from({ length: 10 }, () => add('item')));
          for (const answer of many) assert.equal(answer.statusCode, 201, answer.body);
          assert.equal(new Set(many.map((answer) => answer.body)).size, 1);
          assert.deepEqual(await weights(), [first, 3]);
          assert.equal((await add('item')).headers['idempotency-replayed'], 'true');
          const other = await add('item', aCarton({ weight: 4 }));
          assert.equal(other.json().error, 'idempotency_key_reused', other.body);
          // The process dies after the item is written and before the client gets the answer.
          const { idempotency } = t.app.store;
          const { finish } = idempotency;
          idempotency.finish = () => Promise.reject(new Error('killed'));
          assert.equal((await add('killed', aCarton({ weight: 5 }))).statusCode, 500);
          idempotency.finish = finish;
          const again = await add('killed', aCarton({ weight: 5 }));
          assert.equal(again.statusCode, 201, again.body);
          assert.deepEqual(await weights(), [first, 3, 5]);
          // A rejected request leaves the key free.
          assert.equal((await add('mended item', aCarton({ weight: -1 }))).statusCode, 422);
          assert.equal((await add('mended item', aCarton({ weight: 6 }))).statusCode, 201);
          assert.deepEqual(await weights(), [first, 3, 5, 6]);
        });

        test('gives the reason to each of twenty simultaneous requests that are refused', async () => {
          const quoted = await shop.quote();
          const options = { ...shop.confirmRequest(quoted), courier: 'pony_express' };
          const refused = await Promise.all(
            Array.from({ length: 20 }, () => shop.confirm(quoted.id, options, key('refused'))),
          );
          for (const answer of refused) assert.equal(answer.statusCode, 400, answer.body);
        });

        test('frees the key after a day', async () => {
          const body = await paid();
          const first = await shop.create(body, key('daily'));
          t.advanceClock(dayMs + 1);
          const again = await shop.create({ ...body, pickup_date: await date() }, key('daily'));
          assert.equal(again.statusCode, 201, again.body);
          assert.notEqual(again.json().id, first.json().id);
        });

        for (const point of ['before it is stored', 'after the charge'] as const) {
          test(`the next request with the key takes over from a process that died ${point}`, async () => {
            const body = await paid();
            const { store } = t.app;
            const broken: Partial<typeof store> = {
              transaction: async (work) => {
                if (point === 'after the charge' && gateway.requests.at(-1) !== 'charge')
                  return await store.transaction(work);
                throw new Error('the machine is gone');
              },
            };
            gateway.requests.length = 0;
            const before = gateway.charges.size;
            Object.assign(t.app, { store: { ...store, ...broken } });
            const died = await shop.create(body, key(point));
            Object.assign(t.app, { store });
            assert.equal(died.statusCode, 500, died.body);
            t.advanceClock(10 * minuteMs);
            await recoverConfirmations(t.app);
            const answer = await shop.create(body, key(point));
            assert.ok([200, 201].includes(answer.statusCode), answer.body);
            assert.equal(answer.json().status, 'Confirmed');
            assert.equal(gateway.charges.size, before + 1);
          });
        }

        test('accepts keys of 1 to 255 printable characters only', async () => {
          const quoted = await shop.quote();
          for (const text of ['', 'x'.repeat(256), 'caf\u00e9']) {
            const answer = await shop.confirm(quoted.id, shop.confirmRequest(quoted), key(text));
            assert.equal(answer.statusCode, 400, `${text} ${answer.body}`);
          }
          const longest = await shop.confirm(
            quoted.id,
            shop.confirmRequest(quoted),
            key(`${urls.name}${'~'.repeat(253)}`),
          );
          assert.equal(longest.statusCode, 200, longest.body);
        });
      });
    }
  });
}

/** A carrier with this many connotes left. */
function carrierWithNumbers(count: number): string {
  const directory = mkdtempSync(join(tmpdir(), 'linehaul-numbers-'));
  cpSync(join(import.meta.dirname, '../../carriers/toll'), join(directory, 'toll'), {
    recursive: true,
  });
  const file = join(directory, 'toll', 'carrier.json');
  const carrier = JSON.parse(readFileSync(file, 'utf8')) as Body;
  const connote = { prefix: 'RANGE', digits: 4, start: 1, end: count };
  writeFileSync(file, JSON.stringify({ ...carrier, connote }));
  return directory;
}

for (const setup of setups) {
  test(`retries a fully undone refusal once its cause is fixed, on ${setup.name}`, async () => {
    const [few, enough] = [carrierWithNumbers(1), carrierWithNumbers(9)];
    const t = await startTestApp(setup, { carriersDir: few });
    const member = await t.addMember();
    const shop = new Checkout(t, member);
    await shop.giveCredit(1_000);
    const [first, second] = [await shop.quote(), await shop.quote()];
    assert.equal((await shop.confirm(first.id, shop.confirmRequest(first))).statusCode, 200);
    const key = { 'idempotency-key': 'mended by the operator' };
    const refused = await shop.confirm(second.id, shop.confirmRequest(second), key);
    assert.equal(refused.statusCode, 422, refused.body);
    assert.equal(refused.json().error, 'carrier_rejected');
    // The operator has added a new range of connotes.
    const later = await startTestApp(setup, { carriersDir: enough, place: t.place });
    const shopLater = new Checkout(later, member);
    const booked = await shopLater.confirm(second.id, shop.confirmRequest(second), key);
    assert.equal(booked.statusCode, 200, booked.body);
    const again = await shopLater.confirm(second.id, shop.confirmRequest(second), key);
    assert.deepEqual([again.statusCode, again.json()], [200, booked.json()]);
    const charges = await later.app.store.payments.listOfBooking(bookingId(second.id));
    assert.equal(charges.length, 1, 'the retried confirm is charged once');
    await later.close();
    await t.close();
    for (const directory of [few, enough]) rmSync(directory, { recursive: true });
  });
}

describe('routes that create a record', () => {
  /** Routes without the header, each with the reason: repeating is harmless, or the answer must not be stored. */
  const without: Readonly<Record<string, string>> = {
    '/orders/syncOrders':
      'an order sent again is the same order; what a list answers differs by order',
    '/webhooks': 'the answer holds the new secret, which is not shown again',
    '/webhooks/:id/test': 'a test event sent twice is harmless',
    '/webhooks/:id/deliveries/:delivery/replay': 'receivers skip a message id that they have seen',
    '/bookings/v4/:id/quote_link': 'the answer holds the secret of the link, which is kept nowhere',
    '/item-presets': 'a preset of the same name is replaced',
    '/addresses': 'the same address is replaced',
    '/claims': 'a booking has one undecided claim',
    '/members': 'the visitor is not signed in yet; an e-mail address signs up once',
    '/saved-views': 'a view of the same name is replaced',
    '/invitations': 'a second invitation of an address replaces the first',
    '/invitations/accept': 'a link works once',
    '/members/card-page': 'an unfinished page saves nothing',
    '/members/card-page/saved': 'a card that is saved already stays one',
    '/credit/payments': 'it names the last payment that the payer has seen',
    '/printers': 'the answer holds the new token, which is kept nowhere',
    '/printers/:id/test': 'a test label printed twice is harmless',
    '/printers/:id/jobs': 'a label printed twice is harmless',
    '/print-jobs/:id/reprint': 'a label printed twice is harmless',
    '/keys': 'the answer holds the new key, which is kept nowhere',
    '/operator/margins': 'of two equal margins one prices a quote',
    '/operator/carrier-invoices': "a carrier's invoice number is imported once",
  };

  test('every creating route takes the Idempotency-Key header or is a known exception', () => {
    const making = routes.filter(
      ({ method, endpoint: { shapes } }) => method === 'POST' && shapes.stores,
    );
    assert.deepEqual(
      [
        ...new Set(
          making
            .filter(({ endpoint: { shapes } }) => !shapes.takesIdempotencyKey)
            .map(({ path }) => path),
        ),
      ],
      Object.keys(without),
    );
  });
});
