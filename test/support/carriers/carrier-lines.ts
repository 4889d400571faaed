// A line to a carrier that nobody speaks over: for tests about which lines there are.
import { CallLog } from '../../../src/adapters/connectors/call-log.ts';
import {
  completeAccount,
  type GivenAccount,
} from '../../../src/adapters/connectors/carrier-account.ts';
import { CarrierLine } from '../../../src/adapters/connectors/carrier-line.ts';
import type { Connector } from '../../../src/application/ports.ts';
import type { MemberId } from '../../../src/domain/members/member.ts';
import { silentLog, silentMeter } from '../silence.ts';

export function memoryCarrierLine(
  connector: Connector,
  account: GivenAccount,
  owner: MemberId,
): CarrierLine {
  return new CarrierLine(connector, completeAccount(connector, account), {
    transport: {
      send: () => Promise.reject(new Error('nobody is there')),
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
