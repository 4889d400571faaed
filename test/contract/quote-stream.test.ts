// The interface's "POST /api/v5/bookings/stream" and "Events" sections: the quotes of POST /bookings, as each carrier
// answers. Misbehaving carriers and clients are in test/faults/carrier-faults.test.ts.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { changeKeySettings } from '../../src/application/keys/change-key-settings.ts';
import { parseEvents, type StreamEvent } from '../support/bookings/event-stream.ts';
import {
  aCarton,
  type Body,
  sydneyToMelbourne,
  without,
} from '../support/bookings/quote-bodies.ts';
import { assertGolden, shapeOf, shapeOfAll } from '../support/documents/golden.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp, type TestMember } from '../support/test-app.ts';

for (const setup of setups) {
  describe(`the stream on ${setup.name}`, () => {
    let t: TestApp;
    let jane: TestMember;
    before(async () => {
      t = await startTestApp(setup);
      jane = await t.addMember();
    });
    after(() => t.close());

    const ask = (payload: Body | unknown[], headers: Record<string, string> = {}) =>
      t.inject({
        method: 'POST',
        url: '/api/v5/bookings/stream',
        headers: { 'content-type': 'application/json', ...headers },
        payload: JSON.stringify(payload),
      });
    const streamed = async (body: Body, key?: string): Promise<StreamEvent[]> => {
      const answer = await ask(body, key === undefined ? {} : { 'api-key': key });
      assert.equal(answer.statusCode, 200, answer.body);
      return parseEvents(answer.body);
    };
    const dataOf = (events: readonly StreamEvent[], event: string) =>
      events.filter((candidate) => candidate.event === event).map(({ data }) => data);

    test('the event stream forbids caching and buffering by proxies', async () => {
      const { headers } = await ask(sydneyToMelbourne(), { 'api-key': jane.key });
      assert.equal(headers['content-type'], 'text/event-stream; charset=utf-8');
      assert.match(String(headers['cache-control']), /no-cache/);
      assert.equal(headers['x-accel-buffering'], 'no');
      assert.equal(headers['x-content-type-options'], 'nosniff');
      assert.ok(headers['x-request-id']);
      assert.deepEqual(
        Object.keys(headers).filter((name) => name.startsWith('x-ratelimit')),
        [],
      );
    });

    test('sends ready first, then each carrier once, then complete', async () => {
      const events = await streamed(sydneyToMelbourne(), jane.key);
      const names = events.map(({ event }) => event);
      assert.equal(names[0], 'ready');
      assert.equal(names.indexOf('ready', 1), -1);
      assert.equal(names.indexOf('complete'), names.length - 1);
      const carriers = events.slice(1, -1).map(({ data }) => data.carrier);
      assert.equal(new Set(carriers).size, carriers.length);
      const [ready] = dataOf(events, 'ready');
      assert.equal(ready?.carrierCount, carriers.length);
      const [complete] = dataOf(events, 'complete');
      assert.equal(complete?.quoted, dataOf(events, 'quote').length);
      assert.equal(complete?.failed, dataOf(events, 'carrier_error').length);
      assert.ok(Number(complete?.quoted) >= 25);
    });

    test('every stream event has the fields of the golden file', async () => {
      const events = await streamed(sydneyToMelbourne({ declared_value: 100 }), jane.key);
      const shapes = ['ready', 'quote', 'carrier_error', 'complete'].map((event) => ({
        event,
        data: shapeOfAll(dataOf(events, event)),
      }));
      assertGolden('quotes/shape-stream', shapes);
    });

    test('streams the same quotes and errors as POST /bookings', async () => {
      const body = sydneyToMelbourne({ declared_value: 700 });
      const events = await streamed(body, jane.key);
      const booking = (
        await t.inject({
          method: 'POST',
          url: '/api/v5/bookings',
          headers: { 'api-key': jane.key },
          payload: body,
        })
      ).json();
      assert.deepEqual(
        Object.fromEntries(dataOf(events, 'quote').map(({ carrier, quote }) => [carrier, quote])),
        booking.quotes,
      );
      assert.deepEqual(
        dataOf(events, 'carrier_error').map(({ carrier, latencyMs: _ms, ...error }) => ({
          courier: carrier,
          ...error,
        })),
        booking.quote_errors,
      );
    });

    test("stores a member's booking like POST, with its number in the complete event", async () => {
      const events = await streamed(sydneyToMelbourne(), jane.key);
      const [complete] = dataOf(events, 'complete');
      const read = await t.get(`/api/v5/bookings/v4/${complete?.bookingId}`, {
        'api-key': jane.key,
      });
      assert.equal(read.statusCode, 200);
      assert.equal(Object.keys(read.json().quotes).length, complete?.quoted);
      assert.equal(read.json().booked_by, 'tilewarehouse.example');
    });

    test('streams the same quotes without a key, and no number', async () => {
      const events = await streamed(sydneyToMelbourne());
      assert.equal(dataOf(events, 'complete')[0]?.bookingId, null);
      assert.ok(dataOf(events, 'quote').length >= 25);
    });

    test('a repeated quote uses cached answers unless disable_cache is set', async () => {
      const body = sydneyToMelbourne({ items: [aCarton({ weight: 7.77 })] });
      const cachedOf = async (body: Body) => {
        const events = await streamed(body, jane.key);
        return [dataOf(events, 'ready')[0]?.cached, dataOf(events, 'complete')[0]?.cached];
      };
      assert.deepEqual(await cachedOf(body), [false, false]);
      assert.deepEqual(await cachedOf(body), [true, true]);
      assert.deepEqual(await cachedOf({ ...body, options: { disable_cache: true } }), [
        false,
        false,
      ]);
      t.advanceClock(300_000);
      assert.deepEqual(await cachedOf(body), [false, false]);
    });

    test('a quote is not marked as cached while some carriers have not been asked', async () => {
      const body = sydneyToMelbourne({ items: [aCarton({ weight: 8.88 })] });
      const narrow = await t.addMember(`narrow@${setup.engine}.example`);
      await changeKeySettings(t.app, narrow.keyId, {
        parts: { module_setting: { enabled_courier: ['toll'] } },
      });
      const cachedFor = async (key: string) =>
        dataOf(await streamed(body, key), 'complete')[0]?.cached;
      assert.equal(await cachedFor(narrow.key), false);
      assert.equal(await cachedFor(narrow.key), true);
      assert.equal(await cachedFor(jane.key), false);
      assert.equal(await cachedFor(jane.key), true);
    });

    test("a tailgate of one address counts as the booking's tailgate", async () => {
      const sender = { ...(sydneyToMelbourne().sender as object), tailgate: true };
      const events = await streamed(sydneyToMelbourne({ sender }), jane.key);
      const codes = dataOf(events, 'carrier_error').map(({ code }) => code);
      assert.ok(codes.includes('tailgate_not_offered'));
      const id = dataOf(events, 'complete')[0]?.bookingId;
      const read = (await t.get(`/api/v5/bookings/v4/${id}`, { 'api-key': jane.key })).json();
      assert.deepEqual([read.tailgate_pickup, read.tailgate_delivery], [true, false]);
    });

    test('streams only the cheapest quote to a shop that displays the cheapest, and every failure', async () => {
      const shop = await t.addMember(`cheapest@${setup.engine}.example`);
      await changeKeySettings(t.app, shop.keyId, {
        parts: { module_setting: { quote_diplay: 'display_cheapest' } },
      });
      const events = await streamed(sydneyToMelbourne(), shop.key);
      const all = dataOf(await streamed(sydneyToMelbourne(), jane.key), 'quote');
      const totals = all.map(({ quote }) => (quote as { total: number }).total);
      const shown = dataOf(events, 'quote').map(({ quote }) => (quote as { total: number }).total);
      assert.deepEqual(shown, [Math.min(...totals)]);
      assert.ok(dataOf(events, 'carrier_error').length > 0);
    });

    describe('refusals before the stream are ordinary answers', () => {
      test('answers 400 with the first wrong value and the paths that came from the settings', async () => {
        const shop = await t.addMember(`defaults@${setup.engine}.example`);
        await changeKeySettings(t.app, shop.keyId, {
          parts: { module_setting: { default_width: 20 }, warehouses: [{ ...warehouse }] },
        });
        const body = {
          ...without(sydneyToMelbourne(), 'sender'),
          items: [{ ...aCarton({ width: '' }), description: 'a fluffy toy' }],
        };
        const answer = await ask(body, { 'api-key': shop.key });
        assert.equal(answer.statusCode, 400);
        assert.match(String(answer.headers['content-type']), /^application\/json/);
        const { error, message, errors, value, replaced_paths } = answer.json();
        assert.equal(error, 'validation_error');
        assert.equal(message, errors.items['0'].description[0]);
        assert.equal(value, 'a fluffy toy');
        assert.deepEqual(replaced_paths.toSorted(), ['items.0.width', 'sender']);
      });

      test('names the value and place of an invalid field with 400 for every type of value', async () => {
        for (const [body, value] of [
          [sydneyToMelbourne({ items: 'none' }), 'none'],
          [sydneyToMelbourne({ declared_value: { much: true } }), { much: true }],
          [without(sydneyToMelbourne(), 'receiver'), null],
        ] as const) {
          const answer = await ask(body, { 'api-key': jane.key });
          assert.equal(answer.statusCode, 400);
          assert.deepEqual(answer.json().value, value);
          assert.deepEqual(answer.json().replaced_paths, []);
        }
        assert.equal((await ask([], { 'api-key': jane.key })).statusCode, 400);
      });

      test('does not list a rejected value as replaced', async () => {
        const shop = await t.addMember(`refused@${setup.engine}.example`);
        await changeKeySettings(t.app, shop.keyId, {
          parts: {
            module_setting: { default_weight: 2, default_width: 20 },
            package_type_rules: [{ min_weight: 0, max_weight: 30, package_type: 'Carton' }],
          },
        });
        const item = { ...aCarton(), weight: 'abc', width: '', description: ['Carton'] };
        const answer = await ask(sydneyToMelbourne({ items: [item] }), { 'api-key': shop.key });
        assert.equal(answer.statusCode, 400);
        const { errors, replaced_paths } = answer.json();
        assert.deepEqual(Object.keys(errors.items['0']).toSorted(), ['description', 'weight']);
        assert.deepEqual(replaced_paths, ['items.0.width']);
      });

      test('answers 422 with the value and its replacements, like 400', async () => {
        const shop = await t.addMember(`weightless@${setup.engine}.example`);
        await changeKeySettings(t.app, shop.keyId, {
          parts: { module_setting: { default_width: 20 } },
        });
        const items = [aCarton(), aCarton({ weight: 0, width: '' })];
        const answer = await ask(sydneyToMelbourne({ items }), { 'api-key': shop.key });
        assert.equal(answer.statusCode, 422);
        const { error, message, errors, value, replaced_paths } = answer.json();
        assert.equal(error, 'validation_error');
        assert.equal(message, errors.items['1'].weight[0]);
        assert.equal(value, 0);
        assert.deepEqual(replaced_paths, ['items.1.width']);
        const insured = await ask(sydneyToMelbourne({ insured_value: '-7' }), {
          'api-key': shop.key,
        });
        assert.equal(insured.json().value, '-7');
      });

      test('explains that an unreadable body has no value to show', async () => {
        for (const payload of ['{', '', '['.repeat(70), '{"receiver":"\\u0000"}']) {
          const answer = await t.inject({
            method: 'POST',
            url: '/api/v5/bookings/stream',
            headers: { 'content-type': 'application/json', 'api-key': jane.key },
            payload,
          });
          assert.equal(answer.statusCode, 400, payload);
          const { error, value, replaced_paths } = answer.json();
          assert.deepEqual([error, value, replaced_paths], ['validation_error', null, []], payload);
        }
      });

      test('answers value null to a request without a body', async () => {
        const answer = await t.inject({
          method: 'POST',
          url: '/api/v5/bookings/stream',
          headers: { 'api-key': jane.key },
        });
        assert.equal(answer.statusCode, 400);
        const { error, value, replaced_paths } = answer.json();
        assert.deepEqual([error, value, replaced_paths], ['validation_error', null, []]);
      });

      test('answers 401 without credentials and 415 to the wrong media type', async () => {
        const rejected = await ask(sydneyToMelbourne(), { 'api-key': 'wrong' });
        assert.equal(rejected.statusCode, 401);
        assert.equal(rejected.json().error, 'invalid_api_key');
        const plain = await ask(sydneyToMelbourne(), {
          'api-key': jane.key,
          'content-type': 'text/plain',
        });
        assert.equal(plain.statusCode, 415);
      });

      test('v4 has no stream', async () => {
        const answer = await t.inject({
          method: 'POST',
          url: '/api/bookings/stream',
          headers: { 'api-key': jane.key },
          payload: sydneyToMelbourne(),
        });
        assert.equal(answer.statusCode, 404);
        assert.match(answer.json().message, /It is at \/api\/v5\/bookings\/stream/);
      });
    });

    test('streams one text event for each carrier in the documented form', async () => {
      const { body } = await ask(sydneyToMelbourne(), { 'api-key': jane.key });
      assert.ok(body.startsWith('event: ready\ndata: {"carrierCount":'));
      assert.ok(body.endsWith('}\n\n'));
      assert.deepEqual(shapeOf(parseEvents(body)[0]?.data), {
        carrierCount: 'number',
        cached: 'boolean',
      });
    });
  });
}

const warehouse = { suburb: 'SYDNEY', postcode: '2000', type: 'business' };
