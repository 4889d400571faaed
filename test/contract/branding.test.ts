// A member's branding on the tracking page and in e-mails, on both engines: who sees it, and what is rejected.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { encodePng } from '../../src/adapters/printer/png.ts';
import { melbourne, sydney, sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { aShipmentOf } from '../support/bookings/shipments.ts';
import { Visitor } from '../support/pages/members-area.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp, type TestMember } from '../support/test-app.ts';

const picture = (width: number, height: number): Buffer =>
  Buffer.from(encodePng({ width, height, dots: new Uint8Array(width * height), yellow: [] }));
const logo = picture(40, 20).toString('base64');
const branding = {
  name: 'Tile Warehouse <b>',
  colour: '#7A1F5C',
  message: 'Thank you for your order & your patience.',
  contact: 'Call us: 02 9000 1234',
};

for (const setup of setups) {
  describe(`the branding of receivers' pages on ${setup.name}`, () => {
    let t: TestApp;
    let jane: TestMember;
    let visitor: Visitor;
    before(async () => {
      t = await startTestApp(setup, { limits: { trackPerMinute: 0 } });
      jane = await t.addMember();
      visitor = await new Visitor(t).signIn(jane);
    });
    after(() => t.close());

    test('is shown to receivers with the postcode alone, and never for another member', async () => {
      const body = sydneyToMelbourne({
        sender: { ...sydney, company_name: 'Tile Warehouse' },
        receiver: { ...melbourne, name: 'Robin Receiver' },
      });
      const john = await t.addMember('john@example.com');
      await aShipmentOf(t, jane, { connote: 'BRAND1', body });
      await aShipmentOf(t, john, { connote: 'BRAND2', body });
      assert.deepEqual((await visitor.get('/member/branding')).json(), {
        ...{ name: '', colour: '', message: '', contact: '' },
        logo_url: null,
      });
      const saved = await visitor.send('PUT', '/member/branding', { ...branding, logo });
      assert.equal(saved.statusCode, 200, saved.body);
      const { logo_url: url, colour } = saved.json();
      assert.equal(colour, '#7a1f5c');
      const file = await t.get(url);
      assert.deepEqual(file.rawPayload, Buffer.from(logo, 'base64'));
      assert.equal(file.headers['content-type'], 'image/png');
      assert.equal(file.headers['content-security-policy'], "default-src 'none'; sandbox");
      assert.equal((await t.get('/track/logos/0')).statusCode, 404);

      const page = await t.get('/track/BRAND1?postcode=3000');
      for (const shown of [
        `src="${url}" alt="Tile Warehouse &lt;b&gt;"`,
        ':root{--brand:#7a1f5c}',
        'your order &amp; your patience',
        '02 9000 1234',
      ])
        assert.ok(page.body.includes(shown), shown);
      assert.match(
        String(page.headers['content-security-policy']),
        /style-src 'sha256-[^']+' 'sha256-[^']+';/,
      );
      for (const plain of ['/track/BRAND1', '/track/BRAND2?postcode=3000'])
        assert.doesNotMatch((await t.get(plain)).body, /brand:|patience|logos/, plain);

      const { name, ...rest } = branding;
      await visitor.send('PUT', '/member/branding', { ...rest, name, message: '' });
      assert.match((await t.get('/track/BRAND1?postcode=3000')).body, /logos/);
      await visitor.send('PUT', '/member/branding', { ...branding, logo: null });
      assert.doesNotMatch((await t.get('/track/BRAND1?postcode=3000')).body, /logos/);
      assert.equal((await t.get(url)).statusCode, 404);
    });

    test('rejects a colour that hides white text, and a file that is no safe picture', async () => {
      const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>');
      for (const [change, field, sentence] of [
        [{ colour: 'teal' }, 'colour', /as #1b7454/],
        [{ colour: '#ffcc00' }, 'colour', /contrast of 1\.5 to 1\. Choose a darker one/],
        [{ logo: svg.toString('base64') }, 'logo', /not a PNG or JPEG picture/],
        [{ logo: picture(2001, 1).toString('base64') }, 'logo', /2001 × 1 pixels/],
        [{ logo: Buffer.alloc(200_001).toString('base64') }, 'logo', /201 kB/],
        [{ message: 'x'.repeat(301) }, 'message', /300/],
      ] as const) {
        const refused = await visitor.send('PUT', '/member/branding', { ...branding, ...change });
        assert.equal(refused.statusCode, 400, refused.body);
        assert.match(refused.json().errors[field][0], sentence);
      }
    });
  });
}
