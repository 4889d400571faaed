// What was written for one booking or one order is there when it is quoted and booked, in a real browser.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { chosen } from '../support/pages/book-form.ts';
import { MembersArea } from '../support/pages/members-pages.ts';
import { handedIn } from './imported-orders.ts';

const written = [
  ['What is in it', 'Ceramic tiles'],
  ['For the driver at pickup', 'Dock 3'],
  ['For the driver at delivery', 'Ring twice; Authority to leave'],
] as const;

describe('what was written before, in the members area', () => {
  let area: MembersArea;
  before(async () => {
    area = await MembersArea.open();
  });
  after(() => area.close());
  beforeEach(() => {
    area.complaints.length = 0;
  });

  /** From the filled form to the page where one books. */
  const quotedAndChosen = async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: 'Get quotes' }).click();
    await page.waitForURL('**/quote?booking=*');
    await page
      .getByRole('button', { name: /^Choose/ })
      .first()
      .click();
    await page.waitForURL('**/book?carrier=*');
  };

  test('booking again keeps what is in it, what drivers are to know, and the warranty', async () => {
    const page = await chosen(area, await area.t.addMember('again@example.com'));
    for (const [field, text] of written) await page.getByLabel(field).fill(text);
    await page.getByRole('radio', { name: 'Demo' }).check();
    await page.getByRole('button', { name: 'Book as a demo' }).click();
    await page.getByRole('link', { name: 'Book again' }).click();
    await page.waitForURL('**/quote');
    assert.equal(await page.getByLabel('What is in it').inputValue(), 'Ceramic tiles');
    assert.ok(await page.getByRole('switch', { name: 'Warranty' }).isChecked());
    assert.ok(await page.getByRole('checkbox', { name: 'Authority to leave' }).isChecked());
    await quotedAndChosen(page);
    for (const [field, text] of written)
      assert.equal(await page.getByLabel(field).inputValue(), text, field);
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('an order is quoted and booked with what its shop said of the goods', async () => {
    const oda = await area.t.addMember('oda@example.com');
    const id = await handedIn(area, oda, { goods_summary: '3 × Ceramic tiles' });
    const page = await area.visit(`/quote?order=${id}`, { as: oda });
    await page.waitForURL('**/quote');
    assert.equal(await page.getByLabel('What is in it').inputValue(), '3 × Ceramic tiles');
    const asked = page.waitForRequest('**/bookings/stream');
    await quotedAndChosen(page);
    assert.equal((await asked).postDataJSON().description, '3 × Ceramic tiles');
    assert.equal(await page.getByLabel('What is in it').inputValue(), '3 × Ceramic tiles');
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });
});
