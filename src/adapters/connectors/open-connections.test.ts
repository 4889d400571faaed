// At the start, a server seals accounts with the present secret key without undoing an operator's concurrent change.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLog } from '../../../test/support/test-logs.ts';
import type { StoredAccount } from '../../application/ports.ts';
import { sealer } from '../sealer.ts';
import { type ConnectionsOptions, openConnections } from './open-connections.ts';

const last = sealer('last secret', 'carrier accounts').seal('{"api_key":"old"}');
const present = sealer('present secret', 'carrier accounts', 'last secret');
const connected: StoredAccount = {
  carrier: 'auspost',
  sealed: last,
  policy: 'live',
  connectedAtMs: 1,
};

/** The stored accounts after a start in which `happens` runs just before an account is resealed. */
async function afterStart(
  happens: (rows: Map<string, StoredAccount>) => void,
): Promise<StoredAccount[]> {
  const rows = new Map([[connected.carrier, connected]]);
  const store = {
    carrierAccounts: {
      list: async () => [...rows.values()],
      page: async () => [...rows.values()],
      put: async (one: StoredAccount) => void rows.set(one.carrier, one),
      reseal: async ({ carrier, sealed }: StoredAccount, anew: string) => {
        const kept = rows.get(carrier);
        if (kept?.sealed === sealed) rows.set(carrier, { ...kept, sealed: anew });
      },
    },
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
  // Only the options that are used before the first connection.
  const connections = await openConnections(options as unknown as ConnectionsOptions);
  await connections.close();
  return [...rows.values()];
}

test('seals an account with the present secret key when the last one sealed it', async () => {
  const [kept] = await afterStart(() => {});
  assert.deepEqual(present.open(kept?.sealed ?? ''), {
    text: '{"api_key":"old"}',
    isOutdated: false,
  });
});

test('does not reseal an account that is replaced at the same time', async () => {
  const anew = { ...connected, sealed: present.seal('{"api_key":"new"}'), connectedAtMs: 2 };
  assert.deepEqual(await afterStart((rows) => rows.set('auspost', anew)), [anew]);
});

test('does not restore an account that is disconnected at the same time', async () => {
  assert.deepEqual(await afterStart((rows) => rows.clear()), []);
});
