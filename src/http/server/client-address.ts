// The name under which limits count a client address. An IPv6 customer usually owns a whole /64, so those addresses
// count as one; otherwise a single machine could multiply its limits. Proxies write addresses in several ways, some
// with a port: one client always gets the same name.
import { isIP } from 'node:net';

/**
 * `forwarded` comes from a trusted proxy, or is the socket's own address. If it is not an address, the socket's counts.
 */
export function addressBucket(forwarded: string, socketAddress: string): string {
  const address = plainAddress(forwarded) ?? plainAddress(socketAddress);
  if (address === undefined) return socketAddress;
  if (isIP(address) === 4) return address;
  const groups = groupsOf(address);
  return mappedIpv4(groups) ?? `${groups.slice(0, 4).map(hex).join(':')}::/64`;
}

export function isLoopback(address: string): boolean {
  return address === '::1' || addressBucket(address, address).startsWith('127.');
}

/** Removes the brackets and the port that some proxies add. */
function plainAddress(text: string): string | undefined {
  if (isIP(text) !== 0) return text;
  const [, bracketed, dotted] = /^(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)$/.exec(text) ?? [];
  const address = bracketed ?? dotted;
  return address !== undefined && isIP(address) !== 0 ? address : undefined;
}

/** An IPv4 client of a dual-stack socket arrives as ::ffff:192.0.2.1, which is also ::ffff:c000:201. */
function mappedIpv4(groups: readonly number[]): string | undefined {
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  return isMapped ? [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.') : undefined;
}

/** The eight numbers of an IPv6 address. */
function groupsOf(address: string): number[] {
  const [withoutZone = ''] = address.split('%');
  const [head = '', tail] = withoutZone.replace(/[\d.]+$/, dottedAsGroups).split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const missing = Math.max(0, 8 - before.length - after.length);
  return [...before, ...Array<string>(missing).fill('0'), ...after].map((group) =>
    Number.parseInt(group, 16),
  );
}

function dottedAsGroups(end: string): string {
  const [a, b, c, d] = end.split('.').map(Number);
  if (a === undefined || b === undefined || c === undefined || d === undefined) return end;
  return `${hex(a * 256 + b)}:${hex(c * 256 + d)}`;
}

function hex(group: number): string {
  return group.toString(16);
}
