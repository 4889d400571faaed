// GET /bookings/v4, /bookings/v4/{id} and its breakdown: a member's own bookings only.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { changeKeySettings } from '../../src/application/keys/change-key-settings.ts';
import { changeMember } from '../../src/application/members/change-member.ts';
import { minuteMs } from '../../src/domain/time/durations.ts';
import {
  type Body,
  sydneyToMelbourne,
  workedExampleBody,
} from '../support/bookings/quote-bodies.ts';
import { assertGolden } from '../support/documents/golden.ts';
import {
  ascendingSorts,
  descendingSorts,
  longAgo,
  unreadSinces,
  unreadSorts,
} from '../support/list-queries.ts';
import { makeWorkedExampleCarrier } from '../support/rate-cards/worked-example-carrier.ts';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp, type TestMember } from '../support/test-app.ts';

type Listed = { id: number; booked_at: string; status: string };
type Breakdown = {
  lines: { code: string; label: string; amount: number }[];
  gst: number;
  total: number;
};

const cents = (dollars: number): number => Math.round(dollars * 100);

for (const setup of setups) {
  describe(`bookings on ${setup.name}`, () => {
    const carriers = makeWorkedExampleCarrier();
    let t: TestApp;
    let jane: TestMember;
    let bob: TestMember;
    before(async () => {
      t = await startTestApp(setup, {
        carriersDir: carriers.directory,
        limits: { v4PerMinute: 0, v4AddressPerMinute: 0 },
      });
      jane = await t.addMember();
      bob = await t.addMember('bob@example.com');
    });
    after(async () => {
      await t.close();
      carriers.remove();
    });

    const create = async (member: TestMember, body: Body = sydneyToMelbourne()) => {
      const answer = await t.inject({
        method: 'POST',
        url: '/api/v5/bookings',
        headers: { 'api-key': member.key },
        payload: body,
      });
      assert.equal(answer.statusCode, 201, answer.body);
      return answer.json<Record<string, unknown> & { id: number; quotes: Record<string, Body> }>();
    };

    for (const [generation, prefix] of [
      ['v4', '/api/bookings/v4'],
      ['v4 without /v4', '/api/bookings'],
      ['v5', '/api/v5/bookings/v4'],
    ] as const) {
      const get = (path: string, member = jane) => t.get(prefix + path, { 'api-key': member.key });

      test(`${generation}: reads a booking as it was created`, async () => {
        const made = await create(
          jane,
          sydneyToMelbourne({
            description: 'Ceramic tiles',
            special_instructions: 'Ring the bell',
            pickup_instructions: 'Dock 4',
            notifications: { email: true, sms: 'false' },
            declared_value: '1234.50',
            tailgate_delivery: 1,
            options: { authority_to_leave: true },
          }),
        );
        t.advanceClock(minuteMs);
        const answer = await get(`/${made.id}`);
        assert.equal(answer.statusCode, 200, answer.body);
        const read = answer.json();
        const { created_at, updated_at, label } = read;
        const { quote_errors: _errors, ...before } = made;
        assert.deepEqual(
          { ...read, created_at: '', updated_at: '', label: '' },
          {
            ...before,
            created_at: '',
            updated_at: '',
            label: '',
          },
        );
        assert.equal(read.description, 'Ceramic tiles');
        assert.equal(read.special_instructions, 'Ring the bell; Authority to leave');
        assert.equal(read.pickup_instructions, 'Dock 4');
        assert.deepEqual(read.notifications, { email: true, sms: false });
        assert.deepEqual([read.declared_value, read.insured_value], [1234.5, 1234.5]);
        assert.deepEqual([read.tailgate_pickup, read.tailgate_delivery], [false, true]);
        // Both times are those of the answer; `booked_at` is the booking's own.
        assert.equal(created_at, updated_at);
        assert.notEqual(created_at, read.booked_at);
        assert.match(
          label,
          new RegExp(
            `/api/${generation === 'v5' ? 'v5/bookings/v4' : 'bookings'}/${made.id}/label$`,
          ),
        );
      });

      test(`${generation}: accepts a trailing slash and a body of [] on reads, as real clients send them`, async () => {
        const { id } = await create(jane);
        for (const path of [`/${id}`, `/${id}/`, '/?since=&sort=', '?since=&sort=&q=']) {
          const answer = await t.inject({
            method: 'GET',
            url: prefix + path,
            headers: { 'Api-Key': jane.key, 'content-type': 'application/json' },
            payload: '[]',
          });
          assert.equal(answer.statusCode, 200, path);
        }
      });

      test(`${generation}: answers alike for another member's booking and for one that does not exist`, async () => {
        const { id } = await create(bob);
        for (const path of [`/${id}`, `/${id}/breakdown`, '/999999999', '/99999999999999']) {
          const answer = await get(path);
          assert.equal(answer.statusCode, 404, path);
          assert.equal(answer.json().error, 'not_found');
        }
        assert.equal((await get(`/${id}`, bob)).statusCode, 200);
        assert.equal((await t.get(`${prefix}/${id}`)).statusCode, 401);
      });

      test(`${generation}: answers 400 to an invalid booking id`, async () => {
        for (const id of ['0', '-1', '1.5', 'abc', '1e3', '%20', '99999999999999999999']) {
          const answer = await get(`/${id}`);
          assert.equal(answer.statusCode, 400, id);
          assert.deepEqual(Object.keys(answer.json().errors), ['id']);
        }
      });

      test(`${generation}: the breakdown of every quote adds up to its total`, async () => {
        await changeMember(t.app, String(jane.id), { discountBasisPoints: 333 });
        await changeKeySettings(t.app, jane.keyId, {
          parts: {
            module_setting: {
              surcharge_amount: '1.23',
              courier_settings: { toll: { surcharge: 7.5, unit: 'percent' } },
            },
            rules: [
              {
                name: 'Margin',
                couriers: [],
                conditions: [],
                action: { type: 'surcharge', unit: 'percent', value: 12.5 },
              },
            ],
          },
        });
        const { id, quotes } = await create(jane, sydneyToMelbourne({ declared_value: 1200 }));
        await changeKeySettings(t.app, jane.keyId, { parts: { module_setting: {}, rules: [] } });
        await changeMember(t.app, String(jane.id), { discountBasisPoints: 0 });
        const answer = await get(`/${id}/breakdown`);
        assert.equal(answer.statusCode, 200, answer.body);
        const breakdowns = answer.json<Record<string, Breakdown>>();
        assert.deepEqual(Object.keys(breakdowns).sort(), Object.keys(quotes).sort());
        for (const [carrier, { lines, total }] of Object.entries(breakdowns)) {
          const sum = lines.reduce((all, { amount }) => all + cents(amount), 0);
          assert.equal(sum, cents(total), carrier);
          assert.equal(total, quotes[carrier]?.total, carrier);
          const codes = lines.map(({ code }) => code);
          for (const code of ['FREIGHT', 'GST', 'DISCOUNT', 'RULE', 'SURCHARGE'])
            assert.ok(codes.includes(code), `${carrier} has ${code}`);
          assert.equal(codes.includes('CARRIER_SURCHARGE'), carrier === 'toll');
        }
      });
    }

    test('the breakdown of the worked example matches the golden file line by line', async () => {
      const { id } = await create(bob, workedExampleBody());
      const answer = await t.get(`/api/v5/bookings/v4/${id}/breakdown`, { 'api-key': bob.key });
      const { worked_example: breakdown } = answer.json<Record<string, Body>>();
      assertGolden('bookings/breakdown-worked-example', {
        ...breakdown,
        // The version is a digest of the card's files, so only its type is compared.
        rate_card_version: typeof breakdown?.rate_card_version,
      });
    });

    test('v4: does not read a fixed path segment as a booking id', async () => {
      for (const method of ['PUT', 'DELETE'] as const)
        for (const url of ['/api/bookings/v4', '/api/bookings/v4/']) {
          const answer = await t.inject({ method, url });
          assert.equal(answer.statusCode, 405, answer.body);
          assert.equal(answer.headers.allow, 'GET, HEAD, POST');
        }
      const unknown = await t.inject({ method: 'POST', url: '/api/nowhere' });
      assert.doesNotMatch(unknown.json().message, /It is at/);
      assert.equal((await t.get('/api/bookings/abc')).statusCode, 401);
    });

    test('a card with GST-inclusive prices states the GST in its lines, which add up without it', async () => {
      const inclusive = makeWorkedExampleCarrier({ prices: 'inc_gst' });
      const other = await startTestApp(setup, { carriersDir: inclusive.directory });
      try {
        const { key } = await other.addMember();
        for (const prefix of ['/api/bookings/v4', '/api/v5/bookings/v4']) {
          const made = await other.inject({
            method: 'POST',
            url: prefix,
            headers: { 'api-key': key },
            payload: workedExampleBody(),
          });
          const { id, quotes } = made.json();
          const answer = await other.get(`${prefix}/${id}/breakdown`, { 'api-key': key });
          const { lines, total, gst } = answer.json<Record<string, Breakdown>>()
            .worked_example as Breakdown;
          // The total is still 66.03, but here it includes the GST.
          assert.equal(quotes.worked_example.price_insurance_ex, 66.03);
          assert.equal(gst, 6);
          assert.equal(gst, quotes.worked_example.applied_gst);
          const gstLine = lines.find(({ code }) => code === 'GST');
          assert.equal(gstLine?.amount, 0);
          assert.equal(gstLine?.label, 'GST, 6.00 of it in the lines above');
          const sum = lines.reduce((all, { amount }) => all + cents(amount), 0);
          assert.equal(sum, cents(total));
        }
      } finally {
        await other.close();
        inclusive.remove();
      }
    });

    describe('the list of bookings', () => {
      let carol: TestMember;
      let ids: number[];
      before(async () => {
        carol = await t.addMember('carol@example.com');
        ids = [];
        // Create 55 bookings, three in each minute.
        for (let n = 0; n < 55; n += 1) {
          if (n % 3 === 0) t.advanceClock(minuteMs);
          ids.push((await create(carol)).id);
        }
      });

      const list = async (query: string, prefix = '/api/bookings/v4'): Promise<Listed[]> => {
        const answer = await t.get(`${prefix}${query}`, { 'api-key': carol.key });
        assert.equal(answer.statusCode, 200, `${query}: ${answer.body}`);
        return answer.json();
      };
      const idsOf = async (query: string): Promise<number[]> =>
        (await list(query)).map(({ id }) => id);

      test('lists newest first, fifty a page, and an empty page past the end', async () => {
        const newest = ids.toReversed();
        assert.deepEqual(await idsOf(''), newest.slice(0, 50));
        assert.deepEqual(await idsOf('?page=1'), newest.slice(0, 50));
        assert.deepEqual(await idsOf('?page=2'), newest.slice(50));
        assert.deepEqual(await idsOf('?page=3'), []);
        assert.deepEqual(await idsOf('?sort=desc&page='), newest.slice(0, 50));
      });

      test('lists oldest first on request', async () => {
        assert.deepEqual(await idsOf('?sort=asc'), ids.slice(0, 50));
        assert.deepEqual(await idsOf('?sort=asc&page=2'), ids.slice(50));
      });

      test('filters by since, including that moment, in every spelling', async () => {
        const [first] = await list('?sort=asc&page=2');
        assert.ok(first);
        const since = ids.slice(ids.indexOf(first.id) - (ids.indexOf(first.id) % 3));
        const [date = '', time = ''] = first.booked_at.slice(0, 19).split('T');
        const instant = new Date(`${date}T${time}+11:00`);
        for (const text of [
          first.booked_at,
          first.booked_at.replace('+', '%2B'),
          `${date}T${time}%2B11:00`,
          instant.toISOString(),
          // A time without an offset is in Sydney's time zone, which bookings also use.
          `${date}T${time}`,
          `${date}%20${time}`,
        ])
          assert.deepEqual(await idsOf(`?sort=asc&since=${text}`), since, text);
        assert.deepEqual(await idsOf(`?sort=asc&since=${date}`), ids.slice(0, 50));
        const nextDay = '2026-11-18';
        assert.deepEqual(await idsOf(`?since=${nextDay}`), []);
      });

      test('ignores a sort or since that it cannot read', async () => {
        const newest = ids.toReversed().slice(0, 50);
        for (const [field, texts] of Object.entries({ sort: unreadSorts, since: unreadSinces }))
          for (const text of texts)
            for (const prefix of ['/api/bookings/v4', '/api/bookings', '/api/v5/bookings/v4']) {
              const query = `?${field}=${encodeURIComponent(text)}`;
              const found = (await list(query, prefix)).map(({ id }) => id);
              assert.deepEqual(found, newest, `${prefix}${query}`);
            }
      });

      test('sorts a list by its time in each spelling that shops send', async () => {
        const [oldest, newest] = [ids.slice(0, 50), ids.toReversed().slice(0, 50)];
        for (const text of ascendingSorts)
          assert.deepEqual(await idsOf(`?sort=${encodeURIComponent(text)}`), oldest, text);
        for (const text of descendingSorts)
          assert.deepEqual(await idsOf(`?sort=${encodeURIComponent(text)}`), newest, text);
        for (const text of longAgo) {
          const query = `?sort=asc&since=${encodeURIComponent(text)}`;
          assert.deepEqual(await idsOf(query), oldest, text);
        }
      });

      test('q finds a booking by its whole number, and nothing by part of a number', async () => {
        const [first = 0] = ids;
        assert.deepEqual(await idsOf(`?q=${first}`), [first]);
        assert.deepEqual(await idsOf(`?q=%20${first}%20`), [first]);
        for (const q of [
          '999999999',
          '999999999999999',
          '99999999999999999999',
          'DEMO-1',
          "' or 1",
        ])
          assert.deepEqual(await idsOf(`?q=${encodeURIComponent(q)}`), [], q);
      });

      test('hides bookings of other members from the list and from searches by q', async () => {
        const { id } = await create(bob);
        assert.deepEqual(await idsOf(`?q=${id}`), []);
        const all = [...(await list('')), ...(await list('?page=2'))];
        assert.ok(all.length > 0);
        assert.ok(all.every((booking) => booking.id !== id));
        assert.equal((await t.get('/api/v5/bookings/v4')).statusCode, 401);
      });

      test('both generations list the same bookings, each as it is read', async () => {
        const inV4 = await list('?page=2');
        const inV5 = await list('?page=2', '/api/v5/bookings/v4');
        assert.deepEqual(
          inV4.map(({ id }) => id),
          inV5.map(({ id }) => id),
        );
        const [first] = inV5;
        const read = await t.get(`/api/v5/bookings/v4/${first?.id}`, { 'api-key': carol.key });
        assert.deepEqual(read.json(), first);
      });

      test('refuses an invalid page with 400 and names the field', async () => {
        for (const [query, field] of [
          ['?page=0', 'page'],
          ['?page=x', 'page'],
        ] as const) {
          const answer = await t.get(`/api/bookings/v4${query}`, { 'api-key': carol.key });
          assert.equal(answer.statusCode, 400, query);
          assert.deepEqual(Object.keys(answer.json().errors), [field], query);
        }
      });
    });
  });
}
