// The loaded carriers while switches and files change.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { changed } from '../../../test/support/rate-cards/packs.ts';
import { recordingLog } from '../../../test/support/test-logs.ts';
import { MergedCalls } from '../../application/quotes/merged-calls.ts';
import { sharedCarriers } from '../shared-state/shared-carriers.ts';
import { noSignals } from '../shared-state/signals.ts';
import { openCarriers } from './open-carriers.ts';

type Store = Parameters<typeof openCarriers>[0]['store'];

/** Only the part of the store that `openCarriers` uses. */
const storeOf = (stored: { revision: number; off: readonly string[] }): Store => ({
  configurationRevision: () => stored.revision,
  carrierSwitches: {
    listOff: () => Promise.resolve([...stored.off]),
  } as Partial<Store['carrierSwitches']> as Store['carrierSwitches'],
});

test('keeps the same set of switched-off carriers until a switch changes', async () => {
  const stored = { revision: 1, off: ['toll', 'zoom2u'] };
  const carriers = await openCarriers({
    operatorDir: undefined,
    store: storeOf(stored),
    log: recordingLog(),
    clock: { nowMs: () => 0 },
    watches: false,
    asks: new MergedCalls(),
    answering: sharedCarriers(noSignals(), { nowMs: () => 0 }),
    live: () => [],
    liveOf: () => [],
  });
  const afterChange = async (off: readonly string[]) => {
    stored.off = [...off];
    stored.revision += 1;
    carriers.switchedOff();
    await turn();
    return carriers.switchedOff();
  };
  const first = carriers.switchedOff();
  assert.equal(await afterChange(['zoom2u', 'toll']), first);
  const fewer = await afterChange(['toll']);
  assert.deepEqual([...fewer], ['toll']);
  const others = await afterChange(['zoom2u']);
  assert.deepEqual([...others], ['zoom2u']);
  assert.equal(await afterChange(['zoom2u']), others);
  carriers.close();
});

test('logs the first mistakes of a file and how to see the rest', async () => {
  const operatorDir = mkdtempSync(join(tmpdir(), 'linehaul-log-'));
  const row = 'road,MEL,NSW2,,,8.40,,12.60,90,kg,,whole,100:dear\n';
  const files = changed('lanes', 'road,MEL,DRW', `${row.repeat(50)}road,MEL,DRW`);
  for (const [path, content] of files) {
    mkdirSync(dirname(join(operatorDir, path)), { recursive: true });
    writeFileSync(join(operatorDir, path), content);
  }
  const log = recordingLog();
  const carriers = await openCarriers({
    operatorDir,
    store: storeOf({ revision: 1, off: [] }),
    log,
    clock: { nowMs: () => 0 },
    watches: false,
    asks: new MergedCalls(),
    answering: sharedCarriers(noSignals(), { nowMs: () => 0 }),
  });
  carriers.close();
  const count = carriers.problems().length;
  assert.ok(count > 30);
  assert.equal(log.lines.length, 21);
  const [first] = log.lines;
  const file = join(operatorDir, 'acme/cards/CARD/lanes.csv');
  assert.deepEqual(first?.fields, { file, line: 3, column: 46, field: 'breaks', value: 'dear' });
  assert.deepEqual(log.lines.at(-1), {
    level: 'error',
    fields: { more: count - 20, folder: operatorDir },
    message: `and ${count - 20} more in carriers' files: linehaul carriers check`,
  });
  rmSync(operatorDir, { recursive: true });
});

test('retries an unreadable folder and logs when it gives up', async () => {
  const log = recordingLog();
  const pauses: number[] = [];
  let gaveUp = (): void => undefined;
  const end = new Promise<void>((resolve) => {
    gaveUp = resolve;
  });
  const operatorDir = join(tmpdir(), 'linehaul-unmounted');
  const carriers = await openCarriers({
    operatorDir,
    store: storeOf({ revision: 1, off: [] }),
    log: {
      ...log,
      error: (fields, message) => {
        log.error(fields, message);
        if (message.includes('last attempt')) gaveUp();
      },
    },
    clock: { nowMs: () => 0 },
    watches: true,
    later: (task, pauseMs) => {
      pauses.push(pauseMs);
      setImmediate(task);
      return () => undefined;
    },
    asks: new MergedCalls(),
    answering: sharedCarriers(noSignals(), { nowMs: () => 0 }),
  });
  // The watch and its thread do not keep the process alive.
  const keepAlive = setInterval(() => undefined, 1000);
  await end;
  clearInterval(keepAlive);
  carriers.close();
  const troubles = log.lines.filter(({ message }) => message.startsWith('changed carriers'));
  assert.deepEqual(
    troubles.map(({ level, fields }) => [level, fields]),
    [1, 2, 3, 4, 5, 6].map((attempts) => [
      attempts === 6 ? 'error' : 'warn',
      { files: [operatorDir], attempts },
    ]),
  );
  assert.match(troubles[0]?.message ?? '', /The next attempt is in 1 s$/);
  assert.match(troubles[5]?.message ?? '', /last attempt until the files change again$/);
});
