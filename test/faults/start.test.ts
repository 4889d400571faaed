// Starts that fail: the operator is told why, the process ends, and nothing is lost for the next start.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { linehaul, type RunningServer, startServer } from '../support/program.ts';

describe('a start on a port that is taken', () => {
  for (const workers of ['1', '2']) {
    test(`ends with a sentence, and the next start still shows the demo key (WORKERS=${workers})`, async () => {
      const dataDir = mkdtempSync(join(tmpdir(), 'linehaul-start-'));
      const other = createServer().listen(0, '127.0.0.1');
      await once(other, 'listening');
      const { port } = other.address() as AddressInfo;
      const environment = { DATA_DIR: dataDir, WORKERS: workers };
      let server: RunningServer | undefined;
      try {
        const refused = await linehaul({ ...environment, PORT: String(port) }, 'serve');
        assert.equal(refused.status, 1, refused.stdout);
        assert.match(refused.stderr, /Another program uses this port/);
        assert.ok(!refused.stdout.includes('Welcome'));

        server = await startServer(environment);
        await server.says('API reference:');
        const curl = server.output.find((line) => line.includes('curl ')) ?? '';
        const [, url = '', key = ''] = /curl -s (\S+) -H 'Api-key: ([^']+)'/.exec(curl) ?? [];
        assert.equal((await fetch(url, { headers: { 'Api-key': key } })).status, 200);
      } finally {
        await server?.stop();
        other.close();
        rmSync(dataDir, { recursive: true });
      }
    });
  }
});
