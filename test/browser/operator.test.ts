// The operator area as a whole, in a real browser: its ways are in sight, and others are not even shown them. Its pages are in
// operator-*.test.ts.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Locator } from 'playwright-core';
import type { MembersArea } from '../support/pages/members-pages.ts';
import type { TestMember } from '../support/test-app.ts';
import { openOperatorArea } from './operator-area.ts';

describe('the operator area', () => {
  let area: MembersArea;
  let olga: TestMember;
  before(async () => {
    ({ area, olga } = await openOperatorArea());
  });
  after(() => area.close());
  beforeEach(() => {
    area.complaints.length = 0;
  });

  test('a member who is no operator sees no way to it, and the address leads elsewhere', async () => {
    const page = await area.visit('/operator/members', { as: area.jane });
    await page.waitForURL('**/quote');
    assert.equal(await page.getByRole('link', { name: 'Members', exact: true }).count(), 0);
    await page.context().close();
  });

  test('every way of the operator is in sight on a laptop, and on less the current one is', async () => {
    const page = await area.visit('/operator/adjustments', { as: olga });
    const rail = page.getByRole('navigation', { name: 'Main' });
    const current = rail.getByRole('link', { name: 'Adjustments' });
    await current.waitFor();
    const isWhole = async (link: Locator): Promise<boolean> => {
      const [box, edge] = await Promise.all([link.boundingBox(), link.locator('..').boundingBox()]);
      if (box === null || edge === null) return false;
      return box.y >= edge.y && box.y + box.height <= edge.y + edge.height;
    };
    for (const link of await rail.getByRole('link').filter({ hasNotText: 'Linehaul' }).all())
      assert.ok(await isWhole(link), (await link.textContent()) ?? '');
    await page.setViewportSize({ width: 1280, height: 500 });
    await page.reload();
    await current.waitFor();
    assert.ok(await isWhole(current));
    await page.locator('[data-more-above]').waitFor();
    await page.context().close();
  });
});
