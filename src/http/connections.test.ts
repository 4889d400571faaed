// Stops and restarts are tested with real processes (test/faults, test/scale); here, what watching costs.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';

const program = join(import.meta.dirname, '../../test/support/promoted-by-requests.ts');
/** Of one request; an answer with what it refers to is far more, even if only some are kept. */
const mostBytes = 100;

test('nothing of a request is left to the collector of old garbage, which makes everybody wait', async (t) => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--max-semi-space-size=1',
    '--expose-gc',
    program,
  ]);
  t.diagnostic(`${Number(stdout).toFixed(0)} bytes of each request`);
  assert.ok(Number(stdout) < mostBytes, stdout);
});
