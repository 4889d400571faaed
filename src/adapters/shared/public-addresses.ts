// Which IP addresses are on the internet. Addresses that other people name must be, so that they cannot send our requests
// into our own network.
import { BlockList, isIP } from 'node:net';

/** IPv4 ranges outside the internet: IANA's special-purpose, multicast and reserved addresses. */
const insideRanges: readonly [network: string, bits: number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
];
/** NAT64: IPv4 addresses as networks with only IPv6 see them. */
const translated = '64:ff9b::';

const inside = new BlockList();
const outside = new BlockList();
outside.addSubnet('2000::', 3, 'ipv6');
outside.addSubnet(translated, 96, 'ipv6');
for (const [network, bits] of insideRanges) {
  inside.addSubnet(network, bits, 'ipv4');
  inside.addSubnet(`${translated}${network}`, 96 + bits, 'ipv6');
}
// Tunnels, which may end anywhere, and documentation addresses.
inside.addSubnet('2001::', 23, 'ipv6');
inside.addSubnet('2001:db8::', 32, 'ipv6');
inside.addSubnet('2002::', 16, 'ipv6');

export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !inside.check(address, 'ipv4');
    case 6:
      return outside.check(address, 'ipv6') && !inside.check(address, 'ipv6');
    default:
      return false;
  }
}
