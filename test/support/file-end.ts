// Loaded before each test file: no file goes on for ever. `--test-timeout` ends tests, not a process that something still
// keeps alive: a server that a failed test did not stop would hold up the whole run without a word.
import { after } from 'node:test';
import { isMainThread } from 'node:worker_threads';

/** What was closed has this long to be gone. */
const leavingMs = 60_000;
const fileTimeoutMs = Number(process.env.TEST_FILE_TIMEOUT_MS);

/** `node --test` loads this too; only the processes that it starts have tests. */
if (isMainThread && process.env.NODE_TEST_CONTEXT !== undefined) {
  endAfter(fileTimeoutMs, `took longer than ${fileTimeoutMs / 1000} s`);
  after(() => endAfter(leavingMs, 'has had all its tests and does not end'));
}

function endAfter(ms: number, what: string): void {
  setTimeout(() => {
    const open = process.getActiveResourcesInfo().join(', ');
    process.stderr.write(`${process.argv[1]} ${what}. Still open: ${open}\n`);
    process.exit(1);
  }, ms).unref();
}
