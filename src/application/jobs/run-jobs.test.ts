// One of several processes runs the jobs, and another takes over when it stops.
import assert from 'node:assert/strict';
import { describe, mock, test } from 'node:test';
import { aBooking } from '../../../test/support/bookings/bookings.ts';
import { Checkout } from '../../../test/support/bookings/checkout.ts';
import { memberDetails } from '../../../test/support/factories.ts';
import { saveCard } from '../../../test/support/money/saved-card.ts';
import { ScriptedGateway } from '../../../test/support/money/scripted-gateway.ts';
import { setups } from '../../../test/support/setups.ts';
import { startTestApp, type TestApp } from '../../../test/support/test-app.ts';
import { until } from '../../../test/support/until.ts';
import { type BookingStatus, bookingId } from '../../domain/bookings/booking.ts';
import { memberId } from '../../domain/members/member.ts';
import { dayMs, minuteMs } from '../../domain/time/durations.ts';
import { checkLedger } from './check-ledger.ts';
import { purgeQuoteSets, purgeQuotes } from './purge-quotes.ts';
import { runJobs } from './run-jobs.ts';

const leads = (t: TestApp): boolean =>
  t.log.some(({ message }) => message === 'this process does the jobs now');

const countOf = async ({ app }: TestApp, ids: readonly number[]): Promise<number> => {
  const found = await Promise.all(
    ids.map((id) => app.store.bookings.findForAnyMember(bookingId(id))),
  );
  return found.filter((one) => one !== undefined).length;
};

for (const setup of setups) {
  describe(`jobs on ${setup.engine}`, () => {
    test('runs jobs in one process, and in another when the first stops or its lease ends', async () => {
      const one = await startTestApp(setup);
      const two = await startTestApp(setup, { place: one.place });
      const three = await startTestApp(setup, { place: one.place });
      const first = runJobs(one.app, { tickMs: 1 });
      await until('the first leads', () => leads(one));
      const second = runJobs(two.app, { tickMs: 1 });
      one.advanceClock(minuteMs / 4);
      two.advanceClock(minuteMs / 4);
      await until('the first has worked on', async () => {
        const taken = await two.app.store.leases.take({
          name: 'jobs',
          holder: 'a stranger',
          nowMs: one.app.clock.nowMs() + 1,
          untilMs: one.app.clock.nowMs() + 2,
        });
        return !taken;
      });
      assert.ok(!leads(two));
      await first.stop();
      two.advanceClock(minuteMs / 4);
      await until('the second leads', () => leads(two));
      await second.stop();
      // A process that dies does not release its lease, which then expires.
      const nowMs = three.app.clock.nowMs();
      const untilMs = nowMs + 30_000;
      const holder = 'a dead process';
      assert.ok(await three.app.store.leases.take({ name: 'jobs', holder, nowMs, untilMs }));
      three.advanceClock(29_000);
      const take = mock.method(three.app.store.leases, 'take');
      const third = runJobs(three.app, { tickMs: 1 });
      const firstTry = () =>
        take.mock.calls.find(({ arguments: [wanted] }) => wanted.name === 'jobs');
      await until('the third process has tried', () => firstTry() !== undefined);
      assert.equal(await firstTry()?.result, false);
      assert.ok(!leads(three));
      // The third process retries every ten seconds.
      three.advanceClock(10_000);
      await until('the third leads', () => leads(three));
      await third.stop();
      await three.close();
      await two.close();
      await one.close();
    });

    test('a clock that ran a year ahead and was corrected stops no job and leaves no payment behind', async () => {
      const gateway = new ScriptedGateway();
      const t = await startTestApp(setup, { gateway });
      const two = await startTestApp(setup, { place: t.place });
      const shop = new Checkout(t, await t.addMember());
      const card = await saveCard(t.app, shop.member, { isDefault: true });
      const pay = async () => {
        gateway.script.charge = ['lost_answer'];
        const quoted = await shop.quote();
        const change = { payment_method: card };
        const answer = await shop.confirm(quoted.id, shop.confirmRequest(quoted, 'toll', change));
        assert.equal(answer.statusCode, 202, answer.body);
        return quoted.id;
      };
      const isConfirmed = async (id: number) =>
        (await t.app.store.bookings.findForAnyMember(bookingId(id)))?.status === 'confirmed';
      t.advanceClock(365 * dayMs);
      const jobs = runJobs(t.app, { tickMs: 1 });
      await until('it leads', () => leads(t));
      const before = await pay();
      t.advanceClock(-365 * dayMs);
      const then = await pay();
      t.advanceClock(minuteMs);
      await until(
        'both are confirmed',
        async () => (await isConfirmed(before)) && (await isConfirmed(then)),
      );
      // The lease of a process that died with such a clock does not block the others.
      await jobs.stop();
      const nowMs = two.app.clock.nowMs() + 365 * dayMs;
      const stale = { name: 'jobs', holder: 'one that is no more', nowMs, untilMs: nowMs + 30_000 };
      assert.ok(await two.app.store.leases.take(stale));
      const others = runJobs(two.app, { tickMs: 1 });
      await until('the other leads', () => leads(two));
      await others.stop();
      await two.close();
      await t.close();
    });

    test('settles a payment with an unknown outcome on its own', async () => {
      const gateway = new ScriptedGateway();
      gateway.script.charge = ['lost_answer'];
      const t = await startTestApp(setup, { gateway });
      const shop = new Checkout(t, await t.addMember());
      const card = await saveCard(t.app, shop.member, { isDefault: true });
      const quoted = await shop.quote();
      const answer = await shop.confirm(
        quoted.id,
        shop.confirmRequest(quoted, 'toll', { payment_method: card }),
      );
      assert.equal(answer.statusCode, 202, answer.body);
      const jobs = runJobs(t.app, { tickMs: 1 });
      t.advanceClock(minuteMs);
      await until(
        'it is confirmed',
        async () => (await shop.read(quoted.id)).status === 'Confirmed',
      );
      await jobs.stop();
      assert.equal(gateway.chargesOf(quoted.id).length, 1);
      await t.close();
    });

    test('deletes unconfirmed quotes after their time in small steps, and nothing else', async () => {
      const t = await startTestApp(setup, { limits: { v5PerMinute: 0 } });
      const shop = new Checkout(t, await t.addMember());
      await shop.giveCredit(10_000);
      const confirmed = await shop.book();
      const card = await saveCard(t.app, shop.member, { token: 'tok_declined', isDefault: true });
      const tried = await shop.quote();
      await shop.confirm(tried.id, shop.confirmRequest(tried, 'toll', { payment_method: card }));
      const old: number[] = [];
      for (let n = 0; n < 120; n += 1) old.push((await shop.quote()).id);
      t.advanceClock(30 * dayMs);
      const exactlyOld = await shop.quote();
      t.advanceClock(1);
      const place = async () => (await t.app.store.jobPlaces.find('purge quotes'))?.afterId ?? 0;
      assert.equal(await purgeQuotes(t.app), true);
      assert.ok((await place()) > 0);
      while (await purgeQuotes(t.app)) {
        // Continue to the end of the pass.
      }
      const afterId = await place();
      assert.ok(afterId >= confirmed.id, 'what is kept is not walked through again');
      assert.equal(await purgeQuotes(t.app), false);
      assert.equal(await place(), afterId);
      t.advanceClock(dayMs);
      assert.equal(await purgeQuotes(t.app), false);
      assert.equal(await place(), 0, 'but once a day');
      const isThere = async (id: number): Promise<boolean> =>
        (await t.app.store.bookings.findForAnyMember(bookingId(id))) !== undefined;
      for (const id of old) assert.equal(await isThere(id), false, `${id}`);
      for (const { id } of [confirmed, tried, exactlyOld]) assert.equal(await isThere(id), true);
      assert.equal((await shop.read(confirmed.id)).status, 'Confirmed');
      await t.close();
    });

    test('keeps an old booking that was requoted until that quote is old too', async () => {
      const t = await startTestApp(setup);
      const shop = new Checkout(t, await t.addMember());
      const [forgotten, worked, renamed] = [
        await shop.quote(),
        await shop.quote(),
        await shop.quote(),
      ];
      const change = async (id: number, payload: object): Promise<void> => {
        const url = `/api/v5/bookings/v4/${id}`;
        const headers = { 'api-key': shop.member.key };
        const answer = await t.inject({ method: 'PUT', url, headers, payload });
        assert.equal(answer.statusCode, 200, answer.body);
      };
      await change(renamed.id, { receiver: { name: 'Kim' } });
      t.advanceClock(29 * dayMs);
      await change(worked.id, { declared_value: 700 });
      const left = async (): Promise<number[]> => {
        while (await purgeQuotes(t.app)) {
          // Continue to the end of the pass.
        }
        const ids = [forgotten, worked, renamed].map(({ id }) => id);
        const there = await Promise.all(ids.map((id) => countOf(t, [id])));
        return ids.filter((_, n) => there[n] === 1);
      };
      t.advanceClock(2 * dayMs);
      assert.deepEqual(await left(), [worked.id]);
      assert.ok(Object.keys((await shop.read(worked.id)).quotes ?? {}).length > 25);
      t.advanceClock(29 * dayMs);
      await left();
      assert.deepEqual(await left(), [], 'the next pass over all takes it');
      await t.close();
    });

    test('clears a backlog of old quotes without pauses, continued by the next leader', async () => {
      const t = await startTestApp(setup, { limits: { v5PerMinute: 0 } });
      const owner = (await t.addMember()).id;
      const added = await Promise.all(
        Array.from({ length: 350 }, () => t.app.store.bookings.add(aBooking({ memberId: owner }))),
      );
      const ids = added.map(Number).sort((one, other) => one - other);
      t.advanceClock(365 * dayMs);
      // One step, by a process that dies afterwards.
      assert.equal(await purgeQuotes(t.app), true);
      const place = await t.app.store.jobPlaces.find('purge quotes');
      assert.deepEqual([place?.afterId, await countOf(t, ids)], [ids[99], 250]);
      // The loop's own tick never comes, so only the job's share of time continues it.
      const jobs = runJobs(t.app, { tickMs: 2 ** 31 - 1 });
      await until('it has come to the end', async () => {
        const reached = await t.app.store.jobPlaces.find('purge quotes');
        return reached?.afterId === ids.at(-1);
      });
      assert.equal(await countOf(t, ids), 0);
      await jobs.stop();
      await t.close();
    });

    test('skips kept bookings without reducing a step', async () => {
      const t = await startTestApp(setup, { limits: { v5PerMinute: 0 } });
      const owner = (await t.addMember()).id;
      const { bookings } = t.app.store;
      const add = async (status: BookingStatus): Promise<number> =>
        Number(await bookings.add(aBooking({ memberId: owner, status })));
      const kept: number[] = [];
      for (let n = 0; n < 150; n += 1) kept.push(await add('confirmed'));
      const old = [await add('new'), await add('new')];
      const most = { reads: 200, deletes: 1 };
      const first = await bookings.purgeUnpaid(0, Number.MAX_SAFE_INTEGER, most);
      assert.deepEqual([first.purged, first.nextId], [1, old[0]]);
      const second = await bookings.purgeUnpaid(old[0] ?? 0, Number.MAX_SAFE_INTEGER, most);
      assert.deepEqual([second.purged, second.nextId, second.reachedId], [1, undefined, old[1]]);
      assert.deepEqual([await countOf(t, kept), await countOf(t, old)], [150, 0]);
      await t.close();
    });

    test('deletes shared answers only with the last booking that uses them', async () => {
      const t = await startTestApp(setup, { limits: { v5PerMinute: 0 } });
      const shop = new Checkout(t, await t.addMember());
      // Until the revision is known, callers are not cached, so their quotes share no answers.
      await until('the revision is known', () => t.app.store.configurationRevision() !== undefined);
      // The first stores its own answers; the second and third share a set.
      const [, second, third] = [await shop.quote(), await shop.quote(), await shop.quote()];
      assert.ok(second && third);
      t.advanceClock(3 * dayMs);
      const purge = () =>
        t.app.store.bookings
          .purgeUnusedSets(0, t.app.clock.nowMs(), 100)
          .then(({ purged }) => purged);
      const remove = ({ id }: { id: number }) =>
        t.app.store.bookings.removeUnpaid(bookingId(id), shop.member.id);
      assert.equal(await remove(second), true);
      assert.equal(await purge(), 0);
      assert.equal(Object.keys((await shop.read(third.id)).quotes ?? {}).length > 25, true);
      assert.equal(await remove(third), true);
      assert.equal(await purgeQuoteSets(t.app), false);
      assert.equal(await purge(), 0);
      await t.close();
    });

    test('deletes idempotency records after a day', async () => {
      const t = await startTestApp(setup);
      const member = await t.addMember();
      const key = { memberId: member.id, key: 'one' };
      const nowMs = t.app.clock.nowMs();
      await t.app.store.idempotency.begin(key, {
        digest: 'd',
        nowMs,
        heldUntilMs: nowMs,
        expiredBeforeMs: 0,
      });
      assert.equal(await t.app.store.idempotency.purge(nowMs, 10), 0);
      const jobs = runJobs(t.app, { tickMs: 1 });
      t.advanceClock(dayMs + 1);
      await until(
        'it is forgotten',
        async () => (await t.app.store.idempotency.find(key)) === undefined,
      );
      await jobs.stop();
      await t.close();
    });

    test('finds an account whose balance differs from its entries', async () => {
      const t = await startTestApp(setup);
      const shop = new Checkout(t, await t.addMember());
      await shop.giveCredit(10_000);
      await shop.book();
      assert.deepEqual(await checkLedger(t.app), []);
      // Many members, and one account with a changed balance.
      const added: number[] = [];
      for (let n = 0; n < 45; n += 1) {
        const member = { ...memberDetails({ email: `m${n}@example.com` }), passwordHash: '' };
        const id = await t.app.store.members.add({ ...member, createdAtMs: 0 });
        assert.notEqual(id, 'email_taken');
        await t.app.store.credit.setLimit(memberId(Number(id)), 1, 0);
        added.push(Number(id));
      }
      const odd = {
        ...t.app.store.ledger,
        check: async (afterMember: number, limit: number) =>
          (await t.app.store.ledger.check(afterMember, limit)).map((one) =>
            one.memberId === added[40] ? { ...one, usedCents: one.usedCents + 1 } : one,
          ),
      };
      const wrong = await checkLedger({ store: { ...t.app.store, ledger: odd } });
      assert.deepEqual(
        wrong.map((one) => one.memberId),
        [added[40]],
      );
      await t.close();
    });
  });
}
