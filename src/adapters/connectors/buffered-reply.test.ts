import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { Agent } from 'undici';
import { BufferedReply } from './buffered-reply.ts';

test('never sends a request that is aborted while it waits for a connection', async () => {
  const seen: string[] = [];
  const first = Promise.withResolvers<ServerResponse>();
  const server = createServer((request, response) => {
    seen.push(request.url ?? '');
    if (request.url === '/first') first.resolve(response);
    else response.end('later');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ connections: 1, pipelining: 1 });
  const ask = (path: string): BufferedReply => {
    const reply = new BufferedReply();
    agent.dispatch({ origin: `http://127.0.0.1:${port}`, path, method: 'POST' }, reply);
    return reply;
  };
  const earlier = ask('/first');
  const response = await first.promise;
  const aborted = ask('/aborted');
  const next = ask('/next');
  aborted.abort(new Error('too late'));
  await assert.rejects(aborted.outcome, /too late/);
  response.setHeader('content-type', 'text/plain');
  response.setHeader('retry-after', '7');
  response.write('in ');
  response.end('two parts');
  const { bytes, ...rest } = await earlier.outcome;
  assert.deepEqual(rest, { status: 200, contentType: 'text/plain', retryAfter: '7' });
  assert.equal(new TextDecoder().decode(bytes), 'in two parts');
  assert.equal(new TextDecoder().decode((await next.outcome).bytes), 'later');
  assert.deepEqual(seen, ['/first', '/next']);
  await agent.destroy();
  server.close();
});
