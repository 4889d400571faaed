// Opens the booking page and fills in its form as a person does.
import type { Page } from 'playwright-core';
import type { TestMember } from '../test-app.ts';
import { desktop, type MembersArea, type VisitOptions } from './members-pages.ts';
import { fillQuote } from './quote-form.ts';

/** Gets quotes, picks the first carrier and opens the booking page. */
export async function chosen(
  area: MembersArea,
  as: TestMember,
  size: VisitOptions['size'] = desktop,
): Promise<Page> {
  const page = await area.visit('/quote', { as, size });
  await fillQuote(page);
  await quoteAndChoose(page);
  await fillContacts(page);
  return page;
}

/** Submits the filled quote form, picks the first carrier and opens the booking page. */
export async function quoteAndChoose(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Get quotes' }).click();
  await page.waitForURL('**/quote?booking=*');
  await page
    .getByRole('button', { name: /^Choose/ })
    .first()
    .click();
  await page.waitForURL('**/book?carrier=*');
}

/** Fills in the sender and the receiver. */
export async function fillContacts(page: Page): Promise<void> {
  for (const [n, contact] of ['Sam Sender', 'Rita Receiver'].entries()) {
    await page.getByLabel('Name', { exact: true }).nth(n).fill(contact);
    await page
      .getByLabel('Street')
      .nth(n)
      .fill(`${n + 1} Smith Street`);
  }
}
