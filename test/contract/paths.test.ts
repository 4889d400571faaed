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
      test(`${prefix}: answers 404 to an unknown path`, async () => {
        const answer = await t.get(`${prefix}/nowhere`);
        assert.equal(answer.statusCode, 404);
        assert.equal(answer.json().error, 'not_found');
        assert.match(answer.json().message, new RegExp(`${prefix}/nowhere`));
      });

      test(`${prefix}: serves the same path with a trailing slash`, async () => {
        assert.equal((await t.get(`${prefix}/member/`, { 'api-key': jane.key })).statusCode, 200);
      });

      test(`${prefix}: answers 405 with the allowed methods to a wrong method`, async () => {
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

      test(`${prefix}: does not read a fixed path segment as an id under another method`, async () => {
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

      test(`${prefix}: counts a wrong method under its route and an unknown path under none`, async () => {
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

      test(`${prefix}: a path with its own methods lists only those, with or without a slash`, async () => {
        for (const path of ['/parcel/7', '/parcel/7/']) {
          const answer = await t.inject({ method: 'GET', url: prefix + path });
          assert.equal(answer.statusCode, 405);
          assert.equal(answer.headers.allow, 'DELETE');
        }
        assert.equal((await t.get(`${prefix}/parcel/7/8`)).statusCode, 404);
      });

      test(`${prefix}: rejects an unknown path or method before reading the body`, async () => {
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

      test(`${prefix}: answers 414 to an overlong part of the path`, async () => {
        const answer = await t.get(`${prefix}/locations/postcode/${'2'.repeat(600)}`);
        assert.equal(answer.statusCode, 414);
        assert.equal(typeof answer.json().message, 'string');
      });

      test(`${prefix}: answers 400 to a URL that cannot be decoded`, async () => {
        const answer = await t.get(`${prefix}/%zz`);
        assert.equal(answer.statusCode, 400);
        assert.equal(answer.json().error, 'validation_error');
      });

      test(`${prefix}: logs a URL that cannot be decoded`, async () => {
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

    test('answers 405 to a wrong method on the operations paths', async () => {
      for (const path of ['/healthz', '/readyz', '/openapi.json', '/docs']) {
        const answer = await t.inject({ method: 'POST', url: path });
        assert.equal(answer.statusCode, 405, path);
        assert.equal(answer.headers.allow, 'GET, HEAD');
      }
    });
  });
}
