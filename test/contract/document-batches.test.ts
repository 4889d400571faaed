// Several labels or manifests in one file: all or none, and an error names what is missing.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { cancelBooking } from '../../src/application/bookings/cancel-booking.ts';
import { bookingId } from '../../src/domain/bookings/booking.ts';
import { type BookingShown, Checkout, generations } from '../support/bookings/checkout.ts';
import { aCarton, type Body, sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { openPdf } from '../support/documents/read-document.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

for (const setup of setups) {
  describe(`batches on ${setup.name}`, () => {
    let t: TestApp;
    before(async () => {
      t = await startTestApp(setup, { limits: { v4PerMinute: 0, v5PerMinute: 0 } });
    });
    after(() => t.close());

    for (const urls of generations) {
      describe(urls.name, () => {
        let shop: Checkout;
        let booked: BookingShown[];
        let quoted: BookingShown;
        before(async () => {
          shop = new Checkout(t, await t.addMember(`batch@${urls.name}.example`), urls);
          await shop.giveCredit(100_000);
          booked = [
            await shop.book({}, 'northline'),
            await shop.book({}, 'toll'),
            await shop.book({}, 'northline'),
          ];
          quoted = await shop.quote();
        });
        const batch = (kind: string, body: Body, query = '') =>
          shop.post(`${urls.prefix}/bookings/${kind}/batch${query}`, body);
        const ids = () => booked.map(({ id }) => id);

        test('returns labels in the requested order, each once', async () => {
          const [a, b, c] = booked;
          const order = [c, a, b, a].map((booking) => booking?.id ?? 0);
          const answer = await batch('labels', { booking_ids: order, format: 'a6' });
          assert.equal(answer.statusCode, 200, answer.body);
          assert.equal(answer.headers['content-type'], 'application/pdf');
          assert.match(String(answer.headers['content-disposition']), /filename="labels\.pdf"/);
          const pages = await openPdf(answer.rawPayload);
          assert.deepEqual(
            pages.map(({ text }) =>
              booked.findIndex(({ connote }) => text.includes(connote ?? '?')),
            ),
            [2, 0, 1],
          );
          assert.equal(Math.round(pages[0]?.widthMm ?? 0), 105);
        });

        test('counts every printed document towards the member who asked for it', async () => {
          const { print } = t.app.printer;
          const turns: (number | undefined)[] = [];
          t.app.printer.print = (job, member) => {
            turns.push(member);
            return print(job, member);
          };
          try {
            const { id } = await shop.book({}, 'northline');
            await batch('labels', { booking_ids: ids() });
            await batch('manifests', { booking_ids: ids() });
            for (const path of ['label', 'manifest', 'invoice'])
              await t.get(`${urls.bookings}/${id}/${path}`, { 'api-key': shop.member.key });
          } finally {
            t.app.printer.print = print;
          }
          assert.deepEqual(turns, Array(5).fill(shop.member.id));
        });

        test('prints the same batch under the path of the other booking routes', async () => {
          for (const kind of ['labels', 'manifests']) {
            const answer = await shop.post(`${urls.bookings}/${kind}/batch`, {
              booking_ids: ids(),
            });
            assert.equal(answer.statusCode, 200, answer.body);
            assert.equal(answer.headers['content-type'], 'application/pdf');
          }
        });

        test('accepts other spellings and numbers as text, and prints standard labels by default', async () => {
          const texts = ids().map(String);
          for (const [body, width] of [
            [{ ids: texts }, 210],
            [{ booking_ids: ids(), label_format: 'A6' }, 105],
            [{ booking_ids: ids(), format: 'standard' }, 210],
          ] as const) {
            const answer = await batch('labels', body);
            assert.equal(answer.statusCode, 200, answer.body);
            const pages = await openPdf(answer.rawPayload);
            assert.equal(pages.length, 3);
            assert.equal(Math.round(pages[0]?.widthMm ?? 0), width);
          }
          const zpl = await batch('labels', { booking_ids: ids() }, '?format=zpl');
          assert.equal(zpl.body.match(/\^XA/g)?.length, 3);
        });

        test('prints one manifest for each carrier with all of its consignments', async () => {
          const answer = await batch('manifests', { booking_ids: ids() });
          assert.equal(answer.statusCode, 200, answer.body);
          const pages = await openPdf(answer.rawPayload);
          assert.equal(pages.length, 2);
          const [northline, toll] = pages;
          assert.match(northline?.text ?? '', /Total 2 consignments, 2 pieces/);
          assert.ok(northline?.text.includes(booked[2]?.connote ?? '?'));
          assert.ok(toll?.text.includes(booked[1]?.connote ?? '?'));
        });

        for (const kind of ['labels', 'manifests']) {
          test(`${kind}: names a foreign or unknown booking and prints nothing`, async () => {
            const stranger = shop.as(urls, await t.addMember(`${kind}@${urls.name}.example`));
            const { id } = await stranger.quote();
            const answer = await batch(kind, { booking_ids: [...ids(), id, 999_999_999] });
            assert.equal(answer.statusCode, 404, answer.body);
            assert.deepEqual(answer.json().booking_ids, [id, 999_999_999]);
            assert.ok(answer.json().message.includes('999999999'));
          });

          test(`${kind}: names an unconfirmed booking and prints nothing`, async () => {
            const answer = await batch(kind, { booking_ids: [...ids(), quoted.id] });
            assert.equal(answer.statusCode, 422, answer.body);
            assert.equal(answer.json().error, `${kind}_not_ready`);
            assert.deepEqual(answer.json().booking_ids, [quoted.id]);
          });

          test(`${kind}: says that a named booking was cancelled`, async () => {
            const { id } = await shop.book({}, 'northline');
            await cancelBooking(t.app, bookingId(id));
            const answer = await batch(kind, { booking_ids: [...ids(), id] });
            assert.deepEqual(answer.json().booking_ids, [id]);
            assert.match(
              answer.json().message,
              /not confirmed, cancelled.*Leave it out, or confirm first and retry/,
            );
          });

          test(`${kind}: refuses a batch without one to fifty booking ids`, async () => {
            for (const [body, field] of [
              [{}, 'booking_ids'],
              [{ booking_ids: [] }, 'booking_ids'],
              [{ booking_ids: 7 }, 'booking_ids'],
              [{ booking_ids: Array.from({ length: 51 }, (_, n) => n + 1) }, 'booking_ids'],
              [{ booking_ids: [1, 'two', -3, 1.5, null] }, 'booking_ids'],
              [{ booking_ids: [1], format: 'a5' }, 'format'],
            ] as const) {
              const answer = await batch(kind, body);
              assert.equal(answer.statusCode, 400, JSON.stringify(body));
              assert.ok(field in answer.json().errors, answer.body);
            }
          });

          test(`${kind}: prints nothing without a key`, async () => {
            const answer = await t.inject({
              method: 'POST',
              url: `${urls.prefix}/bookings/${kind}/batch`,
              payload: { booking_ids: ids() },
            });
            assert.equal(answer.statusCode, 401);
          });
        }

        test('rejects a batch of too many labels before drawing any', async () => {
          const largeBookings: number[] = [];
          for (let n = 0; n < 3; n += 1) {
            const items = [
              aCarton({ weight: 1, length: 10, width: 10, height: 10, quantity: 700 }),
            ];
            const { id } = await shop.quote(sydneyToMelbourne({ items }));
            assert.equal((await shop.confirm(id, { payment_method: 'demo' })).statusCode, 200);
            largeBookings.push(id);
          }
          const answer = await batch('labels', { booking_ids: largeBookings, format: 'a6' });
          assert.equal(answer.statusCode, 422, answer.body);
          assert.match(answer.json().message, /2100 labels; at most 2000/);
        });

        test('names the bookings whose carrier takes no manifests', async () => {
          const other = await shop.book({}, 'couriers_please');
          const answer = await batch('manifests', { booking_ids: [...ids(), other.id] });
          assert.equal(answer.statusCode, 422, answer.body);
          assert.equal(answer.json().error, 'manifest_not_supported');
          assert.deepEqual(answer.json().booking_ids, [other.id]);
        });
      });
    }
  });
}
