// Fills in the quote page's form as a person does, and reads the prices on the page.
import type { Locator, Page } from 'playwright-core';

export async function choosePlace(
  page: Page,
  label: string,
  text: string,
  name: RegExp,
): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).fill(text);
  await page.getByRole('option', { name }).first().click();
}

/** One carton from Sydney to Melbourne. */
export async function fillQuote(page: Page, { weight = '12.5' } = {}): Promise<void> {
  await choosePlace(page, 'From', 'sydney', /Sydney NSW 2000/);
  await choosePlace(page, 'To', 'melbourne 3000', /Melbourne VIC 3000/);
  await page.getByLabel('Each, kg, line 1').fill(weight);
  await page.getByLabel('Length, cm, line 1').fill('40');
  await page.getByLabel('Width, cm, line 1').fill('30');
  await page.getByLabel('Height, cm, line 1').fill('30');
  await page.getByLabel('Value of the goods').fill('500');
}

/** Waiting for the text "prices" is not enough, because the loading message contains it too. */
export const firstPrice = (page: Page): Locator => pricesOn(page).first();

const pricesOn = (page: Page): Locator => page.locator('[data-row] [data-price]');

/** Prices in dollars, from top to bottom. */
export async function prices(page: Page): Promise<number[]> {
  const shown = await pricesOn(page).allInnerTexts();
  return shown.map((text) => Number(text.replaceAll(/[^\d.]/g, '')));
}
