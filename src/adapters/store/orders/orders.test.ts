// Orders and products in the store, on both engines.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { aBooking } from '../../../../test/support/bookings/bookings.ts';
import { memberDetails } from '../../../../test/support/factories.ts';
import { anOrder } from '../../../../test/support/orders/orders.ts';
import { openTestStore, type Place, setups } from '../../../../test/support/setups.ts';
import { silentLog } from '../../../../test/support/test-logs.ts';
import type { NewOrder, Store } from '../../../application/ports.ts';
import { type BookingId, bookingId } from '../../../domain/bookings/booking.ts';
import type { MemberId } from '../../../domain/members/member.ts';
import { type Order, orderStatuses } from '../../../domain/orders/order.ts';
import { type OrderId, orderId } from '../../../domain/orders/order-id.ts';

for (const setup of setups) {
  describe(`orders on ${setup.engine}`, () => {
    let place: Place & { remove(): Promise<void> };
    let store: Store;
    let second: Store;
    let members = 0;
    before(async () => {
      place = await setup.makePlace();
      store = await openTestStore(place, silentLog);
      second = await openTestStore(place, silentLog);
    });
    after(async () => {
      await second.close();
      await store.close();
      await place.remove();
    });

    const addMember = async (): Promise<MemberId> => {
      members += 1;
      const id = await store.members.add({
        ...memberDetails({ email: `orders-${members}@example.com` }),
        passwordHash: '',
        createdAtMs: 0,
      });
      assert.notEqual(id, 'email_taken');
      return id as MemberId;
    };
    const add = async (order: NewOrder): Promise<Order> => {
      const id = await store.orders.add(order);
      assert.notEqual(id, 'number_taken');
      return { ...order, id: id as OrderId };
    };
    const addBooking = (owner: MemberId): Promise<BookingId> =>
      store.bookings.add(aBooking({ memberId: owner }));

    test('reads an order back as it was added, for its member only', async () => {
      const owner = await addMember();
      const stranger = await addMember();
      const booking = await addBooking(owner);
      const order = await add(
        anOrder({ memberId: owner, bookingId: booking, selectedCarrier: 'toll', number: 'é-☃ 7' }),
      );
      const found = await store.orders.find(order.id, owner);
      // The stored document omits undefined fields.
      assert.deepEqual(JSON.parse(JSON.stringify(found)), JSON.parse(JSON.stringify(order)));
      assert.equal(await store.orders.find(order.id, stranger), undefined);
      assert.equal(await store.orders.find(orderId(999_999), owner), undefined);
    });

    test('an order number is unique for a member and platform in any case, also between two processes', async () => {
      const owner = await addMember();
      const added = await Promise.all(
        ['Woocommerce', 'WooCommerce', 'WOOCOMMERCE', 'woocommerce'].map((importedFrom, n) =>
          (n % 2 === 0 ? store : second).orders.add(anOrder({ memberId: owner, importedFrom })),
        ),
      );
      assert.equal(added.filter((one) => one === 'number_taken').length, 3);
      await add(anOrder({ memberId: owner, importedFrom: 'Magento' }));
      await add(anOrder({ memberId: owner, number: '322' }));
      await add(anOrder({ memberId: await addMember() }));
    });

    test('locks an order by its name or id, for its member only', async () => {
      const owner = await addMember();
      const stranger = await addMember();
      const { id } = await add(anOrder({ memberId: owner }));
      const name = { number: '321', importedFrom: 'WOOcommerce' };
      await store.transaction(async (inside) => {
        assert.equal((await inside.orders.lock({ memberId: owner, ...name }))?.id, id);
        assert.equal((await inside.orders.lock({ memberId: owner, id }))?.id, id);
        assert.equal(await inside.orders.lock({ memberId: stranger, ...name }), undefined);
        assert.equal(await inside.orders.lock({ memberId: stranger, id }), undefined);
      });
    });

    test('applies simultaneous changes of one order one after another and loses none', async () => {
      const owner = await addMember();
      const { id } = await add(anOrder({ memberId: owner }));
      const addOne = (from: Store) =>
        from.transaction(async (inside) => {
          const order = await inside.orders.lock({ memberId: owner, id });
          assert.ok(order);
          const { details } = order;
          await inside.orders.save({
            ...order,
            details: { ...details, saleCents: details.saleCents + 1 },
          });
        });
      await Promise.all(Array.from({ length: 20 }, (_, n) => addOne(n % 2 === 0 ? store : second)));
      assert.equal((await store.orders.find(id, owner))?.details.saleCents, 1270);
    });

    test('saving changes everything but the name and the import time', async () => {
      const owner = await addMember();
      const booking = await addBooking(owner);
      const order = await add(anOrder({ memberId: owner }));
      const changed: Order = {
        ...order,
        importedFrom: 'WooCommerce',
        status: 'cancelled',
        bookingId: booking,
        selectedCarrier: 'allied',
        updatedAtMs: order.updatedAtMs + 5,
        details: { ...order.details, goodsDump: 'Widget' },
      };
      await store.orders.save({ ...changed, number: 'other', importedAtMs: 1 });
      const found = await store.orders.find(order.id, owner);
      assert.deepEqual(JSON.parse(JSON.stringify(found)), JSON.parse(JSON.stringify(changed)));
    });

    test('lists neither deleted nor removed orders, sorted by import in either direction', async () => {
      const owner = await addMember();
      const orders = [];
      for (const [n, status] of orderStatuses.entries()) {
        orders.push(
          await add(
            anOrder({ memberId: owner, number: String(n), status, importedAtMs: 1000 + (n >> 1) }),
          ),
        );
      }
      const page = { memberId: owner, sinceMs: undefined, text: undefined, limit: 50, skip: 0 };
      const numbers = async (change: object): Promise<string[]> =>
        (
          await store.orders.list({
            ...page,
            sorting: { by: 'imported', isDescending: false },
            ...change,
          })
        ).map(({ number }) => number);
      assert.deepEqual(await numbers({}), ['0', '1', '2', '3', '4']);
      assert.deepEqual(await numbers({ sorting: { by: 'imported', isDescending: true } }), [
        '4',
        '3',
        '2',
        '1',
        '0',
      ]);
      assert.deepEqual(await numbers({ limit: 2, skip: 1 }), ['1', '2']);
      assert.deepEqual(await numbers({ sinceMs: 1001 }), ['2', '3', '4']);
      assert.deepEqual(await numbers({ memberId: await addMember() }), []);
    });

    test('a search finds ids, numbers, names and e-mails, and takes every character literally', async () => {
      const owner = await addMember();
      const booking = await addBooking(owner);
      const details = anOrder().details;
      const jane = await add(
        anOrder({ memberId: owner, number: 'WEB_100%', bookingId: booking, details }),
      );
      await add(
        anOrder({
          memberId: owner,
          number: 'WEBX100',
          details: { ...details, buyerName: 'Müller\\Söhne', buyerEmail: 'm@example.com' },
        }),
      );
      const found = async (text: string): Promise<string[]> =>
        (
          await store.orders.list({
            memberId: owner,
            sinceMs: undefined,
            text,
            sorting: { by: 'imported', isDescending: false },
            limit: 50,
            skip: 0,
          })
        ).map(({ number }) => number);
      assert.deepEqual(await found('web'), ['WEB_100%', 'WEBX100']);
      assert.deepEqual(await found('B_1'), ['WEB_100%']);
      assert.deepEqual(await found('0%'), ['WEB_100%']);
      assert.deepEqual(await found('jane d'), ['WEB_100%']);
      assert.deepEqual(await found('M@EXAMPLE'), ['WEBX100']);
      assert.deepEqual(await found('müller\\s'), ['WEBX100']);
      assert.deepEqual(await found(String(jane.id)), ['WEB_100%']);
      assert.deepEqual(await found(String(booking)), ['WEB_100%']);
      assert.deepEqual(await found("' or 1=1"), []);
    });

    test('a booking shows its order in a read and in a list, unless the order is deleted', async () => {
      const owner = await addMember();
      const alone = await addBooking(owner);
      const attached = await addBooking(owner);
      const order = await add(
        anOrder({ memberId: owner, bookingId: attached, selectedCarrier: 'toll' }),
      );
      const shown = { id: order.id, number: '321', selectedCarrier: 'toll' };
      assert.deepEqual((await store.bookings.find(attached, owner))?.order, shown);
      assert.equal((await store.bookings.find(alone, owner))?.order, undefined);
      const list = () =>
        store.bookings.list({
          memberId: owner,
          sinceMs: undefined,
          text: undefined,
          isAscending: true,
          limit: 50,
          skip: 0,
        });
      assert.deepEqual(
        (await list()).map((booking) => [booking.id, booking.order]),
        [
          [alone, undefined],
          [attached, shown],
        ],
      );
      await store.orders.save({ ...order, status: 'deleted' });
      assert.equal((await store.bookings.find(attached, owner))?.order, undefined);
      assert.equal((await list()).length, 2);
    });

    test('a booking is attached to at most one order', async () => {
      const owner = await addMember();
      const booking = await addBooking(owner);
      const first = await add(anOrder({ memberId: owner, bookingId: booking }));
      assert.deepEqual(await store.orders.findByBooking(booking), {
        id: first.id,
        status: 'pending',
      });
      await assert.rejects(
        store.orders.add(anOrder({ memberId: owner, number: '2', bookingId: booking })),
      );
      assert.equal(await store.orders.findByBooking(bookingId(999_999)), undefined);
    });

    for (const status of orderStatuses) {
      const becomes = status === 'deleted' || status === 'removed' ? status : 'booked';
      test(`settling a booking changes its order from ${status} to ${becomes}`, async () => {
        const owner = await addMember();
        const booking = await addBooking(owner);
        const order = await add(anOrder({ memberId: owner, bookingId: booking, status }));
        const other = await add(anOrder({ memberId: owner, number: 'other', status }));
        await store.transaction((inside) => inside.orders.markBooked(booking, 1_794_700_000_777));
        const found = await store.orders.find(order.id, owner);
        assert.equal(found?.status, becomes);
        if (becomes === 'booked') assert.equal(found?.updatedAtMs, 1_794_700_000_777);
        assert.equal((await store.orders.find(other.id, owner))?.status, status);
      });
    }

    test('a settlement that is rolled back leaves the order unchanged', async () => {
      const owner = await addMember();
      const booking = await addBooking(owner);
      const { id } = await add(
        anOrder({ memberId: owner, bookingId: booking, status: 'ready_to_book' }),
      );
      await assert.rejects(
        store.transaction(async (inside) => {
          await inside.orders.markBooked(booking, 1);
          throw new Error('the charge was declined');
        }),
      );
      assert.equal((await store.orders.find(id, owner))?.status, 'ready_to_book');
      await store.orders.markBooked(await addBooking(owner), 1);
    });

    test('keeps an old booking only while its order waits to be booked', async () => {
      const owner = await addMember();
      const [free, waiting, over] = [
        await addBooking(owner),
        await addBooking(owner),
        await addBooking(owner),
      ];
      await add(anOrder({ memberId: owner, bookingId: waiting, status: 'ready_to_book' }));
      const cancelled = await add(
        anOrder({ memberId: owner, number: '2', bookingId: over, status: 'cancelled' }),
      );
      await store.bookings.purgeUnpaid(free - 1, Number.MAX_SAFE_INTEGER, {
        reads: 100,
        deletes: 100,
      });
      assert.equal(await store.bookings.find(free, owner), undefined);
      assert.equal((await store.bookings.find(waiting, owner))?.id, waiting);
      assert.equal(await store.bookings.find(over, owner), undefined);
      assert.equal((await store.orders.find(cancelled.id, owner))?.bookingId, undefined);
    });

    test('books an order that is attached while its booking settles', async () => {
      for (let round = 0; round < 10; round += 1) {
        const owner = await addMember();
        const booking = await addBooking(owner);
        const order = await add(anOrder({ memberId: owner, status: 'ready_to_book' }));
        let isSettled = false;
        await Promise.all([
          store.transaction(async (inside) => {
            const held = await inside.bookings.lock(booking, owner);
            assert.ok(held);
            // What settling writes before: read here, because the status of a booking has no setter yet.
            const status = isSettled ? 'booked' : 'ready_to_book';
            await inside.orders.save({ ...order, bookingId: booking, status });
          }),
          second.transaction(async (inside) => {
            await inside.bookings.lock(booking, owner);
            isSettled = true;
            await inside.orders.markBooked(booking, 1);
          }),
        ]);
        assert.equal((await store.orders.find(order.id, owner))?.status, 'booked');
      }
    });

    test('adds and replaces products by sku, for their member only', async () => {
      const owner = await addMember();
      const stranger = await addMember();
      const page = { limit: 3, skip: 0 };
      const many = Array.from({ length: 250 }, (_, n) => ({
        sku: `SKU-${String(n).padStart(3, '0')}`,
        title: `Title ${n}`,
        description: '',
      }));
      await store.products.save(owner, many, 1);
      await store.products.save(
        owner,
        [
          { sku: 'SKU-001', title: 'Overtaken', description: '' },
          { sku: 'SKU-001', title: 'New', description: '<b>x</b>' },
        ],
        2,
      );
      assert.equal(await store.products.count(owner), 250);
      assert.equal(await store.products.count(stranger), 0);
      assert.deepEqual(await store.products.list({ memberId: owner, ...page }), [
        { sku: 'SKU-000', title: 'Title 0', description: '' },
        { sku: 'SKU-001', title: 'New', description: '<b>x</b>' },
        { sku: 'SKU-002', title: 'Title 2', description: '' },
      ]);
      assert.deepEqual(await store.products.list({ memberId: stranger, ...page }), []);
    });
  });
}
