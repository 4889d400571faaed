// The page of a booking and the list of bookings in a real browser: printing, cancelling, deleting and booking again,
// from a booking and from an order.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { cancelBooking } from '../../src/application/bookings/cancel-booking.ts';
import { setCreditLimit } from '../../src/application/payments/credit-account.ts';
import { bookingId } from '../../src/domain/bookings/booking.ts';
import { chosen, quoteAndChoose } from '../support/pages/book-form.ts';
import { MembersArea, seriousViolations } from '../support/pages/members-pages.ts';
import { createdByShop } from './imported-orders.ts';

const written = [
  ['Contents', 'Ceramic tiles'],
  ['For the driver at pickup', 'Dock 3'],
  ['For the driver at delivery', 'Ring twice; Authority to leave'],
] as const;

/** Reports the documents that the page offers after each change of it. */
const noteEveryDocument = `new MutationObserver(() => {
  const links = [...document.querySelectorAll('a[href*="/bookings/v4/"]')];
  const shown = links.map(({ textContent }) => textContent).filter((text) => text !== 'Print label');
  if (shown.length > 0) noteDocuments(shown);
}).observe(document.body, { childList: true, subtree: true })`;

describe('a booking in the members area', () => {
  let area: MembersArea;
  before(async () => {
    area = await MembersArea.open();
  });
  after(() => area.close());
  beforeEach(() => {
    area.complaints.length = 0;
  });

  test('a booking has labels and a public link, many labels fit one file, and a demo has no invoice', async () => {
    const ria = await area.t.addMember('ria@example.com');
    const page = await chosen(area, ria);
    await page.getByRole('radio', { name: 'Demo' }).check();
    await page.getByRole('button', { name: 'Book as a demo' }).click();
    await page.getByRole('heading', { name: 'Booked as a demo' }).waitFor();
    for (const name of ['Print label', 'Label, A4', 'Label, A6']) {
      const href = await page.getByRole('link', { name }).getAttribute('href');
      const answer = await page.request.get(href ?? '');
      assert.equal(answer.headers()['content-type'], 'application/pdf', name);
    }
    assert.equal(await page.getByRole('link', { name: /invoice/i }).count(), 0);
    const create = page.getByRole('button', { name: 'Create public link' });
    const withdraw = page.getByRole('button', { name: 'Withdraw links…' });
    const places = async () => [await create.boundingBox(), await withdraw.boundingBox()];
    const before = await places();
    await create.click();
    const shared = page.getByText(/signed\/label/);
    await shared.waitFor();
    assert.deepEqual(await places(), before, 'the buttons keep their places');
    const link = new URL((await shared.textContent()) ?? '').pathname;
    assert.equal((await page.request.get(link)).status(), 200);
    await withdraw.click();
    await page.getByRole('button', { name: 'Withdraw links', exact: true }).click();
    await shared.waitFor({ state: 'detached' });
    assert.equal((await page.request.get(link)).status(), 404);
    await page.getByRole('button', { name: 'Show prices' }).click();
    await page.getByRole('row', { name: /Allied Express.* by \w{3} \d+ \w{3}.*\$/ }).waitFor();
    assert.deepEqual(await seriousViolations(page), []);
    await page.getByRole('link', { name: 'Bookings' }).first().click();
    await page.getByRole('checkbox', { name: 'Choose every booking that can be printed' }).check();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Labels, A6' }).click();
    assert.equal((await download).suggestedFilename(), 'linehaul-a6labels.pdf');
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('a cancelled booking has an invoice and no labels, on its page and in the list', async () => {
    const sue = await area.t.addMember('sue@example.com');
    await setCreditLimit(area.t.app, String(sue.id), 500_00);
    const page = await chosen(area, sue);
    const documents: string[][] = [];
    await page.exposeFunction('noteDocuments', (shown: string[]) => documents.push(shown));
    await page.evaluate(noteEveryDocument);
    await page.getByRole('button', { name: /^Book for/ }).click();
    await page.getByRole('heading', { name: 'Booked' }).waitFor();
    await page.getByRole('link', { name: 'Print label' }).waitFor();
    const [first] = documents;
    assert.ok(first?.includes('Tax invoice'), String(first));
    assert.equal(new Set(documents.map(String)).size, 1, 'the buttons never change');
    const toCancel = /ask Acme Freight Pty Ltd before the pickup\.$/;
    await page.getByText(toCancel).waitFor();
    const id = Number(/bookings\/(\d+)/.exec(page.url())?.[1]);
    await cancelBooking(area.t.app, bookingId(id));
    await page.reload();
    await page.getByRole('link', { name: 'Tax invoice' }).waitFor();
    assert.equal(await page.getByText(toCancel).count(), 0);
    for (const name of ['Label, A4', 'Label, A6', 'Label, ZPL', 'Manifest']) {
      assert.equal(await page.getByRole('link', { name }).count(), 0, name);
    }
    await page.getByRole('link', { name: 'Bookings' }).first().click();
    assert.ok(await page.getByRole('checkbox', { name: `Choose booking ${id}` }).isDisabled());
    await page.context().close();
  });

  test('booking again keeps the items, contents, driver instructions and warranty', async () => {
    const page = await chosen(area, await area.t.addMember('again@example.com'));
    for (const [field, text] of written) await page.getByLabel(field).fill(text);
    await page.getByRole('radio', { name: 'Demo' }).check();
    await page.getByRole('button', { name: 'Book as a demo' }).click();
    await page.getByRole('link', { name: 'Book again' }).click();
    await page.waitForURL('**/quote');
    assert.equal(await page.getByLabel('Each, kg, line 1').inputValue(), '12.5');
    assert.equal(await page.getByLabel('Contents').inputValue(), 'Ceramic tiles');
    assert.ok(await page.getByRole('switch', { name: 'Warranty' }).isChecked());
    assert.ok(await page.getByRole('checkbox', { name: 'Authority to leave' }).isChecked());
    await quoteAndChoose(page);
    for (const [field, text] of written)
      assert.equal(await page.getByLabel(field).inputValue(), text, field);
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test("quotes and books an order with the shop's details of its goods", async () => {
    const oda = await area.t.addMember('oda@example.com');
    const id = await createdByShop(area, oda, { goods_summary: '3 × Ceramic tiles' });
    const page = await area.visit(`/quote?order=${id}`, { as: oda });
    await page.waitForURL('**/quote');
    assert.equal(await page.getByLabel('Contents').inputValue(), '3 × Ceramic tiles');
    const streamRequest = page.waitForRequest('**/bookings/stream');
    await quoteAndChoose(page);
    assert.equal((await streamRequest).postDataJSON().description, '3 × Ceramic tiles');
    assert.equal(await page.getByLabel('Contents').inputValue(), '3 × Ceramic tiles');
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('deletes an unpaid booking', async () => {
    const page = await chosen(area, await area.t.addMember('pia@example.com'));
    const id = /bookings\/(\d+)/.exec(page.url())?.[1] ?? '';
    await page.goto(`/bookings/${id}`);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete quote' }).click();
    await page.waitForURL('**/bookings');
    await page.goto(`/bookings/${id}`);
    await page.getByText(`There is no booking ${id} of yours.`).waitFor();
    await page.context().close();
  });
});
