// Limits the open connections of one client address. Further connections are closed at once, because each could hold
// an unread answer in memory.
import type { Server } from 'node:http';
import { BlockList, isIP, type Socket } from 'node:net';
import { addressBucket, isLoopback } from './client-address.ts';

export type TrustProxy = false | number | string[];

export type ConnectionLimit = {
  /** For this process; 0 sets no limit. */
  mostPerAddress: number;
  isExempt(address: string): boolean;
  /** Called for each connection that is closed. */
  onRefused(): void;
};

export function limitConnections(listener: Server, limit: ConnectionLimit): void {
  const { mostPerAddress, isExempt, onRefused } = limit;
  if (mostPerAddress === 0) return;
  const open = new Map<string, number>();
  listener.on('connection', (socket: Socket) => {
    const { remoteAddress } = socket;
    if (remoteAddress === undefined || isExempt(remoteAddress)) return;
    const client = addressBucket(remoteAddress, remoteAddress);
    const count = open.get(client) ?? 0;
    if (count >= mostPerAddress) {
      onRefused();
      socket.resetAndDestroy();
      return;
    }
    open.set(client, count + 1);
    socket.once('close', () => {
      const left = (open.get(client) ?? 0) - 1;
      if (left > 0) open.set(client, left);
      else open.delete(client);
    });
  });
}

/** Whether many clients share an address: this machine's own, and those of trusted proxies. */
export function sharedByClients(trusted: TrustProxy): (address: string) => boolean {
  // With a number of hops, every peer is one of our proxies.
  if (typeof trusted === 'number') return () => true;
  const proxies = new BlockList();
  for (const network of (trusted || []).flatMap((name) => namedNetworks[name] ?? [name])) {
    const [ip = '', bits] = network.split('/');
    const version = isIP(ip) === 4 ? 'ipv4' : 'ipv6';
    proxies.addSubnet(ip, Number(bits ?? (version === 'ipv4' ? 32 : 128)), version);
  }
  return (address) =>
    isLoopback(address) || proxies.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6');
}

/** The same names as in Fastify's `trustProxy`. */
const namedNetworks: Record<string, readonly string[]> = {
  loopback: ['127.0.0.1/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};
