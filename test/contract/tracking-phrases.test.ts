// Tracking for programs that search the answer for words or table rows in place of codes.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { hourMs } from '../../src/domain/time/durations.ts';
import { aShipmentOf, report } from '../support/bookings/shipments.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp, type TestMember } from '../support/test-app.ts';

const olderPaths = ['/api/bookings/v4/track', '/api/bookings/track', '/api/bookings/track/v4'];
const paths = [...olderPaths, '/api/v5/tracking', '/api/v5/bookings/track/v4'];
/** Monday, 16 November 2026, 9:00 in Melbourne. */
const mondayAtNine = Date.UTC(2026, 10, 15, 22);

/** A carrier's text, the stage that it means, and the words that programs look for. */
const journey = [
  ['Consignment received from sender, collected', 'picked_up', 'picked up'],
  ['Linehaul departed depot', 'in_transit', 'in transit'],
  ['With driver', 'out_for_delivery', 'on board for delivery'],
  ['POD received', 'delivered', 'delivered'],
] as const;

for (const setup of setups) {
  describe(`tracking phrases on ${setup.name}`, () => {
    let t: TestApp;
    let jane: TestMember;
    before(async () => {
      t = await startTestApp(setup, { limits: { v4PerMinute: 0 } });
      jane = await t.addMember();
    });
    after(() => t.close());

    const ask = (url: string, accept?: string) =>
      t.get(url, { 'api-key': jane.key, ...(accept === undefined ? {} : { accept }) });
    const shipmentAt = async (step: number) => {
      const shipment = await aShipmentOf(t, jane);
      for (const [n, [, stage]] of journey.slice(0, step).entries())
        await report(t, shipment, { status: `Scan ${n}`, stage, atMs: mondayAtNine + n * hourMs });
      return shipment;
    };

    for (const path of paths) {
      test(`${path}: answers with the words of the current state and never those of a later one`, async () => {
        for (const step of journey.keys()) {
          const { id } = await shipmentAt(step + 1);
          const text = (await ask(`${path}/${id}`)).body.toLowerCase();
          for (const [n, [, , words]] of journey.entries())
            if (n >= step) assert.equal(text.includes(words), n === step, `${words} in ${text}`);
          assert.equal(text.includes('out for delivery'), step === 2, text);
        }
      });
    }

    test('v4: gives state, phrase and headline beside the code, and delivered only once true', async () => {
      const outForDelivery = await shipmentAt(3);
      const { status, state, status_phrase, headline, tracking_events, ...rest } = (
        await ask(`/api/bookings/track/v4/${outForDelivery.id}`)
      ).json();
      assert.deepEqual(
        [status, state, status_phrase, headline],
        [3, 'out_for_delivery', 'On board for delivery', 'The shipment is out for delivery'],
      );
      assert.deepEqual(tracking_events[0], {
        status: 3,
        status_phrase: 'On board for delivery',
        date: '2026-11-16',
        time: '11:00',
        depot: '',
        description: 'Scan 2',
      });
      assert.deepEqual(Object.keys(rest).toSorted(), ['connote', 'courier', 'id']);
      const there = await shipmentAt(4);
      const now = (await ask(`/api/bookings/track/v4/${there.id}`)).json();
      assert.deepEqual([now.status, now.state, now.delivered], [4, 'delivered', true]);
      const [newest, before] = now.tracking_events;
      assert.deepEqual([newest.status_phrase, newest.delivered], ['Delivered', true]);
      assert.deepEqual(
        [before.status_phrase, before.delivered],
        ['On board for delivery', undefined],
      );
    });

    test("v5: an event's status is the plain word, with the carrier's own words beside it", async () => {
      const shipment = await aShipmentOf(t, jane);
      await report(
        t,
        shipment,
        { status: 'Delivered to neighbour, signed', atMs: mondayAtNine + 2 * hourMs },
        { status: 'Zorp 17', atMs: mondayAtNine + hourMs },
        { status: 'On-board for delivery', atMs: mondayAtNine },
      );
      const { statusPhrase, items } = (await ask(`/api/v5/tracking/${shipment.id}`)).json();
      assert.equal(statusPhrase, 'Delivered');
      assert.deepEqual(
        items[0].events.map(
          (event: { status: string; description: string; raw: { status: string } }) => [
            event.status,
            event.description,
            event.raw.status,
          ],
        ),
        [
          ['Delivered', 'Delivered to neighbour, signed', 'Delivered to neighbour, signed'],
          ['Zorp 17', 'Zorp 17', 'Zorp 17'],
          ['On board for delivery', 'On-board for delivery', 'On-board for delivery'],
        ],
      );
    });

    for (const path of paths) {
      test(`${path}: answers text/html with a table of status, date, time, depot and description`, async () => {
        const shipment = await aShipmentOf(t, jane);
        await report(
          t,
          shipment,
          { status: 'Scan 1', stage: 'in_transit', atMs: mondayAtNine, place: 'SYDNEY NSW' },
          {
            status: '<b>Fritz & Co</b>',
            stage: 'out_for_delivery',
            atMs: mondayAtNine + hourMs,
            place: 'MELBOURNE VIC',
          },
        );
        const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
        for (const accept of ['text/html', browser]) {
          const answer = await ask(`${path}/${shipment.connote}`, accept);
          assert.equal(answer.statusCode, 200, answer.body);
          assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8');
          assert.match(String(answer.headers.vary), /accept/i);
          assert.deepEqual(rowsOf(answer.body), [
            ['Status', 'Date', 'Time', 'Depot', 'Description'],
            ['On board for delivery', '2026-11-16', '10:00', 'MELBOURNE VIC', '<b>Fritz & Co</b>'],
            ['In transit', '2026-11-16', '09:00', 'SYDNEY NSW', 'Scan 1'],
          ]);
        }
      });

      test(`${path}: answers JSON to programs that do not prefer text/html`, async () => {
        const { id } = await shipmentAt(1);
        for (const accept of [
          undefined,
          '',
          '*/*',
          'application/json',
          'application/json, text/plain, */*',
          'application/json, text/html;q=0.9',
          'text/html;q=0, */*',
          'text/*',
        ]) {
          const answer = await ask(`${path}/${id}`, accept);
          assert.match(String(answer.headers['content-type']), /^application\/json/, accept);
          assert.match(String(answer.headers.vary), /accept/i);
        }
      });
    }

    test('a shipment without events has an empty page, and v4 rejects an unknown one', async () => {
      const { id } = await aShipmentOf(t, jane);
      const waiting = await ask(`/api/bookings/track/v4/${id}`, 'text/html');
      assert.equal(waiting.statusCode, 200);
      assert.equal(rowsOf(waiting.body).length, 1);
      assert.match(waiting.body, /Awaiting pickup/);
      const missing = await ask('/api/bookings/track/v4/999999999', 'text/html');
      assert.equal(missing.statusCode, 404);
      const unmatched = await ask('/api/v5/tracking/999999999', 'text/html');
      assert.equal(unmatched.statusCode, 200);
      assert.match(unmatched.body, /We could not find this shipment/);
      assert.equal(
        (await t.get(`/api/v5/tracking/${id}`, { accept: 'text/html' })).statusCode,
        401,
      );
    });
  });
}

/** The cells of each row, as an existing program reads them. */
function rowsOf(page: string): string[][] {
  return [...page.matchAll(/<tr\b[^>]*>(.*?)<\/tr>/gis)].map(([, row = '']) =>
    [...row.matchAll(/<t[dh]\b[^>]*>(.*?)<\/t[dh]>/gis)].map(([, cell = '']) =>
      cell.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&').trim(),
    ),
  );
}
