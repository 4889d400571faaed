// Lists of the members area on both engines: sorted by a column over every page, without a row twice or left out; and
// users’ saved views of them.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { changeMember } from '../../src/application/members/change-member.ts';
import { setCreditLimit } from '../../src/application/payments/credit-account.ts';
import { aCarton, melbourne } from '../support/bookings/quote-bodies.ts';
import { aCall } from '../support/carriers/carrier-calls.ts';
import { type Visitor, visitorsOf } from '../support/pages/members-area.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp, type TestMember } from '../support/test-app.ts';

for (const setup of setups) {
  describe(`lists on ${setup.name}`, () => {
    let t: TestApp;
    let jane: TestMember;
    let olga: Visitor;
    const { visitor } = visitorsOf(() => t);
    before(async () => {
      t = await startTestApp(setup);
      jane = await t.addMember();
      const operator = await t.addMember('olga@example.com');
      await changeMember(t.app, operator.email, { isOperator: true });
      olga = await visitor().signIn(operator);
    });
    after(() => t.close());

    type Row = { id: number };
    const bothPages = async (client: Visitor, path: string, sort: string): Promise<Row[]> => {
      const rows: Row[] = [];
      for (const page of [1, 2]) {
        const answer = await client.get(`${path}?sort=${sort}&page=${page}`);
        assert.equal(answer.statusCode, 200, answer.body);
        const body = answer.json();
        rows.push(...(Array.isArray(body) ? body : body.calls));
      }
      return rows;
    };
    /** Ascending and descending have every row once, in opposite order, and `shownIn` never falls. */
    const assertSorted = async (
      client: Visitor,
      path: string,
      [sort, shownIn]: readonly [string, (row: never) => string | number],
    ): Promise<Row[]> => {
      const up = await bothPages(client, path, sort);
      const ids = up.map(({ id }) => id);
      assert.equal(new Set(ids).size, ids.length, `${sort} lists no row twice`);
      const down = await bothPages(client, path, `-${sort}`);
      assert.deepEqual(down.map(({ id }) => id).toReversed(), ids);
      const values = up.map((row) => shownIn(row as never));
      const sorted = values.toSorted((a, b) => (a === b ? 0 : a < b ? -1 : 1));
      assert.deepEqual(values, sorted, `${sort} sorts`);
      return up;
    };

    test('sorts a member’s orders by every column, numbers by their value', async () => {
      const client = await visitor().signIn(jane);
      const names = ['zoë', 'Adam', 'émile', 'Bo'];
      for (let n = 1; n <= 60; n += 1) {
        const sent = await client.send('POST', '/orders/create-simple', {
          order_id: `A-${n}`,
          sale_price: String((n * 7) % 5),
          receiver: { ...melbourne, name: names[n % 4] },
          // Without items an order is not ready.
          items: n % 3 === 0 ? [] : [aCarton()],
        });
        assert.equal(sent.statusCode, 201, sent.body);
      }
      type Order = {
        order_id: string;
        sale_price: number;
        imported_time: string;
        transdirect_order_status: string;
        delivery: { name: string };
      };
      const byNumber = await assertSorted(client, '/orders', [
        'number',
        ({ order_id }: Order) => Number(order_id.slice(2)),
      ]);
      assert.equal(byNumber.length, 60);
      await assertSorted(client, '/orders', ['value', ({ sale_price }: Order) => sale_price]);
      await assertSorted(client, '/orders', [
        'imported',
        ({ imported_time }: Order) => imported_time,
      ]);
      await assertSorted(client, '/orders', [
        'status',
        ({ transdirect_order_status: status }: Order) => status,
      ]);
      await assertSorted(client, '/orders', [
        'receiver',
        ({ delivery: { name } }: Order) => ['Adam', 'Bo', 'émile', 'zoë'].indexOf(name),
      ]);
      assert.equal((await client.get('/orders?sort=colour')).statusCode, 400);
    });

    test('sorts members by every column', async () => {
      for (let n = 1; n <= 55; n += 1) {
        const added = await olga.send('POST', '/operator/members', {
          email: `m${n % 10}-${n}@example.com`,
          company_name: ['zeta', 'Alpha', 'beta'][n % 3],
        });
        assert.equal(added.statusCode, 201, added.body);
      }
      await setCreditLimit(t.app, jane.email, 100_00);
      await changeMember(t.app, jane.email, { discountBasisPoints: 500 });
      type Member = {
        email: string;
        company_name: string;
        discount: number;
        credit: { used: number };
      };
      const all = await assertSorted(olga, '/operator/members', [
        'email',
        ({ email }: Member) => email,
      ]);
      assert.equal(all.length, 57);
      await assertSorted(olga, '/operator/members', [
        'company',
        ({ company_name }: Member) => company_name.toLowerCase(),
      ]);
      await assertSorted(olga, '/operator/members', [
        'discount',
        ({ discount }: Member) => discount,
      ]);
      await assertSorted(olga, '/operator/members', ['owes', ({ credit }: Member) => credit.used]);
    });

    test('sorts calls to carriers by every column', async () => {
      await t.app.store.carrierCalls.add(
        Array.from({ length: 60 }, (_, n) =>
          aCall({
            carrier: n % 2 === 0 ? 'auspost' : 'hi_trans',
            status: [200, 0, 503][n % 3] ?? 0,
            tookMs: (n * 13) % 17,
            atMs: n,
          }),
        ),
      );
      type Call = { id: number; carrier: string; status: number; took_ms: number };
      const path = '/operator/carrier-calls';
      assert.equal((await assertSorted(olga, path, ['at', ({ id }: Call) => id])).length, 60);
      await assertSorted(olga, path, ['carrier', ({ carrier }: Call) => carrier]);
      await assertSorted(olga, path, ['status', ({ status }: Call) => status]);
      await assertSorted(olga, path, ['took', ({ took_ms }: Call) => took_ms]);
    });

    test('keeps a user’s views: saved, replaced, renamed and removed, and never another user’s', async () => {
      const client = await visitor().signIn(jane);
      const view = {
        list: 'orders',
        name: 'Melbourne, dear',
        search: { q: 'melb', sort: '-value' },
        columns: { Goods: false },
      };
      const save = (body: object, as = client) => as.send('POST', '/saved-views', body);
      const listed = async (as = client, list = 'orders') =>
        (await as.get(`/saved-views?list=${list}`)).json();
      const saved = await save(view);
      assert.equal(saved.statusCode, 201, saved.body);
      const { id } = saved.json();
      assert.deepEqual(await listed(), [{ ...view, id }]);
      assert.deepEqual(await listed(client, 'members-bookings'), []);

      const again = await save({ ...view, name: ' melbourne,  DEAR', search: {} });
      assert.equal(again.json().id, id, 'the same name is the same view');
      const renamed = await save({ ...view, name: 'South', replaces: id });
      assert.equal(renamed.statusCode, 201, renamed.body);
      assert.deepEqual(await listed(), [{ ...view, name: 'South', id: renamed.json().id }]);

      // A viewer of the same member has views, too, and cannot reach Jane's.
      const invited = await client.send('POST', '/invitations', {
        email: 'vera@example.com',
        role: 'viewer',
      });
      const token = new URL(invited.json().url).hash.slice(1);
      const password = 'a long enough one';
      const accepted = await visitor().send('POST', '/invitations/accept', { token, password });
      assert.equal(accepted.statusCode, 201, accepted.body);
      const vera = await visitor().signIn({ email: 'vera@example.com', password });
      assert.deepEqual(await listed(vera), []);
      assert.equal((await save({ ...view, replaces: renamed.json().id }, vera)).statusCode, 201);
      assert.equal(
        (await vera.send('DELETE', `/saved-views/${renamed.json().id}`)).statusCode,
        204,
      );
      assert.equal((await listed()).length, 1, 'Jane’s view stays');

      const wrong = { ...view, name: ' ', search: { 'q[]': 'x' }, columns: { Goods: 'no' } };
      const refused = await save(wrong);
      assert.equal(refused.statusCode, 400, refused.body);
      assert.deepEqual(Object.keys(refused.json().errors).toSorted(), [
        'columns',
        'name',
        'search',
      ]);
      assert.equal((await client.get('/saved-views?list=keys')).statusCode, 400);
      for (let n = 2; n <= 20; n += 1) await save({ ...view, name: `View ${n}` });
      const full = await save({ ...view, name: 'View 21' });
      assert.equal(full.statusCode, 400, full.body);
      assert.match(full.json().message, /already have 20 views/);
      assert.equal((await save({ ...view, name: 'View 20' })).statusCode, 201);
      assert.equal((await client.send('DELETE', `/saved-views/${id}`)).statusCode, 204);
    });
  });
}
