// Label printers that the server connects to. Members name their addresses, so only networks and ports that the operator
// listed are reached: a member can never send our connections anywhere else.
import { isIP } from 'node:net';
import type { LabelSender } from '../../application/ports.ts';
import { checkedLookup } from '../shared/checked-lookup.ts';
import { isWithinNetworks } from '../shared/networks.ts';
import { AddressNotAllowed, sendRaw } from '../shared/send-raw.ts';

export type NetworkPrinters = { networks: readonly string[]; ports: readonly number[] };

const notAllowed = { reason: 'not_allowed', detail: '' } as const;

export function networkPrinters({ networks, ports }: NetworkPrinters): LabelSender {
  const isAllowed = isWithinNetworks(networks);
  const mayConnect = (host: string): boolean => isIP(host) === 0 || isAllowed(host);
  const lookup = checkedLookup(isAllowed, (hostname) => new AddressNotAllowed(hostname));
  return {
    isOn: networks.length > 0,
    ports,
    mayConnect,
    send: async ({ host, port }, bytes, stop) => {
      // The operator may have changed the settings since the printer was set up.
      if (networks.length === 0 || !ports.includes(port) || !mayConnect(host)) return notAllowed;
      return await sendRaw({ host, port, lookup }, bytes, stop);
    },
  };
}
