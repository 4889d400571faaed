// A member brands the tracking page in a real browser, and a receiver sees it.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { encodePng } from '../../src/adapters/printer/png.ts';
import { melbourne, sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { aShipmentOf } from '../support/bookings/shipments.ts';
import { MembersArea, problemsInEveryLook } from '../support/pages/members-pages.ts';

describe('the branding of the tracking page', () => {
  let area: MembersArea;
  before(async () => {
    area = await MembersArea.open({ limits: { trackPerMinute: 0 } });
    const body = sydneyToMelbourne({ receiver: { ...melbourne, name: 'Robin Receiver' } });
    await aShipmentOf(area.t, area.jane, { connote: 'BRAND1', body });
  });
  after(() => area.close());

  test('a logo, a colour and texts appear on the tracking page once they are saved', async () => {
    const page = await area.visit('/account', { as: area.jane });
    await page.getByLabel('Name', { exact: true }).fill('Tile Warehouse');
    await page.getByLabel('Contact').fill('Call us: 02 9000 1234');
    await page.getByLabel('Colour', { exact: true }).fill('#ffcc00');
    await page.getByRole('button', { name: 'Save branding' }).click();
    await page.getByText(/contrast of 1\.5 to 1/).waitFor();
    await page.getByLabel('Colour', { exact: true }).fill('#7a1f5c');
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Logo' }).click(),
    ]);
    const dots = new Uint8Array(80 * 40).fill(200);
    const buffer = Buffer.from(encodePng({ width: 80, height: 40, dots, yellow: [] }));
    await chooser.setFiles({ name: 'logo.png', mimeType: 'image/png', buffer });
    await page.getByRole('img', { name: 'Tile Warehouse' }).waitFor();
    await page.getByRole('button', { name: 'Save branding' }).click();
    await page.getByText('Your branding is saved.').waitFor();

    await page.goto('/track/BRAND1?postcode=3000');
    const logo = page.getByRole('img', { name: 'Tile Warehouse' });
    assert.equal(await logo.evaluate((image) => Reflect.get(image, 'naturalWidth')), 80);
    assert.equal(
      await page.evaluate(`getComputedStyle(document.querySelector('header')).backgroundColor`),
      'rgb(122, 31, 92)',
    );
    await page.getByText('02 9000 1234').waitFor();
    assert.deepEqual(await problemsInEveryLook(page), []);
    assert.deepEqual(area.complaints, []);
    await page.context().close();
  });
});
