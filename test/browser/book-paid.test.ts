// Paying for a booking in a real browser: on credit, by card, declined, with an unknown outcome, and never charged
// twice.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { setCreditLimit } from '../../src/application/payments/credit-account.ts';
import { saveCard } from '../support/money/saved-card.ts';
import { chosen, fillContacts } from '../support/pages/book-form.ts';
import { MembersArea } from '../support/pages/members-pages.ts';
import type { TestMember } from '../support/test-app.ts';

describe('paying for a booking in the members area', () => {
  let area: MembersArea;
  before(async () => {
    area = await MembersArea.open();
  });
  after(() => area.close());
  beforeEach(() => {
    area.complaints.length = 0;
  });

  const paymentsOf = async ({ id }: TestMember) =>
    (await area.t.app.store.payments.listOfMember(id)).map(({ status }) => status);

  test('a booking on credit costs the quoted price, keeps the chosen day and is on the statement', async () => {
    const kim = await area.t.addMember('kim@example.com');
    await setCreditLimit(area.t.app, String(kim.id), 500_00);
    const page = await chosen(area, kim);
    await page.getByText('$500.00 of $500.00 available').waitFor();
    await page.getByText('Wed 18 Nov').click();
    const price = await page.getByRole('button', { name: /^Book for/ }).innerText();
    await page.getByRole('button', { name: /^Book for/ }).click();
    await page.getByText('Confirmed').waitFor();
    await page.getByText(price.replace('Book for ', ''), { exact: true }).waitFor();
    const invoice = await page.getByRole('link', { name: 'Tax invoice' }).getAttribute('href');
    const document = await page.request.get(invoice ?? '');
    assert.equal(document.headers()['content-type'], 'application/pdf');
    await page.getByText(/^Wed 18 Nov,/).waitFor();
    await page.getByRole('link', { name: 'Payments' }).click();
    await page.getByText(`${price.replace('Book for ', '')} of $500.00 used`).waitFor();
    assert.equal((await page.getByRole('row', { name: /Booking/ }).count()) > 0, true);
    assert.deepEqual(await paymentsOf(kim), ['charged']);
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('a declined card shows a message, books nothing and lets the member choose another card', async () => {
    const lou = await area.t.addMember('lou@example.com');
    for (const token of ['tok_declined', 'tok_ok']) await saveCard(area.t.app, lou, { token });
    const page = await chosen(area, lou);
    await page.getByRole('button', { name: /^Book for/ }).click();
    await page.getByText('The payment was declined').waitFor();
    assert.ok(page.url().includes('/book?'));
    await page.getByRole('radio', { name: /4242/ }).check();
    await page.getByRole('button', { name: /^Book for/ }).click();
    await page.getByText('Confirmed').waitFor();
    assert.deepEqual(await paymentsOf(lou), ['declined', 'charged']);
    await page.getByText('Test card ending 4242').waitFor();
    await page.goto('/payments');
    await page
      .getByRole('row', { name: /Declined/ })
      .getByText('Its bank refused it')
      .waitFor();
    const charge = page.getByRole('row', { name: /Paid/ });
    await charge.getByText(/4242/).waitFor();
    await page.getByRole('button', { name: /^Remove.*4242/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove it' }).click();
    await charge.getByText('A card that was removed').waitFor();
    await page.context().close();
  });

  test('disables the credit account when its limit is too small', async () => {
    const mia = await area.t.addMember('mia@example.com');
    await setCreditLimit(area.t.app, String(mia.id), 1_00);
    const page = await chosen(area, mia);
    await page.getByText('Only $1.00 of $1.00 left').waitFor();
    assert.ok(await page.getByRole('radio', { name: 'Credit account' }).isDisabled());
    // The credit account is not preselected either.
    await page.getByRole('radio', { name: 'Demo', checked: true }).waitFor();
    await page.context().close();
  });

  test('creates one booking and one charge when two tabs book the same quote, and the second tab says so', async () => {
    const nia = await area.t.addMember('nia@example.com');
    await setCreditLimit(area.t.app, String(nia.id), 500_00);
    const first = await chosen(area, nia);
    const url = first.url();
    const second = await area.newTab(first.context(), url);
    await fillContacts(second);
    await first.getByRole('button', { name: /^Book for/ }).click();
    await first.getByText('Confirmed').waitFor();
    await second.getByRole('button', { name: /^Book for/ }).click();
    await second.getByText(/^Booking \d+ is made$/).waitFor();
    await second.getByText('Confirmed').waitFor();
    assert.deepEqual(await paymentsOf(nia), ['charged']);
    await second.goto(url);
    await second.getByText('This booking is made').waitFor();
    await first.context().close();
  });

  test('shows an unknown outcome when the answer is lost, until the page has checked the booking', async () => {
    const una = await area.t.addMember('una@example.com');
    await setCreditLimit(area.t.app, String(una.id), 500_00);
    const page = await chosen(area, una);
    const id = /bookings\/(\d+)/.exec(page.url())?.[1] ?? '';
    const isNotKnown = page.getByText('We don’t know yet whether it was booked');
    const book = page.getByRole('button', { name: /^Book for/ });
    await page.route('**/confirm', (route) => route.abort());
    await book.click();
    await isNotKnown.waitFor();
    await page.getByText('The booking is not confirmed yet').waitFor();
    // This time the request arrives and is carried out, but its answer and the booking itself cannot be read.
    await page.unroute('**/confirm');
    await page.route('**/confirm', async (route) => {
      await route.fetch();
      await page.route(`**/bookings/v4/${id}`, (other) => other.abort());
      await route.abort();
    });
    await book.click();
    await page.getByText('Open the booking again when you are connected').waitFor();
    assert.deepEqual(await paymentsOf(una), ['charged']);
    await page.unroute(`**/bookings/v4/${id}`);
    await page.getByRole('button', { name: 'Check again' }).click();
    await page.getByText(`Booking ${id} is made`).waitFor();
    await page.waitForURL(`**/bookings/${id}`);
    await page.getByText('Confirmed').waitFor();
    await page.context().close();
  });

  test('shows a booking whose answer was lost as unconfirmed until its outcome is known', async () => {
    const oda = await area.t.addMember('oda@example.com');
    await saveCard(area.t.app, oda, { token: 'tok_timeout', isDefault: true });
    const page = await chosen(area, oda);
    await page.getByRole('button', { name: /^Book for/ }).click();
    await page.getByText('Not certain yet').waitFor();
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });
});
