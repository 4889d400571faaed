// Tests that a test file that does not exit is ended, with a report of what kept it alive.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';

test('a test file that leaves a server open is ended and fails, naming what is open', () => {
  const folder = mkdtempSync(join(tmpdir(), 'linehaul-file-end-'));
  const file = join(folder, 'left-open.test.mjs');
  writeFileSync(
    file,
    `import { createServer } from 'node:net';
     import { test } from 'node:test';
     test('passes', () => void createServer().listen(0, '127.0.0.1'));`,
  );
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const preload = pathToFileURL(join(import.meta.dirname, 'file-end.ts')).href;
  const { status, stdout } = spawnSync(
    process.execPath,
    [`--import=${preload}`, '--test', '--test-reporter=tap', file],
    { env: { ...env, TEST_FILE_TIMEOUT_MS: '15000' }, encoding: 'utf8', timeout: 120_000 },
  );
  rmSync(folder, { recursive: true });
  assert.equal(status, 1);
  assert.match(stdout, /left-open\.test\.mjs took longer than 15 s\. Still open: .*TCPServerWrap/);
});
