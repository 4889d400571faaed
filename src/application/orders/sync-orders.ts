// Many orders of a shop at once. Each is saved for itself, in the order they were sent: one that is wrong is reported and
// keeps no other from being saved. Sent again after an interruption, nothing is doubled.
import type { Order } from '../../domain/orders/order.ts';
import { Refusal, type RefusalData } from '../../domain/refusal.ts';
import type { SignedInCaller } from '../caller.ts';
import type { App } from '../ports.ts';
import { type NamedOrderWish, saveOrder } from './save-order.ts';

export const mostOrdersAtOnce = 100;

/** An order as it was read, or why it could not be. */
export type SentOrder = { number: string; read: () => NamedOrderWish };

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
