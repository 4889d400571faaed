// Bookings with members' own accounts: created, labelled, tracked, manifested, cancelled and found with the account
// that sent them. The carrier bills the member, so there are no ledger entries.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { adjustBooking } from '../../src/application/bookings/adjust-booking.ts';
import { cancelBooking } from '../../src/application/bookings/cancel-booking.ts';
import { lodgeManifests } from '../../src/application/jobs/lodge-manifests.ts';
import { recoverConfirmations } from '../../src/application/jobs/recover-confirmations.ts';
import { lodgeManifest } from '../../src/application/manifests/lodge-manifest.ts';
import { changeMember } from '../../src/application/members/change-member.ts';
import { pollCarriers } from '../../src/application/tracking/poll-carriers.ts';
import { bookingId } from '../../src/domain/bookings/booking.ts';
import {
  accounts,
  house,
  OwnAccounts,
  parcel,
  uncached,
} from '../support/carriers/own-accounts.ts';
import { carriersPdf } from '../support/carriers/scripted-post.ts';
import { refusedAs } from '../support/refused-as.ts';
import { setups } from '../support/setups.ts';

for (const setup of setups) {
  describe(`bookings with own accounts on ${setup.name}`, () => {
    const world = new OwnAccounts();
    before(() => world.open(setup));
    after(() => world.close());
    beforeEach(() => world.connectBoth());

    test('books with the own account at its price and charges the member nothing', async () => {
      assert.equal(await world.t.app.store.credit.find(world.jane.member.id), undefined);
      world.server.requests.length = 0;
      const { id, answer } = await world.book(world.jane);
      assert.equal(answer.statusCode, 200, answer.body);
      const booking = answer.json();
      assert.equal(booking.cost, 18.4);
      assert.match(booking.connote, /^ART/);
      assert.deepEqual(world.askedWith(/^\/shipments/), [accounts.jane]);
      assert.equal(
        (await world.t.app.store.sentConsignments.find(String(id)))?.memberId,
        world.jane.member.id,
      );
      assert.equal(await world.entriesOf(world.jane), 0);
      const payments = await world.t.app.store.payments.listOfBooking(bookingId(id));
      assert.deepEqual(
        payments.map(({ method, amountCents, status }) => [method, amountCents, status]),
        [['own_account', 0, 'charged']],
      );

      const label = await world.pdf(world.jane, id);
      assert.deepEqual(new Uint8Array(label.rawPayload), carriersPdf);
      assert.deepEqual(world.askedWith(/^\/labels/), [accounts.jane]);
      assert.equal((await world.pdf(world.jim, id)).statusCode, 404);

      const invoice = await world.pdf(world.jane, id, 'invoice');
      assert.equal(invoice.statusCode, 422);
      assert.equal(invoice.json().error, 'invoice_by_carrier');
      const more = { scannedGrams: undefined, additionalCents: 500 };
      await assert.rejects(
        adjustBooking(world.t.app, bookingId(id), more),
        refusedAs('nothing_to_adjust', /its carrier bills itself/),
      );

      await cancelBooking(world.t.app, bookingId(id));
      assert.equal((await world.jane.read(id)).status, 'Cancelled');
      const cancellations = world.server.requests.filter(({ method }) => method === 'DELETE');
      assert.deepEqual(
        cancellations.map(({ headers }) => headers['account-number']),
        [accounts.jane],
      );
      assert.equal(await world.entriesOf(world.jane), 0);
      assert.equal((await world.t.app.store.payments.listOfBooking(bookingId(id))).length, 1);
    });

    test('creates and books in one call with the own account, unless live bookings are disabled', async () => {
      const quoted = await world.jane.quote(uncached);
      const request = {
        ...uncached,
        ...world.jane.confirmRequest(quoted, parcel),
        payment_method: 'credit',
      };
      const made = await world.jane.create(request);
      assert.equal(made.statusCode, 201, made.body);
      assert.match(made.json().connote, /^ART/);
      await changeMember(world.t.app, world.jane.member.email, { mayBookLive: false });
      const off = await world.jane.confirm(quoted.id, world.jane.confirmRequest(quoted, parcel));
      assert.equal(off.statusCode, 403);
      await changeMember(world.t.app, world.jane.member.email, { mayBookLive: true });
      assert.equal(await world.entriesOf(world.jane), 0);
    });

    test('refuses to book with an account other than the one quoted, and requotes the booking', async () => {
      const own = await world.jane.quote(uncached);
      const another = await world.jane.quote(uncached);
      await world.connect(world.jane);
      const replaced = await world.jane.confirm(
        another.id,
        world.jane.confirmRequest(another, parcel),
      );
      assert.equal(replaced.statusCode, 409, replaced.body);

      await world.disconnect(world.jane);
      const refusedOwn = await world.jane.confirm(own.id, world.jane.confirmRequest(own, parcel));
      assert.equal(refusedOwn.statusCode, 409, refusedOwn.body);
      assert.equal(refusedOwn.json().error, 'quote_account_changed');
      const renewed = await world.jane.read(own.id);
      assert.equal(renewed.status, 'new');
      assert.equal(
        renewed.quotes?.[parcel]?.price_insurance_ex,
        30,
        'the booking is requoted with the house account',
      );
      const unpaid = await world.jane.confirm(own.id, world.jane.confirmRequest(renewed, parcel));
      assert.equal(unpaid.statusCode, 403, 'a booking on the house account requires payment');

      await world.connect(world.jane);
      const refusedHouse = await world.jane.confirm(
        own.id,
        world.jane.confirmRequest(renewed, parcel),
      );
      assert.equal(refusedHouse.statusCode, 409, refusedHouse.body);
      const again = await world.jane.read(own.id);
      const done = await world.jane.confirm(own.id, world.jane.confirmRequest(again, parcel));
      assert.equal(done.statusCode, 200, done.body);
      assert.equal(await world.entriesOf(world.jane), 0);
    });

    test('lodges a separate manifest for each carrier account', async () => {
      for (const owner of [undefined, world.jane.member.id, world.jim.member.id])
        await lodgeManifest(world.t.app, { carrier: 'auspost', memberId: owner });
      world.post.orders.length = 0;
      world.server.requests.length = 0;
      const [ofJane, ofJim, ofJoan] = [
        await world.book(world.jane),
        await world.book(world.jim),
        await world.book(world.joan),
      ];
      world.t.advanceClock(8 * 3_600_000);
      assert.equal(await lodgeManifests(world.t.app), 3);
      assert.equal(await lodgeManifests(world.t.app), 0);
      assert.deepEqual(world.askedWith(/^\/orders/), [house, accounts.jane, accounts.jim]);
      assert.deepEqual(
        world.post.orders.map((order) => order.map((id) => Number(id.split('-')[1]))),
        [[ofJoan.id], [ofJane.id], [ofJim.id]],
      );
      while ((await pollCarriers(world.t.app)) > 0) world.t.advanceClock(60_000);
      for (const [shop, { id }] of [
        [world.jane, ofJane],
        [world.jim, ofJim],
        [world.joan, ofJoan],
      ] as const) {
        const tracked = await world.t.get(`/api/v5/tracking/${id}`, { 'api-key': shop.member.key });
        assert.equal(tracked.json().state, 'delivered', tracked.body);
        const requests = world.server.requests.filter(({ path }) => path.includes(`ART${id}X`));
        const account = shop === world.joan ? house : world.accountOf(shop);
        assert.ok(requests.length > 0);
        assert.ok(requests.every(({ headers }) => headers['account-number'] === account));
      }
    });

    test('a consignment waits while its account is missing and continues once it is back', async () => {
      const { id } = await world.book(world.jane);
      await world.disconnect(world.jane);
      world.server.requests.length = 0;
      assert.equal(
        (await world.pdf(world.jane, id)).statusCode,
        404,
        'no substitute label is drawn',
      );
      world.t.advanceClock(60 * 60_000);
      await pollCarriers(world.t.app);
      assert.deepEqual(world.server.requests, []);
      assert.equal((await world.jane.read(id)).status, 'Confirmed');
      await world.connect(world.jane);
      assert.equal((await world.pdf(world.jane, id)).statusCode, 200);
      await cancelBooking(world.t.app, bookingId(id));
      assert.equal((await world.jane.read(id)).status, 'Cancelled');
    });

    test('cancels a booking whose account was removed without asking its carrier', async () => {
      const { id } = await world.book(world.jane);
      await world.disconnect(world.jane);
      world.server.requests.length = 0;
      await cancelBooking(world.t.app, bookingId(id));
      assert.equal((await world.jane.read(id)).status, 'Cancelled');
      assert.deepEqual(world.server.requests, []);
      await world.connect(world.jane);
    });

    test('recovers a lost answer with the same account, also after the account was away', async () => {
      world.post.faults.shipments = (reply) =>
        (reply as { json?: unknown }).json === 'not booked' ? { json: 'booked' } : 'resets';
      const { id, answer } = await world.book(world.jane);
      assert.equal(answer.statusCode, 202, answer.body);
      world.post.faults = {};
      await world.disconnect(world.jane);
      world.t.advanceClock(5 * 60_000);
      world.server.requests.length = 0;
      await recoverConfirmations(world.t.app);
      assert.deepEqual(world.server.requests, []);
      assert.notEqual(
        (await world.jane.read(id)).status,
        'new',
        'the carrier may have the consignment',
      );
      await world.connect(world.jane);
      world.t.advanceClock(60 * 60_000);
      await recoverConfirmations(world.t.app);
      assert.equal((await world.jane.read(id)).status, 'Confirmed');
      assert.equal(world.post.of(String(id)), 1);
      assert.deepEqual([...new Set(world.askedWith(/^\/shipments/))], [accounts.jane]);
      assert.equal(await world.entriesOf(world.jane), 0);
    });

    test('a booking that the carrier rejects stays new and adds no ledger entries', async () => {
      world.post.faults.shipments = () => ({
        status: 400,
        json: { errors: [{ code: '43003', message: 'Too heavy' }] },
      });
      const { id, answer } = await world.book(world.jane);
      assert.equal(answer.statusCode, 422, answer.body);
      assert.equal((await world.jane.read(id)).status, 'new');
      assert.equal(await world.entriesOf(world.jane), 0);
    });
  });
}
