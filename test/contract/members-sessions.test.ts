// Sessions of the members area: signing in and out, the cookie, the CSRF token, limits, and every row's refusal
// without a session.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { changeMember } from '../../src/application/members/change-member.ts';
import { dayMs } from '../../src/domain/time/durations.ts';
import { routes } from '../../src/http/routes.ts';
import { members } from '../../src/http/server/members.ts';
import { membersPrefix, Visitor, visitorsOf } from '../support/pages/members-area.ts';
import { setups } from '../support/setups.ts';
import {
  interfaceLimits,
  startTestApp,
  type TestApp,
  type TestMember,
} from '../support/test-app.ts';
import { until } from '../support/until.ts';

const rows = routes.filter(({ generations }) => generations.includes('members'));
const pathOf = (path: string): string => membersPrefix + path.replaceAll(/:\w+/g, '1');

for (const setup of setups) {
  describe(`sessions of the members area on ${setup.name}`, () => {
    let t: TestApp;
    let jane: TestMember;
    const { newAddress, visitor } = visitorsOf(() => t);
    before(async () => {
      t = await startTestApp(setup);
      jane = await t.addMember();
    });
    after(() => t.close());

    test('answers 200 without a member to a visitor who is not signed in', async () => {
      const answer = await visitor().get('/session');
      assert.equal(answer.statusCode, 200);
      assert.deepEqual(answer.json(), {
        member: null,
        user: null,
        needs_two_factor: false,
        csrf_token: '',
        is_operator: false,
        may_book_live: false,
        has_multipickup: false,
        may_connect_carriers: false,
        own_carriers: 0,
        sends_mails: false,
        is_gst_registered: true,
        is_simulated: false,
        operator_name: 'Acme Freight Pty Ltd',
        operator_email: null,
        public_url: 'http://localhost:8080',
        can_publish_cards: false,
      });
    });

    test('sets a session cookie that scripts and other sites cannot use', async () => {
      const client = visitor();
      const answer = await client.send('POST', '/session', {
        email: jane.email.toUpperCase(),
        password: jane.password,
      });
      assert.equal(answer.statusCode, 200);
      const cookie = String(answer.headers['set-cookie']);
      assert.match(
        cookie,
        /^linehaul_session=[\w-]{43}; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Lax$/,
      );
      assert.equal(answer.json().member.id, jane.id);
      assert.equal((await client.get('/member')).json().email, jane.email);
      const again = (await client.get('/session')).json();
      assert.equal(again.csrf_token, answer.json().csrf_token);
      assert.match(again.csrf_token, /^[0-9a-f]{64}$/);
      assert.ok(!cookie.includes(again.csrf_token));
    });

    test('the cookie is Secure and bound to the host behind TLS', async () => {
      const secure = await startTestApp(setup, {
        place: t.place,
        publicUrl: 'https://freight.example',
      });
      try {
        const client = new Visitor(secure, newAddress());
        const answer = await client.send('POST', '/session', jane);
        assert.match(
          String(answer.headers['set-cookie']),
          /^__Host-linehaul=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/,
        );
        assert.equal((await client.get('/member')).statusCode, 200);
      } finally {
        await secure.close();
      }
    });

    test('stores the session token only in the cookie', async () => {
      const client = await visitor().signIn(jane);
      const token = client.cookie?.split('=')[1] ?? '';
      assert.ok(await t.app.store.sessions.findByDigest(t.app.secrets.digest(token)));
      assert.equal(await t.app.store.sessions.findByDigest(token), undefined);
      assert.ok(!JSON.stringify(t.log).includes(token));
    });

    test('refuses every protected route without a session', async () => {
      const { refusals } = members(interfaceLimits, { publicUrl: '', secrets: t.app.secrets });
      const signedOut = refusals.credentials_missing({ code: 'credentials_missing' }).body;
      for (const { method, path, access } of rows) {
        if (access === 'open' || access === 'optional' || access === 'agent') continue;
        assert.ok(access === 'key' || access === 'operator', path);
        const answer = await t.inject({ method, url: pathOf(path), remoteAddress: newAddress() });
        assert.equal(answer.statusCode, 401, `${method} ${path}`);
        assert.deepEqual(answer.json(), signedOut);
      }
    });

    test('rejects keys and Basic credentials in the members area', async () => {
      const basic = Buffer.from(`${jane.email}:${jane.password}`).toString('base64');
      for (const headers of [{ 'api-key': jane.key }, { authorization: `Basic ${basic}` }]) {
        const answer = await t.get(`${membersPrefix}/member`, headers, newAddress());
        assert.equal(answer.statusCode, 401);
      }
    });

    test('every change needs the CSRF token', async () => {
      const client = await visitor().signIn(jane);
      const other = await visitor().signIn(jane);
      for (const { method, path, access } of rows) {
        if (method === 'GET' || access === 'open' || access === 'agent') continue;
        for (const token of [
          undefined,
          '',
          'x',
          other.csrfToken,
          client.csrfToken.toUpperCase(),
          // A token of the same length in characters but not in bytes.
          `${client.csrfToken.slice(0, -1)}\u00e9`,
        ]) {
          const answer = await t.inject({
            method,
            url: pathOf(path),
            remoteAddress: newAddress(),
            headers: {
              cookie: client.cookie ?? '',
              ...(token === undefined ? {} : { 'x-csrf-token': token }),
            },
          });
          assert.equal(answer.statusCode, 403, `${method} ${path} with ${token}`);
          assert.equal(answer.json().error, 'csrf_token_wrong');
        }
      }
      assert.equal((await client.get('/member')).statusCode, 200, 'reading needs no CSRF token');
    });

    test('refuses operator routes to members', async () => {
      const client = await visitor().signIn(jane);
      for (const { method, path, access } of rows) {
        if (access !== 'operator') continue;
        const answer = await client.send(method, path.replaceAll(/:\w+/g, '1'), {});
        assert.equal(answer.statusCode, 403, `${method} ${path}`);
        assert.equal(answer.json().error, 'operators_only');
      }
    });

    test('rejects a wrong e-mail and a wrong password alike, and locks the address after ten', async () => {
      const client = visitor();
      const attempt = (email: string, password: string) =>
        client.send('POST', '/session', { email, password });
      for (let n = 0; n < 5; n += 1) {
        const wrong = await attempt(jane.email, 'not it');
        const unknown = await attempt('unknown@example.com', jane.password);
        assert.equal(wrong.statusCode, 401);
        assert.deepEqual(wrong.json(), unknown.json());
        assert.equal(wrong.json().error, 'credentials_rejected');
      }
      const closed = await attempt(jane.email, jane.password);
      assert.equal(closed.statusCode, 429);
      assert.equal(closed.headers['retry-after'], '300');
      assert.match(closed.json().message, /Too many failed sign-in attempts/);
    });

    test('rejects an invented session without counting it as an attempt', async () => {
      const client = visitor();
      client.cookie = `linehaul_session=${'A'.repeat(43)}`;
      for (let n = 0; n < 12; n += 1) {
        const answer = await client.get('/member');
        assert.equal(answer.statusCode, 401);
        assert.equal(answer.json().error, 'session_ended');
      }
      // On routes without sign-in, an ended session counts as none.
      assert.equal((await client.get('/session')).json().member, null);
      assert.equal((await client.get('/locations/search?q=melb')).statusCode, 200);
      await client.signIn(jane);
    });

    test('a session cookie set before signing in is invalid afterwards', async () => {
      const victim = visitor();
      const planted = `linehaul_session=${'B'.repeat(43)}`;
      victim.cookie = planted;
      await victim.signIn(jane);
      assert.notEqual(victim.cookie, planted);
      const attacker = visitor();
      attacker.cookie = planted;
      assert.equal((await attacker.get('/member')).statusCode, 401);
      // Signing in as another member must replace the cookie too.
      const before = victim.cookie;
      await victim.signIn(await t.addMember('pat@example.com'));
      assert.notEqual(victim.cookie, before);
    });

    test('a form on another site can neither sign in nor sign up', async () => {
      for (const url of ['/session', '/members', '/password-resets', '/password-resets/redeem']) {
        for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
          const answer = await t.inject({
            method: 'POST',
            url: membersPrefix + url,
            remoteAddress: newAddress(),
            headers: { 'content-type': type, origin: 'https://evil.example' },
            payload: JSON.stringify({ email: jane.email, password: jane.password }),
          });
          assert.equal(answer.statusCode, 415, `${url} ${type}`);
          assert.equal(answer.headers['access-control-allow-origin'], undefined);
        }
      }
    });

    test('signing out ends the session, in every process', async () => {
      const second = await startTestApp(setup, { place: t.place });
      try {
        const client = await visitor().signIn(jane);
        const elsewhere = new Visitor(second, newAddress());
        elsewhere.cookie = client.cookie;
        assert.equal((await elsewhere.get('/member')).statusCode, 200);
        const answer = await client.send('DELETE', '/session');
        assert.equal(answer.json().member, null);
        assert.match(String(answer.headers['set-cookie']), /^linehaul_session=; .*Max-Age=0/);
        assert.equal(client.cookie, undefined);
        await until(
          'the second process knows the new revision',
          () => t.app.store.configurationRevision() === second.app.store.configurationRevision(),
        );
        assert.equal((await elsewhere.get('/member')).json().error, 'session_ended');
      } finally {
        await second.close();
      }
    });

    test('lists sessions and ends them one by one or all at once', async () => {
      const carol = await t.addMember('carol@example.com');
      const [laptop, phone, tablet] = [visitor(), visitor(), visitor()];
      for (const device of [laptop, phone, tablet]) await device.signIn(carol);
      const listed = (await phone.get('/sessions')).json();
      assert.equal(listed.length, 3);
      assert.equal(
        listed.filter((session: { is_current: boolean }) => session.is_current).length,
        1,
      );
      assert.match(listed[0].user_agent, /Mozilla/);
      const current = (await tablet.get('/sessions'))
        .json()
        .find((session: { is_current: boolean }) => session.is_current);
      assert.equal((await phone.send('DELETE', `/sessions/${current.id}`)).statusCode, 204);
      assert.equal((await tablet.get('/member')).statusCode, 401);
      // Another member cannot end the session.
      const own = (await laptop.get('/sessions')).json()[0];
      const stranger = await visitor().signIn(jane);
      assert.equal((await stranger.send('DELETE', `/sessions/${own.id}`)).statusCode, 204);
      assert.equal((await laptop.get('/sessions')).json().length, 2);
      assert.equal((await laptop.send('DELETE', '/sessions')).statusCode, 200);
      for (const device of [laptop, phone]) {
        assert.equal((await device.get('/member')).statusCode, 401);
      }
      assert.equal((await stranger.get('/member')).statusCode, 200);
    });

    test('a session ends after two weeks unused, or after ninety days', async () => {
      const timed = await startTestApp(setup);
      try {
        const dora = await timed.addMember('dora@example.com');
        const client = await new Visitor(timed).signIn(dora);
        const idle = await new Visitor(timed).signIn(dora);
        for (let day = 0; day < 84; day += 7) {
          timed.advanceClock(7 * dayMs);
          assert.equal((await client.get('/member')).statusCode, 200, `after ${day + 7} days`);
        }
        assert.equal((await idle.get('/member')).statusCode, 401);
        timed.advanceClock(6 * dayMs - 1);
        assert.equal((await client.get('/member')).statusCode, 200);
        timed.advanceClock(1);
        assert.equal((await client.get('/member')).statusCode, 401);
        // A new sign-in removes expired sessions.
        await new Visitor(timed).signIn(dora);
        assert.equal((await timed.app.store.sessions.list(dora.userId)).length, 1);
      } finally {
        await timed.close();
      }
    });

    test('a session from a clock that ran ahead expires normally once the clock is right', async () => {
      const timed = await startTestApp(setup);
      try {
        const dora = await timed.addMember('dora@example.com');
        timed.advanceClock(400 * dayMs);
        const client = await new Visitor(timed).signIn(dora);
        timed.advanceClock(-400 * dayMs);
        assert.equal((await client.get('/member')).statusCode, 200);
        timed.advanceClock(14 * dayMs);
        assert.equal((await client.get('/member')).statusCode, 401);
      } finally {
        await timed.close();
      }
    });

    test('closing an account signs it out', async () => {
      const erin = await t.addMember('erin@example.com');
      const client = await visitor().signIn(erin);
      await changeMember(t.app, erin.email, { isOpen: false });
      assert.equal((await client.get('/member')).json().error, 'session_ended');
      const answer = await visitor().send('POST', '/session', erin);
      assert.equal(answer.statusCode, 401);
    });

    test('limits the requests of a member and of an address that is not signed in', async () => {
      const limited = await startTestApp(setup, {
        limits: { membersPerMinute: 3, membersAddressPerMinute: 4 },
      });
      try {
        const mia = await limited.addMember('mia@example.com');
        const client = await new Visitor(limited).signIn(mia);
        for (let n = 0; n < 3; n += 1) assert.equal((await client.get('/member')).statusCode, 200);
        const refused = await client.get('/member');
        assert.equal(refused.statusCode, 429);
        assert.equal(refused.json().error, 'rate_limited');
        assert.ok(Number(refused.headers['retry-after']) > 0);
        assert.equal(refused.headers['x-ratelimit-limit'], undefined);
        const signedOut = new Visitor(limited);
        for (let n = 0; n < 3; n += 1) await signedOut.get('/session');
        assert.equal((await signedOut.get('/session')).statusCode, 429);
      } finally {
        await limited.close();
      }
    });
  });
}
