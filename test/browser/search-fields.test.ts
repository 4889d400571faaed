// Search boxes in a real browser: a box always shows the search of the list below it, however the address changed.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { changeMember } from '../../src/application/members/change-member.ts';
import { Checkout } from '../support/bookings/checkout.ts';
import { melbourne, sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { MembersArea } from '../support/pages/members-pages.ts';

const lists = [
  { path: '/bookings', query: 'q', box: 'Search bookings', menu: 'Bookings' },
  { path: '/orders', query: 'q', box: 'Search orders', menu: 'Orders' },
  { path: '/operator/bookings', query: 'q', box: 'Search bookings', menu: 'All bookings' },
  { path: '/operator/members', query: 'q', box: 'Search members', menu: 'Members' },
  { path: '/operator/calls', query: 'booking', box: 'Booking', menu: 'Carrier calls' },
] as const;

describe('search boxes', () => {
  let area: MembersArea;
  before(async () => {
    area = await MembersArea.open();
    await changeMember(area.t.app, area.jane.email, { isOperator: true });
  });
  after(() => area.close());

  for (const { path, query, box, menu } of lists) {
    test(`${path}: the search box follows the menu and the back button`, async () => {
      const page = await area.visit(path, { as: area.jane });
      const field = page.getByRole('textbox', { name: box, exact: true });
      await field.fill('17');
      await page.waitForURL(`**${path}?*${query}=17`);
      await page.getByRole('link', { name: menu, exact: true }).click();
      await page.waitForURL(`**${path}`);
      await page.waitForFunction((input) => input.value === '', await field.elementHandle());
      await page.goBack();
      await page.waitForURL(`**${path}?*${query}=17`);
      await page.waitForFunction((input) => input.value === '17', await field.elementHandle());
      assert.deepEqual(area.complaints, []);
      await page.context().close();
    });
  }

  test('drops unsearched text when another list is opened', async () => {
    const page = await area.visit('/bookings', { as: area.jane });
    const field = page.getByLabel('Search bookings');
    await field.waitFor();
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    await field.fill('rita');
    await page.getByText('Quotes', { exact: true }).click();
    await page.waitForURL('**/bookings?show=quotes');
    await page.clock.runFor(10_000);
    await page.getByText('No quotes waiting').waitFor();
    assert.match(page.url(), /\/bookings\?show=quotes$/);
    assert.equal(await field.inputValue(), '');
    // New text is still searched for after the same delay.
    await field.fill('rita');
    await page.clock.runFor(10_000);
    await page.waitForURL('**/bookings?show=quotes&q=rita');
    await page.context().close();
  });

  test('a search with more results than a page has further pages', async () => {
    const kim = await area.t.addMember('kim@example.com');
    const shop = new Checkout(area.t, kim);
    for (const name of ['Rita Early', ...Array(50).fill('Rita Late')]) {
      const { id } = await shop.quote(sydneyToMelbourne({ receiver: { ...melbourne, name } }));
      await shop.confirm(id, { payment_method: 'demo' });
    }
    const page = await area.visit('/bookings?q=rita+e', { as: kim });
    await page.getByText('Rita Early').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Older bookings' }).count(), 0);
    await page.getByLabel('Search bookings').fill('rita');
    await page.getByText('Rita Late').first().waitFor();
    await page.getByRole('button', { name: 'Older bookings' }).click();
    await page.waitForURL('**/bookings?*page=2*');
    await page.getByText('Rita Early').waitFor();
    assert.equal(await page.getByText('Rita Late').count(), 0);
    await page.context().close();
  });

  test('a search keeps the text as typed, including blanks at its end', async () => {
    const page = await area.visit('/orders', { as: area.jane });
    const field = page.getByLabel('Search orders');
    await field.fill('rita ');
    await page.waitForURL('**/orders?q=rita');
    await page.getByText('Nothing found').waitFor();
    assert.equal(await field.inputValue(), 'rita ');
    await page.context().close();
  });
});
