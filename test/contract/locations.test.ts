// The interface's "Location" and "Locations" sections, in both generations.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp, type TestMember } from '../support/test-app.ts';

const melbourne = { locality: 'MELBOURNE', postcode: '3000', state: 'VIC' };

for (const setup of setups) {
  describe(`locations on ${setup.name}`, () => {
    let t: TestApp;
    let jane: TestMember;
    before(async () => {
      t = await startTestApp(setup, { limits: { v4AddressPerMinute: 0 } });
      jane = await t.addMember();
    });
    after(() => t.close());

    for (const [name, prefix] of [
      ['v4', '/api'],
      ['v5', '/api/v5'],
    ] as const) {
      /** Returns the list in the answer and checks its wrapper: v5 repeats the search and has no pages. */
      const unwrap = (path: string, body: unknown): Record<string, unknown>[] => {
        if (name === 'v4' || /^\/locations(\?|\/page|$)/.test(path)) {
          assert.ok(Array.isArray(body));
          return body;
        }
        assert.deepEqual(Object.keys(body as object), ['locations']);
        return (body as { locations: Record<string, unknown>[] }).locations;
      };
      const listAt = async (path: string) => {
        const answer = await t.get(prefix + path);
        assert.equal(answer.statusCode, 200, `${path}: ${answer.body}`);
        return unwrap(path, answer.json());
      };
      const refusedAt = async (path: string, status: number, field?: string) => {
        const answer = await t.get(prefix + path);
        assert.equal(answer.statusCode, status, path);
        const body = answer.json();
        assert.equal(typeof body.message, 'string');
        if (field !== undefined) {
          assert.equal(body.error, 'validation_error');
          assert.deepEqual(Object.keys(body.errors), [field]);
        }
        assert.equal(answer.headers['cache-control'], 'no-store');
      };

      test(`${name}: lists each suburb once in pages of a thousand, and an empty page past the end`, async () => {
        const names = new Set<string>();
        let count = 0;
        for (let page = 1; ; page += 1) {
          const rows = await listAt(`/locations/page/${page}`);
          if (page === 1) assert.deepEqual(rows, await listAt('/locations'));
          for (const row of rows) names.add(`${row.locality} ${row.postcode} ${row.state}`);
          count += rows.length;
          if (rows.length < 1000) break;
        }
        assert.equal(count, t.app.locations.localities.all().length);
        assert.equal(names.size, count);
        assert.ok(count > 18_000);
        assert.deepEqual(await listAt('/locations/page/9999'), []);
      });

      test(`${name}: a limit makes pages smaller`, async () => {
        const first = await listAt('/locations?limit=3');
        const second = await listAt('/locations/page/2?limit=3');
        assert.equal(first.length, 3);
        assert.deepEqual([...first, ...second], await listAt('/locations?limit=6'));
      });

      test(`${name}: answers 400 to an invalid page or limit`, async () => {
        for (const page of ['0', '-1', 'one', '1.5', '%20'])
          await refusedAt(`/locations/page/${page}`, 400, 'page');
        for (const limit of ['0', '1001', 'x', '%20'])
          await refusedAt(`/locations?limit=${limit}`, 400, 'limit');
      });

      test(`${name}: ignores a blank limit`, async () => {
        assert.deepEqual(await listAt('/locations?limit='), await listAt('/locations'));
        assert.deepEqual(
          await listAt('/locations/page/2?limit='),
          await listAt('/locations/page/2'),
        );
        assert.deepEqual(
          await listAt('/locations/search?q=melb&limit='),
          await listAt('/locations/search?q=melb'),
        );
      });

      test(`${name}: a suburb has its name, postcode and state${name === 'v5' ? ', id and priority' : ''}`, async () => {
        const [row] = await listAt('/locations/search?q=melbourne%203000');
        if (name === 'v4') assert.deepEqual(row, melbourne);
        else {
          assert.deepEqual(
            { ...row, priority: 0 },
            { ...melbourne, id: '3000-VIC-MELBOURNE', priority: 0 },
          );
          assert.ok(Number(row?.priority) > 600);
        }
      });

      test(`${name}: lists the suburbs of a postcode, leading zero kept, each with its own state`, async () => {
        const darwin = await listAt('/locations/postcode/0800');
        assert.ok(darwin.every((row) => row.postcode === '0800' && row.state === 'NT'));
        assert.deepEqual(await listAt('/locations/postcode/3000'), [melbourne]);
        const border = await listAt('/locations/postcode/4383');
        assert.deepEqual(border.map((row) => `${row.locality} ${row.state}`).sort(), [
          'JENNINGS NSW',
          'WALLANGARRA QLD',
        ]);
      });

      test(`${name}: answers 404 to an unknown or impossible postcode`, async () => {
        for (const wrong of ['9998', '300', '99999', 'abc', '3%2000', '-300', '%F0%9F%9A%9A'])
          await refusedAt(`/locations/postcode/${wrong}`, 404);
      });

      test(`${name}: a search finds what a person means`, async () => {
        const first = async (q: string) => {
          const [row] = await listAt(`/locations/search?q=${encodeURIComponent(q)}`);
          return `${row?.locality} ${row?.state} ${row?.postcode}`;
        };
        assert.equal(await first('saint kilda'), 'ST KILDA VIC 3182');
        assert.equal(await first('Mt Waverley'), 'MOUNT WAVERLEY VIC 3149');
        assert.equal(await first('3000'), 'MELBOURNE VIC 3000');
        assert.equal(await first('Sydny'), 'SYDNEY NSW 2000');
        assert.equal(await first('richmond 3121'), 'RICHMOND VIC 3121');
      });

      test(`${name}: answers 400 to a search without a query, and an empty list to one without matches`, async () => {
        await refusedAt('/locations/search', 400, 'q');
        await refusedAt('/locations/search?q=', 400, 'q');
        await refusedAt('/locations/search?q=%20%20', 400, 'q');
        assert.deepEqual(await listAt('/locations/search?q=zzzzqqqq'), []);
        assert.deepEqual(await listAt('/locations/search?q=%F0%9F%9A%9A'), []);
      });

      test(`${name}: wraps the old spelling of a search in both generations`, async () => {
        const answer = await t.get(`${prefix}/locations?q=sydney`);
        assert.equal(answer.json().locations[0].locality, 'SYDNEY');
        for (const blank of ['', '%20'])
          assert.deepEqual((await t.get(`${prefix}/locations?q=${blank}`)).json(), {
            locations: [],
          });
      });

      test(`${name}: lists countries with their postcode formats`, async () => {
        const answer = await t.get(
          prefix + (name === 'v4' ? '/locations/get_country' : '/locations/countries'),
        );
        const countries = (name === 'v4' ? answer.json() : answer.json().countries) as Record<
          string,
          string | number
        >[];
        // WooCommerce's plug-in shows its postcode box where the status equals 1.
        const statuses =
          name === 'v4'
            ? { required: 1, optional: 0, none: 0 }
            : { required: 'required', optional: 'optional', none: 'none' };
        assert.equal(countries.length, 249);
        const byCode = (code: string) => countries.find((country) => country.code === code);
        assert.deepEqual(byCode('NZ'), {
          code: 'NZ',
          name: 'New Zealand',
          id: 'NZ',
          postcode_status: statuses.required,
        });
        assert.equal(byCode('IE')?.postcode_status, statuses.optional);
        assert.equal(byCode('HK')?.postcode_status, statuses.none);
        assert.equal(byCode('US')?.name, 'United States');
      });

      test(`${name}: answers can be cached and revalidate with 304`, async () => {
        for (const path of ['/locations', '/locations/postcode/3000', '/locations/search?q=syd']) {
          const first = await t.get(prefix + path);
          assert.equal(first.headers['cache-control'], 'public, max-age=3600');
          const tag = String(first.headers.etag);
          const second = await t.get(prefix + path, { 'if-none-match': `"other", W/${tag}` });
          assert.equal(second.statusCode, 304);
          assert.equal(second.body, '');
          assert.equal(second.headers.etag, tag);
          assert.equal(
            (await t.get(prefix + path, { 'if-none-match': '"other"' })).statusCode,
            200,
          );
        }
      });

      test(`${name}: needs no credentials, but rejects wrong ones`, async () => {
        assert.equal(
          (await t.get(`${prefix}/locations?limit=1`, { 'api-key': jane.key })).statusCode,
          200,
        );
        assert.equal(
          (
            await t.get(
              `${prefix}/locations?limit=1`,
              { 'api-key': 'wrong' },
              `203.0.113.${prefix.length}`,
            )
          ).statusCode,
          401,
        );
      });
    }

    test('v5: a search also finds countries', async () => {
      const found = async (q: string) =>
        (await t.get(`/api/v5/locations/search?q=${encodeURIComponent(q)}`)).json()
          .locations as Record<string, string>[];
      const zealand = { country_code: 'NZ', country_name: 'New Zealand', id: 'NZ' };
      assert.deepEqual((await found('new zea')).at(-1), zealand);
      assert.deepEqual((await found('NZ')).at(-1), zealand);
      assert.ok(
        (await found('ne')).every(
          (row) => row.country_code === undefined || row.country_code === 'NE',
        ),
      );
    });

    test('v5: returns every suburb in one answer', async () => {
      const { count, suburbs } = (await t.get('/api/v5/locations/all')).json();
      assert.equal(count, suburbs.length);
      assert.equal(count, t.app.locations.localities.all().length);
      assert.equal((await t.get('/api/locations/all')).statusCode, 404);
    });

    test('v5: builds the answer with every suburb once, and answers 304 to clients that have it', async (context) => {
      const another = await startTestApp(setup, { place: t.place });
      const { mock } = context.mock.method(another.app.locations.localities, 'all');
      try {
        const path = '/api/v5/locations/all';
        const tag = String((await another.get('/api/v5/locations?limit=1')).headers.etag);
        const known = await another.get(path, { 'if-none-match': tag });
        assert.deepEqual([known.statusCode, known.body, known.headers.etag], [304, '', tag]);
        assert.equal(mock.callCount(), 0);
        const first = await another.get(path);
        assert.equal(first.statusCode, 200);
        assert.equal(first.headers.etag, tag);
        for (const url of [path, `${path}?n=1`, `${path}?n=2`])
          assert.equal((await another.get(url)).body, first.body);
        assert.equal(mock.callCount(), 1);
      } finally {
        await another.close();
      }
    });

    test('v5: suggests an address and resolves it into its fields', async () => {
      const suggested = await t.get(
        '/api/v5/addresses/suggest?q=unit%204%2012%20smith%20st%20richm',
      );
      const [first] = suggested.json().suggestions as { description: string; placeId: string }[];
      assert.equal(first?.description, '4/12 Smith Street, RICHMOND VIC 3121');
      const resolved = await t.get(
        `/api/v5/addresses/resolve?placeId=${encodeURIComponent(first?.placeId ?? '')}`,
      );
      assert.deepEqual(resolved.json(), {
        unit: '4',
        streetNumber: '12',
        street: 'Smith',
        streetType: 'Street',
        address: '4/12 Smith Street',
        suburb: 'RICHMOND',
        state: 'VIC',
        postcode: '3121',
        country: 'AU',
      });
    });

    test('v5: answers 400 without a query, 404 for an unknown placeId and an empty list for no match', async () => {
      assert.equal((await t.get('/api/v5/addresses/suggest')).statusCode, 400);
      assert.equal((await t.get('/api/v5/addresses/resolve')).statusCode, 400);
      assert.equal((await t.get('/api/v5/addresses/resolve?placeId=nonsense')).statusCode, 404);
      assert.deepEqual((await t.get('/api/v5/addresses/suggest?q=zzzzqqqq')).json(), {
        suggestions: [],
      });
    });
  });
}
