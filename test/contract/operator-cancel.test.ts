// The preview of an operator's cancellation, on both engines: the refund, who notifies the carrier, and where the
// consignment is.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adjustBooking } from '../../src/application/bookings/adjust-booking.ts';
import {
  connectAccount,
  disconnectAccount,
} from '../../src/application/carriers/carrier-accounts.ts';
import { bookingId } from '../../src/domain/bookings/booking.ts';
import type { BookingShown } from '../support/bookings/checkout.ts';
import { addScan } from '../support/bookings/shipments.ts';
import { saveCard } from '../support/money/saved-card.ts';
import { until } from '../support/until.ts';
import { describeForOperator, onCredit } from './operator-office.ts';

describeForOperator('previewing a cancellation', (fixture) => {
  test('offers to cancel with a carrier only if it is connected, has the booking and supports cancelling', async () => {
    const { t, olga, janes, read } = fixture();
    const { app } = t;
    const given = { password: 'pass-1', account_number: '1234567890' };
    const connect = (carrier: string, account: Record<string, string>) =>
      connectAccount(app, undefined, {
        carrier,
        account: { ...given, ...account },
        policy: 'card',
        isUntested: true,
      });
    await connect('auspost', { api_key: 'key-1' });
    await connect('dhl_express', { username: 'linehaul' });
    const settle = ({ id }: BookingShown, state: 'booked' | 'rejected') =>
      app.store.sentConsignments.settle(String(id), {
        state,
        detail: '',
        connote: 'ABC123',
        carrierId: '',
        pieces: [],
      });
    const sentWith = async (carrier: string, isSent = true): Promise<BookingShown> => {
      const booked = await janes.book(onCredit, 'live_one');
      const reference = String(booked.id);
      const ids = { carrier, stringId: 'live_one', bookingId: bookingId(booked.id), reference };
      await app.store.sentConsignments.open({ ...ids, nowMs: 0 });
      if (isSent) await settle(booked, 'booked');
      return booked;
    };
    const way = async (booked: BookingShown): Promise<string> => (await read(booked)).cancel_way;
    const connected = await sentWith('auspost');
    await until('the accounts are in use', async () => (await way(connected)) === 'asked');
    assert.equal(await way(await sentWith('auspost', false)), 'by_hand');
    // DHL Express has no cancellation over the network.
    assert.equal(await way(await sentWith('dhl_express')), 'by_hand');
    assert.equal(await way(await sentWith('tnt')), 'by_hand');
    const rejected = await sentWith('auspost', false);
    await settle(rejected, 'rejected');
    assert.equal(await way(rejected), 'not_with_carrier');
    await disconnectAccount(app, undefined, 'auspost');
    await until('the account is disconnected', async () => (await way(connected)) !== 'asked');
    assert.equal(await way(connected), 'by_hand');
    const cancelled = await olga.send('POST', `/operator/bookings/${connected.id}/cancel`);
    assert.equal(cancelled.json().status, 'Cancelled');
    assert.equal(await way(connected), 'not_with_carrier');
  });

  test('previews a cancellation with its refund, the way to notify the carrier and the stage', async () => {
    const { t, olga, jane, janes, list, read } = fixture();
    const byHand = await janes.book(onCredit);
    const shown = await read(byHand);
    assert.deepEqual(
      [shown.gateway_refund, shown.credit_refund, shown.payment_method],
      [0, byHand.cost, 'credit'],
    );
    assert.deepEqual([shown.cancel_way, shown.stage], ['by_hand', null]);
    const byCard = await janes.book({ payment_method: await saveCard(t.app, jane) });
    await adjustBooking(t.app, bookingId(byCard.id), {
      scannedGrams: undefined,
      additionalCents: 850,
    });
    const adjusted = await read(byCard);
    // Adjustments are charged to the credit account, even if a card paid for the booking.
    assert.deepEqual([adjusted.gateway_refund, adjusted.credit_refund], [byCard.cost, 8.5]);
    await addScan(t, byHand.id, 'out_for_delivery', 'On board', 'Melbourne');
    assert.equal((await read(byHand)).stage, 'out_for_delivery');
    const demo = await janes.book({ payment_method: 'demo' });
    const ofDemo = await read(demo);
    assert.deepEqual(
      [ofDemo.gateway_refund, ofDemo.credit_refund, ofDemo.cancel_way, ofDemo.stage],
      [0, 0, 'not_with_carrier', null],
    );
    // The Demo courier's tracking follows the clock.
    t.advanceClock(t.app.tracking.demoJourneyMs);
    assert.equal((await read(demo)).stage, 'delivered');
    const cancelled = await olga.send('POST', `/operator/bookings/${byHand.id}/cancel`);
    assert.equal(cancelled.json().status, 'Cancelled');
    assert.equal((await read(byHand)).credit_refund, 0);
    assert.equal((await list(`q=${byHand.id}`))[0].status, 'Cancelled');
    for (const id of ['x', '999999'])
      assert.equal((await olga.get(`/operator/bookings/${id}`)).statusCode, 404);
  });
});
