// The public tracking pages: who can see what, how often, and protection against guessing and injected content.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { StoreBusy } from '../../src/application/ports.ts';
import { auckland, melbourne, sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { aShipmentOf, report } from '../support/bookings/shipments.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp, type TestMember } from '../support/test-app.ts';

for (const setup of setups) {
  describe(`tracking pages on ${setup.name}`, () => {
    let t: TestApp;
    let jane: TestMember;
    let bob: TestMember;
    before(async () => {
      t = await startTestApp(setup, { limits: { trackPerMinute: 50 } });
      jane = await t.addMember();
      bob = await t.addMember('bob@rival.example');
    });
    after(() => t.close());

    /** Each visitor has its own address unless the test is about addresses. */
    let visitors = 0;
    const visit = (path: string, address?: string) => {
      visitors += 1;
      return t.get(
        path,
        {},
        address ?? `198.51.${100 + Math.floor(visitors / 250)}.${visitors % 250}`,
      );
    };

    test('shows only the stage for a consignment note without a postcode', async () => {
      const body = sydneyToMelbourne({
        receiver: { ...melbourne, name: 'Robin', email: 'robin@example.com', phone: '0400' },
      });
      const shipment = await aShipmentOf(t, jane, { body });
      await report(t, shipment, { status: 'Signed for by Robin', place: 'MELBOURNE VIC' });
      const answer = await visit(`/track/${shipment.connote}`);
      assert.equal(answer.statusCode, 200);
      assert.match(answer.body, /The shipment was delivered/);
      for (const secret of ['Robin', 'MELBOURNE', '3000', 'TNT', 'Nov 2026, 9', 'Pieces']) {
        assert.ok(!answer.body.includes(secret), secret);
      }
      const details = await visit(`/track/${shipment.connote}?postcode=3000`);
      for (const shown of ['Signed for by Robin', 'Melbourne VIC 3000', 'TNT Express']) {
        assert.ok(details.body.includes(shown), shown);
      }
      for (const secret of ['robin@example.com', '0400', jane.email]) {
        assert.ok(!details.body.includes(secret), secret);
      }
    });

    test('neither booking ids nor unknown connotes open a tracking page', async () => {
      const shipment = await aShipmentOf(t, jane);
      for (const reference of [shipment.id, 'NOSUCHNOTE', '%20', '---', 'x'.repeat(300)]) {
        const answer = await visit(`/track/${reference}`);
        assert.equal(answer.statusCode, 404, String(reference));
        assert.match(answer.body, /could not find this shipment/);
      }
    });

    test('a wrong postcode reveals nothing, and a shipment allows ten attempts an hour', async () => {
      const shipment = await aShipmentOf(t, jane);
      for (let attempt = 0; attempt < 10; attempt += 1) {
        const wrong = await visit(`/track/${shipment.connote}?postcode=20${10 + attempt}`);
        assert.equal(wrong.statusCode, 200);
        assert.match(wrong.body, /not going to that postcode/);
        assert.ok(!wrong.body.includes('TNT Express'));
      }
      const right = await visit(`/track/${shipment.connote}?postcode=3000`);
      assert.match(right.body, /Too many wrong postcodes/);
      assert.ok(!right.body.includes('TNT Express'));
      t.advanceClock(60 * 60_000 + 1);
      const later = await visit(`/track/${shipment.connote}?postcode=3000`);
      assert.match(later.body, /TNT Express/);
    });

    test('an address has ten wrong attempts an hour over all shipments', async () => {
      const address = '203.0.113.9';
      for (let attempt = 0; attempt < 10; attempt += 1) {
        const shipment = await aShipmentOf(t, jane);
        await visit(`/track/${shipment.connote}?postcode=3000`, address);
        const wrong = await visit(`/track/${shipment.connote}?postcode=9999`, address);
        assert.match(wrong.body, /not going to that postcode/);
        t.advanceClock(10_000);
      }
      const shipment = await aShipmentOf(t, jane);
      const locked = await visit(`/track/${shipment.connote}?postcode=3000`, address);
      assert.match(locked.body, /Too many wrong postcodes/);
      const elsewhere = await visit(`/track/${shipment.connote}?postcode=3000`);
      assert.match(elsewhere.body, /TNT Express/);
    });

    test('parallel guesses are limited to ten, for a shipment and for an address', async () => {
      const postcodes = Array.from({ length: 40 }, (_, n) => String(n === 39 ? 3000 : 2000 + n));
      const shipment = await aShipmentOf(t, jane);
      const others = await Promise.all(postcodes.map(() => aShipmentOf(t, jane)));
      const guessed = {
        'at a shipment': postcodes.map((postcode) => ({ connote: shipment.connote, postcode })),
        'from an address': others.map(({ connote }, n) => ({
          connote,
          postcode: postcodes[n] ?? '',
        })),
      };
      for (const [limit, guesses] of Object.entries(guessed)) {
        const address = limit === 'from an address' ? '203.0.113.77' : undefined;
        const answers = await Promise.all(
          guesses.map(({ connote, postcode }) =>
            visit(`/track/${connote}?postcode=${postcode}`, address),
          ),
        );
        const answered = answers.filter(({ body }) => !body.includes('Too many wrong postcodes'));
        assert.ok(answered.length > 0 && answered.length <= 10, `${answered.length} ${limit}`);
      }
    });

    test('receivers with the right postcode use up no attempts', async () => {
      const { connote } = await aShipmentOf(t, jane);
      for (let round = 0; round < 4; round += 1) {
        const looks = Array.from({ length: 8 }, () =>
          visit(`/track/${connote}?postcode=3000`, '203.0.113.78'),
        );
        for (const { body } of await Promise.all(looks)) assert.match(body, /TNT Express/);
      }
    });

    test('a postcode selects between two shipments with one number', async () => {
      await aShipmentOf(t, jane, { connote: 'SAME1' });
      const body = sydneyToMelbourne({
        receiver: { ...melbourne, postcode: '3121', suburb: 'RICHMOND' },
      });
      await aShipmentOf(t, bob, { connote: 'SAME1', carrier: 'allied', body });
      const form = await visit('/track/SAME1');
      assert.equal(form.statusCode, 200);
      assert.match(form.body, /Which shipment is yours/);
      assert.match((await visit('/track/SAME1?postcode=3121')).body, /Richmond VIC 3121/);
      assert.match((await visit('/track/SAME1?postcode=3000')).body, /Melbourne VIC 3000/);
      assert.match((await visit('/track/SAME1?postcode=1234')).body, /not going to that postcode/);
    });

    test('accepts foreign postcodes with letters, and the town where there are no postcodes', async () => {
      const toHongKong = sydneyToMelbourne({
        receiver: { country: 'HK', postcode: '', suburb: 'Kowloon', type: 'residential' },
      });
      const toAuckland = sydneyToMelbourne({ receiver: { ...auckland, postcode: 'AB1 2CD' } });
      for (const [body, town] of [
        [toHongKong, 'kowloon'],
        [toAuckland, 'ab12cd'],
      ] as const) {
        const shipment = await aShipmentOf(t, jane, { carrier: 'dhl_express_worldwide', body });
        assert.match((await visit(`/track/${shipment.connote}?postcode=${town}`)).body, /Pieces/);
      }
    });

    test('escapes text from visitors and carriers', async () => {
      const nasty = '"><script>alert(1)</script>';
      const shipment = await aShipmentOf(t, jane);
      await report(t, shipment, { status: nasty, place: nasty });
      for (const path of [
        `/track/${encodeURIComponent(nasty)}`,
        `/track/NOSUCHNOTE?postcode=${encodeURIComponent(nasty)}`,
        `/track/${shipment.connote}?postcode=3000`,
      ]) {
        const { body } = await visit(path);
        assert.ok(!body.includes('<script'), path);
        assert.ok(body.includes('&lt;script&gt;'), path);
      }
    });

    test("the form redirects to the shipment's own page", async () => {
      assert.match((await visit('/track')).body, /Track a shipment/);
      assert.match((await visit('/track/?reference=&postcode=3000')).body, /Track a shipment/);
      const sent = await visit('/track?reference=+AB+12%2F3&postcode=3000');
      assert.equal(sent.statusCode, 303);
      assert.equal(sent.headers.location, '/track/AB%2012%2F3?postcode=3000');
      const bare = await visit('/track?reference=//evil.example');
      assert.equal(bare.headers.location, '/track/%2F%2Fevil.example');
      assert.equal((await visit('/track?reference=a&reference=b')).statusCode, 200);
    });

    test('forbids scripts, caching and indexing on the tracking page', async () => {
      const { headers } = await visit('/track');
      const policy = String(headers['content-security-policy']);
      assert.match(policy, /default-src 'none'/);
      assert.match(policy, /frame-ancestors 'none'/);
      assert.doesNotMatch(policy, /unsafe|script-src/);
      assert.equal(headers['cache-control'], 'no-store');
      assert.equal(headers['x-robots-tag'], 'noindex');
      assert.equal(headers['referrer-policy'], 'no-referrer');
      assert.match(String(headers['content-type']), /^text\/html/);
      const posted = await t.inject({ method: 'POST', url: '/track', remoteAddress: '192.0.2.77' });
      assert.equal(posted.statusCode, 405);
    });

    test('limits how many pages an address may open in a minute', async () => {
      const address = '203.0.113.50';
      for (let n = 0; n < 50; n += 1) {
        assert.equal((await visit('/track', address)).statusCode, 200);
      }
      const refused = await visit('/track/ANY', address);
      assert.equal(refused.statusCode, 429);
      assert.ok(Number(refused.headers['retry-after']) > 0);
      assert.match(refused.body, /Too many requests/);
      assert.equal((await visit('/track', '203.0.113.51')).statusCode, 200);
      t.advanceClock(60_001);
      assert.equal((await visit('/track', address)).statusCode, 200);
    });

    test('marks the tracking page of a demo as a demo', async () => {
      const demo = await aShipmentOf(t, jane, { carrier: 'demo', connote: 'DEMO-PAGE2345' });
      const { body } = await visit(`/track/${demo.connote}?postcode=3000`);
      assert.match(body, /demo booking\. No goods are sent/);
      assert.match(body, /Demo courier/);
    });
  });
}

test('an overloaded server shows a page with a time to retry', async () => {
  const [setup] = setups;
  assert.ok(setup);
  const t = await startTestApp(setup);
  t.app.store.shipments.listByConnote = async () => {
    throw new StoreBusy();
  };
  const answer = await t.get('/track/ABC');
  assert.equal(answer.statusCode, 503);
  assert.equal(answer.headers['retry-after'], '1');
  assert.match(answer.body, /Too many are asking right now/);
  await t.close();
});

test('an internal error shows a page with the request id only', async () => {
  const [setup] = setups;
  assert.ok(setup);
  const t = await startTestApp(setup);
  t.app.store.shipments.listByConnote = async () => {
    throw new Error('select secret from shipments');
  };
  const answer = await t.get('/track/ABC');
  assert.equal(answer.statusCode, 500);
  assert.match(answer.body, /Something went wrong on our side/);
  assert.ok(!answer.body.includes('secret'));
  assert.ok(t.log.some(({ message }) => message === 'unexpected error'));
  await t.close();
});
