// From a quote to a paid booking in a real browser: a demo, on credit, by card, declined, and never twice.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { changeMember } from '../../src/application/members/change-member.ts';
import { setCreditLimit } from '../../src/application/members/credit-account.ts';
import { addPaymentMethod } from '../../src/application/members/payment-methods.ts';
import { cancelBooking } from '../../src/application/operator/cancel-booking.ts';
import { bookingId } from '../../src/domain/bookings/booking.ts';
import { Checkout } from '../support/checkout.ts';
import { Visitor } from '../support/members-area.ts';
import { MembersArea, overflow, phone } from '../support/members-pages.ts';
import { melbourne, sydneyToMelbourne } from '../support/quote-bodies.ts';
import { fillQuote } from '../support/quote-form.ts';
import type { TestMember } from '../support/test-app.ts';

describe('booking in the members area', () => {
  let area: MembersArea;
  before(async () => {
    area = await MembersArea.open();
  });
  after(() => area.close());
  beforeEach(() => {
    area.complaints.length = 0;
  });

  /** As far as the page where one books. */
  const chosen = async (as: TestMember, size?: typeof phone): Promise<Page> => {
    const page = await area.visit('/quote', { as, ...(size === undefined ? {} : { size }) });
    await fillQuote(page);
    await page.getByRole('button', { name: 'Get quotes' }).click();
    await page.waitForURL('**/quote?booking=*');
    await page
      .getByRole('button', { name: /^Choose/ })
      .first()
      .click();
    await page.waitForURL('**/book?carrier=*');
    await fillContacts(page);
    return page;
  };
  const fillContacts = async (page: Page): Promise<void> => {
    for (const [n, who] of ['Sam Sender', 'Rita Receiver'].entries()) {
      await page.getByLabel('Name', { exact: true }).nth(n).fill(who);
      await page
        .getByLabel('Street')
        .nth(n)
        .fill(`${n + 1} Smith Street`);
    }
  };
  const paymentsOf = async ({ id }: TestMember) =>
    (await area.t.app.store.payments.listOfMember(id)).map(({ status }) => status);

  test('free for the shop’s buyers: whoever books reads what the shop pays', async () => {
    const member = await area.t.addMember('free@example.com');
    await setCreditLimit(area.t.app, member.email, 1_000_00);
    const shop = new Checkout(area.t, member);
    const plain = (await shop.quote()).quotes.toll?.total ?? 0;
    const rule = { name: 'Free', priority: 1, couriers: [], conditions: [] };
    const parts = { rules: [{ ...rule, action: { type: 'free' } }] };
    const visitor = await new Visitor(area.t, '192.0.2.9').signIn(member);
    const set = await visitor.send('PUT', `/keys/${member.keyId}/settings`, parts);
    assert.equal(set.statusCode, 200, set.body);
    const { id } = await shop.quote();
    const page = await area.visit(`/bookings/${id}/book?carrier=toll`, { as: member });
    await page.getByText('shown to buyers as $0.00').waitFor();
    await fillContacts(page);
    await page.getByRole('button', { name: `Book for $${plain.toFixed(2)}` }).click();
    await page.waitForURL(`**/bookings/${id}`);
    assert.equal((await shop.read(id)).cost, plain);
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('a demo: nothing charged, its number, and everything again after a reload', async () => {
    const page = await chosen(await area.t.addMember('demo@example.com'));
    await page.getByRole('radio', { name: 'Demo' }).check();
    const confirms: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/confirm')) confirms.push(request.url());
    });
    await page.getByRole('button', { name: 'Book as a demo' }).dblclick();
    await page.getByText(/^DEMO-/).waitFor();
    await page.getByText('Confirmed').waitFor();
    await page.getByText('Rita Receiver').waitFor();
    assert.equal(confirms.length, 1, 'two clicks are one booking');
    const back = page.getByRole('main').getByRole('link', { name: 'Bookings' });
    assert.equal(await back.getAttribute('aria-current'), null, 'this is not the list');
    const id = /bookings\/(\d+)/.exec(page.url())?.[1] ?? '';
    const booked = page.url();
    await page.goto(`/quote?booking=${id}`);
    await page.getByText(`Booking ${id} is made already`).waitFor();
    // The next from the same suburb begins with whom the last was picked up from.
    await page.getByRole('button', { name: 'Get quotes' }).click();
    await page
      .getByRole('button', { name: /^Choose/ })
      .first()
      .click();
    await page.waitForURL('**/book?carrier=*');
    assert.equal(await page.getByLabel('Street').first().inputValue(), '1 Smith Street');
    assert.equal(await page.getByLabel('Name', { exact: true }).first().inputValue(), 'Sam Sender');
    // Who receives may be another there: it is said, and cleared at once.
    await page.getByText('Filled in from your last booking to Melbourne.').waitFor();
    assert.equal(await page.getByLabel('Street').nth(1).inputValue(), '2 Smith Street');
    await page.getByRole('button', { name: 'Clear' }).click();
    assert.equal(await page.getByLabel('Street').nth(1).inputValue(), '');
    assert.equal(await page.getByText(/^Filled in from/).count(), 0);
    await page.goto(booked);
    await page.reload();
    await page.getByText(/^DEMO-/).waitFor();
    await page.getByRole('link', { name: 'Bookings' }).first().click();
    await page.getByText(/^DEMO-/).waitFor();
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('what is emptied before booking goes to nobody', async () => {
    const rex = await area.t.addMember('rex@example.com');
    const shop = new Checkout(area.t, rex);
    const { id } = await shop.quote(
      sydneyToMelbourne({
        receiver: { ...melbourne, name: 'Rita', address: '1 Smith Street', phone: '0400 111 222' },
        special_instructions: 'Leave it with the old neighbour',
      }),
    );
    const page = await area.visit(`/bookings/${id}/book?carrier=toll`, { as: rex });
    await fillContacts(page);
    await page.getByLabel('Phone').nth(1).fill('');
    await page.getByLabel('For the driver at delivery').fill('');
    await page.getByRole('radio', { name: 'Demo' }).check();
    await page.getByRole('button', { name: 'Book as a demo' }).click();
    await page.getByText(/^DEMO-/).waitFor();
    const headers = { 'api-key': rex.key };
    const booked = (await area.t.get(`/api/v5/bookings/v4/${id}`, headers)).json();
    assert.partialDeepStrictEqual(booked, {
      receiver: { name: 'Rita Receiver', phone: '' },
      special_instructions: '',
    });
    await page.context().close();
  });

  test('on credit: the price that was shown, on the chosen day, and on the statement', async () => {
    const kim = await area.t.addMember('kim@example.com');
    await setCreditLimit(area.t.app, String(kim.id), 500_00);
    const page = await chosen(kim);
    await page.getByText('$500.00 of $500.00 available').waitFor();
    await page.getByText('Wed 18 Nov').click();
    const price = await page.getByRole('button', { name: /^Book for/ }).innerText();
    await page.getByRole('button', { name: /^Book for/ }).click();
    await page.getByText('Confirmed').waitFor();
    await page.getByText(price.replace('Book for ', ''), { exact: true }).waitFor();
    const invoice = await page.getByRole('link', { name: 'Tax invoice' }).getAttribute('href');
    const paper = await page.request.get(invoice ?? '');
    assert.equal(paper.headers()['content-type'], 'application/pdf');
    await page.getByText('Wed 18 Nov', { exact: false }).waitFor();
    await page.getByRole('link', { name: 'Payments' }).click();
    await page.getByText(`${price.replace('Book for ', '')} of $500.00 used`).waitFor();
    assert.equal((await page.getByRole('row', { name: /Booking/ }).count()) > 0, true);
    assert.deepEqual(await paymentsOf(kim), ['charged']);
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('a declined card says so, nothing is booked, and another card can be chosen', async () => {
    const lou = await area.t.addMember('lou@example.com');
    const add = (token: string) =>
      addPaymentMethod(area.t.app, String(lou.id), { kind: 'card', token, isDefault: false });
    await add('tok_declined');
    await add('tok_ok');
    const page = await chosen(lou);
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

  test('a credit limit that is too small can not be chosen', async () => {
    const mia = await area.t.addMember('mia@example.com');
    await setCreditLimit(area.t.app, String(mia.id), 1_00);
    const page = await chosen(mia);
    await page.getByText('Only $1.00 of $1.00 left').waitFor();
    assert.ok(await page.getByRole('radio', { name: 'Credit account' }).isDisabled());
    // Nor is it chosen from the start.
    await page.getByRole('radio', { name: 'Demo', checked: true }).waitFor();
    await page.context().close();
  });

  test('live bookings that are switched on are there when one comes back to the window', async () => {
    const lin = await area.t.addMember('lin@example.com');
    await changeMember(area.t.app, lin.email, { mayBookLive: false });
    const { id } = await new Checkout(area.t, lin).quote();
    const page = await area.visit('/account', { as: lin });
    await page.clock.install();
    await page.goto(`/bookings/${id}/book?carrier=toll`);
    await page.getByText(/^Live bookings are switched off/).waitFor();
    await changeMember(area.t.app, lin.email, { mayBookLive: true });
    await page.clock.fastForward('02:00');
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");
    await page.getByText(/^Live bookings are switched off/).waitFor({ state: 'detached' });
    await page.context().close();
  });

  test('two tabs that book the same: one booking, one charge, and the second says so', async () => {
    const nia = await area.t.addMember('nia@example.com');
    await setCreditLimit(area.t.app, String(nia.id), 500_00);
    const first = await chosen(nia);
    const asked = first.url();
    const second = await area.newTab(first.context(), asked);
    await fillContacts(second);
    await first.getByRole('button', { name: /^Book for/ }).click();
    await first.getByText('Confirmed').waitFor();
    await second.getByRole('button', { name: /^Book for/ }).click();
    await second.getByText(/^Booking \d+ is made$/).waitFor();
    await second.getByText('Confirmed').waitFor();
    assert.deepEqual(await paymentsOf(nia), ['charged']);
    await second.goto(asked);
    await second.getByText('This booking is made').waitFor();
    await first.context().close();
  });

  test('what is missing is said beside every field, and what was typed outlives a reload', async () => {
    const vic = await area.t.addMember('vic@example.com');
    const { id } = await new Checkout(area.t, vic).quote();
    const page = await area.visit(`/bookings/${id}/book?carrier=toll`, { as: vic });
    await page.getByRole('radio', { name: 'Demo' }).check();
    for (const field of ['Name', 'Street'])
      for (const n of [0, 1]) await page.getByLabel(field, { exact: true }).nth(n).fill('');
    await page.getByLabel('E-mail', { exact: true }).nth(1).fill('nobody');
    await page.getByRole('button', { name: 'Book as a demo' }).click();
    await page.getByText('This is not an e-mail address.').waitFor();
    assert.equal(await page.getByText('The name is missing.').count(), 2);
    assert.equal(await page.getByText('The street is missing.').count(), 2);
    await fillContacts(page);
    await page.getByLabel('E-mail', { exact: true }).nth(1).fill('rita@example.com');
    await page.getByLabel('For the driver at delivery').fill('Blue door');
    await page.reload();
    assert.equal(await page.getByLabel('For the driver at delivery').inputValue(), 'Blue door');
    assert.equal(await page.getByLabel('Street').nth(1).inputValue(), '2 Smith Street');
    const kept = () =>
      page.evaluate("Object.keys(sessionStorage).filter((name) => name.includes('.booking.'))");
    assert.equal(((await kept()) as string[]).length, 1);
    await page.getByRole('radio', { name: 'Demo' }).check();
    await page.getByRole('button', { name: 'Book as a demo' }).click();
    await page.getByText(/^DEMO-/).waitFor();
    assert.deepEqual(await kept(), []);
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('the answer to booking is lost: the page finds out, and says so while it can not', async () => {
    const una = await area.t.addMember('una@example.com');
    await setCreditLimit(area.t.app, String(una.id), 500_00);
    const page = await chosen(una);
    const id = /bookings\/(\d+)/.exec(page.url())?.[1] ?? '';
    const isNotKnown = page.getByText('We do not know yet whether it was booked');
    const book = page.getByRole('button', { name: /^Book for/ });
    await page.route('**/confirm', (route) => route.abort());
    await book.click();
    await isNotKnown.waitFor();
    await page.getByText('So far it is not booked').waitFor();
    // Now it arrives, is done, and nothing comes back; nor can the booking be asked.
    await page.unroute('**/confirm');
    await page.route('**/confirm', async (route) => {
      await route.fetch();
      await page.route(`**/bookings/v4/${id}`, (other) => other.abort());
      await route.abort();
    });
    await book.click();
    await page.getByText('look again when you are connected').waitFor();
    assert.deepEqual(await paymentsOf(una), ['charged']);
    await page.unroute(`**/bookings/v4/${id}`);
    await page.getByRole('button', { name: 'Look again' }).click();
    await page.getByText(`Booking ${id} is made`).waitFor();
    await page.waitForURL(`**/bookings/${id}`);
    await page.getByText('Confirmed').waitFor();
    await page.context().close();
  });

  test('a lost answer is not certain yet, and the page says what became of it', async () => {
    const oda = await area.t.addMember('oda@example.com');
    await addPaymentMethod(area.t.app, String(oda.id), {
      kind: 'card',
      token: 'tok_timeout',
      isDefault: true,
    });
    const page = await chosen(oda);
    await page.getByRole('button', { name: /^Book for/ }).click();
    await page.getByText('Not certain yet').waitFor();
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('a booking is made again from an old one, and an unpaid one is deleted', async () => {
    const pia = await area.t.addMember('pia@example.com');
    const page = await chosen(pia);
    await page.getByRole('radio', { name: 'Demo' }).check();
    await page.getByRole('button', { name: 'Book as a demo' }).click();
    await page.getByRole('link', { name: 'Book again' }).click();
    await page.waitForURL('**/quote');
    assert.equal(await page.getByLabel('Each, kg, line 1').inputValue(), '12.5');
    await page.getByRole('button', { name: 'Get quotes' }).click();
    await page.waitForURL('**/quote?booking=*');
    const id = /booking=(\d+)/.exec(page.url())?.[1] ?? '';
    await page.goto(`/bookings/${id}`);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete it' }).click();
    await page.waitForURL('**/bookings');
    await page.goto(`/bookings/${id}`);
    await page.getByText(`There is no booking ${id} of yours.`).waitFor();
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
    await page.getByRole('button', { name: /^Remove.*4242/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove it' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText(/4242/).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Add a test card' }).click();
    await page.getByRole('menuitem', { name: 'A card that is declined' }).click();
    await page.getByText('Test card ending 0002 is saved already.').waitFor();
    assert.equal(await page.getByRole('button', { name: /^Remove / }).count(), 1);
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('labels, a public link, and many labels in one file; a demo has no invoice', async () => {
    const ria = await area.t.addMember('ria@example.com');
    const page = await chosen(ria);
    await page.getByRole('radio', { name: 'Demo' }).check();
    await page.getByRole('button', { name: 'Book as a demo' }).click();
    for (const name of ['Label, A4', 'Label, A6']) {
      const href = await page.getByRole('link', { name }).getAttribute('href');
      const answer = await page.request.get(href ?? '');
      assert.equal(answer.headers()['content-type'], 'application/pdf', name);
    }
    assert.equal(await page.getByRole('link', { name: /invoice/i }).count(), 0);
    await page.getByRole('button', { name: 'Public link' }).click();
    await page.getByText(/signed\/label/).waitFor();
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
    const page = await chosen(sue);
    await page.getByRole('button', { name: /^Book for/ }).click();
    await page.getByRole('link', { name: 'Label, A4' }).waitFor();
    const toCancel = 'To cancel it or change anything, ask Acme Freight Pty Ltd before the pickup.';
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

  test('it fits on a phone', async () => {
    const page = await chosen(await area.t.addMember('phone@example.com'), phone);
    assert.equal(await overflow(page), 0);
    await page.getByRole('button', { name: 'Book as a demo' }).click();
    await page.getByText(/^DEMO-/).waitFor();
    assert.equal(await overflow(page), 0);
    await page.context().close();
  });

  // The last: the clock goes on for all.
  test('a page that was open until the pickup was over puts the next day forward', async () => {
    const ann = await area.t.addMember('ann@example.com');
    await setCreditLimit(area.t.app, String(ann.id), 500_00);
    const shop = new Checkout(area.t, ann);
    const { id, quotes } = await shop.quote();
    const { pickup_dates: days = [], pickup_time: hours } = quotes.toll ?? {};
    const page = await area.visit(`/bookings/${id}/book?carrier=toll`, { as: ann });
    await fillContacts(page);
    const [first, second] = [0, 1].map((n) => page.getByRole('radio', { name: dayName(days[n]) }));
    assert.ok(await first?.isChecked());
    area.t.advanceClock(Date.parse(`${days[0]}T${hours?.to}:00+11:00`) - area.t.app.clock.nowMs());
    await page.getByRole('button', { name: /^Book for/ }).click();
    await page
      .getByRole('alert')
      .filter({ hasText: days[1] ?? '?' })
      .first()
      .waitFor();
    assert.ok(await first?.isDisabled());
    assert.ok(await second?.isChecked());
    await page.getByRole('button', { name: /^Book for/ }).click();
    await page.waitForURL(`**/bookings/${id}`);
    assert.match((await shop.read(id)).pickup_window[0] ?? '', new RegExp(`^${days[1]}T`));
    await page.context().close();
  });
});

/** As a pickup day reads: its number is enough to tell five days apart. */
const dayName = (date = ''): RegExp => new RegExp(`\\b${Number(date.slice(8))}\\b`);
