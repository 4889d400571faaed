// What the operator sells at, in a real browser: margins with a preview, from the first day on.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import {
  type MembersArea,
  overflow,
  phone,
  seriousViolations,
} from '../support/pages/members-pages.ts';
import type { TestMember } from '../support/test-app.ts';
import { until } from '../support/until.ts';
import { book, openOperatorArea } from './operator-area.ts';

describe('selling in the operator area', () => {
  let area: MembersArea;
  let olga: TestMember;
  before(async () => {
    ({ area, olga } = await openOperatorArea());
  });
  after(() => area.close());
  beforeEach(() => {
    area.complaints.length = 0;
  });

  test('an operator previews a margin on a recent shipment, saves it, sees it on the next booking, and restores it after deleting', async () => {
    const plain = await book(area, 'toll');
    const page = await area.visit(`/operator/members/${area.jane.id}`, { as: olga });
    await page.getByRole('combobox', { name: 'Group' }).fill('Gold');
    await page.getByRole('button', { name: 'Set group' }).click();
    await page.getByText('Saved.').first().waitFor();
    await page.getByRole('link', { name: 'Margins' }).click();
    await page.getByText('No margins').waitFor();
    await page.getByRole('button', { name: 'Add margin' }).click();
    await page.getByText('A group', { exact: true }).click();
    await page.getByText('Choose a customer and a first day').waitFor();
    await page.getByRole('combobox', { name: 'Group' }).fill('gold');
    await page.getByRole('combobox', { name: 'Carrier' }).fill('IPEC');
    await page.getByRole('option', { name: /IPEC/ }).click();
    await page.getByLabel('Percent').fill('0');
    await page.getByLabel('Fixed amount').fill('4.50');
    const preview = page.getByLabel('Preview with');
    assert.equal(await preview.inputValue(), String(plain));
    const toll = page.getByRole('row', { name: /IPEC/ });
    await toll.getByText(/^Margin 1 \(group gold, toll\): \$4\.50$/).waitFor();
    await preview.selectOption('A shipment to type');
    await page.getByLabel('Weight of each').fill('0');
    await page.getByText(/greater than 0/).waitFor();
    await page.getByLabel('Weight of each').fill('25');
    await toll.getByText(/\$4\.50$/).waitFor();
    assert.deepEqual(await seriousViolations(page), []);
    await page.setViewportSize(phone);
    await until('the page fits the phone', async () => (await overflow(page)) === 0);
    await page.getByRole('button', { name: 'Save margin' }).click();
    const row = page.getByRole('row', { name: /Group gold/ });
    await row.getByText('$4.50').waitFor();
    await row.getByText('In force').waitFor();

    const sold = await book(area, 'toll');
    await page.goto(`${area.url}/operator/bookings/${sold}`);
    await page.getByText(/the margin is \$4\.50\. Members see neither/).waitFor();
    await page.getByRole('rowheader', { name: 'Margin 1 (group gold, toll)' }).waitFor();

    await page.goto(`${area.url}/operator/margins`);
    await page.getByRole('button', { name: 'Delete margin 1' }).click();
    await page.getByText('Margin 1 is deleted.').waitFor();
    await page.getByText('No margins').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await row.getByText('$4.50').waitFor();
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('an operator imports a carrier’s invoice, disputes one line with a text to send and charges another', async () => {
    const [heavy, wrong] = [await book(area, 'toll'), await book(area, 'toll')];
    const page = await area.visit('/operator/carrier-invoices', { as: olga });
    await page.getByRole('combobox', { name: 'Carrier' }).fill('Team Global');
    await page.getByRole('option', { name: 'Team Global Express' }).click();
    await page.getByLabel('Invoice number').fill('TGE-7');
    const csv = (amount: string) =>
      `booking,weight,amount\n${heavy},25,${amount}\n${wrong},5,900\nNOT-OURS,1,8\n`;
    await page.getByLabel('Or paste it').fill(csv('much'));
    await page.getByRole('button', { name: 'Import invoice' }).click();
    await page.getByText('Line 2, amount: "much" is not an amount in dollars').waitFor();
    await page.getByLabel('Or paste it').fill(csv('800'));
    await page.getByRole('button', { name: 'Import invoice' }).click();
    await page.waitForURL('**/operator/carrier-invoices/*');
    await page.getByRole('heading', { name: 'Invoice TGE-7' }).waitFor();
    await page.getByLabel('Choose line 3').check();
    await page.getByLabel('Choose line 4').check();
    await page.getByRole('button', { name: 'Mark as disputed' }).click();
    await page
      .getByText(/^- NOT-OURS: billed \$8\.00 for 1 kg, not a consignment of ours$/m)
      .waitFor();
    const href = await page.getByRole('link', { name: 'Download CSV' }).getAttribute('href');
    const file = await (await page.request.get(`${area.url}${href}`)).text();
    assert.equal(file.trim().split('\r\n').length, 3);
    await page.getByLabel('Choose line 2').check();
    await page.getByRole('button', { name: 'Accept and charge members' }).click();
    await page.getByRole('button', { name: 'Charge difference' }).click();
    await page.getByRole('option', { name: 'Accepted (1)' }).waitFor({ state: 'attached' });
    assert.deepEqual(await seriousViolations(page), []);
    await page.setViewportSize(phone);
    await until('the page fits the phone', async () => (await overflow(page)) === 0);
    await page.goto(`${area.url}/operator/bookings/${heavy}`);
    await page.getByText(/charged later/).waitFor();
    await page.getByText('25 kg', { exact: true }).first().waitFor();
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('the sales page shows revenue, margin and punctuality by member and carrier, and one member’s', async () => {
    await book(area, 'aramex');
    const page = await area.visit('/operator/sales', { as: olga });
    const mine = page.getByRole('row', { name: /^Tile Warehouse/ });
    await mine.waitFor();
    await page.getByText('Carrier', { exact: true }).click();
    await page.getByRole('row', { name: /^Aramex/ }).waitFor();
    await page.getByText('Lane', { exact: true }).click();
    await page.getByRole('row', { name: /^NSW → VIC/ }).waitFor();
    await page.getByText('Numbers', { exact: true }).click();
    await page.getByRole('table', { name: 'Revenue and margin' }).getByRole('row').nth(1).waitFor();
    assert.deepEqual(await seriousViolations(page), []);
    await page.setViewportSize(phone);
    await until('the page fits the phone', async () => (await overflow(page)) === 0);
    await page.goto(`${area.url}/operator/sales?member=${olga.id}&months=3`);
    await page.getByText('No bookings in this period').waitFor();
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });
});
