// The address book in a real browser: imported from a file, used in a quote and a booking, changed, and removed with
// an undo.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { quoteAndChoose } from '../support/pages/book-form.ts';
import { MembersArea } from '../support/pages/members-pages.ts';
import { fillQuote } from '../support/pages/quote-form.ts';

describe('the address book', () => {
  let area: MembersArea;
  before(async () => {
    area = await MembersArea.open();
  });
  after(() => area.close());

  test('an imported address is found while typing a quote and fills in the booking, which saves another one', async () => {
    const page = await area.visit('/addresses', { as: area.jane });
    await page.getByText('No addresses yet').waitFor();
    await page.getByRole('link', { name: 'Import CSV' }).click();
    await page
      .getByLabel('Or paste it')
      .fill(
        [
          'company_name,name,address,suburb,postcode,type,instructions',
          'Harbour Bathrooms,Mel Okafor,216 Flinders Lane,Melbourne,3000,business,Dock 3',
          'Nowhere,,1 Street,Perth,9999,business,',
        ].join('\n'),
      );
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText('There is no Australian postcode').waitFor();
    await page.getByRole('button', { name: 'Import 1 address' }).click();
    await page.getByRole('status').getByText('1 address imported').waitFor();

    await page.goto('/quote');
    await fillQuote(page);
    await page.getByRole('combobox', { name: 'To', exact: true }).fill('harb bath');
    await page.getByRole('option', { name: /Harbour Bathrooms/ }).click();
    await page.getByText('Harbour Bathrooms, 216 Flinders Lane').waitFor();
    await quoteAndChoose(page);
    const street = page.getByLabel('Street');
    assert.equal(await street.nth(1).inputValue(), '216 Flinders Lane');
    assert.equal(await page.getByLabel('For the driver at delivery').inputValue(), 'Dock 3');
    await page.getByLabel('Name', { exact: true }).first().fill('Sam Sender');
    await street.first().fill('1 Smith Street');
    await page.getByLabel('Your reference').fill('PO 4711');
    await page.getByRole('button', { name: 'Save to address book' }).first().click();
    await page.getByRole('button', { name: 'Saved in the address book' }).waitFor();
    await page.getByRole('radio', { name: 'Demo' }).check();
    await page.getByRole('button', { name: 'Book as a demo' }).click();
    await page.getByText('PO 4711').waitFor();

    // The next booking form offers the saved sender by its first letters.
    await page.goto('/quote');
    await page.getByRole('button', { name: 'Clear form' }).click();
    await fillQuote(page);
    await quoteAndChoose(page);
    const name = page.getByLabel('Name', { exact: true });
    await name.first().fill('sa');
    await page.getByRole('option', { name: /Sam Sender, .*1 Smith Street/ }).click();
    assert.equal(await street.first().inputValue(), '1 Smith Street');

    await page.goto('/addresses');
    await page.getByRole('button', { name: 'Change Harbour Bathrooms' }).click();
    const box = page.getByRole('dialog');
    await box.getByLabel('Contact name').fill('');
    await box.getByLabel('Company').fill('');
    await box.getByRole('button', { name: 'Save address' }).click();
    await box.getByText('name is missing').first().waitFor();
    await box.getByLabel('Company').fill('Harbour Tiles');
    await box.getByRole('button', { name: 'Save address' }).click();
    await page.getByRole('button', { name: 'Remove Harbour Tiles' }).click();
    await page.getByText('Harbour Tiles is removed.').waitFor();
    await page.getByRole('button', { name: 'Change Harbour Tiles' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Change Harbour Tiles' }).waitFor();
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });
});
