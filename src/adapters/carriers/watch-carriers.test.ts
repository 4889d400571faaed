import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { CarrierSnapshot } from '../../domain/rating/carrier-snapshot.ts';
import { readPack } from './pack-files.ts';
import { CarrierWatch } from './watch-carriers.ts';

/** Long enough never to happen in a test. */
const neverMs = 600_000;

/** A watch on the folder `carriers` of a fresh folder, whose reloads can be awaited one by one. */
function aWatch(options: {
  debounceMs: number;
  pollMs: number;
  exists: boolean;
  fingerprint?: string;
  reload?: () => Promise<CarrierSnapshot>;
}) {
  const home = mkdtempSync(join(tmpdir(), 'linehaul-watch-'));
  const root = join(home, 'carriers');
  if (options.exists) mkdirSync(join(root, 'acme'), { recursive: true });
  const reloads = new EventEmitter();
  let count = 0;
  const watch = new CarrierWatch({
    reload: () => Promise.resolve(new CarrierSnapshot('', [])),
    ...options,
    roots: [root],
    fingerprintOf: () => options.fingerprint,
    onReload: () => {
      count += 1;
      reloads.emit('reload');
    },
    onReloadError: (error) => reloads.emit('not read', error),
    onError: (error) => reloads.emit('error', error),
  });
  // The watch itself does not keep a process alive, so the test does.
  const keepAlive = setInterval(() => undefined, 1000);
  return {
    root,
    nextReload: () => once(reloads, 'reload'),
    nextFailure: () => once(reloads, 'not read'),
    count: () => count,
    [Symbol.dispose]: () => {
      clearInterval(keepAlive);
      watch.close();
      rmSync(home, { recursive: true });
    },
  };
}

it('a change between the reading and the start of the watch is found', async () => {
  using watched = aWatch({ debounceMs: 1, pollMs: neverMs, exists: true, fingerprint: 'other' });
  await watched.nextReload();
});

it('files that are as they were read are not read again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'linehaul-watch-'));
  const { fingerprint } = await readPack(folder);
  rmSync(folder, { recursive: true });
  using watched = aWatch({ debounceMs: 1, pollMs: 5, exists: true, fingerprint });
  // Begun later and as patient, so the first would have read again by the time this one has.
  using other = aWatch({ debounceMs: 1, pollMs: 5, exists: true });
  await other.nextReload();
  assert.equal(watched.count(), 0);
});

it('a burst of changes is one reload', async () => {
  using watched = aWatch({ debounceMs: 50, pollMs: neverMs, exists: true });
  await watched.nextReload();
  for (let change = 0; change < 10; change += 1) {
    writeFileSync(join(watched.root, 'acme', 'lanes.csv'), `${change}`);
  }
  await watched.nextReload();
  assert.equal(watched.count(), 2);
});

it('a change that the system does not announce is found by looking', async () => {
  // The system gives no notice for a folder that did not exist when the watch began.
  using watched = aWatch({ debounceMs: 1, pollMs: 5, exists: false });
  await watched.nextReload();
  mkdirSync(join(watched.root, 'acme'), { recursive: true });
  writeFileSync(join(watched.root, 'acme', 'lanes.csv'), 'x');
  await watched.nextReload();
});

it('files that could not be read are no failure of the watch, which goes on', async () => {
  let times = 0;
  const failure = new Error('too large');
  const reload = () => {
    times += 1;
    return times === 1 ? Promise.reject(failure) : Promise.resolve(new CarrierSnapshot('', []));
  };
  using watched = aWatch({ debounceMs: 1, pollMs: 5, exists: true, reload });
  assert.deepEqual(await watched.nextFailure(), [failure]);
  writeFileSync(join(watched.root, 'acme', 'lanes.csv'), 'x');
  await watched.nextReload();
});
