// Issues that only a person can finish in the operator area: refunds that the gateway cannot make, and unpaid
// consignments.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { hiTrans } from '../../carriers/hi_trans/connector/hi-trans.ts';
import { changeMember } from '../../src/application/members/change-member.ts';
import { bookingId } from '../../src/domain/bookings/booking.ts';
import { Checkout } from '../support/bookings/checkout.ts';
import { saveCard } from '../support/money/saved-card.ts';
import { ScriptedGateway } from '../support/money/scripted-gateway.ts';
import { Visitor } from '../support/pages/members-area.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp, type TestMember } from '../support/test-app.ts';

for (const setup of setups) {
  describe(`issues that the operator resolves by hand on ${setup.name}`, () => {
    let t: TestApp;
    let olga: Visitor;
    let jane: TestMember;
    let shop: Checkout;
    let card: string;
    const gateway = new ScriptedGateway();
    before(async () => {
      t = await startTestApp(setup, { gateway, connectors: [hiTrans] });
      jane = await t.addMember();
      shop = new Checkout(t, jane);
      card = await saveCard(t.app, jane);
      const operator = await t.addMember('olga@example.com');
      await changeMember(t.app, operator.email, { isOperator: true });
      olga = await new Visitor(t).signIn(operator);
    });
    after(() => t.close());

    test('records a refund paid another way once, and undoes a mistaken record', async () => {
      const { store } = t.app;
      const booked = await shop.book({ payment_method: card });
      gateway.script.refund = ['declines'];
      await olga.send('POST', `/operator/bookings/${booked.id}/cancel`);
      const due = async () => (await olga.get('/operator/attention')).json().refunds_due;
      const [refund] = await due();
      assert.deepEqual(
        [refund.booking_id, refund.amount, refund.status, refund.member.email],
        [booked.id, Number(booked.cost), 'refused', jane.email],
      );
      const path = `/operator/payments/${refund.id}/returned`;
      assert.equal((await olga.send('PUT', path, { note: ' ' })).statusCode, 400);
      for (let n = 0; n < 2; n += 1) {
        const noted = await olga.send('PUT', path, { note: 'bank transfer 8841' });
        assert.deepEqual(
          [noted.json().status, noted.json().detail],
          ['returned', 'bank transfer 8841'],
        );
      }
      const other = await olga.send('PUT', path, { note: 'cheque 12' });
      assert.deepEqual([other.statusCode, other.json().error], [409, 'refund_not_due']);
      assert.deepEqual(await due(), []);
      const payouts = async () =>
        (
          await store.ledger.listOfBooking({ bookingId: bookingId(booked.id), memberId: jane.id })
        ).filter(({ kind }) => kind === 'payout').length;
      assert.equal(await payouts(), 1);
      assert.equal((await olga.send('DELETE', path)).json().status, 'refused');
      assert.equal((await due()).length, 1);
      assert.equal(await payouts(), 2);
      await olga.send('PUT', path, { note: 'cheque 12' });
      for (const id of ['x', '999999'])
        for (const method of ['PUT', 'DELETE'] as const)
          assert.equal(
            (await olga.send(method, `/operator/payments/${id}/returned`, { note: 'a' }))
              .statusCode,
            404,
          );
    });

    test('cancels an unpaid consignment with its carrier, or records a manual cancellation', async () => {
      const { sentConsignments } = t.app.store;
      const sent = {
        carrier: 'hi_trans',
        stringId: 'hi_trans',
        bookingId: bookingId(17),
        nowMs: 0,
      };
      for (const reference of ['17', '17-2', '17-2.2']) {
        const numbers = { connote: `HT${reference}`, carrierId: '', pieces: [] };
        await sentConsignments.open({ ...sent, reference });
        await sentConsignments.settle(reference, { state: 'booked', detail: '', ...numbers });
        await sentConsignments.markOrphaned(reference, 'another number');
      }
      const orphans = async () => (await olga.get('/operator/attention')).json().orphans;
      assert.deepEqual(await orphans(), [], 'consignments of other senders are not orphans');
      for (const reference of ['17', '17-2', '17-2.2'])
        await sentConsignments.markOrphaned(reference, `HT${reference}`);
      assert.deepEqual(
        (await orphans()).map(
          (orphan: { reference: string; connote: string; booking_id: number }) => [
            orphan.reference,
            orphan.connote,
            orphan.booking_id,
          ],
        ),
        [
          ['17', 'HT17', 17],
          ['17-2', 'HT17-2', 17],
          ['17-2.2', 'HT17-2.2', 17],
        ],
      );
      // This carrier cannot be notified over the network.
      const refused = await olga.send('POST', '/operator/orphans/17/cancel');
      assert.deepEqual([refused.statusCode, refused.json().error], [422, 'orphan_not_cancelled']);
      assert.match(refused.json().message, /mark it as settled/);
      assert.equal((await olga.send('PUT', '/operator/orphans/17', { note: '' })).statusCode, 400);
      const nul = await olga.send('PUT', '/operator/orphans/17', { note: 'by\u0000telephone' });
      assert.equal(nul.statusCode, 400);
      assert.match(nul.body, /note must not contain the character NUL/);
      for (const path of ['orphans/%00/cancel', 'orphans/17%00/cancel'])
        assert.equal((await olga.send('POST', `/operator/${path}`)).statusCode, 400);
      for (let n = 0; n < 2; n += 1) {
        const note = 'by\ttelephone ';
        const closed = await olga.send('PUT', '/operator/orphans/17', { note });
        assert.deepEqual([closed.json().is_closed, closed.json().detail], [true, 'by telephone']);
      }
      t.app.connections.cancel = async () => ({ outcome: 'cancelled' });
      for (const reference of ['17-2', '17-2.2']) {
        const cancelled = await olga.send('POST', `/operator/orphans/${reference}/cancel`);
        assert.deepEqual([cancelled.statusCode, cancelled.json().is_closed], [200, true]);
      }
      assert.deepEqual(await orphans(), []);
      assert.equal((await olga.send('POST', '/operator/orphans/99/cancel')).statusCode, 404);
    });

    test('shows a consignment booked at another price than quoted until an operator acknowledges it', async () => {
      const { sentConsignments } = t.app.store;
      const send = async (
        reference: string,
        quotedCents: number,
        priceCents: number | undefined,
      ) => {
        const ids = { carrier: 'hi_trans', stringId: 'hi_trans', bookingId: bookingId(18) };
        await sentConsignments.open({ ...ids, reference, nowMs: 0 });
        const numbers = { connote: `HT${reference}`, carrierId: '', pieces: [] };
        const booked = { state: 'booked', detail: '', quotedCents, priceCents } as const;
        await sentConsignments.settle(reference, { ...booked, ...numbers });
      };
      await send('18', 2_500, 2_500);
      await send('18-2', 2_500, undefined);
      await send('18-3', 2_500, 3_750);
      const shown = async () => (await olga.get('/operator/attention')).json().other_prices;
      assert.deepEqual(
        (await shown()).map((consignment: Record<string, unknown>) => [
          consignment.reference,
          consignment.booking_id,
          consignment.connote,
          consignment.quoted,
          consignment.booked,
        ]),
        [['18-3', 18, 'HT18-3', 25, 37.5]],
      );
      for (let n = 0; n < 2; n += 1) {
        const acknowledged = await olga.send('PUT', '/operator/prices/18-3/seen');
        assert.equal(acknowledged.statusCode, 200, acknowledged.body);
      }
      assert.deepEqual(await shown(), []);
      for (const reference of ['18', '99'])
        assert.equal(
          (await olga.send('PUT', `/operator/prices/${reference}/seen`)).statusCode,
          404,
        );
    });
  });
}
