// GET /orders, in both generations: pages, sorting and search.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  ascendingSorts,
  descendingSorts,
  longAgo,
  unreadSinces,
  unreadSorts,
} from '../support/list-queries.ts';
import { aFullOrder } from '../support/orders/order-bodies.ts';
import {
  type OrderAnswer,
  OrderClient,
  ordersAt,
  refused,
} from '../support/orders/order-client.ts';
import { setups } from '../support/setups.ts';
import { basic, type TestMember } from '../support/test-app.ts';

const prefixes = ['/api/orders', '/api/v5/orders'] as const;

for (const setup of setups) {
  describe(`lists of orders on ${setup.name}`, () => {
    let client: OrderClient;
    let carol: TestMember;
    let ids: number[];
    const { create } = ordersAt('/api/v5/orders', () => client);
    before(async () => {
      client = await OrderClient.open(setup);
      carol = await client.t.addMember('carol@example.com');
      ids = [];
      // Create 55 orders, three in each minute.
      for (let n = 0; n < 55; n += 1) {
        if (n % 3 === 0) client.t.advanceClock(60_000);
        ids.push((await create({ order_id: `L-${n}`, buyer_name: `Buyer ${n}` }, carol)).id);
      }
    });
    after(() => client.t.close());

    const list = async (query: string, prefix: string = prefixes[0], member = carol) => {
      const answer = await client.t.get(`${prefix}${query}`, { 'api-key': member.key });
      assert.equal(answer.statusCode, 200, answer.body);
      return answer.json<OrderAnswer[]>();
    };
    const idsOf = async (...request: Parameters<typeof list>): Promise<number[]> =>
      (await list(...request)).map(({ id }) => id);

    for (const prefix of prefixes) {
      test(`${prefix}: lists orders newest first, fifty a page`, async () => {
        const newest = ids.toReversed();
        assert.deepEqual(await idsOf('', prefix), newest.slice(0, 50));
        assert.deepEqual(await idsOf('?page=2', prefix), newest.slice(50));
        assert.deepEqual(await idsOf('?page=3&limit=100', prefix), []);
        assert.deepEqual(await idsOf('?sort=asc&page=', prefix), ids.slice(0, 50));
      });

      test(`${prefix}: answers an empty list to a member without orders`, async () => {
        const newcomer = await client.t.addMember(`newcomer${prefix.length}@example.com`);
        const answer = await client.t.get(prefix, { 'api-key': newcomer.key });
        assert.deepEqual([answer.statusCode, answer.body], [200, '[]']);
      });

      test(`${prefix}: each listed order is the same as when read`, async () => {
        const [first] = await list('', prefix);
        const read = await client.t.get(`${prefix}/${first?.id}`, { 'api-key': carol.key });
        assert.deepEqual(read.json(), first);
      });

      test(`${prefix}: lists only the member's own orders, and requires credentials`, async () => {
        await create({}, client.bob);
        const bobsOrders = await list('', prefix, client.bob);
        assert.ok(bobsOrders.length > 0);
        assert.ok(bobsOrders.every((order) => order.transdirect_member_id === client.bob.id));
        assert.deepEqual(await list('?q=L-1', prefix, client.bob), []);
        await refused(client.t.get(prefix), 401);
      });

      test(`${prefix}: ignores a sort or since that it cannot read`, async () => {
        const newest = ids.toReversed().slice(0, 50);
        for (const [field, texts] of Object.entries({ sort: unreadSorts, since: unreadSinces }))
          for (const text of texts) {
            const query = `?${field}=${encodeURIComponent(text)}`;
            assert.deepEqual(await idsOf(query, prefix), newest, query);
          }
      });

      test(`${prefix}: sorts orders by their time in each spelling that shops send`, async () => {
        const [oldest, newest] = [ids.slice(0, 50), ids.toReversed().slice(0, 50)];
        for (const text of ascendingSorts)
          assert.deepEqual(await idsOf(`?sort=${encodeURIComponent(text)}`, prefix), oldest, text);
        for (const text of descendingSorts)
          assert.deepEqual(await idsOf(`?sort=${encodeURIComponent(text)}`, prefix), newest, text);
        for (const text of longAgo) {
          const query = `?sort=asc&since=${encodeURIComponent(text)}`;
          assert.deepEqual(await idsOf(query, prefix), oldest, text);
        }
      });

      test(`${prefix}: refuses an invalid page or q with 400 and names the field`, async () => {
        for (const [query, field] of [
          ['?page=0', 'page'],
          ['?page=x', 'page'],
          [`?q=${'x'.repeat(256)}`, 'q'],
        ] as const)
          await refused(client.t.get(prefix + query, { 'api-key': carol.key }), 400, field);
      });
    }

    test('filters orders by since, including that moment, in every spelling', async () => {
      const [oldest] = await list('?sort=ASC&page=2');
      assert.ok(oldest);
      const first = ids.indexOf(oldest.id);
      const since = ids.slice(first - (first % 3));
      const time = String(oldest.imported_time);
      const instant = new Date(time).toISOString();
      for (const text of [time, time.replace('+', '%2B'), time.slice(0, 19), instant])
        assert.deepEqual(await idsOf(`?sort=asc&since=${text}`), since, text);
      assert.deepEqual(await idsOf('?since=2027-01-01'), []);
    });

    test('q finds ids, numbers and names, and takes pattern characters literally', async () => {
      assert.deepEqual(await idsOf('?q=buyer%2054'), [ids[54]]);
      assert.deepEqual(await idsOf('?q=%20l-54%20'), [ids[54]]);
      assert.ok((await idsOf(`?q=${ids[7]}`)).includes(ids[7] ?? 0));
      for (const pattern of ['%25', '_', "'", '%5C'])
        assert.deepEqual(await idsOf(`?q=${pattern}`), [], pattern);
      const nul = await client.t.get(`${prefixes[0]}?q=%00zz`, { 'api-key': carol.key });
      assert.equal(nul.statusCode, 400);
      assert.match(nul.body, /q must not contain the character NUL/);
    });

    test("a member's password reads and sends the same orders on v4", async () => {
      const headers = { authorization: basic(carol.email, carol.password) };
      assert.equal((await client.t.get('/api/orders', headers)).json().length, 50);
      const made = await client.t.inject({
        method: 'POST',
        url: '/api/orders',
        headers,
        payload: aFullOrder({ order_id: 'L-0' }),
      });
      assert.equal(made.json().id, ids[0]);
    });
  });
}
