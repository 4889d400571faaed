// TRUST_PROXY: which proxies may report the client's address.
import { isIP } from 'node:net';

/** No proxies, a number of hops in front of us, or these addresses and networks. */
export type TrustProxy = false | number | string[];

const namedNetworks = ['loopback', 'linklocal', 'uniquelocal'];

/** Zero hops is the same as off. */
const isOff = (text: string): boolean => text === 'off' || text === '0';

export function proxyProblem(text: string): string | undefined {
  if (isOff(text) || /^[1-9]\d?$/.test(text)) return undefined;
  const wrong = proxyList(text).find((entry) => !isNetwork(entry));
  if (wrong === undefined) return undefined;
  const kinds = 'must be off, a number of hops (0 to 99), or addresses with commas between';
  return wrong === text ? kinds : `${kinds}; "${wrong}" is not one of these`;
}

function isNetwork(entry: string): boolean {
  if (namedNetworks.includes(entry)) return true;
  const [ip = '', bits, ...more] = entry.split('/');
  const version = isIP(ip);
  if (version === 0 || more.length > 0) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
  );
}

function proxyList(text: string): string[] {
  return text.split(',').map((entry) => entry.trim());
}

export function readTrustProxy(text: string): TrustProxy {
  if (isOff(text)) return false;
  return /^\d+$/.test(text) ? Number(text) : proxyList(text);
}
