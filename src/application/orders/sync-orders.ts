// Saves many orders of a shop, each in its own transaction and in the order sent. An invalid order is reported and
// does not affect the others. Sending them again after an interruption creates no duplicates.
import type { Order } from '../../domain/orders/order.ts';
import { Refusal, type RefusalData } from '../../domain/refusal.ts';
import type { SignedInCaller } from '../caller.ts';
import type { App } from '../ports.ts';
import { rehearse } from '../rehearse.ts';
import { type NamedOrderInput, saveOrder } from './save-order.ts';

export const mostOrdersAtOnce = 100;

/** A parsed order; `read` throws if it is invalid. */
export type SentOrder = { number: string; read: () => NamedOrderInput };

export type SyncedOrder =
  | { number: string; order: Order; isNew: boolean }
  | { number: string; refusal: RefusalData };

export async function syncOrders(
  app: App,
  caller: SignedInCaller,
  sent: readonly SentOrder[],
): Promise<SyncedOrder[]> {
  const synced: SyncedOrder[] = [];
  for (const { number, read } of sent) {
    try {
      synced.push({ number, ...(await saveOrder(app, caller, read())) });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      synced.push({ number, refusal: error.data });
    }
  }
  return synced;
}

/** What saving these orders would do. Nothing is stored. */
export async function previewOrders(
  app: App,
  caller: SignedInCaller,
  sent: readonly SentOrder[],
): Promise<SyncedOrder[]> {
  return await rehearse(app, (trial) => syncOrders(trial, caller, sent));
}
