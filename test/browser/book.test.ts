// The booking page in a real browser: what is prefilled, required, cleared and kept, for each kind of member. Payment
// is in book-paid.test.ts.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { changeMember } from '../../src/application/members/change-member.ts';
import { setCreditLimit } from '../../src/application/payments/credit-account.ts';
import { Checkout } from '../support/bookings/checkout.ts';
import { melbourne, sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { chosen, fillContacts, quoteAndChoose } from '../support/pages/book-form.ts';
import { Visitor } from '../support/pages/members-area.ts';
import { MembersArea, overflow, phone } from '../support/pages/members-pages.ts';
import { choosePlace } from '../support/pages/quote-form.ts';

describe('booking in the members area', () => {
  let area: MembersArea;
  before(async () => {
    area = await MembersArea.open();
  });
  after(() => area.close());
  beforeEach(() => {
    area.complaints.length = 0;
  });

  test("shows the member the real price of a quote that is free for the shop's buyers", async () => {
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

  test('a demo booking charges nothing, has a number and survives a reload', async () => {
    const page = await chosen(area, await area.t.addMember('demo@example.com'));
    await page.getByRole('radio', { name: 'Demo' }).check();
    const confirms: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/confirm')) confirms.push(request.url());
    });
    await page.getByRole('button', { name: 'Book as a demo' }).dblclick();
    await page.getByText(/^DEMO-/).waitFor();
    await page.getByText('Confirmed').waitFor();
    await page.getByText('Rita Receiver').waitFor();
    assert.equal(confirms.length, 1, 'a double click creates one booking');
    const back = page.getByRole('main').getByRole('link', { name: 'Bookings' });
    assert.equal(
      await back.getAttribute('aria-current'),
      null,
      'the link to the list is not marked as the current page',
    );
    const id = /bookings\/(\d+)/.exec(page.url())?.[1] ?? '';
    const booked = page.url();
    await page.goto(`/quote?booking=${id}`);
    await page.getByText(`Booking ${id} is already confirmed`).waitFor();
    // The next booking from the same suburb starts with the last one's sender.
    await page.getByRole('button', { name: 'Get quotes' }).click();
    await page
      .getByRole('button', { name: /^Choose/ })
      .first()
      .click();
    await page.waitForURL('**/book?carrier=*');
    assert.equal(await page.getByLabel('Street').first().inputValue(), '1 Smith Street');
    assert.equal(await page.getByLabel('Name', { exact: true }).first().inputValue(), 'Sam Sender');
    // The receiver may differ, so the form says where the details come from and can clear them.
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

  test('books without the details that were cleared in the form', async () => {
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

  test('names missing details beside their fields and keeps typed details through a reload', async () => {
    const vic = await area.t.addMember('vic@example.com');
    const { id } = await new Checkout(area.t, vic).quote();
    const page = await area.visit(`/bookings/${id}/book?carrier=toll`, { as: vic });
    await page.getByRole('radio', { name: 'Demo' }).check();
    for (const field of ['Name', 'Street'])
      for (const n of [0, 1]) await page.getByLabel(field, { exact: true }).nth(n).fill('');
    await page.getByLabel('E-mail', { exact: true }).nth(1).fill('not an address');
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

  test('offers live bookings on return to the window once an operator has enabled them', async () => {
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

  test('requires a customs declaration for a parcel that leaves Australia', async () => {
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
    await quoteAndChoose(page);
    await fillContacts(page);
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

  test('the booking page fits on a phone', async () => {
    const page = await chosen(area, await area.t.addMember('phone@example.com'), phone);
    assert.equal(await overflow(page), 0);
    await page.getByRole('button', { name: 'Book as a demo' }).click();
    await page.getByText(/^DEMO-/).waitFor();
    assert.equal(await overflow(page), 0);
    await page.context().close();
  });

  // Keep this test last, because it moves the clock for all.
  test('offers the next pickup day when the chosen one passes while the page is open', async () => {
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

/** Matches a pickup day by its day of the month, which is enough to tell five days apart. */
const dayName = (date = ''): RegExp => new RegExp(`\\b${Number(date.slice(8))}\\b`);
