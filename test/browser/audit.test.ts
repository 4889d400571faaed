// The audit log in a real browser: a member's admin and the operator find who did what, and download it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { Checkout } from '../support/bookings/checkout.ts';
import { Visitor } from '../support/pages/members-area.ts';
import { type MembersArea, seriousViolations } from '../support/pages/members-pages.ts';
import type { TestMember } from '../support/test-app.ts';
import { openOperatorArea } from './operator-area.ts';

describe('the audit log', () => {
  let area: MembersArea;
  let olga: TestMember;
  before(async () => {
    ({ area, olga } = await openOperatorArea());
  });
  after(() => area.close());

  test('an admin filters and downloads the entries, and the operator opens what they are about', async () => {
    const shop = new Checkout(area.t, area.jane);
    const quoted = await shop.quote();
    const { id: booked } = quoted;
    const signedIn = await new Visitor(area.t, '192.0.2.45').signIn(area.jane);
    const confirm = shop.confirmRequest(quoted, 'toll', { payment_method: 'credit' });
    const confirmed = await signedIn.send('POST', `/bookings/v4/${booked}/confirm`, confirm);
    assert.equal(confirmed.statusCode, 200, confirmed.body);
    const olgas = await new Visitor(area.t, '192.0.2.44').signIn(olga);
    const limit = { limit: 900 };
    await olgas.send('PUT', `/operator/members/${area.jane.id}/credit`, limit);
    await olgas.send('POST', '/operator/bookings/999/cancel');

    const janes = await area.visit('/audit', { as: area.jane });
    const byOperator = janes.getByRole('row', { name: /Operator.*Set the credit limit/ });
    await byOperator.waitFor();
    assert.equal(await janes.getByText(olga.email).count(), 0);
    assert.deepEqual(await seriousViolations(janes), []);
    await janes.getByLabel('About').selectOption('bookings');
    await byOperator.waitFor({ state: 'detached' });
    await janes.getByRole('link', { name: `Confirmed booking ${booked}` }).waitFor();
    const downloading = janes.waitForEvent('download');
    await janes.getByRole('link', { name: 'Download CSV' }).click();
    const file = readFileSync(await (await downloading).path(), 'utf8');
    assert.match(file, new RegExp(`,User,${area.jane.email},,,Confirmed booking ${booked},`));
    assert.equal(file.trim().split('\r\n').length, 2);

    const page = await area.visit('/operator/members', { as: olga });
    await page.getByRole('link', { name: area.jane.email }).click();
    await page.getByRole('row', { name: /Admin.*Off/ }).waitFor();
    await page.getByRole('link', { name: 'Their activity' }).click();
    await page.getByRole('row', { name: new RegExp(`${olga.email}.*limit: 900`) }).waitFor();
    await page.getByRole('button', { name: 'Time' }).click();
    await page.waitForURL('**sort=at*');
    await page.getByLabel('All members').click();
    await page.getByText('Tried to cancel booking 999').waitFor();
    assert.deepEqual(await seriousViolations(page), []);
    await page.getByRole('link', { name: `Confirmed booking ${booked}` }).click();
    await page.getByRole('heading', { name: `Booking ${booked}` }).waitFor();
    assert.deepEqual(area.complaints, []);
  });
});
