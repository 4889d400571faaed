// Undoing a decision about an order in the members area.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Checkout } from '../support/bookings/checkout.ts';
import { OrderClient, ordersAt } from '../support/orders/order-client.ts';
import { type Visitor, visitorsOf } from '../support/pages/members-area.ts';
import { setups } from '../support/setups.ts';

for (const setup of setups) {
  describe(`reopened orders on ${setup.name}`, () => {
    let client: OrderClient;
    let jane: Visitor;
    let bob: Visitor;
    const { visitor } = visitorsOf(() => client.t);
    const orders = ordersAt('/api/v5/orders', () => client);
    before(async () => {
      client = await OrderClient.open(setup);
      jane = await visitor().signIn(client.jane);
      bob = await visitor().signIn(client.bob);
    });
    after(() => client.t.close());

    const reopened = async (id: number) => {
      const answer = await jane.send('POST', `/orders/${id}/reopen`);
      assert.equal(answer.statusCode, 200, answer.body);
      return answer.json();
    };

    for (const status of ['cancelled', 'manually_dispatched']) {
      test(`reopening an order that is ${status} makes it ready to book, or pending while incomplete`, async () => {
        for (const [change, after] of [
          [{}, 'ready_to_book'],
          [{ shipping_postcode: '9999' }, 'pending'],
        ] as const) {
          const { id } = await orders.create(change);
          await orders.update(id, { transdirect_order_status: status });
          assert.equal((await reopened(id)).transdirect_order_status, after);
          assert.equal((await orders.read(id)).transdirect_order_status, after);
          assert.equal(
            (await reopened(id)).transdirect_order_status,
            after,
            'reopening twice has no further effect',
          );
        }
      });
    }

    test('marks a reopened order as booked, not to be sent, when its booking already carries it', async () => {
      const booking = await new Checkout(client.t, client.jane).quote();
      const { id } = await orders.create({ transdirect_order_id: booking.id });
      const confirmed = await new Checkout(client.t, client.jane).confirm(booking.id, {
        payment_method: 'demo',
      });
      assert.equal(confirmed.statusCode, 200, confirmed.body);
      await orders.update(id, { transdirect_order_status: 'cancelled' });
      assert.equal((await reopened(id)).transdirect_order_status, 'booked');
    });

    test("answers 404 to reopening another member's order or an unknown one", async () => {
      const { id } = await orders.create();
      await orders.update(id, { transdirect_order_status: 'cancelled' });
      for (const wrong of [id, 999_999]) {
        const answer = await bob.send('POST', `/orders/${wrong}/reopen`);
        assert.equal(answer.statusCode, 404, answer.body);
      }
      assert.equal((await orders.read(id)).transdirect_order_status, 'cancelled');
    });
  });
}
