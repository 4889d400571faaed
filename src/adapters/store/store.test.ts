// The store's promises, on both engines.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { memberDetails } from '../../../test/support/factories.ts';
import { openTestStore, type Place, setups } from '../../../test/support/setups.ts';
import { silentLog } from '../../../test/support/test-logs.ts';
import type { NewKey, NewMember, Store } from '../../application/ports.ts';
import { hasWritten, withinRequest } from '../../application/request-scope.ts';
import { keyId } from '../../domain/keys/api-key.ts';
import { type MemberId, memberId } from '../../domain/members/member.ts';

const newMember = (email: string): NewMember => ({
  ...memberDetails({ email }),
  passwordHash: `hash of ${email}`,
  createdAtMs: 1_794_700_000_000,
});

const newKey = (owner: MemberId, digest: string): NewKey => ({
  memberId: owner,
  digest,
  prefix: digest.slice(0, 8),
  moduleType: 'shopify',
  site: 'shop.example',
  isDemo: true,
  createdAtMs: 1_794_700_000_001,
});

async function addMember(store: Store, email: string): Promise<MemberId> {
  const id = await store.members.add(newMember(email));
  assert.notEqual(id, 'email_taken');
  return id as MemberId;
}

for (const setup of setups) {
  describe(`store on ${setup.engine}`, () => {
    let place: Place & { remove(): Promise<void> };
    let store: Store;
    before(async () => {
      place = await setup.makePlace();
      store = await openTestStore(place, silentLog);
    });
    after(async () => {
      await store.close();
      await place.remove();
    });

    test('records that a request has written from its first commit on', async () => {
      await withinRequest('one', async () => {
        assert.equal(await store.members.find(memberId(4711)), undefined);
        assert.equal(hasWritten(), false);
        await addMember(store, 'written@example.com');
        assert.equal(hasWritten(), true);
      });
      assert.equal(hasWritten(), false);
    });

    test('reads a member back as it was added', async () => {
      const id = await addMember(store, 'Ann@Example.com');
      const expected = {
        id,
        ...memberDetails({ email: 'Ann@Example.com' }),
        isOpen: true,
        mayBookLive: true,
        hasMultipickup: false,
        mayConnectCarriers: false,
        ownAccounts: 0,
        discountBasisPoints: 0,
        isOperator: false,
        group: '',
      };
      assert.deepEqual(await store.members.find(id), expected);
      assert.deepEqual(await store.members.findByEmail(' ann@example.COM '), expected);
      const [user] = await store.users.list(id);
      assert.deepEqual(await store.users.findByEmail('ann@example.com'), {
        user: {
          id: user?.id,
          memberId: id,
          email: 'Ann@Example.com',
          role: 'admin',
          hasTwoFactor: false,
        },
        member: expected,
        passwordHash: 'hash of Ann@Example.com',
      });
      assert.equal(await store.members.find(memberId(999_999)), undefined);
    });

    test('accepts an e-mail address once in any case, even from simultaneous writers', async () => {
      const added = await Promise.all(
        ['twin@example.com', 'TWIN@example.com', 'Twin@Example.com'].map((email) =>
          store.members.add(newMember(email)),
        ),
      );
      assert.equal(added.filter((one) => one === 'email_taken').length, 2);
    });

    test('changes only the given fields of a member', async () => {
      const id = await addMember(store, 'changes@example.com');
      await store.members.change(id, { hasMultipickup: true, discountBasisPoints: 1250 });
      await store.members.change(id, { isOpen: false });
      await store.members.change(id, {});
      const member = await store.members.find(id);
      assert.equal(member?.hasMultipickup, true);
      assert.equal(member?.discountBasisPoints, 1250);
      assert.equal(member?.isOpen, false);
      assert.equal(member?.mayBookLive, true);
    });

    test('finds a key by its digest, switches it, replaces its secret and removes it', async () => {
      const owner = await addMember(store, 'keys@example.com');
      const id = await store.keys.add(newKey(owner, 'digest-one'));
      const other = await store.keys.add(newKey(owner, 'digest-two'));
      const found = await store.keys.findByDigest('digest-one');
      assert.deepEqual(found?.key, {
        id,
        memberId: owner,
        prefix: 'digest-o',
        moduleType: 'shopify',
        site: 'shop.example',
        isActive: true,
        isDemo: true,
        createdAtMs: 1_794_700_000_001,
      });
      assert.equal(found?.member.id, owner);
      await store.keys.change(id, { isActive: false });
      assert.equal((await store.keys.find(id))?.isActive, false);
      await store.keys.replaceSecret(id, { digest: 'digest-three', prefix: 'digest-3' });
      assert.equal(await store.keys.findByDigest('digest-one'), undefined);
      assert.equal((await store.keys.findByDigest('digest-three'))?.key.prefix, 'digest-3');
      assert.deepEqual(
        (await store.keys.list(owner)).map((key) => key.id),
        [id, other],
      );
      await store.keys.remove(id);
      assert.equal(await store.keys.find(id), undefined);
      assert.deepEqual(
        (await store.keys.list(owner)).map((key) => key.id),
        [other],
      );
    });

    test('never reuses the number of a removed key', async () => {
      const owner = await addMember(store, 'numbers@example.com');
      const first = await store.keys.add(newKey(owner, 'numbers-one'));
      await store.keys.remove(first);
      const second = await store.keys.add(newKey(owner, 'numbers-two'));
      assert.ok(second > first);
    });

    test('setting a credit limit again keeps the used amount', async () => {
      const owner = await addMember(store, 'credit@example.com');
      assert.equal(await store.credit.find(owner), undefined);
      assert.deepEqual(await store.credit.setLimit(owner, 9_000_000_000_00, 1), {
        limitCents: 9_000_000_000_00,
        usedCents: 0,
      });
      await store.credit.setLimit(owner, 50_000, 2);
      assert.deepEqual(await store.credit.find(owner), { limitCents: 50_000, usedCents: 0 });
    });

    test('a transaction that throws leaves no changes and does not disturb others', async () => {
      const outcomes = await Promise.allSettled(
        Array.from({ length: 30 }, (_, n) =>
          store.transaction(async (inside) => {
            const owner = await addMember(inside, `group-${n}@example.com`);
            // The transaction sees its own writes.
            assert.equal((await inside.members.find(owner))?.id, owner);
            await inside.keys.add(newKey(owner, `group-${n}`));
            if (n % 3 === 0) throw new Error('changed my mind');
          }),
        ),
      );
      for (const [n, outcome] of outcomes.entries()) {
        const isUndone = n % 3 === 0;
        assert.equal(outcome.status, isUndone ? 'rejected' : 'fulfilled');
        const member = await store.members.findByEmail(`group-${n}@example.com`);
        const key = await store.keys.findByDigest(`group-${n}`);
        assert.equal(member === undefined, isUndone);
        assert.equal(key === undefined, isUndone);
      }
    });

    test('a nested transaction is part of the outer one', async () => {
      await assert.rejects(
        store.transaction(async (outer) => {
          await outer.transaction((inner) => addMember(inner, 'nested@example.com'));
          throw new Error('no');
        }),
      );
      assert.equal(await store.members.findByEmail('nested@example.com'), undefined);
    });

    test('hides uncommitted rows from other connections', async () => {
      let seen: unknown = 'not looked';
      await store.transaction(async (inside) => {
        await addMember(inside, 'dirty@example.com');
        seen = await store.members.findByEmail('dirty@example.com');
      });
      assert.equal(seen, undefined);
    });

    test('members and key changes raise the configuration revision, while reads and credit do not', async () => {
      const revision = (): number => {
        const now = store.configurationRevision();
        assert.ok(now !== undefined);
        return now;
      };
      const owner = await addMember(store, 'revision@example.com');
      let last = revision();
      const moves = async (change: () => Promise<unknown>): Promise<void> => {
        await change();
        assert.ok(revision() > last);
        last = revision();
      };
      await moves(() => store.members.change(owner, { isOpen: false }));
      const key = await store.keys.add(newKey(owner, 'revision'));
      last = revision();
      await moves(() => store.keys.change(key, { isActive: false }));
      await moves(() => store.keys.replaceSecret(key, { digest: 'revision-2', prefix: 'r' }));
      await moves(() => store.keys.remove(key));
      await store.members.list();
      await store.credit.setLimit(owner, 100, 0);
      assert.equal(revision(), last);
    });

    test('a change undone in the same transaction keeps the revision', async () => {
      const before = store.configurationRevision();
      await assert.rejects(
        store.transaction(async (inside) => {
          await inside.keys.change(keyId(1), { isActive: false });
          throw new Error('no');
        }),
      );
      assert.equal(store.configurationRevision(), before);
    });

    test('an empty store reports that it is empty', async () => {
      const emptyPlace = await setup.makePlace();
      const empty = await openTestStore(emptyPlace, silentLog);
      assert.equal(await empty.members.isEmpty(), true);
      await addMember(empty, 'first@example.com');
      assert.equal(await empty.members.isEmpty(), false);
      await empty.close();
      await emptyPlace.remove();
    });

    test('two processes on one database write together without losing anything', async () => {
      const second = await openTestStore(place, silentLog);
      await Promise.all(
        Array.from({ length: 40 }, (_, n) =>
          addMember(n % 2 === 0 ? store : second, `together-${n}@example.com`),
        ),
      );
      const emails = (await second.members.list()).map(({ email }) => email);
      for (let n = 0; n < 40; n += 1) assert.ok(emails.includes(`together-${n}@example.com`));
      await second.close();
    });

    test('health names the engine and the schema version', async () => {
      const health = await store.health();
      assert.equal(health.engine, setup.engine);
      assert.ok(health.schemaVersion >= 1);
    });
  });
}
