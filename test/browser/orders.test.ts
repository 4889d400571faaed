// Orders in a real browser: importing a file, listing, correcting, changing the carrier and deleting. Booking is in
// orders-booked.test.ts.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { MembersArea } from '../support/pages/members-pages.ts';
import { choosePlace } from '../support/pages/quote-form.ts';
import { header, imported, line } from './imported-orders.ts';

describe('orders in the members area', () => {
  let area: MembersArea;
  before(async () => {
    area = await MembersArea.open();
  });
  after(() => area.close());
  beforeEach(() => {
    area.complaints.length = 0;
  });

  test('an order file is previewed with the outcome of each line', async () => {
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
          line('A-2', 'Nowhere', '9999'),
          line('', 'Perth', '6000'),
        ].join('\n'),
      ),
    });
    await page.getByText('Left out: the order number is missing').waitFor();
    await page.getByText('Columns not used: Gift wrap.').waitFor();
    await page.getByRole('row', { name: /A-1 .*Will be saved, ready to book/ }).waitFor();
    await page.getByRole('row', { name: /A-2 .*not ready to book\. .*9999/ }).waitFor();
    await page.getByRole('button', { name: 'Save 2 orders' }).click();
    await page.getByText('Saved, ready to book').waitFor();
    await page.getByRole('link', { name: 'To the orders' }).click();
    await page.getByRole('row', { name: /A-1.*Tiles \$249\.00/ }).waitFor();
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('an unreadable order file explains the format', async () => {
    const page = await area.visit('/orders/import', {
      as: await area.t.addMember('bad@example.com'),
    });
    await page.getByLabel('Or paste it').fill('a,b\n1,2');
    await page.getByText('The file cannot be read').waitFor();
    await page.context().close();
  });

  test('completes an incomplete order on its page', async () => {
    const as = await area.t.addMember('wrong@example.com');
    const page = await imported(area, as, line('W-1', 'Nowhere', '3121', ''));
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

  test('lists orders by status and deletes many at once', async () => {
    const as = await area.t.addMember('many@example.com');
    const page = await imported(
      area,
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
    // The page shows the old list until the new one has loaded.
    await page.getByRole('link', { name: 'M-2' }).waitFor({ state: 'detached' });
    assert.equal(await page.getByRole('row').count(), 2);
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('reopens an order that was dispatched or cancelled by mistake, but not a deleted one', async () => {
    const page = await imported(
      area,
      await area.t.addMember('mia@example.com'),
      line('D-1', 'Perth', '6000'),
    );
    await page.getByRole('link', { name: 'To the orders' }).click();
    await page.getByRole('link', { name: 'D-1' }).click();
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'It was sent another way' }).click();
    await page.getByText('Sent another way').first().waitFor();
    await page.getByText('Order D-1: sent another way.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Ready to book').waitFor();
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'It was cancelled' }).click();
    const notice = page.getByText('Order D-1: cancelled.');
    await notice.waitFor();
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Still to be sent' }).waitFor();
    assert.equal(await page.getByRole('menuitem', { name: 'It was cancelled' }).count(), 0);
    await page.getByRole('menuitem', { name: 'Still to be sent' }).click();
    await page.getByText('Ready to book').waitFor();
    await page.getByRole('link', { name: 'Get quotes' }).waitFor();
    await notice.waitFor({ state: 'detached' });
    await page.route(/\/orders\/\d+$/, (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 400, json: { message: 'Not now.' } })
        : route.continue(),
    );
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'It was cancelled' }).click();
    await page.getByText('Not now.').waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete it' }).waitFor();
    assert.equal(await page.getByRole('dialog').getByText('Not now.').count(), 0);
    await page.getByRole('dialog').getByRole('button', { name: 'Delete it' }).click();
    await page.waitForURL('**/orders');
    await page.getByText('No orders yet').waitFor();
    await page.context().close();
  });
});
