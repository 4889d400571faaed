// The disk is full under the embedded database: writes fail with a clear error, reads work, acknowledged data is
// kept, and everything works again once there is space, without a restart. The test limits the size of the process's
// files, which it can change while the process runs.
//
// Quick: full twice. Full (TESTS=long): twenty times.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { sydneyToMelbourne } from '../support/bookings/quote-bodies.ts';
import { ask } from '../support/components/fleet.ts';
import { type Environment, linehaul, startServer } from '../support/components/program.ts';
import { isLong } from '../support/long-form.ts';
import { until } from '../support/until.ts';

const rounds = isLong ? 20 : 2;
const uncached = sydneyToMelbourne({ options: { disable_cache: true } });

/** Sets only the soft limit, which can be raised again without privileges. */
function limitFiles(pid: number | undefined, bytes: number | 'unlimited'): void {
  execFileSync('prlimit', [`--pid=${pid}`, `--fsize=${bytes}:`]);
}

const hasLimits = process.platform === 'linux';

test(`a disk that fills up ${rounds} times causes plain failures, no loss and no restart`, {
  skip: hasLimits ? false : 'only Linux can set the limit of a running process',
}, async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'linehaul-disk-full-'));
  const environment: Environment = { DATA_DIR: dataDir, LIMIT_V5_PER_MINUTE: '0' };
  await linehaul(environment, 'member', 'add', '--email', 'a@example.com');
  const { stdout } = await linehaul(environment, 'key', 'add', '--member', '1', '--json');
  const { key } = JSON.parse(stdout) as { key: string };
  let server = await startServer(environment);
  const acknowledged: number[] = [];
  const counts = { failed: 0, other: [] as number[] };
  let isOver = false;
  const shop = async (): Promise<void> => {
    while (!isOver) {
      const { status, body } = await ask(server.url, key, '/bookings', uncached);
      if (status === 201) acknowledged.push((body as { id: number }).id);
      else if (status === 500 || status === 503) counts.failed += 1;
      else counts.other.push(status);
    }
  };
  const load = Promise.all(Array.from({ length: 4 }, shop));
  const someMore = async (): Promise<void> => {
    const before = acknowledged.length;
    await until('five more bookings are stored', () => acknowledged.length > before + 5);
  };
  try {
    for (let round = 0; round < rounds; round += 1) {
      await someMore();
      limitFiles(server.process.pid, statSync(join(dataDir, 'linehaul.db')).size);
      const before = counts.failed;
      await until('writing fails', () => counts.failed > before);
      const [known = 0] = acknowledged;
      const read = await ask(server.url, key, `/bookings/v4/${known}`);
      assert.equal(read.status, 200, 'stored bookings can be read');
      assert.equal((await fetch(`${server.url}/healthz`)).status, 200);
      limitFiles(server.process.pid, 'unlimited');
      await someMore();
    }
    isOver = true;
    await load;
    assert.deepEqual(counts.other, []);
    await server.stop('SIGKILL');
    server = await startServer(environment);
    let lost = 0;
    for (const id of acknowledged)
      if ((await ask(server.url, key, `/bookings/v4/${id}`)).status !== 200) lost += 1;
    t.diagnostic(
      `full ${rounds} times: ${acknowledged.length} bookings acknowledged, ${counts.failed} failed plainly, ${lost} lost`,
    );
    assert.equal(lost, 0);
  } finally {
    isOver = true;
    await load.catch(() => {});
    await server.stop();
    rmSync(dataDir, { recursive: true });
  }
});
