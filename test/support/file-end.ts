// Loaded before each test file: one that waits for ever is ended. `--test-timeout` ends tests, not a process that something
// still keeps alive: a server that a failed test did not stop would hold up the whole run without a word. (A process that
// computes for ever is not helped: its timers never have their turn.)
import { after, afterEach, beforeEach } from 'node:test';
import { isMainThread } from 'node:worker_threads';

/** What was closed after the last test has this long to be gone. */
const leavingMs = 60_000;
const fileTimeoutMs = Number(process.env.TEST_FILE_TIMEOUT_MS);

let running = 0;
let lastEndedMs = 0;

/** `node --test` loads this too; only the processes that it starts have tests. */
if (isMainThread && process.env.NODE_TEST_CONTEXT !== undefined) {
  setTimeout(() => end(`took longer than ${fileTimeoutMs / 1000} s`), fileTimeoutMs).unref();
  beforeEach(() => {
    running += 1;
  });
  afterEach(() => {
    running -= 1;
    lastEndedMs = performance.now();
  });
  // Comes when no test is waiting; a file may still begin more.
  after(endWhenQuiet);
}

function endWhenQuiet(): void {
  setTimeout(() => {
    const isQuiet = running === 0 && performance.now() - lastEndedMs >= leavingMs;
    if (isQuiet) end('has had all its tests and does not end');
    else endWhenQuiet();
  }, leavingMs).unref();
}

function end(why: string): void {
  const open = process.getActiveResourcesInfo().join(', ');
  process.stderr.write(`${process.argv[1]} ${why}. Still open: ${open}\n`);
  process.exit(1);
}
