// The members area without TLS on an internal host name. Browsers then disable some functions (random identifiers,
// the clipboard), and everything must still work.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { officeHost } from '../support/components/browser.ts';
import { MembersArea } from '../support/pages/members-pages.ts';
import { fillQuote } from '../support/pages/quote-form.ts';

describe('the members area over plain HTTP', () => {
  let area: MembersArea;
  before(async () => {
    area = await MembersArea.open({ origin: `http://${officeHost}` });
  });
  after(() => area.close());

  test('requests a quote and copies lines over plain HTTP', async () => {
    const page = await area.visit('/quote', { as: area.jane });
    assert.equal(await page.evaluate('window.isSecureContext'), false);
    await fillQuote(page);
    await page.getByRole('button', { name: 'Copy line 1' }).click();
    await page.getByLabel('Each, kg, line 2').waitFor();
    await page.getByRole('button', { name: 'Get quotes' }).click();
    await page.waitForURL('**/quote?booking=*');
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('copies a new key over plain HTTP', async () => {
    const page = await area.visit('/keys', { as: area.jane });
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page.getByRole('textbox', { name: 'Site' }).fill('shop.example');
    await page.getByRole('button', { name: 'Create key' }).click();
    const key = await page.getByRole('dialog').getByText(/^lh_/).innerText();
    await page.getByRole('button', { name: 'Copy the key' }).click();
    await page.getByRole('button', { name: 'the key copied' }).waitFor();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.goto('/bookings');
    await page.getByLabel('Search bookings').focus();
    await page.keyboard.press('ControlOrMeta+v');
    assert.equal(await page.getByLabel('Search bookings').inputValue(), key);
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('creates a rule of a key over plain HTTP', async () => {
    const page = await area.visit('/keys/1', { as: area.jane });
    await page.getByRole('tab', { name: 'Rules' }).click();
    await page.getByRole('button', { name: 'Add a rule' }).click();
    await page.getByRole('button', { name: 'Always; add a condition' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Rule without a name').waitFor();
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });
});
