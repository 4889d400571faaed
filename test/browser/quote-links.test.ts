// Asking for approval in a real browser: the member creates a link on the booking form, and a person without an account
// accepts the offer on a phone.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setCreditLimit } from '../../src/application/payments/credit-account.ts';
import { chosen } from '../support/pages/book-form.ts';
import { MembersArea, overflow, phone, seriousViolations } from '../support/pages/members-pages.ts';

describe('asking for approval of a quote', () => {
  let area: MembersArea;
  before(async () => {
    area = await MembersArea.open();
  });
  after(() => area.close());

  test('the receiver of the link sees one offer, accepts it once, and a withdrawn link shows nothing', async () => {
    await setCreditLimit(area.t.app, area.jane.email, 1_000_00);
    const page = await chosen(area, area.jane);
    await page.getByRole('button', { name: 'Ask for approval' }).click();
    const link = page.locator('code');
    await link.waitFor();
    const first = await link.innerText();
    await page.getByRole('button', { name: 'Withdraw link' }).click();
    await page.getByRole('button', { name: 'Ask for approval' }).click();
    await page.getByRole('button', { name: 'Create another link' }).waitFor();
    const address = await link.innerText();
    const mail = await page.getByRole('link', { name: 'Send by e-mail' }).getAttribute('href');
    assert.ok(decodeURIComponent(mail ?? '').includes(address));

    // The service's public address differs from the one that the browser uses here.
    const pathOf = (url: string): string => url.slice(url.indexOf('/accept-quote'));
    const visitor = await area.visit(pathOf(first), { size: phone });
    await visitor.getByText('This offer has ended or has been changed').waitFor();
    await visitor.context().close();
    const receiver = await area.visit(pathOf(address), { size: phone });
    await receiver.getByText('Melbourne VIC 3000').waitFor();
    assert.equal(await receiver.getByText('Rita Receiver').count(), 0);
    assert.equal(await overflow(receiver), 0);
    assert.deepEqual(await seriousViolations(receiver), []);
    await receiver.getByRole('button', { name: 'Accept and book' }).dblclick();
    await receiver.getByRole('heading', { name: 'Booked' }).waitFor();
    await receiver.getByText('Consignment note').waitFor();
    await receiver.reload();
    await receiver.getByRole('heading', { name: 'Booked' }).waitFor();
    assert.equal(await receiver.getByRole('button', { name: 'Accept and book' }).count(), 0);
    await page.goto('/bookings');
    await page.getByRole('table').getByText('Confirmed').waitFor();
    assert.equal(await page.getByRole('row').count(), 2, 'one booking and the heads');
    assert.deepEqual(area.complaints, []);
    await page.context().close();
    await receiver.context().close();
  });
});
