// GET, PUT and DELETE /orders/{id}, in both generations: a member's own orders only.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { orderStatuses } from '../../src/domain/orders/order.ts';
import { aCarton } from '../support/bookings/quote-bodies.ts';
import {
  type OrderAnswer,
  OrderClient,
  orderGenerations,
  ordersAt,
  refused,
} from '../support/orders/order-client.ts';
import { setups } from '../support/setups.ts';

for (const setup of setups) {
  describe(`reading and changing orders on ${setup.name}`, () => {
    let client: OrderClient;
    before(async () => {
      client = await OrderClient.open(setup);
    });
    after(() => client.t.close());

    for (const [generation, prefix] of orderGenerations) {
      const { send, create, update, read } = ordersAt(prefix, () => client);
      const get = (path: string, key = client.jane.key) =>
        client.t.get(prefix + path, { 'api-key': key });

      test(`${generation}: answers 403 to reading another member's order or an unknown one`, async () => {
        const { id } = await create({}, client.bob);
        for (const wanted of [id, 999_999_999, Number.MAX_SAFE_INTEGER]) {
          const { error } = await refused(get(`/${wanted}`), 403);
          assert.equal(error, 'forbidden');
        }
        assert.equal((await read(id, client.bob)).id, id);
        await refused(client.t.get(`${prefix}/${id}`), 401);
      });

      test(`${generation}: answers 400 to an invalid order id, and ids are not the shop's numbers`, async () => {
        const { id } = await create({ order_id: '987654321' });
        await refused(get('/987654321'), 403);
        assert.equal((await read(id)).order_id, '987654321');
        for (const wrong of ['abc', '0', '-1', '1.5', '99999999999999999999'])
          await refused(get(`/${wrong}`), 400, 'id');
      });

      test(`${generation}: accepts a trailing slash and a body of []`, async () => {
        const { id } = await create();
        for (const path of [`/${id}/`, '/', '/?since=&sort=']) {
          const answer = await client.t.inject({
            method: 'GET',
            url: prefix + path,
            headers: { 'Api-Key': client.jane.key, 'content-type': 'application/json' },
            payload: '[]',
          });
          assert.equal(answer.statusCode, 200, path);
        }
      });

      for (const status of orderStatuses) {
        test(`${generation}: sets the status alone: ${status}`, async () => {
          const before = await create();
          client.t.advanceClock(1000);
          const changed = await update(before.id, { transdirect_order_status: status });
          assert.notEqual(changed.last_updated, before.last_updated);
          const { last_updated } = changed;
          assert.deepEqual(changed, { ...before, last_updated, transdirect_order_status: status });
          assert.deepEqual(await read(before.id), changed);
        });
      }

      test(`${generation}: rejects an unknown status and a status sent together with a booking`, async () => {
        const before = await create();
        for (const status of ['shipped', 7, {}])
          await refused(
            send('PUT', `/${before.id}`, { transdirect_order_status: status }),
            400,
            'transdirect_order_status',
          );
        await refused(
          send('PUT', `/${before.id}`, {
            transdirect_order_status: 'cancelled',
            transdirect_order_id: await client.quoted(),
          }),
          400,
          'transdirect_order_id',
        );
        assert.deepEqual(await read(before.id), before);
      });

      test(`${generation}: a full update changes the sent fields, keeps the rest and sets the status`, async () => {
        const before = await create({ items: undefined });
        assert.equal(before.transdirect_order_status, 'pending');
        const changed = await update(before.id, {
          goods_summary: 'New',
          sale_price: '1,000.00',
          delivery: { phone: '0499999999' },
          delivery_name: 'Jo',
          // The flat field repeats the value as read; the nested change wins.
          delivery_phone: '0400000000',
          items: [aCarton()],
          // PUT ignores this field.
          transdirect_order_status: 'cancelled',
        });
        assert.deepEqual(
          [changed.goods_summary, changed.sale_price, changed.transdirect_order_status],
          ['New', 1000, 'ready_to_book'],
        );
        assert.deepEqual(changed.delivery, {
          name: 'Jo',
          email: 'j@example.com',
          phone: '0499999999',
          address: '1 A St',
        });
        assert.deepEqual(
          [changed.buyer_name, changed.purchased_time],
          [before.buyer_name, before.purchased_time],
        );
      });

      test(`${generation}: an order sent back as it was read stays unchanged`, async () => {
        const before = await create();
        assert.deepEqual(await update(before.id, before), before);
      });

      test(`${generation}: refuses to rename an order`, async () => {
        const { id, order_id } = await create();
        await refused(send('PUT', `/${id}`, { order_id: client.fresh() }), 400, 'order_id');
        await refused(send('PUT', `/${id}`, { imported_from: 'Else' }), 400, 'imported_from');
        const changed = await update(id, { order_id, imported_from: 'CUSTOM' });
        assert.equal(changed.imported_from, 'CUSTOM');
      });

      test(`${generation}: refuses an empty or invalid change and keeps the order`, async () => {
        const before = await create();
        const put = (body: unknown) => send('PUT', `/${before.id}`, body);
        for (const body of [{}, { colour: 'green' }, [], 'x']) await refused(put(body), 400);
        await refused(put({ goods_summary: 'No', sale_price: 'free' }), 400, 'sale_price');
        await refused(put({ goods_summary: 'No', items: [aCarton({ weight: 0 })] }), 422);
        assert.deepEqual(await read(before.id), before);
      });

      test(`${generation}: answers 404 to changing another member's order or an unknown one`, async () => {
        const before = await create({}, client.bob);
        for (const id of [before.id, 999_999_999]) {
          await refused(send('PUT', `/${id}`, { transdirect_order_status: 'cancelled' }), 404);
          await refused(send('PUT', `/${id}`, { goods_summary: 'Mine' }), 404);
          await refused(send('DELETE', `/${id}`), 404);
        }
        assert.deepEqual(await read(before.id, client.bob), before);
        const url = `${prefix}/${before.id}`;
        await refused(client.t.inject({ method: 'PUT', url, payload: {} }), 401);
        await refused(client.t.inject({ method: 'DELETE', url }), 401);
      });

      test(`${generation}: keeps a status set by hand when the shop sends the order again`, async () => {
        for (const status of ['manually_dispatched', 'cancelled', 'removed']) {
          const { id, order_id } = await create();
          await update(id, { transdirect_order_status: status });
          const again = await create({ order_id });
          assert.deepEqual([again.id, again.transdirect_order_status], [id, status]);
        }
      });

      test(`${generation}: deleting marks an order as removed, and sending it again restores it`, async () => {
        const { id, order_id } = await create();
        const isListed = async (): Promise<boolean> =>
          (await get(`?q=${order_id}`)).json().some((order: OrderAnswer) => order.id === id);
        assert.equal(await isListed(), true);
        const answer = await send('DELETE', `/${id}`, []);
        assert.deepEqual([answer.statusCode, answer.body], [204, '']);
        assert.equal(await isListed(), false);
        assert.equal((await read(id)).transdirect_order_status, 'deleted');
        const again = await create({ order_id });
        assert.deepEqual([again.id, again.transdirect_order_status], [id, 'ready_to_book']);
        assert.equal(await isListed(), true);
      });

      test(`${generation}: a removed order is not listed but can be read`, async () => {
        const { id, order_id } = await create();
        await update(id, { transdirect_order_status: 'removed' });
        assert.deepEqual((await get(`?q=${order_id}`)).json(), []);
        assert.equal((await read(id)).transdirect_order_status, 'removed');
      });
    }
  });
}
