// E-mail addresses with a mail server configured: an account only uses confirmed addresses, and e-mails to
// unconfirmed ones contain no text from strangers.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { makeReset, resetLastsMs } from '../../src/application/members/change-password.ts';
import type { Message } from '../../src/application/ports.ts';
import { addUser } from '../../src/application/users/manage-users.ts';
import { dayMs, hourMs } from '../../src/domain/time/durations.ts';
import { noted } from '../support/components/mailing.ts';
import { visitorsOf } from '../support/pages/members-area.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';
import { until } from '../support/until.ts';

const password = 'a long enough one';
const spamText = 'Claim your prize at https://evil.example now';

for (const setup of setups) {
  describe(`e-mail confirmation on ${setup.name}`, () => {
    let t: TestApp;
    const { mailing, sent } = noted();
    const { visitor } = visitorsOf(() => t);
    before(async () => {
      t = await startTestApp(setup);
      t.app.mailing = mailing;
    });
    after(() => t.close());
    beforeEach(() => {
      sent.length = 0;
      t.advanceClock(hourMs);
    });

    const signUp = (email: string, details: object = {}) =>
      visitor().send('POST', '/members', { email, password, ...details });
    const signIn = (email: string, withPassword = password) =>
      visitor().send('POST', '/session', { email, password: withPassword });
    const confirm = (token: string) => visitor().send('POST', '/members/confirm', { token });
    const tokenIn = (mail: Message | undefined): string =>
      /confirm-email#([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';
    const nextMail = async (count = 1): Promise<Message> => {
      await until('the e-mail is sent', () => sent.length >= count);
      const mail = sent[count - 1];
      assert.ok(mail);
      return mail;
    };

    test('creates the account only when the link in the sign-up e-mail is confirmed', async () => {
      const answer = await signUp(' Ana@example.com ', { company_name: 'Ana & Co' });
      assert.equal(answer.statusCode, 202, answer.body);
      assert.equal(answer.json().member, null);
      assert.equal(answer.headers['set-cookie'], undefined);
      const mail = await nextMail();
      assert.equal(mail.to.address, 'Ana@example.com');
      assert.equal((await signIn('ana@example.com')).statusCode, 401);
      const confirmed = await confirm(tokenIn(mail));
      assert.equal(confirmed.statusCode, 200, confirmed.body);
      assert.deepEqual(confirmed.json(), { email: 'Ana@example.com' });
      const signedIn = await signIn('ana@example.com');
      assert.equal(signedIn.json().member.company_name, 'Ana & Co');
      assert.equal((await confirm(tokenIn(mail))).json().error, 'confirmation_link_invalid');
    });

    test('answers a sign-up with a known e-mail address like any other and e-mails its owner', async () => {
      const bob = await t.addMember('bob@example.com');
      const known = await signUp('BOB@example.com');
      const unknown = await signUp('unknown@example.com');
      assert.deepEqual([known.statusCode, known.json()], [unknown.statusCode, unknown.json()]);
      await nextMail(2);
      const notice = sent.find(({ to }) => to.address === 'BOB@example.com');
      assert.match(notice?.subject ?? '', /already have an account/);
      assert.equal(tokenIn(notice), '');
      assert.equal((await signIn(bob.email)).statusCode, 401);
      assert.equal((await signIn(bob.email, bob.password)).statusCode, 200);
    });

    test('mail to an unconfirmed address never repeats the typed text', async () => {
      const details = { first_name: spamText, last_name: spamText, company_name: spamText };
      await signUp('victim@example.com', details);
      await confirm(tokenIn(await nextMail()));
      await visitor().send('POST', '/password-resets', { email: 'victim@example.com' });
      await signUp('victim@example.com', details);
      await nextMail(3);
      assert.doesNotMatch(JSON.stringify(sent), /evil\.example|prize/);
    });

    test('sends at most three links an hour to one mailbox, and each works', async () => {
      for (let n = 0; n < 5; n += 1) await signUp('dora@example.com');
      await nextMail(3);
      assert.equal((await confirm(tokenIn(sent[0]))).statusCode, 200);
      const second = await confirm(tokenIn(sent[1]));
      assert.deepEqual([second.statusCode, second.json().error], [422, 'email_taken']);
      assert.equal(sent.length, 3);
    });

    test('rejects a link after a day, and an invented link', async () => {
      await signUp('late@example.com');
      const token = tokenIn(await nextMail());
      t.advanceClock(dayMs);
      assert.equal((await confirm(token)).json().error, 'confirmation_link_invalid');
      assert.equal((await confirm('A'.repeat(43))).statusCode, 422);
      assert.equal((await signIn('late@example.com')).statusCode, 401);
    });

    test('a new e-mail address takes effect on confirmation, and the old one signs in until then', async () => {
      const eve = await t.addMember('eve@example.com');
      const client = await visitor().signIn(eve);
      const request = {
        email: 'eve@new.example',
        company_name: 'Eve',
        current_password: eve.password,
      };
      const answer = await client.send('PUT', '/member', request);
      assert.equal(answer.statusCode, 200, answer.body);
      assert.deepEqual([answer.json().email, answer.json().company_name], [eve.email, 'Eve']);
      const mail = await nextMail();
      assert.equal(mail.to.address, 'eve@new.example');
      assert.equal((await signIn('eve@new.example', eve.password)).statusCode, 401);
      assert.equal((await confirm(tokenIn(mail))).statusCode, 200);
      assert.equal((await signIn('eve@new.example', eve.password)).statusCode, 200);
      assert.equal((await client.get('/member')).json().email, 'eve@new.example');
    });

    test("answers a change to another account's e-mail like any other change", async () => {
      const [gus, hal] = [
        await t.addMember('gus@example.com'),
        await t.addMember('hal@example.com'),
      ];
      const client = await visitor().signIn(gus);
      const request = { email: hal.email, current_password: gus.password };
      const answer = await client.send('PUT', '/member', request);
      assert.deepEqual([answer.statusCode, answer.json().email], [200, gus.email]);
      assert.match((await nextMail()).subject, /already have an account/);
    });

    test('an admin who became a viewer cannot confirm a new e-mail of the business', async () => {
      const boss = await t.addMember('boss@example.com');
      const bosses = await visitor().signIn(boss);
      const bob = await addUser(
        t.app,
        boss.id,
        { email: 'bob@boss.example', role: 'admin' },
        password,
      );
      const bobs = await visitor().signIn({ email: bob.email, password });
      const asks = async (n: number): Promise<string> => {
        const request = { email: `bob${n}@evil.example`, current_password: password };
        assert.equal((await bobs.send('PUT', '/member', request)).statusCode, 200);
        return tokenIn(await nextMail(n));
      };
      const confirmed = await asks(1);
      assert.equal((await confirm(confirmed)).statusCode, 200);
      assert.equal((await signIn(boss.email, boss.password)).statusCode, 200);
      const token = await asks(2);
      const change = await bosses.send('PUT', `/users/${bob.id}`, { role: 'viewer' });
      assert.equal(change.statusCode, 200, change.body);
      assert.equal((await confirm(token)).json().error, 'confirmation_link_invalid');
    });

    test('changing the password voids the link that confirms another e-mail address', async () => {
      const ivy = await t.addMember('ivy@example.com');
      const client = await visitor().signIn(ivy);
      const request = { email: 'thief@example.com', current_password: ivy.password };
      await client.send('PUT', '/member', request);
      const token = tokenIn(await nextMail());
      const reset = await makeReset(t.app, ivy.email, resetLastsMs.handedOver);
      const redeem = { token: reset.token, password };
      assert.equal(
        (await visitor().send('POST', '/password-resets/redeem', redeem)).statusCode,
        200,
      );
      assert.equal((await confirm(token)).json().error, 'confirmation_link_invalid');
    });

    test("requesting a reset by mail keeps an operator's reset link valid", async () => {
      const joy = await t.addMember('joy@example.com');
      const { token } = await makeReset(t.app, joy.email, resetLastsMs.handedOver);
      await visitor().send('POST', '/password-resets', { email: joy.email });
      const mailed = /reset-password#([\w-]{43})/.exec((await nextMail()).text)?.[1] ?? '';
      const redeem = (link: string) =>
        visitor().send('POST', '/password-resets/redeem', { token: link, password });
      assert.equal((await redeem(token)).statusCode, 200);
      assert.equal(
        (await redeem(mailed)).json().error,
        'reset_link_invalid',
        'a redeemed link voids links requested earlier',
      );
    });
  });
}
