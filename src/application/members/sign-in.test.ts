// A password that changes after the old one was checked for an action, such as a sign-in, and before that action, on
// both engines.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { memberDetails } from '../../../test/support/factories.ts';
import { refusedAs } from '../../../test/support/refused-as.ts';
import { setups } from '../../../test/support/setups.ts';
import { startTestApp, type TestApp, type TestMember } from '../../../test/support/test-app.ts';
import { hourMs } from '../../domain/time/durations.ts';
import type { SignedInCaller } from '../caller.ts';
import type { App, Store } from '../ports.ts';
import { changePassword, makeReset, redeemReset } from './change-password.ts';
import { changeProfile } from './change-profile.ts';
import { signIn } from './sign-in.ts';

const visitor = { address: '192.0.2.7', userAgent: 'a browser' };
const fresh = 'battery: staple';

for (const setup of setups) {
  describe(`a password that changes during another request on ${setup.name}`, () => {
    let t: TestApp;
    let jane: TestMember;
    let members = 0;
    before(async () => {
      t = await startTestApp(setup);
    });
    after(() => t.close());
    beforeEach(async () => {
      members += 1;
      jane = await t.addMember(`jane${members}@example.com`);
    });

    const reset = async (): Promise<void> => {
      const { token } = await makeReset(t.app, String(jane.id), hourMs);
      await redeemReset(t.app, token, fresh);
    };
    /** The app with the password reset just before its first transaction. */
    const overtaken = (): App => {
      const { store } = t.app;
      let isFirst = true;
      const transaction: Store['transaction'] = async (work) => {
        if (isFirst) {
          isFirst = false;
          await reset();
        }
        return await store.transaction(work);
      };
      return { ...t.app, store: { ...store, transaction } };
    };
    const callerOf = async (): Promise<SignedInCaller> => {
      const found = await t.app.store.users.findByEmail(jane.email);
      assert.ok(found);
      const { member, user } = found;
      return { kind: 'member', member, user };
    };
    const sessions = async (): Promise<number> =>
      (await t.app.store.sessions.list(jane.userId)).length;

    for (const known of ['checked', 'remembered'] as const) {
      test(`opens no session with the old password that was ${known} before`, async () => {
        if (known === 'remembered') await signIn(t.app, jane, visitor);
        await assert.rejects(signIn(overtaken(), jane, visitor), refusedAs('credentials_rejected'));
        assert.equal(await sessions(), 0);
        await signIn(t.app, { email: jane.email, password: fresh }, visitor);
        assert.equal(await sessions(), 1);
      });
    }

    // SQLite has one writer, so another write cannot come in between.
    if (setup.engine === 'postgres')
      test('blocks a password change between its check and the new session', async () => {
        const { store } = t.app;
        let hasChanged = false;
        let changing: Promise<void> | undefined;
        const within = (inside: Store): Store => ({
          ...inside,
          sessions: {
            ...inside.sessions,
            add: async (session) => {
              changing = store.users.change(jane.userId, { passwordHash: 'another' }).then(() => {
                hasChanged = true;
              });
              // Long enough for a change that is not blocked.
              for (let n = 0; n < 50; n += 1) await store.members.find(jane.id);
              assert.equal(hasChanged, false);
              return await inside.sessions.add(session);
            },
          },
        });
        const transaction: Store['transaction'] = (work) =>
          store.transaction((inside) => work(within(inside)));
        await signIn({ ...t.app, store: { ...store, transaction } }, jane, visitor);
        await changing;
        assert.equal(hasChanged, true);
      });

    test('refuses a change of e-mail address with the old password', async () => {
      const details = memberDetails({ email: `intruder${members}@example.com` });
      const input = { details, currentPassword: jane.password };
      await assert.rejects(
        changeProfile(overtaken(), await callerOf(), input, visitor.address),
        refusedAs('validation'),
      );
      assert.equal((await t.app.store.members.find(jane.id))?.email, jane.email);
    });

    test('a reset link is void once the e-mail address it was sent to changes, and not before', async () => {
      const taken = await t.addMember(`taken${members}@example.com`);
      const { token } = await makeReset(t.app, String(jane.id), hourMs);
      const input = (email: string) => ({
        details: memberDetails({ email }),
        currentPassword: jane.password,
      });
      const change = async (email: string) =>
        changeProfile(t.app, await callerOf(), input(email), visitor.address);
      await assert.rejects(change(taken.email), refusedAs('email_taken'));
      const digest = t.app.secrets.digest(token);
      const owner = () =>
        t.app.store.passwordResets.find(digest, {
          nowMs: t.app.clock.nowMs(),
          farthestMs: Number.MAX_SAFE_INTEGER,
        });
      assert.equal(await owner(), jane.id);
      await change(`moved${members}@example.com`);
      assert.equal(await owner(), undefined);
    });

    test('refuses a password change with the old password', async () => {
      const input = { currentPassword: jane.password, password: 'the: intruder' };
      await assert.rejects(
        changePassword(overtaken(), await callerOf(), input, visitor.address),
        refusedAs('validation'),
      );
      await signIn(t.app, { email: jane.email, password: fresh }, visitor);
    });
  });
}
