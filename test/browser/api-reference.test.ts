// The API reference in a real browser: accessible, linked, and without requests to other hosts.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  desktop,
  hasOurTypeface,
  MembersArea,
  overflow,
  phone,
  problemsInEveryLook,
} from '../support/pages/members-pages.ts';

describe('the API reference in Chromium', () => {
  let area: MembersArea;
  before(async () => {
    area = await MembersArea.open();
  });
  after(() => area.close());

  for (const [name, size] of [
    ['desktop', desktop],
    ['phone', phone],
  ] as const) {
    test(`shows every operation on a ${name} without help from another host`, async () => {
      const page = await area.visit('/docs', { size });
      assert.equal(await page.title(), 'Linehaul API reference');
      const operations = (await (await fetch(`${area.url}/openapi.json`)).json()) as {
        paths: object;
      };
      for (const path of Object.keys(operations.paths)) {
        assert.ok(await page.getByRole('heading', { name: path }).first().isVisible(), path);
      }
      // On a phone the text is not behind a screen-long menu.
      const menu = page.getByRole('navigation').getByText('Operations', { exact: true });
      const link = page.getByRole('link', { name: 'Member details' });
      assert.equal(await link.isVisible(), size === desktop);
      if (size === phone) await menu.click();
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
      // The style sheet and the typeface passed the page's own security policy.
      assert.ok(await hasOurTypeface(page));
      assert.equal(await overflow(page), 0);
      if (size === desktop) {
        // Sections are built alike; all of them would take axe minutes.
        await page.evaluate(
          `document.querySelectorAll('section').forEach((one, n) => n % 10 > 0 && one.remove())`,
        );
        assert.deepEqual(await problemsInEveryLook(page), []);
      }
      assert.deepEqual(area.complaints, []);
      await page.context().close();
    });
  }
});
