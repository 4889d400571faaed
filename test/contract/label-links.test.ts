// Public links to labels: signed, expiring, withdrawn, revoked by regeneration; and the routes that print a label
// again.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { cancelBooking } from '../../src/application/bookings/cancel-booking.ts';
import { bookingId } from '../../src/domain/bookings/booking.ts';
import { dayMs } from '../../src/domain/time/durations.ts';
import { type BookingShown, Checkout, generations } from '../support/bookings/checkout.ts';
import { openPdf } from '../support/documents/read-document.ts';
import { Visitor } from '../support/pages/members-area.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp } from '../support/test-app.ts';

const pathOf = (url: string): string => new URL(url).pathname;

for (const setup of setups) {
  describe(`label links on ${setup.name}`, () => {
    let t: TestApp;
    before(async () => {
      t = await startTestApp(setup, {
        limits: { v4PerMinute: 0, v5PerMinute: 0, v4AddressPerMinute: 0, membersPerMinute: 0 },
        publicUrl: 'https://freight.example',
      });
    });
    after(() => t.close());

    for (const urls of generations) {
      describe(urls.name, () => {
        let shop: Checkout;
        before(async () => {
          shop = new Checkout(t, await t.addMember(`links@${urls.name}.example`), urls);
          await shop.giveCredit(100_000);
        });
        const get = (path: string) =>
          t.get(`${urls.bookings}${path}`, { 'api-key': shop.member.key });
        const share = async ({ id }: BookingShown, query = '') => {
          const answer = await get(`/${id}/public_url${query}`);
          assert.equal(answer.statusCode, 200, answer.body);
          return answer.json<{ success: boolean; url: string; expires_at: string }>();
        };

        test('a label link works for seven days without a key', async () => {
          const booking = await shop.book();
          const { success, url, expires_at } = await share(booking);
          assert.equal(success, true);
          assert.match(url, /^https:\/\/freight\.example\/api\/signed\/label\/[\w.-]+$/);
          assert.match(expires_at, /^2026-1\d-\d\dT\d\d:\d\d:\d\d\+1100$/);
          assert.equal(Date.parse(expires_at) - t.app.clock.nowMs(), 7 * dayMs);
          const label = await t.get(pathOf(url));
          assert.equal(label.statusCode, 200);
          assert.equal(label.headers['content-type'], 'application/pdf');
          const onV5 = await t.get(pathOf(url).replace('/api/', '/api/v5/'));
          assert.deepEqual(onV5.rawPayload, label.rawPayload);
          const [page] = await openPdf(label.rawPayload);
          assert.equal(Math.round(page?.widthMm ?? 0), 210);
          assert.ok(page?.text.includes(booking.connote ?? '?'));
          assert.deepEqual(label.rawPayload, (await get(`/${booking.id}/label`)).rawPayload);
        });

        test('a label link can lead to the A6 label', async () => {
          const { url } = await share(await shop.book(), '?label_format=a6');
          const [page] = await openPdf((await t.get(pathOf(url))).rawPayload);
          assert.equal(Math.round(page?.widthMm ?? 0), 105);
        });

        test('a label link ignores credentials that are sent with it', async () => {
          const { url } = await share(await shop.book());
          assert.equal((await t.get(pathOf(url), { 'api-key': 'nonsense' })).statusCode, 200);
        });

        test('a label link that is altered anywhere does not exist', async () => {
          const first = pathOf((await share(await shop.book())).url);
          const second = pathOf((await share(await shop.book())).url);
          const cut = first.lastIndexOf('/') + 1;
          const [base, token] = [first.slice(0, cut), first.slice(cut)];
          const changed = Array.from(token, (sign, n) => {
            const next = sign === '.' ? '-' : sign === 'a' ? 'b' : 'a';
            return token.slice(0, n) + next + token.slice(n + 1);
          });
          const signature = token.slice(token.lastIndexOf('.'));
          const borrowed = second.slice(cut, second.lastIndexOf('.')) + signature;
          for (const wrong of [
            ...changed,
            borrowed,
            token.slice(0, -1),
            `${token}a`,
            'x',
            '....',
          ]) {
            const answer = await t.get(base + wrong);
            assert.equal(answer.statusCode, 404, wrong);
            assert.equal(answer.json().error, 'not_found');
          }
        });

        test('a label link ends on its day, with its booking, or when the label is regenerated', async () => {
          const old = pathOf((await share(await shop.book())).url);
          t.advanceClock(7 * dayMs - 1);
          assert.equal((await t.get(old)).statusCode, 200);
          t.advanceClock(1);
          assert.equal((await t.get(old)).statusCode, 404);

          const booked = await shop.book();
          const cancelled = pathOf((await share(booked)).url);
          await cancelBooking(t.app, bookingId(booked.id));
          assert.equal((await t.get(cancelled)).statusCode, 404);

          const booking = await shop.book({}, 'northline');
          const before = pathOf((await share(booking)).url);
          assert.equal((await t.get(before)).statusCode, 200);
          // HEAD must not regenerate the label.
          const head = await t.inject({
            method: 'HEAD',
            url: `${urls.bookings}/${booking.id}/northlineregeneralabel`,
            headers: { 'api-key': shop.member.key },
          });
          assert.deepEqual([head.statusCode, head.headers.allow], [405, 'GET']);
          assert.equal((await t.get(before)).statusCode, 200);
          assert.equal((await get(`/${booking.id}/northlineregeneralabel`)).statusCode, 200);
          assert.equal((await t.get(before)).statusCode, 404);
          const renewed = pathOf((await share(booking)).url);
          assert.equal((await t.get(renewed)).statusCode, 200);
        });

        test('withdraws every shared link to a label and lets the member create new ones', async () => {
          const visitor = await new Visitor(t).signIn(shop.member);
          const withdraw = (id: number) => visitor.send('DELETE', `/bookings/v4/${id}/public_url`);
          const booking = await shop.book();
          const other = pathOf((await share(await shop.book())).url);
          const given = [await share(booking), await share(booking, '?format=a6')];
          const withdrawn = await withdraw(booking.id);
          assert.deepEqual([withdrawn.statusCode, withdrawn.json()], [200, { success: true }]);
          for (const { url } of given) {
            const answer = await t.get(pathOf(url));
            assert.deepEqual([answer.statusCode, answer.json().error], [404, 'not_found']);
          }
          assert.equal((await t.get(other)).statusCode, 200);
          assert.equal((await t.get(pathOf((await share(booking)).url))).statusCode, 200);
          assert.equal((await get(`/${booking.id}/label`)).statusCode, 200);
          const early = await withdraw((await shop.quote()).id);
          assert.deepEqual([early.statusCode, early.json().error], [404, 'label_not_ready']);
        });

        test('an unconfirmed booking has no label link', async () => {
          const { id } = await shop.quote();
          const answer = await get(`/${id}/public_url`);
          assert.equal(answer.statusCode, 404);
          assert.equal(answer.json().error, 'label_not_ready');
        });

        test('keeps the secret of a label link out of the log', async () => {
          const path = pathOf((await share(await shop.book())).url);
          const token = path.slice(path.lastIndexOf('/') + 1);
          await t.get(path);
          assert.ok(!JSON.stringify(t.log).includes(token));
        });

        for (const [route, carrier, wrong] of [
          ['tntregeneralabel', 'tnt_road_express', 'northline'],
          ['tgeregeneralabel', 'toll', 'tnt_road_express'],
          ['northlineregeneralabel', 'northline', 'toll'],
        ] as const) {
          test(`${route}: discards the stored label and draws a new one`, async () => {
            const { id } = await shop.book({}, carrier);
            const before = await get(`/${id}/label`);
            let drawn = 0;
            const { print } = t.app.printer;
            t.app.printer.print = (job, member) => {
              drawn += 1;
              return print(job, member);
            };
            const fresh = await get(`/${id}/${route}`);
            t.app.printer.print = print;
            assert.equal(fresh.statusCode, 200, fresh.body);
            assert.equal(fresh.headers['content-type'], 'application/pdf');
            assert.equal(drawn, 1);
            assert.deepEqual(fresh.rawPayload, before.rawPayload);
            // The shorter path works too.
            const short = `${urls.prefix}/bookings/${id}/${route}`;
            if (route !== 'tntregeneralabel' || urls.name === 'v4')
              assert.equal((await t.get(short, { 'api-key': shop.member.key })).statusCode, 200);
          });

          test(`${route}: answers 404 for another carrier's booking, an unconfirmed one and another member's`, async () => {
            const other = await shop.book({}, wrong);
            const early = await shop.quote();
            const stranger = shop.as(urls, await t.addMember(`${route}@${urls.name}.example`));
            await stranger.giveCredit(10_000);
            const foreign = await stranger.book({}, carrier);
            for (const { id } of [other, early, foreign])
              assert.equal((await get(`/${id}/${route}`)).statusCode, 404);
          });
        }

        test('answers 500 without details when a label cannot be redrawn', async () => {
          const { id } = await shop.book({}, 'northline');
          const { print } = t.app.printer;
          t.app.printer.print = async () => {
            throw new Error('out of ink');
          };
          const answer = await get(`/${id}/northlineregeneralabel`);
          t.app.printer.print = print;
          assert.equal(answer.statusCode, 500);
          assert.equal(answer.json().error, 'internal_error');
          assert.ok(!answer.body.includes('ink'));
        });
      });
    }

    test('limits label links separately for each address', async () => {
      const strict = await startTestApp(setup, {
        limits: { v4AddressPerMinute: 3, v4PerMinute: 0 },
      });
      try {
        const shop = new Checkout(strict, await strict.addMember(), generations[0]);
        await shop.giveCredit(1000);
        const { id } = await shop.book();
        const { url } = (
          await strict.get(`/api/bookings/v4/${id}/public_url`, { 'api-key': shop.member.key })
        ).json<{ url: string }>();
        const statuses: number[] = [];
        for (let n = 0; n < 4; n += 1)
          statuses.push((await strict.get(pathOf(url), {}, '198.51.100.7')).statusCode);
        assert.deepEqual(statuses, [200, 200, 200, 429]);
        assert.equal((await strict.get(pathOf(url), {}, '198.51.100.8')).statusCode, 200);
      } finally {
        await strict.close();
      }
    });
  });
}
