// The name under which a client address is counted. An IPv6 customer usually owns a whole /64, so its
// addresses count as one; otherwise a single machine could have as many limits as it likes.
import { isIP } from 'node:net';

export function addressBucket(address: string): string {
  // An IPv4 client of a dual-stack socket arrives as ::ffff:192.0.2.1.
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1] !== undefined) return mapped[1];
  if (isIP(address) !== 6) return address;
  return `${firstFourGroups(address).join(':')}::/64`;
}

export function isLoopback(address: string): boolean {
  const bucket = addressBucket(address);
  return bucket.startsWith('127.') || address === '::1';
}

function firstFourGroups(address: string): string[] {
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array<string>(missing).fill('0'), ...after];
  return groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16));
}
