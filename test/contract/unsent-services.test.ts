// Services that a connected carrier's booking request cannot carry, such as a tailgate or the pickup: a person must
// notify the carrier, and the booking shows that until it is done. On both engines.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { changeMember } from '../../src/application/members/change-member.ts';
import { ownAccountMark } from '../../src/domain/carriers/own-account.ts';
import { Checkout } from '../support/bookings/checkout.ts';
import { type Body, sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { listToNotify, markNotified } from '../support/bookings/run-sheets.ts';
import { addScan } from '../support/bookings/shipments.ts';
import { liveCarrier, ScriptedBooking } from '../support/carriers/scripted-booking.ts';
import { Visitor } from '../support/pages/members-area.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

/** A carrier whose rate card has tailgates. */
const carrier = 'direct_freight';
const withTailgate = { tailgate_delivery: true };

for (const setup of setups) {
  describe(`services that a connected carrier does not receive, on ${setup.name}`, () => {
    const carrierBooking = new ScriptedBooking();
    let t: TestApp;
    let shop: Checkout;
    let jane: Visitor;
    let olga: Visitor;
    before(async () => {
      const live = liveCarrier(carrier, carrierBooking);
      t = await startTestApp(setup, {
        live: [live],
        liveOf: (memberId) => [
          { ...live, own: { memberId, mark: ownAccountMark(0), watchedAs: `${carrier}@jane` } },
        ],
        limits: { membersPerMinute: 0, v5PerMinute: 0 },
      });
      const member = await t.addMember();
      shop = new Checkout(t, member);
      await shop.giveCredit(100_000);
      jane = await new Visitor(t).signIn(member);
      const operator = await t.addMember('olga@example.com');
      await changeMember(t.app, operator.email, { isOperator: true });
      olga = await new Visitor(t).signIn(operator);
    });
    after(() => t.close());
    beforeEach(async () => {
      carrierBooking.pickups = 'regular';
      await changeMember(t.app, shop.member.email, { mayConnectCarriers: false });
    });

    const book = async (change: Body = {}): Promise<number> => {
      const quoted = await shop.quote(sydneyToMelbourne(change));
      const request = shop.confirmRequest(quoted, carrier, { payment_method: 'credit' });
      const answer = await shop.confirm(quoted.id, request);
      assert.equal(answer.statusCode, 200, answer.body);
      assert.match(answer.json().connote, /^LIVE/);
      return quoted.id;
    };
    const toNotify = async (): Promise<[number, string[]][]> =>
      (await listToNotify(olga)).map(({ id, unsaid: unsent }) => [id, unsent]);
    const notification = async (id: number): Promise<unknown[]> => {
      const { carrier_hears, unsaid } = (await jane.get(`/bookings/v4/${id}`)).json();
      return [carrier_hears, unsaid];
    };

    test('lists a booking for manual notification only when a tailgate could not be sent', async () => {
      const plain = await book();
      assert.deepEqual([await toNotify(), await notification(plain)], [[], [undefined, undefined]]);
      const id = await book(withTailgate);
      assert.deepEqual(await toNotify(), [[id, ['tailgate_delivery']]]);
      assert.deepEqual(await notification(id), ['due', ['tailgate_delivery']]);
      assert.equal((await markNotified(olga, [id])).statusCode, 200);
      assert.deepEqual(
        [await toNotify(), await notification(id)],
        [[], ['told', ['tailgate_delivery']]],
      );
    });

    test('lists a delivery tailgate after collection, but not a pickup tailgate', async () => {
      const lifted = await book(withTailgate);
      const collected = await book({ tailgate_pickup: true });
      for (const id of [lifted, collected])
        await addScan(t, id, 'picked_up', 'Collected', 'Sydney');
      assert.deepEqual(await toNotify(), [[lifted, ['tailgate_delivery']]]);
      assert.deepEqual(await notification(lifted), ['due', ['tailgate_delivery']]);
      assert.deepEqual(await notification(collected), [undefined, undefined]);
      t.advanceClock(5 * 24 * 60 * 60_000);
      assert.deepEqual(await toNotify(), [[lifted, ['tailgate_delivery']]]);
      t.advanceClock(-5 * 24 * 60 * 60_000);
      await addScan(t, lifted, 'out_for_delivery', 'On board', 'Melbourne');
      assert.deepEqual(await toNotify(), []);
    });

    test('lists every booking where a person arranges the pickups', async () => {
      carrierBooking.pickups = 'told';
      const both = await book(withTailgate);
      assert.deepEqual(await toNotify(), [[both, ['pickup', 'tailgate_delivery']]]);
      await markNotified(olga, [both]);
    });

    test('lists no booking whose pickup the carrier arranged itself', async () => {
      carrierBooking.pickups = 'booked';
      const id = await book();
      assert.deepEqual([await toNotify(), await notification(id)], [[], [undefined, undefined]]);
      const lifted = await book(withTailgate);
      assert.deepEqual(await toNotify(), [[lifted, ['tailgate_delivery']]]);
      await markNotified(olga, [lifted]);
    });

    test('asks the member, not the operator, to notify the carrier of an own account', async () => {
      await changeMember(t.app, shop.member.email, { mayConnectCarriers: true });
      await t.app.store.carrierAccounts.put({
        memberId: shop.member.id,
        carrier,
        sealed: 'not used by these tests',
        policy: 'live',
        connectedAtMs: t.app.clock.nowMs(),
      });
      const id = await book(withTailgate);
      assert.deepEqual(
        [await toNotify(), await notification(id)],
        [[], ['from_you', ['tailgate_delivery']]],
      );
      const refused = await markNotified(olga, [id]);
      assert.equal(refused.statusCode, 400, refused.body);
    });
  });
}
