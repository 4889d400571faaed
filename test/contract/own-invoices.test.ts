// All invoices of a period in one file: which are included, and the maximum number.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { cancelBooking } from '../../src/application/bookings/cancel-booking.ts';
import { bookingId } from '../../src/domain/bookings/booking.ts';
import { dayMs } from '../../src/domain/time/durations.ts';
import { runStatement } from '../support/bookings/bookings.ts';
import { Checkout } from '../support/bookings/checkout.ts';
import { openPdf } from '../support/documents/read-document.ts';
import { saveCard } from '../support/money/saved-card.ts';
import { Visitor } from '../support/pages/members-area.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

for (const setup of setups) {
  describe(`invoices of a period on ${setup.name}`, () => {
    let t: TestApp;
    let shop: Checkout;
    let page: Visitor;
    before(async () => {
      t = await startTestApp(setup, { limits: { v5PerMinute: 0 } });
      const member = await t.addMember();
      shop = new Checkout(t, member);
      await shop.giveCredit(10_000);
      page = await new Visitor(t).signIn(member);
    });
    after(() => t.close());

    const textOf = async (query: string): Promise<string> => {
      const answer = await page.get(`/credit/invoices${query}`);
      assert.equal(answer.statusCode, 200, answer.body.slice(0, 300));
      assert.equal(answer.headers['content-type'], 'application/pdf');
      const pages = await openPdf(answer.rawPayload);
      return pages.map(({ text }) => text).join('\n');
    };

    test('includes each purchase once, however it was paid and even if it was cancelled', async () => {
      const none = await page.get('/credit/invoices');
      assert.equal(none.statusCode, 422, none.body);
      assert.match(none.json().message, /no invoice in this time/);
      const onCredit = await shop.book();
      const card = await saveCard(t.app, shop.member);
      const byCard = await shop.book({ payment_method: card });
      await cancelBooking(t.app, bookingId(byCard.id));
      const demo = await shop.book({ payment_method: 'demo' });
      const unpaid = await shop.quote();
      const other = new Checkout(t, await t.addMember('other@example.com'));
      await other.giveCredit(1_000);
      const foreign = await other.book();
      t.advanceClock(10 * dayMs);
      const later = await shop.book();
      const all = await textOf('');
      const has = (text: string, { id }: { id: number }): boolean => text.includes(`INV-${id}`);
      assert.deepEqual(
        [onCredit, byCard, later, demo, unpaid, foreign].map((booking) => has(all, booking)),
        [true, true, true, false, false, false],
      );
      assert.ok(all.indexOf(`INV-${onCredit.id}`) < all.indexOf(`INV-${later.id}`), 'oldest first');
      const recent = await textOf('?since=2026-11-20');
      assert.deepEqual([has(recent, later), has(recent, onCredit)], [true, false]);
      const first = await textOf('?until=2026-11-20');
      assert.deepEqual([has(first, later), has(first, onCredit)], [false, true]);
      for (const wrong of ['since=whenever', 'until=whenever'])
        assert.equal((await page.get(`/credit/invoices?${wrong}`)).statusCode, 400, wrong);
    });

    test('rejects more invoices than fit a file before drawing any, and says what to do', async () => {
      const { bookings } = t.app.store;
      const { listSold } = bookings;
      bookings.listSold = async (wanted) => {
        const { found, isCut } = await listSold(wanted);
        const [invoice] = found;
        assert.ok(invoice);
        return { found: Array.from({ length: 101 }, () => invoice), isCut };
      };
      try {
        const answer = await page.get('/credit/invoices');
        assert.equal(answer.statusCode, 422, answer.body);
        assert.match(answer.json().message, /more than 100 invoices .* Choose a shorter time/);
      } finally {
        bookings.listSold = listSold;
      }
    });

    test("leaves demos and bookings on the member's own carrier accounts out of the invoice limit", async () => {
      const kim = await t.addMember('kim@example.com');
      const kims = new Checkout(t, kim);
      await kims.giveCredit(1_000);
      const sold = await kims.book();
      const own = await kims.book();
      const demo = await kims.book({ payment_method: 'demo' });
      await runStatement(
        t.place,
        `update bookings set confirmation = '{"isOwnAccount":true,' || substr(confirmation, 2)
           where id = ${own.id}`,
      );
      for (const { id } of [demo, own]) await repeat(id, 500);
      const wanted = await new Visitor(t).signIn(kim);
      const answer = await wanted.get('/credit/invoices');
      assert.equal(answer.statusCode, 200, answer.body.slice(0, 300));
      const pages = await openPdf(answer.rawPayload);
      assert.equal(pages.length, 1);
      assert.ok(pages[0]?.text.includes(`INV-${sold.id}`));
      // If a period exceeds the search limit, the answer must not claim that there are no invoices.
      await repeat(own.id, 10_000);
      const refused = await wanted.get('/credit/invoices');
      assert.equal(refused.statusCode, 422, refused.body.slice(0, 300));
      assert.match(refused.json().message, /more than 10000 bookings .* Choose a shorter time/);
    });

    /** Copies a booking this many times. */
    const repeat = async (id: number, times: number): Promise<void> => {
      const columns =
        'member_id, status, connote, created_at_ms, document, carrier, cost_cents, confirmation, confirmed_at_ms, is_demo';
      await runStatement(
        t.place,
        `with recursive count(n) as (select 1 union all select n + 1 from count where n < ${times})
           insert into bookings (${columns})
           select ${columns} from bookings, count where bookings.id = ${id}`,
      );
    };
  });
}
