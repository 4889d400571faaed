// Orders attached to bookings (transdirect_order_id), in both generations.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { changeKeySettings } from '../../src/application/keys/change-key-settings.ts';
import { bookingId } from '../../src/domain/bookings/booking.ts';
import {
  aCarton,
  type Body,
  melbourne,
  sydneyToMelbourne,
  without,
} from '../support/bookings/quote-bodies.ts';
import { aFullOrder, wooCommerceOrder, wooCommerceSync } from '../support/orders/order-bodies.ts';
import {
  type OrderAnswer,
  OrderClient,
  orderGenerations,
  ordersAt,
  refused,
} from '../support/orders/order-client.ts';
import { setups } from '../support/setups.ts';

const filledFromBooking = [
  'delivery_name',
  'delivery_email',
  'delivery_phone',
  'delivery_address',
  'shipping_postcode',
  'shipping_city',
  'items',
];

for (const setup of setups) {
  describe(`orders of bookings on ${setup.name}`, () => {
    let client: OrderClient;
    before(async () => {
      client = await OrderClient.open(setup);
    });
    after(() => client.t.close());

    const orderOf = async (booking: number, member = client.jane): Promise<unknown> =>
      (await client.t.get(`/api/v5/bookings/v4/${booking}`, { 'api-key': member.key })).json()
        .order;

    for (const [generation, prefix] of orderGenerations) {
      const { send, create, update, read } = ordersAt(prefix, () => client);
      const attached = async (change: Body = {}): Promise<OrderAnswer & { booking: number }> => {
        const booking = await client.quoted();
        return { ...(await create({ transdirect_order_id: booking, ...change })), booking };
      };

      test(`${generation}: the booking shows its order, in a read and in the list`, async () => {
        const order = await attached({ order_id: 'SHOW-1', imported_from: `Of ${generation}` });
        assert.equal(order.transdirect_order_id, order.booking);
        const shown = { order_id: order.id, order_number: 'SHOW-1' };
        const headers = { 'api-key': client.jane.key };
        for (const bookings of ['/api/bookings/v4', '/api/v5/bookings/v4']) {
          const read = await client.t.get(`${bookings}/${order.booking}`, headers);
          assert.deepEqual(read.json().order, shown);
          const list = await client.t.get(`${bookings}?q=${order.booking}`, headers);
          assert.deepEqual(
            list.json().map((booking: Body) => booking.order),
            [shown],
          );
        }
        const withoutOrder = await client.t.get(
          `/api/bookings/v4/${await client.quoted()}`,
          headers,
        );
        assert.ok(!('order' in withoutOrder.json()));
      });

      test(`${generation}: fills missing order details from the booking`, async () => {
        const booking = await client.quoted(
          client.jane,
          sydneyToMelbourne({
            receiver: {
              ...melbourne,
              type: 'residential',
              name: 'Jo',
              company_name: 'Jo Pty Ltd',
              email: 'jo@example.com',
              phone: '0411111111',
              address: '2 B St',
            },
          }),
        );
        const body = filledFromBooking.reduce(
          without,
          aFullOrder({ order_id: client.fresh(), transdirect_order_id: booking }),
        );
        const answer = await send('POST', '', body);
        assert.equal(answer.statusCode, 201, answer.body);
        const order = answer.json();
        assert.equal(order.transdirect_order_status, 'ready_to_book');
        assert.deepEqual(order.delivery, {
          name: 'Jo',
          email: 'jo@example.com',
          phone: '0411111111',
          address: '2 B St',
        });
        if (generation === 'v4') return;
        const shipping = {
          first_name: 'Jo',
          last_name: '',
          company: 'Jo Pty Ltd',
          email: 'jo@example.com',
          phone: '0411111111',
          address: '2 B St',
          address2: '',
          city: 'MELBOURNE',
          postcode: '3000',
          state: 'VIC',
          country: 'AU',
          type: 'residential',
        };
        assert.deepEqual(order.shipping, shipping);
        assert.equal(order.items.length, 1);
        assert.deepEqual(order.not_ready, []);
        // A later delivery address from the shop replaces the booking's.
        const moved = await update(order.id, { delivery_address: '9 C St' });
        assert.equal((moved.shipping as Body).address, '9 C St');
      });

      test(`${generation}: an order linked later or for another delivery takes the street of the booking's receiver`, async () => {
        const receiver = { ...melbourne, name: 'Jo', address: '216 Moggill Rd' };
        const link = async () => ({
          transdirect_order_id: await client.quoted(client.jane, sydneyToMelbourne({ receiver })),
        });
        const linkedAtOnce = await create({ ...(await link()), delivery_address: '1 A St' });
        const { id } = await create();
        const linkedLater = await update(id, await link());
        for (const order of [linkedAtOnce, linkedLater]) {
          assert.equal((order.delivery as Body).address, '1 A St');
          const shown = await client.t.get(`/api/v5/orders/${order.id}`, {
            'api-key': client.jane.key,
          });
          assert.equal(shown.json().shipping.address, '216 Moggill Rd');
          assert.equal(shown.json().receiver.address, '216 Moggill Rd');
        }
        const elsewhere = { shipping_postcode: '2000', shipping_city: 'Sydney' };
        const kept = await create({ ...(await link()), ...elsewhere });
        if (generation === 'v5') assert.equal((kept.shipping as Body).address, '');
      });

      test(`${generation}: fills the postcode from the booking when its suburb is the same`, async () => {
        for (const [shipping_city, postcode, status] of [
          ['Melbourne', '3000', 'ready_to_book'],
          ['Sydney', '', 'pending'],
        ]) {
          const transdirect_order_id = await client.quoted();
          const given = { order_id: client.fresh(), transdirect_order_id, shipping_city };
          const answer = await send('POST', '', without(aFullOrder(given), 'shipping_postcode'));
          assert.equal(answer.statusCode, 201, answer.body);
          const order = answer.json();
          assert.equal(order.transdirect_order_status, status);
          if (generation === 'v5') assert.equal(order.shipping.postcode, postcode);
        }
      });

      test(`${generation}: refuses an order for an unknown or foreign booking at transdirect_order_id and stores nothing`, async () => {
        const foreign = await client.quoted(client.bob);
        const deleted = await client.quoted();
        const url = `/api/v5/bookings/v4/${deleted}`;
        await client.t.inject({ method: 'DELETE', url, headers: { 'api-key': client.jane.key } });
        const messages = new Set<string>();
        for (const id of [deleted, foreign, 999_999_999, Number.MAX_SAFE_INTEGER]) {
          const order_id = client.fresh();
          const link = { order_id, transdirect_order_id: id };
          const simple = { ...link, receiver: { name: 'Jo' }, items: [aCarton()] };
          const tooHeavy = { ...link, items: [aCarton({ weight: 0 })] };
          for (const [path, body] of [
            ['', aFullOrder(link)],
            ['', wooCommerceOrder(id, { order_id })],
            ['', aFullOrder(tooHeavy)],
            ['/create-simple', simple],
            ['/syncOrders', wooCommerceSync(link)],
          ] as const) {
            const refusal = await refused(send('POST', path, body), 400);
            const errors = refusal.errors as Record<string, string[]>;
            messages.add((errors.transdirect_order_id?.[0] ?? '').replace(`${id}`, 'ID'));
          }
          const list = await client.t.get(`${prefix}?q=${order_id}`, {
            'api-key': client.jane.key,
          });
          assert.deepEqual(list.json(), []);
        }
        // Another member's booking must be answered exactly like an unknown one.
        assert.deepEqual(
          [...messages],
          [
            'transdirect_order_id: you have no booking ID. Send the id of one of your bookings, or leave the field out.',
          ],
        );
        assert.equal(await orderOf(foreign, client.bob), undefined);
      });

      test(`${generation}: keeps a known order unchanged when it is sent with an unknown or foreign booking`, async () => {
        const foreign = await client.quoted(client.bob);
        const order = await attached();
        const unchanged = await read(order.id);
        for (const id of [foreign, 999_999_999]) {
          const link = { order_id: order.order_id, transdirect_order_id: id, buyer_name: 'Kim' };
          const tooHeavy = { ...link, items: [aCarton({ weight: 0 })] };
          for (const body of [link, tooHeavy]) {
            await refused(send('POST', '', aFullOrder(body)), 400, 'transdirect_order_id');
            await refused(send('PUT', `/${order.id}`, body), 400, 'transdirect_order_id');
          }
        }
        assert.deepEqual(await read(order.id), unchanged);
      });

      test(`${generation}: refuses an invalid booking id and a link to a foreign booking`, async () => {
        for (const id of ['abc', -1, 1.5, {}])
          await refused(
            send('POST', '', aFullOrder({ order_id: client.fresh(), transdirect_order_id: id })),
            400,
            'transdirect_order_id',
          );
        const { id } = await create();
        const link = { transdirect_order_id: await client.quoted(client.bob) };
        await refused(send('PUT', `/${id}`, link), 400, 'transdirect_order_id');
        assert.equal((await read(id)).transdirect_order_id, null);
      });

      test(`${generation}: a booking id of 0, null or blank attaches none and keeps an attached booking`, async () => {
        const booking = await client.quoted();
        const order = await create({ transdirect_order_id: 0 });
        assert.equal(order.transdirect_order_id, null);
        await update(order.id, { transdirect_order_id: booking });
        for (const transdirect_order_id of [0, null, '', undefined]) {
          const again = await create({ order_id: order.order_id, transdirect_order_id });
          assert.deepEqual([again.id, again.transdirect_order_id], [order.id, booking]);
        }
      });

      test(`${generation}: a booking has one order, and deleting the order frees the booking`, async () => {
        const first = await attached();
        const second = await create();
        const link = { transdirect_order_id: first.booking };
        await refused(send('PUT', `/${second.id}`, link), 400, 'transdirect_order_id');
        await refused(
          send('POST', '', aFullOrder({ order_id: client.fresh(), ...link })),
          400,
          'transdirect_order_id',
        );
        assert.equal((await send('DELETE', `/${first.id}`)).statusCode, 204);
        assert.equal(await orderOf(first.booking), undefined);
        assert.equal((await update(second.id, link)).transdirect_order_id, first.booking);
        assert.equal((await read(first.id)).transdirect_order_id, null);
        assert.deepEqual(await orderOf(first.booking), {
          order_id: second.id,
          order_number: second.order_id,
        });
      });

      test(`${generation}: attaches a booking to one of six simultaneous orders`, async () => {
        const booking = await client.quoted();
        const answers = await Promise.all(
          Array.from({ length: 6 }, () =>
            send(
              'POST',
              '',
              aFullOrder({ order_id: client.fresh(), transdirect_order_id: booking }),
            ),
          ),
        );
        const statuses = answers.map(({ statusCode }) => statusCode).sort();
        assert.deepEqual(statuses, [201, 400, 400, 400, 400, 400]);
      });

      test(`${generation}: stores the selected courier in lower case`, async () => {
        const order = await attached({ selected_courier: 'Couriers_Please' });
        assert.equal(order.selected_courier, 'couriers_please');
        const changed = await update(order.id, {
          transdirect_order_id: order.booking,
          selected_courier: 'toll',
        });
        assert.equal(changed.selected_courier, 'toll');
      });

      test(`${generation}: requotes a booking with its selected courier even if the key hides that courier`, async () => {
        const shop = await client.t.addMember(`chosen-${generation}@example.com`);
        const booking = await client.quoted(shop);
        const url = `/api/v5/bookings/v4/${booking}`;
        const requoted = async (module_setting: Body, weight: number): Promise<string[]> => {
          await changeKeySettings(client.t.app, shop.keyId, { parts: { module_setting } });
          const answer = await client.t.inject({
            method: 'POST',
            url: `${url}/items`,
            headers: { 'api-key': shop.key },
            payload: aCarton({ weight }),
          });
          assert.equal(answer.statusCode, 201, answer.body);
          const read = await client.t.get(url, { 'api-key': shop.key });
          return Object.keys(read.json().quotes);
        };
        const cheapest = { quote_diplay: 'display_cheapest' };
        const [usual = ''] = await requoted(cheapest, 1);
        assert.notEqual(usual, 'toll');
        const { id } = await create(
          { transdirect_order_id: booking, selected_courier: 'toll' },
          shop,
        );
        assert.deepEqual((await requoted(cheapest, 1)).toSorted(), [usual, 'toll'].toSorted());
        assert.deepEqual(await requoted({ enabled_courier: 'allied' }, 1), ['allied', 'toll']);
        // An unknown courier changes nothing, and neither does a deleted order.
        await update(id, { transdirect_order_id: booking, selected_courier: 'pony_express' }, shop);
        assert.deepEqual(await requoted({ enabled_courier: 'allied' }, 1), ['allied']);
        await update(id, { transdirect_order_id: booking, selected_courier: 'toll' }, shop);
        await send('DELETE', `/${id}`, undefined, shop);
        assert.deepEqual(await requoted({ enabled_courier: 'allied' }, 1), ['allied']);
      });

      test(`${generation}: deleting a booking leaves its order without a booking`, async () => {
        const order = await attached();
        const answer = await client.t.inject({
          method: 'DELETE',
          url: `/api/v5/bookings/v4/${order.booking}`,
          headers: { 'api-key': client.jane.key },
        });
        assert.equal(answer.statusCode, 204, answer.body);
        const left = await read(order.id);
        assert.deepEqual(
          [left.transdirect_order_id, left.transdirect_order_status],
          [null, 'ready_to_book'],
        );
        const body = { order_id: order.order_id, buyer_name: 'Kim' };
        const link = { transdirect_order_id: order.booking };
        await refused(
          send('POST', '', aFullOrder({ ...body, ...link })),
          400,
          'transdirect_order_id',
        );
        assert.equal((await create(body)).id, order.id);
      });

      test(`${generation}: settling the booking books its order, which stays booked when sent again`, async () => {
        const order = await attached();
        const { store, clock } = client.t.app;
        await store.transaction((inside) =>
          inside.orders.markBooked(bookingId(order.booking), clock.nowMs()),
        );
        assert.equal((await read(order.id)).transdirect_order_status, 'booked');
        const again = await create({ order_id: order.order_id, items: undefined });
        assert.equal(again.transdirect_order_status, 'booked');
        // The order gets another booking, which is not settled, so it waits to be booked again.
        const other = await update(order.id, { transdirect_order_id: await client.quoted() });
        assert.equal(other.transdirect_order_status, 'ready_to_book');
      });
    }
  });
}
