// Many confirms at once, in one process and from two on one database: a booking is paid for once, and an account is
// used up to its limit and no further.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { BookingId } from '../../src/domain/bookings/booking.ts';
import { Checkout } from '../support/bookings/checkout.ts';
import { bookableCarrier, cardCarrier, MoneyWorld } from '../support/money/money-world.ts';
import { refusedAs } from '../support/refused-as.ts';
import { setups } from '../support/setups.ts';
import { startTestApp } from '../support/test-app.ts';

for (const setup of setups) {
  describe(`simultaneous confirms on ${setup.engine}`, () => {
    let world: MoneyWorld;
    before(async () => {
      world = await MoneyWorld.open(setup);
    });
    after(() => world.close());

    for (const funding of ['credit', 'card', 'demo'] as const) {
      for (const carrier of [cardCarrier, bookableCarrier]) {
        test(`a hundred confirms of one booking, ${funding} with ${carrier}: one success, one charge`, async () => {
          world.begin();
          const member = await world.addMember(1_000_000);
          const id = await world.addBooking(member, 2_500);
          const answers = await Promise.all(
            Array.from({ length: 100 }, () => world.confirm(id, { carrier, funding })),
          );
          assert.equal(answers.filter(({ kind }) => kind === 'booking').length, 1);
          const refused = answers.flatMap((answer) =>
            answer.kind === 'refused' ? [answer.error] : [],
          );
          assert.equal(refused.length, 99);
          for (const error of refused)
            assert.equal((error as { data: { code: string } }).data.code, 'booking_already_paid');
          assert.equal(world.gateway.charges.size, funding === 'card' ? 1 : 0);
          await world.assertBooks();
        });
      }
    }

    test('does not answer a second confirm with the rejection of the first', async () => {
      world.begin();
      const member = await world.addMember(1_000_000);
      const id = await world.addBooking(member, 2_500);
      const request = { carrier: bookableCarrier, funding: 'credit' } as const;
      const { store } = world.app;
      let first: ReturnType<MoneyWorld['confirm']> | undefined;
      const listOfBooking: typeof store.payments.listOfBooking = async (of) => {
        const payments = await store.payments.listOfBooking(of);
        world.carrierBooking.script.book.push('rejects');
        first ??= world.confirm(id, request);
        await first;
        return payments;
      };
      const payments = { ...store.payments, listOfBooking };
      const second = await world.confirm(
        id,
        request,
        {},
        { ...world.app, store: { ...store, payments } },
      );
      assert.equal((await first)?.kind, 'refused');
      assert.ok(second.kind === 'refused');
      assert.ok(refusedAs('booking_changed')(second.error));
      assert.equal(
        world.carrierBooking.requests.filter(({ reference }) => reference.startsWith(String(id)))
          .length,
        1,
      );
      const again = await world.confirm(id, request);
      assert.ok(again.kind === 'booking');
      assert.equal(again.booking.status, 'confirmed');
      await world.assertBooks();
    });

    test('a hundred confirms when credit covers one: the others are refused as already paid', async () => {
      world.begin();
      for (let round = 0; round < 3; round += 1) {
        const member = await world.addMember(2_500);
        const id = await world.addBooking(member, 2_500);
        const answers = await Promise.all(
          Array.from({ length: 100 }, (_, n) =>
            world.confirm(id, {
              carrier: n % 2 === 0 ? cardCarrier : bookableCarrier,
              funding: 'credit',
            }),
          ),
        );
        const outcomes = answers.map((answer) =>
          answer.kind === 'refused'
            ? (answer.error as { data: { code: string } }).data.code
            : answer.kind === 'failed'
              ? String(answer.error)
              : answer.kind,
        );
        assert.deepEqual(outcomes.toSorted(), [
          'booking',
          ...Array.from({ length: 99 }, () => 'booking_already_paid'),
        ]);
      }
      await world.assertBooks();
    });

    /**
     * On a slow machine some confirms are rejected because no connection is free in time, without any effect; retry
     * them.
     */
    const confirmInTheEnd = async (id: BookingId, carrier: string) => {
      for (;;) {
        const answer = await world.confirm(id, { carrier, funding: 'credit' });
        const isCrowded =
          answer.kind === 'failed' && String(answer.error).includes('timeout exceeded when trying');
        if (!isCrowded) return answer;
      }
    };

    for (const carrier of [cardCarrier, bookableCarrier]) {
      test(`two hundred bookings when credit covers fifty, with ${carrier}: the limit holds and none is lost`, async () => {
        world.begin();
        const price = 2_500;
        const member = await world.addMember(50 * price);
        // Prices vary, so that the confirms compete for the last cents.
        const prices = Array.from({ length: 200 }, (_, n) => price + ((n * 37) % 101) - 50);
        const ids: BookingId[] = [];
        for (const cents of prices) ids.push(await world.addBooking(member, cents));
        const answers = await Promise.all(ids.map((id) => confirmInTheEnd(id, carrier)));
        const won = prices.filter((_, n) => answers[n]?.kind === 'booking');
        const lost = prices.filter((_, n) => answers[n]?.kind === 'refused');
        assert.equal(won.length + lost.length, 200);
        const used = won.reduce((sum, cents) => sum + cents, 0);
        const account = await world.app.store.credit.find(member.caller.member.id);
        assert.equal(account?.usedCents, used);
        assert.ok(used <= 50 * price);
        // The remaining credit is below the cheapest refused price, so nothing that fitted was refused.
        assert.ok(50 * price - used < Math.min(...lost), `${used} of ${50 * price}`);
        await world.assertBooks();
      });
    }

    test('two processes never issue the same number and share the credit limit', async () => {
      const first = await startTestApp(setup, { limits: { v5PerMinute: 0 } });
      const second = await startTestApp(setup, { place: first.place, limits: { v5PerMinute: 0 } });
      try {
        const member = await first.addMember();
        const shops = [new Checkout(first, member), new Checkout(second, member)] as const;
        await shops[0].giveCredit(1_000_000);
        const quoted = [];
        for (let n = 0; n < 60; n += 1) quoted.push(await shops[0].quote());
        const price = quoted[0]?.quotes.toll?.total ?? 0;
        await shops[0].giveCredit(price * 40);
        const answers = await Promise.all(
          quoted.flatMap((booking) =>
            shops.map((shop) => shop.confirm(booking.id, shop.confirmRequest(booking))),
          ),
        );
        const booked = answers.filter(({ statusCode }) => statusCode === 200);
        assert.equal(booked.length, 40);
        assert.equal(new Set(booked.map((answer) => answer.json().connote)).size, 40);
        for (const { statusCode, body } of answers)
          assert.ok([200, 403, 422].includes(statusCode), body);
        const account = await first.app.store.credit.find(member.id);
        assert.equal(account?.usedCents, Math.round(price * 100) * 40);
      } finally {
        await second.close();
        await first.close();
      }
    });
  });
}
