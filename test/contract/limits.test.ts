// The interface's "Limits" section, in both generations and both setups.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { minuteMs } from '../../src/domain/time/durations.ts';
import { setups } from '../support/setups.ts';
import { basic, startTestApp, type TestApp, type TestMember } from '../support/test-app.ts';
import { heldRoute, testRoutes } from '../support/test-routes.ts';
import { until } from '../support/until.ts';

for (const setup of setups) {
  describe(`limits on ${setup.name}`, () => {
    let t: TestApp;
    let jane: TestMember;
    let bob: TestMember;
    before(async () => {
      t = await startTestApp(setup, { routes: testRoutes });
      jane = await t.addMember();
      bob = await t.addMember('bob@example.com');
    });
    after(() => t.close());

    test('v4: allows a member sixty requests a minute, by key or Basic together, from any address', async () => {
      t.advanceClock(minuteMs);
      const byKey = { 'api-key': jane.key };
      const byPassword = { authorization: basic(jane.email, jane.password) };
      const resetAt = (t.app.clock.nowMs() + minuteMs) / 1000;
      for (let request = 1; request <= 60; request += 1) {
        const headers = request % 2 === 0 ? byKey : byPassword;
        const answer = await t.get('/api/member', headers, `203.0.113.${request}`);
        assert.equal(answer.statusCode, 200);
        assert.equal(answer.headers['x-ratelimit-limit'], '60');
        assert.equal(answer.headers['x-ratelimit-remaining'], String(60 - request));
        assert.equal(answer.headers['x-ratelimit-reset'], String(resetAt));
      }
      t.advanceClock(15_000);
      const refused = await t.get('/api/member', byKey);
      assert.equal(refused.statusCode, 429);
      assert.equal(refused.headers['retry-after'], '45');
      assert.deepEqual(refused.json(), {
        message: 'Too many requests. Try again in 45 seconds.',
        code: 429,
      });
      assert.equal(refused.headers['x-ratelimit-limit'], undefined);
      // Each member and each generation has its own allowance.
      assert.equal((await t.get('/api/member', { 'api-key': bob.key })).statusCode, 200);
      assert.equal((await t.get('/api/v5/member', byKey)).statusCode, 200);
      t.advanceClock(45_000);
      const again = await t.get('/api/member', byKey);
      assert.equal(again.statusCode, 200);
      assert.equal(again.headers['x-ratelimit-remaining'], '59');
    });

    test('v4: allows an address without credentials thirty requests a minute', async () => {
      t.advanceClock(minuteMs);
      for (let request = 1; request <= 30; request += 1) {
        assert.equal((await t.get('/api/member', {}, '198.51.100.1')).statusCode, 401);
      }
      const refused = await t.get('/api/member', {}, '198.51.100.1');
      assert.equal(refused.statusCode, 429);
      assert.equal(refused.headers['retry-after'], '60');
      assert.equal(refused.json().code, 429);
      assert.equal((await t.get('/api/member', {}, '198.51.100.2')).statusCode, 401);
      // A member at the same address is counted as the member.
      assert.equal(
        (await t.get('/api/member', { 'api-key': jane.key }, '198.51.100.1')).statusCode,
        200,
      );
    });

    test('v4: limits the addresses of one IPv6 network together', async () => {
      t.advanceClock(minuteMs);
      for (let request = 1; request <= 30; request += 1) {
        const address = `2001:db8:1:2:${request.toString(16)}::1`;
        assert.equal((await t.get('/api/member', {}, address)).statusCode, 401);
      }
      assert.equal((await t.get('/api/member', {}, '2001:db8:1:2::ffff')).statusCode, 429);
      assert.equal((await t.get('/api/member', {}, '2001:db8:1:3::1')).statusCode, 401);
    });

    test('v5: allows a key six hundred requests a minute, with lower-case retry-after and no counts', async () => {
      t.advanceClock(minuteMs);
      const headers = { 'api-key': jane.key };
      const first = await t.get('/api/v5/member', headers);
      assert.deepEqual(
        Object.keys(first.headers).filter((name) => name.startsWith('x-ratelimit')),
        [],
      );
      const answers = await Promise.all(
        Array.from({ length: 600 }, () => t.get('/api/v5/member', headers)),
      );
      assert.equal(answers.filter(({ statusCode }) => statusCode === 200).length, 599);
      const refused = answers.find(({ statusCode }) => statusCode === 429);
      assert.equal(refused?.headers['retry-after'], '60');
      assert.deepEqual(refused?.json(), { error: 'rate_limited' });
      t.advanceClock(minuteMs);
      assert.equal((await t.get('/api/v5/member', headers)).statusCode, 200);
    });

    test('v5: allows an address ten quotes an hour without a key', async () => {
      const quote = (headers: Record<string, string> = {}, remoteAddress = '192.0.2.77') =>
        t.inject({ method: 'POST', url: '/api/v5/quote', headers, remoteAddress });
      for (let request = 1; request <= 10; request += 1)
        assert.equal((await quote()).statusCode, 200);
      t.advanceClock(10 * minuteMs);
      const refused = await quote();
      assert.equal(refused.statusCode, 429);
      assert.equal(refused.headers['retry-after'], '3000');
      assert.deepEqual(refused.json(), {
        error: 'rate_limited_anonymous_quotes',
        message:
          'The hourly limit of quotes without an API key is used up. Send an Api-key header to get more.',
        window_seconds: 3600,
      });
      assert.equal((await quote({ 'api-key': jane.key })).statusCode, 200);
      assert.equal((await quote({}, '192.0.2.78')).statusCode, 200);
      t.advanceClock(50 * minuteMs);
      assert.equal((await quote()).statusCode, 200);
    });

    test("v5: a rejected key uses none of the address's quotes without a key", async () => {
      const quote = (headers: Record<string, string> = {}) =>
        t.inject({
          method: 'POST',
          url: '/api/v5/quote',
          headers,
          remoteAddress: '192.0.2.79',
        });
      for (let request = 1; request <= 9; request += 1)
        assert.equal((await quote({ 'api-key': `${jane.key}x` })).statusCode, 401);
      for (let request = 1; request <= 10; request += 1)
        assert.equal((await quote()).statusCode, 200);
      assert.equal((await quote()).statusCode, 429);
    });

    test('v5: counts rejected keys by address, like requests without a key', async () => {
      const other = await startTestApp(setup, { routes: testRoutes, limits: { v5PerMinute: 2 } });
      try {
        const headers = { 'api-key': 'mistyped' };
        for (let request = 1; request <= 2; request += 1) {
          const rejected = await other.inject({ method: 'POST', url: '/api/v5/quote', headers });
          assert.equal(rejected.statusCode, 401);
        }
        assert.equal(
          (await other.inject({ method: 'GET', url: '/api/v5/couriers' })).statusCode,
          429,
        );
      } finally {
        await other.close();
      }
    });

    test('trusts X-Forwarded-For only from a trusted proxy', async () => {
      const seenAs = async (trustProxy: false | number | string[], forwarded: string) => {
        const other = await startTestApp(setup, { trustProxy, limits: { v4AddressPerMinute: 1 } });
        try {
          const ask = (header: string) =>
            other.get('/api/member', { 'x-forwarded-for': header }, '127.0.0.1');
          await ask(forwarded);
          const same = (await ask(forwarded)).statusCode;
          const changed = (await ask(forwarded.replace('8.8.8.8', '9.9.9.9'))).statusCode;
          return { same, changed };
        } finally {
          await other.close();
        }
      };
      // Without a trusted proxy, the socket's address counts. With one hop, the last entry is the client; earlier
      // entries may be forged.
      assert.deepEqual(await seenAs(false, '8.8.8.8'), { same: 429, changed: 429 });
      assert.deepEqual(await seenAs(1, '8.8.8.8'), { same: 429, changed: 401 });
      assert.deepEqual(await seenAs(1, '8.8.8.8, 7.7.7.7'), { same: 429, changed: 429 });
      assert.deepEqual(await seenAs(2, '8.8.8.8, 7.7.7.7'), { same: 429, changed: 401 });
      assert.deepEqual(await seenAs(['127.0.0.1'], '8.8.8.8'), { same: 429, changed: 401 });
      assert.deepEqual(await seenAs(['10.0.0.0/8'], '8.8.8.8'), { same: 429, changed: 429 });
    });

    test('a port, brackets or nonsense in X-Forwarded-For give no client a second allowance', async () => {
      const other = await startTestApp(setup, { trustProxy: 1, limits: { v4AddressPerMinute: 1 } });
      try {
        const ask = async (forwarded: string) =>
          (await other.get('/api/member', { 'x-forwarded-for': forwarded }, '127.0.0.1'))
            .statusCode;
        for (const [first, second] of [
          ['10.0.0.7:101', '10.0.0.7:102'],
          ['[2001:db8::1]:443', '2001:db8::2'],
          ['::ffff:c000:0201', '192.0.2.1'],
          ['unknown', '_hidden'],
        ] as const) {
          assert.deepEqual([await ask(first), await ask(second)], [401, 429]);
        }
      } finally {
        await other.close();
      }
    });

    test('a limit of 0 turns the limit off and hides the counts', async () => {
      const other = await startTestApp(setup, { limits: { v4PerMinute: 0, v4Concurrent: 0 } });
      try {
        const member = await other.addMember();
        const answers = await Promise.all(
          Array.from({ length: 100 }, () => other.get('/api/member', { 'api-key': member.key })),
        );
        assert.ok(answers.every(({ statusCode }) => statusCode === 200));
        assert.equal(answers[0]?.headers['x-ratelimit-limit'], undefined);
      } finally {
        await other.close();
      }
    });

    for (const [caller, places] of [
      ['member', 50],
      ['address', 25],
    ] as const) {
      test(`v4: allows ${places} requests at once for a${caller === 'member' ? '' : 'n'} ${caller}`, async () => {
        const held = heldRoute();
        const other = await startTestApp(setup, {
          routes: [...testRoutes, held.row],
          limits: { v4PerMinute: 0, v4AddressPerMinute: 0 },
        });
        try {
          const member = await other.addMember();
          const headers: Record<string, string> =
            caller === 'member' ? { 'api-key': member.key } : {};
          const running = Array.from({ length: places }, () => other.get('/api/held', headers));
          await until('all requests are being handled', () => held.arrived() === places);
          const refused = await other.get('/api/held', headers);
          assert.equal(refused.statusCode, 429);
          assert.equal(refused.headers['retry-after'], '1');
          assert.equal(refused.json().code, 429);
          held.release();
          assert.ok((await Promise.all(running)).every(({ statusCode }) => statusCode === 200));
          const again = await other.get('/api/held', headers);
          assert.equal(again.statusCode, 200);
        } finally {
          await other.close();
        }
      });
    }
  });
}
