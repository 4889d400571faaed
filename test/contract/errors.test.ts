// The interface's "Errors" section, general part: invalid bodies and credentials on every route, and what every
// answer carries. Paths and methods are in paths.test.ts.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp, type TestMember } from '../support/test-app.ts';
import { testRoutes } from '../support/test-routes.ts';

for (const setup of setups) {
  describe(`errors on ${setup.name}`, () => {
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
      const post = (payload: string | Buffer, headers: Record<string, string> = {}) =>
        t.inject({
          method: 'POST',
          url: `${prefix}/parcel`,
          headers: { 'api-key': jane.key, 'content-type': 'application/json', ...headers },
          payload,
        });

      test(`${prefix}: rejects the character NUL anywhere, by field name`, async () => {
        const answer = await post('{"name":"a\\u0000b","items":[{"weight":1,"more":["\\u0000"]}]}');
        assert.equal(answer.statusCode, 400);
        assert.match(answer.body, /name must not contain the character NUL/);
        assert.match(answer.body, /items.0.more.0 must not contain the character NUL/);
        const many = await post(JSON.stringify({ name: 'a', x: Array(1_000).fill('\0') }));
        assert.equal(many.statusCode, 400);
        // The message names one field, and `errors` at most a hundred.
        assert.equal(many.body.match(/x\.\d+ must not/g)?.length, 101);
        // An escaped backslash before u0000 is not a NUL.
        const written = await post('{"name":"\\\\u0000","items":[{"weight":1}]}');
        assert.equal(written.statusCode, 200, written.body);
      });

      test(`${prefix}: rejects a body in another encoding rather than storing damaged letters`, async () => {
        const body = '{"name":"Zoë","items":[{"weight":1}]}';
        const latin = Buffer.from(body, 'latin1');
        const lost = await post(latin);
        assert.equal(lost.statusCode, 400, lost.body);
        assert.match(lost.json().message, /not UTF-8/);
        const contentType = 'application/json; charset=ISO-8859-1';
        const declared = await post(latin, { 'content-type': contentType });
        assert.equal(declared.statusCode, 415, declared.body);
        assert.match(declared.json().message, /UTF-8/);
        // ASCII text is the same in both encodings, and some libraries always declare this one.
        const plain = await post('{"name":"Zoe","items":[{"weight":1}]}', {
          'content-type': contentType,
        });
        assert.equal(plain.statusCode, 200, plain.body);
        for (const type of ['application/json;charset="UTF-8"', 'application/json; charset=utf8'])
          assert.equal((await post(body, { 'content-type': type })).statusCode, 200, type);
      });

      test(`${prefix}: answers 400 with the allowed depth to a body that is nested too deeply`, async () => {
        for (const payload of ['['.repeat(20_000), `${'{"a":'.repeat(65)}1${'}'.repeat(65)}`]) {
          const answer = await post(payload);
          assert.equal(answer.statusCode, 400);
          assert.match(answer.json().message, /at most 64 levels/);
        }
      });

      test(`${prefix}: a JSON body on GET is ignored`, async () => {
        const answer = await t.inject({
          method: 'GET',
          url: `${prefix}/member`,
          headers: { 'api-key': jane.key, 'content-type': 'application/json' },
          payload: '[]',
        });
        assert.equal(answer.statusCode, 200);
      });

      test(`${prefix}: ignores a body of any type on a route that takes none`, async () => {
        for (const [type, payload] of [
          ['application/json', '[]'],
          ['application/json', ''],
          ['application/json', '{"name": '],
          ['application/x-www-form-urlencoded', 'a=b'],
          ['no type at all', 'x'],
          [undefined, 'x'],
        ] as const) {
          const answer = await t.inject({
            method: 'DELETE',
            url: `${prefix}/parcel/7`,
            headers: {
              'api-key': jane.key,
              ...(type === undefined ? {} : { 'content-type': type }),
            },
            payload,
          });
          assert.equal(answer.statusCode, 200, `${type} ${payload}`);
        }
      });

      test(`${prefix}: names each of twenty wrong fields in a sentence`, async () => {
        const items = Array.from({ length: 20 }, () => ({ weight: 'x' }));
        const answer = await post(JSON.stringify({ name: 'x', items }));
        assert.equal(Object.keys(answer.json().errors.items).length, 20);
      });

      test(`${prefix}: answers 415 to a body whose media type is not JSON`, async () => {
        for (const mediaType of [
          'text/plain',
          'application/xml',
          'application/x-www-form-urlencoded',
        ]) {
          const answer = await post('name=x', { 'content-type': mediaType });
          assert.equal(answer.statusCode, 415);
          assert.equal(answer.json().error, 'unsupported_media_type');
          assert.match(answer.json().message, new RegExp(mediaType.replace('/', '\\/')));
        }
      });

      test(`${prefix}: answers 415 to a compressed body and names the header`, async () => {
        const packed = (encoding: string) =>
          t.inject({
            method: 'POST',
            url: `${prefix}/parcel`,
            headers: {
              'api-key': jane.key,
              'content-type': 'application/json',
              'content-encoding': encoding,
            },
            payload: gzipSync('{"name":"x","items":[{"weight":1}]}'),
          });
        for (const encoding of ['gzip', 'br', 'identity, gzip']) {
          const answer = await packed(encoding);
          assert.equal(answer.statusCode, 415, answer.body);
          assert.equal(answer.json().error, 'unsupported_content_encoding');
          assert.match(answer.json().message, new RegExp(`Content-Encoding.*"${encoding}".*Send`));
          assert.equal(answer.headers['accept-encoding'], 'identity');
        }
        const plain = await post('{"name":"x","items":[{"weight":1}]}', {
          'content-encoding': 'Identity',
        });
        assert.equal(plain.statusCode, 200, plain.body);
      });

      test(`${prefix}: rejects a repeated query field and says what to do`, async () => {
        const answer = await t.get(`${prefix}/bookings/v4?page=1&page=2`, {
          'api-key': jane.key,
        });
        assert.equal(answer.statusCode, 400);
        assert.deepEqual(answer.json().errors.page, [
          'page is given more than once. Send it once.',
        ]);
      });

      test(`${prefix}: answers 413 to a body over one mebibyte`, async () => {
        const answer = await post(JSON.stringify({ name: 'x'.repeat(1024 * 1024) }));
        assert.equal(answer.statusCode, 413);
        assert.equal(answer.json().error, 'body_too_large');
      });

      test(`${prefix}: answers 400 to bad JSON, an empty body and prototype pollution`, async () => {
        for (const payload of ['{"name": ', '', '{"__proto__": {"admin": true}}', 'nonsense']) {
          const answer = await post(payload);
          assert.equal(answer.statusCode, 400, payload);
          assert.equal(answer.json().error, 'validation_error', payload);
          assert.equal(typeof answer.json().message, 'string');
        }
      });

      test(`${prefix}: names every wrong field with its path`, async () => {
        const answer = await post(
          '{"name": "much too long a name", "items": [{"weight": 1}, {}, {"weight": "x"}]}',
        );
        assert.equal(answer.statusCode, 400);
        const body = answer.json();
        assert.equal(body.error, 'validation_error');
        assert.deepEqual(Object.keys(body.errors), ['name', 'items']);
        assert.deepEqual(Object.keys(body.errors.items), ['1', '2']);
        assert.match(body.errors.items['1'].weight[0], /items\.1\.weight is missing/);
        assert.match(
          body.errors.items['2'].weight[0],
          /items\.2\.weight must be number; it is "x"/,
        );
        assert.equal(body.message, body.errors.name[0]);
      });

      test(`${prefix}: checks credentials before it reads the body`, async () => {
        const answer = await post('{"name": ', { 'api-key': 'wrong', 'x-n': prefix });
        assert.equal(answer.statusCode, 401);
      });

      test(`${prefix}: logs an internal error and reveals no details in the answer`, async () => {
        const answer = await t.get(`${prefix}/broken`);
        assert.equal(answer.statusCode, 500);
        const requestId = String(answer.headers['x-request-id']);
        assert.deepEqual(answer.json(), {
          error: 'internal_error',
          message: `Something went wrong on our side. Give the request id ${requestId} when you ask for help.`,
        });
        const logged = t.log.filter(
          ({ level, fields }) =>
            level === 'error' && 'requestId' in fields && fields.requestId === requestId,
        );
        assert.equal(logged.length, 1);
      });

      test(`${prefix}: answers 503 overloaded, not an internal error, when the database is too busy`, async () => {
        t.log.length = 0;
        const answer = await t.get(`${prefix}/busy`);
        assert.equal(answer.statusCode, 503);
        assert.equal(answer.headers['retry-after'], '1');
        assert.deepEqual(answer.json(), {
          error: 'overloaded',
          message: 'This service is overloaded. Nothing was done. Try again in a moment.',
        });
        assert.deepEqual(
          t.log.filter(({ level }) => level === 'error'),
          [],
        );
      });

      test(`${prefix}: every answer carries the security headers and a request id`, async () => {
        for (const path of ['/member', '/nowhere', '/broken', '/%zz']) {
          const { headers } = await t.get(prefix + path);
          assert.equal(headers['x-content-type-options'], 'nosniff');
          assert.equal(
            headers['content-security-policy'],
            "default-src 'none'; frame-ancestors 'none'",
          );
          assert.equal(headers['referrer-policy'], 'no-referrer');
          assert.match(String(headers['x-request-id']), /^[\w-]{8}-[0-9a-z]+$/);
          assert.equal(headers['strict-transport-security'], undefined);
        }
      });

      test(`${prefix}: keeps a proxy's harmless request id and replaces any other`, async () => {
        const ask = async (id: string) =>
          (await t.get(`${prefix}/member`, { 'x-request-id': id })).headers['x-request-id'];
        assert.equal(await ask('edge-7.a:1'), 'edge-7.a:1');
        assert.notEqual(await ask('a b'), 'a b');
        assert.notEqual(await ask('x'.repeat(65)), 'x'.repeat(65));
      });
    }

    test('sets Strict-Transport-Security on answers over HTTPS', async () => {
      const other = await startTestApp(setup, { publicUrl: 'https://freight.example' });
      const answer = await other.get('/api/member');
      await other.close();
      assert.match(String(answer.headers['strict-transport-security']), /max-age=31536000/);
    });

    test('logs one line for each request, with its caller and without secrets', async () => {
      t.log.length = 0;
      await t.get('/api/v5/member?api_key=oops', { 'api-key': jane.key });
      await t.get('/api/v5/member', { 'api-key': 'lh_not_a_key' });
      const requests = t.log
        .filter(({ message }) => message === 'request')
        .map(({ fields }) => fields);
      assert.equal(requests.length, 2);
      const [served, refused] = requests as [Record<string, unknown>, Record<string, unknown>];
      assert.equal(served.path, '/api/v5/member');
      assert.equal(served.status, 200);
      assert.equal(served.member, jane.id);
      assert.equal(served.keyId, jane.keyId);
      assert.equal(refused.refusal, 'credentials_rejected');
      assert.ok(!JSON.stringify(requests).includes(jane.key));
      assert.ok(!JSON.stringify(requests).includes('oops'));
    });
  });
}
