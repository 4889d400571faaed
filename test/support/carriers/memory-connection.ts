// A carrier connection whose requests all fail, for tests about which connections are opened.
import { CallLog } from '../../../src/adapters/connectors/call-log.ts';
import {
  completeAccount,
  type GivenAccount,
} from '../../../src/adapters/connectors/carrier-account.ts';
import { CarrierConnection } from '../../../src/adapters/connectors/carrier-connection.ts';
import type { Connector } from '../../../src/application/ports.ts';
import type { MemberId } from '../../../src/domain/members/member.ts';
import { silentLog, silentMeter } from '../test-logs.ts';

export function memoryConnection(
  connector: Connector,
  account: GivenAccount,
  owner: MemberId,
): CarrierConnection {
  return new CarrierConnection(connector, completeAccount(connector, account), {
    transport: {
      send: () => Promise.reject(new Error('no carrier here')),
      close: async () => {},
    },
    calls: new CallLog({ carrierCalls: { add: async () => {} } }, silentLog),
    clock: { nowMs: () => 0 },
    meter: silentMeter,
    random: () => 0,
    wait: async () => {},
    owner,
  });
}
