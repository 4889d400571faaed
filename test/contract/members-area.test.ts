// The members area's own generation: sessions, CSRF tokens, passwords, and whose data is whose.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { changeMember } from '../../src/application/members/change-member.ts';
import { makeReset } from '../../src/application/members/change-password.ts';
import type { Mailer, Message } from '../../src/application/ports.ts';
import { members } from '../../src/http/members.ts';
import { routes } from '../../src/http/routes.ts';
import { membersPrefix, Visitor } from '../support/members-area.ts';
import { aCarton, auckland, melbourne, sydneyToMelbourne } from '../support/quote-bodies.ts';
import { setups } from '../support/setups.ts';
import {
  interfaceLimits,
  startTestApp,
  type TestApp,
  type TestMember,
} from '../support/test-app.ts';
import { until } from '../support/until.ts';

const dayMs = 24 * 60 * 60_000;
const rows = routes.filter(({ generations }) => generations.includes('members'));
const pathOf = (path: string): string => membersPrefix + path.replaceAll(/:\w+/g, '1');

for (const setup of setups) {
  describe(`members area on ${setup.name}`, () => {
    let t: TestApp;
    let jane: TestMember;
    let lastHost = 0;
    const newAddress = (): string => {
      lastHost += 1;
      return `198.51.100.${lastHost}`;
    };
    const visitor = (): Visitor => new Visitor(t, newAddress());
    before(async () => {
      t = await startTestApp(setup);
      jane = await t.addMember();
    });
    after(() => t.close());

    test('nobody is signed in at first, and that is no mistake', async () => {
      const answer = await visitor().get('/session');
      assert.equal(answer.statusCode, 200);
      assert.deepEqual(answer.json(), {
        member: null,
        csrf_token: '',
        is_operator: false,
        may_book_live: false,
        has_multipickup: false,
        mails_resets: false,
      });
    });

    test('signing in gives a cookie that scripts and other sites can not use', async () => {
      const someone = visitor();
      const answer = await someone.send('POST', '/session', {
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
      assert.equal((await someone.get('/member')).json().email, jane.email);
      const again = (await someone.get('/session')).json();
      assert.equal(again.csrf_token, answer.json().csrf_token);
      assert.match(again.csrf_token, /^[0-9a-f]{64}$/);
      assert.ok(!cookie.includes(again.csrf_token));
    });

    test('behind TLS the cookie is Secure and bound to the host', async () => {
      const secure = await startTestApp(setup, {
        place: t.place,
        publicUrl: 'https://freight.example',
      });
      try {
        const someone = new Visitor(secure, newAddress());
        const answer = await someone.send('POST', '/session', jane);
        assert.match(
          String(answer.headers['set-cookie']),
          /^__Host-linehaul=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/,
        );
        assert.equal((await someone.get('/member')).statusCode, 200);
      } finally {
        await secure.close();
      }
    });

    test('the token is stored nowhere but in the cookie', async () => {
      const someone = await visitor().signIn(jane);
      const token = someone.cookie?.split('=')[1] ?? '';
      assert.ok(await t.app.store.sessions.findByDigest(t.app.secrets.digest(token)));
      assert.equal(await t.app.store.sessions.findByDigest(token), undefined);
      assert.ok(!JSON.stringify(t.log).includes(token));
    });

    test('no row but the open ones answers without a session', async () => {
      const { refusals } = members(interfaceLimits, { publicUrl: '', secrets: t.app.secrets });
      const signedOut = refusals.credentials_missing({ code: 'credentials_missing' }).body;
      for (const { method, path, access } of rows) {
        if (access === 'open' || access === 'optional') continue;
        assert.ok(access === 'key' || access === 'operator', path);
        const answer = await t.inject({ method, url: pathOf(path), remoteAddress: newAddress() });
        assert.equal(answer.statusCode, 401, `${method} ${path}`);
        assert.deepEqual(answer.json(), signedOut);
      }
    });

    test('neither a key nor Basic opens the members area', async () => {
      const basic = Buffer.from(`${jane.email}:${jane.password}`).toString('base64');
      for (const headers of [{ 'api-key': jane.key }, { authorization: `Basic ${basic}` }]) {
        const answer = await t.get(`${membersPrefix}/member`, headers, newAddress());
        assert.equal(answer.statusCode, 401);
      }
    });

    test('every change needs the CSRF token, and nothing else will do', async () => {
      const someone = await visitor().signIn(jane);
      const other = await visitor().signIn(jane);
      for (const { method, path, access } of rows) {
        if (method === 'GET' || access === 'open') continue;
        for (const token of [
          undefined,
          '',
          'x',
          other.csrfToken,
          someone.csrfToken.toUpperCase(),
        ]) {
          const answer = await t.inject({
            method,
            url: pathOf(path),
            remoteAddress: newAddress(),
            headers: {
              cookie: someone.cookie ?? '',
              ...(token === undefined ? {} : { 'x-csrf-token': token }),
            },
          });
          assert.equal(answer.statusCode, 403, `${method} ${path} with ${token}`);
          assert.equal(answer.json().error, 'csrf_token_wrong');
        }
      }
      assert.equal((await someone.get('/member')).statusCode, 200, 'reading needs none');
    });

    test('rows for operators are for operators only', async () => {
      const someone = await visitor().signIn(jane);
      for (const { method, path, access } of rows) {
        if (access !== 'operator') continue;
        const answer = await someone.send(method, path.replaceAll(/:\w+/g, '1'), {});
        assert.equal(answer.statusCode, 403, `${method} ${path}`);
        assert.equal(answer.json().error, 'operators_only');
      }
    });

    test('wrong e-mail and wrong password are refused alike, and ten of them close the address', async () => {
      const someone = visitor();
      const attempt = (email: string, password: string) =>
        someone.send('POST', '/session', { email, password });
      for (let n = 0; n < 5; n += 1) {
        const wrong = await attempt(jane.email, 'not it');
        const unknown = await attempt('nobody@example.com', jane.password);
        assert.equal(wrong.statusCode, 401);
        assert.deepEqual(wrong.json(), unknown.json());
        assert.equal(wrong.json().error, 'credentials_rejected');
      }
      const closed = await attempt(jane.email, jane.password);
      assert.equal(closed.statusCode, 429);
      assert.equal(closed.headers['retry-after'], '300');
      assert.match(closed.json().message, /Too many failed sign-in attempts/);
    });

    test('a session that was made up is refused without counting as an attempt', async () => {
      const someone = visitor();
      someone.cookie = `linehaul_session=${'A'.repeat(43)}`;
      for (let n = 0; n < 12; n += 1) {
        const answer = await someone.get('/member');
        assert.equal(answer.statusCode, 401);
        assert.equal(answer.json().error, 'session_ended');
      }
      // Where nobody need be signed in, it is as good as none.
      assert.equal((await someone.get('/session')).json().member, null);
      assert.equal((await someone.get('/locations/search?q=melb')).statusCode, 200);
      await someone.signIn(jane);
    });

    test('signing out ends the session, in every process', async () => {
      const second = await startTestApp(setup, { place: t.place });
      try {
        const someone = await visitor().signIn(jane);
        const elsewhere = new Visitor(second, newAddress());
        elsewhere.cookie = someone.cookie;
        assert.equal((await elsewhere.get('/member')).statusCode, 200);
        const answer = await someone.send('DELETE', '/session');
        assert.equal(answer.json().member, null);
        assert.match(String(answer.headers['set-cookie']), /^linehaul_session=; .*Max-Age=0/);
        assert.equal(someone.cookie, undefined);
        await until(
          'the second process has heard',
          () => t.app.store.configurationRevision() === second.app.store.configurationRevision(),
        );
        assert.equal((await elsewhere.get('/member')).json().error, 'session_ended');
      } finally {
        await second.close();
      }
    });

    test('sessions are listed, ended one by one, and all at once', async () => {
      const carol = await t.addMember('carol@example.com');
      const [laptop, phone, tablet] = [visitor(), visitor(), visitor()];
      for (const device of [laptop, phone, tablet]) await device.signIn(carol);
      const listed = (await phone.get('/sessions')).json();
      assert.equal(listed.length, 3);
      assert.equal(listed.filter((one: { is_current: boolean }) => one.is_current).length, 1);
      assert.match(listed[0].user_agent, /Mozilla/);
      const current = (await tablet.get('/sessions'))
        .json()
        .find((one: { is_current: boolean }) => one.is_current);
      assert.equal((await phone.send('DELETE', `/sessions/${current.id}`)).statusCode, 204);
      assert.equal((await tablet.get('/member')).statusCode, 401);
      // Another member can not end it.
      const mine = (await laptop.get('/sessions')).json()[0];
      const stranger = await visitor().signIn(jane);
      assert.equal((await stranger.send('DELETE', `/sessions/${mine.id}`)).statusCode, 204);
      assert.equal((await laptop.get('/sessions')).json().length, 2);
      assert.equal((await laptop.send('DELETE', '/sessions')).statusCode, 200);
      for (const device of [laptop, phone]) {
        assert.equal((await device.get('/member')).statusCode, 401);
      }
      assert.equal((await stranger.get('/member')).statusCode, 200);
    });

    test('a session lasts while it is used, two weeks unused, and ninety days at most', async () => {
      const timed = await startTestApp(setup);
      try {
        const dora = await timed.addMember('dora@example.com');
        const someone = await new Visitor(timed).signIn(dora);
        const idle = await new Visitor(timed).signIn(dora);
        for (let day = 0; day < 84; day += 7) {
          timed.advanceClock(7 * dayMs);
          assert.equal((await someone.get('/member')).statusCode, 200, `after ${day + 7} days`);
        }
        assert.equal((await idle.get('/member')).statusCode, 401);
        timed.advanceClock(6 * dayMs - 1);
        assert.equal((await someone.get('/member')).statusCode, 200);
        timed.advanceClock(1);
        assert.equal((await someone.get('/member')).statusCode, 401);
        // The next to sign in sweeps up what is over.
        await new Visitor(timed).signIn(dora);
        assert.equal((await timed.app.store.sessions.list(dora.id)).length, 1);
      } finally {
        await timed.close();
      }
    });

    test('a closed account is signed out', async () => {
      const erin = await t.addMember('erin@example.com');
      const someone = await visitor().signIn(erin);
      await changeMember(t.app, erin.email, { isOpen: false });
      assert.equal((await someone.get('/member')).json().error, 'session_ended');
      const answer = await visitor().send('POST', '/session', erin);
      assert.equal(answer.statusCode, 401);
    });

    test('whoever signs up is signed in, without approval', async () => {
      const someone = visitor();
      const answer = await someone.send('POST', '/members', {
        email: ' new@example.com ',
        password: 'a long enough one',
        company_name: 'New & Co',
      });
      assert.equal(answer.statusCode, 201, answer.body);
      assert.equal(answer.json().member.company_name, 'New & Co');
      assert.equal(answer.json().member.country, 'AU');
      assert.equal((await someone.get('/member')).json().email, 'new@example.com');
      const taken = await visitor().send('POST', '/members', {
        email: 'NEW@example.com',
        password: 'another long one',
      });
      assert.equal(taken.statusCode, 422);
      assert.equal(taken.json().error, 'email_taken');
    });

    test('a sign-up says everything that is wrong with it, beside the field', async () => {
      const wrong = async (body: object) =>
        (await visitor().send('POST', '/members', body)).json().errors;
      assert.match((await wrong({ email: 'a@b.c', password: 'short' })).password[0], /at least 10/);
      assert.match(
        (await wrong({ email: 'someone@example.com', password: 'Someone@Example.com' }))
          .password[0],
        /is the e-mail/,
      );
      assert.match(
        (await wrong({ email: 'nothing', password: 'long enough!' })).email[0],
        /not an e-mail/,
      );
      assert.match((await wrong({ password: 'long enough!' })).email[0], /missing/);
    });

    test('one address makes at most twenty accounts an hour', async () => {
      const eager = visitor();
      const signUp = (n: number) =>
        eager.send('POST', '/members', {
          email: `eager${n}@example.com`,
          password: 'long enough!',
        });
      for (let n = 0; n < 20; n += 1) assert.equal((await signUp(n)).statusCode, 201);
      const refused = await signUp(20);
      assert.equal(refused.statusCode, 429);
      assert.equal(refused.headers['retry-after'], '3600');
    });

    test('details are changed; a new e-mail takes the password too', async () => {
      const fred = await t.addMember('fred@example.com');
      const someone = await visitor().signIn(fred);
      const changed = await someone.send('PUT', '/member', {
        email: fred.email,
        company_name: 'Fred Freight',
        postcode: '3121',
      });
      assert.equal(changed.statusCode, 200, changed.body);
      assert.deepEqual(
        [changed.json().company_name, changed.json().postcode, changed.json().first_name],
        ['Fred Freight', '3121', 'Jane'],
      );
      assert.equal((await someone.get('/member')).json().company_name, 'Fred Freight');
      const without = await someone.send('PUT', '/member', { email: 'frederic@example.com' });
      assert.equal(without.statusCode, 400);
      assert.match(without.json().errors.current_password[0], /not your current password/);
      const taken = await someone.send('PUT', '/member', {
        email: jane.email,
        current_password: fred.password,
      });
      assert.equal(taken.json().error, 'email_taken');
      const moved = await someone.send('PUT', '/member', {
        email: 'frederic@example.com',
        current_password: fred.password,
      });
      assert.equal(moved.json().email, 'frederic@example.com');
      await visitor().signIn({ email: 'frederic@example.com', password: fred.password });
    });

    test('a new password needs the old one and signs every other device out', async () => {
      const gina = await t.addMember('gina@example.com');
      const [here, there] = [await visitor().signIn(gina), await visitor().signIn(gina)];
      const change = (current_password: string, password: string) =>
        here.send('PUT', '/member/password', { current_password, password });
      const wrong = await change('not it', 'a brand new one');
      assert.equal(wrong.statusCode, 400);
      assert.match(wrong.json().errors.current_password[0], /not your current password/);
      assert.match((await change(gina.password, 'short')).json().errors.password[0], /at least 10/);
      assert.equal((await change(gina.password, 'a brand new one')).statusCode, 204);
      assert.equal((await here.get('/member')).statusCode, 200);
      assert.equal((await there.get('/member')).statusCode, 401);
      await visitor().signIn({ email: gina.email, password: 'a brand new one' });
      const old = await visitor().send('POST', '/session', gina);
      assert.equal(old.statusCode, 401);
    });

    test('guessing the current password trips the breaker, and nobody is signed out by it', async () => {
      const hank = await t.addMember('hank@example.com');
      const someone = await visitor().signIn(hank);
      const guess = () =>
        someone.send('PUT', '/member/password', {
          current_password: 'x',
          password: 'long enough!',
        });
      for (let n = 0; n < 10; n += 1) assert.equal((await guess()).statusCode, 400);
      assert.equal((await guess()).statusCode, 429);
      assert.equal((await someone.get('/member')).statusCode, 200);
    });

    test('a reset link sets the password once, within its time, and signs every device out', async () => {
      const iris = await t.addMember('iris@example.com');
      const someone = await visitor().signIn(iris);
      const redeem = (token: string, password = 'after the reset') =>
        visitor().send('POST', '/password-resets/redeem', { token, password });
      const first = await makeReset(t.app, iris.email, 60_000);
      const second = await makeReset(t.app, iris.email, 60_000);
      assert.equal((await redeem(first.token)).json().error, 'reset_link_invalid');
      assert.match((await redeem(second.token, 'short')).json().errors.password[0], /at least 10/);
      assert.equal((await redeem(second.token)).statusCode, 204);
      assert.equal((await redeem(second.token)).statusCode, 422);
      assert.equal((await someone.get('/member')).statusCode, 401);
      await visitor().signIn({ email: iris.email, password: 'after the reset' });
      const late = await makeReset(t.app, iris.email, 0);
      assert.equal((await redeem(late.token)).statusCode, 422);
      assert.equal((await redeem('')).statusCode, 422);
    });

    test('a forgotten password is reset by e-mail, and nobody learns who is a member', async () => {
      const sent: Message[] = [];
      const mailer: Mailer = {
        send: async (message) => {
          sent.push(message);
          return { kind: 'accepted' };
        },
        check: async () => ({ kind: 'accepted' }),
        close: () => {},
      };
      const ask = (email: string, from = visitor()) =>
        from.send('POST', '/password-resets', { email });
      const without = await ask(jane.email);
      assert.deepEqual([without.statusCode, without.json()], [202, { by_mail: false }]);
      t.app.mailing = { mailer, publicUrl: 'https://freight.example' };
      try {
        assert.equal((await visitor().get('/session')).json().mails_resets, true);
        const max = await t.addMember('max@example.com');
        const known = await ask(' MAX@example.com ');
        const unknown = await ask('nobody@example.com');
        assert.deepEqual(known.json(), unknown.json());
        await until('the mail is out', () => sent.length === 1);
        const [mail] = sent;
        assert.equal(mail?.to.address, max.email);
        const token = /reset-password#([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
        assert.ok(mail?.html.includes(token));
        const redeemed = await visitor().send('POST', '/password-resets/redeem', {
          token,
          password: 'after the mail',
        });
        assert.equal(redeemed.statusCode, 204);
        // Somebody who knows the address can not fill the mailbox.
        for (let n = 0; n < 5; n += 1) assert.equal((await ask(max.email)).statusCode, 202);
        await until('the last is out', () => sent.length === 3);
        const eager = visitor();
        for (let n = 0; n < 10; n += 1) await ask('nobody@example.com', eager);
        assert.equal((await ask('nobody@example.com', eager)).statusCode, 429);
        assert.equal(sent.length, 3);
        assert.ok(!JSON.stringify(t.log).includes(token));
      } finally {
        t.app.mailing = undefined;
      }
    });

    test('a reset link dies with any other change of the password', async () => {
      const kim = await t.addMember('kim@example.com');
      const link = await makeReset(t.app, kim.email, 60_000);
      const someone = await visitor().signIn(kim);
      await changeMember(t.app, kim.email, { password: 'set by the operator' });
      assert.equal((await someone.get('/member')).statusCode, 401);
      const answer = await visitor().send('POST', '/password-resets/redeem', {
        token: link.token,
        password: 'long enough!',
      });
      assert.equal(answer.json().error, 'reset_link_invalid');
    });

    test('two who use one link at the same moment: one of them gets through', async () => {
      const lou = await t.addMember('lou@example.com');
      const { token } = await makeReset(t.app, lou.email, 60_000);
      const answers = await Promise.all(
        ['one two three', 'four five six'].map((password) =>
          visitor().send('POST', '/password-resets/redeem', { token, password }),
        ),
      );
      assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [204, 422]);
    });

    test('the same quotes and bookings as with a key, and nobody else’s', async () => {
      const someone = await visitor().signIn(jane);
      const created = await someone.send('POST', '/bookings/v4', sydneyToMelbourne());
      assert.equal(created.statusCode, 201, created.body);
      const { id, quotes, label, booked_by } = created.json();
      assert.ok(Object.keys(quotes).length >= 25);
      assert.equal(booked_by, jane.email);
      assert.match(label, new RegExp(`/members/api/bookings/v4/${id}/label$`));
      const read = (await someone.get(`/bookings/v4/${id}`)).json();
      assert.deepEqual(read.quotes, quotes);
      assert.deepEqual(read.quote_errors, created.json().quote_errors);
      const [listed] = (await someone.get('/bookings/v4')).json();
      assert.deepEqual([listed.id, listed.quotes, listed.quote_errors], [id, undefined, undefined]);
      const stream = await someone.send('POST', '/bookings/stream', sydneyToMelbourne());
      assert.match(stream.body, /event: complete/);
      const byKey = await t.get(`/api/v5/bookings/v4/${id}`, { 'api-key': jane.key });
      assert.equal(byKey.json().id, id);
      for (const path of ['', `/${id}`, `/${id}/breakdown`]) {
        assert.equal((await someone.get(`/bookings/v4${path}`)).statusCode, 200, path);
      }
      const stranger = await visitor().signIn(await t.addMember('stranger@example.com'));
      assert.deepEqual((await stranger.get('/bookings/v4')).json(), []);
      for (const path of [`/${id}`, `/${id}/breakdown`]) {
        assert.equal((await stranger.get(`/bookings/v4${path}`)).statusCode, 404, path);
      }
    });

    test('lists show quotes, what was booked, or what needs a look', async () => {
      const someone = await visitor().signIn(await t.addMember('lists@example.com'));
      const quote = async () =>
        (await someone.send('POST', '/bookings/v4', sydneyToMelbourne())).json().id as number;
      const [first, second] = [await quote(), await quote()];
      await someone.send('POST', `/bookings/v4/${second}/confirm`, { payment_method: 'demo' });
      const shown = async (show: string) =>
        (await someone.get(`/bookings/v4?show=${show}`)).json().map(({ id }: { id: number }) => id);
      assert.deepEqual(await shown(''), [second, first]);
      assert.deepEqual(await shown('quotes'), [first]);
      assert.deepEqual(await shown('booked'), [second]);
      assert.deepEqual(await shown('attention'), []);
      assert.equal((await someone.get('/bookings/v4?show=nonsense')).statusCode, 400);
    });

    test('orders, tracking and customs are the rows every client has, for their owner only', async () => {
      const someone = await visitor().signIn(await t.addMember('orders@example.com'));
      const stranger = await visitor().signIn(await t.addMember('orders2@example.com'));
      const made = await someone.send('POST', '/orders/create-simple', {
        order_id: 'A-1',
        receiver: { ...melbourne, name: 'Rita', address: '1 Smith Street' },
        items: [aCarton()],
      });
      assert.equal(made.statusCode, 201, made.body);
      const { id } = made.json();
      assert.equal((await someone.get('/orders')).json().length, 1);
      assert.deepEqual((await stranger.get('/orders')).json(), []);
      assert.equal((await someone.get(`/orders/${id}`)).json().shipping.city, 'MELBOURNE');
      assert.equal((await stranger.get(`/orders/${id}`)).statusCode, 403);
      const changed = await someone.send('PUT', `/orders/${id}`, {
        transdirect_order_status: 'manually_dispatched',
      });
      assert.equal(changed.json().transdirect_order_status, 'manually_dispatched');
      assert.equal((await stranger.send('DELETE', `/orders/${id}`)).statusCode, 404);
      assert.equal((await someone.send('DELETE', `/orders/${id}`)).statusCode, 204);

      const booking = await someone.send(
        'POST',
        '/bookings/v4',
        sydneyToMelbourne({ receiver: auckland }),
      );
      const path = `/bookings/v4/${booking.json().id}`;
      const declared = {
        contents_type: 'merchandise',
        contents_description: 'Tiles',
        items: [
          { description: 'Tiles', quantity: 1, weight: 5, value: 50, country_of_origin: 'AU' },
        ],
      };
      const customs = await someone.send('POST', `${path}/custom_declaration`, declared);
      assert.equal(customs.statusCode, 200, customs.body);
      assert.equal(
        (await stranger.send('POST', `${path}/custom_declaration`, declared)).statusCode,
        404,
      );
      const confirmed = await someone.send('POST', `${path}/confirm`, { payment_method: 'demo' });
      const { connote } = confirmed.json();
      assert.equal((await someone.get(`/tracking/${connote}`)).json().matched, true);
      assert.equal((await stranger.get(`/tracking/${connote}`)).json().matched, false);
    });

    test('documents are printed for their owner only, and a public link leads out of the members area', async () => {
      const someone = await visitor().signIn(await t.addMember('papers@example.com'));
      const stranger = await visitor().signIn(await t.addMember('papers2@example.com'));
      const { id } = (await someone.send('POST', '/bookings/v4', sydneyToMelbourne())).json();
      await someone.send('POST', `/bookings/v4/${id}/confirm`, { payment_method: 'demo' });
      for (const paper of ['label', 'a6label', 'invoice', 'manifest']) {
        const answer = await someone.get(`/bookings/v4/${id}/${paper}`);
        if (paper === 'manifest') assert.ok([200, 422].includes(answer.statusCode), answer.body);
        else assert.equal(answer.headers['content-type'], 'application/pdf', paper);
        const foreign = await stranger.get(`/bookings/v4/${id}/${paper}`);
        assert.equal(foreign.statusCode, 404, paper);
      }
      const link = (await someone.get(`/bookings/v4/${id}/public_url`)).json();
      assert.match(link.url, /^http:\/\/localhost:8080\/api\/signed\/label\//);
      const opened = await t.get(new URL(link.url).pathname);
      assert.equal(opened.headers['content-type'], 'application/pdf');
      const batch = { booking_ids: [id] };
      const labels = await someone.send('POST', '/bookings/labels/batch', batch);
      assert.equal(labels.headers['content-type'], 'application/pdf');
      const manifests = await someone.send('POST', '/bookings/manifests/batch', batch);
      assert.ok([200, 422].includes(manifests.statusCode), manifests.body);
      for (const path of ['/bookings/labels/batch', '/bookings/manifests/batch']) {
        assert.equal((await stranger.send('POST', path, batch)).statusCode, 404);
      }
    });

    test('locations, countries, addresses and carriers speak as in v5', async () => {
      const someone = visitor();
      for (const path of [
        '/locations',
        '/locations/page/2',
        '/locations/postcode/3000',
        '/locations/search?q=melb',
        '/locations/countries',
        '/addresses/suggest?q=12%20Smith%20St%20Richmond',
        '/couriers',
      ]) {
        const here = await someone.get(path);
        assert.equal(here.statusCode, 200, path);
        assert.deepEqual(here.json(), (await t.get(`/api/v5${path}`)).json(), path);
      }
      const [suggestion] = (
        await someone.get('/addresses/suggest?q=12%20Smith%20St%20Richmond')
      ).json().suggestions;
      const resolved = await someone.get(`/addresses/resolve?placeId=${suggestion.placeId}`);
      assert.equal(resolved.statusCode, 200);
    });

    test('a member has a limit of requests, and so has an address that is not signed in', async () => {
      const limited = await startTestApp(setup, {
        limits: { membersPerMinute: 3, membersAddressPerMinute: 4 },
      });
      try {
        const mia = await limited.addMember('mia@example.com');
        const someone = await new Visitor(limited).signIn(mia);
        for (let n = 0; n < 3; n += 1) assert.equal((await someone.get('/member')).statusCode, 200);
        const refused = await someone.get('/member');
        assert.equal(refused.statusCode, 429);
        assert.equal(refused.json().error, 'rate_limited');
        assert.ok(Number(refused.headers['retry-after']) > 0);
        assert.equal(refused.headers['x-ratelimit-limit'], undefined);
        const nobody = new Visitor(limited);
        for (let n = 0; n < 3; n += 1) await nobody.get('/session');
        assert.equal((await nobody.get('/session')).statusCode, 429);
      } finally {
        await limited.close();
      }
    });
  });
}
