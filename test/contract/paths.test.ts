// Paths and methods: 404, 405 with `Allow`, trailing slashes, HEAD, and invalid URLs.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp, type TestMember } from '../support/test-app.ts';
import { testRoutes } from '../support/test-routes.ts';

for (const setup of setups) {
  describe(`paths and methods on ${setup.name}`, () => {
    let t: TestApp;
    let jane: TestMember;
    before(async () => {
      t = await startTestApp(setup, {
        routes: testRoutes,
        limits: { v4PerMinute: 0, v4AddressPerMinute: 0 },
      });
      jane = await t.addMember();
    });
    after(() => t.close());

    for (const prefix of ['/api', '/api/v5']) {
      test(`${prefix}: an unknown path is 404`, async () => {
        const answer = await t.get(`${prefix}/nowhere`);
        assert.equal(answer.statusCode, 404);
        assert.equal(answer.json().error, 'not_found');
        assert.match(answer.json().message, new RegExp(`${prefix}/nowhere`));
      });

      test(`${prefix}: a trailing slash is the same path`, async () => {
        assert.equal((await t.get(`${prefix}/member/`, { 'api-key': jane.key })).statusCode, 200);
      });

      test(`${prefix}: a known path with the wrong method is 405 and says what is allowed`, async () => {
        for (const [path, allow] of [
          ['/member', 'GET, HEAD'],
          ['/parcel', 'POST, PUT'],
        ] as const) {
          for (const method of ['DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND', 'LINK']) {
            const answer = await t.inject({ method: method as 'DELETE', url: prefix + path });
            assert.equal(answer.statusCode, 405, method);
            assert.equal(answer.headers.allow, allow);
            assert.equal(answer.json().error, 'method_not_allowed');
          }
        }
      });

      test(`${prefix}: a path of its own is no id to a method that only ids have`, async () => {
        for (const [path, allow] of [
          ['/orders/create-simple', 'POST'],
          ['/orders/syncOrders/', 'POST'],
          ['/bookings/v4/test_api_key_settings?a=1', 'POST'],
          ['/bookings/v4/api_details', 'GET, HEAD'],
          ['/bookings/sync', 'GET, HEAD'],
        ] as const) {
          for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH'] as const) {
            if (allow.includes(method)) continue;
            const answer = await t.inject({ method, url: prefix + path });
            assert.equal(answer.statusCode, 405, `${method} ${path}`);
            assert.equal(answer.headers.allow, allow, `${method} ${path}`);
          }
        }
      });

      test(`${prefix}: a wrong method is counted under its route, an unknown path under none`, async () => {
        const counted: unknown[] = [];
        const { meter } = t.app;
        t.app.meter = {
          ...meter,
          requestServed: ({ method, route, generation, status }) =>
            counted.push([method, route, generation, status]),
        };
        await t.inject({ method: 'DELETE', url: `${prefix}/member/?a=1` });
        await t.inject({ method: 'DELETE', url: `${prefix}/nowhere` });
        t.app.meter = meter;
        assert.deepEqual(counted, [
          ['DELETE', '/member', prefix === '/api' ? 'v4' : 'v5', 405],
          ['DELETE', 'other', 'none', 404],
        ]);
      });

      test(`${prefix}: HEAD answers like GET without a body`, async () => {
        const answer = await t.inject({
          method: 'HEAD',
          url: `${prefix}/member`,
          headers: { 'api-key': jane.key },
        });
        assert.equal(answer.statusCode, 200);
        assert.equal(answer.body, '');
      });

      test(`${prefix}: a path of its own kind names its own methods, with or without a slash`, async () => {
        for (const path of ['/parcel/7', '/parcel/7/']) {
          const answer = await t.inject({ method: 'GET', url: prefix + path });
          assert.equal(answer.statusCode, 405);
          assert.equal(answer.headers.allow, 'DELETE');
        }
        assert.equal((await t.get(`${prefix}/parcel/7/8`)).statusCode, 404);
      });

      test(`${prefix}: an unknown path or method is refused before its body is looked at`, async () => {
        for (const [path, status] of [
          ['/nowhere', 404],
          ['/member', 405],
        ] as const) {
          const answer = await t.inject({
            method: 'POST',
            url: prefix + path,
            headers: { 'content-type': 'text/plain' },
            payload: '{',
          });
          assert.equal(answer.statusCode, status);
        }
      });

      test(`${prefix}: a part of the path that is too long is 414`, async () => {
        const answer = await t.get(`${prefix}/locations/postcode/${'2'.repeat(600)}`);
        assert.equal(answer.statusCode, 414);
        assert.equal(typeof answer.json().message, 'string');
      });

      test(`${prefix}: a URL that can't be decoded is 400`, async () => {
        const answer = await t.get(`${prefix}/%zz`);
        assert.equal(answer.statusCode, 400);
        assert.equal(answer.json().error, 'validation_error');
      });

      test(`${prefix}: a URL that can't be decoded is in the log`, async () => {
        t.log.length = 0;
        const answer = await t.get(`${prefix}/%zz`);
        const [line] = t.log.filter(({ message }) => message === 'request');
        assert.deepEqual(
          { ...line?.fields, ms: 0 },
          {
            requestId: answer.headers['x-request-id'],
            method: 'GET',
            path: `${prefix}/%zz`,
            status: 400,
            ms: 0,
            address: '192.0.2.1',
            refusal: 'malformed_request',
          },
        );
      });
    }

    test('paths of operations with the wrong method are 405 too', async () => {
      for (const path of ['/healthz', '/readyz', '/openapi.json', '/docs']) {
        const answer = await t.inject({ method: 'POST', url: path });
        assert.equal(answer.statusCode, 405, path);
        assert.equal(answer.headers.allow, 'GET, HEAD');
      }
    });
  });
}
