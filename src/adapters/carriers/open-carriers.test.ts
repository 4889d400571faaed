// What is at hand of the carriers while the configuration changes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { recordingLog } from '../../../test/support/silence.ts';
import { SharedAsks } from '../../application/quotes/shared-asks.ts';
import { sharedCarriers } from '../shared-state/shared-carriers.ts';
import { noSignals } from '../shared-state/signals.ts';
import { openCarriers } from './open-carriers.ts';

test('who is switched off is the very same set until it changes: what was priced is remembered by it', async () => {
  const stored = { revision: 1, off: ['toll', 'zoom2u'] };
  const carriers = await openCarriers({
    operatorDir: undefined,
    store: {
      configurationRevision: () => stored.revision,
      carrierSwitches: {
        listOff: () => Promise.resolve([...stored.off]),
      } as Parameters<typeof openCarriers>[0]['store']['carrierSwitches'],
    },
    log: recordingLog(),
    watches: false,
    asks: new SharedAsks(),
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
