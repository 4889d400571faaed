// The API reference in a real browser: accessible, linked, and without requests to other hosts.
import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'playwright-core';
import { borrowBrowser, returnBrowser } from '../support/components/browser.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const [embedded] = setups;
assert.ok(embedded);

describe('the API reference in Chromium', () => {
  let t: TestApp;
  let browser: Browser;
  let url: string;
  before(async () => {
    t = await startTestApp(embedded);
    await t.server.listen({ port: 0, host: '127.0.0.1' });
    url = `http://127.0.0.1:${(t.server.server.address() as AddressInfo).port}`;
    browser = await borrowBrowser();
  });
  after(async () => {
    await returnBrowser(browser);
    await t.close();
  });

  for (const [size, width] of [
    ['desktop', 1280],
    ['phone', 360],
  ] as const) {
    test(`shows every operation on a ${size} without help from another host`, async () => {
      const page = await browser.newPage({ viewport: { width, height: 800 } });
      const requested: string[] = [];
      const complaints: string[] = [];
      page.on('request', (request) => requested.push(request.url()));
      page.on('console', (message) => complaints.push(message.text()));
      await page.goto(`${url}/docs`);
      assert.equal(await page.title(), 'Linehaul API reference');
      const operations = (await (await fetch(`${url}/openapi.json`)).json()) as { paths: object };
      for (const path of Object.keys(operations.paths)) {
        assert.ok(await page.getByRole('heading', { name: path }).first().isVisible(), path);
      }
      // On a phone the text is not behind a screen-long menu.
      const menu = page.getByRole('navigation').getByText('Operations', { exact: true });
      const link = page.getByRole('link', { name: 'Member details' });
      assert.equal(await link.isVisible(), size === 'desktop');
      if (size === 'phone') await menu.click();
      await page.getByRole('searchbox', { name: 'Search the operations' }).fill('member det');
      assert.equal(await page.getByRole('navigation').getByRole('link').count(), 1);
      await link.click();
      assert.match(page.url(), /#getMember$/);
      // Statuses and header names must not break across lines.
      for (const name of ['200', 'Idempotency-Key']) {
        const code = page.locator('td:first-child code').filter({ hasText: name }).first();
        const lines = await code.evaluate((element) => element.getClientRects().length);
        assert.equal(lines, 1, name);
      }
      // The style sheet passed the page's own security policy, and nothing is wider than the screen.
      const family = await page.evaluate('getComputedStyle(document.body).fontFamily');
      assert.match(String(family), /system-ui/);
      const overflow = await page.evaluate(
        'document.documentElement.scrollWidth - window.innerWidth',
      );
      assert.ok(Number(overflow) <= 0, `the page is ${overflow} pixels too wide`);
      assert.deepEqual(
        requested.filter((request) => !request.startsWith(url)),
        [],
      );
      assert.deepEqual(complaints, []);
      await page.close();
    });
  }
});
