// The operator area in a real browser: its navigation, which members do not see, and its members page with search,
// new members, credit and blocked live bookings. Its other pages are in operator-*.test.ts.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { changeMember } from '../../src/application/members/change-member.ts';
import type { MembersArea } from '../support/pages/members-pages.ts';
import type { TestMember } from '../support/test-app.ts';
import { until } from '../support/until.ts';
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

  test('a member cannot see or open the operator area', async () => {
    const page = await area.visit('/operator/members', { as: area.jane });
    await page.waitForURL('**/quote');
    await page.getByRole('link', { name: 'API keys', exact: true }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'Members', exact: true }).count(), 0);
    await page.context().close();
  });

  test('the operator menu fits a laptop, and smaller screens show the current entry', async () => {
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
    await until('the current entry is in view', () => isWhole(current));
    await page.locator('[data-more-above]').waitFor();
    await page.context().close();
  });

  test('an operator finds a member, sets a credit limit and disables live bookings', async () => {
    const page = await area.visit('/quote', { as: olga });
    await page.getByRole('link', { name: 'Members', exact: true }).click();
    await page.getByLabel('Search members').fill('tilewarehouse');
    await page.waitForURL('**/operator/members?q=tilewarehouse');
    await page.getByRole('link', { name: area.jane.email }).click();
    await page.getByLabel('Credit limit', { exact: true }).fill('2500');
    await page.getByRole('button', { name: 'Set limit' }).click();
    await page.getByText(/ of \$2,500\.00 used/).waitFor();
    const gauge = page.getByRole('progressbar', { name: 'Used of the credit limit' });
    assert.match((await gauge.getAttribute('aria-valuetext')) ?? '', / of \$2,500\.00 used$/);
    assert.equal(await gauge.getAttribute('aria-valuenow'), '0');
    await page.getByLabel('Payment received').fill('40');
    await page.getByLabel('The bank’s reference').fill('NPP 77');
    await page.getByRole('button', { name: 'Record payment…' }).click();
    const question = page.getByRole('dialog', { name: 'Record a payment of $40.00?' });
    await question.getByText(`(${area.jane.email}) owes`).waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('$0.00 of $2,500.00 used').waitFor();
    await page.getByRole('button', { name: 'Record payment…' }).click();
    await question.getByRole('button', { name: 'Record $40.00' }).click();
    await page.getByText('$40.00 in credit, with a limit of $2,500.00').waitFor();
    // Enter the same bank reference twice: the page names the receipt that has it and what to do.
    await page.getByRole('cell', { name: 'NPP 77' }).waitFor();
    await page.getByLabel('Payment received').fill('40');
    await page.getByLabel('The bank’s reference').fill('npp 77');
    await page.getByRole('button', { name: 'Record payment…' }).click();
    await question.getByRole('button', { name: 'Record $40.00' }).click();
    await question.getByText(/Receipt \d+ of \$40\.00 has the reference NPP 77/).waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    // Without a reference it may be the same payment, so the operator must confirm that it is another.
    await page.getByLabel('The bank’s reference').fill('');
    await page.getByRole('button', { name: 'Record payment…' }).click();
    await question.getByRole('button', { name: 'Record $40.00' }).click();
    await question.getByText('less than a day old').waitFor();
    await question.getByRole('button', { name: 'Record another $40.00' }).click();
    await page.getByText('$80.00 in credit, with a limit of $2,500.00').waitFor();
    await page.getByRole('button', { name: 'Reverse the payment of $40.00' }).first().click();
    await page
      .getByRole('dialog', { name: 'Reverse the payment of $40.00?' })
      .getByRole('button', { name: 'Reverse payment' })
      .click();
    await page.getByText('$40.00 in credit, with a limit of $2,500.00').waitFor();
    await page.getByRole('button', { name: 'Reverse the payment of $40.00' }).click();
    const back = page.getByRole('dialog', { name: 'Reverse the payment of $40.00?' });
    await back.getByRole('button', { name: 'Reverse payment' }).click();
    await page.getByText('$0.00 of $2,500.00 used').waitFor();
    assert.equal(await page.getByText('Reversed', { exact: true }).count(), 2);
    await page.getByRole('switch', { name: 'Live booking' }).click({ force: true });
    await page.getByText('Demo only').waitFor();
    const changed = await area.t.app.store.members.find(area.jane.id);
    assert.equal(changed?.mayBookLive, false);
    await changeMember(area.t.app, area.jane.email, { mayBookLive: true });
    await page.goBack();
    await page.waitForURL('**/operator/members?q=tilewarehouse');
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('an added member is listed with the amount they owe', async () => {
    const page = await area.visit('/operator/members', { as: olga });
    await page.getByRole('row', { name: /jane@tilewarehouse.*\$0\.00 of \$/ }).waitFor();
    await page.getByRole('button', { name: 'Add a member' }).click();
    const form = page.getByRole('dialog', { name: 'Add a member' });
    await form.getByLabel('E-mail').fill('nina@example.com');
    await form.getByLabel('Company').fill('Nina’s Nursery');
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('heading', { name: 'Nina’s Nursery' }).waitFor();
    await page.getByRole('button', { name: 'Create a link' }).waitFor();
    await page.getByText('No credit limit', { exact: true }).waitFor();
    assert.equal(await page.getByRole('progressbar').count(), 0);
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });
});
