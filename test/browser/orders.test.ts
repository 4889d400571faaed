// Orders and tracking in a real browser: a file brought in, orders booked one by one and many at once, and followed.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { setCreditLimit } from '../../src/application/members/credit-account.ts';
import { addPaymentMethod } from '../../src/application/members/payment-methods.ts';
import { Checkout } from '../support/checkout.ts';
import { MembersArea, overflow, phone } from '../support/members-pages.ts';
import { choosePlace } from '../support/quote-form.ts';
import type { TestMember } from '../support/test-app.ts';

const header =
  'order_id,name,email,phone,address,suburb,postcode,state,packaging,quantity,weight,length,width,height';
const line = (number: string, suburb: string, postcode: string, weight = '5') =>
  `${number},Rita Receiver,rita@example.com,0400 000 000,1 Smith Street,${suburb},${postcode},,Carton,1,${weight},40,30,30`;

describe('orders in the members area', () => {
  let area: MembersArea;
  before(async () => {
    area = await MembersArea.open();
  });
  after(() => area.close());
  beforeEach(() => {
    area.complaints.length = 0;
  });

  const imported = async (as: TestMember, ...lines: string[]): Promise<Page> => {
    const page = await area.visit('/orders/import', { as });
    await page.getByLabel('Or paste it').fill([header, ...lines].join('\n'));
    await page.getByRole('button', { name: /^Save \d+ order/ }).click();
    await page.getByText(/orders? saved/).waitFor();
    return page;
  };

  test('a file is shown before it is saved, and each line says what becomes of it', async () => {
    const page = await area.visit('/orders', { as: await area.t.addMember('file@example.com') });
    await page.getByText('No orders yet').waitFor();
    await page.getByRole('link', { name: 'Import CSV' }).click();
    await page.getByLabel('CSV file').setInputFiles({
      name: 'orders.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        [
          `${header},Order total,Goods,Gift wrap`,
          `${line('A-1', 'Richmond', '3121')},$249.00,Tiles,yes`,
          line('A-2', 'Nowhere', '3121'),
          line('', 'Perth', '6000'),
        ].join('\n'),
      ),
    });
    await page.getByText('Left out: the order number is missing').waitFor();
    await page.getByText('Columns not used: Gift wrap.').waitFor();
    await page.getByRole('button', { name: 'Save 2 orders' }).click();
    await page.getByText('Saved, ready to book').waitFor();
    await page.getByRole('link', { name: 'To the orders' }).click();
    await page.getByRole('row', { name: /A-1.*Tiles \$249\.00/ }).waitFor();
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('a file that is none says what it needs', async () => {
    const page = await area.visit('/orders/import', {
      as: await area.t.addMember('bad@example.com'),
    });
    await page.getByLabel('Or paste it').fill('a,b\n1,2');
    await page.getByText('The file can not be read').waitFor();
    await page.context().close();
  });

  test('one order is quoted, booked, and is booked', async () => {
    const kim = await area.t.addMember('kim@example.com');
    const page = await imported(kim, line('B-1', 'Richmond', '3121'));
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
    // They stand while the order is told of its booking.
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
    const row = page.getByRole('row', { name: /Order B-1 Rita Receiver Richmond VIC 3121/ });
    await row.waitFor();
    for (const text of ['b-1', 'rita rec']) {
      // What was found before stays on the screen until there is something else: the row must have been gone.
      await page.getByLabel('Search bookings').fill('somebody else');
      await page.getByText('Nothing found').waitFor();
      await page.getByText(/for part of the receiver’s name/).waitFor();
      assert.equal(await row.count(), 0);
      await page.getByLabel('Search bookings').fill(text);
      await page.waitForURL(`**/bookings?*q=${text.replace(' ', '+')}`);
      await row.waitFor();
    }
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('what is quoted after an order was booked is not taken for that order', async () => {
    const pam = await area.t.addMember('pam@example.com');
    const headers = { 'api-key': pam.key };
    const page = await imported(pam, line('E-1', 'Richmond', '3121'));
    await page.goto('/orders');
    await page.getByRole('link', { name: 'E-1' }).click();
    await page.getByRole('link', { name: 'Get quotes' }).click();
    await page.getByRole('status').getByRole('link', { name: 'E-1' }).waitFor();
    await page.getByRole('button', { name: 'Get quotes' }).click();
    await page.waitForURL('**/quote?booking=*');
    const [order] = (await area.t.get('/api/v5/orders', headers)).json();
    const booked = order.transdirect_order_id;
    assert.equal(booked, Number(new URL(page.url()).searchParams.get('booking')));
    // Booked elsewhere, while this page stands open.
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

  test('an order that somebody else took for prices of theirs is not booked here too', async () => {
    const una = await area.t.addMember('una@example.com');
    const headers = { 'api-key': una.key };
    const page = await imported(una, line('G-1', 'Richmond', '3121'));
    await page.goto('/orders');
    await page.getByRole('link', { name: 'G-1' }).click();
    await page.getByRole('link', { name: 'Get quotes' }).click();
    await page.getByRole('button', { name: 'Get quotes' }).click();
    await page.waitForURL('**/quote?booking=*');
    const [order] = (await area.t.get('/api/v5/orders', headers)).json();
    // In another tab.
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

  test('a quote that began with an order need not be for it', async () => {
    const quin = await area.t.addMember('quin@example.com');
    const page = await imported(quin, line('F-1', 'Richmond', '3121'));
    await page.goto('/orders');
    await page.getByRole('link', { name: 'F-1' }).click();
    await page.getByRole('link', { name: 'Get quotes' }).click();
    await page.getByRole('button', { name: 'Not for this order' }).click();
    await page.getByRole('button', { name: 'Get quotes' }).click();
    await page.waitForURL('**/quote?booking=*');
    const [order] = (await area.t.get('/api/v5/orders', { 'api-key': quin.key })).json();
    assert.equal(order.transdirect_order_id, null);
    await page.context().close();
  });

  test('many are booked at once by one rule; one that can not be does not stop the others', async () => {
    const lou = await area.t.addMember('lou@example.com');
    await setCreditLimit(area.t.app, String(lou.id), 1_000_00);
    const page = await imported(
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
    const shown = await page.getByRole('row', { name: /^Together/ }).innerText();
    const total = shown.replace(/^Together\s*/, '');
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

  test('booking many is not left by accident, is stopped after one, and says what is not certain', async () => {
    const ray = await area.t.addMember('ray@example.com');
    await addPaymentMethod(area.t.app, String(ray.id), {
      kind: 'card',
      token: 'tok_timeout',
      isDefault: true,
    });
    const page = await imported(ray, line('G-1', 'Richmond', '3121'), line('G-2', 'Perth', '6000'));
    await page.getByRole('link', { name: 'To the orders' }).click();
    await page.getByRole('checkbox', { name: 'Choose every order on this page' }).check();
    await page.getByRole('button', { name: 'Book 2 orders' }).click();
    await page.getByRole('dialog').getByLabel('Street').fill('12 Bourke Road');
    await page.getByRole('dialog').getByRole('button', { name: 'Get prices' }).click();
    const confirmed = Promise.withResolvers<void>();
    const mayGoOn = Promise.withResolvers<void>();
    await page.route('**/confirm', async (route) => {
      confirmed.resolve();
      await mayGoOn.promise;
      await route.continue();
    });
    await page.getByRole('button', { name: /^Book 2 orders for/ }).click();
    await confirmed.promise;
    const question = page.waitForEvent('dialog');
    await page.evaluate('void setTimeout(() => history.back())');
    const asked = await question;
    assert.match(asked.message(), /^Orders are still being booked/);
    await asked.dismiss();
    await page.getByRole('button', { name: 'Stop after this one' }).click();
    mayGoOn.resolve();
    await page.getByText('0 of 2 booked, 1 not certain yet. Stopped: 1 not tried').waitFor();
    await page.getByText(/^G-\d: Not certain yet/).waitFor();
    await page.getByText(/^G-\d: not tried$/).waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    // Whose outcome is not known is not booked again meanwhile.
    await page.getByRole('checkbox', { name: 'Choose every order on this page' }).check();
    await page.getByRole('button', { name: 'Book 2 orders' }).click();
    const street = page.getByRole('dialog').getByLabel('Street');
    assert.equal(await street.inputValue(), '12 Bourke Road', 'as the last time');
    await page.getByRole('dialog').getByRole('button', { name: 'Get prices' }).click();
    await page.getByRole('button', { name: /^Book 2 orders for/ }).click();
    await page.getByText(/^G-\d: Not booked again: /).waitFor();
    await page.getByText('0 of 2 booked, 2 not certain yet').waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    assert.equal((await area.t.app.store.payments.listOfMember(ray.id)).length, 2);
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('an order that is not ready is put right on its page', async () => {
    const as = await area.t.addMember('wrong@example.com');
    const page = await imported(as, line('W-1', 'Nowhere', '3121', ''));
    await page.getByRole('link', { name: 'To the orders' }).click();
    await page.getByRole('link', { name: 'W-1' }).click();
    await page.getByRole('button', { name: 'Put it right' }).click();
    const form = page.getByRole('dialog', { name: 'Edit order W-1' });
    await form.getByLabel('Last name').fill('Rightful');
    await choosePlace(page, 'To', '3121', /Richmond/);
    await form.getByLabel('Each, kg, line 1').fill('7');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Rita Rightful').waitFor();
    await page.getByText('Ready to book').waitFor();
    await page.getByRole('cell', { name: '7 kg' }).waitFor();
    assert.equal(await page.getByText('Not ready to book').count(), 0);
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('orders are listed by status, and many are deleted at once', async () => {
    const as = await area.t.addMember('many@example.com');
    const page = await imported(
      ...[as, line('M-1', 'Richmond', '3121'), line('M-2', 'Nowhere', '3121')],
      line('M-3', 'Nowhere', '3121'),
    );
    await page.getByRole('link', { name: 'To the orders' }).click();
    await page.getByLabel('Status').selectOption('pending');
    await page.waitForURL('**/orders?status=pending');
    await page.getByRole('link', { name: 'M-1' }).waitFor({ state: 'detached' });
    await page.getByRole('checkbox', { name: 'Choose every order on this page' }).check();
    await page.getByRole('button', { name: 'Delete 2…' }).click();
    await page.getByRole('button', { name: 'Delete them' }).click();
    await page.getByText('Nothing found').waitFor();
    await page.getByLabel('Status').selectOption('');
    await page.getByRole('link', { name: 'M-1' }).waitFor();
    assert.equal(await page.getByRole('row').count(), 2);
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('an order that was sent another way, and one that is deleted', async () => {
    const page = await imported(
      await area.t.addMember('mia@example.com'),
      line('D-1', 'Perth', '6000'),
    );
    await page.getByRole('link', { name: 'To the orders' }).click();
    await page.getByRole('link', { name: 'D-1' }).click();
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'It was sent another way' }).click();
    await page.getByText('Sent another way').first().waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete it' }).click();
    await page.waitForURL('**/orders');
    await page.getByText('No orders yet').waitFor();
    await page.context().close();
  });

  test('a shipment is followed by its number, on a phone as well', async () => {
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
    await page.getByRole('button', { name: 'Find it' }).click();
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

  test('a parcel that leaves Australia needs its customs declaration', async () => {
    const oda = await area.t.addMember('oda@example.com');
    const page = await area.visit('/quote', { as: oda });
    await choosePlace(page, 'From', 'sydney', /Sydney NSW 2000/);
    await choosePlace(page, 'To', 'new zea', /New Zealand/);
    await page.getByLabel('City').fill('Auckland');
    await page.getByLabel('Postcode', { exact: true }).fill('1010');
    await page.getByLabel('Each, kg, line 1').fill('2');
    for (const side of ['Length', 'Width', 'Height']) {
      await page.getByLabel(`${side}, cm, line 1`).fill('20');
    }
    await page.getByRole('button', { name: 'Get quotes' }).click();
    await page.waitForURL('**/quote?booking=*');
    await page
      .getByRole('button', { name: /^Choose/ })
      .first()
      .click();
    for (const [n, who] of ['Sam', 'Rita'].entries()) {
      await page.getByLabel('Name', { exact: true }).nth(n).fill(who);
      await page.getByLabel('Street').nth(n).fill('1 Smith Street');
    }
    await page.getByLabel('In a few words').fill('Tiles');
    await page.getByRole('radio', { name: 'Demo' }).check();
    await page.getByRole('button', { name: 'Book as a demo' }).click();
    await page.getByText('What these goods are is missing.').waitFor();
    await page.getByText('The value is missing.').waitFor();
    await page.getByLabel('Goods', { exact: true }).fill('Tiles');
    await page.getByLabel('Value of one, $').fill('50');
    await page.getByRole('button', { name: 'Book as a demo' }).click();
    await page
      .getByText(/^DEMO-/)
      .first()
      .waitFor();
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });
});
