import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { CarrierSnapshot } from '../../domain/rate-cards/carrier-snapshot.ts';
import { readPack } from './loading/carrier-files.ts';
import { ReadingLimit } from './read-in-thread.ts';
import { CarrierWatch } from './watch-carriers.ts';

/** Longer than any test runs. */
const neverMs = 600_000;

/** A watch on the folder `carriers` of a fresh folder, whose reloads can be awaited one by one. */
function aWatch(options: {
  debounceMs: number;
  pollMs: number;
  exists: boolean;
  fingerprint?: string;
  reload?: () => Promise<CarrierSnapshot>;
  unread?: () => readonly string[];
}) {
  const home = mkdtempSync(join(tmpdir(), 'linehaul-watch-'));
  const root = join(home, 'carriers');
  if (options.exists) mkdirSync(join(root, 'acme'), { recursive: true });
  const reloads = new EventEmitter();
  const pauses: number[] = [];
  let afterPause: (() => void) | undefined;
  let count = 0;
  const watch = new CarrierWatch({
    reload: () => Promise.resolve(new CarrierSnapshot('', [])),
    unread: () => [],
    ...options,
    later: (task, pauseMs) => {
      pauses.push(pauseMs);
      afterPause = task;
      reloads.emit('pause');
      return () => {
        afterPause = undefined;
      };
    },
    roots: [root],
    fingerprintOf: () => options.fingerprint,
    onReload: () => {
      count += 1;
      reloads.emit('reload');
    },
    onTrouble: (trouble) =>
      reloads.emit(trouble.againMs === undefined ? 'given up' : 'not read', trouble),
    onError: (error) => reloads.emit('error', error),
  });
  // The watch does not keep the process alive, so this timer does.
  const keepAlive = setInterval(() => undefined, 1000);
  return {
    root,
    close: () => watch.close(),
    nextReload: () => once(reloads, 'reload'),
    nextFailure: () => once(reloads, 'not read'),
    nextPause: () => once(reloads, 'pause'),
    givenUp: () => once(reloads, 'given up'),
    pauses,
    isPausing: () => afterPause !== undefined,
    /** Ends the pause before the next attempt. */
    endPause: () => {
      const task = afterPause;
      afterPause = undefined;
      assert.ok(task !== undefined);
      task();
    },
    count: () => count,
    [Symbol.dispose]: () => {
      clearInterval(keepAlive);
      watch.close();
      rmSync(home, { recursive: true });
    },
  };
}

it('finds a change made between the reading and the start of the watch', async () => {
  using watched = aWatch({ debounceMs: 1, pollMs: neverMs, exists: true, fingerprint: 'other' });
  await watched.nextReload();
});

it('does not read unchanged files again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'linehaul-watch-'));
  const { fingerprint } = await readPack(folder);
  rmSync(folder, { recursive: true });
  using watched = aWatch({ debounceMs: 1, pollMs: 5, exists: true, fingerprint });
  // It starts later with the same intervals, so the first watch would reload before it.
  using other = aWatch({ debounceMs: 1, pollMs: 5, exists: true });
  await other.nextReload();
  assert.equal(watched.count(), 0);
});

it('reloads once for a burst of changes', async () => {
  using watched = aWatch({ debounceMs: 50, pollMs: neverMs, exists: true });
  await watched.nextReload();
  for (let change = 0; change < 10; change += 1) {
    writeFileSync(join(watched.root, 'acme', 'lanes.csv'), `${change}`);
  }
  await watched.nextReload();
  assert.equal(watched.count(), 2);
});

it('finds a change that the system does not announce by polling', async () => {
  // The system does not report changes in a folder that did not exist when the watch began.
  using watched = aWatch({ debounceMs: 1, pollMs: 5, exists: false });
  await watched.nextReload();
  mkdirSync(join(watched.root, 'acme'), { recursive: true });
  writeFileSync(join(watched.root, 'acme', 'lanes.csv'), 'x');
  await watched.nextReload();
});

/** A reload that fails this many times and then succeeds. */
function failing(times: number, failure = new Error('EMFILE: too many open files')) {
  let left = times;
  const attempts = { count: 0 };
  const reload = (): Promise<CarrierSnapshot> => {
    attempts.count += 1;
    left -= 1;
    return left < 0 ? Promise.resolve(new CarrierSnapshot('', [])) : Promise.reject(failure);
  };
  return { attempts, reload, failure };
}

it('retries unreadable files after longer and longer pauses', async () => {
  const { reload, failure } = failing(3);
  using watched = aWatch({ debounceMs: 1, pollMs: neverMs, exists: true, reload });
  const [trouble] = await watched.nextFailure();
  assert.deepEqual(trouble, { error: failure, files: [], attempts: 1, againMs: watched.pauses[0] });
  for (let attempt = 0; attempt < 2; attempt += 1) {
    const failed = watched.nextFailure();
    watched.endPause();
    await failed;
  }
  const read = watched.nextReload();
  watched.endPause();
  await read;
  assert.equal(watched.isPausing(), false);
  assert.equal(watched.pauses.length, 3);
  assert.deepEqual(
    watched.pauses.toSorted((a, b) => a - b),
    watched.pauses,
  );
  assert.equal(new Set(watched.pauses).size, 3);
});

it('stops retrying unreadable files, says so, and reads them when they change again', async () => {
  const { reload, failure, attempts } = failing(6);
  using watched = aWatch({ debounceMs: 1, pollMs: 5, exists: true, reload });
  await watched.nextFailure();
  for (let attempt = 2; attempt <= 5; attempt += 1) {
    const failed = watched.nextFailure();
    watched.endPause();
    await failed;
  }
  const givenUp = watched.givenUp();
  watched.endPause();
  const [trouble] = await givenUp;
  assert.deepEqual(trouble, { error: failure, files: [], attempts: 6, againMs: undefined });
  assert.equal(watched.isPausing(), false);
  assert.equal(attempts.count, 6);
  writeFileSync(join(watched.root, 'acme', 'lanes.csv'), 'x');
  await watched.nextReload();
});

it('does not retry files that are too large to read', async () => {
  const { reload, attempts } = failing(1, new ReadingLimit('too much'));
  using watched = aWatch({ debounceMs: 1, pollMs: neverMs, exists: true, reload });
  const [trouble] = await watched.givenUp();
  assert.equal(trouble.againMs, undefined);
  assert.equal(watched.isPausing(), false);
  assert.equal(attempts.count, 1);
});

it('reads a change during a retry pause at once and ends the retries', async () => {
  const { reload, attempts } = failing(1);
  using watched = aWatch({ debounceMs: 1, pollMs: 5, exists: true, reload });
  await watched.nextFailure();
  const read = watched.nextReload();
  writeFileSync(join(watched.root, 'acme', 'lanes.csv'), 'x');
  await read;
  assert.equal(watched.isPausing(), false);
  assert.equal(attempts.count, 2);
});

it('retries a file that another program has locked while the others are read', async () => {
  const held = { files: ['acme/lanes.csv'] };
  using watched = aWatch({
    debounceMs: 1,
    pollMs: neverMs,
    exists: true,
    unread: () => held.files,
  });
  // The file was locked at the first reading, before the watch began.
  assert.equal(watched.isPausing(), true);
  await watched.nextReload();
  const failed = watched.nextFailure();
  watched.endPause();
  assert.deepEqual((await failed)[0].files, held.files);
  held.files = [];
  const read = watched.nextReload();
  watched.endPause();
  await read;
  assert.equal(watched.isPausing(), false);
});

it('retries nothing after it is closed', async () => {
  const { reload } = failing(9);
  using watched = aWatch({ debounceMs: 1, pollMs: neverMs, exists: true, reload });
  await watched.nextFailure();
  watched.close();
  assert.equal(watched.isPausing(), false);
});
