// What only shows on a real socket: the spelling of headers, broken HTTP, clients that go away.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { setups } from '../support/setups.ts';
import { startTestApp, type TestApp, type TestMember } from '../support/test-app.ts';
import { heldRoute, testRoutes } from '../support/test-routes.ts';
import { until } from '../support/until.ts';

const [embedded] = setups;
assert.ok(embedded);

describe('on the wire', () => {
  const held = heldRoute();
  let t: TestApp;
  let jane: TestMember;
  let port: number;
  before(async () => {
    t = await startTestApp(embedded, {
      routes: [...testRoutes, held.row],
      limits: { v4PerMinute: 2, v5PerMinute: 1, v4Concurrent: 1 },
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

  test('v4 spells its limit headers with capitals, v5 only retry-after, in lower case', async () => {
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

  test('bytes that are not HTTP are answered as JSON and the connection closes', async () => {
    const answer = await exchange('MAKE ME A SANDWICH\r\n\r\n');
    assert.match(answer, /^HTTP\/1\.1 400 Bad Request/);
    assert.match(answer, /\{"error":"bad_request"/);
  });

  test('headers that are too long are 431', async () => {
    const answer = await exchange(
      `GET /healthz HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`,
    );
    assert.match(answer, /^HTTP\/1\.1 431 /);
    assert.match(answer, /headers are too long/);
  });

  test('a client that goes away gives its place back', async () => {
    t.advanceClock(60_000);
    const request = get({
      port,
      path: '/api/held',
      headers: { 'Api-key': jane.key },
      agent: false,
    });
    request.on('error', () => {});
    await until('it is under way', () => held.arrived() === 1);
    assert.equal((await t.get('/api/member', { 'api-key': jane.key })).statusCode, 429);
    request.destroy();
    // The server hears of it on the socket; until then the one place is taken.
    await until('the place is free', async () => {
      t.advanceClock(60_000 / 4);
      return (await t.get('/api/member', { 'api-key': jane.key })).statusCode === 200;
    });
    held.release();
  });
});
