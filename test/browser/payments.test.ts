// A member's money in a real browser: saved cards, charges, later adjustments by carriers and refunds, with totals
// that add up.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { adjustBooking } from '../../src/application/bookings/adjust-booking.ts';
import { cancelBooking } from '../../src/application/bookings/cancel-booking.ts';
import {
  receiveCreditPayment,
  setCreditLimit,
} from '../../src/application/payments/credit-account.ts';
import { bookingId } from '../../src/domain/bookings/booking.ts';
import { sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { saveCard } from '../support/money/saved-card.ts';
import { StripeUnderTest } from '../support/money/stripe/stripe-gateway.ts';
import { MembersArea, overflow, phone, seriousViolations } from '../support/pages/members-pages.ts';
import type { TestMember } from '../support/test-app.ts';

describe('the payments page', () => {
  let area: MembersArea;
  before(async () => {
    area = await MembersArea.open();
  });
  after(() => area.close());
  beforeEach(() => {
    area.complaints.length = 0;
  });

  const book = async (member: TestMember, payment_method: string): Promise<number> => {
    const headers = { 'api-key': member.key };
    const post = async (url: string, payload: object) =>
      (
        await area.t.inject({ method: 'POST', url: `/api/v5/bookings${url}`, headers, payload })
      ).json();
    const { id, quotes } = await post('', sydneyToMelbourne());
    const pickup_date = quotes.toll.pickup_dates[0];
    const booked = await post(`/v4/${id}/confirm`, {
      courier: 'toll',
      pickup_date,
      payment_method,
    });
    assert.equal(booked.status, 'Confirmed');
    return id;
  };
  const adjust = (id: number, additionalCents: number) =>
    adjustBooking(area.t.app, bookingId(id), { scannedGrams: undefined, additionalCents });

  /** Outcome and amount of each charge and refund in the list, newest first. */
  const chargesOn = async (page: Page): Promise<{ words: string; cents: number }[]> => {
    const table = page.getByRole('table').last();
    await page.getByRole('heading', { name: 'Charges and refunds' }).waitFor();
    const rows = table.locator('tbody tr');
    return await rows.evaluateAll((all) =>
      all.map((row) => {
        const text = (label: string): string =>
          row.querySelector(`[data-label="${label}"]`)?.textContent ?? '';
        const amount = Number(
          text('Amount')
            .replace('−', '-')
            .replaceAll(/[^\d.-]/g, ''),
        );
        return { words: text('Result'), cents: Math.round(amount * 100) };
      }),
    );
  };

  for (const { paid, back } of [
    { paid: 'credit', back: ['Refunded'] },
    { paid: 'card', back: ['Refunded', 'Refunded'] },
  ])
    test(`lists later charges, reduced charges and refunds of a booking paid by ${paid}`, async () => {
      const member = await area.t.addMember(`${paid}@example.com`);
      await setCreditLimit(area.t.app, member.email, 1_000_00);
      const card = await saveCard(area.t.app, member);
      const id = await book(member, paid === 'card' ? card : paid);
      await adjust(id, 8_50);
      await adjust(id, 3_00);
      const page = await area.visit('/payments', { as: member });
      await page.getByText('Later charge of the carrier', { exact: true }).last().waitFor();
      const before = await chargesOn(page);
      const linesWith = (words: string) => before.filter((line) => line.words === words);
      assert.equal(before.length, 3);
      assert.equal(linesWith('Paid').length, 1);
      assert.deepEqual(linesWith('Later charge of the carrier'), [
        { words: 'Later charge of the carrier', cents: 8_50 },
      ]);
      assert.deepEqual(linesWith('The carrier charged less'), [
        { words: 'The carrier charged less', cents: -5_50 },
      ]);
      assert.deepEqual(await seriousViolations(page), []);
      await cancelBooking(area.t.app, bookingId(id));
      await page.setViewportSize(phone);
      await page.reload();
      await page.getByText('Refunded', { exact: true }).first().waitFor();
      const after = await chargesOn(page);
      const refunds = after.filter(({ words }) => !before.some((line) => line.words === words));
      assert.deepEqual(
        refunds.map(({ words }) => words),
        back,
      );
      assert.equal(
        after.reduce((sum, { cents }) => sum + cents, 0),
        0,
        'charges and refunds add up to zero',
      );
      assert.equal(await overflow(page), 0);
      assert.deepEqual(area.complaints, []);
      await page.context().close();
    });

  test('a statement links the documents of its lines and all invoices of its period in one file', async () => {
    const member = await area.t.addMember('books@example.com');
    await setCreditLimit(area.t.app, member.email, 1_000_00);
    const page = await area.visit('/payments', { as: member });
    await page.getByText('No entries in this period').waitFor();
    await page.getByRole('button', { name: 'Invoices, PDF' }).click();
    await page.getByText('There is no invoice in this time').waitFor();
    const id = await book(member, 'credit');
    const payment = { amountCents: 5_00, reference: 'NPP 4711' };
    await receiveCreditPayment(area.t.app, member.email, payment);
    const { connote } = (await area.t.app.store.bookings.findForAnyMember(bookingId(id))) ?? {};
    await page.reload();
    await page.getByLabel('Period').selectOption('0');
    await page.getByText('NPP 4711').waitFor();
    await page.getByText(connote ?? '', { exact: true }).waitFor();
    const link = page.getByRole('link', { name: `Tax invoice of booking ${id}` });
    const answer = await page.request.get((await link.getAttribute('href')) ?? '');
    assert.equal(answer.headers()['content-type'], 'application/pdf');
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Invoices, PDF' }).click(),
    ]);
    assert.equal(file.suggestedFilename(), 'linehaul-invoices.pdf');
    for (const month of ['Last month', 'This month']) {
      await page.getByLabel('Period').selectOption(month);
      await page
        .getByText(month === 'This month' ? 'NPP 4711' : 'No entries in this period')
        .waitFor();
    }
    await page.getByLabel('Period').selectOption('Choose days');
    await page.getByLabel('Until', { exact: true }).fill('2020-01-31');
    await page.getByText('No entries in this period').waitFor();
    const csv = await page.getByRole('link', { name: 'CSV' }).getAttribute('href');
    assert.match(csv ?? '', /since=&until=2020-02-01$/);
    await page.getByLabel('From', { exact: true }).fill('2020-02-01');
    await page.getByText('NPP 4711').waitFor();
    assert.equal(await page.getByLabel('Until', { exact: true }).inputValue(), '');
    assert.deepEqual(await seriousViolations(page), []);
    await page.setViewportSize(phone);
    await page.reload();
    await page.getByText('NPP 4711').waitFor();
    assert.equal(await overflow(page), 0);
    await page.context().close();
  });

  test('the page after a full last page is empty and links back', async () => {
    const page = await area.visit('/bookings', { as: await area.t.addMember('full@example.com') });
    const full = Array.from({ length: 50 }, (_, at) => ({
      ...{ id: at + 1, booking_id: at + 1, kind: 'charge', status: 'charged', method: 'credit' },
      ...{ amount: 5, detail: '', created_at: '2026-11-15T09:00:00+11:00' },
    }));
    await page.route(/\/payments\?page=1$/, (route) => route.fulfill({ json: full }));
    await page.getByRole('link', { name: 'Payments' }).first().click();
    await page.getByRole('button', { name: 'Older charges and refunds' }).click();
    await page.getByText('No more charges and refunds').waitFor();
    await page.getByRole('button', { name: 'Newer charges and refunds' }).click();
    await page.getByText('Paid', { exact: true }).first().waitFor();
    assert.deepEqual(area.complaints, []);
    await page.goto('/bookings?show=booked&page=2');
    await page.getByText('No more bookings').waitFor();
    await page.context().close();
  });

  test('names no gateway when the options for adding cards cannot be loaded', async () => {
    const page = await area.visit('/bookings', { as: await area.t.addMember('setup@example.com') });
    await page.route('**/members/payment-setup', (route) =>
      route.fulfill({ status: 422, json: { message: 'Out of order.' } }),
    );
    await page.getByRole('link', { name: 'Payments' }).first().click();
    await page.getByText('How to add cards could not be loaded').waitFor();
    await page.getByText('No saved cards.', { exact: true }).waitFor();
    await page.unroute('**/members/payment-setup');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('add a test card to see how paying works').waitFor();
    area.complaints.length = 0;
    await page.context().close();
  });

  test('what is owed is paid by card once, after a declined card and an amount that is too high', async () => {
    const member = await area.t.addMember('debtor@example.com');
    await setCreditLimit(area.t.app, member.email, 1_000_00);
    await book(member, 'credit');
    const page = await area.visit('/payments', { as: member });
    await page.getByText('Save a card first.').waitFor();
    await saveCard(area.t.app, member, { token: 'tok_insufficient_funds', isDefault: true });
    await saveCard(area.t.app, member);
    await page.reload();
    await page.getByRole('button', { name: 'Pay by card…' }).click();
    const dialog = page.getByRole('dialog');
    const whole = (await dialog.getByRole('button', { name: /^Pay \$/ }).textContent()) ?? '';
    await dialog.getByLabel('Amount').fill('5000');
    await dialog.getByRole('button', { name: 'Pay $5,000.00' }).click();
    await dialog.getByText(/that you owe/).waitFor();
    assert.deepEqual(await seriousViolations(page), []);
    await dialog.getByLabel('Amount').fill('10');
    await dialog.getByRole('button', { name: 'Pay $10.00' }).click();
    await dialog.getByText('Nothing was charged').waitFor();
    await dialog.getByText(/^Not enough funds/).waitFor();
    await dialog.getByLabel('Card or wallet').selectOption({ label: 'Test card ending 4242' });
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByRole('button', { name: 'Pay by card…' }).click();
    await dialog.getByRole('button', { name: 'Pay $10.00' }).dblclick();
    await dialog.waitFor({ state: 'detached' });
    const second = other.getByRole('dialog');
    await second.getByLabel('Card or wallet').selectOption({ label: 'Test card ending 4242' });
    await second.getByRole('button', { name: whole }).click();
    await second.getByText(/was paid on another page meanwhile/).waitFor();
    await other.close();
    await page.setViewportSize(phone);
    await page.reload();
    await page.getByText('Account balance').first().waitFor();
    assert.equal((await chargesOn(page)).filter(({ words }) => words === 'Paid').length, 2);
    assert.equal(await overflow(page), 0);
    await page.context().close();
  });

  test('a test card is added, made the default and removed', async () => {
    const page = await area.visit('/payments', { as: await area.t.addMember('cards@example.com') });
    await page.getByText('add a test card to see how paying works').waitFor();
    for (const card of ['A card that pays', 'A card that is declined']) {
      await page.getByRole('button', { name: 'Add a test card' }).click();
      await page.getByRole('menuitem', { name: card }).click();
      await page.getByRole('menu').waitFor({ state: 'detached' });
    }
    await page.getByRole('button', { name: 'Make default' }).click();
    // The pressed button has disappeared, so its card has the focus.
    await page.locator('div:focus').filter({ hasText: 'ending 0002Default' }).waitFor();
    await page.getByRole('button', { name: /^Remove.*4242/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove it' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText(/4242/).waitFor({ state: 'detached' });
    // The pressed button has disappeared with its card.
    const panel = page.locator('section:focus');
    await panel.filter({ hasText: 'Saved cards and wallets' }).waitFor();
    await page.getByRole('button', { name: 'Add a test card' }).click();
    await page.getByRole('menuitem', { name: 'A card that is declined' }).click();
    await page.getByText('Test card ending 0002 is saved already.').waitFor();
    assert.equal(await page.getByRole('button', { name: /^Remove / }).count(), 1);
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });
});

describe("adding a card on Stripe's page", () => {
  let stripe: StripeUnderTest;
  let area: MembersArea;
  before(async () => {
    stripe = await StripeUnderTest.start({ repeats: 0 });
    area = await MembersArea.open({ gateway: stripe.gateway, publicUrl });
  });
  after(async () => {
    await area.close();
    await stripe.close();
  });

  const publicUrl = 'http://freight.example.com';
  const stripesPage = 'https://checkout.stripe.com/';

  test("the browser visits Stripe's card page and returns with a saved card", async () => {
    const page = await area.visit('/payments', { as: area.jane });
    await page.getByText('You add cards on Stripe’s page').waitFor();
    // PUBLIC_URL differs from the address that the browser uses.
    await page.getByRole('button', { name: 'Add a card' }).click();
    await page.getByText(/must set PUBLIC_URL/).waitFor();
    assert.deepEqual(await seriousViolations(page), []);
    await page.route('**/members/card-page', async (route) => {
      const headers = { ...(await route.request().allHeaders()), origin: publicUrl };
      await route.fulfill({ response: await route.fetch({ headers }) });
    });
    await page.route(`${stripesPage}**`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<title>Stripe</title>' }),
    );
    area.complaints.length = 0;
    await page.getByRole('button', { name: 'Add a card' }).click();
    await page.waitForURL(`${stripesPage}c/pay/*`);
    const session = page.url().split('/').at(-1) ?? '';
    assert.deepEqual(
      area.complaints,
      [`asked another host: ${page.url()}`],
      'the only request to another host is the redirect to Stripe',
    );
    const card = stripe.server.account.addMethod(
      'card',
      { does: 'accept' },
      { brand: 'visa', last4: '4242' },
    );
    const { pathname, search } = new URL(stripe.server.sessions.finish(session, card));
    area.complaints.length = 0;
    stripe.server.fail(/checkout/, { status: 500 }, 1);
    const held = Promise.withResolvers<void>();
    for (const way of ['card-page/saved', 'payment-methods'])
      await page.route(`**/members/${way}`, async (route) => {
        await held.promise;
        await route.fallback();
      });
    const saveRequest = page.waitForRequest('**/members/card-page/saved');
    await page.goto(`${pathname}${search}`);
    await saveRequest;
    // The charge and the list of cards load together, with a single loading message.
    const cards = page.locator('section').filter({ hasText: 'Saved cards and wallets' });
    await cards.getByRole('status').first().waitFor();
    assert.equal(await cards.getByRole('status').count(), 1);
    held.resolve();
    await page.getByText('The card was not saved').waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Visa ending 4242 is saved.').waitFor();
    await page.getByRole('button', { name: 'Remove Visa ending 4242' }).waitFor();
    await page.waitForURL((url) => url.pathname === '/payments' && url.search === '');
    await page.context().close();
  });
});
