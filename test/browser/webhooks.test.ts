// Webhooks in a real browser: an endpoint is added, tried and changed, its secret rotated, and a delivery looked at and replayed.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { WebhookDelivering } from '../../src/application/webhooks/send-webhooks.ts';
import { Checkout } from '../support/bookings/checkout.ts';
import { MembersArea, overflow, phone, seriousViolations } from '../support/pages/members-pages.ts';
import { until } from '../support/until.ts';
import { openReceiver, type Receiver } from '../support/webhooks/receiver.ts';

describe('webhooks in the members area', () => {
  let receiver: Receiver;
  let area: MembersArea;
  before(async () => {
    receiver = await openReceiver();
    area = await MembersArea.open({ webhooks: { networks: ['127.0.0.1'] } });
  });
  after(async () => {
    await area.close();
    await receiver.close();
  });

  const arrived = (count: number) =>
    until(`${count} events have arrived`, async () => {
      const delivering = new WebhookDelivering();
      await delivering.begin(area.t.app);
      await delivering.settled();
      return receiver.arrived.length >= count;
    });

  test('an endpoint is added and tested; its deliveries are shown and sent again', async () => {
    const page = await area.visit('/webhooks', { as: area.jane });
    await page.getByRole('button', { name: 'Add an endpoint' }).click();
    const form = page.getByRole('dialog', { name: 'Add an endpoint' });
    await form.getByRole('textbox', { name: 'Address' }).fill('https://192.168.1.1/hook');
    await form.getByRole('button', { name: 'Add endpoint' }).click();
    await form.getByText('The address is not on the internet').waitFor();
    await form.getByRole('textbox', { name: 'Address' }).fill(receiver.url);
    await form.getByRole('textbox', { name: 'Description' }).fill('Warehouse system');
    await form.getByRole('button', { name: 'Add endpoint' }).click();
    const secret = page.getByRole('dialog', { name: 'Signing secret' });
    const first = await secret.locator('code').innerText();
    assert.match(first, /^whsec_/);
    assert.deepEqual(await seriousViolations(page), []);
    await secret.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Send test event to Warehouse system' }).click();
    await arrived(1);
    await page.getByRole('row', { name: /webhook\.test Delivered/ }).waitFor();

    // A failed attempt shows its reason and the answer.
    receiver.answer((_, response) => response.writeHead(503).end('closed for lunch'));
    const shop = new Checkout(area.t, area.jane);
    await shop.giveCredit(10_000);
    await shop.book();
    await arrived(2);
    await page.getByText('The endpoint answered 503.').first().waitFor();
    await page.getByRole('row', { name: /Warehouse system .* Failing/ }).waitFor();
    await page.getByRole('button', { name: /^Show payment\.succeeded/ }).click();
    const shown = page.getByRole('dialog', { name: 'payment.succeeded' });
    await shown.getByText('closed for lunch').waitFor();
    await shown.getByText('"booking_id"').waitFor();
    assert.deepEqual(await seriousViolations(page), []);
    await page.keyboard.press('Escape');
    await shown.waitFor({ state: 'detached' });
    receiver.answer((_, response) => response.writeHead(200).end());
    await page.getByRole('button', { name: /^Send again: webhook\.test/ }).click();
    await page.getByText('webhook.test is sent again.').waitFor();
    area.t.advanceClock(600_000);
    await arrived(5);

    await page.getByRole('button', { name: 'Rotate secret of Warehouse system' }).click();
    await page.getByRole('button', { name: 'Rotate secret', exact: true }).click();
    assert.notEqual(await secret.locator('code').innerText(), first);
    await secret.getByText('signed with the previous secret too').waitFor();
    await secret.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Change Warehouse system' }).click();
    const change = page.getByRole('dialog', { name: 'Change endpoint' });
    await change.getByRole('switch', { name: 'Switched on' }).uncheck();
    await change.getByRole('button', { name: 'Save endpoint' }).click();
    await change.waitFor({ state: 'detached' });
    await page.getByText('You switched it off.').waitFor();
    assert.ok(await page.getByRole('button', { name: /^Send test event/ }).isDisabled());

    await page.setViewportSize(phone);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.reload();
    await page.getByText('You switched it off.').waitFor();
    assert.equal(await overflow(page), 0);
    assert.deepEqual(await seriousViolations(page), []);
    await page.getByRole('button', { name: 'Delete Warehouse system' }).click();
    await page.getByRole('button', { name: 'Delete endpoint' }).click();
    await page.getByText('No endpoints yet').waitFor();
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });
});
