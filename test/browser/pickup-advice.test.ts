// What a booking's page says about changes: before pickup, after pickup, and after a missed pickup.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { addTrackingEvent } from '../../src/application/tracking/add-event.ts';
import { bookingId } from '../../src/domain/bookings/booking.ts';
import { dayMs } from '../../src/domain/time/durations.ts';
import type { TrackingStage } from '../../src/domain/tracking/stage.ts';
import { type BookingShown, Checkout } from '../support/bookings/checkout.ts';
import { MembersArea } from '../support/pages/members-pages.ts';

const company = 'Acme Freight Pty Ltd';
const advices = {
  ahead: `For any other change, ask ${company} before the pickup.`,
  collected: `The carrier has collected it. If it has to be stopped, ask ${company}; the carrier may not be able to.`,
  missed: `The pickup time is over, and the carrier has not reported a collection. If the goods are still waiting, ask ${company} to check with the carrier or cancel the booking.`,
  uncertain: `To cancel it or change anything, ask ${company}.`,
};

describe('advice about changing a booking', () => {
  let area: MembersArea;
  let janes: Checkout;
  before(async () => {
    area = await MembersArea.open();
    janes = new Checkout(area.t, area.jane);
    await janes.giveCredit(1_000);
  });
  after(() => area.close());

  const say = (id: number, stage: TrackingStage): Promise<unknown> =>
    addTrackingEvent(area.t.app, {
      bookingId: bookingId(id),
      stage,
      description: 'Said',
      location: 'Sydney',
      at: undefined,
      piece: undefined,
    });
  /** Fails unless the page shows exactly this advice, or none. */
  const reads = async (page: Page, advice: keyof typeof advices | 'none'): Promise<void> => {
    await page.reload();
    await page.getByRole('list', { name: /^Stages/ }).waitFor();
    for (const [name, sentence] of Object.entries(advices)) {
      const shown = page.getByText(sentence, { exact: true });
      if (name === advice) await shown.waitFor();
      else assert.equal(await shown.count(), 0, name);
    }
  };
  const pageOf = ({ id }: BookingShown): Promise<Page> =>
    area.visit(`/bookings/${id}`, { as: area.jane });

  test('stops advising changes before the pickup once the carrier has the shipment', async () => {
    const booking = await janes.book({ payment_method: 'credit' });
    const page = await pageOf(booking);
    await reads(page, 'ahead');
    for (const stage of ['picked_up', 'in_transit', 'out_for_delivery'] as const) {
      await say(booking.id, stage);
      await reads(page, 'collected');
    }
    await say(booking.id, 'delivered');
    await reads(page, 'none');
    assert.equal(await page.getByRole('button', { name: 'Cancel booking…' }).count(), 0);
    // A return begins with the ends exchanged.
    await page.getByRole('link', { name: 'Book a return' }).click();
    await page.waitForURL(/\/quote$/);
    const ends = ['From', 'To'].map((label) =>
      page.getByRole('combobox', { name: label, exact: true }).inputValue(),
    );
    assert.deepEqual(await Promise.all(ends), ['Melbourne VIC 3000', 'Sydney NSW 2000']);
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('the member moves the pickup and cancels, after the page has said what follows', async () => {
    const booking = await janes.book({ payment_method: 'credit' });
    const page = await pageOf(booking);
    await page.getByRole('button', { name: 'Change pickup…' }).click();
    const box = page.getByRole('dialog');
    await box.getByText('The price stays the same.').waitFor();
    const last = box.getByRole('radio').last();
    const label = (await last.getAttribute('value')) ?? '';
    await last.check();
    await box.getByRole('button', { name: 'Change pickup' }).click();
    await box.waitFor({ state: 'detached' });
    assert.equal((await janes.read(booking.id)).pickup_window[0]?.slice(0, 10), label);
    await page.getByRole('button', { name: 'Cancel booking…' }).click();
    await box.getByText(`$${booking.cost?.toFixed(2)}, the full price, will be credited`).waitFor();
    await box.getByRole('button', { name: 'Keep booking' }).click();
    await page.getByRole('button', { name: 'Cancel booking…' }).click();
    await box.getByRole('button', { name: 'Cancel booking' }).click();
    await page.getByText('Cancelled').first().waitFor();
    assert.equal((await janes.read(booking.id)).status, 'Cancelled');
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('gives no advice about the pickup while tracking is unavailable', async () => {
    const booking = await janes.book({ payment_method: 'credit' });
    const page = await pageOf(booking);
    await page.route('**/tracking/**', (route) => route.abort());
    await page.reload();
    await page.getByText(advices.uncertain, { exact: true }).waitFor();
    assert.equal(await page.getByText(advices.ahead, { exact: true }).count(), 0);
    area.complaints.length = 0;
    await page.context().close();
  });

  // Keep this test last, because it moves the clock for all.
  test('reports a missed pickup until the carrier has the shipment', async () => {
    const booking = await janes.book({ payment_method: 'credit' });
    const [, to = ''] = booking.pickup_window;
    const endsAtMs = Date.parse(to.replace(/(\d\d)$/, ':$1'));
    assert.ok(endsAtMs - area.t.app.clock.nowMs() < 7 * dayMs, to);
    area.t.advanceClock(endsAtMs - area.t.app.clock.nowMs());
    const page = await pageOf(booking);
    await reads(page, 'missed');
    await say(booking.id, 'picked_up');
    await reads(page, 'collected');
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });
});
