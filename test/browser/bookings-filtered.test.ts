// The list of bookings filtered by carrier, status and day in a real browser: the address has the filters, and the
// download has only matching bookings.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { setStatus } from '../support/bookings/bookings.ts';
import { Checkout } from '../support/bookings/checkout.ts';
import {
  desktop,
  MembersArea,
  overflow,
  phone,
  seriousViolations,
} from '../support/pages/members-pages.ts';

describe('a filtered list of bookings', () => {
  let area: MembersArea;
  let toll: number;
  let cancelled: number;
  before(async () => {
    area = await MembersArea.open();
    const shop = new Checkout(area.t, area.jane);
    await shop.giveCredit(500);
    toll = (await shop.book({ payment_method: 'credit' }, 'toll')).id;
    cancelled = (await shop.book({ payment_method: 'credit' }, 'allied')).id;
    await setStatus(area.t.place, cancelled, 'cancelled');
  });
  after(() => area.close());

  const booking = (page: Page, id: number) =>
    page.getByRole('link', { name: `Booking ${id}`, exact: true });

  for (const [device, size] of [
    ['desktop', desktop],
    ['phone', phone],
  ] as const)
    test(`opens again from its address and downloads as a file: ${device}`, async () => {
      const page = await area.visit('/bookings', { as: area.jane, size });
      await booking(page, toll).waitFor();
      await page.getByLabel('Carrier').selectOption('toll');
      await page.waitForURL('**/bookings?*carrier=toll*');
      await booking(page, cancelled).waitFor({ state: 'detached' });
      await page.reload();
      await booking(page, toll).waitFor();
      assert.equal(await booking(page, cancelled).count(), 0);
      assert.equal(await overflow(page), 0);
      assert.deepEqual(await seriousViolations(page), []);
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: 'Download CSV' }).click(),
      ]);
      const lines = readFileSync(await file.path(), 'utf8')
        .trimEnd()
        .split('\r\n');
      assert.equal(file.suggestedFilename(), 'linehaul-bookings.csv');
      assert.deepEqual(
        lines.map((line) => line.split(',')[0]),
        ['booking', String(toll)],
      );
      await page.getByLabel('Status').selectOption('cancelled');
      await page.getByText('Nothing found').waitFor();
      await page.goBack();
      await booking(page, toll).waitFor();
      await page.getByRole('button', { name: 'Clear' }).click();
      await booking(page, cancelled).waitFor();
      assert.deepEqual(area.complaints, []);
      await page.context().close();
    });

  test('keeps a selection across pages, chooses all that match, and prints it in files of fifty', async () => {
    const pat = await area.t.addMember('pat@example.com');
    const shop = new Checkout(area.t, pat);
    for (let n = 0; n < 52; n += 1) await shop.book({ payment_method: 'demo' });
    const page = await area.visit('/bookings', { as: pat });
    await page
      .getByRole('checkbox', { name: /^Choose booking/ })
      .first()
      .check();
    await page.getByText('1 booking chosen').waitFor();
    await page.getByRole('button', { name: 'Older bookings' }).click();
    await page.waitForURL('**/bookings?*page=2*');
    await page.getByText('1 booking chosen').waitFor();
    await page.getByRole('checkbox', { name: 'Choose every booking that can be printed' }).check();
    await page.getByText('3 bookings chosen').waitFor();
    await page.getByText(/^3 pieces, 15 kg, \$0\.00$/).waitFor();
    assert.deepEqual(await seriousViolations(page), []);
    await page.getByRole('button', { name: 'Choose all that match' }).click();
    await page.getByText('52 bookings chosen').waitFor();
    const names: string[] = [];
    page.on('download', (file) => names.push(file.suggestedFilename()));
    const downloaded = page.waitForEvent('download', {
      predicate: (file) => file.suggestedFilename().includes('2-of-2'),
    });
    await page.getByRole('button', { name: 'Labels, ZPL' }).click();
    await downloaded;
    assert.deepEqual(names, ['linehaul-labels-1-of-2.zpl', 'linehaul-labels-2-of-2.zpl']);
    await page.getByRole('button', { name: 'Newer bookings' }).click();
    await page
      .getByRole('checkbox', { name: /^Choose booking/, checked: true })
      .nth(49)
      .waitFor();
    await page.getByRole('button', { name: 'Clear selection' }).click();
    await page.getByText('52 bookings chosen').waitFor({ state: 'detached' });
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('sorts by a column, hides another, and moves and selects by keys', async () => {
    const page = await area.visit('/bookings', { as: area.jane });
    await booking(page, toll).waitFor();
    await page.getByRole('button', { name: 'Carrier', exact: true }).click();
    await page.waitForURL('**/bookings?*sort=carrier*');
    await page.locator('th[aria-sort="ascending"]').getByText('Carrier').waitFor();
    await page.getByRole('button', { name: 'Choose columns' }).click();
    await page.getByRole('checkbox', { name: 'Weight' }).uncheck();
    await page.getByRole('columnheader', { name: 'Weight' }).waitFor({ state: 'detached' });
    assert.deepEqual(await seriousViolations(page), []);
    await page.keyboard.press('Escape');
    await page.reload();
    await booking(page, toll).waitFor();
    assert.equal(await page.getByRole('columnheader', { name: 'Weight' }).count(), 0);
    // The cancelled booking is with Allied, and has no label to print.
    for (const key of ['j', 'x', 'j', 'j', 'k', 'j', 'x']) await page.keyboard.press(key);
    await page.getByText('1 booking chosen').waitFor();
    assert.ok(await page.getByRole('checkbox', { name: `Choose booking ${toll}` }).isChecked());
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor({ state: 'detached' });
    await page.keyboard.press('/');
    await page.getByLabel('Search bookings').and(page.locator(':focus')).waitFor();
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('clears the other date when the dates cross, and filters a search as well', async () => {
    const page = await area.visit('/bookings', { as: area.jane });
    await booking(page, toll).waitFor();
    const visited = await page.evaluate('history.length');
    await page.getByLabel('Booked until').fill('2020-01-31');
    await page.getByText('No booking matches these filters.').waitFor();
    await page.getByLabel('Booked from').fill('2020-02-01');
    await page.waitForURL((url) => !url.searchParams.has('to'));
    await booking(page, toll).waitFor();
    assert.equal(await page.getByLabel('Booked until').inputValue(), '');
    assert.equal(
      await page.evaluate('history.length'),
      visited,
      'typing a date adds no history entries',
    );
    await page.getByLabel('Search bookings').fill(String(toll));
    await page.waitForURL('**/bookings?*q=*');
    await booking(page, toll).waitFor();
    await page.getByRole('radio', { checked: true }).waitFor({ state: 'detached' });
    await page.getByLabel('Status').selectOption('cancelled');
    await booking(page, toll).waitFor({ state: 'detached' });
    await page.getByText(/No booking matches this search and these filters\./).waitFor();
    await page.getByText('Quotes', { exact: true }).click();
    await page.waitForURL('**/bookings?show=quotes');
    await page.getByLabel('Status').waitFor({ state: 'detached' });
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });
});
