// An order becomes booked in the same transaction in which its booking is settled, for every payment method and
// in every process that may settle it.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { cancelBooking } from '../../src/application/bookings/cancel-booking.ts';
import { confirmBooking } from '../../src/application/bookings/confirm-booking.ts';
import { setBookingStatus } from '../../src/application/bookings/set-booking-status.ts';
import { recoverConfirmations } from '../../src/application/jobs/recover-confirmations.ts';
import type { App, Store } from '../../src/application/ports.ts';
import { bookingId } from '../../src/domain/bookings/booking.ts';
import { orderId } from '../../src/domain/orders/order-id.ts';
import { findPaymentChoice } from '../../src/domain/payments/payment-method.ts';
import { hourMs } from '../../src/domain/time/durations.ts';
import { Checkout, generations } from '../support/bookings/checkout.ts';
import type { Body } from '../support/bookings/quote-bodies.ts';
import { untilSomebodyWaits } from '../support/components/waiting-statements.ts';
import { saveCard } from '../support/money/saved-card.ts';
import { wooCommerceOrder } from '../support/orders/order-bodies.ts';
import type { OrderAnswer } from '../support/orders/order-client.ts';
import { refusedAs } from '../support/refused-as.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

for (const setup of setups) {
  describe(`booked orders on ${setup.name}`, () => {
    let t: TestApp;
    before(async () => {
      t = await startTestApp(setup, { limits: { v4PerMinute: 0, v5PerMinute: 0 } });
    });
    after(() => t.close());

    for (const urls of generations) {
      describe(urls.name, () => {
        let shop: Checkout;
        let number = 0;
        before(async () => {
          shop = new Checkout(t, await t.addMember(`shop@${urls.name}.example`), urls);
          await shop.giveCredit(100_000);
        });
        const attachOrder = async (booking: number, again?: number): Promise<OrderAnswer> => {
          number += 1;
          const order_id = again ?? number;
          const body = wooCommerceOrder(booking, { order_id, selected_courier: 'toll' });
          const answer = await shop.post(`${urls.prefix}/orders/`, body);
          assert.equal(answer.statusCode, 201, answer.body);
          return answer.json();
        };
        const read = async ({ id }: OrderAnswer): Promise<OrderAnswer> =>
          (await t.get(`${urls.prefix}/orders/${id}`, { 'api-key': shop.member.key })).json();
        const statusOf = async (order: OrderAnswer): Promise<string> =>
          (await read(order)).transdirect_order_status;
        const put = (url: string, payload: Body) =>
          t.inject({ method: 'PUT', url, headers: { 'api-key': shop.member.key }, payload });
        const methodOf = (token: string): Promise<string> =>
          saveCard(t.app, shop.member, { token });
        /** Creates a booking with its order, confirms it with this body and returns the answer. */
        const confirmed = async (change: Body) => {
          const quoted = await shop.quote();
          const order = await attachOrder(quoted.id);
          assert.equal(order.transdirect_order_status, 'ready_to_book');
          const answer = await shop.confirm(quoted.id, shop.confirmRequest(quoted, 'toll', change));
          return { booking: quoted.id, order, answer };
        };

        test('confirming on credit books the order and shows it in the answer', async () => {
          const { order, answer } = await confirmed({});
          assert.equal(answer.statusCode, 200, answer.body);
          assert.deepEqual(answer.json().order, {
            order_id: order.id,
            order_number: order.order_id,
          });
          assert.equal(await statusOf(order), 'booked');
        });

        test('confirming by card or as a demo books the order', async () => {
          for (const payment_method of [await methodOf('tok_ok'), 'demo']) {
            const { order, answer } = await confirmed({ payment_method });
            assert.equal(answer.statusCode, 200, answer.body);
            assert.equal(await statusOf(order), 'booked', payment_method);
          }
        });

        test('a declined card leaves the order ready to book', async () => {
          const { order, answer } = await confirmed({
            payment_method: await methodOf('tok_declined'),
          });
          assert.equal(answer.statusCode, 402, answer.body);
          assert.equal(await statusOf(order), 'ready_to_book');
        });

        test('an order waits while its payment is unknown, and recovery books it', async () => {
          const { order, answer } = await confirmed({
            payment_method: await methodOf('tok_timeout'),
          });
          assert.equal(answer.statusCode, 202, answer.body);
          assert.equal(await statusOf(order), 'ready_to_book');
          t.advanceClock(hourMs);
          await recoverConfirmations(t.app);
          assert.equal(await statusOf(order), 'booked');
        });

        test('keeps an order with a booking whose payment is unsettled when the order is quoted again', async () => {
          const { booking, order } = await confirmed({
            payment_method: await methodOf('tok_timeout'),
          });
          const other = await shop.quote();
          const sent = await attachOrder(other.id, Number(order.order_id));
          assert.deepEqual([sent.id, sent.transdirect_order_id], [order.id, booking]);
          const url = `${urls.prefix}/orders/${order.id}`;
          const refused = await put(url, { transdirect_order_id: other.id });
          assert.equal(refused.statusCode, 400, refused.body);
          assert.match(refused.json().message, new RegExp(`booking ${booking} .*not settled yet`));
          assert.equal((await read(order)).transdirect_order_id, booking);
          // A confirmed booking keeps its order booked after every outcome of the other booking.
          const booked = await shop.book();
          assert.equal((await put(url, { transdirect_order_id: booked.id })).statusCode, 200);
          assert.equal(await statusOf(order), 'booked');
        });

        test('refuses to confirm for an order that has moved to another booking', async () => {
          for (const payment_method of [undefined, await methodOf('tok_ok'), 'demo']) {
            const [first, second] = [await shop.quote(), await shop.quote()];
            const order = await attachOrder(first.id);
            const url = `${urls.prefix}/orders/${order.id}`;
            assert.equal((await put(url, { transdirect_order_id: second.id })).statusCode, 200);
            const request = { linked_order_id: order.id, payment_method };
            const late = await shop.confirm(first.id, shop.confirmRequest(first, 'toll', request));
            assert.equal(late.statusCode, 409, late.body);
            assert.equal(late.json().error, 'order_with_other_booking');
            assert.match(
              late.json().message,
              new RegExp(`Order ${order.id} .* booking ${second.id}`),
            );
            assert.equal((await shop.read(first.id)).status, 'new');
            const made = await shop.confirm(
              second.id,
              shop.confirmRequest(second, 'toll', request),
            );
            assert.equal(made.statusCode, 200, made.body);
            assert.equal(await statusOf(order), 'booked');
          }
          const quoted = await shop.quote();
          const none = { ...shop.confirmRequest(quoted), linked_order_id: 987_654_321 };
          assert.equal((await shop.confirm(quoted.id, none)).statusCode, 404);
          const blank = { ...shop.confirmRequest(quoted), linked_order_id: '' };
          assert.equal((await shop.confirm(quoted.id, blank)).statusCode, 200);
        });

        test('an order attached to a confirmed booking is booked at once', async () => {
          const { id } = await shop.book();
          const order = await attachOrder(id);
          assert.equal(order.transdirect_order_status, 'booked');
        });

        // SQLite has a single writer, so nothing can run in the middle of a transaction.
        if (setup.engine === 'postgres') {
          type Quoted = Awaited<ReturnType<Checkout['quote']>>;
          /** Confirms with a store in which something else happens halfway. */
          const confirmWhile = async (
            quoted: Quoted,
            interrupted: (inside: Store) => Partial<Store>,
            payment?: string,
            linkedOrder?: OrderAnswer,
          ): Promise<void> => {
            const { store } = t.app;
            const app: App = {
              ...t.app,
              store: {
                ...store,
                transaction: (work) =>
                  store.transaction((inside) => work({ ...inside, ...interrupted(inside) })),
              },
            };
            const member = await store.members.find(shop.member.id);
            assert.ok(member);
            await confirmBooking(app, { kind: 'member', member }, bookingId(quoted.id), {
              carrier: 'toll',
              tier: undefined,
              pickupDate: quoted.quotes.toll?.pickup_dates[0] ?? '',
              pickupTime: '',
              fields: { carrier: 'courier', tier: 'tier', pickupDate: 'date', pickupTime: 'time' },
              payment: payment === undefined ? undefined : findPaymentChoice(payment),
              linkedOrderId: linkedOrder && orderId(linkedOrder.id),
            });
          };

          test('an order attached while its booking is being confirmed is booked', async () => {
            const quoted = await shop.quote();
            let order: OrderAnswer | undefined;
            await confirmWhile(quoted, ({ payments }) => ({
              payments: {
                ...payments,
                add: async (payment) => {
                  order ??= await attachOrder(quoted.id);
                  return await payments.add(payment);
                },
              },
            }));
            assert.ok(order);
            assert.equal(await statusOf(order), 'booked');
          });

          test('an order sent again while its booking is being confirmed stays with the booking', async () => {
            const quoted = await shop.quote();
            const order = await attachOrder(quoted.id);
            const other = await shop.quote();
            let again: Promise<OrderAnswer> | undefined;
            await confirmWhile(
              quoted,
              ({ bookings }) => ({
                bookings: {
                  ...bookings,
                  // The booking is confirmed in a transaction that has not committed.
                  confirm: async (...values) => {
                    const isDone = await bookings.confirm(...values);
                    again ??= attachOrder(other.id, Number(order.order_id));
                    await Promise.race([again, untilSomebodyWaits(t.place)]);
                    return isDone;
                  },
                },
              }),
              // A card payment claims the booking first and does not touch its order.
              await methodOf('tok_ok'),
            );
            assert.equal((await again)?.transdirect_order_id, quoted.id);
            assert.equal(await statusOf(order), 'booked');
          });

          test('an order that leaves its booking during the confirmation is not booked twice', async () => {
            const quoted = await shop.quote();
            const order = await attachOrder(quoted.id);
            const other = await shop.quote();
            const url = `${urls.prefix}/orders/${order.id}`;
            const leaving = confirmWhile(
              quoted,
              ({ bookings }) => ({
                bookings: {
                  ...bookings,
                  confirm: async (...values) => {
                    const moved = await put(url, { transdirect_order_id: other.id });
                    assert.equal(moved.statusCode, 200, moved.body);
                    return await bookings.confirm(...values);
                  },
                },
              }),
              await methodOf('tok_ok'),
              order,
            );
            await assert.rejects(leaving, refusedAs('order_with_other_booking'));
            assert.equal((await shop.read(quoted.id)).status, 'new');
            assert.equal((await read(order)).transdirect_order_id, other.id);
          });
        }

        test('cancelling a booking releases its order to be booked again', async () => {
          const { booking, order } = await confirmed({});
          await cancelBooking(t.app, bookingId(booking));
          const released = await read(order);
          assert.equal(released.transdirect_order_status, 'ready_to_book');
          assert.equal(released.transdirect_order_id, null);
          assert.equal('order' in (await shop.read(booking)), false);
          const again = await shop.book();
          const url = `${urls.prefix}/orders/${order.id}`;
          await put(url, { transdirect_order_id: again.id });
          assert.equal(await statusOf(order), 'booked');
          const refused = await put(url, { transdirect_order_id: booking });
          assert.equal(refused.statusCode, 400, refused.body);
          assert.match(refused.json().message, /cancelled/);
        });

        test('an order sent again with its cancelled booking is not linked to it', async () => {
          const { booking, order } = await confirmed({});
          await cancelBooking(t.app, bookingId(booking));
          const sent = await attachOrder(booking, Number(order.order_id));
          assert.deepEqual(
            [sent.id, sent.transdirect_order_status, sent.transdirect_order_id],
            [order.id, 'ready_to_book', null],
          );
        });

        test('cancelling a booking keeps an order status that was set by hand', async () => {
          const { booking, order } = await confirmed({});
          await put(`${urls.prefix}/orders/${order.id}`, { transdirect_order_status: 'cancelled' });
          await cancelBooking(t.app, bookingId(booking));
          const kept = await read(order);
          assert.deepEqual(
            [kept.transdirect_order_status, kept.transdirect_order_id],
            ['cancelled', null],
          );
        });

        test('an order sent again with its old quote keeps its manual booking', async () => {
          const quoted = await shop.quote();
          const order = await attachOrder(quoted.id);
          const booked = await shop.book();
          await put(`${urls.prefix}/orders/${order.id}`, { transdirect_order_id: booked.id });
          const sent = await attachOrder(quoted.id, Number(order.order_id));
          assert.deepEqual(
            [sent.id, sent.transdirect_order_status, sent.transdirect_order_id],
            [order.id, 'booked', booked.id],
          );
        });

        test('a booking that an operator books by hand books its order', async () => {
          const { id } = await shop.book();
          await setBookingStatus(t.app, bookingId(id), { status: 'reviewed', connote: undefined });
          const order = await attachOrder(id);
          for (const status of ['booked_manually', 'paid', 'pending_review'] as const) {
            await put(`${urls.prefix}/orders/${order.id}`, { transdirect_order_status: 'pending' });
            await setBookingStatus(t.app, bookingId(id), { status, connote: undefined });
            assert.equal(await statusOf(order), 'booked', status);
          }
        });
      });
    }
  });
}
