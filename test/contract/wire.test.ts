// Behaviour that needs a real socket: the spelling of headers, malformed HTTP, and clients that disconnect.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { setups } from '../support/setups.ts';
import { basic, startTestApp, type TestApp, type TestMember } from '../support/test-app.ts';
import { heldRoute, testRoutes } from '../support/test-routes.ts';
import { until } from '../support/until.ts';

const [embedded] = setups;
assert.ok(embedded);

describe('HTTP on the wire', () => {
  let t: TestApp;
  let jane: TestMember;
  let port: number;
  before(async () => {
    t = await startTestApp(embedded, {
      routes: testRoutes,
      limits: { v4PerMinute: 2, v5PerMinute: 1 },
    });
    jane = await t.addMember();
    await t.server.listen({ port: 0, host: '127.0.0.1' });
    ({ port } = t.server.server.address() as AddressInfo);
  });
  after(() => t.close());

  const headerNames = async (path: string): Promise<{ status: number; names: string[] }> => {
    const request = get({ port, path, headers: { 'Api-key': jane.key }, agent: false });
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    answer.resume();
    return {
      status: answer.statusCode ?? 0,
      names: answer.rawHeaders.filter((_, n) => n % 2 === 0),
    };
  };
  const exchange = async (text: string): Promise<string> => {
    const socket = connect(port, '127.0.0.1');
    socket.end(text);
    let answer = '';
    for await (const chunk of socket.setEncoding('utf8')) answer += chunk;
    return answer;
  };

  test('v4 capitalises its limit headers, and v5 sends only retry-after in lower case', async () => {
    const served = await headerNames('/api/member');
    assert.equal(served.status, 200);
    for (const name of ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']) {
      assert.ok(served.names.includes(name), name);
    }
    await headerNames('/api/member');
    const refused = await headerNames('/api/member');
    assert.equal(refused.status, 429);
    assert.ok(refused.names.includes('Retry-After'));

    await headerNames('/api/v5/member');
    const refusedV5 = await headerNames('/api/v5/member');
    assert.equal(refusedV5.status, 429);
    assert.ok(refusedV5.names.includes('retry-after'));
    assert.ok(!refusedV5.names.some((name) => /ratelimit/i.test(name)));
  });

  test('answers bytes that are not HTTP with JSON and closes the connection', async () => {
    const answer = await exchange('MAKE ME A SANDWICH\r\n\r\n');
    assert.match(answer, /^HTTP\/1\.1 400 Bad Request/);
    assert.match(answer, /\{"error":"bad_request"/);
  });

  test('answers 400 without Host and 417 to an unknown Expect, each with a sentence', async () => {
    const withoutHost = await exchange('GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n');
    assert.match(withoutHost, /^HTTP\/1\.1 400 Bad Request/);
    assert.match(withoutHost, /The Host header is missing/);
    const older = await exchange('GET /healthz HTTP/1.0\r\n\r\n');
    assert.match(older, /^HTTP\/1\.1 200 OK/);
    const expecting = await exchange(
      'GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: a miracle\r\nConnection: close\r\n\r\n',
    );
    assert.match(expecting, /^HTTP\/1\.1 417 /);
    assert.match(expecting, /\{"error":"bad_request"/);
  });

  test('answers 413 while the client is still uploading', async (context) => {
    const mary = await t.addMember('mary@tiles.example');
    const body = Buffer.alloc(2 * 1024 * 1024, 'x');
    const socket = connect(port, '127.0.0.1');
    context.after(() => socket.destroy());
    const head = [
      'POST /api/v5/parcel HTTP/1.1',
      'Host: x',
      `Api-key: ${mary.key}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n`);
    socket.setEncoding('utf8');
    const [refused] = (await once(socket, 'data')) as [string];
    assert.match(refused, /^HTTP\/1\.1 413 /);
    // If the connection closed before the whole body arrived, the client would lose the answer.
    socket.write(body);
    socket.end('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    let more = '';
    for await (const chunk of socket) more += chunk;
    assert.match(more, /HTTP\/1\.1 200 OK/);
  });

  test('checks for slow clients every second', () => {
    assert.equal(Reflect.get(t.server.server, 'connectionsCheckingInterval'), 1000);
  });

  test('answers 431 to oversized headers', async () => {
    const answer = await exchange(
      `GET /healthz HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`,
    );
    assert.match(answer, /^HTTP\/1\.1 431 /);
    assert.match(answer, /headers are too long/);
  });
});

describe('a client that disconnects', () => {
  const held = heldRoute();
  let t: TestApp;
  let jane: TestMember;
  let port: number;
  before(async () => {
    // Without a rate-limit window and with a fixed clock, only the end of a request frees its place.
    t = await startTestApp(embedded, {
      routes: [...testRoutes, held.row],
      limits: { v4PerMinute: 0, v4Concurrent: 1 },
    });
    jane = await t.addMember();
    await t.server.listen({ port: 0, host: '127.0.0.1' });
    ({ port } = t.server.server.address() as AddressInfo);
  });
  after(() => t.close());

  const begin = (path: string, headers: Record<string, string>) => {
    const request = get({ port, path, headers, agent: false });
    request.on('error', () => {});
    return request;
  };
  const status = async () => (await t.get('/api/member', { 'api-key': jane.key })).statusCode;
  const abortedLines = () =>
    t.log.filter(({ fields }) => 'status' in fields && fields.status === 499).length;

  test('a client that disconnects frees its place and appears in the log and the metrics', async () => {
    const request = begin('/api/held', { 'Api-key': jane.key });
    await until('the request is being handled', () => held.arrived() === 1);
    assert.equal(await status(), 429);
    request.destroy();
    await until('the place of the request is free', async () => (await status()) === 200);
    held.release();
    assert.equal(abortedLines(), 1);
  });

  test('a client that disconnects during its password check frees its place', async () => {
    const { passwords } = t.app;
    const checked = Promise.withResolvers<void>();
    let isChecking = false;
    t.app.passwords = {
      ...passwords,
      isRight: async (...values) => {
        isChecking = true;
        await checked.promise;
        return await passwords.isRight(...values);
      },
    };
    let entered = 0;
    const { counters } = t.app;
    t.app.counters = {
      ...counters,
      enter: async (options) => {
        if (options.key.startsWith('at-once:v4:member')) entered += 1;
        return await counters.enter(options);
      },
    };
    const closed = new Promise<void>((resolve) => {
      t.server.server.once('connection', (socket) => socket.once('close', () => resolve()));
    });
    const request = begin('/api/member', { authorization: basic(jane.email, jane.password) });
    await until('the password is being checked', () => isChecking);
    request.destroy();
    await closed;
    checked.resolve();
    await until('the request was admitted', () => entered === 1);
    await until('the place of the request is free', async () => (await status()) === 200);
    assert.equal(abortedLines(), 2);
  });
});
