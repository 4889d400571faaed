// Texts and lists that are too large are rejected by their size. Their cost is in faults/costly-requests.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { aCarton, melbourne, sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp, type TestMember } from '../support/test-app.ts';

for (const setup of setups)
  describe(`oversized requests on ${setup.name}`, () => {
    let t: TestApp;
    let jane: TestMember;
    before(async () => {
      t = await startTestApp(setup);
      jane = await t.addMember();
    });
    after(() => t.close());

    const post = (payload: object) =>
      t.inject({
        method: 'POST',
        url: '/api/v5/bookings',
        headers: { 'api-key': jane.key },
        payload,
      });

    test('refuses a suburb of 120 000 characters for its length, and matches it with no place', async () => {
      const receiver = { ...melbourne, postcode: '0822', suburb: 'N S E W '.repeat(15_000) };
      const answer = await post(sydneyToMelbourne({ receiver }));
      assert.equal(answer.statusCode, 400, answer.body);
      assert.deepEqual(answer.json().errors, {
        receiver: {
          suburb: ['receiver.suburb must have at most 255 characters; it has 119999.'],
        },
      });
    });

    test('refuses a suburb of 250 words for not being one of its postcode', async () => {
      const receiver = { ...melbourne, postcode: '0822', suburb: 'N S E W '.repeat(31) };
      const answer = await post(sydneyToMelbourne({ receiver }));
      assert.equal(answer.statusCode, 400);
      assert.match(answer.json().message, /is not in postcode 0822/);
    });

    test('answers one sentence to a list of half a million numbers as items', async () => {
      const answer = await post(sydneyToMelbourne({ items: Array(500_000).fill(1) }));
      assert.equal(answer.statusCode, 422);
      assert.deepEqual(answer.json().errors, {
        items: ['items has 500000 lines; at most 200 fit in a booking.'],
      });
    });

    test('names at most a hundred problems of the items of one request', async () => {
      const answer = await post(sydneyToMelbourne({ items: Array(200).fill(1) }));
      assert.equal(answer.statusCode, 400);
      assert.equal(Object.keys(answer.json().errors.items).length, 100);
    });

    test('refuses a change with 201 items before reading any of them', async () => {
      const { id } = (await post(sydneyToMelbourne())).json();
      const answer = await t.inject({
        method: 'PUT',
        url: `/api/v5/bookings/v4/${id}`,
        headers: { 'api-key': jane.key },
        payload: { items: Array(201).fill(aCarton()) },
      });
      assert.equal(answer.statusCode, 422, answer.body);
    });

    test('refuses a search text of 300 characters for its length', async () => {
      const answer = await t.get(`/api/v5/locations/search?q=${'a'.repeat(300)}`);
      assert.equal(answer.statusCode, 400);
      assert.equal(answer.json().message, 'q must have at most 255 characters; it has 300.');
    });
  });
