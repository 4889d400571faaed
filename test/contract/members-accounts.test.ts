// A person's own account in the members area: signing up, details, passwords, and links to reset a forgotten
// password.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { addKey, setKeyActive } from '../../src/application/keys/manage-keys.ts';
import { changeMember } from '../../src/application/members/change-member.ts';
import { makeReset, resetLastsMs } from '../../src/application/members/change-password.ts';
import { dayMs } from '../../src/domain/time/durations.ts';
import { noted } from '../support/components/mailing.ts';
import { visitorsOf } from '../support/pages/members-area.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp, type TestMember } from '../support/test-app.ts';
import { until } from '../support/until.ts';

for (const setup of setups) {
  describe(`accounts in the members area on ${setup.name}`, () => {
    let t: TestApp;
    let jane: TestMember;
    const { visitor } = visitorsOf(() => t);
    before(async () => {
      t = await startTestApp(setup);
      jane = await t.addMember();
    });
    after(() => t.close());

    test('signs a new member in without approval', async () => {
      const client = visitor();
      const answer = await client.send('POST', '/members', {
        email: ' new@example.com ',
        password: 'a long enough one',
        company_name: 'New & Co',
      });
      assert.equal(answer.statusCode, 201, answer.body);
      assert.equal(answer.json().member.company_name, 'New & Co');
      assert.equal(answer.json().member.country, 'AU');
      assert.equal((await client.get('/member')).json().email, 'new@example.com');
      const taken = await visitor().send('POST', '/members', {
        email: 'NEW@example.com',
        password: 'another long one',
      });
      assert.equal(taken.statusCode, 422);
      assert.equal(taken.json().error, 'email_taken');
    });

    test('reports every mistake in a sign-up beside its field', async () => {
      const mistakesOf = async (body: object) =>
        (await visitor().send('POST', '/members', body)).json().errors;
      assert.match(
        (await mistakesOf({ email: 'a@b.c', password: 'short' })).password[0],
        /at least 10/,
      );
      assert.match(
        (await mistakesOf({ email: 'someone@example.com', password: 'Someone@Example.com' }))
          .password[0],
        /is the e-mail/,
      );
      assert.match(
        (await mistakesOf({ email: 'nothing', password: 'long enough!' })).email[0],
        /not an e-mail/,
      );
      assert.match((await mistakesOf({ password: 'long enough!' })).email[0], /missing/);
    });

    test('limits sign-ups from one address to twenty an hour', async () => {
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

    test('changes the details, and asks for the password to change the e-mail address', async () => {
      const fred = await t.addMember('fred@example.com');
      const client = await visitor().signIn(fred);
      const changed = await client.send('PUT', '/member', {
        email: fred.email,
        company_name: 'Fred Freight',
        postcode: '3121',
      });
      assert.equal(changed.statusCode, 200, changed.body);
      assert.deepEqual(
        [changed.json().company_name, changed.json().postcode, changed.json().first_name],
        ['Fred Freight', '3121', 'Jane'],
      );
      assert.equal((await client.get('/member')).json().company_name, 'Fred Freight');
      const without = await client.send('PUT', '/member', { email: 'frederic@example.com' });
      assert.equal(without.statusCode, 400);
      assert.match(without.json().errors.current_password[0], /not your current password/);
      const taken = await client.send('PUT', '/member', {
        email: jane.email,
        current_password: fred.password,
      });
      assert.equal(taken.json().error, 'email_taken');
      const moved = await client.send('PUT', '/member', {
        email: 'frederic@example.com',
        current_password: fred.password,
      });
      assert.equal(moved.json().email, 'frederic@example.com');
      await visitor().signIn({ email: 'frederic@example.com', password: fred.password });
    });

    test('changing the password needs the old one and signs every other device out', async () => {
      const gina = await t.addMember('gina@example.com');
      const [here, there] = [await visitor().signIn(gina), await visitor().signIn(gina)];
      const change = (current_password: string, password: string) =>
        here.send('PUT', '/member/password', { current_password, password });
      const wrong = await change('not it', 'a brand new one');
      assert.equal(wrong.statusCode, 400);
      assert.match(wrong.json().errors.current_password[0], /not your current password/);
      assert.match((await change(gina.password, 'short')).json().errors.password[0], /at least 10/);
      const changed = await change(gina.password, 'a brand new one');
      assert.equal(changed.statusCode, 200);
      assert.deepEqual(changed.json(), { active_keys: 1 });
      assert.equal((await here.get('/member')).statusCode, 200);
      assert.equal((await there.get('/member')).statusCode, 401);
      await visitor().signIn({ email: gina.email, password: 'a brand new one' });
      const old = await visitor().send('POST', '/session', gina);
      assert.equal(old.statusCode, 401);
    });

    test('trips the breaker after ten wrong current passwords and keeps the session', async () => {
      const hank = await t.addMember('hank@example.com');
      const client = await visitor().signIn(hank);
      const guess = () =>
        client.send('PUT', '/member/password', {
          current_password: 'x',
          password: 'long enough!',
        });
      for (let n = 0; n < 10; n += 1) assert.equal((await guess()).statusCode, 400);
      assert.equal((await guess()).statusCode, 429);
      assert.equal((await client.get('/member')).statusCode, 200);
    });

    test('a reset link works once, within its time, and signs every device out', async () => {
      const iris = await t.addMember('iris@example.com');
      const client = await visitor().signIn(iris);
      const redeem = (token: string, password = 'after the reset') =>
        visitor().send('POST', '/password-resets/redeem', { token, password });
      const first = await makeReset(t.app, iris.email, 60_000);
      const second = await makeReset(t.app, iris.email, 60_000);
      assert.equal((await redeem(first.token)).json().error, 'reset_link_invalid');
      assert.match((await redeem(second.token, 'short')).json().errors.password[0], /at least 10/);
      assert.equal((await redeem(second.token)).statusCode, 200);
      assert.equal((await redeem(second.token)).statusCode, 422);
      assert.equal((await client.get('/member')).statusCode, 401);
      await visitor().signIn({ email: iris.email, password: 'after the reset' });
      const late = await makeReset(t.app, iris.email, 0);
      assert.equal((await redeem(late.token)).statusCode, 422);
      assert.equal((await redeem('')).statusCode, 422);
      // A clock that was a year ahead must not create a link that is valid for a year.
      t.advanceClock(365 * dayMs);
      const ahead = await makeReset(t.app, iris.email, resetLastsMs.handedOver);
      t.advanceClock(-365 * dayMs);
      assert.equal((await redeem(ahead.token)).json().error, 'reset_link_invalid');
      const longest = await makeReset(t.app, iris.email, resetLastsMs.handedOver);
      assert.equal((await redeem(longest.token)).statusCode, 200);
    });

    test('resets a forgotten password by e-mail without revealing who is a member', async () => {
      const { mailing, sent } = noted();
      const ask = (email: string, from = visitor()) =>
        from.send('POST', '/password-resets', { email });
      const without = await ask(jane.email);
      assert.deepEqual([without.statusCode, without.json()], [202, { by_mail: false }]);
      t.app.mailing = mailing;
      try {
        assert.equal((await visitor().get('/session')).json().sends_mails, true);
        const max = await t.addMember('max@example.com');
        const known = await ask(' MAX@example.com ');
        const unknown = await ask('unknown@example.com');
        assert.deepEqual(known.json(), unknown.json());
        await until('the e-mail is sent', () => sent.length === 1);
        const [mail] = sent;
        assert.equal(mail?.to.address, max.email);
        const token = /reset-password#([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
        assert.ok(mail?.html.includes(token));
        const { name } = t.app.operator.seller;
        assert.equal(mail?.subject, `Set a new password for ${name}`);
        assert.ok(mail?.html.includes(`>${name}</p>`));
        const redeemed = await visitor().send('POST', '/password-resets/redeem', {
          token,
          password: 'after the mail',
        });
        assert.equal(redeemed.statusCode, 200);
        // Repeated requests for one address must not fill its mailbox.
        for (let n = 0; n < 5; n += 1) assert.equal((await ask(max.email)).statusCode, 202);
        await until('the third e-mail is sent', () => sent.length === 3);
        const eager = visitor();
        for (let n = 0; n < 10; n += 1) await ask('unknown@example.com', eager);
        assert.equal((await ask('unknown@example.com', eager)).statusCode, 429);
        assert.equal(sent.length, 3);
        assert.ok(!JSON.stringify(t.log).includes(token));
      } finally {
        t.app.mailing = undefined;
      }
    });

    test('keeps API keys through a password reset and reports how many', async () => {
      const pia = await t.addMember('pia@example.com');
      const more = {
        memberId: pia.id,
        moduleType: 'custom_site',
        site: '',
        isDemo: false,
      } as const;
      await addKey(t.app, more);
      const off = await addKey(t.app, more);
      await setKeyActive(t.app, off.id, false);
      const { token } = await makeReset(t.app, pia.email, 60_000);
      const answer = await visitor().send('POST', '/password-resets/redeem', {
        token,
        password: 'after the reset',
      });
      assert.deepEqual(answer.json(), { active_keys: 2 });
      const quoted = await t.get('/api/v5/bookings/v4', { 'api-key': pia.key });
      assert.equal(quoted.statusCode, 200, 'API keys still work after the reset');
    });

    test('any other change of the password voids a reset link', async () => {
      const kim = await t.addMember('kim@example.com');
      const link = await makeReset(t.app, kim.email, 60_000);
      const client = await visitor().signIn(kim);
      await changeMember(t.app, kim.email, { password: 'set by the operator' });
      assert.equal((await client.get('/member')).statusCode, 401);
      const answer = await visitor().send('POST', '/password-resets/redeem', {
        token: link.token,
        password: 'long enough!',
      });
      assert.equal(answer.json().error, 'reset_link_invalid');
    });

    test('rejects an invented reset link without hashing, and a new password equal to the e-mail', async () => {
      const nina = await t.addMember('nina@example.com');
      const { token } = await makeReset(t.app, nina.email, 60_000);
      const { passwords } = t.app;
      let hashed = 0;
      t.app.passwords = {
        ...passwords,
        hash: (password) => {
          hashed += 1;
          return passwords.hash(password);
        },
      };
      try {
        const redeem = (sent: string, password: string) =>
          visitor().send('POST', '/password-resets/redeem', { token: sent, password });
        const made = await redeem('A'.repeat(43), 'long enough!');
        assert.equal(made.json().error, 'reset_link_invalid');
        const email = await redeem(token, nina.email);
        assert.match(email.json().errors.password[0], /is the e-mail/);
        assert.equal(hashed, 0);
        assert.equal(
          (await redeem(token, 'long enough!')).statusCode,
          200,
          'rejected passwords do not use up the link',
        );
      } finally {
        t.app.passwords = passwords;
      }
    });

    test('changing the e-mail address voids a reset link sent to the old one', async () => {
      const olaf = await t.addMember('olaf@example.com');
      const { token } = await makeReset(t.app, olaf.email, 60_000);
      const client = await visitor().signIn(olaf);
      const moved = await client.send('PUT', '/member', {
        email: 'olaf@new.example',
        current_password: olaf.password,
      });
      assert.equal(moved.statusCode, 200, moved.body);
      const answer = await visitor().send('POST', '/password-resets/redeem', {
        token,
        password: 'long enough!',
      });
      assert.equal(answer.json().error, 'reset_link_invalid');
    });

    test('only one of two simultaneous uses of a reset link succeeds', async () => {
      const lou = await t.addMember('lou@example.com');
      const { token } = await makeReset(t.app, lou.email, 60_000);
      const answers = await Promise.all(
        ['one two three', 'four five six'].map((password) =>
          visitor().send('POST', '/password-resets/redeem', { token, password }),
        ),
      );
      assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [200, 422]);
    });
  });
}
