// Every member's bookings in the operator area, in a real browser: searching, cancelling, adjusting and marking
// carriers as notified.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Page, Route } from 'playwright-core';
import { adjustBooking } from '../../src/application/bookings/adjust-booking.ts';
import { bookingId } from '../../src/domain/bookings/booking.ts';
import { listToNotify, markNotified } from '../support/bookings/run-sheets.ts';
import { addScan } from '../support/bookings/shipments.ts';
import { saveCard } from '../support/money/saved-card.ts';
import { Visitor } from '../support/pages/members-area.ts';
import {
  type MembersArea,
  overflow,
  phone,
  seriousViolations,
} from '../support/pages/members-pages.ts';
import type { TestMember } from '../support/test-app.ts';
import { until } from '../support/until.ts';
import { book, openOperatorArea } from './operator-area.ts';

/** A4 without its margins, in CSS pixels. */
const paper = { width: 702, height: 1030 };

async function showOnPaper(page: Page): Promise<void> {
  await page.setViewportSize(paper);
  await page.emulateMedia({ media: 'print' });
  await page.locator('html[data-mantine-color-scheme="light"]').waitFor({ state: 'attached' });
  assert.equal(await overflow(page), 0);
  for (const part of ['a[href="#main"]', 'nav', 'main button:not(th *)', 'th:text("Actions")'])
    assert.equal(await page.locator(part).filter({ visible: true }).count(), 0, part);
}

/** Texts of the badges in a list that are cut by their cell or by the edge of the list. */
async function cutBadges(page: Page): Promise<string[]> {
  return (await page.evaluate(`[...document.querySelectorAll('td .mantine-Badge-label')]
    .filter((label) => {
      const { right } = label.parentElement.getBoundingClientRect();
      const around = [label.closest('td'), label.closest('table').parentElement];
      return label.scrollWidth > label.clientWidth ||
        around.some((one) => right > one.getBoundingClientRect().right);
    })
    .map(({ textContent }) => textContent)`)) as string[];
}

describe('bookings in the operator area', () => {
  let area: MembersArea;
  let olga: TestMember;
  before(async () => {
    ({ area, olga } = await openOperatorArea());
  });
  after(() => area.close());
  beforeEach(() => {
    area.complaints.length = 0;
  });

  test('an operator finds a booking, previews its cancellation and cancels it in transit', async () => {
    const id = await book(area, 'toll');
    await addScan(area.t, id, 'in_transit', 'Linehaul', 'Sydney');
    const page = await area.visit('/quote', { as: olga });
    await page.getByRole('link', { name: 'All bookings' }).click();
    await page.getByLabel('Search bookings').fill(String(id));
    await page.waitForURL(`**/operator/bookings?q=${id}`);
    await page.getByRole('combobox', { name: 'Member' }).fill('tilewarehouse');
    await page.getByRole('option', { name: /jane@tilewarehouse/ }).click();
    await page.waitForURL(`**/operator/bookings?q=${id}&member=${area.jane.id}`);
    await page.getByRole('cell', { name: 'Team Global Express' }).click();
    await page.waitForURL(`**/operator/bookings/${id}`);
    await page.getByRole('button', { name: `Cancel booking ${id}` }).click();
    const question = page.getByRole('dialog');
    await question.getByText('Tracking says: in transit').waitFor();
    await question.getByText(/will be credited to the member’s account/).waitFor();
    await question.getByText('Call them to cancel').waitFor();
    await page.getByRole('button', { name: 'Cancel booking anyway' }).click();
    await page.getByText('Cancelled', { exact: true }).first().waitFor();
    const booking = await area.t.app.store.bookings.findForAnyMember(bookingId(id));
    assert.equal(booking?.status, 'cancelled');
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('finds a booking by name and shows its stage, payment and documents on one page', async () => {
    const id = await book(area, 'toll');
    await addScan(area.t, id, 'in_transit', 'Left the depot', 'Sydney');
    const adjustment = { scannedGrams: 12_500, additionalCents: 8_50 };
    await adjustBooking(area.t.app, bookingId(id), adjustment);
    const page = await area.visit('/operator/bookings', { as: olga });
    await page.getByLabel('Search bookings').fill('tilewarehouse');
    await page.waitForURL('**/operator/bookings?q=tilewarehouse');
    await page.getByRole('link', { name: `Booking ${id}`, exact: true }).click();
    await page.getByText('Left the depot').waitFor();
    await page.getByText(/\$8\.50 charged later, \$[\d.,]+ in all/).waitFor();
    await page.getByText('12.5 kg', { exact: true }).waitFor();
    await page.getByRole('cell', { name: 'Charge', exact: true }).waitFor();
    for (const name of ['Label, A4', 'Label, A6', 'Manifest', 'Tax invoice']) {
      const href = await page.getByRole('link', { name, exact: true }).getAttribute('href');
      const document = await page.request.get(`${area.url}${href}`);
      assert.equal(document.status(), 200, name);
    }
    assert.equal(await page.getByRole('button', { name: /^Settle booking/ }).count(), 0);
    assert.deepEqual(await seriousViolations(page), []);
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('an operator adds a tracking event to a booking and removes it again', async () => {
    const id = await book(area, 'toll');
    const page = await area.visit(`/operator/bookings/${id}`, { as: olga });
    await page.getByRole('link', { name: 'Edit events' }).click();
    await page.getByText('No events yet').waitFor();
    await page.getByLabel('Status', { exact: true }).selectOption('Delivered');
    await page.getByLabel('Place', { exact: true }).fill('PERTH WA');
    await page.getByLabel('What happened').fill('Signed by Sam');
    await page.getByLabel('Time', { exact: true }).fill('1999-01-01T09:00');
    await page.getByRole('button', { name: 'Add event' }).click();
    await page.getByText('is before the year 2000').first().waitFor();
    await page.getByLabel('Time', { exact: true }).fill('');
    await page.getByRole('button', { name: 'Add event' }).click();
    await page.getByRole('cell', { name: 'Signed by Sam Delivered' }).waitFor();
    await page.getByText('The shipment was delivered').waitFor();
    await page.getByRole('button', { name: 'Remove event Signed by Sam' }).click();
    await page.getByRole('button', { name: 'Remove event', exact: true }).click();
    await page.getByText('Waiting to be picked up').waitFor();
    assert.equal((await area.t.app.store.trackingEvents.listKept(bookingId(id))).length, 0);
    await page.getByLabel('Find a consignment').fill(String(id));
    await page.waitForURL(`**/operator/tracking?q=${id}`);
    await page.getByText('No events yet').waitFor();
    assert.deepEqual(await seriousViolations(page), []);
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('a file of tracking events is previewed line by line, imported and answered with a result to download', async () => {
    const id = await book(area, 'toll');
    const page = await area.visit('/operator/tracking', { as: olga });
    const rows = Array.from(
      { length: 510 },
      (_, n) => `${id},"Scan ${n},\nin the depot",SYDNEY NSW,2020-11-16 09:00`,
    );
    const wrong = [`${id},Picked up,SYDNEY NSW,soon`, '999999,Picked up,SYDNEY NSW,2020-11-16'];
    await page.getByLabel('CSV file').setInputFiles({
      name: 'events.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`booking,status,location,at\n${[...rows, ...wrong].join('\n')}\n`),
    });
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByRole('button', { name: 'Add 510 events' }).waitFor();
    assert.equal((await area.t.app.store.trackingEvents.listKept(bookingId(id))).length, 0);
    await page.getByLabel('Show', { exact: true }).selectOption('Refused (2)');
    await page.getByRole('row', { name: /^1022 .*at: "soon" is not a time\. Write / }).waitFor();
    await page.getByRole('row', { name: /^1023 .*booking: No confirmed booking 999999/ }).waitFor();
    assert.deepEqual(await seriousViolations(page), []);
    await page.setViewportSize(phone);
    await until('the page fits the phone', async () => (await overflow(page)) === 0);
    await page.getByRole('button', { name: 'Add 510 events' }).click();
    await page.getByText('510 events added').waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download result' }).click();
    const lines = readFileSync(await (await download).path(), 'utf8').split('\r\n');
    assert.deepEqual(lines.slice(0, 2), [
      'line,booking or connote,booking,outcome,column,reason',
      `2,${id},${id},added,,`,
    ]);
    assert.match(lines[511] ?? '', /^1022,.*,refused,at,"""soon"" is not a time/);
    assert.equal((await area.t.app.store.trackingEvents.listKept(bookingId(id))).length, 510);
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByLabel('Show', { exact: true }).selectOption('Recorded already (510)');
    await page.getByRole('button', { name: 'Add 0 events' }).waitFor();
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('offers only the formats of a label that the carrier prints', async () => {
    const id = await book(area, 'toll');
    for (const [formats, labels] of [
      [
        ['pdf', 'zpl'],
        ['Label', 'Label, ZPL'],
      ],
      [['zpl'], ['Label, ZPL']],
    ] as const) {
      const page = await area.visit('/operator/bookings', { as: olga });
      await page.route(`**/operator/bookings/${id}`, async (route) => {
        const answer = await (await route.fetch()).json();
        await route.fulfill({ json: { ...answer, carrier_label_formats: formats } });
      });
      await page.getByRole('link', { name: `Booking ${id}`, exact: true }).click();
      await page.getByRole('link', { name: 'Manifest', exact: true }).waitFor();
      const offered = await page.getByRole('link', { name: /^Label/ }).allTextContents();
      assert.deepEqual(offered, labels);
      await page.context().close();
    }
  });

  test('says where a lost label can be printed, depending on whose account it is', async () => {
    const id = await book(area, 'toll');
    const onCarriersSite = /Print it on the carrier’s website/;
    const askTheOperator = /it can’t be downloaded here\. Ask .+ for it\./;
    const lost = (change: object) => async (route: Route) => {
      const answer = await (await route.fetch()).json();
      await route.fulfill({ json: { ...answer, carrier_label_formats: [], ...change } });
    };
    for (const [method, words] of [
      ['credit', askTheOperator],
      ['own_account', onCarriersSite],
    ] as const) {
      const page = await area.visit('/bookings', { as: area.jane });
      await page.route(`**/bookings/v4/${id}`, lost({ payment_method: method }));
      await page.getByRole('link', { name: `Booking ${id}`, exact: true }).click();
      await page.getByText(words).waitFor();
      await page.context().close();
    }
    const page = await area.visit('/operator/bookings', { as: olga });
    await page.route(`**/operator/bookings/${id}`, lost({}));
    await page.getByRole('link', { name: `Booking ${id}`, exact: true }).click();
    await page.getByText(onCarriersSite).waitFor();
    await page.context().close();
  });

  test('offers to cancel a booking in transit when its carrier may still stop it', async () => {
    const id = await book(area, 'toll');
    await addScan(area.t, id, 'in_transit', 'Linehaul', 'Sydney');
    const page = await area.visit('/operator/bookings', { as: olga });
    await page.route(`**/operator/bookings/${id}`, async (route) => {
      const answer = await (await route.fetch()).json();
      await route.fulfill({ json: { ...answer, cancel_way: 'asked' } });
    });
    await page.getByRole('link', { name: `Booking ${id}`, exact: true }).click();
    await page.getByRole('button', { name: `Cancel booking ${id}` }).click();
    const question = page.getByRole('dialog');
    await question.getByText('Tracking says: in transit').waitFor();
    await question.getByText(/We’ll ask the carrier first/).waitFor();
    await question.getByText(/It may refuse to stop the shipment/).waitFor();
    assert.equal(await question.getByText(/does not stop the shipment/).count(), 0);
    await page.context().close();
  });

  test("shows both the card payment and the carrier's charge before cancelling", async () => {
    const id = await book(area, 'toll', await saveCard(area.t.app, area.jane));
    const adjustment = { scannedGrams: undefined, additionalCents: 8_50 };
    const { confirmation } = await adjustBooking(area.t.app, bookingId(id), adjustment);
    const paid = ((confirmation?.costCents ?? 0) / 100).toFixed(2);
    const page = await area.visit(`/operator/bookings/${id}`, { as: olga });
    await page.getByRole('button', { name: `Cancel booking ${id}` }).click();
    const both = `$${paid} will be refunded to the card or wallet. $8.50 will be credited to the member’s account.`;
    await page.getByRole('dialog').getByText(both, { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Cancel booking', exact: true }).click();
    await page.getByText('Cancelled', { exact: true }).first().waitFor();
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  /** Marks pickups of other tests as notified, so that a test's own pickups are the only ones. */
  async function clearRunSheets(): Promise<void> {
    const operator = await new Visitor(area.t).signIn(olga);
    const waiting = (await listToNotify(operator)).map(({ id }) => id);
    if (waiting.length > 0) await markNotified(operator, waiting);
  }

  test('keeps a pickup in its row after it is marked as notified, so that a second click marks no other', async () => {
    await clearRunSheets();
    const [first, second] = [await book(area, 'toll'), await book(area, 'toll')];
    const members = await area.visit(`/bookings/${first}`, { as: area.jane });
    await members.getByText(/^Your freight desk notifies .+ of this pickup\.$/).waitFor();
    const page = await area.visit('/operator/attention', { as: olga });
    const open = page.getByText('2 pickups to phone through');
    await open.filter({ hasText: 'new, changed or cancelled' }).waitFor();
    await page.getByRole('link', { name: 'Show run sheets' }).click();
    await page.waitForURL('**/operator/run-sheets');
    const rowOf = (id: number) =>
      page.getByRole('row').filter({ has: page.getByRole('link', { name: `Booking ${id}` }) });
    const markOf = (id: number) =>
      page.getByRole('button', { name: `Mark as notified: the carrier of booking ${id}` });
    const undoOf = (id: number) =>
      page.getByRole('button', { name: `Undo: the carrier of booking ${id} is not notified` });
    await rowOf(first).getByText('Pickup', { exact: true }).waitFor();
    const before = [await rowOf(first).boundingBox(), await rowOf(second).boundingBox()];
    await markOf(first).dblclick();
    await undoOf(first).waitFor();
    assert.deepEqual([await rowOf(first).boundingBox(), await rowOf(second).boundingBox()], before);
    assert.deepEqual(await seriousViolations(page), []);
    const { notifiedCarriers } = area.t.app.store;
    const marked = async (): Promise<number[]> =>
      (await notifiedCarriers.list([bookingId(first), bookingId(second)])).map(
        ({ bookingId: id }) => id,
      );
    assert.deepEqual(await marked(), [first]);
    await members.reload();
    await members.getByText(/^Your freight desk has notified/).waitFor();
    await undoOf(first).click();
    await markOf(first).and(page.locator('[aria-disabled="false"]')).waitFor();
    assert.deepEqual(await marked(), []);
    await markOf(first).click();
    await undoOf(first).waitFor();
    await page.goto(`/operator/bookings/${first}`);
    await page.getByText(/^Carrier notified .+ by olga@example\.com$/).waitFor();
    await undoOf(first).click();
    await page.getByText('Notify the carrier', { exact: true }).waitFor();
    assert.deepEqual(area.complaints, []);
    await members.context().close();
    await page.context().close();
  });

  test('marks all pickups of a run sheet at once, undoes it together, and prints and downloads the sheet', async () => {
    await clearRunSheets();
    const ids = [await book(area, 'toll'), await book(area, 'toll')];
    await book(area, 'couriers_please');
    const page = await area.visit('/operator/run-sheets', { as: olga, scheme: 'dark' });
    await page.getByRole('heading', { name: /^CouriersPlease, / }).waitFor();
    await page.getByLabel('Carrier', { exact: true }).selectOption('Team Global Express');
    await page.getByRole('heading', { name: /^CouriersPlease, / }).waitFor({ state: 'detached' });
    await page.getByLabel(/^Choose every pickup of Team Global Express/).check();
    await page.getByText('2 pickups chosen').waitFor();
    assert.deepEqual(await seriousViolations(page), []);
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download CSV' }).click(),
    ]);
    assert.equal(file.suggestedFilename(), 'linehaul-run-sheet.csv');
    await page.getByRole('button', { name: 'Mark as notified', exact: true }).click();
    await page.getByText('2 pickups marked as notified').waitFor();
    const { notifiedCarriers } = area.t.app.store;
    assert.equal((await notifiedCarriers.list(ids.map(bookingId))).length, 2);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.getByText('2 pickups marked as notified').waitFor({ state: 'detached' });
    assert.equal((await notifiedCarriers.list(ids.map(bookingId))).length, 0);
    await showOnPaper(page);
    assert.equal(await page.getByRole('row').nth(1).isVisible(), true);
    assert.deepEqual(area.complaints, []);
    await page.context().close();
    const onPhone = await area.visit('/operator/run-sheets', { as: olga, size: phone });
    await onPhone.getByRole('link', { name: `Booking ${ids[0]}` }).waitFor();
    assert.equal(await overflow(onPhone), 0);
    await onPhone.context().close();
  });

  test('shows whole badges at every width, and prints a list without navigation and buttons, in dark ink', async () => {
    const id = await book(area, 'toll');
    const page = await area.visit('/operator/bookings', { as: olga, scheme: 'dark' });
    await page.getByRole('link', { name: `Booking ${id}`, exact: true }).waitFor();
    await page.getByRole('cell', { name: 'Notify carrier' }).first().waitFor();
    for (const width of [1440, 1280, phone.width]) {
      await page.setViewportSize({ width, height: 800 });
      assert.deepEqual(await cutBadges(page), [], `${width} pixels`);
    }
    await showOnPaper(page);
    const status = await page.getByRole('columnheader', { name: 'Status' }).boundingBox();
    assert.ok(status !== null && status.x + status.width <= paper.width);
    assert.ok((await page.pdf({ format: 'A4' })).length > 0);
    await page.emulateMedia({ media: 'screen' });
    await page.locator('html[data-mantine-color-scheme="dark"]').waitFor({ state: 'attached' });
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('previews adjustments line by line and applies them', async () => {
    const id = await book(area, 'toll');
    const page = await area.visit('/operator/adjustments', { as: olga });
    await page
      .getByLabel('Or paste it')
      .fill(`booking,scanned_weight,additional_charges\n${id},25,9.90\n424242,1,1`);
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('Will be applied').waitFor();
    await page.getByText(/There is no booking 424242/).waitFor();
    await page.getByRole('button', { name: 'Apply 1 adjustment' }).click();
    await page.getByText('1 adjustment applied').waitFor();
    const booking = await area.t.app.store.bookings.findForAnyMember(id as never);
    assert.deepEqual([booking?.scannedGrams, booking?.additionalCents], [25_000, 990]);
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });
});
