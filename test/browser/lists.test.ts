// The command palette and the lists in a real browser: what a person reaches by typing, on a laptop and on a phone.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { aCarton, melbourne } from '../support/bookings/quote-bodies.ts';
import { aCall } from '../support/carriers/carrier-calls.ts';
import { Visitor } from '../support/pages/members-area.ts';
import {
  type MembersArea,
  overflow,
  phone,
  problemsInEveryLook,
  seriousViolations,
} from '../support/pages/members-pages.ts';
import type { TestMember } from '../support/test-app.ts';
import { until } from '../support/until.ts';
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
    // Results of an earlier text are faint until the answers to this one are there.
    await until('no result is old', async () => (await page.locator('[data-old]').count()) === 0);
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

describe('lists', () => {
  let area: MembersArea;
  let olga: TestMember;
  before(async () => {
    ({ area, olga } = await openOperatorArea());
    for (let n = 1; n <= 20; n += 1) {
      const sent = await area.t.inject({
        method: 'POST',
        url: '/api/v5/orders/create-simple',
        headers: { 'api-key': area.jane.key },
        payload: {
          order_id: `SO-${n}`,
          sale_price: String((n * 7) % 20),
          receiver: { ...melbourne, name: `Receiver ${n}` },
          items: [aCarton()],
        },
      });
      assert.equal(sent.statusCode, 201, sent.body);
      await area.t.addMember(`member-${n}@example.com`);
    }
    await area.t.app.store.carrierCalls.add(
      Array.from({ length: 20 }, (_, n) => aCall({ tookMs: n * 10 })),
    );
  });
  after(() => area.close());

  const rowsInSight = async (page: Page): Promise<number> => {
    await page.locator('tbody tr').nth(15).waitFor();
    return Number(
      await page.evaluate(
        `[...document.querySelectorAll('tbody tr')].filter((row) => row.getBoundingClientRect().bottom <= innerHeight).length`,
      ),
    );
  };

  test('a view of orders keeps its order and columns, follows the user, and is renamed, deleted and restored', async () => {
    const page = await area.visit('/orders', { as: area.jane, size: laptop });
    assert.ok((await rowsInSight(page)) >= 15);
    await page.getByRole('button', { name: 'Value', exact: true }).click();
    await page.waitForURL('**/orders?sort=value');
    await page.getByRole('button', { name: 'Choose columns' }).click();
    await page.getByRole('checkbox', { name: 'Goods' }).uncheck();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Save view…' }).click();
    await page.getByLabel('Name').fill('By value');
    await page.getByRole('button', { name: 'Save view', exact: true }).click();
    const views = page.getByRole('group', { name: 'Saved views' });
    await views.getByRole('link', { name: 'By value' }).waitFor();
    assert.deepEqual(await problemsInEveryLook(page), []);

    const later = await area.visit('/orders', { as: area.jane, size: phone });
    const link = later.getByRole('link', { name: 'By value' });
    assert.equal(await link.getAttribute('href'), '/orders?sort=value');
    await link.click();
    await later.waitForURL('**/orders?sort=value');
    await later.setViewportSize(laptop);
    await later.locator('th[aria-sort="ascending"]').getByText('Value').waitFor();
    assert.equal(await later.getByRole('columnheader', { name: 'Goods' }).count(), 0);
    await later.keyboard.press('j');
    await later.keyboard.press('Enter');
    // 20 × 7 has the lowest remainder.
    await later.getByRole('heading', { name: 'Order SO-20' }).waitFor();
    await later.goBack();

    await later.getByRole('button', { name: 'Save or change views…' }).click();
    const dialog = later.getByRole('dialog', { name: 'Saved views' });
    assert.deepEqual(await seriousViolations(later), []);
    await dialog.getByRole('button', { name: 'Rename By value' }).click();
    await dialog.getByLabel('New name of By value').fill('Cheap first');
    await dialog.getByRole('button', { name: 'Rename view' }).click();
    await later.getByRole('link', { name: 'Cheap first' }).waitFor();
    await later.getByRole('button', { name: 'Save or change views…' }).click();
    await dialog.getByRole('button', { name: 'Delete Cheap first' }).click();
    await later.getByText('Cheap first was deleted.').waitFor();
    await later.keyboard.press('Escape');
    await later.getByRole('button', { name: 'Undo' }).click();
    await later.getByRole('link', { name: 'Cheap first' }).waitFor();
    assert.equal(await later.getByRole('link', { name: 'By value' }).count(), 0);
    assert.deepEqual(area.complaints, []);
    await later.context().close();
    await page.context().close();
  });

  test('lists of the operator sort by a column and show at least 15 rows on a laptop', async () => {
    const page = await area.visit('/operator/calls', { as: olga, size: laptop });
    assert.ok((await rowsInSight(page)) >= 15, 'calls');
    await page.getByRole('button', { name: 'Took' }).click();
    await page.getByRole('button', { name: 'Took' }).click();
    await page.waitForURL('**/operator/calls?sort=-took');
    await page.getByRole('row').nth(1).getByText('190 ms').waitFor();
    await page.goto('/operator/members');
    assert.ok((await rowsInSight(page)) >= 15, 'members');
    await page.getByRole('button', { name: 'Member', exact: true }).click();
    await page.getByRole('row').nth(1).getByText(area.jane.email).waitFor();
    await page.goto('/operator/carriers?sort=-service');
    assert.ok((await rowsInSight(page)) >= 15, 'carriers');
    await page.getByRole('row').nth(1).getByText('Zoom2u').first().waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/operator/bookings?carrier=zoom2u');
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });
});
