// The terms of orders that are booked totalRow, in a real browser: cover and fees, notifications, each order's
// carrier, and orders that are left out.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { setCreditLimit } from '../../src/application/payments/credit-account.ts';
import { noted } from '../support/components/mailing.ts';
import { MembersArea, overflow, phone, seriousViolations } from '../support/pages/members-pages.ts';
import type { TestMember } from '../support/test-app.ts';
import { until } from '../support/until.ts';
import { createdByShop } from './imported-orders.ts';

describe('terms of orders booked totalRow in the members area', () => {
  let area: MembersArea;
  before(async () => {
    area = await MembersArea.open();
    area.t.app.mailing = noted().mailing;
  });
  after(() => area.close());
  beforeEach(() => {
    area.complaints.length = 0;
  });

  /** Selects all of the member's orders and opens the step with their common terms. */
  const allChosen = async (as: TestMember): Promise<Page> => {
    const page = await area.visit('/orders', { as });
    await page.getByRole('checkbox', { name: 'Choose every order on this page' }).check();
    await page.getByRole('button', { name: /^Book \d+ order/ }).click();
    await page.getByLabel('Street').fill('12 Bourke Road');
    return page;
  };
  const cents = (text: string): number => Math.round(Number(text.replaceAll(/[^\d.]/g, '')) * 100);

  test('shows warranty as optional, notifies receivers and leaves out international orders', async () => {
    const ann = await area.t.addMember('ann@example.com');
    await setCreditLimit(area.t.app, String(ann.id), 1_000_00);
    await createdByShop(area, ann, { order_id: 'T-1', sale_price: 900 });
    await createdByShop(area, ann, { order_id: 'T-2', sale_price: 600 });
    const abroad = await createdByShop(area, ann, {
      order_id: 'T-3',
      shipping_country: 'NZ',
      shipping_city: 'Auckland',
      shipping_postcode: '1010',
    });
    const page = await allChosen(ann);
    const [street, phoneField] = [page.getByLabel('Street'), page.getByLabel('Phone')];
    await street.fill('');
    await phoneField.fill('not a phone');
    await page.getByRole('button', { name: 'Get prices' }).click();
    await page.getByText('The street is missing.').waitFor();
    await page.getByText('This is not a phone number.').waitFor();
    await street.fill('12 Bourke Road');
    await phoneField.fill('(02) 9000 0000');
    await page.getByText('Auckland, 1010, New Zealand').waitFor();
    await page.getByText('Cover for the $1,500.00 that the goods of 2 orders are worth').waitFor();
    await page.getByLabel('Carrier', { exact: true }).selectOption('hunter_road_freight');
    await page.getByRole('button', { name: 'Get prices' }).click();
    const totalRow = page.getByRole('row', { name: /^Total/ });
    await page.getByText('Paid by: Credit account.').waitFor();
    const [withCover = '', fees = ''] = (await totalRow.getByRole('cell').last().innerText()).split(
      /\n+/,
    );
    assert.match(fees, /^\$\d+\.\d\d of it for warranty$/);
    await page.getByText('T-3 to New Zealand needs a customs declaration').waitFor();
    assert.equal(
      await page.getByRole('link', { name: 'book it separately' }).getAttribute('href'),
      `/quote?order=${abroad}`,
    );
    await page.getByRole('button', { name: `Book 2 orders for ${withCover}` }).waitFor();
    assert.deepEqual(await seriousViolations(page), []);
    await page.setViewportSize(phone);
    await until('the page fits on a phone', async () => (await overflow(page)) === 0);
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('switch', { name: 'Warranty' }).uncheck();
    await page.getByRole('switch', { name: 'E-mail tracking updates to receivers' }).check();
    await page.getByRole('button', { name: 'Get prices' }).click();
    await page.getByText('Paid by: Credit account.').waitFor();
    const without = (await totalRow.getByRole('cell').last().innerText()).trim();
    assert.doesNotMatch(without, /warranty/);
    assert.ok(cents(without) < cents(withCover), `${without}, not ${withCover}`);
    await page.getByRole('button', { name: `Book 2 orders for ${without}` }).click();
    await page.getByText('2 of 3 booked').waitFor();
    await page.getByText('T-3 to New Zealand needs a customs declaration').waitFor();
    const listed = await area.t.get('/api/v5/bookings/v4', { 'api-key': ann.key });
    const booked = listed
      .json()
      .filter(({ status }: { status: string }) => status !== 'new')
      .map((booking: Record<string, unknown>) => [booking.insured_value, booking.notifications]);
    assert.deepEqual(booked, Array(2).fill([0, { email: true, sms: false }]));
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('shows the carrier that the buyer chose, marks its price and books it', async () => {
    const ben = await area.t.addMember('ben@example.com');
    const chosen = { selected_courier: 'hunter_road_freight', courier_price: 11.03 };
    const id = await createdByShop(area, ben, { order_id: 'U-1', ...chosen });
    await createdByShop(area, ben, { order_id: 'U-2', selected_courier: 'gone_with_the_wind' });
    await createdByShop(area, ben, { order_id: 'U-3' });
    const page = await area.visit('/orders', { as: ben });
    await page.getByRole('row', { name: /U-1.*Hunter Express \$11\.03 paid/ }).waitFor();
    await page.goto(`/orders/${id}`);
    await page.getByText('The buyer chose').waitFor();
    await page.getByText('$11.03 paid').waitFor();
    await page.getByRole('link', { name: 'Get quotes' }).click();
    await page.getByText('The buyer chose Hunter Express and paid $11.03 for it.').waitFor();
    await page.getByRole('button', { name: 'Get quotes' }).click();
    await page.waitForURL('**/quote?booking=*');
    const marked = page
      .locator('[data-row="hunter_road_freight"]')
      .getByText('Chosen by the buyer');
    await marked.waitFor();
    assert.equal(await page.getByText('Chosen by the buyer').count(), 1);
    await page.reload();
    await marked.waitFor();
    assert.deepEqual(await seriousViolations(page), []);
    await page.context().close();
    const many = await allChosen(ben);
    assert.equal(await many.getByLabel('Carrier', { exact: true }).inputValue(), 'buyers');
    await many.getByRole('button', { name: 'Get prices' }).click();
    await many.getByRole('row', { name: /U-1 .* Hunter Express .*chosen by the buyer/ }).waitFor();
    await many.getByRole('row', { name: /U-2 .*the buyer chose gone with the wind/ }).waitFor();
    await many.getByRole('button', { name: 'Book 3 orders as demos' }).waitFor();
    const third = many.getByRole('dialog').getByRole('row', { name: /U-3/ });
    assert.doesNotMatch(await third.innerText(), /buyer|Hunter/);
    assert.deepEqual(area.complaints, []);
    await many.context().close();
  });
});
