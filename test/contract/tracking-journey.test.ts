// From checkout to delivery: every way to confirm a booking starts its tracking and e-mails exactly once.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { cancelBooking } from '../../src/application/bookings/cancel-booking.ts';
import { setBookingStatus } from '../../src/application/bookings/set-booking-status.ts';
import { sendMails } from '../../src/application/mail/send-mails.ts';
import { bookingId } from '../../src/domain/bookings/booking.ts';
import { type BookingShown, Checkout, generations } from '../support/bookings/checkout.ts';
import { melbourne, sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { addScan } from '../support/bookings/shipments.ts';
import { noted } from '../support/components/mailing.ts';
import { saveCard } from '../support/money/saved-card.ts';
import { ScriptedGateway } from '../support/money/scripted-gateway.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

type Tracking = {
  state: string;
  connote: string | null;
  statusPhrase: string;
  items: { eta: string | null }[];
};

const notifyingBody = sydneyToMelbourne({
  receiver: { ...melbourne, name: 'Robin', email: 'robin@example.com' },
  notifications: { email: true, sms: true },
});

for (const setup of setups) {
  describe(`a shop's journey on ${setup.name}`, () => {
    let t: TestApp;
    let shop: Checkout;
    let card: string;
    before(async () => {
      t = await startTestApp(setup, {
        gateway: new ScriptedGateway(),
        limits: { v4PerMinute: 0 },
      });
      shop = new Checkout(t, await t.addMember());
      await shop.giveCredit(100_000);
      card = await saveCard(t.app, shop.member, { isDefault: true });
    });
    after(() => t.close());

    const track = async (reference: string | number): Promise<Tracking> => {
      const headers = { 'api-key': shop.member.key };
      return (await t.get(`/api/v5/tracking/${reference}`, headers)).json();
    };
    const mailsOf = async (id: number): Promise<string[]> =>
      (await t.app.store.mails.list(bookingId(id))).map(({ kind }) => kind).toSorted();
    const book = async (change: object): Promise<BookingShown> => {
      const quoted = await shop.quote(notifyingBody);
      const answer = await shop.confirm(
        quoted.id,
        shop.confirmRequest(quoted, 'toll', { ...change }),
      );
      assert.equal(answer.statusCode, 200, answer.body);
      return answer.json();
    };

    for (const urls of generations) {
      test(`${urls.name}: quote, confirm, track to delivered`, async () => {
        const checkout = shop.as(urls);
        const quoted = await checkout.quote(notifyingBody);
        assert.equal((await track(quoted.id)).statusPhrase, 'Not booked yet');
        const answer = await checkout.confirm(quoted.id, checkout.confirmRequest(quoted));
        const { id, connote } = answer.json<BookingShown>();
        assert.ok(connote);
        const begun = await track(connote);
        assert.equal(begun.state, 'pending');
        assert.match(begun.items[0]?.eta ?? '', /^2026-11-\d\d$/);
        assert.deepEqual(await mailsOf(id), ['confirmed']);
        for (const [stage, state] of [
          ['picked_up', 'picked_up'],
          ['in_transit', 'in_transit'],
          ['out_for_delivery', 'out_for_delivery'],
          ['delivered', 'delivered'],
        ] as const) {
          t.advanceClock(3_600_000);
          await addScan(t, id, stage, `It is ${stage}`, 'MELBOURNE VIC');
          assert.equal((await track(id)).state, state);
        }
        assert.deepEqual(await mailsOf(id), ['confirmed', 'delivered', 'out_for_delivery']);
      });
    }

    test('bookings by card, as a demo or in one call begin tracking', async () => {
      const byCard = await book({ payment_method: card });
      assert.equal((await track(byCard.id)).connote, byCard.connote);
      assert.deepEqual(await mailsOf(byCard.id), ['confirmed']);

      const quoted = await shop.quote(notifyingBody);
      const demo = (await shop.confirm(quoted.id, { payment_method: 'demo' })).json<BookingShown>();
      assert.match(demo.connote ?? '', /^DEMO-/);
      assert.deepEqual(await mailsOf(demo.id), ['confirmed', 'delivered', 'out_for_delivery']);
      t.advanceClock(60_000);
      assert.equal((await track(demo.connote ?? '')).state, 'delivered');

      const atOnce = await shop.post(shop.urls.bookings, {
        ...notifyingBody,
        payment_method: 'demo',
      });
      assert.equal(atOnce.statusCode, 201, atOnce.body);
      assert.equal((await track(atOnce.json<BookingShown>().id)).state, 'pending');
    });

    test('a cancelled booking needs attention and is not tracked further', async () => {
      const { id } = await book({});
      await cancelBooking(t.app, bookingId(id));
      const now = await track(id);
      assert.equal(now.state, 'attention');
      assert.equal(now.statusPhrase, 'Cancelled');
      assert.equal(now.items[0]?.eta, null);
      const { mailing, sent } = noted();
      while ((await sendMails(t.app, mailing)) > 0) {
        // Send until no e-mail is due.
      }
      assert.ok(sent.every(({ messageId }) => !messageId.includes(`-${id}-`)));
      const [mail] = await t.app.store.mails.list(bookingId(id));
      assert.deepEqual([mail?.status, mail?.detail], ['withheld', 'cancelled']);
    });

    test("a booking booked again by hand is tracked under the carrier's number", async () => {
      const { id, connote } = await book({});
      await setBookingStatus(t.app, bookingId(id), {
        status: 'booked_manually',
        connote: 'BYHAND7',
      });
      assert.equal((await track('byhand7')).connote, 'BYHAND7');
      assert.equal((await track(connote ?? '')).state, 'not_found');
      assert.deepEqual(await mailsOf(id), ['confirmed']);
    });

    test('a rejected confirmation starts no tracking', async () => {
      const quoted = await shop.quote(notifyingBody);
      const refused = await shop.confirm(quoted.id, {});
      assert.equal(refused.statusCode, 400);
      assert.deepEqual(await mailsOf(quoted.id), []);
      assert.equal(await t.app.store.shipments.find(bookingId(quoted.id)), undefined);
    });
  });
}
