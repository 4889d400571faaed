// The audit log: what users and keys change is recorded with its outcome, a member's admins see what concerns their
// member, and the operator sees everything.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { purgeAuditLog } from '../../src/application/audit/record-change.ts';
import { changeMember } from '../../src/application/members/change-member.ts';
import { StoreBusy } from '../../src/application/ports.ts';
import { addUser } from '../../src/application/users/manage-users.ts';
import { actionKind } from '../../src/domain/audit/audit-action.ts';
import { dayMs } from '../../src/domain/time/durations.ts';
import { routes } from '../../src/http/routes.ts';
import { Checkout } from '../support/bookings/checkout.ts';
import { type Visitor, visitorsOf } from '../support/pages/members-area.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp, type TestMember } from '../support/test-app.ts';

type Entry = {
  by: { kind: string; name: string };
  member: { id: number; name: string } | null;
  what: string;
  thing: { kind: string; id: string } | null;
  detail: string;
  address: string;
  outcome: string;
  reason: string;
};

type Shape = { properties?: object };

test('every field that an action records is a field of its request', () => {
  const wrong = routes.flatMap(({ method, path, records, endpoint: { shapes } }) => {
    const { body, params } = shapes as { body?: Shape; params?: Shape };
    // Requests of v4 and of imports are read without a shape.
    if (records === undefined || (body !== undefined && body.properties === undefined)) return [];
    const sent = Object.keys({ ...params?.properties, ...body?.properties });
    return (actionKind(records).detail ?? [])
      .filter((field) => !sent.includes(field.replace('-', '_')))
      .map((field) => `${method} ${path} has no ${field}`);
  });
  assert.deepEqual(wrong, []);
});

for (const setup of setups)
  describe(`the audit log on ${setup.name}`, () => {
    let t: TestApp;
    let [jane, bob, operator]: TestMember[] = [];
    let [janes, bobs, olgas]: Visitor[] = [];
    const { visitor } = visitorsOf(() => t);
    before(async () => {
      t = await startTestApp(setup);
      jane = await t.addMember();
      bob = await t.addMember('bob@example.com');
      operator = await t.addMember('olga@example.com');
      await changeMember(t.app, operator.email, { isOperator: true });
      janes = await visitor().signIn(jane);
      bobs = await visitor().signIn(bob);
      olgas = await visitor().signIn(operator);
    });
    after(() => t.close());

    const read = async (by: Visitor | undefined, path: string): Promise<Entry[]> => {
      const answer = await by?.get(path);
      assert.equal(answer?.statusCode, 200, answer?.body);
      return answer?.json();
    };
    const brief = ({ by, what, outcome }: Entry) => `${by.name || by.kind}: ${what} (${outcome})`;

    test('records what users and keys do, refused attempts too, for the admins of their member only', async () => {
      assert.ok(jane && bob && operator && janes && bobs && olgas);
      const shop = new Checkout(t, jane);
      await shop.giveCredit(100_000);
      const booked = await shop.book({ payment_method: 'credit' });
      const deleteIt = async ({ id }: { id: number }): Promise<number> => {
        const headers = { 'api-key': shop.member.key };
        const url = `${shop.urls.bookings}/${id}`;
        return (await t.inject({ method: 'DELETE', url, headers })).statusCode;
      };
      const quoted = await shop.quote();
      assert.ok((await deleteIt(quoted)) < 300);
      assert.ok((await deleteIt(booked)) >= 400);
      const change = { active: false };
      assert.equal((await janes.send('PUT', `/keys/${jane.keyId}`, change)).statusCode, 200);
      // Another member's key has no name.
      assert.equal((await janes.send('DELETE', `/keys/${bob.keyId}`)).statusCode, 404);
      const invited = { email: 'vera@example.com', role: 'viewer' };
      assert.equal((await janes.send('POST', '/invitations', invited)).statusCode, 201);
      const wrong = { email: jane.email.toUpperCase(), password: 'a wrong one' };
      assert.equal((await visitor().send('POST', '/session', wrong)).statusCode, 401);
      await visitor().send('POST', '/session', { ...wrong, email: 'nobody@example.com' });
      await t.app.background.idle();
      const limit = await olgas.send('PUT', `/operator/members/${jane.id}/credit`, { limit: 50 });
      assert.equal(limit.statusCode, 200, limit.body);
      const cancelled = await olgas.send('POST', `/operator/bookings/${booked.id}/cancel`);
      assert.equal(cancelled.statusCode, 200, cancelled.body);
      const margin = await olgas.send('DELETE', '/operator/margins/999');
      assert.ok(margin.statusCode >= 400, margin.body);

      const own = await read(janes, '/audit');
      assert.deepEqual(own.map(brief), [
        `operator: Cancelled booking ${booked.id} (done)`,
        'operator: Set the credit limit of member Tile Warehouse (done)',
        'jane@tilewarehouse.example: Tried to sign in (refused)',
        'jane@tilewarehouse.example: Invited a user (done)',
        `jane@tilewarehouse.example: Tried to delete API key ${bob.keyId} (refused)`,
        'jane@tilewarehouse.example: Switched off API key tilewarehouse.example (done)',
        `tilewarehouse.example: Tried to delete booking ${booked.id} (refused)`,
        `tilewarehouse.example: Deleted booking ${quoted.id} (done)`,
        'jane@tilewarehouse.example: Signed in (done)',
      ]);
      const [byOperator, , , invitation, , switchedOff, refused] = own;
      assert.deepEqual(
        [byOperator?.address, byOperator?.detail, byOperator?.member],
        ['', '', null],
      );
      assert.equal(invitation?.detail, 'email: vera@example.com, role: viewer');
      assert.deepEqual(switchedOff?.thing, {
        ...{ kind: 'key', id: String(jane.keyId), is_gone: false },
      });
      assert.deepEqual([switchedOff?.address, refused?.by.kind], [janes.address, 'key']);
      assert.notEqual(refused?.reason, '');
      assert.deepEqual((await read(bobs, '/audit')).map(brief), [
        'bob@example.com: Signed in (done)',
      ]);
      assert.deepEqual(await read(janes, '/audit?actor=olga@example.com'), []);
      assert.deepEqual(
        (await read(janes, '/audit?group=keys&sort=at&actor=JANE@tilewarehouse.example')).map(
          ({ what }) => what,
        ),
        ['Switched off API key tilewarehouse.example', `Tried to delete API key ${bob.keyId}`],
      );

      const all = await read(olgas, '/operator/audit?actor=olga@example.com');
      assert.deepEqual(all.map(brief), [
        'olga@example.com: Tried to remove margin 999 (refused)',
        `olga@example.com: Cancelled booking ${booked.id} (done)`,
        'olga@example.com: Set the credit limit of member Tile Warehouse (done)',
        'olga@example.com: Signed in (done)',
      ]);
      assert.equal(all[2]?.detail, 'limit: 50');
      assert.deepEqual([all[0]?.member, all[1]?.member?.id], [null, jane.id]);
      const ofJane = await read(olgas, `/operator/audit?member=${jane.id}`);
      assert.equal(ofJane.length, own.length);
      const today = new Date(t.app.clock.nowMs() + 11 * 3_600_000).toISOString().slice(0, 10);
      assert.equal((await read(janes, `/audit?from=${today}&to=${today}`)).length, own.length);
      assert.equal((await janes.get('/audit?from=2026-11-31')).statusCode, 400);
      assert.deepEqual(await read(janes, '/audit?to=2020-01-01'), []);
    });

    test('says which bookings, receipt and versions a change was about', async () => {
      assert.ok(jane && olgas);
      const bookings = [{ id: 4711 }, { id: 4712, pickup_date: '2026-11-20' }];
      const marked = { bookings, is_notified: true };
      await olgas.send('PUT', '/operator/notified-carriers', marked);
      await olgas.send('DELETE', `/operator/members/${jane.id}/receipts/4713`);
      const lines = { lines: [1], state: 'accepted', charge: true };
      await olgas.send('PUT', '/operator/carrier-invoices/4714/lines', lines);
      const draft = { folder: 'toll', files: [], holds_from: '2027-07-01' };
      await olgas.send('POST', '/operator/rate-cards', draft);
      const versions = '/operator/rate-cards/toll/versions/3';
      await olgas.send('POST', `${versions}/rollback`);
      await olgas.send('DELETE', versions);
      const path = '/operator/audit?actor=olga@example.com';
      assert.deepEqual(
        (await read(olgas, path)).slice(0, 6).map(({ detail }) => detail),
        [
          ...['version: 3', 'version: 3', 'folder: toll, holds from: 2027-07-01'],
          ...['state: accepted, charge: yes', 'receipt: 4713', 'bookings: 4711, 4712'],
        ],
      );
    });

    test('is downloaded as CSV without formulas, and read by admins and the operator only', async () => {
      assert.ok(jane && bob && janes && bobs && olgas);
      const named = { module_type: 'custom_site', site: '=1+1' };
      const { id } = (await bobs.send('POST', '/keys', named)).json();
      assert.equal((await bobs.send('DELETE', `/keys/${id}`)).statusCode, 204);
      const file = await bobs.get('/audit/export.csv?group=keys');
      assert.equal(file.headers['content-type'], 'text/csv; charset=utf-8');
      const [head, removed, added, rest] = file.body.split('\r\n');
      assert.match(String(head), /^time,by,name,member,/);
      assert.match(
        String(removed),
        new RegExp(`^[^,]+,User,bob@example.com,,,Deleted API key =1\\+1,,Done,,.*,key,${id}$`),
      );
      assert.match(String(added), /,Created API key \d+,"site: =1\+1,.*"/);
      assert.equal(rest, '');
      const everything = await olgas.get('/operator/audit/export.csv');
      assert.match(everything.body, /,bob@example.com,\d+,Tile Warehouse,Deleted API key/);
      const password = 'a long enough one';
      for (const role of ['viewer', 'booker'] as const) {
        const email = `${role}@example.com`;
        await addUser(t.app, bob.id, { email, role }, password);
        const visiting = await visitor().signIn({ email, password });
        for (const path of ['/audit', '/audit/export.csv'])
          assert.equal((await visiting.get(path)).json().error, 'role_needed');
      }
      for (const path of ['/operator/audit', '/operator/audit/export.csv'])
        assert.equal((await janes.get(path)).json().error, 'operators_only');
    });

    test('a change whose process dies is there as not finished, and nothing changes without an entry', async () => {
      assert.ok(janes);
      const { auditLog, itemPresets } = t.app.store;
      const { add, finish } = auditLog;
      const { remove } = itemPresets;
      const goods = {
        description: 'Carton',
        quantity: 1,
        weight: 1,
        length: 1,
        width: 1,
        height: 1,
      };
      const { id } = (await janes.send('POST', '/item-presets', { name: 'Box', ...goods })).json();
      const removeBox = () => janes?.send('DELETE', `/item-presets/${id}`);
      const isThere = async () => (await read(janes, '/item-presets')).length === 1;
      /** Another process reads what the dead one left. */
      const left = async () => {
        const [newest] = await read(janes, '/audit');
        return [newest?.what, newest?.outcome, await isThere()];
      };
      const began = `Began to remove item preset ${id}`;
      const dying = Promise.withResolvers<void>();
      const dies = () => {
        dying.resolve();
        return new Promise<never>(() => {});
      };
      try {
        itemPresets.remove = dies;
        void removeBox();
        await dying.promise;
        assert.deepEqual(await left(), [began, 'not_finished', true]);
        itemPresets.remove = remove;

        auditLog.add = () => Promise.reject(new StoreBusy());
        assert.equal((await removeBox())?.statusCode, 503);
        assert.equal(await isThere(), true);
        auditLog.add = add;

        const removed = Promise.withResolvers<void>();
        auditLog.finish = () => {
          removed.resolve();
          return new Promise<never>(() => {});
        };
        void removeBox();
        await removed.promise;
        assert.deepEqual(await left(), [began, 'not_finished', false]);
      } finally {
        Object.assign(auditLog, { add, finish });
        itemPresets.remove = remove;
      }
    });

    test('the operator sees a member’s users with role, last sign-in and second factor', async () => {
      assert.ok(jane && olgas);
      const { users } = (await olgas.get(`/operator/members/${jane.id}`)).json();
      const [{ last_sign_in_at: signedInAt, ...user }] = users;
      assert.deepEqual(user, {
        id: jane.userId,
        email: jane.email,
        role: 'admin',
        two_factor: false,
      });
      assert.ok(Math.abs(Date.parse(signedInAt) - t.app.clock.nowMs()) < dayMs);
    });

    test('entries older than AUDIT_DAYS are deleted', async () => {
      assert.ok(janes && jane);
      t.advanceClock(t.app.auditKeptMs + dayMs);
      await janes.signIn(jane);
      assert.equal(await purgeAuditLog(t.app), false);
      assert.deepEqual((await read(janes, '/audit')).map(brief), [
        `${jane.email}: Signed in (done)`,
      ]);
    });
  });
