// Label printers in a real browser: set up, tested, printed on from a booking and from the list, and the queue.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { LabelSending } from '../../src/application/printers/send-labels.ts';
import { Checkout } from '../support/bookings/checkout.ts';
import { MembersArea, overflow, phone, seriousViolations } from '../support/pages/members-pages.ts';
import { openPaper, type Paper } from '../support/printers/paper.ts';
import { until } from '../support/until.ts';

describe('label printers in the members area', () => {
  let paper: Paper;
  let area: MembersArea;
  before(async () => {
    paper = await openPaper();
    const networkPrinters = { networks: ['127.0.0.1'], ports: [paper.port] };
    area = await MembersArea.open({ networkPrinters });
  });
  after(async () => {
    await area.close();
    await paper.close();
  });

  const printed = (count: number) =>
    until(`${count} labels are printed`, async () => {
      const sending = new LabelSending();
      await sending.begin(area.t.app);
      await sending.settled();
      return paper.labels.length >= count;
    });

  test('a printer is added and tested; labels print from a booking and from the list, and again from the queue', async () => {
    const shop = new Checkout(area.t, area.jane);
    await shop.giveCredit(10_000);
    const first = await shop.book();
    const second = await shop.book();
    const page = await area.visit('/printers', { as: area.jane });
    await page.getByRole('button', { name: 'Add a printer' }).click();
    const form = page.getByRole('dialog', { name: 'Add a printer' });
    await form.getByRole('textbox', { name: 'Name' }).fill('Packing bench');
    await form.getByRole('radio', { name: 'Network' }).check();
    await form.getByRole('textbox', { name: 'Address' }).fill('192.168.1.1');
    await form.getByRole('button', { name: 'Add printer' }).click();
    await form.getByText('The operator does not allow printers at 192.168.1.1').waitFor();
    await form.getByRole('textbox', { name: 'Address' }).fill('127.0.0.1');
    await form.getByRole('button', { name: 'Add printer' }).click();
    await form.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Print test label on Packing bench' }).click();
    await printed(1);
    assert.match(paper.labels[0] ?? '', /TEST LABEL/);
    await page.getByRole('row', { name: /Test label Packing bench Sent/ }).waitFor();

    await page.goto(`/bookings/${first.id}`);
    await page.getByRole('button', { name: 'Print on Packing bench' }).click();
    await page.getByText('1 label queued for Packing bench').waitFor();
    await printed(2);
    assert.ok(paper.labels[1]?.includes(first.connote ?? '?'));

    await page.goto('/bookings');
    for (const { id } of [first, second])
      await page.getByRole('checkbox', { name: `Choose booking ${id}`, exact: true }).check();
    await page.getByRole('button', { name: 'Print on Packing bench' }).click();
    await page.getByText('2 labels queued for Packing bench').waitFor();
    await printed(4);

    await page.goto('/printers');
    const name = `Print again: booking ${second.id}`;
    await page.getByRole('button', { name }).click();
    await printed(5);
    assert.ok(paper.labels[4]?.includes(second.connote ?? '?'));

    // The second printer has an agent, whose labels wait until it connects.
    await page.getByRole('button', { name: 'Add a printer' }).click();
    await form.getByRole('textbox', { name: 'Name' }).fill('Back door');
    await form.getByRole('radio', { name: 'Bookings of chosen API keys' }).check();
    await form.getByRole('checkbox', { name: 'tilewarehouse.example' }).check();
    await form.getByRole('button', { name: 'Add printer' }).click();
    const token = page.getByRole('dialog', { name: 'Token of the print agent' });
    assert.match(await token.locator('code').first().innerText(), /^lhp_/);
    await token.getByRole('button', { name: 'Done' }).click();
    await page.getByText('The agent has not connected yet.').waitFor();
    await page.getByText('Bookings of tilewarehouse.example').waitFor();
    const third = await shop.book();
    const cancel = page.getByRole('button', { name: `Cancel: booking ${third.id}` });
    await cancel.waitFor();
    assert.deepEqual(await seriousViolations(page), []);
    await cancel.click();
    await page.getByRole('row', { name: /Back door Cancelled/ }).waitFor();

    await page.goto(`/bookings/${first.id}`);
    await page.getByRole('button', { name: 'Print on…' }).click();
    await page.getByRole('menuitem', { name: 'Back door' }).click();
    await page.getByText('1 label queued for Back door').waitFor();
    await page.setViewportSize(phone);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto('/printers');
    await page.getByText('1 label waiting').waitFor();
    assert.equal(await overflow(page), 0);
    assert.deepEqual(await seriousViolations(page), []);
    await page.getByRole('button', { name: 'Delete Back door' }).click();
    await page.getByText('1 waiting label will not be printed.').waitFor();
    await page.getByRole('button', { name: 'Delete printer' }).click();
    await page.getByText('Back door').first().waitFor({ state: 'detached' });
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });
});
