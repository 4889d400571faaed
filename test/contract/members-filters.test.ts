// Bookings in the members area filtered by carrier, status and day, as pages and as a file.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setCreditLimit } from '../../src/application/payments/credit-account.ts';
import { dayMs } from '../../src/domain/time/durations.ts';
import {
  aBooking,
  melbourneAddress,
  runStatement,
  setStatus,
} from '../support/bookings/bookings.ts';
import { Checkout } from '../support/bookings/checkout.ts';
import { melbourne, sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { type Visitor, visitorsOf } from '../support/pages/members-area.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp, type TestMember } from '../support/test-app.ts';

for (const setup of setups) {
  describe(`filtered lists of bookings on ${setup.name}`, () => {
    let t: TestApp;
    let member: TestMember;
    let client: Visitor;
    let quoted: number;
    const ids: Record<'toll' | 'cancelled' | 'demo' | 'late', number> = {
      toll: 0,
      cancelled: 0,
      demo: 0,
      late: 0,
    };
    const { visitor } = visitorsOf(() => t);
    /** The day of most bookings and the day after, in Sydney's time zone. */
    let [today, tomorrow] = ['', ''];

    before(async () => {
      t = await startTestApp(setup);
      member = await t.addMember();
      await setCreditLimit(t.app, member.email, 10_000_00);
      client = await visitor().signIn(member);
      const shop = new Checkout(t, member);
      ids.toll = (await shop.book({ payment_method: 'credit' }, 'toll')).id;
      ids.cancelled = (await shop.book({ payment_method: 'credit' }, 'allied')).id;
      await setStatus(t.place, ids.cancelled, 'cancelled');
      ids.demo = (await shop.quote()).id;
      await shop.confirm(ids.demo, { payment_method: 'demo' });
      // Quoted today, booked tomorrow.
      ids.late = (await shop.quote()).id;
      today = sydneyDay(t.app.clock.nowMs());
      t.advanceClock(dayMs);
      tomorrow = sydneyDay(t.app.clock.nowMs());
      await shop.confirm(ids.late, { payment_method: 'demo' });
      quoted = (await shop.quote()).id;
    });
    after(() => t.close());

    const shown = async (query: string): Promise<number[]> => {
      const answer = await client.get(`/bookings/v4?${query}`);
      assert.equal(answer.statusCode, 200, answer.body);
      return answer.json().map(({ id }: { id: number }) => id);
    };

    const bookFor = async (shop: Checkout, receiver: object): Promise<number> => {
      const body = sydneyToMelbourne({ receiver: { ...melbourne, ...receiver } });
      const { id } = await shop.quote(body);
      await shop.confirm(id, { payment_method: 'demo' });
      return id;
    };

    test('filters by carrier, by status and by both', async () => {
      assert.deepEqual(await shown('carrier=toll'), [ids.toll]);
      assert.deepEqual(await shown('carrier=demo'), [ids.late, ids.demo]);
      assert.deepEqual(await shown('show=booked&status=cancelled'), [ids.cancelled]);
      assert.deepEqual(await shown('carrier=allied&status=confirmed'), []);
      assert.deepEqual(await shown('carrier=&status=&from=&to=&show=quotes'), [quoted]);
      assert.deepEqual(await shown('carrier=demo&page=2'), []);
    });

    test('sorts by carrier, price, status and time of booking, with and without filters', async () => {
      const { toll, cancelled, demo, late } = ids;
      assert.deepEqual(await shown('sort=booked'), [toll, cancelled, demo, late]);
      assert.deepEqual(await shown('sort=-booked'), [late, demo, cancelled, toll]);
      assert.deepEqual(await shown('sort=carrier'), [cancelled, late, demo, toll]);
      assert.deepEqual(await shown('sort=-carrier&status=confirmed'), [toll, late, demo]);
      assert.deepEqual((await shown('sort=price')).slice(0, 2), [late, demo]);
      assert.deepEqual((await shown('sort=-status')).at(-1), cancelled);
      assert.deepEqual(await shown('sort=carrier&page=2'), []);
      const refused = await client.get('/bookings/v4?sort=colour');
      assert.equal(refused.statusCode, 400, refused.body);
      assert.match(refused.body, /sort/);
      assert.equal((await client.get('/bookings/v4?sort=price&show=quotes')).statusCode, 400);
    });

    test('filters by the booking days, both included, rather than the quote days', async () => {
      assert.deepEqual(await shown(`from=${tomorrow}`), [ids.late]);
      assert.deepEqual(await shown(`to=${today}`), [ids.demo, ids.cancelled, ids.toll]);
      assert.deepEqual(await shown(`from=${today}&to=${tomorrow}&carrier=demo`), [
        ids.late,
        ids.demo,
      ]);
      assert.deepEqual(await shown('to=2020-01-01'), []);
    });

    test('lists an old booking under the day it was confirmed, not the day it was quoted', async () => {
      const sam = await t.addMember('sam@example.com');
      const buyer = new Checkout(t, sam);
      await buyer.giveCredit(1_000);
      const longAgo = (await buyer.book({ payment_method: 'credit' }, 'toll')).id;
      const recent = await t.app.store.bookings.add(
        aBooking({
          memberId: sam.id,
          status: 'request_failed',
          createdAtMs: t.app.clock.nowMs() - dayMs,
        }),
      );
      const madeAtMs = t.app.clock.nowMs() - 400 * dayMs;
      await runStatement(
        t.place,
        `update bookings set created_at_ms = ${madeAtMs} where id = ${longAgo}`,
      );
      const sams = await visitor().signIn(sam);
      const listed = (await sams.get(`/bookings/v4?from=${today}`)).json();
      assert.deepEqual(
        listed.map(({ id }: { id: number }) => id),
        [longAgo, recent],
      );
      const file = await sams.get(`/bookings/export.csv?from=${today}`);
      const [, ...lines] = file.body.trimEnd().split('\r\n');
      assert.deepEqual(
        lines.map((line) => Number(line.split(',')[0])),
        [longAgo, recent],
      );
      assert.deepEqual((await sams.get('/bookings/v4?to=2026-01-01')).json(), []);
    });

    test('a search for a filtered-out number still finds a booking with that number in its name', async () => {
      const pat = await t.addMember('pat@example.com');
      const pats = await visitor().signIn(pat);
      const shop = new Checkout(t, pat);
      const number = await bookFor(shop, {});
      const quote = (await shop.quote()).id;
      const named = await bookFor(shop, { company_name: `Pier ${number} and ${quote}` });
      await setStatus(t.place, named, 'cancelled');
      const found = async (query: string): Promise<number[]> =>
        (await pats.get(`/bookings/v4?${query}`)).json().map(({ id }: { id: number }) => id);
      assert.deepEqual(await found(`q=${number}&status=cancelled`), [named]);
      assert.deepEqual(await found(`q=${quote}`), [quote]);
      // Filters list booked bookings only, so quotes are never in them.
      assert.deepEqual(await found(`q=${quote}&from=2020-01-01`), [named]);
    });

    test('filters a search by number and by name', async () => {
      assert.deepEqual(await shown(`q=${ids.toll}&carrier=toll`), [ids.toll]);
      assert.deepEqual(await shown(`q=${ids.toll}&carrier=allied`), []);
      const kim = await t.addMember('kim@example.com');
      const named = await visitor().signIn(kim);
      const shop = new Checkout(t, kim);
      await bookFor(shop, { name: 'Rita' });
      await setStatus(t.place, await bookFor(shop, { name: 'Rita' }), 'cancelled');
      const found = async (query: string): Promise<string[]> =>
        (await named.get(`/bookings/v4?q=rita&${query}`))
          .json()
          .map(({ status }: { status: string }) => status);
      assert.deepEqual(await found('status=cancelled'), ['Cancelled']);
      assert.deepEqual(await found('sort=status'), ['Cancelled', 'Confirmed']);
      assert.deepEqual(await found('sort=-status'), ['Confirmed', 'Cancelled']);
    });

    test('refuses an invalid filter and names the field and the accepted values', async () => {
      for (const [query, field, words] of [
        ['from=yesterday', 'from', 'from "yesterday" is not a day. Send YYYY-MM-DD'],
        ['to=2026-02-30', 'to', 'to "2026-02-30" is not a day.'],
        ['from=2026-11-20&to=2026-11-01', 'from', 'from 2026-11-20 is after to 2026-11-01.'],
        ['status=new', 'status', 'status must be'],
        ['show=quotes&carrier=toll', 'show', 'show quotes cannot be narrowed by carrier'],
        [`carrier=${'x'.repeat(101)}`, 'carrier', 'carrier'],
      ] as const) {
        const answer = await client.get(`/bookings/v4?${query}`);
        assert.equal(answer.statusCode, 400, `${query}: ${answer.body}`);
        const sentence = answer.json().errors[field]?.[0] ?? answer.body;
        assert.ok(sentence.startsWith(words), `${query}: ${sentence}`);
      }
      assert.equal((await client.get('/bookings/export.csv?from=x')).statusCode, 400);
    });

    test('the file has every filtered booking and no formula for a spreadsheet to run', async () => {
      const all = await client.get('/bookings/export.csv');
      assert.match(all.headers['content-type'] ?? '', /^text\/csv/);
      assert.match(all.headers['content-disposition'] ?? '', /linehaul-bookings\.csv/);
      const [head = '', ...lines] = all.body.trimEnd().split('\r\n');
      assert.ok(head.startsWith('booking,booked_at,status,carrier,consignment_note,'), head);
      assert.deepEqual(
        lines.map((line) => Number(line.split(',')[0])),
        [ids.late, ids.demo, ids.cancelled, ids.toll],
      );
      const [, bookedAt, status, carrier] = lines.at(-1)?.split(',') ?? [];
      assert.deepEqual([bookedAt?.slice(0, 10), status, carrier], [today, 'Confirmed', 'toll']);
      const narrowed = await client.get(`/bookings/export.csv?carrier=demo&to=${today}`);
      assert.equal(narrowed.body.trimEnd().split('\r\n').length, 2);
      const eve = await t.addMember('eve@example.com');
      await t.app.store.bookings.add(
        aBooking({
          memberId: eve.id,
          status: 'confirmed',
          receiver: { ...melbourneAddress, name: '=1+1', companyName: 'Tiles, "best"' },
        }),
      );
      const cells = await (await visitor().signIn(eve)).get('/bookings/export.csv');
      assert.match(cells.body, /,'=1\+1,"Tiles, ""best""",/);
      assert.equal((await t.get('/members/api/bookings/export.csv')).statusCode, 401);
    });

    test('answers HEAD for the file without reading any booking', async () => {
      const { bookings } = t.app.store;
      const { listFiltered } = bookings;
      let reads = 0;
      bookings.listFiltered = (request) => {
        reads += 1;
        return listFiltered(request);
      };
      try {
        const answer = await client.send('HEAD', '/bookings/export.csv');
        assert.deepEqual([answer.statusCode, answer.body, reads], [200, '', 0]);
        assert.match(answer.headers['content-type'] ?? '', /^text\/csv/);
        await client.get('/bookings/export.csv');
        assert.equal(reads, 1);
      } finally {
        bookings.listFiltered = listFiltered;
      }
    });

    test('reads a long history in parts without omissions or repeats', async () => {
      const { bookings } = t.app.store;
      const filter = {
        carrier: undefined,
        status: undefined,
        fromMs: undefined,
        beforeMs: undefined,
      };
      const found: number[] = [];
      let beforeMs: number | undefined;
      do {
        const part = await bookings.listFiltered({
          owner: member.id,
          filter: { ...filter, beforeMs },
          among: 1,
          page: undefined,
        });
        found.push(...part.found.map(({ id }) => id));
        beforeMs = part.nextBeforeMs;
      } while (beforeMs !== undefined);
      assert.deepEqual(found, [ids.late, ids.demo, ids.cancelled, ids.toll]);
    });
  });
}

function sydneyDay(ms: number): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Australia/Sydney' }).format(ms);
}
