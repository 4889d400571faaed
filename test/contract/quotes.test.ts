// The interface's "POST /api/bookings/v4" (quote-only), "Quote" and "Warranty rules" sections; POST /api/quotes;
// quotes without a key.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { changeKeySettings } from '../../src/application/keys/change-key-settings.ts';
import { addKey } from '../../src/application/keys/manage-keys.ts';
import { aCarton, sydneyToMelbourne, workedExampleBody } from '../support/bookings/quote-bodies.ts';
import { assertGolden, shapeOf, shapeOfAll } from '../support/documents/golden.ts';
import { makeWorkedExampleCarrier } from '../support/rate-cards/worked-example-carrier.ts';
import { setups } from '../support/setups.ts';
import { basic, startTestApp, type TestApp, type TestMember } from '../support/test-app.ts';

type QuoteOnWire = {
  total: number;
  price_insurance_ex: number;
  fee: number;
  applied_gst: number;
  insured_amount: number;
};
type Answer = {
  id: number;
  quotes: Record<string, QuoteOnWire>;
  quote_errors: Record<string, unknown>[];
  items: Record<string, unknown>[];
  sender: Record<string, unknown>;
};

const cents = (dollars: number): number => Math.round(dollars * 100);

for (const setup of setups) {
  describe(`quotes on ${setup.name}`, () => {
    const carriers = makeWorkedExampleCarrier();
    let t: TestApp;
    let jane: TestMember;
    /** A key whose shop offers one carrier with known prices. */
    let worked: TestMember;
    before(async () => {
      t = await startTestApp(setup, {
        carriersDir: carriers.directory,
        limits: { v4PerMinute: 0, v4Concurrent: 0 },
      });
      jane = await t.addMember();
      worked = await t.addMember('worked@example.com');
      await changeKeySettings(t.app, worked.keyId, {
        parts: { module_setting: { enabled_courier: 'worked_example' } },
      });
    });
    after(async () => {
      await t.close();
      carriers.remove();
    });

    const post = (url: string, payload: unknown, headers: Record<string, string> = {}) =>
      t.inject({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/json', ...headers },
        payload: JSON.stringify(payload),
        remoteAddress: '192.0.2.1',
      });
    const created = async (url: string, body: unknown, key = jane.key): Promise<Answer> => {
      const answer = await post(url, body, { 'Api-Key': key });
      assert.equal(answer.statusCode, 201, answer.body);
      return answer.json();
    };
    const storedOf = async (member: TestMember): Promise<Record<string, unknown>[]> =>
      (await t.get('/api/v5/bookings/v4', { 'api-key': member.key })).json();

    for (const [generation, url] of [
      ['v4', '/api/bookings/v4'],
      ['v5', '/api/v5/bookings'],
    ] as const) {
      test(`${generation}: the worked example matches the golden file to the cent, field by field`, async () => {
        const answer = await created(url, workedExampleBody(), worked.key);
        // Ids depend on how many bookings earlier tests created, so they are replaced.
        const text = JSON.stringify(answer)
          .replaceAll(`/${answer.id}/`, '/BOOKING/')
          .replaceAll(/"id":\d+/g, '"id":"NUMBER"');
        assertGolden(`quotes/worked-example-${generation}`, JSON.parse(text));
        const { worked_example: quote } = answer.quotes;
        assert.equal(quote?.price_insurance_ex, 72.63);
        assert.equal(quote?.applied_gst, 6.6);
        assert.equal(quote?.fee, 11.5);
        assert.equal(quote?.insured_amount, 1800);
        assert.equal(quote?.total, 84.13);
      });

      test(`${generation}: every field in an answer from all carriers has its type`, async () => {
        const { quotes, quote_errors, ...booking } = await created(
          url,
          sydneyToMelbourne({ items: [aCarton(), aCarton({ sku: 'SKU-7' })] }),
        );
        assertGolden('quotes/shape-booking', {
          ...(shapeOf({ ...booking, items: [] }) as object),
          items: booking.items.map(shapeOf),
          quotes: { '*': shapeOfAll(Object.values(quotes)) },
          quote_errors: [shapeOfAll(quote_errors)],
        });
      });

      test(`${generation}: in every quote, price and fee add up to the total, and GST is an eleventh of the price`, async () => {
        const { quotes } = await created(url, sydneyToMelbourne({ declared_value: 1000 }));
        const all = Object.values(quotes);
        assert.ok(all.some(({ fee }) => fee > 0) && all.some(({ fee }) => fee === 0));
        for (const quote of all) {
          assert.equal(
            cents(quote.total),
            cents(quote.price_insurance_ex) + cents(quote.fee),
            JSON.stringify(quote),
          );
          assert.equal(cents(quote.applied_gst), Math.round(cents(quote.price_insurance_ex) / 11));
          assert.ok(quote.insured_amount <= 1000);
        }
      });

      test(`${generation}: without warranty no carrier charges a fee or covers anything`, async () => {
        const withIt = await created(url, sydneyToMelbourne({ declared_value: 1000 }));
        const withoutIt = await created(
          url,
          sydneyToMelbourne({ declared_value: 1000, include_warranty: false }),
        );
        assert.deepEqual(Object.keys(withoutIt.quotes), Object.keys(withIt.quotes));
        for (const [carrier, quote] of Object.entries(withoutIt.quotes)) {
          assert.equal(quote.fee, 0);
          assert.equal(quote.insured_amount, 0);
          assert.equal(quote.total, quote.price_insurance_ex);
          assert.equal(quote.price_insurance_ex, withIt.quotes[carrier]?.price_insurance_ex);
        }
      });

      test(`${generation}: cover is the declared value or the carrier's lower cap`, async () => {
        const at = async (declared_value: number) =>
          (await created(url, workedExampleBody({ declared_value }), worked.key)).quotes
            .worked_example;
        for (const [declared, insured, fee] of [
          [0, 0, 0],
          [500, 500, 0],
          [500.01, 500.01, 6.36],
          [1500, 1500, 6.36],
          [4500, 4500, 11.5],
          [9000, 4500, 11.5],
        ] as const) {
          const quote = await at(declared);
          assert.deepEqual([quote?.insured_amount, quote?.fee], [insured, fee]);
          assert.equal(quote?.total, (cents(quote?.price_insurance_ex ?? 0) + cents(fee)) / 100);
        }
      });

      test(`${generation}: authority to leave voids the cover of carriers that say so, in every spelling`, async () => {
        for (const body of [
          { options: { authority_to_leave: true } },
          { special_instructions: 'Ring the bell; Authority to leave' },
        ]) {
          const { quotes } = await created(url, workedExampleBody(body), worked.key);
          const { worked_example: quote } = quotes;
          assert.deepEqual(
            [quote?.insured_amount, quote?.fee, quote?.total],
            [0, 0, quote?.price_insurance_ex],
          );
        }
      });

      test(`${generation}: echoes a sku when the booking is created and never again`, async () => {
        const { id, items } = await created(
          url,
          sydneyToMelbourne({
            items: [aCarton({ sku: 'SKU-7' }), aCarton(), aCarton({ sku: 42 })],
          }),
        );
        assert.deepEqual(
          items.map(({ sku }) => sku),
          ['SKU-7', undefined, '42'],
        );
        const read = (await t.get(`/api/v5/bookings/v4/${id}`, { 'api-key': jane.key })).json();
        assert.equal(read.items.length, 3);
        assert.ok(read.items.every((item: object) => !('sku' in item)));
      });

      test(`${generation}: money and times have the forms that typed clients parse`, async () => {
        const answer = await created(url, sydneyToMelbourne());
        const { booked_at, created_at, updated_at } = answer as unknown as Record<string, string>;
        for (const time of [booked_at, created_at, updated_at])
          assert.equal(time, '2026-11-16T10:00:00+1100');
        assert.equal(Array.isArray(answer.quotes), false);
      });
    }

    test('every path that creates a booking answers alike, with or without a trailing slash', async () => {
      const paths = [
        '/api/bookings/v4',
        '/api/bookings',
        '/api/v5/bookings',
        '/api/v5/bookings/v4',
      ];
      const prices = new Set<string>();
      for (const path of paths.flatMap((plain) => [plain, `${plain}/`])) {
        const { quotes } = await created(path, sydneyToMelbourne());
        prices.add(JSON.stringify(quotes));
      }
      assert.equal(prices.size, 1);
    });

    test('answers quotes as an empty object, not a list, when no carrier quotes', async () => {
      const { quotes, quote_errors } = await created(
        '/api/bookings/v4',
        sydneyToMelbourne(),
        worked.key,
      );
      assert.deepEqual(quotes, {});
      assert.deepEqual(quote_errors, [
        {
          courier: 'worked_example',
          code: 'pickup_not_served',
          serviceability: 'no_route',
          retryable: false,
          message: 'the pickup address is not served',
        },
      ]);
    });

    test('a carrier that delivers there but does not collect here says so', async () => {
      const elsewhere = makeWorkedExampleCarrier({ notFromZones: ['MEL'] });
      const other = await startTestApp(setup, { carriersDir: elsewhere.directory });
      try {
        const answer = await other.inject({
          method: 'POST',
          url: '/api/v5/bookings',
          payload: workedExampleBody(),
        });
        const { quotes, quote_errors } = answer.json<Answer>();
        assert.ok(!('worked_example' in quotes));
        const error = quote_errors.find(({ courier }) => courier === 'worked_example');
        assert.deepEqual(
          [error?.code, error?.serviceability, error?.retryable],
          ['pickup_not_served', 'no_route', false],
        );
      } finally {
        await other.close();
        elsewhere.remove();
      }
    });

    test('quotes do not depend on the order of the items', async () => {
      const items = [aCarton(), aCarton({ weight: 12, quantity: 2 }), aCarton({ length: 90 })];
      const [quoted, reversed] = await Promise.all(
        [items, items.toReversed()].map((list) =>
          created('/api/v5/bookings', sydneyToMelbourne({ items: list })),
        ),
      );
      assert.deepEqual(quoted?.quotes, reversed?.quotes);
    });

    test('a member signed in with a password gets quotes on v4 and owns the booking', async () => {
      const answer = await post('/api/bookings/v4', sydneyToMelbourne(), {
        authorization: basic(jane.email, jane.password),
      });
      assert.equal(answer.statusCode, 201);
      assert.equal(answer.json().booked_by, jane.email);
      const withKey = await post('/api/bookings/v4', sydneyToMelbourne(), { 'api-key': jane.key });
      assert.equal(withKey.json().booked_by, 'tilewarehouse.example');
    });

    test('a booking by a key without a site names the key by its number, never by its secret', async () => {
      const { id, key } = await addKey(t.app, {
        memberId: jane.id,
        moduleType: 'custom_site',
        site: '',
        isDemo: false,
      });
      for (const url of ['/api/bookings/v4', '/api/v5/bookings', '/api/quotes']) {
        const answer = await post(url, sydneyToMelbourne(), { 'api-key': key });
        assert.equal(answer.json().booked_by, `API key ${id}`, url);
        assert.ok(!answer.body.includes(key.slice(0, 5)), url);
      }
    });

    test('POST /api/quotes answers the same quotes without id and status, and stores nothing', async () => {
      const before = (await storedOf(jane)).length;
      const request = sydneyToMelbourne({ items: [aCarton({ sku: 'SKU-7' }), aCarton()] });
      const answer = await post('/api/quotes', request, { 'api-key': jane.key });
      assert.equal(answer.statusCode, 200);
      const body = answer.json();
      const booking = await created('/api/bookings/v4', request);
      assert.deepEqual(
        Object.keys(booking).filter((name) => !(name in body)),
        ['id', 'status'],
      );
      assert.equal(body.booked_by, 'tilewarehouse.example');
      // A quote has no label, but typed clients expect a text.
      assert.equal(body.label, '');
      assert.deepEqual(body.quotes, booking.quotes);
      assert.deepEqual(body.quote_errors, booking.quote_errors);
      assert.deepEqual(body.receiver.suburb, 'MELBOURNE');
      // Nothing is stored, so nothing has an id.
      for (const part of [body.sender, body.receiver, ...body.items]) assert.ok(!('id' in part));
      const unnumbered = ({ id: _id, ...rest }: Record<string, unknown>) => rest;
      assert.deepEqual(body.items, booking.items.map(unnumbered));
      assert.deepEqual(body.sender, unnumbered(booking.sender));
      assert.equal((await storedOf(jane)).length, before + 1);
      assert.equal(
        (await post('/api/v5/quotes', sydneyToMelbourne(), { 'api-key': jane.key })).statusCode,
        404,
      );
    });

    test('v4 quotes require credentials', async () => {
      for (const path of ['/api/bookings/v4', '/api/bookings', '/api/quotes'])
        assert.equal((await post(path, sydneyToMelbourne())).statusCode, 401);
    });

    test('numbers an anonymous v5 quote, and lets no member read it', async () => {
      t.advanceClock(3_600_000);
      const answers: Answer[] = [];
      for (const path of ['/api/v5/bookings', '/api/v5/bookings/v4']) {
        const answer = await post(path, sydneyToMelbourne());
        assert.equal(answer.statusCode, 200, answer.body);
        answers.push(answer.json());
      }
      const own = await created('/api/v5/bookings', sydneyToMelbourne());
      assert.equal(new Set([...answers, own].map(({ id }) => id)).size, 3);
      assert.ok(Object.keys(answers[0]?.quotes ?? {}).length >= 25);
      for (const { id } of answers) {
        assert.ok(Number.isSafeInteger(id) && id > 0);
        for (const headers of [
          { 'api-key': jane.key },
          { authorization: basic(jane.email, jane.password) },
        ])
          assert.equal((await t.get(`/api/bookings/v4/${id}`, headers)).statusCode, 404);
        assert.equal((await t.get(`/api/v5/bookings/v4/${id}`)).statusCode, 401);
      }
      const listed = await storedOf(jane);
      assert.ok(listed.every(({ id }) => !answers.some((answer) => answer.id === id)));
    });

    test('an address without a key has ten quotes an hour, streams included', async () => {
      t.advanceClock(3_600_000);
      const paths = ['/api/v5/bookings', '/api/v5/bookings/v4', '/api/v5/bookings/stream'];
      for (let n = 0; n < 10; n += 1)
        assert.equal((await post(paths[n % 3] ?? '', sydneyToMelbourne())).statusCode, 200);
      for (const path of paths) {
        const refused = await post(path, sydneyToMelbourne());
        assert.equal(refused.statusCode, 429);
        assert.equal(refused.headers['retry-after'], '3600');
        assert.equal(refused.json().error, 'rate_limited_anonymous_quotes');
        assert.equal(refused.json().window_seconds, 3600);
      }
      assert.equal(
        (await post('/api/v5/bookings', sydneyToMelbourne(), { 'api-key': jane.key })).statusCode,
        201,
      );
      t.advanceClock(3_600_000);
      assert.equal((await post('/api/v5/bookings', sydneyToMelbourne())).statusCode, 200);
    });
  });
}
