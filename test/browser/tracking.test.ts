// Tracking in the members area, in a real browser. The receiver's page is in tracking-page.test.ts.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { Checkout } from '../support/bookings/checkout.ts';
import { MembersArea, overflow, phone } from '../support/pages/members-pages.ts';

describe('tracking in the members area', () => {
  let area: MembersArea;
  before(async () => {
    area = await MembersArea.open();
  });
  after(() => area.close());
  beforeEach(() => {
    area.complaints.length = 0;
  });

  test('tracks a shipment by its number, also on a phone', async () => {
    const nia = await area.t.addMember('nia@example.com');
    const post = (url: string, payload: object) =>
      area.t.inject({ method: 'POST', url, headers: { 'api-key': nia.key }, payload });
    const { id } = (
      await post('/api/v5/bookings', {
        sender: { postcode: '2000', suburb: 'SYDNEY', type: 'business' },
        receiver: { postcode: '3000', suburb: 'MELBOURNE', type: 'residential' },
        items: [
          { description: 'Carton', weight: 5, length: 40, width: 30, height: 30, quantity: 2 },
        ],
      })
    ).json();
    const { connote } = (
      await post(`/api/v5/bookings/v4/${id}/confirm`, { payment_method: 'demo' })
    ).json();
    const page = await area.visit('/tracking', { as: nia, size: phone });
    await page.getByRole('heading', { name: 'Under way' }).waitFor();
    await page.getByRole('link', { name: connote }).waitFor();
    await page.getByLabel('Booking number or consignment note').fill(connote);
    await page.getByRole('button', { name: 'Track shipment' }).click();
    await page.getByRole('list', { name: 'Stages' }).waitFor();
    await page.getByText('Link for the receiver', { exact: true }).waitFor();
    const box = page.getByLabel('Booking number or consignment note');
    await page.goBack();
    await page.getByRole('heading', { name: 'Under way' }).waitFor();
    assert.equal(await box.inputValue(), '');
    await page.goForward();
    await page.getByRole('list', { name: 'Stages' }).waitFor();
    assert.equal(await box.inputValue(), connote);
    await page.getByRole('link', { name: 'The booking' }).click();
    await page.getByRole('list', { name: 'Stages' }).waitFor();
    assert.equal(await overflow(page), 0);
    await page.goto('/tracking?of=nothing-of-mine');
    await page.getByRole('list', { name: 'Stages' }).waitFor({ state: 'detached' });
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('lists every undelivered shipment, page after page', async () => {
    const olga = await area.t.addMember('olga@example.com');
    const shop = new Checkout(area.t, olga);
    const demo = async (): Promise<number> => {
      const { id } = await shop.quote();
      const made = await shop.confirm(id, { payment_method: 'demo' });
      assert.equal(made.statusCode, 200, made.body);
      return id;
    };
    const [oldest] = [await demo()];
    for (let n = 0; n < 50; n += 1) await demo();
    const page = await area.visit('/tracking', { as: olga, size: phone });
    await page.getByRole('heading', { name: 'Under way' }).waitFor();
    assert.equal(await page.getByRole('link', { name: /^DEMO-/ }).count(), 50);
    await page.getByRole('button', { name: 'Older shipments' }).click();
    await page.waitForURL('**/tracking?page=2');
    const { connote } = await shop.read(oldest);
    await page.getByRole('link', { name: connote ?? '?' }).waitFor();
    await page.reload();
    await page.getByRole('link', { name: connote ?? '?' }).waitFor();
    assert.equal(await page.getByRole('link', { name: /^DEMO-/ }).count(), 1);
    assert.equal(await overflow(page), 0);
    area.t.advanceClock(area.t.app.tracking.demoJourneyMs);
    await page.reload();
    await page.getByText('No more shipments').waitFor();
    await page.getByRole('button', { name: 'Newer shipments' }).click();
    await page.getByText('No shipments under way').waitFor();
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });
});
