// From signing in to a booking by keyboard alone: Tab reaches everything, Enter, Space and arrows operate it, and
// focus is never lost.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { MembersArea } from '../support/pages/members-pages.ts';

/** No page has this many stops before the element in question. */
const maxStops = 150;

/** What a screen reader announces for the focused element. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(
    `(() => {
      const at = document.activeElement;
      const label = at.labels?.[0]?.innerText;
      return at.getAttribute('aria-label') ?? label ?? at.innerText ?? '';
    })()`,
  ) as Promise<string>;

async function tabTo(page: Page, name: string | RegExp, key = 'Tab'): Promise<void> {
  const matches = (announced: string): boolean =>
    typeof name === 'string' ? announced.trim() === name : name.test(announced);
  for (let stop = 0; stop < maxStops; stop += 1) {
    await page.keyboard.press(key);
    if (matches(await focused(page))) return;
  }
  assert.fail(`${name} is not reached by ${key}`);
}

async function type(page: Page, name: string | RegExp, text: string): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

describe('the members area by keyboard', () => {
  let area: MembersArea;
  before(async () => {
    area = await MembersArea.open();
  });
  after(() => area.close());

  test('signs in, quotes, chooses a price and books with the keyboard alone', async () => {
    const page = await area.visit('/sign-in');
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await type(page, 'E-mail', area.jane.email);
    await type(page, 'Password', area.jane.password);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Quote', level: 1 }).waitFor();

    await type(page, 'From', 'sydney');
    await page.getByRole('option', { name: /Sydney NSW 2000/ }).waitFor();
    await page.keyboard.press('Enter');
    await type(page, 'To', 'melbourne 3000');
    await page.getByRole('option', { name: /Melbourne VIC 3000/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    // Removing a line moves the focus to the button that adds one.
    const addsLine = page.getByRole('button', { name: 'Add a line' }).and(page.locator(':focus'));
    await tabTo(page, 'Add a line');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Remove line 2');
    await page.keyboard.press('Enter');
    await addsLine.waitFor();
    await tabTo(page, 'Packaging, line 1', 'Shift+Tab');
    await type(page, 'Each, kg, line 1', '12.5');
    for (const side of ['Length', 'Width', 'Height']) await type(page, `${side}, cm, line 1`, '30');
    await tabTo(page, 'Get quotes');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/quote?booking=*');

    await tabTo(page, /^Details of/);
    await page.keyboard.press('Enter');
    await page.getByRole('table', { name: 'Price breakdown' }).waitFor();
    await tabTo(page, /^Choose /);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Book', level: 1 }).waitFor();
    // The new page has the focus.
    await page.waitForFunction(`document.activeElement.id === 'main'`);

    for (const contact of ['Sam Sender', 'Rita Receiver']) {
      await type(page, 'Name', contact);
      await type(page, 'Street', '1 Smith Street');
    }
    await tabTo(page, 'Demo');
    await page.keyboard.press('Space');
    await tabTo(page, 'Book as a demo');
    await page.keyboard.press('Enter');
    await page.getByText(/^DEMO-/).waitFor();
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('a dialog keeps the focus, closes with Escape and returns the focus to its button', async () => {
    const page = await area.visit('/keys', { as: area.jane });
    await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor();
    await tabTo(page, 'Skip to the page');
    await page.keyboard.press('Enter');
    await tabTo(page, 'Create a key');
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    // The dialog appears a moment before it takes the focus.
    await page.locator('[role="dialog"]:focus-within').waitFor();
    for (let stop = 0; stop < 12; stop += 1) {
      await page.keyboard.press('Tab');
      assert.ok(await page.evaluate(`!!document.activeElement.closest('[role="dialog"]')`));
    }
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Create a key' }).and(page.locator(':focus')).waitFor();
    await page.context().close();
  });
});
