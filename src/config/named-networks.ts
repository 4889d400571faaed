// PRINTER_NETWORKS and WEBHOOK_NETWORKS: where members may send our connections.
import { isIPv6 } from 'node:net';
import { listOf } from './kinds.ts';
import { isAddressOrNetwork } from './trusted-proxies.ts';

/** Private ranges must be named: a wider network would contain them unseen. */
const leastBits = { ipv4: 8, ipv6: 32 };

export function namedNetworksProblem(text: string): string | undefined {
  const wrong = listOf(text).find((entry) => !isAddressOrNetwork(entry));
  if (wrong !== undefined)
    return `must be IP addresses or networks with commas between; "${wrong}" is not one of these`;
  const wide = listOf(text).find((entry) => {
    const [address = '', bits] = entry.split('/');
    const least = isIPv6(address) ? leastBits.ipv6 : leastBits.ipv4;
    return bits !== undefined && Number(bits) < least;
  });
  return wide === undefined
    ? undefined
    : `has the network ${wide}, which is too large; name the networks that you need (/8 or smaller, IPv6 /32)`;
}
