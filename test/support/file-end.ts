// Loaded before each test file to end files that never exit. `--test-timeout` only ends tests: a server that a failed
// test left open would keep the process alive and hold up the whole run. (An endless computation is not caught,
// because its process never runs timers.)
import { after, afterEach, beforeEach } from 'node:test';
import { isMainThread } from 'node:worker_threads';

/** The time that handles have to close after the last test. */
const leavingMs = 60_000;
const fileTimeoutMs = Number(process.env.TEST_FILE_TIMEOUT_MS);

let running = 0;
let lastEndedMs = 0;

/** The `node --test` process loads this file too, but only its child processes have tests. */
if (isMainThread && process.env.NODE_TEST_CONTEXT !== undefined) {
  setTimeout(() => end(`took longer than ${fileTimeoutMs / 1000} s`), fileTimeoutMs).unref();
  beforeEach(() => {
    running += 1;
  });
  afterEach(() => {
    running -= 1;
    lastEndedMs = performance.now();
  });
  // This hook runs when no test is pending, but the file may still start more.
  after(endWhenQuiet);
}

function endWhenQuiet(): void {
  setTimeout(() => {
    const isQuiet = running === 0 && performance.now() - lastEndedMs >= leavingMs;
    if (isQuiet) end('has had all its tests and does not end');
    else endWhenQuiet();
  }, leavingMs).unref();
}

function end(reason: string): void {
  const open = process.getActiveResourcesInfo().join(', ');
  process.stderr.write(`${process.argv[1]} ${reason}. Still open: ${open}\n`);
  process.exit(1);
}
