// The command palette and the lists in a real browser: what a person reaches by typing, on a laptop and on a phone.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { Visitor } from '../support/pages/members-area.ts';
import {
  type MembersArea,
  overflow,
  phone,
  problemsInEveryLook,
  seriousViolations,
} from '../support/pages/members-pages.ts';
import type { TestMember } from '../support/test-app.ts';
import { book, openOperatorArea } from './operator-area.ts';

const laptop = { width: 1440, height: 900 };

describe('the command palette', () => {
  let area: MembersArea;
  let olga: TestMember;
  let booking: number;
  before(async () => {
    ({ area, olga } = await openOperatorArea());
    booking = await book(area, 'toll');
    await area.t.inject({
      method: 'POST',
      url: '/api/v5/orders/create-simple',
      headers: { 'api-key': area.jane.key },
      payload: {
        order_id: 'SO-7781',
        receiver: {
          name: 'Rita Receiver',
          address: '1 Test St',
          suburb: 'Melbourne',
          postcode: '3000',
        },
        items: [{ weight: 5, length: 20, width: 20, height: 20, quantity: 1 }],
      },
    });
  });
  after(() => area.close());

  const field = (page: Page) => page.getByRole('combobox', { name: 'Search or jump to' });
  const option = (page: Page, name: string | RegExp) => page.getByRole('option', { name });

  test('opens pages, actions, bookings and orders by keys, and returns the focus', async () => {
    const page = await area.visit('/bookings', { as: area.jane, size: laptop });
    await page.getByLabel('Search bookings').focus();
    await page.keyboard.press('ControlOrMeta+k');
    await field(page).and(page.locator(':focus')).waitFor();
    assert.deepEqual(await problemsInEveryLook(page), []);
    await page.setViewportSize(laptop);
    await page.keyboard.press('Escape');
    await page.getByLabel('Search bookings').and(page.locator(':focus')).waitFor();

    // Enter right after the last key opens the first answer to the whole text.
    await page.keyboard.press('ControlOrMeta+k');
    await field(page).fill(String(booking));
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: `Booking ${booking}` }).waitFor();

    await page.getByRole('button', { name: 'Search or jump to' }).click();
    await field(page).fill('so-7781');
    await option(page, /^Order SO-7781/).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL('**/orders/1');

    await page.keyboard.press('ControlOrMeta+k');
    await field(page).fill('addr');
    await option(page, 'Import addresses').waitFor();
    await page.keyboard.press('ArrowUp');
    await option(page, 'Address book').and(page.locator('[aria-selected="true"]')).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Add address' }).waitFor();
    await page.keyboard.press('Escape');
    await page.reload();
    await page.getByRole('heading', { name: 'Address book', level: 1 }).waitFor();
    assert.equal(await page.getByRole('dialog').count(), 0);

    await page.keyboard.press('ControlOrMeta+k');
    assert.equal(await option(page, 'Members').count(), 0, 'a member sees no operator pages');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('?');
    await page.getByRole('row', { name: /(Ctrl|⌘) K Search or jump to a page/ }).waitFor();
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('a phone has it as a sheet behind a button, and the operator finds members and carriers', async () => {
    const page = await area.visit('/operator/members', { as: olga, size: phone });
    await page.getByRole('button', { name: 'Search or jump to' }).click();
    await field(page).fill('tilewarehouse');
    await option(page, new RegExp(`Member ${area.jane.id}`)).waitFor();
    assert.equal(await overflow(page), 0);
    assert.deepEqual(await seriousViolations(page), []);
    await field(page).fill('toll');
    await option(page, 'Team Global Express').click();
    await page.waitForURL('**/operator/carriers?q=Team*');
    await page.getByRole('button', { name: 'Search or jump to' }).click();
    await field(page).fill('add a mem');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Add a member' }).waitFor();
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('offers a viewer only what a viewer may do', async () => {
    const janes = await new Visitor(area.t).signIn(area.jane);
    const invited = await janes.send('POST', '/invitations', {
      email: 'vera@example.com',
      role: 'viewer',
    });
    const token = new URL(invited.json().url).hash.slice(1);
    const password = 'a long enough one';
    await janes.send('POST', '/invitations/accept', { token, password });
    const page = await area.visit('/bookings', {
      as: { ...area.jane, email: 'vera@example.com', password },
    });
    await page.getByRole('button', { name: 'Search or jump to' }).click();
    await option(page, 'Orders').waitFor();
    assert.equal(await page.getByRole('group', { name: 'Actions' }).count(), 0);
    assert.equal(await option(page, 'Quote').count(), 0);
    await field(page).fill(String(booking));
    await option(page, new RegExp(`^Booking ${booking}`)).waitFor();
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });
});
