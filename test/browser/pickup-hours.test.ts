// Pickup hours on the booking page, in a real browser: offered within the carrier's hours, booked as chosen, and
// rejected at their fields once they have passed.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { Checkout } from '../support/bookings/checkout.ts';
import { fillContacts } from '../support/pages/book-form.ts';
import {
  desktop,
  MembersArea,
  overflow,
  phone,
  seriousViolations,
} from '../support/pages/members-pages.ts';

describe('pickup hours', () => {
  let area: MembersArea;
  before(async () => {
    area = await MembersArea.open();
  });
  after(() => area.close());
  beforeEach(() => {
    area.complaints.length = 0;
  });

  const openForm = async (email: string, size = desktop) => {
    const shop = new Checkout(area.t, await area.t.addMember(email));
    await shop.giveCredit(500);
    const { id, quotes } = await shop.quote();
    const page = await area.visit(`/bookings/${id}/book?carrier=toll`, { as: shop.member, size });
    await fillContacts(page);
    const { pickup_dates: days = [], pickup_time: hours } = quotes.toll ?? {};
    return { shop, id, page, day: days[0] ?? '', hours: hours ?? { from: '', to: '' } };
  };
  const book = (page: Page) => page.getByRole('button', { name: /^Book for/ }).click();
  const fields = (page: Page) =>
    [page.getByLabel('Not before'), page.getByLabel('Not after')] as const;
  const offered = async (page: Page, label: string): Promise<string[]> =>
    (await page.getByLabel(label).locator('option').allInnerTexts()).map((text) =>
      text.replaceAll('\u00a0', ' '),
    );
  const windowOf = async (shop: Checkout, id: number): Promise<string[]> =>
    (await shop.read(id)).pickup_window.map((time) => time.slice(11, 16));

  for (const [device, size] of [
    ['desktop', desktop],
    ['phone', phone],
  ] as const) {
    test(`chooses hours within the carrier's and books them: ${device}`, async () => {
      const { shop, id, page, hours } = await openForm(`${device}@example.com`, size);
      assert.deepEqual(hours, { from: '12:00', to: '17:00' });
      const [notBefore, notAfter] = fields(page);
      await notAfter.selectOption('15:00');
      await notBefore.selectOption('14:00');
      assert.deepEqual((await offered(page, 'Not after')).slice(-2), ['3:00 pm', '2:30 pm']);
      assert.deepEqual(await seriousViolations(page), []);
      assert.equal(await overflow(page), 0);
      await book(page);
      await page.waitForURL(`**/bookings/${id}`);
      await page.getByText('2:00–3:00 pm').waitFor();
      assert.deepEqual(await windowOf(shop, id), ['14:00', '15:00']);
      assert.deepEqual(area.complaints, []);
      await page.context().close();
    });
  }

  test("books the carrier's hours for the end of pickup that was left blank", async () => {
    for (const [email, chosen, expected] of [
      ['none@example.com', undefined, ['12:00', '17:00']],
      ['late@example.com', '14:30', ['14:30', '17:00']],
    ] as const) {
      const { shop, id, page } = await openForm(email);
      if (chosen !== undefined) await page.getByLabel('Not before').selectOption(chosen);
      await book(page);
      await page.waitForURL(`**/bookings/${id}`);
      assert.deepEqual(await windowOf(shop, id), expected);
      await page.context().close();
    }
  });

  // Keep this test last, because it moves the clock for all.
  test('refuses pickup hours that have passed at their fields and accepts later ones', async () => {
    const { shop, id, page, day } = await openForm('over@example.com');
    const [notBefore, notAfter] = fields(page);
    await notAfter.selectOption('14:00');
    area.t.advanceClock(Date.parse(`${day}T14:30:00+11:00`) - area.t.app.clock.nowMs());
    await book(page);
    await page.getByText('The pickup time 12:00-14:00 has passed on').waitFor();
    await page.getByText('Check the highlighted fields').waitFor();
    await notBefore.and(page.locator(':focus')).waitFor();
    assert.equal(await notAfter.getAttribute('aria-invalid'), 'true');
    await notAfter.selectOption('16:00');
    await book(page);
    await page.waitForURL(`**/bookings/${id}`);
    assert.deepEqual(await windowOf(shop, id), ['12:00', '16:00']);
    await page.context().close();
  });
});
