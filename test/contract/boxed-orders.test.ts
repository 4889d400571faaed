// An order that the key's settings pack into cartons: the cartons are priced, labelled, picked up and tracked, while
// the booking still shows the ordered items.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { changeKeySettings } from '../../src/application/keys/change-key-settings.ts';
import type { CarrierBooking, ConsignmentRequest } from '../../src/application/ports.ts';
import { bookingId } from '../../src/domain/bookings/booking.ts';
import { type BookingShown, Checkout, generations } from '../support/bookings/checkout.ts';
import { aCarton, sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { liveCarrier } from '../support/carriers/scripted-booking.ts';
import { openPdf } from '../support/documents/read-document.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const boxing = { box_length: 60, box_width: 60, box_height: 60, box_weight: 30 };
const small = aCarton({ weight: 1, length: 20, width: 20, height: 20, quantity: 8 });
const pallet = aCarton({ description: 'Pallet', weight: 90, length: 110, width: 110, height: 90 });
const order = sydneyToMelbourne({ items: [small, pallet] });

for (const setup of setups) {
  describe(`boxed orders on ${setup.name}`, () => {
    let t: TestApp;
    /** Booking requests that the connected carrier got. */
    const requests: ConsignmentRequest[] = [];
    const carrierBooking: CarrierBooking = {
      book: async (request) => {
        requests.push(request);
        return { outcome: 'booked', connote: `LIVE${requests.length}` };
      },
      find: async () => ({ outcome: 'absent' }),
    };
    before(async () => {
      t = await startTestApp(setup, {
        limits: { v4PerMinute: 0, v5PerMinute: 0 },
        live: [liveCarrier('live_carrier', carrierBooking)],
      });
    });
    after(() => t.close());

    for (const urls of generations) {
      describe(urls.name, () => {
        let shop: Checkout;
        before(async () => {
          shop = new Checkout(t, await t.addMember(`boxed@${urls.name}.example`), urls);
          await shop.giveCredit(100_000);
        });
        const box = (order_boxing: 'on' | 'off') =>
          changeKeySettings(t.app, shop.member.keyId, {
            parts: { module_setting: { ...boxing, order_boxing } },
          });
        const confirm = async (quoted: BookingShown, carrier = 'toll'): Promise<void> => {
          const answer = await shop.confirm(quoted.id, shop.confirmRequest(quoted, carrier));
          assert.equal(answer.statusCode, 200, answer.body);
        };
        const pagesOf = async (id: number, document: string) => {
          const url = `${urls.bookings}/${id}/${document}`;
          return await openPdf((await t.get(url, { 'api-key': shop.member.key })).rawPayload);
        };
        const piecesTracked = async (id: number) =>
          (await t.app.store.shipments.find(bookingId(id)))?.pieces;

        test('gives each carton of a boxed order a label, a manifest line and a tracked piece', async () => {
          await box('on');
          const quoted = await shop.quote(order);
          await confirm(quoted);
          const labels = await pagesOf(quoted.id, 'a6label');
          assert.equal(labels.length, 2);
          assert.match(labels[0]?.text ?? '', /1 of 2/);
          assert.match(labels[0]?.text ?? '', /60 × 60 × 60 cm/);
          assert.match(labels[0]?.text ?? '', /8 kg/);
          assert.match(labels[1]?.text ?? '', /110 × 110 × 90 cm/);
          const [manifest] = await pagesOf(quoted.id, 'manifest');
          assert.match(manifest?.text ?? '', /2 pieces, 98 kg/);
          assert.equal(await piecesTracked(quoted.id), 2);
          const { items } = (await shop.read(quoted.id)) as BookingShown & { items: unknown[] };
          assert.deepEqual(
            items.map((item) => (item as { quantity: number }).quantity),
            [8, 1],
          );
        });

        test('asks a connected carrier to take the cartons of a boxed order', async () => {
          await box('on');
          const quoted = await shop.quote(order);
          await confirm(quoted, 'live_carrier');
          const { booking } = requests.at(-1) ?? assert.fail('the carrier got no booking request');
          assert.deepEqual(
            booking.items.map(({ quantity, weightGrams }) => [quantity, weightGrams]),
            [
              [1, 8_000],
              [1, 90_000],
            ],
          );
        });

        test('labels follow a booking that is quoted again without boxing or with other items', async () => {
          await box('on');
          const quoted = await shop.quote(order);
          await box('off');
          const change = (payload: object) =>
            t.inject({
              method: 'PUT',
              url: `${urls.bookings}/${quoted.id}`,
              headers: { 'api-key': shop.member.key },
              payload,
            });
          // The description does not affect the price, so the cartons stay.
          await change({ description: 'Tiles' });
          const stored = await t.app.store.bookings.findForAnyMember(bookingId(quoted.id));
          assert.equal(stored?.packed?.length, 2);
          const changed = await change({ items: [small] });
          assert.equal(changed.statusCode, 200, changed.body);
          await confirm(changed.json<BookingShown>());
          assert.equal((await pagesOf(quoted.id, 'a6label')).length, 17);
          assert.equal(await piecesTracked(quoted.id), 17);
        });
      });
    }
  });
}
