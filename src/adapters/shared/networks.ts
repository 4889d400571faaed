// Networks that the operator lists in a setting, such as 192.168.10.0/24.
import { BlockList, isIP } from 'node:net';

/** Whether an IP address is in one of them. */
export function isWithinNetworks(networks: readonly string[]): (address: string) => boolean {
  const listed = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) listed.addAddress(address, family);
    else listed.addSubnet(address, Number(bits), family);
  }
  return (address) => listed.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}
