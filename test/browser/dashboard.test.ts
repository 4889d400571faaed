// The dashboard in a real browser: without bookings, with charts, and with the numbers behind each chart.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { adjustBooking } from '../../src/application/bookings/adjust-booking.ts';
import { setCreditLimit } from '../../src/application/payments/credit-account.ts';
import { bookingId } from '../../src/domain/bookings/booking.ts';
import { sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { MembersArea } from '../support/pages/members-pages.ts';
import { until } from '../support/until.ts';

/**
 * A chart is drawn if its canvas has several colours. The test reads a copy, because browsers warn about repeated
 * reads of one canvas.
 */
const isDrawn = `[...document.querySelectorAll('canvas')].map(({ width, height }, n, all) => {
  const copy = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  copy.drawImage(all[n], 0, 0);
  const { data } = copy.getImageData(0, 0, width, height);
  return new Set(new Uint32Array(data.buffer)).size > 3;
})`;

describe('the dashboard', () => {
  let area: MembersArea;
  before(async () => {
    area = await MembersArea.open();
    await setCreditLimit(area.t.app, area.jane.email, 100_000_00);
  });
  after(() => area.close());

  const book = async (): Promise<number> => {
    const headers = { 'api-key': area.jane.key };
    const post = async (url: string, payload: object) =>
      (
        await area.t.inject({ method: 'POST', url: `/api/v5/bookings${url}`, headers, payload })
      ).json();
    const { id, quotes } = await post('', sydneyToMelbourne());
    const request = { courier: 'toll', pickup_date: quotes.toll.pickup_dates[0] };
    const confirmed = await post(`/v4/${id}/confirm`, { ...request, payment_method: 'credit' });
    assert.equal(confirmed.status, 'Confirmed');
    return id;
  };

  test('leads a member without bookings to a quote', async () => {
    const page = await area.visit('/quote', { as: area.jane });
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByText('No bookings in this period').waitFor();
    await page.getByRole('link', { name: 'Get a quote' }).click();
    await page.getByRole('heading', { name: 'Quote', level: 1 }).waitFor();
    await page.context().close();
  });

  test('charts bookings with a table of the numbers, and links a weight to its booking', async () => {
    area.complaints.length = 0;
    const id = await book();
    await book();
    await adjustBooking(area.t.app, bookingId(id), { scannedGrams: 30_000, additionalCents: 900 });
    const page = await area.visit('/dashboard', { as: area.jane });
    await page.getByText('Average booking').waitFor();
    await page.getByRole('img', { name: /^Quoted against/ }).waitFor();
    // Each is in the page a moment before it is drawn.
    await until('all five charts are drawn', async () => {
      const drawn = (await page.evaluate(isDrawn)) as boolean[];
      return drawn.length === 5 && drawn.every(Boolean);
    });
    assert.equal(
      await page.getByRole('img', { name: /^Spend by carrier and month\. / }).count(),
      1,
    );
    for (const [title, cell] of [
      ['Spend by carrier and month', 'Team Global Express'],
      ['Bookings per day', '16 Nov 2026'],
      ['Average price per lane', 'NSW → VIC'],
      ['Carriers’ answers', '0%'],
      ['Quoted against scanned weight', '30 kg'],
    ] as const) {
      await page
        .getByRole('radiogroup', { name: `How ${title} is shown` })
        .getByText('Numbers')
        .click();
      const table = page.getByRole('region', { name: `${title}, numbers` });
      await table.getByText(cell).first().waitFor();
    }
    await page.getByRole('link', { name: String(id), exact: true }).click();
    await page.waitForURL(`**/bookings/${id}`);
    // Back: the time that was chosen is still in the address.
    await page.goBack();
    await page.getByLabel('Period').selectOption('3');
    await page.waitForURL('**/dashboard?months=3');
    await page.reload();
    assert.equal(await page.getByLabel('Period').inputValue(), '3');
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test("names the carrier's service in full beside its bar and at the pointer", async () => {
    area.complaints.length = 0;
    await book();
    const page = await area.visit('/quote', { as: area.jane });
    // Record the texts drawn on a canvas, because they cannot be read from the page.
    await page.evaluate(`(() => {
      globalThis.written = [];
      const { fillText } = CanvasRenderingContext2D.prototype;
      CanvasRenderingContext2D.prototype.fillText = function (text, ...at) {
        written.push(text);
        fillText.call(this, text, ...at);
      };
    })()`);
    const isWritten = (text: string) =>
      until(`${text} is drawn`, async () =>
        ((await page.evaluate('written')) as string[]).includes(text),
      );
    const carrier = 'tnt_international_economy_express_document_export';
    await page.route('**/dashboard?months=*', async (route) => {
      const answer = await (await route.fetch()).json();
      const answers = [{ carrier, quoted: 3, no_service: 1, failed: 0 }];
      await route.fulfill({ json: { ...answer, answers } });
    });
    await page.getByRole('link', { name: 'Dashboard' }).click();
    for (const line of ['TNT Express', 'International Economy', 'Express Document', 'Export'])
      await isWritten(line);
    await page.getByRole('img', { name: /^Carriers’ answers/ }).hover();
    await isWritten('TNT Express · International Economy Express Document Export');
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });

  test('loads the chart library on the dashboard only, after everything else', async () => {
    const scripts = `performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js')).map(({ name, encodedBodySize }) => [name, encodedBodySize])`;
    const load = async (path: string, shows: (page: Page) => Promise<void>) => {
      const page = await area.visit(path, { as: area.jane });
      await shows(page);
      const entries = (await page.evaluate(scripts)) as [string, number][];
      await page.context().close();
      return entries;
    };
    const isLibrary = ([name]: [string, number]): boolean => /\/chart-/.test(name);
    const quote = await load('/quote', async (page) => {
      await page.getByRole('heading', { name: 'Quote', level: 1 }).waitFor();
    });
    assert.ok(!quote.some(isLibrary));
    const dashboard = await load('/dashboard', async (page) => {
      await page.getByRole('img', { name: /^Spend by carrier/ }).waitFor();
    });
    assert.ok(dashboard.some(isLibrary));
    const bytes = dashboard
      .filter((script) => !isLibrary(script))
      .reduce((sum, [, one]) => sum + one, 0);
    assert.ok(bytes > 50_000 && bytes < 250_000, `${bytes} bytes`);
  });
});
