// What was asked of carriers lately and what they answered, for the operator to look at: secrets were taken out before
// anything was written down.
import { Refusal } from '../../domain/refusal.ts';
import type { App, CallsFilter, KnownCarrierCall } from '../ports.ts';
import { getConnector } from './carrier-accounts.ts';

const callsPerPage = 50;

export type CallsPage = {
  calls: readonly KnownCarrierCall[];
  /** Where to go on; undefined at the end. */
  nextBeforeId: number | undefined;
  /** Those that can be connected, to choose from. */
  carriers: readonly string[];
};

export async function listCarrierCalls(
  app: App,
  wish: Omit<CallsFilter, 'limit' | 'isBrief'>,
): Promise<CallsPage> {
  // What happened a moment ago is what somebody wants to see.
  await app.connections.writeCalls();
  const limit = callsPerPage + 1;
  const found = await app.store.carrierCalls.list({ ...wish, isBrief: true, limit });
  const calls = found.slice(0, callsPerPage);
  return {
    calls,
    nextBeforeId: found.length > callsPerPage ? calls.at(-1)?.id : undefined,
    carriers: app.connections.connectors.map(({ carrier }) => carrier),
  };
}

/** More would be no list to look through. */
const mostLatest = 1_000;

/** Whole, with what was sent and received; of one carrier, or of all. */
export async function listLatestCalls(
  app: App,
  carrier: string | undefined,
  limit: number,
): Promise<KnownCarrierCall[]> {
  if (carrier !== undefined) getConnector(app, carrier);
  return await app.store.carrierCalls.list({ carrier, limit: Math.min(limit, mostLatest) });
}

export async function readCarrierCall(app: App, id: number): Promise<KnownCarrierCall> {
  const call = await app.store.carrierCalls.find(id);
  if (call === undefined) throw new Refusal({ code: 'carrier_call_not_found', id });
  return call;
}
