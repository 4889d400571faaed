// The users of a member: invitations by e-mail or by link, roles, and removal.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { changeMember } from '../../src/application/members/change-member.ts';
import { dayMs, hourMs } from '../../src/domain/time/durations.ts';
import { homeZone } from '../../src/domain/time/home-clock.ts';
import { timestampWithColon } from '../../src/domain/time/timestamp.ts';
import { noted } from '../support/components/mailing.ts';
import { type Visitor, visitorsOf } from '../support/pages/members-area.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp, type TestMember } from '../support/test-app.ts';
import { until } from '../support/until.ts';

const password = 'a long enough one';

for (const setup of setups)
  describe(`users on ${setup.name}`, () => {
    let t: TestApp;
    let jane: TestMember;
    let janes: Visitor;
    const { mailing, sent } = noted();
    const { visitor } = visitorsOf(() => t);
    before(async () => {
      t = await startTestApp(setup);
    });
    after(() => t.close());
    let members = 0;
    beforeEach(async () => {
      t.app.mailing = undefined;
      sent.length = 0;
      t.advanceClock(hourMs);
      members += 1;
      jane = await t.addMember(`jane${members}@example.com`);
      janes = await visitor().signIn(jane);
    });

    const invite = (email: string, role = 'booker') =>
      janes.send('POST', '/invitations', { email, role });
    const accept = (token: string) =>
      visitor().send('POST', '/invitations/accept', { token, password });
    const tokenIn = (text: unknown): string =>
      /\/accept-invitation#([\w-]{43})/.exec(String(text))?.[1] ?? '';

    test('an invited person chooses a password, is signed in, and has the role', async () => {
      const email = `Bob${members}@example.com`;
      const answer = await invite(` ${email} `);
      assert.equal(answer.statusCode, 201, answer.body);
      const { url, ...invited } = answer.json();
      assert.deepEqual((await janes.get('/users')).json(), {
        users: [
          {
            ...{ id: jane.userId, email: jane.email, role: 'admin', two_factor: false },
            last_sign_in_at: timestampWithColon(t.app.clock.nowMs(), homeZone),
          },
        ],
        invitations: [invited],
      });
      const weak = await visitor().send('POST', '/invitations/accept', {
        token: tokenIn(url),
        password: email,
      });
      assert.deepEqual([weak.statusCode, Object.keys(weak.json().errors)], [400, ['password']]);
      const opened = await accept(tokenIn(url));
      assert.equal(opened.statusCode, 201, opened.body);
      const { user, member } = opened.json();
      assert.deepEqual([user.email, user.role, member.id], [email, 'booker', jane.id]);
      const bobs = await visitor().signIn({ email: email.toLowerCase(), password });
      assert.equal((await bobs.get('/keys')).json()[0].id, jane.keyId);
      assert.equal((await bobs.send('POST', '/keys', {})).json().error, 'role_needed');
      assert.equal((await accept(tokenIn(url))).json().error, 'invitation_link_invalid');
      assert.deepEqual((await janes.get('/users')).json().invitations, []);
      assert.equal((await invite(email)).json().error, 'email_taken');
      // A new role counts on the next request, and a removed user is signed out.
      const change = (role: string) => janes.send('PUT', `/users/${user.id}`, { role });
      assert.deepEqual((await change('viewer')).json(), { ...user, role: 'viewer' });
      assert.equal((await bobs.send('POST', '/orders/1/reopen')).json().error, 'role_needed');
      assert.equal((await janes.send('DELETE', `/users/${user.id}`)).statusCode, 204);
      assert.equal((await bobs.get('/member')).json().error, 'session_ended');
      assert.equal((await change('admin')).json().error, 'user_not_found');
    });

    test('the last admin can neither be removed nor become a booker', async () => {
      const path = `/users/${jane.userId}`;
      for (const answer of [
        await janes.send('PUT', path, { role: 'booker' }),
        await janes.send('DELETE', path),
      ])
        assert.match(answer.json().errors.role[0], /No admin would be left/);
      assert.equal((await janes.get('/session')).json().user.role, 'admin');
    });

    test('an invitation works until it is withdrawn, replaced or a week old', async () => {
      const email = `carol${members}@example.com`;
      const first = (await invite(email)).json();
      const second = (await invite(email.toUpperCase(), 'viewer')).json();
      assert.equal(second.id, first.id);
      assert.equal((await accept(tokenIn(first.url))).json().error, 'invitation_link_invalid');
      assert.equal((await janes.send('DELETE', `/invitations/${first.id}`)).statusCode, 204);
      assert.equal((await accept(tokenIn(second.url))).json().error, 'invitation_link_invalid');
      const late = (await invite(email)).json();
      t.advanceClock(7 * dayMs);
      assert.equal((await accept(tokenIn(late.url))).json().error, 'invitation_link_invalid');
      await janes.signIn(jane);
      assert.deepEqual((await janes.get('/users')).json().invitations, []);
    });

    test('with a mail server only the mailbox learns the link, and that an address is taken', async () => {
      t.app.mailing = mailing;
      const other = await t.addMember(`other${members}@example.com`);
      const [known, fresh] = [
        await invite(other.email),
        await invite(`dora${members}@example.com`),
      ];
      assert.deepEqual([known.statusCode, known.json().url], [201, null]);
      assert.deepEqual([fresh.statusCode, fresh.json().url], [201, null]);
      await until('both e-mails are sent', () => sent.length === 2);
      const mailTo = (email: string) => sent.find(({ to }) => to.address === email)?.text;
      assert.match(String(mailTo(other.email)), /already has one/);
      assert.equal(tokenIn(mailTo(other.email)), '');
      const token = tokenIn(mailTo(`dora${members}@example.com`));
      await changeMember(t.app, jane.email, { isOpen: false });
      assert.equal((await accept(token)).json().error, 'invitation_link_invalid');
      await changeMember(t.app, jane.email, { isOpen: true });
      assert.equal((await accept(token)).statusCode, 201);
    });

    test('a new address of the business changes the sign-in of the admin who had the last one, and of no other', async () => {
      const email = `eve${members}@example.com`;
      await accept(tokenIn((await invite(email, 'admin')).json().url));
      const eves = await visitor().signIn({ email, password });
      const moved = `new${members}@example.com`;
      const change = (by: Visitor, to: string, current_password: string) =>
        by.send('PUT', '/member', { email: to, current_password });
      assert.equal((await change(janes, moved, jane.password)).json().email, moved);
      const emails = async (): Promise<string[]> =>
        (await eves.get('/users')).json().users.map((user: { email: string }) => user.email);
      assert.deepEqual(await emails(), [moved, email]);
      assert.equal((await change(eves, email, password)).json().email, email);
      assert.deepEqual(await emails(), [moved, email]);
      assert.equal(
        (await change(janes, `last${members}@example.com`, jane.password)).statusCode,
        200,
      );
      assert.deepEqual(await emails(), [moved, email]);
    });
  });
