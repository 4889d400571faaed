// Ends of the process: on a signal it finishes running requests; when killed, it loses nothing.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { reservedPort } from '../support/components/processes.ts';
import { launchServer, linehaul, startServer } from '../support/components/program.ts';
import { until } from '../support/until.ts';

const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'linehaul-stop-'));

describe('the server stops', () => {
  test('SIGTERM finishes the request under way, closes idle connections and exits with 0', async () => {
    const dataDir = temporaryFolder();
    const server = await startServer({ DATA_DIR: dataDir });
    const { port } = new URL(server.url);
    const idle = connect(Number(port), '127.0.0.1');
    await once(idle, 'connect');
    // Half a request: the server has begun to read it when the signal arrives.
    const busy = connect(Number(port), '127.0.0.1');
    await once(busy, 'connect');
    busy.write('GET /healthz HTTP/1.1\r\nHost: x\r\n');
    await fetch(`${server.url}/healthz`, { headers: { connection: 'close' } });
    const stopped = server.stop('SIGTERM');
    await server.says('stopping');
    busy.write('\r\n');
    let answer = '';
    for await (const chunk of busy.setEncoding('utf8')) answer += chunk;
    assert.match(answer, /^HTTP\/1\.1 200 OK/);
    assert.equal(await stopped, 0);
    idle.destroy();
    await server.says('"msg":"stopped"');
    rmSync(dataDir, { recursive: true });
  });

  for (const workers of ['1', '2']) {
    test(`SIGTERM right after the first answer finishes the requests under way, with ${workers} worker(s)`, async () => {
      const dataDir = temporaryFolder();
      const port = await reservedPort();
      const url = `http://127.0.0.1:${port}`;
      // The first start on an empty database answers requests before it has finished starting.
      const server = launchServer({ DATA_DIR: dataDir, PORT: String(port), WORKERS: workers });
      await until('the server answers', () =>
        fetch(`${url}/healthz`).then(
          ({ ok }) => ok,
          () => false,
        ),
      );
      const busy = connect(port, '127.0.0.1');
      await once(busy, 'connect');
      busy.write('GET /healthz HTTP/1.1\r\nHost: x\r\n');
      await fetch(`${url}/healthz`, { headers: { connection: 'close' } });
      const stopped = server.stop('SIGTERM');
      busy.write('\r\n');
      let answer = '';
      for await (const chunk of busy.setEncoding('utf8')) answer += chunk;
      assert.match(answer, /^HTTP\/1\.1 200 OK/);
      assert.equal(await stopped, 0);
      rmSync(dataDir, { recursive: true });
    });
  }

  test('clients on kept-alive connections lose no request and do not delay the stop', async (t) => {
    const dataDir = temporaryFolder();
    const server = await startServer({ DATA_DIR: dataDir });
    const { port } = new URL(server.url);
    const ask = async (agent: Agent): Promise<string | undefined> => {
      const request = get({ port, path: '/healthz', agent });
      const [answer] = (await once(request, 'response')) as [IncomingMessage];
      for await (const _chunk of answer) {
        // Read the body to its end, so that the connection can be used again.
      }
      return answer.headers.connection;
    };
    let answered = 0;
    const client = async (): Promise<void> => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      // A client that reads `connection: close` would go to the next server.
      while ((await ask(agent)) !== 'close') answered += 1;
    };
    const idle = new Agent({ keepAlive: true });
    await ask(idle);
    const clients = Array.from({ length: 20 }, client);
    await until('200 requests are answered', () => answered > 200);
    const stopped = server.stop('SIGTERM');
    await Promise.all(clients);
    assert.equal(await stopped, 0);
    assert.ok(!server.output.some((line) => line.includes('cutting connections')));
    t.diagnostic(`${clients.length} clients, ${answered} requests until the stop`);
    idle.destroy();
    rmSync(dataDir, { recursive: true });
  });

  test('kill -9 loses no acknowledged write', async (t) => {
    const dataDir = temporaryFolder();
    const server = await startServer({ DATA_DIR: dataDir });
    const added = await Promise.all(
      Array.from({ length: 4 }, (_, n) =>
        linehaul({ DATA_DIR: dataDir }, 'member', 'add', '--email', `m${n}@example.com`, '--json'),
      ),
    );
    assert.ok(added.every(({ status }) => status === 0));
    await server.stop('SIGKILL');
    const again = await startServer({ DATA_DIR: dataDir });
    assert.ok(
      !again.output.some((line) => line.includes('Welcome')),
      'the demo account is created once',
    );
    const { stdout } = await linehaul({ DATA_DIR: dataDir }, 'member', 'list', '--json');
    // The list also has the demo account.
    const kept = (JSON.parse(stdout) as unknown[]).length - 1;
    t.diagnostic(`killed once: ${added.length} members acknowledged, ${added.length - kept} lost`);
    assert.equal(kept, added.length);
    await again.stop();
    rmSync(dataDir, { recursive: true });
  });

  test('a first start prints a demo sign-in, key and a curl line that works', async () => {
    const dataDir = temporaryFolder();
    const server = await startServer({ DATA_DIR: dataDir });
    await server.says('API reference:');
    const curl = server.output.find((line) => line.includes('curl '));
    const [, url, key] = /curl -s (\S+) -H 'Api-key: ([^']+)'/.exec(curl ?? '') ?? [];
    assert.ok(url !== undefined && key !== undefined, curl);
    const answer = await fetch(url, { headers: { 'Api-key': key } });
    assert.equal(answer.status, 200);
    assert.equal(((await answer.json()) as { email: string }).email, 'demo@linehaul.example');
    const password = server.output
      .map((line) => /password {2}(\S+)/.exec(line)?.[1])
      .find((text) => text !== undefined);
    const basic = Buffer.from(`demo@linehaul.example:${password}`).toString('base64');
    const signedIn = await fetch(`${server.url}/api/member`, {
      headers: { authorization: `Basic ${basic}` },
    });
    assert.equal(signedIn.status, 200);
    await server.stop();
    rmSync(dataDir, { recursive: true });
  });
});
