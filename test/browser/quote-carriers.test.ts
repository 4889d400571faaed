// Quoting in a real browser beside what carriers answer: live carriers that are late or fail, sample prices, and carriers
// that are switched off.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { listServices } from '../../src/application/carriers/list-services.ts';
import { switchCarrier } from '../../src/application/carriers/switch-carrier.ts';
import { Checkout } from '../support/bookings/checkout.ts';
import {
  answers,
  behind,
  gate,
  hangs,
  rejects,
  scripted,
} from '../support/carriers/scripted-carriers.ts';
import { fillContacts } from '../support/pages/book-form.ts';
import {
  desktop,
  MembersArea,
  phone,
  seriousViolations,
  watchShifts,
} from '../support/pages/members-pages.ts';
import { fillQuote, firstPrice, prices } from '../support/pages/quote-form.ts';
import { until } from '../support/until.ts';

describe('quoting with live carriers in the members area', () => {
  const cardCarrier = 'auspost_regular_eparcel';
  const timing = { carrierDeadlineMs: 600_000, quoteBudgetMs: 600_000 };

  test('streams prices with their progress past failing carriers, and counts each carrier once', async () => {
    const slow = gate();
    const area = await MembersArea.open({
      live: [
        scripted('slow_freight', behind(slow, answers(99_99))),
        scripted('broken_freight', rejects(new Error('out of order'))),
        // Its rate card's price stands in.
        {
          ...scripted(cardCarrier, rejects(new Error('out of order'))),
          policy: 'live_then_card',
        },
      ],
      timing,
    });
    try {
      const page = await area.visit('/quote', { as: area.jane });
      await fillQuote(page);
      await page.getByRole('button', { name: 'Get quotes' }).click();
      await page.locator(`[data-row="${cardCarrier}"]`).waitFor();
      const progress = page.getByText(/^\d+ of \d+ carrier services$/);
      const [answered, all] = (await progress.innerText()).match(/\d+/g) ?? [];
      assert.equal(Number(answered), Number(all) - 1);
      assert.ok(
        (await prices(page)).length >= 25,
        'rate-card prices are shown before the slow carrier answers',
      );
      slow.open();
      await page.getByText('slow freight').waitFor();
      await page.getByText(`(1 estimated) of ${all} carrier services`).waitFor();
      await page.getByRole('button', { name: /gave no price, 1 of them unexpectedly/ }).click();
      await page.getByText('broken freight').waitFor();
      // The live carrier's price is its own.
      await page.getByText(/^\d+ of these \d+ prices are invented$/).waitFor();
      assert.deepEqual(area.complaints, []);
    } finally {
      await area.close();
    }
  });

  test('a price can be chosen and booked while other carriers are still asked', async () => {
    const area = await MembersArea.open({ live: [scripted('silent_freight', hangs)], timing });
    try {
      await new Checkout(area.t, area.jane).giveCredit(1000);
      const page = await area.visit('/quote', { as: area.jane });
      await fillQuote(page);
      await page.getByRole('button', { name: 'Get quotes' }).click();
      await firstPrice(page).waitFor();
      const [price] = await prices(page);
      await page.getByText(/prices so far$/).waitFor();
      await page
        .getByRole('button', { name: /^Choose/ })
        .first()
        .click();
      await page.waitForURL('**/book?carrier=*');
      await fillContacts(page);
      await page.getByRole('button', { name: /^Book for/ }).click();
      await page.waitForURL(/bookings\/\d+$/);
      const id = Number(page.url().match(/\d+$/)?.[0]);
      const booked = await new Checkout(area.t, area.jane).read(id);
      assert.equal(booked.cost, price);
      assert.deepEqual(area.complaints, []);
    } finally {
      await area.close();
    }
  });

  for (const { look, ...options } of [
    { look: 'on a laptop', size: desktop, isAnimated: true },
    { look: 'on a phone', size: phone, isAnimated: true },
    { look: 'under the pointer', size: { width: 1440, height: 900 } },
  ]) {
    test(`nothing shifts ${look} when late prices arrive`, async () => {
      const [cheap, dear] = [gate(), gate()];
      const area = await MembersArea.open({
        live: [
          scripted('cheap_freight', behind(cheap, answers(1_00))),
          scripted('dear_freight', behind(dear, answers(15_00))),
        ],
        timing,
      });
      try {
        const page = await area.visit('/quote', { as: area.jane, ...options });
        await fillQuote(page);
        await page.getByRole('button', { name: 'Get quotes' }).click();
        await firstPrice(page).waitFor();
        const isPointed = look === 'under the pointer';
        const first = page.locator('[data-row]').first();
        if (isPointed) await first.hover();
        const before = await prices(page);
        const shifts = await watchShifts(page);
        cheap.open();
        if (isPointed) await page.getByText('1 new price, shown when you leave the list').waitFor();
        else await first.getByText('cheap freight').waitFor();
        dear.open();
        await page.getByText(/prices so far$/).waitFor({ state: 'detached' });
        if (!isPointed) await page.getByText('dear freight').waitFor();
        assert.deepEqual(await shifts(), []);
        if (isPointed) {
          assert.deepEqual(await prices(page), before);
          await page.getByRole('heading', { level: 1 }).hover();
          await first.getByText('cheap freight').waitFor();
        }
        assert.equal((await prices(page)).length, before.length + 2);
        assert.deepEqual(area.complaints, []);
      } finally {
        await area.close();
      }
    });
  }
});

describe('a simulated service that charges no GST and sends no mail', () => {
  let area: MembersArea;
  before(async () => {
    area = await MembersArea.open({
      isSimulated: true,
      operator: { seller: { name: 'Acme', abn: undefined, address: [], isGstRegistered: false } },
    });
  });
  after(() => area.close());

  test('marks sample prices wherever they are shown', async () => {
    const page = await area.visit('/quote', { as: area.jane });
    await page.getByText('Simulated carriers: nothing is really sent').waitFor();
    await fillQuote(page);
    await page.getByRole('button', { name: 'Get quotes' }).click();
    await page.getByText('Carriers’ GST included').waitFor();
    const details = page.getByRole('button', { name: /^Details of/ });
    await details.first().click();
    await page.getByText('GST in the carrier’s price').waitFor();
    await page
      .getByRole('button', { name: /^Choose/ })
      .first()
      .click();
    await page.getByText('This price is invented').waitFor();
    await page.getByText('1 × Carton, 12.5 kg, 40 × 30 × 30 cm').waitFor();
    assert.equal(await page.getByText('E-mail tracking updates to the receiver').count(), 0);
    assert.deepEqual(await seriousViolations(page), []);
    await page.context().close();
  });

  test('reports no refusals when every carrier is switched off', async () => {
    const services = await listServices(area.t.app);
    for (const { stringId } of services) await switchCarrier(area.t.app, stringId, true);
    const { carriers } = area.t.app;
    await until('all services are off', () => carriers.switchedOff().size === services.length);
    const page = await area.visit('/quote', { as: area.jane });
    await fillQuote(page);
    await page.getByRole('button', { name: 'Get quotes' }).click();
    await page.getByText('No carriers are switched on').waitFor();
    await page.context().close();
  });
});
