// The members area on bad networks, in a real browser: something to see at once, and pages that continue by themselves.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import {
  hasOurTypeface,
  MembersArea,
  phone,
  seriousViolations,
} from '../support/pages/members-pages.ts';

const scripts = '**/assets/*.js';
const noConnection = 'No connection. The page continues when the connection is back.';

/** Of a poor mobile network. */
const slowNetwork = {
  offline: false,
  latency: 400,
  downloadThroughput: 50_000,
  uploadThroughput: 50_000,
};

/** Holds back every request for these until the returned function is called. */
async function hold(page: Page, address: string): Promise<() => void> {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route(address, async (route) => {
    await isReleased;
    await route.fallback();
  });
  return release;
}

describe('the members area on bad networks', () => {
  let area: MembersArea;
  before(async () => {
    area = await MembersArea.open();
  });
  after(() => area.close());

  const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });

  test('shows a skeleton while its scripts load, for a member and for a visitor', async (t) => {
    for (const look of [
      { as: area.jane, path: '/quote', name: 'Quote', reader: 'member' },
      {
        path: '/sign-in',
        name: 'Sign in',
        reader: 'visitor',
        size: phone,
        scheme: 'dark' as const,
      },
    ]) {
      const page = await area.visit('/track', look);
      const release = await hold(page, scripts);
      await page.goto(look.path, { waitUntil: 'commit' });
      await page.getByRole('status').getByText('Loading…').waitFor();
      assert.equal(await page.locator('.skeleton').getAttribute('data-for'), look.reader);
      assert.deepEqual(await seriousViolations(page), []);
      release();
      await heading(page, look.name).waitFor();
      assert.equal(await page.locator('.skeleton').count(), 0);
      // The theme overrides the style sheet.
      assert.ok(await hasOurTypeface(page));
      assert.equal(
        await page.evaluate(
          `getComputedStyle(document.documentElement).getPropertyValue('--mantine-primary-color-filled')`,
        ),
        '#1b7454',
      );

      const debug = await page.context().newCDPSession(page);
      await debug.send('Network.enable');
      await debug.send('Network.setCacheDisabled', { cacheDisabled: true });
      await debug.send('Network.emulateNetworkConditions', slowNetwork);
      await page.goto(look.path);
      await heading(page, look.name).waitFor();
      const paints = await page.evaluate(
        `performance.getEntriesByType('paint').map(({ name, startTime }) => name + ' after ' + Math.round(startTime) + ' ms').join(', ') +
          ', the page after ' + Math.round(performance.now()) + ' ms'`,
      );
      t.diagnostic(`${look.path} at 400 ms latency and 50 kB/s: ${paints}`);
      await page.context().close();
    }
    assert.deepEqual(area.complaints, []);
  });

  test('a page that lost its connection while loading continues once the connection is back', async () => {
    const page = await area.visit('/track', { as: area.jane });
    await page.route(scripts, (route) => route.abort());
    await page.goto('/bookings', { waitUntil: 'commit' });
    await page.getByRole('status').getByText(noConnection).waitFor();
    await page.unroute(scripts);
    await heading(page, 'Bookings').waitFor();
    await page.context().close();
    area.complaints.length = 0;
  });

  test('keeps the navigation while offline, and opens the page when the connection is back', async () => {
    const page = await area.visit('/bookings', { as: area.jane });
    await heading(page, 'Bookings').waitFor();
    for (const name of ['Orders', 'Claims']) {
      await page.context().setOffline(true);
      await page.getByRole('link', { name, exact: true }).click();
      await page.getByRole('status').getByText(noConnection).waitFor();
      assert.ok(await page.getByRole('link', { name: 'Dashboard' }).isVisible());
      await page.context().setOffline(false);
      await heading(page, name).waitFor();
      assert.equal(await page.getByText(noConnection).count(), 0);
    }
    await page.context().close();
    area.complaints.length = 0;
  });

  test('a page of an earlier release is replaced by the current one', async () => {
    const page = await area.visit('/bookings', { as: area.jane });
    await heading(page, 'Bookings').waitFor();
    const gone = '**/assets/orders-*.js';
    await page.route(gone, (route) => route.fulfill({ status: 404 }));
    // The reload brings the page of the current release.
    page.on('request', (request) => {
      if (request.isNavigationRequest()) void page.unroute(gone);
    });
    await page.getByRole('link', { name: 'Orders', exact: true }).click();
    await heading(page, 'Orders').waitFor();
    await page.context().close();
    area.complaints.length = 0;
  });
});
