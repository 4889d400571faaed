// Recent calls to carriers and their answers, for operators. Secrets were removed before the calls were stored.
import { Refusal } from '../../domain/refusal.ts';
import type { App, CallsFilter, KnownCarrierCall } from '../ports.ts';
import { getConnector } from './carrier-accounts.ts';

const callsPerPage = 50;

export type CallsPage = {
  calls: readonly KnownCarrierCall[];
  /** Carriers that can be connected, as choices for the filter. */
  carriers: readonly string[];
};

export async function listCarrierCalls(
  app: App,
  { page, ...filter }: Omit<CallsFilter, 'limit' | 'skip' | 'isBrief'> & { page: number },
): Promise<CallsPage> {
  // Operators look at calls that happened a moment ago, which may still be buffered.
  await app.connections.writeCalls();
  const span = { limit: callsPerPage, skip: (page - 1) * callsPerPage };
  return {
    calls: await app.store.carrierCalls.list({ ...filter, ...span, isBrief: true }),
    carriers: app.connections.connectors.map(({ carrier }) => carrier),
  };
}

/** A longer list is not useful to read. */
const mostLatest = 1_000;

/** Complete calls, with the request and response bodies; of one carrier, or of all. */
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
