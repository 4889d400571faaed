// Booking orders in a real browser, one by one and several together, with protection against mistaken bookings.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { setCreditLimit } from '../../src/application/payments/credit-account.ts';
import { Checkout } from '../support/bookings/checkout.ts';
import { saveCard } from '../support/money/saved-card.ts';
import { MembersArea } from '../support/pages/members-pages.ts';
import { imported, line } from './imported-orders.ts';

describe('booking orders in the members area', () => {
  let area: MembersArea;
  before(async () => {
    area = await MembersArea.open();
  });
  after(() => area.close());
  beforeEach(() => {
    area.complaints.length = 0;
  });

  test('marks an order as booked once its quote is booked', async () => {
    const kim = await area.t.addMember('kim@example.com');
    const page = await imported(area, kim, line('B-1', 'Richmond', '3121'));
    await page.getByRole('link', { name: 'To the orders' }).click();
    await page.getByRole('link', { name: 'B-1' }).click();
    await page.getByRole('link', { name: 'Get quotes' }).click();
    await page.waitForURL('**/quote');
    assert.equal(
      await page.getByRole('combobox', { name: 'To' }).inputValue(),
      'Richmond VIC 3121',
    );
    const mayLink = Promise.withResolvers<void>();
    await page.route(/\/orders\/\d+$/, async (route) => {
      if (route.request().method() === 'PUT') await mayLink.promise;
      await route.continue();
    });
    const linking = page.waitForRequest((request) => request.method() === 'PUT');
    await page.getByRole('button', { name: 'Get quotes' }).click();
    await linking;
    // Prices are visible while the order is being linked to its booking.
    await page.locator('[data-row] [data-price]').first().waitFor();
    mayLink.resolve();
    await page.waitForURL('**/quote?booking=*');
    await page
      .getByRole('button', { name: /^Choose/ })
      .first()
      .click();
    assert.equal(
      await page.getByLabel('Name', { exact: true }).nth(1).inputValue(),
      'Rita Receiver',
    );
    await page.getByLabel('Street').first().fill('12 Bourke Road');
    await page.getByRole('radio', { name: 'Demo' }).check();
    await page.getByRole('button', { name: 'Book as a demo' }).click();
    await page
      .getByText(/^DEMO-/)
      .first()
      .waitFor();
    await page.getByRole('link', { name: 'Order B-1' }).waitFor();
    await page.getByRole('link', { name: 'Orders' }).click();
    await page.getByRole('row', { name: /B-1/ }).getByText('Booked').waitFor();
    await page.getByRole('link', { name: 'Bookings' }).click();
    const row = page.getByRole('row', { name: /Order B-1 .* Rita Receiver Richmond VIC 3121/ });
    await row.waitFor();
    for (const text of ['b-1', 'rita rec']) {
      // Results stay on the page until new ones arrive, so empty the list first.
      await page.getByLabel('Search bookings').fill('somebody else');
      await page.getByText('Nothing found').waitFor();
      await page.getByText(/for how a reference, a name, a suburb/).waitFor();
      assert.equal(await row.count(), 0);
      await page.getByLabel('Search bookings').fill(text);
      await page.waitForURL(`**/bookings?*q=${text.replace(' ', '+')}`);
      await row.waitFor();
    }
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('does not link a new quote to an order that is already booked', async () => {
    const pam = await area.t.addMember('pam@example.com');
    const headers = { 'api-key': pam.key };
    const page = await imported(area, pam, line('E-1', 'Richmond', '3121'));
    await page.goto('/orders');
    await page.getByRole('link', { name: 'E-1' }).click();
    await page.getByRole('link', { name: 'Get quotes' }).click();
    await page.getByRole('status').getByRole('link', { name: 'E-1' }).waitFor();
    await page.getByRole('button', { name: 'Get quotes' }).click();
    await page.waitForURL('**/quote?booking=*');
    const [order] = (await area.t.get('/api/v5/orders', headers)).json();
    const booked = order.transdirect_order_id;
    assert.equal(booked, Number(new URL(page.url()).searchParams.get('booking')));
    // The order is booked elsewhere while this page is open.
    await area.t.inject({
      method: 'POST',
      url: `/api/v5/bookings/v4/${booked}/confirm`,
      headers,
      payload: { payment_method: 'demo' },
    });
    await page.getByLabel('Each, kg, line 1').fill('9');
    await page.getByRole('button', { name: 'Get quotes' }).click();
    await page.waitForURL(`**/quote?booking=${booked + 1}`);
    await page.getByText('E-1').waitFor({ state: 'detached' });
    const [after] = (await area.t.get('/api/v5/orders', headers)).json();
    assert.deepEqual(
      [after.transdirect_order_status, after.transdirect_order_id],
      ['booked', booked],
    );
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('an order that was linked to another quote meanwhile is not booked twice', async () => {
    const una = await area.t.addMember('una@example.com');
    const headers = { 'api-key': una.key };
    const page = await imported(area, una, line('G-1', 'Richmond', '3121'));
    await page.goto('/orders');
    await page.getByRole('link', { name: 'G-1' }).click();
    await page.getByRole('link', { name: 'Get quotes' }).click();
    await page.getByRole('button', { name: 'Get quotes' }).click();
    await page.waitForURL('**/quote?booking=*');
    const [order] = (await area.t.get('/api/v5/orders', headers)).json();
    // The booking is quoted in another tab.
    const other = await new Checkout(area.t, una).quote();
    await area.t.inject({
      method: 'PUT',
      url: `/api/v5/orders/${order.id}`,
      headers,
      payload: { transdirect_order_id: other.id },
    });
    await page
      .getByRole('button', { name: /^Choose/ })
      .first()
      .click();
    await page.getByLabel('Street').first().fill('12 Bourke Road');
    await page.getByRole('radio', { name: 'Demo' }).check();
    await page.getByRole('button', { name: 'Book as a demo' }).click();
    await page.getByText(`Order ${order.id} is with booking ${other.id} by now`).waitFor();
    const here = await area.t.get(`/api/v5/bookings/v4/${order.transdirect_order_id}`, headers);
    assert.equal(here.json().status, 'new');
    await page.context().close();
  });

  test('a quote that began from an order is not linked once the order is removed', async () => {
    const quin = await area.t.addMember('quin@example.com');
    const page = await imported(area, quin, line('F-1', 'Richmond', '3121'));
    await page.goto('/orders');
    await page.getByRole('link', { name: 'F-1' }).click();
    await page.getByRole('link', { name: 'Get quotes' }).click();
    await page.getByRole('button', { name: 'Remove order' }).click();
    await page.getByRole('button', { name: 'Get quotes' }).click();
    await page.waitForURL('**/quote?booking=*');
    const [order] = (await area.t.get('/api/v5/orders', { 'api-key': quin.key })).json();
    assert.equal(order.transdirect_order_id, null);
    await page.context().close();
  });

  test('books many orders by one rule and continues past a failing order', async () => {
    const lou = await area.t.addMember('lou@example.com');
    await setCreditLimit(area.t.app, String(lou.id), 1_000_00);
    const page = await imported(
      area,
      lou,
      line('C-1', 'Richmond', '3121'),
      line('C-2', 'Perth', '6000'),
      line('C-3', 'Hobart', '7000', '21000'),
    );
    await page.getByRole('link', { name: 'To the orders' }).click();
    await page.getByRole('checkbox', { name: 'Choose every order on this page' }).check();
    await page.getByRole('button', { name: 'Book 3 orders' }).click();
    await page.getByRole('dialog').getByLabel('Street').fill('12 Bourke Road');
    await page.getByRole('dialog').getByRole('button', { name: 'Get prices' }).click();
    await page.getByText('Paid by: Credit account.').waitFor();
    const shown = await page.getByRole('row', { name: /^Total/ }).innerText();
    const total = shown.replace(/^Total\s*/, '');
    assert.deepEqual(await area.t.app.store.payments.listOfMember(lou.id), []);
    await page.getByRole('button', { name: `Book 2 orders for ${total}` }).click();
    await page.getByText('2 of 3 booked').waitFor();
    await page.getByText('C-3: No carrier takes it.').waitFor();
    assert.equal(await page.getByRole('link', { name: /^Booking \d+$/ }).count(), 2);
    const [labels] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Print 2 labels' }).click(),
    ]);
    assert.equal(labels.suggestedFilename(), 'linehaul-labels.pdf');
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('row', { name: /C-1/ }).getByText('Booked').waitFor();
    const payments = await area.t.app.store.payments.listOfMember(lou.id);
    assert.deepEqual(
      payments.map(({ status }) => status),
      ['charged', 'charged'],
    );
    const cents = payments.reduce((sum, { amountCents }) => sum + amountCents, 0);
    assert.equal(`$${(cents / 100).toFixed(2)}`, total);
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('a batch of bookings warns before leaving, stops on request and shows unconfirmed bookings', async () => {
    const ray = await area.t.addMember('ray@example.com');
    await saveCard(area.t.app, ray, { token: 'tok_timeout', isDefault: true });
    const page = await imported(
      area,
      ray,
      line('G-1', 'Richmond', '3121'),
      line('G-2', 'Perth', '6000'),
    );
    await page.getByRole('link', { name: 'To the orders' }).click();
    await page.getByRole('checkbox', { name: 'Choose every order on this page' }).check();
    await page.getByRole('button', { name: 'Book 2 orders' }).click();
    await page.getByRole('dialog').getByLabel('Street').fill('12 Bourke Road');
    await page.getByRole('dialog').getByRole('button', { name: 'Get prices' }).click();
    const confirmed = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    await page.route('**/confirm', async (route) => {
      confirmed.resolve();
      await released.promise;
      await route.continue();
    });
    await page.getByRole('button', { name: /^Book 2 orders for/ }).click();
    await confirmed.promise;
    await page.evaluate('void setTimeout(() => history.back())');
    const question = page.getByRole('dialog', { name: /^Orders are still being booked/ });
    await question.getByRole('button', { name: 'Stay on page' }).click();
    await page.getByRole('button', { name: 'Stop after this one' }).click();
    released.resolve();
    await page.getByText('0 of 2 booked, 1 not certain yet. Stopped: 1 not tried').waitFor();
    await page.getByText(/^G-\d: Not certain yet/).waitFor();
    await page.getByText(/^G-\d: not tried$/).waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    // An order with an unknown outcome must not be booked again.
    await page.getByRole('checkbox', { name: 'Choose every order on this page' }).check();
    await page.getByRole('button', { name: 'Book 2 orders' }).click();
    const street = page.getByRole('dialog').getByLabel('Street');
    assert.equal(
      await street.inputValue(),
      '12 Bourke Road',
      'the dialog keeps the street of the first attempt',
    );
    await page.getByRole('dialog').getByRole('button', { name: 'Get prices' }).click();
    await page.getByRole('button', { name: /^Book 2 orders for/ }).click();
    await page.getByText(/^G-\d: Not booked again: /).waitFor();
    await page.getByText('0 of 2 booked, 2 not certain yet').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    assert.equal((await area.t.app.store.payments.listOfMember(ray.id)).length, 2);
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });
});
