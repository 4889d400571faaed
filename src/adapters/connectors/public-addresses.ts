// A carrier's answer may contain addresses, such as that of a label. They must be on the internet, so that an answer cannot
// send our requests into our own network. The connection itself checks resolved names, so a name cannot pass the check and then
// resolve to another address.
import { isIP } from 'node:net';
import { badAnswer } from '../../domain/connectors/carrier-answer.ts';
import type { CarrierTrouble } from '../../domain/connectors/carrier-trouble.ts';
import { checkedLookup } from '../shared/checked-lookup.ts';
import { isPublicAddress } from '../shared/public-addresses.ts';

function insideTrouble(host: string): CarrierTrouble {
  return badAnswer(
    `it refers to a file at ${host}, which is not on the internet; only the account's own address may be elsewhere`,
  );
}

/** Throws if the host is an IP address that is not public. `lookupPublic` checks host names. */
export function assertPublicHost(hostname: string): void {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(bare) !== 0 && !isPublicAddress(bare)) throw insideTrouble(hostname);
}

/** Fails for a name with any address that is not public. */
export const lookupPublic = checkedLookup(isPublicAddress, insideTrouble);
