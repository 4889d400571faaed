// The public tracking page in a real browser, as a receiver uses it: on a phone, in dark mode, with a wrong postcode.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { loadWebClient } from '../../src/adapters/web-client/load-web-client.ts';
import { hourMs } from '../../src/domain/time/durations.ts';
import { buildWeb, builtDir } from '../../web/build.ts';
import { aCarton, melbourne, sydney, sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { aShipmentOf, report, type TestShipment } from '../support/bookings/shipments.ts';
import { borrowBrowser, returnBrowser } from '../support/components/browser.ts';
import { hasOurTypeface, problemsInEveryLook } from '../support/pages/members-pages.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp, type TestMember } from '../support/test-app.ts';

const [embedded] = setups;
assert.ok(embedded);

/** SCREENSHOTS=DIR npm test -- FILE saves pictures of the pages. */
const screenshots = process.env.SCREENSHOTS;

describe('the public tracking page in Chromium', () => {
  let t: TestApp;
  let jane: TestMember;
  let browser: Browser;
  let url: string;
  let moving: TestShipment;
  let stuck: TestShipment;
  before(async () => {
    await buildWeb();
    const webClient = loadWebClient(builtDir);
    assert.ok(webClient);
    t = await startTestApp(embedded, { webClient, limits: { trackPerMinute: 0 } });
    jane = await t.addMember();
    await t.server.listen({ port: 0, host: '127.0.0.1' });
    url = `http://127.0.0.1:${(t.server.server.address() as AddressInfo).port}`;
    browser = await borrowBrowser();
    const body = sydneyToMelbourne({
      sender: { ...sydney, company_name: 'Tile Warehouse' },
      receiver: { ...melbourne, name: 'Robin Receiver', address: '12 Secret Street' },
      items: [aCarton({ quantity: 2 })],
    });
    const now = t.app.clock.nowMs();
    moving = await aShipmentOf(t, jane, { connote: 'TNT1000001', body, pickupDate: '2026-11-16' });
    await report(
      t,
      moving,
      { status: 'Booked', atMs: now - 20 * hourMs },
      { status: 'Collected from sender', atMs: now - 16 * hourMs, place: 'SYDNEY NSW' },
      { status: 'Departed Sydney depot', atMs: now - 12 * hourMs, place: 'ERSKINE PARK NSW' },
      { status: 'Out for delivery', atMs: now - 1 * hourMs, place: 'MELBOURNE VIC' },
    );
    stuck = await aShipmentOf(t, jane, { connote: 'TNT1000002', body });
    await report(
      t,
      stuck,
      { status: 'In transit', atMs: now - 5 * hourMs, place: 'SYDNEY NSW', piece: 1 },
      { status: 'Card left, nobody at home', atMs: now - hourMs, place: 'MELBOURNE VIC', piece: 2 },
    );
  });
  after(async () => {
    await returnBrowser(browser);
    await t.close();
  });

  const picture = async (page: Page, name: string): Promise<void> => {
    if (screenshots === undefined) return;
    mkdirSync(screenshots, { recursive: true });
    await page.screenshot({ path: join(screenshots, `${name}.png`), fullPage: true });
  };

  for (const [size, width] of [
    ['desktop', 1280],
    ['phone', 360],
  ] as const) {
    for (const scheme of ['light', 'dark'] as const) {
      test(`a receiver follows a shipment on a ${size}, ${scheme}`, async () => {
        const context = await browser.newContext({
          viewport: { width, height: 740 },
          colorScheme: scheme,
          javaScriptEnabled: false,
        });
        const page = await context.newPage();
        const requested: string[] = [];
        const complaints: string[] = [];
        page.on('request', (request) => requested.push(request.url()));
        page.on('console', (message) => complaints.push(message.text()));

        await page.goto(`${url}/track`);
        await picture(page, `form-${size}-${scheme}`);
        await page.getByLabel('Consignment note').fill('tnt 1000001');
        await page.getByRole('button', { name: 'Track' }).click();
        // Wait for the page to load: a click ends when the address changes, before the title does.
        await page.waitForURL(`${url}/track/tnt%201000001`);
        assert.equal(
          await page.title(),
          'Out for delivery · TNT1000001 · Acme Freight Pty Ltd tracking',
        );
        const stageOnly = (await page.textContent('main')) ?? '';
        for (const secret of ['MELBOURNE', 'Tile Warehouse', 'Departed', 'Expected', '3000']) {
          assert.ok(!stageOnly.includes(secret), secret);
        }
        await picture(page, `stage-${size}-${scheme}`);

        await page.getByLabel('Delivery postcode').fill('3121');
        await page.getByRole('button', { name: 'Show details' }).click();
        assert.match(
          (await page.getByRole('alert').textContent()) ?? '',
          /not going to that postcode/,
        );
        await picture(page, `wrong-${size}-${scheme}`);

        await page.getByLabel('Delivery postcode').fill('3000');
        await page.getByRole('button', { name: 'Show details' }).click();
        await page.waitForLoadState();
        const details = (await page.textContent('main')) ?? '';
        for (const shown of [
          'TNT Express',
          'Tile Warehouse, Sydney NSW 2000',
          'Melbourne VIC 3000',
        ]) {
          assert.ok(details.includes(shown), shown);
        }
        assert.ok(!/Robin|Secret Street/.test(details));
        assert.equal(await page.locator('.events li').count(), 4);
        assert.equal(await page.locator('[aria-current=step]').textContent(), 'Out for delivery');
        await picture(page, `details-${size}-${scheme}`);

        await page.goto(`${url}/track/TNT1000002?postcode=3000`);
        assert.ok(await page.getByRole('heading', { name: /could not complete/ }).isVisible());
        await picture(page, `attention-${size}-${scheme}`);

        await page.goto(`${url}/track/NOSUCHNOTE`);
        assert.ok(await page.getByRole('heading', { name: /could not find/ }).isVisible());
        assert.equal(await page.getByLabel('Consignment note').inputValue(), 'NOSUCHNOTE');
        await picture(page, `notfound-${size}-${scheme}`);

        assert.deepEqual(
          requested.filter((address) => !address.startsWith(url) && !address.startsWith('data:')),
          [],
        );
        // The browser logs the 404 itself; any other message would mean that the security policy blocked our style.
        assert.deepEqual(
          complaints.filter((complaint) => !complaint.includes('404')),
          [],
        );
        await context.close();
      });
    }
  }

  test('the tracking page is accessible in every look, in the typeface of the members area', async () => {
    const page = await browser.newPage();
    for (const path of ['', '/TNT1000001', '/TNT1000001?postcode=3000', '/NOSUCHNOTE']) {
      await page.goto(`${url}/track${path}`);
      assert.deepEqual(await problemsInEveryLook(page), [], path);
      assert.ok(await hasOurTypeface(page), path);
    }
    await page.close();
  });

  test("the tracking page follows the reader's colour scheme and its style passes its own policy", async () => {
    const colourOf = async (colorScheme: 'light' | 'dark'): Promise<string> => {
      const page = await browser.newPage({ colorScheme });
      await page.goto(`${url}/track/TNT1000001`);
      const colour = await page.evaluate('getComputedStyle(document.body).backgroundColor');
      await page.close();
      return String(colour);
    };
    assert.equal(await colourOf('light'), 'rgb(245, 248, 246)');
    assert.equal(await colourOf('dark'), 'rgb(13, 19, 17)');
  });

  test("fits a phone's width with the longest texts from carriers", async () => {
    const long = await aShipmentOf(t, jane, { connote: `LONG${'X'.repeat(50)}` });
    await report(t, long, {
      status: `Depot${'é'.repeat(300)} <b>bold</b>`,
      place: 'W'.repeat(200),
    });
    const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
    await page.goto(`${url}/track/${long.connote}?postcode=3000`);
    const overflow = await page.evaluate(
      'document.documentElement.scrollWidth - window.innerWidth',
    );
    assert.ok(Number(overflow) <= 0, `the page is ${overflow} pixels too wide`);
    assert.equal(await page.locator('.events b').count(), 0);
    await page.close();
  });
});
