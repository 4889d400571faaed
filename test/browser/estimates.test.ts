// Prices while a connected carrier is down, in a real browser: its rate card's price is marked as an estimate on the
// quote page and the booking form, is counted once, and does not win against firm prices.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { auspost } from '../../carriers/auspost/connector/auspost.ts';
import { connectAccount } from '../../src/application/carriers/carrier-accounts.ts';
import { simulatedAccount } from '../../src/serve/simulated-accounts.ts';
import { parseEvents } from '../support/bookings/event-stream.ts';
import { openSimulator, type TestSimulator } from '../support/carriers/simulator.ts';
import { MembersArea } from '../support/pages/members-pages.ts';
import { fillQuote, firstPrice } from '../support/pages/quote-form.ts';
import { until } from '../support/until.ts';
import { imported, line } from './imported-orders.ts';

const parcel = 'auspost_regular_eparcel';

describe('estimated prices', () => {
  let area: MembersArea;
  let simulator: TestSimulator;
  before(async () => {
    simulator = await openSimulator('auspost');
    area = await MembersArea.open({ connectors: [auspost] });
    const [listed] = simulator.carriers;
    assert.ok(listed);
    await connectAccount(area.t.app, undefined, {
      carrier: 'auspost',
      account: simulatedAccount(auspost, listed),
      policy: 'live_then_card',
      isUntested: true,
    });
    await until('the carrier is connected', () => area.t.app.carriers.live.length > 0);
    await simulator.fault('auspost:*:server-error');
  });
  after(async () => {
    await area.close();
    await simulator.close();
  });

  /** `SCREENSHOTS=folder` saves pictures for review. */
  const picture = async (page: Page, name: string): Promise<void> => {
    const folder = process.env.SCREENSHOTS;
    if (folder === undefined) return;
    mkdirSync(folder, { recursive: true });
    await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
  };

  test('are marked, counted once, and sorted after firm prices until they are chosen', async () => {
    const page = await area.visit('/quote', { as: area.jane });
    await fillQuote(page);
    const stream = page.waitForResponse('**/bookings/stream');
    await page.getByRole('button', { name: 'Get quotes' }).click();
    await page.waitForURL('**/quote?booking=*');
    await firstPrice(page).waitFor();
    const row = page.locator(`[data-row="${parcel}"]`);
    await row.getByText('Estimated', { exact: true }).waitFor();
    for (const order of ['Cheapest first', 'Fastest first']) {
      await page.getByText(order).click();
      const rows = page.locator('[data-row]');
      const marked = await rows.evaluateAll((all) =>
        all.map((one) => ({
          isEstimate: one.textContent.includes('Estimated'),
          isBest: /Cheapest|Fastest/.test(one.textContent),
        })),
      );
      const first = marked.findIndex(({ isEstimate }) => isEstimate);
      assert.ok(first > 0);
      assert.ok(marked.slice(first).every(({ isEstimate, isBest }) => isEstimate && !isBest));
    }
    await picture(page, 'estimates');
    const estimates = await page.getByText('Estimated', { exact: true }).count();
    const events = parseEvents(await (await stream).text());
    const services = Number(events.find(({ event }) => event === 'ready')?.data.carrierCount);
    await page.getByText(`(${estimates} estimated) of ${services} carrier services`).waitFor();
    const without = services - (await page.locator('[data-row]').count());
    await page.getByRole('button', { name: `${without} carrier services gave no price` }).waitFor();
    await row.getByRole('button', { name: /^Details of/ }).click();
    await row.getByText(/^Estimated from the carrier’s rate card: /).waitFor();
    await row.getByText(/^Estimated from rate card \S+ \S+: the carrier did not answer/).waitFor();
    await picture(page, 'estimate-details');
    await row.getByRole('button', { name: /^Choose/ }).click();
    await page.waitForURL('**/book?**');
    await page.getByText('because the carrier did not answer').waitFor();
    await picture(page, 'estimate-booked');
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('are marked when they are chosen for several orders', async () => {
    const kim = await area.t.addMember('kim@example.com');
    const page = await imported(
      area,
      kim,
      line('E-1', 'Richmond', '3121'),
      line('E-2', 'Richmond', '3121'),
    );
    await page.getByRole('link', { name: 'To the orders' }).click();
    await page.getByRole('checkbox', { name: 'Choose every order on this page' }).check();
    await page.getByRole('button', { name: 'Book 2 orders' }).click();
    await page.getByRole('dialog').getByLabel('Street').fill('1 Example Street');
    await page.getByRole('dialog').getByLabel('Carrier').selectOption(parcel);
    await page.getByRole('dialog').getByLabel('Payment').selectOption('demo');
    await page.getByRole('dialog').getByRole('button', { name: 'Get prices' }).click();
    await page.getByRole('button', { name: /^Book 2 orders as demos/ }).waitFor();
    assert.equal(
      await page
        .getByRole('dialog')
        .getByText(/^Estimated/)
        .count(),
      2,
    );
    await picture(page, 'estimated-orders');
    await page.context().close();
  });
});
