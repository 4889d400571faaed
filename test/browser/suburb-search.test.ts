// The suburb box in a real browser, with people who type faster than answers arrive. Tests delay the answers
// themselves, so they do not depend on speed.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import { gate } from '../support/carriers/scripted-carriers.ts';
import { MembersArea } from '../support/pages/members-pages.ts';
import { fillQuote } from '../support/pages/quote-form.ts';
import { until } from '../support/until.ts';

describe('the suburb box', () => {
  let area: MembersArea;
  before(async () => {
    area = await MembersArea.open();
  });
  after(() => area.close());
  beforeEach(() => {
    area.complaints.length = 0;
  });

  const box = (page: Page): Locator => page.getByRole('combobox', { name: 'To', exact: true });
  const says = (page: Page, text: string): Promise<void> =>
    until(`the box shows ${text}`, async () => (await box(page).inputValue()) === text);
  /** Holds answers to this text back until the gate is opened. */
  const heldBack = async (page: Page, text: string) => {
    const answer = gate();
    const requested = gate();
    await page.route(
      (url) => url.pathname.endsWith('/locations/search') && url.searchParams.get('q') === text,
      async (route) => {
        requested.open();
        await answer.opened;
        await route.continue();
      },
    );
    return { answer, requested };
  };
  const quoteOf = (page: Page) =>
    page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/bookings/stream'),
    );

  test('Enter chooses the best match of the current text', async () => {
    const page = await area.visit('/quote', { as: area.jane });
    const { answer, requested } = await heldBack(page, 'sydenham');
    await box(page).fill('syd');
    await page.getByRole('option', { name: 'Sydney NSW 2000' }).waitFor();
    await box(page).pressSequentially('enham');
    await box(page).press('Enter');
    await requested.opened;
    assert.equal(await box(page).inputValue(), 'sydenham');
    answer.open();
    await says(page, 'Sydenham VIC 3037');
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('searches for the text typed after Enter', async () => {
    const page = await area.visit('/quote', { as: area.jane });
    const { answer, requested } = await heldBack(page, 'sydenham');
    await box(page).fill('sydenham');
    await box(page).press('Enter');
    await requested.opened;
    await box(page).fill('3121');
    answer.open();
    await page.getByRole('option', { name: 'Richmond VIC 3121' }).waitFor();
    assert.equal(await box(page).inputValue(), '3121');
    await page.context().close();
  });

  for (const [text, name] of [
    ['3121', 'Richmond VIC 3121'],
    ['richmond vic', 'Richmond VIC 3121'],
    ['saint kilda', 'St Kilda VIC 3182'],
    ['Sydny', 'Sydney NSW 2000'],
    ['new zealand', 'New Zealand'],
  ] as const) {
    test(`"${text}" and Tab is ${name}`, async () => {
      const page = await area.visit('/quote', { as: area.jane });
      await fillQuote(page);
      await box(page).fill(text);
      await box(page).press('Tab');
      await says(page, name);
      assert.deepEqual(area.complaints, []);
      await page.context().close();
    });
  }

  for (const [keys, leave] of [
    ['Tab', (page: Page) => box(page).press('Tab')],
    ['a click elsewhere', (page: Page) => page.getByLabel('Each, kg, line 1').click()],
  ] as const) {
    test(`chooses the option marked with the arrow keys, not the best match: ${keys}`, async () => {
      const page = await area.visit('/quote', { as: area.jane });
      await box(page).fill('richmond');
      const wanted = page.getByRole('option', { name: 'Richmond NSW 2753' });
      await wanted.waitFor();
      while ((await wanted.getAttribute('data-combobox-selected')) !== 'true')
        await box(page).press('ArrowDown');
      await leave(page);
      await says(page, 'Richmond NSW 2753');
      await page.context().close();
    });
  }

  test('keeps an unknown suburb as typed, says so and does not quote', async () => {
    const page = await area.visit('/quote', { as: area.jane });
    await fillQuote(page);
    await box(page).fill('qqxzzy');
    await box(page).press('Tab');
    const sentence = page.getByText('Nothing was found for “qqxzzy”.');
    await sentence.waitFor();
    assert.equal(await box(page).inputValue(), 'qqxzzy');
    assert.equal(await box(page).getAttribute('aria-invalid'), 'true');
    const requests: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') requests.push(request.url());
    });
    await page.getByRole('button', { name: 'Get quotes' }).click();
    await box(page).and(page.locator(':focus')).waitFor();
    // Choosing a suburb must not submit the form.
    await box(page).fill('richmond');
    await sentence.waitFor({ state: 'detached' });
    await page.getByRole('option', { name: 'Richmond VIC 3121' }).click();
    await says(page, 'Richmond VIC 3121');
    assert.deepEqual(requests, []);
    await page.context().close();
  });

  test('a quote requested during the suburb search waits for it', async () => {
    const page = await area.visit('/quote', { as: area.jane });
    await fillQuote(page);
    const from = await heldBack(page, '2010');
    const to = await heldBack(page, '3121');
    const request = quoteOf(page);
    await page.getByRole('combobox', { name: 'From', exact: true }).fill('2010');
    await box(page).fill('3121');
    await page.getByRole('button', { name: 'Get quotes' }).click();
    await Promise.all([from.requested.opened, to.requested.opened]);
    to.answer.open();
    await says(page, 'Richmond VIC 3121');
    from.answer.open();
    const { sender, receiver } = (await request).postDataJSON();
    assert.deepEqual([sender.postcode, receiver.postcode], ['2010', '3121']);
    await page.waitForURL('**/quote?booking=*');
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('reports an unavailable search at the field and retries on Enter', async () => {
    const page = await area.visit('/quote', { as: area.jane });
    await page.route('**/locations/search?*', (route) =>
      route.fulfill({ status: 400, json: { message: 'Not now.' } }),
    );
    await box(page).fill('3121');
    await box(page).press('Tab');
    await page.getByText('Not now.').waitFor();
    await page.unroute('**/locations/search?*');
    await box(page).press('Enter');
    await says(page, 'Richmond VIC 3121');
    await page.context().close();
  });

  test('without a network the suburb field says so, and the form waits until it is submitted again', async () => {
    const page = await area.visit('/quote', { as: area.jane });
    await fillQuote(page);
    const requests: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') requests.push(request.url());
    });
    await page.context().setOffline(true);
    await box(page).fill('3121');
    await page.getByRole('button', { name: 'Get quotes' }).click();
    await page.getByText('Linehaul cannot be reached.').first().waitFor();
    await page.context().setOffline(false);
    await box(page).press('Enter');
    await says(page, 'Richmond VIC 3121');
    assert.deepEqual(requests, []);
    await page.context().close();
  });

  test('prices cannot be chosen while the suburb box shows another place', async () => {
    const page = await area.visit('/quote', { as: area.jane });
    await fillQuote(page);
    await page.getByRole('button', { name: 'Get quotes' }).click();
    await page.waitForURL('**/quote?booking=*');
    const choose = page.getByRole('button', { name: /^Choose/ }).first();
    await until('a price can be chosen', () => choose.isEnabled());
    await box(page).fill('qqxzzy');
    await box(page).press('Tab');
    await page.getByText('Nothing was found for “qqxzzy”.').waitFor();
    assert.ok(await choose.isDisabled());
    // The form must not request a quote for the earlier suburb either.
    await page.getByRole('button', { name: 'Quote again' }).click();
    await box(page).and(page.locator(':focus')).waitFor();
    await box(page).fill('');
    await box(page).press('Tab');
    await until('a price can be chosen again', () => choose.isEnabled());
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('clears a failed search when the form is cleared', async () => {
    const page = await area.visit('/quote', { as: area.jane });
    await box(page).fill('qqxzzy');
    await box(page).press('Tab');
    const sentence = page.getByText('Nothing was found for “qqxzzy”.');
    await sentence.waitFor();
    await page.getByRole('button', { name: 'Clear form' }).click();
    await sentence.waitFor({ state: 'detached' });
    await says(page, '');
    await page.context().close();
  });

  test('details are saved with a suburb found after they were submitted', async () => {
    const page = await area.visit('/account', { as: area.jane });
    const { answer, requested } = await heldBack(page, '3121');
    const saving = page.waitForRequest((request) => request.method() === 'PUT');
    await page.getByRole('combobox', { name: 'Suburb' }).fill('3121');
    await page.getByRole('button', { name: 'Save details' }).click();
    await requested.opened;
    answer.open();
    assert.equal((await saving).postDataJSON().postcode, '3121');
    await page.getByText('Your details are saved.').waitFor();
    await page.context().close();
  });

  test('offers a country by name even when suburbs contain it', async () => {
    const page = await area.visit('/quote', { as: area.jane });
    await box(page).fill('Oman');
    await page.getByRole('option', { name: 'Oman overseas' }).click();
    await page.getByLabel('City').waitFor();
    assert.equal(await box(page).inputValue(), 'Oman');
    await page.context().close();
  });

  test('restores the chosen suburb after the box is cleared or the suburb retyped', async () => {
    const page = await area.visit('/quote', { as: area.jane });
    await fillQuote(page);
    for (const text of ['', 'Melbourne VIC 3000']) {
      await box(page).fill(text);
      await box(page).press('Tab');
      await says(page, 'Melbourne VIC 3000');
    }
    await page.context().close();
  });
});
