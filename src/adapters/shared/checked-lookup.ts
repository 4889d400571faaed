// Name resolution for connections to addresses that other people name. The connection itself checks what it resolved,
// so that a name cannot pass a check and then resolve to another address.
import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';

export type Resolve = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void;

/** Like `lookup`, but fails with `refusal` for a name with any address that is not allowed. */
export function checkedLookup(
  isAllowed: (address: string) => boolean,
  refusal: (hostname: string) => Error,
  resolve: Resolve = lookup,
): LookupFunction {
  return (hostname, options, callback) => {
    const all: LookupOptions & { all: true } = { ...options, all: true };
    resolve(hostname, all, (error, found) => {
      const [first] = found ?? [];
      if (error !== null || first === undefined) callback(error, '', 0);
      else if (!found.every(({ address }) => isAllowed(address)))
        callback(refusal(hostname), '', 0);
      else if (options.all === true) callback(null, found);
      else callback(null, first.address, first.family);
    });
  };
}
