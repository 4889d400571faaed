// The house's accounts as a server opens them: what was sealed with the last secret key is sealed anew, and what an operator
// does in that very moment stands.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLog } from '../../../test/support/silence.ts';
import type { HouseAccount } from '../../application/ports.ts';
import { sealer } from '../sealer.ts';
import { type ConnectionsOptions, openConnections } from './open-connections.ts';

const last = sealer('last secret', 'carrier accounts').seal('{"api_key":"old"}');
const present = sealer('present secret', 'carrier accounts', 'last secret');
const connected: HouseAccount = {
  carrier: 'auspost',
  sealed: last,
  policy: 'live',
  connectedAtMs: 1,
};

/** What is stored after a start during which this happens to the accounts, right before one of them is sealed anew. */
async function afterStart(
  happens: (rows: Map<string, HouseAccount>) => void,
): Promise<HouseAccount[]> {
  const rows = new Map([[connected.carrier, connected]]);
  const store = {
    houseAccounts: {
      list: async () => [...rows.values()],
      put: async (one: HouseAccount) => void rows.set(one.carrier, one),
      reseal: async ({ carrier, sealed }: HouseAccount, anew: string) => {
        const kept = rows.get(carrier);
        if (kept?.sealed === sealed) rows.set(carrier, { ...kept, sealed: anew });
      },
    },
    ownAccounts: { page: async () => [] },
    carrierCalls: { add: async () => {} },
    configurationRevision: () => 1,
  };
  const seal = (text: string): string => {
    happens(rows);
    return present.seal(text);
  };
  const options = {
    connectors: [],
    store,
    log: silentLog,
    sealer: { ...present, seal },
    isServer: true,
  };
  // As much of the service as opening accounts looks at.
  const connections = await openConnections(options as unknown as ConnectionsOptions);
  await connections.close();
  return [...rows.values()];
}

test('an account that the last secret key sealed is sealed with the present one', async () => {
  const [kept] = await afterStart(() => {});
  assert.deepEqual(present.open(kept?.sealed ?? ''), {
    text: '{"api_key":"old"}',
    isOutdated: false,
  });
});

test('an account that is connected anew meanwhile stays as it was connected', async () => {
  const anew = { ...connected, sealed: present.seal('{"api_key":"new"}'), connectedAtMs: 2 };
  assert.deepEqual(await afterStart((rows) => rows.set('auspost', anew)), [anew]);
});

test('an account that is disconnected meanwhile stays disconnected', async () => {
  assert.deepEqual(await afterStart((rows) => rows.clear()), []);
});
