// Customs declarations on the member's and the operator's booking pages, on a desktop and a phone.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { changeMember } from '../../src/application/members/change-member.ts';
import { Checkout } from '../support/bookings/checkout.ts';
import { aDeclaration, bookAbroad } from '../support/bookings/customs.ts';
import { MembersArea, overflow, phone, seriousViolations } from '../support/pages/members-pages.ts';
import type { TestMember } from '../support/test-app.ts';

describe('a customs declaration in the members area', () => {
  let area: MembersArea;
  let janes: Checkout;
  let looks: { path: string; as: TestMember }[];
  before(async () => {
    area = await MembersArea.open();
    janes = new Checkout(area.t, area.jane);
    const olga = await area.t.addMember('olga@example.com');
    await changeMember(area.t.app, olga.email, { isOperator: true });
    looks = [
      { path: '/bookings', as: area.jane },
      { path: '/operator/bookings', as: olga },
    ];
  });
  after(() => area.close());
  beforeEach(() => {
    area.complaints.length = 0;
  });

  const panelOf = (page: Page): Locator =>
    page
      .locator('section')
      .filter({ has: page.getByRole('heading', { name: 'Customs declaration' }) });

  test('a customs declaration shows its goods and totals to the member and the operator', async () => {
    const { id } = await bookAbroad(janes);
    for (const { path, as } of looks) {
      const page = await area.visit(`${path}/${id}`, { as });
      const panel = panelOf(page);
      await panel.getByText('Merchandise', { exact: true }).waitFor();
      await panel.getByText('Ceramic tiles', { exact: true }).waitFor();
      await panel.getByText('USD 141.00', { exact: true }).waitFor();
      await panel.getByText('6.9 kg', { exact: true }).waitFor();
      const rows = await panel.getByRole('row').allInnerTexts();
      assert.deepEqual(
        rows.map((row) => row.replaceAll('\u00a0', ' ').split(/\s*\t\s*/)),
        [
          ['Goods', 'Made in', 'HS code', 'Quantity', 'Weight of one', 'Value of one', 'Value'],
          ['Tile', 'Italy', '690721', '10', '0.45 kg', 'USD 12.50', 'USD 125.00'],
          ['Tile glue', 'Australia', 'Not given', '2', '1.2 kg', 'USD 8.00', 'USD 16.00'],
        ],
      );
      assert.deepEqual(await seriousViolations(page), []);
      assert.deepEqual(area.complaints, []);
      await page.context().close();
    }
  });

  test('labels AUD amounts as Australian dollars and fits the longest texts on a phone', async () => {
    const longest = 'W'.repeat(255);
    const line = { quantity: 1_000_000, weight: 22_000, country_of_origin: 'GS' };
    const { id } = await bookAbroad(
      janes,
      aDeclaration({
        contents_type: 'other',
        contents_description: longest,
        currency: 'AUD',
        items: [{ ...line, description: longest, value: 99_999_999, hs_code: '6907210000' }],
      }),
    );
    for (const { path, as } of looks) {
      const page = await area.visit(`${path}/${id}`, { as, size: phone });
      const panel = panelOf(page);
      await panel.getByText('Something else', { exact: true }).waitFor();
      await panel.getByText('$99,999,999.00', { exact: true }).waitFor();
      assert.equal(await overflow(page), 0);
      assert.deepEqual(await seriousViolations(page), []);
      assert.deepEqual(area.complaints, []);
      await page.context().close();
    }
  });

  test('shows no customs panel for a domestic booking', async () => {
    const { id } = await janes.book({ payment_method: 'demo' });
    for (const { path, as } of looks) {
      const page = await area.visit(`${path}/${id}`, { as });
      await page.getByRole('heading', { name: 'Items' }).waitFor();
      assert.equal(await panelOf(page).count(), 0);
      await page.context().close();
    }
  });
});
