// TRUST_PROXY: which proxies may report the client's address.
import { isIP } from 'node:net';
import { listOf } from './kinds.ts';

/** No proxies, a number of hops in front of us, or these addresses and networks. */
type TrustProxy = false | number | string[];

const namedNetworks = ['loopback', 'linklocal', 'uniquelocal'];

/** Zero hops is the same as off. */
const isOff = (text: string): boolean => text === 'off' || text === '0';

export function proxyProblem(text: string): string | undefined {
  if (isOff(text) || /^[1-9]\d?$/.test(text)) return undefined;
  const wrong = listOf(text).find((entry) => !isNetwork(entry));
  if (wrong === undefined) return undefined;
  const kinds = 'must be off, a number of hops (0 to 99), or addresses with commas between';
  return wrong === text ? kinds : `${kinds}; "${wrong}" is not one of these`;
}

function isNetwork(entry: string): boolean {
  return namedNetworks.includes(entry) || isAddressOrNetwork(entry);
}

/** An IP address, or a network with its bits. */
export function isAddressOrNetwork(entry: string): boolean {
  const [ip = '', bits, ...more] = entry.split('/');
  const version = isIP(ip);
  if (version === 0 || more.length > 0) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
  );
}

export function readTrustProxy(text: string): TrustProxy {
  if (isOff(text)) return false;
  return /^\d+$/.test(text) ? Number(text) : listOf(text);
}
