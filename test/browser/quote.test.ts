// Quoting in a real browser: typing, pasting, prices as they arrive, and the same quote after a reload or a visit
// later.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { Checkout } from '../support/bookings/checkout.ts';
import { MembersArea, overflow, phone } from '../support/pages/members-pages.ts';
import { fillQuote, firstPrice, prices } from '../support/pages/quote-form.ts';
import { until } from '../support/until.ts';

describe('quoting in the members area', () => {
  let area: MembersArea;
  before(async () => {
    area = await MembersArea.open();
  });
  after(() => area.close());
  beforeEach(() => {
    area.complaints.length = 0;
  });

  const quoted = async (page: Page): Promise<void> => {
    await fillQuote(page);
    await page.getByRole('button', { name: 'Get quotes' }).click();
    await page.waitForURL('**/quote?booking=*');
    await firstPrice(page).waitFor();
  };

  test("shows every carrier's price, cheapest first, and marks the cheapest and the fastest", async () => {
    const page = await area.visit('/quote', { as: area.jane });
    await quoted(page);
    const shown = await prices(page);
    assert.ok(shown.length >= 25, `${shown.length} prices`);
    assert.deepEqual(
      shown,
      shown.toSorted((left, right) => left - right),
    );
    await page.getByText('These prices are invented').waitFor();
    await page.getByText('GST included', { exact: true }).waitFor();
    await page.getByText('1 piece, 12.5 kg, 0.036 m³ (9 kg cubic at 250 kg/m³)').waitFor();
    await page
      .getByText(/^by \w{3} \d+ \w{3}$/)
      .first()
      .waitFor();
    await page
      .getByText(/^Includes \$[\d.]+ for cover to \$500\.00$/)
      .first()
      .waitFor();
    const first = page.getByRole('listitem').first();
    await first.getByText('Cheapest').waitFor();
    assert.equal(await page.getByText('Fastest', { exact: true }).count(), 1);
    await page.getByText('Fastest first').click();
    await page.getByRole('listitem').first().getByText('Fastest', { exact: true }).waitFor();
    await page.getByText(/^Air \d+$/).click();
    assert.ok((await prices(page)).length < shown.length);
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('a price opens into a line-by-line breakdown that adds up', async () => {
    const page = await area.visit('/quote', { as: area.jane });
    await quoted(page);
    await page
      .getByRole('button', { name: /^Details of/ })
      .first()
      .click();
    const table = page.getByRole('table', { name: 'Price breakdown' });
    await table.getByText('Freight').first().waitFor();
    // Basis and rate of an amount, as a person multiplies them.
    await table
      .getByText(/[\d.]+ % of \$[\d.]+/)
      .first()
      .waitFor();
    const amounts = (await table.locator('tbody td').allInnerTexts()).map(cents);
    const [total = ''] = await table.locator('tfoot td').allInnerTexts();
    assert.equal(
      amounts.reduce((sum, amount) => sum + amount, 0),
      cents(total),
    );
    await page.getByRole('button', { name: /gave no price/ }).click();
    await page.getByText('Do not serve this route').waitFor();
    await page.getByText('International only').waitFor();
    await page.context().close();
  });

  test('a reload and the back button restore the form and its prices', async () => {
    const page = await area.visit('/bookings', { as: area.jane });
    await page.getByRole('link', { name: 'Quote', exact: true }).click();
    await quoted(page);
    const before = await prices(page);
    await page.reload();
    await firstPrice(page).waitFor();
    assert.deepEqual(await prices(page), before);
    assert.equal(await page.getByLabel('Each, kg, line 1').inputValue(), '12.5');
    assert.equal(
      await page.getByRole('combobox', { name: 'From' }).inputValue(),
      'Sydney NSW 2000',
    );
    await page.getByRole('button', { name: /gave no price/ }).waitFor();
    await page.goBack();
    await page.waitForURL('**/bookings');
    await page.goForward();
    await firstPrice(page).waitFor();
    assert.deepEqual(await prices(page), before);
    await page.context().close();
  });

  test('marks the prices of an earlier request as outdated', async () => {
    const page = await area.visit('/quote', { as: area.jane });
    await quoted(page);
    await page.getByLabel('Each, kg, line 1').fill('200');
    await page.getByText('These prices are for the shipment before').waitFor();
    assert.ok(
      await page
        .getByRole('button', { name: /^Choose/ })
        .first()
        .isDisabled(),
    );
    await page.getByRole('button', { name: 'Quote again' }).click();
    await page.getByText('These prices are for the shipment before').waitFor({ state: 'detached' });
    await page.context().close();
  });

  test('a stored quote fills an untouched form and is labelled beside a changed one', async () => {
    const quin = await area.t.addMember('quin@example.com');
    const { id } = await new Checkout(area.t, quin).quote();
    const page = await area.visit(`/quote?booking=${id}`, { as: quin });
    const weight = page.getByLabel('Each, kg, line 1');
    const otherPrices = page.getByText(`Prices of booking ${id}`);
    await until('the form is filled', async () => (await weight.inputValue()) !== '');
    const filled = await weight.inputValue();
    assert.equal(await otherPrices.count(), 0);
    await page.getByRole('button', { name: 'Clear form' }).click();
    await until('the form is empty', async () => (await weight.inputValue()) === '');
    await page.getByRole('button', { name: 'Undo' }).click();
    await firstPrice(page).waitFor();
    assert.equal(await weight.inputValue(), filled);
    assert.equal(await otherPrices.count(), 0);
    await page.getByRole('button', { name: 'Clear form' }).click();
    await until('the form is empty', async () => (await weight.inputValue()) === '');
    await weight.fill('3');
    await page.goto(`/quote?booking=${id}`);
    await otherPrices.waitFor();
    assert.equal(await weight.inputValue(), '3');
    await page.getByRole('button', { name: `Fill the form with booking ${id}` }).click();
    assert.equal(await weight.inputValue(), filled);
    await otherPrices.waitFor({ state: 'detached' });
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('names missing details beside their fields', async () => {
    const page = await area.visit('/quote', { as: await area.t.addMember('blank@example.com') });
    await page.getByRole('combobox', { name: 'From' }).fill('');
    await page.getByRole('button', { name: 'Get quotes' }).click();
    await page.getByText('Check the highlighted fields').waitFor();
    await page.getByText('The suburb is missing.').waitFor();
    await page.getByText('Weight is missing.').waitFor();
    await page.getByLabel('Each, kg, line 1').fill('-5');
    await page.getByLabel('Height, cm, line 1').fill('0');
    await page.getByRole('button', { name: 'Get quotes' }).click();
    await page.getByText('Weight must be greater than 0.').waitFor();
    await page.getByText('Height must be greater than 0.').waitFor();
    await page.getByText('The suburb is missing.').waitFor();
    await page.context().close();
  });

  test('adds, copies and removes lines, and pastes lines from a spreadsheet', async () => {
    const page = await area.visit('/quote', { as: await area.t.addMember('lines@example.com') });
    await page.getByLabel('Each, kg, line 1').fill('5');
    await page.getByRole('button', { name: 'Copy line 1' }).click();
    assert.equal(await page.getByLabel('Each, kg, line 2').inputValue(), '5');
    await page.getByRole('button', { name: 'Add a line' }).click();
    await page.getByRole('button', { name: 'Remove line 3' }).click();
    assert.equal(await page.getByRole('group', { name: /^Line \d+$/ }).count(), 2);
    await page.getByText('2 pieces, 10 kg').waitFor();
    await page.getByRole('button', { name: 'Paste from a spreadsheet' }).click();
    await page
      .getByLabel('Rows')
      .fill('2\tPallet\t250\t120\t100\t90\n1\tSofa\t1\t1\t1\t1\n2.5\tBox\t1\t1\t1\t1');
    await page.getByText('“Sofa” is not a packaging type').waitFor();
    await page.getByText('quantity must be a whole number from 1, not 2.5').waitFor();
    await page.getByRole('button', { name: 'Add 1 line' }).click();
    assert.equal(await page.getByLabel('Packaging, line 3').inputValue(), 'Pallet');
    await page.getByText('4 pieces, 510 kg').waitFor();
    await page.getByText('The delivery is to a home, and an item weighs 250 kg.').waitFor();
    await page.getByRole('button', { name: 'Add tailgate at delivery' }).click();
    assert.ok(await page.getByRole('checkbox', { name: 'Tailgate at delivery' }).isChecked());
    assert.equal(await page.getByText('an item weighs 250 kg').count(), 0);
    await page.reload();
    assert.equal(await page.getByLabel('Packaging, line 3').inputValue(), 'Pallet');
    // The page stays about as long as with a dozen lines, however many there are.
    await page.getByRole('button', { name: 'Paste from a spreadsheet' }).click();
    await page.getByLabel('Rows').fill('1\tBox\t1\t10\t10\t10\n'.repeat(60));
    await page.getByRole('button', { name: 'Add 60 lines' }).click();
    await page.getByText('64 pieces, 570 kg').waitFor();
    await page.getByRole('button', { name: 'Presets' }).click();
    await page.getByRole('menuitem', { name: 'Save or remove presets…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Item presets' });
    await dialog.getByLabel('Line').selectOption({ label: 'Line 3: 2 × Pallet, 250 kg' });
    await dialog.getByLabel('Name').fill('Our pallet');
    await dialog.getByRole('button', { name: 'Save preset' }).click();
    await dialog.getByRole('button', { name: 'Remove Our pallet' }).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    const pageHeight = Number(await page.evaluate('document.documentElement.scrollHeight'));
    assert.ok(pageHeight < 3000, `the page is ${pageHeight} pixels long`);
    await page.getByRole('button', { name: 'Clear form' }).click();
    assert.equal(await page.getByRole('group', { name: /^Line \d+$/ }).count(), 1);
    await page.getByRole('button', { name: 'Presets' }).click();
    await page.getByRole('menuitem', { name: 'Our pallet 2 × Pallet, 250 kg' }).click();
    await page.getByText('2 pieces, 500 kg, 2.16 m³').waitFor();
    assert.equal(await page.getByRole('group', { name: /^Line \d+$/ }).count(), 1);
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('with 200 lines, a key press renders its own line only', async (context) => {
    const page = await area.visit('/quote', { as: await area.t.addMember('large@example.com') });
    await page.getByRole('button', { name: 'Paste from a spreadsheet' }).click();
    await page.getByLabel('Rows').fill('1\tBox\t1\t10\t10\t10\n'.repeat(200));
    await page.getByRole('button', { name: 'Add 200 lines' }).click();
    await page.getByLabel('Height, cm, line 200').waitFor();
    const { rendered, ms } = await typedInto(page, 'Each, kg, line 7');
    assert.deepEqual(rendered, ['Line 7']);
    context.diagnostic(`a key press with 200 lines takes ${ms} ms at the median`);
    await page.getByText('200 pieces, 199.19 kg').waitFor();
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('two tabs keep their own drafts', async () => {
    const first = await area.visit('/quote', { as: await area.t.addMember('tabs@example.com') });
    await first.getByLabel('Each, kg, line 1').fill('1');
    const second = await area.newTab(first.context(), '/quote');
    assert.equal(await second.getByLabel('Each, kg, line 1').inputValue(), '1');
    await second.getByLabel('Each, kg, line 1').fill('2');
    await first.reload();
    assert.equal(await first.getByLabel('Each, kg, line 1').inputValue(), '1');
    await first.context().close();
  });

  test('a quote can be requested with the keyboard alone', async () => {
    const page = await area.visit('/quote', { as: await area.t.addMember('keys@example.com') });
    await page.getByRole('combobox', { name: 'From' }).focus();
    await page.keyboard.type('sydney');
    await page
      .getByRole('option', { name: /^Sydney/ })
      .first()
      .waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'To' }).focus();
    await page.keyboard.type('3000');
    await page
      .getByRole('option', { name: /^Melbourne VIC/ })
      .first()
      .waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByLabel('Each, kg, line 1').focus();
    for (const value of ['5', '30', '20', '10']) {
      await page.keyboard.type(value);
      await page.keyboard.press('Tab');
    }
    await page.getByLabel('Height, cm, line 1').press('Enter');
    await page.waitForURL('**/quote?booking=*');
    assert.equal(
      await page.getByRole('combobox', { name: 'To' }).inputValue(),
      'Melbourne VIC 3000',
    );
    await page.context().close();
  });

  test('shows everything on a 360-pixel phone without scrolling sideways', async () => {
    const page = await area.visit('/quote', { as: area.jane, size: phone });
    const quantity = page.getByLabel('Qty, line 1');
    await quantity.fill('250');
    const hidden = await quantity.evaluate((field) => field.scrollWidth - field.clientWidth);
    assert.equal(hidden, 0, 'the field shows the whole quantity');
    await quantity.fill('1');
    await quoted(page);
    assert.equal(await overflow(page), 0);
    // The page has scrolled to the prices, which are below the form.
    const results = page.getByRole('region', { name: 'Prices' });
    await results.and(page.locator(':focus')).waitFor();
    const top = (await results.boundingBox())?.y ?? Number.NaN;
    assert.ok(top >= 0 && top < 200, `the prices begin at ${top}`);
    await page.getByRole('button', { name: 'Open the menu' }).click();
    await page.getByRole('link', { name: 'Bookings' }).click();
    await page.getByRole('heading', { name: 'Bookings' }).waitFor();
    assert.equal(await overflow(page), 0);
    await page.context().close();
  });
});

function cents(text: string): number {
  return Math.round(Number(text.replaceAll(/[^\d.-]/g, '')) * 100);
}

/**
 * Types into a field of an item. Returns the lines that were rendered for it, which React shows by new properties of
 * their elements, and how long a key took until the page was painted.
 */
async function typedInto(page: Page, label: string): Promise<{ rendered: string[]; ms: number }> {
  const typed = await page.evaluate(`(async () => {
    const lines = [...document.querySelectorAll('fieldset:has(legend)')];
    const propertiesOf = (line) => {
      const select = line.querySelector('select');
      const name = Object.keys(select).find((one) => one.startsWith('__reactProps$'));
      if (name === undefined) throw new Error('the properties of an element are not found');
      return select[name];
    };
    const before = lines.map(propertiesOf);
    const field = document.querySelector('[aria-label="${label}"]');
    const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
    const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    const times = [];
    for (let digit = 1; digit <= 9; digit += 1) {
      await painted();
      const beganAt = performance.now();
      set.call(field, '0.1' + digit);
      field.dispatchEvent(new InputEvent('input', { bubbles: true }));
      await painted();
      times.push(performance.now() - beganAt);
    }
    const rendered = lines.filter((line, n) => propertiesOf(line) !== before[n]);
    return {
      rendered: rendered.map((line) => line.querySelector('legend').textContent),
      ms: Math.round(times.sort((one, other) => one - other)[4]),
    };
  })()`);
  return typed as { rendered: string[]; ms: number };
}
