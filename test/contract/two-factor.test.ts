// Two-factor sign-in: switching it on and off, codes that work once, recovery codes, limits, and operators who must use it.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { sealer } from '../../src/adapters/sealer.ts';
import { changeMember } from '../../src/application/members/change-member.ts';
import { changeUser } from '../../src/application/users/manage-users.ts';
import { resealTwoFactor } from '../../src/application/users/two-factor.ts';
import { hourMs } from '../../src/domain/time/durations.ts';
import { type Visitor, visitorsOf } from '../support/pages/members-area.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp, type TestMember } from '../support/test-app.ts';
import { appCode } from '../support/totp.ts';

for (const setup of setups)
  describe(`two-factor sign-in on ${setup.name}`, () => {
    let t: TestApp;
    let jane: TestMember;
    let janes: Visitor;
    const { visitor } = visitorsOf(() => t);
    before(async () => {
      t = await startTestApp(setup, { operator: { needsTwoFactor: true } });
    });
    after(() => t.close());
    let members = 0;
    beforeEach(async () => {
      t.advanceClock(hourMs);
      members += 1;
      jane = await t.addMember(`jane${members}@example.com`);
      janes = await visitor().signIn(jane);
    });

    const codeOf = (secret: string, later = 0): string =>
      appCode(secret, t.app.clock.nowMs(), later);
    const signIn = (code?: string) =>
      visitor().send('POST', '/session', {
        email: jane.email,
        password: jane.password,
        ...(code === undefined ? {} : { code }),
      });
    const switchOn = async (): Promise<{ secret: string; recovery: string[] }> => {
      const { secret, url, qr_code } = (await janes.send('POST', '/two-factor/setup')).json();
      assert.match(url, new RegExp(`^otpauth://totp/Acme%20Freight.*secret=${secret}&`));
      assert.match(qr_code, /^<svg /);
      const answer = await janes.send('PUT', '/two-factor', {
        secret,
        code: codeOf(secret),
        current_password: jane.password,
      });
      assert.equal(answer.statusCode, 200, answer.body);
      return { secret, recovery: answer.json().recovery_codes };
    };

    test('sign-in needs a code of the app, and a code works once', async () => {
      const other = await visitor().signIn(jane);
      const { secret } = await switchOn();
      assert.equal((await other.get('/member')).json().error, 'session_ended');
      assert.equal((await janes.get('/session')).json().user.two_factor, true);
      const without = await signIn();
      assert.deepEqual([without.statusCode, without.json().error], [401, 'second_factor_needed']);
      assert.equal((await signIn(codeOf(secret))).json().error, 'second_factor_rejected');
      await t.app.background.idle();
      const recent = await t.app.store.auditLog.list({}, { limit: 2 });
      // A sign-in that waits for its code is no refusal.
      assert.deepEqual(
        recent.map(({ action, reason }) => [action, reason]),
        [
          ['sign_in', 'second_factor_rejected'],
          ['switch_two_factor_on', ''],
        ],
      );
      const next = codeOf(secret, 1);
      const answers = await Promise.all([signIn(next), signIn(next)]);
      assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [200, 401]);
      assert.ok(!JSON.stringify(t.log).includes(secret));
      const stored = await t.app.store.twoFactors.find(jane.userId);
      assert.ok(!stored?.sealed.includes(secret));
    });

    test('each of ten recovery codes works once, in any spelling', async () => {
      const { recovery } = await switchOn();
      assert.equal(recovery.length, 10);
      const [first = ''] = recovery;
      assert.equal((await signIn(first.toUpperCase().replaceAll('-', ' '))).statusCode, 200);
      assert.equal((await signIn(first)).json().error, 'second_factor_rejected');
      assert.deepEqual((await janes.get('/two-factor')).json(), {
        is_on: true,
        is_required: false,
        recovery_codes: 9,
      });
    });

    test('limits the codes that are tried for one user, from any address', async () => {
      const { secret, recovery } = await switchOn();
      for (let n = 0; n < 10; n += 1)
        assert.equal((await signIn('aaaa-aaaa')).json().error, 'second_factor_rejected');
      assert.equal((await signIn(codeOf(secret, 1))).statusCode, 429);
      t.advanceClock(hourMs);
      assert.equal((await signIn(codeOf(secret))).statusCode, 200);
      for (let n = 0; n < 49; n += 1) {
        if (n % 9 === 0) t.advanceClock(hourMs);
        assert.equal((await signIn('000000')).statusCode, 401);
      }
      t.advanceClock(hourMs);
      assert.equal((await signIn(codeOf(secret))).statusCode, 429);
      assert.equal((await signIn(recovery[0])).statusCode, 200);
    });

    test('a wrong code or password switches nothing on or off', async () => {
      const { secret } = (await janes.send('POST', '/two-factor/setup')).json();
      const right = { secret, code: codeOf(secret), current_password: jane.password };
      const wrongFields = async (path: string, body: object): Promise<string[]> => {
        const answer = await janes.send(path === '/two-factor' ? 'PUT' : 'POST', path, body);
        assert.equal(answer.statusCode, 400, answer.body);
        return Object.keys(answer.json().errors);
      };
      const on = '/two-factor';
      assert.deepEqual(await wrongFields(on, { ...right, code: '12345' }), ['code']);
      assert.deepEqual(await wrongFields(on, { ...right, secret: 'short' }), ['code']);
      const wrongPassword = { current_password: 'not it' };
      assert.deepEqual(await wrongFields(on, { ...right, ...wrongPassword }), ['current_password']);
      assert.equal((await janes.get('/two-factor')).json().is_on, false);
      await janes.send('PUT', on, right);
      const off = '/two-factor/off';
      assert.deepEqual(await wrongFields(off, wrongPassword), ['current_password']);
      const answer = await janes.send('POST', off, { current_password: jane.password });
      assert.equal(answer.statusCode, 204, answer.body);
      assert.equal((await signIn()).statusCode, 200);
    });

    test('the interface rejects the password alone and accepts the key', async () => {
      await switchOn();
      const basic = Buffer.from(`${jane.email}:${jane.password}`).toString('base64');
      const answer = await t.get('/api/member', { authorization: `Basic ${basic}` });
      assert.deepEqual([answer.statusCode, answer.json().error], [403, 'second_factor_not_sent']);
      assert.equal((await t.get('/api/member', { 'api-key': jane.key })).statusCode, 200);
    });

    test('an operator reaches the operator area only with two factors, if they are required', async () => {
      await changeMember(t.app, jane.email, { isOperator: true });
      assert.equal((await janes.get('/session')).json().needs_two_factor, true);
      const closed = await janes.get('/operator/members');
      assert.deepEqual([closed.statusCode, closed.json().error], [403, 'two_factor_required']);
      await switchOn();
      assert.equal((await janes.get('/session')).json().needs_two_factor, false);
      assert.equal((await janes.get('/operator/members')).statusCode, 200);
      const off = await janes.send('POST', '/two-factor/off', { current_password: jane.password });
      assert.equal(off.json().error, 'two_factor_required');
      // The command line helps a user who is locked out.
      const user = await t.app.store.users.find(jane.userId);
      assert.ok(user);
      await changeUser(t.app, user, { isTwoFactorOff: true });
      assert.equal((await signIn()).statusCode, 200);
      assert.equal((await janes.get('/operator/members')).statusCode, 403);
    });

    test('after a change of the secret key, a start seals the secrets again', async () => {
      const { secret } = await switchOn();
      const purpose = 'second factors';
      const after = sealer('a new secret for tests', purpose, 'a secret for tests');
      await resealTwoFactor(t.app.store, { sealer: after });
      const stored = await t.app.store.twoFactors.find(jane.userId);
      const opened = sealer('a new secret for tests', purpose).open(stored?.sealed ?? '');
      assert.equal(opened?.text, secret);
    });
  });
