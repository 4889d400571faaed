// Orphaned consignments: the carrier accepted a booking that had been given up in the meantime, so there is no
// payment for it. The operator cancels each, from here if the carrier is connected, or directly with the carrier. The
// booking itself, which may be with another carrier by now, does not change.
//
// If the process dies after asking the carrier, the consignment stays in the list and can be cancelled again, because
// cancelling is idempotent.

import type { OwnReason } from '../../domain/own-reason.ts';
import { Refusal } from '../../domain/refusal.ts';
import { readNote } from '../issues/operator-note.ts';
import type { App, SentConsignment } from '../ports.ts';

export async function cancelOrphan(app: App, reference: string): Promise<SentConsignment> {
  const orphan = await getOrphan(app, reference);
  if (orphan.state === 'cancelled') return orphan;
  const { stringId: carrier } = orphan;
  const answer = await app.connections.cancel(reference);
  switch (answer.outcome) {
    case 'cancelled':
    case 'not_with_carrier':
      return await close(app, orphan, 'cancelled_with_carrier' satisfies OwnReason);
    case 'by_hand':
      throw new Refusal({ code: 'orphan_not_cancelled', reference, carrier, reason: undefined });
    case 'refused':
    case 'unknown':
      throw new Refusal({
        code: 'orphan_not_cancelled',
        reference,
        carrier,
        reason: answer.reason,
      });
  }
}

/** Closes a consignment that was dealt with outside Linehaul; `note` says how. */
export async function closeOrphan(
  app: App,
  reference: string,
  note: string,
): Promise<SentConsignment> {
  const detail = readNote(note, 'orphan');
  const orphan = await getOrphan(app, reference);
  return orphan.state === 'cancelled' ? orphan : await close(app, orphan, detail);
}

async function close(app: App, orphan: SentConsignment, detail: string): Promise<SentConsignment> {
  await app.store.sentConsignments.closeOrphan(orphan.reference, detail);
  const { reference, bookingId: booking, carrier, connote } = orphan;
  app.log.info({ booking, carrier, reference, connote }, `an orphan is closed: ${detail}`);
  return { ...orphan, state: 'cancelled', detail };
}

async function getOrphan(app: App, reference: string): Promise<SentConsignment> {
  const found = await app.store.sentConsignments.find(reference);
  // Closing a consignment that is closed already succeeds.
  if (found?.state === 'orphaned' || (found?.state === 'cancelled' && found.detail !== ''))
    return found;
  throw new Refusal({ code: 'orphan_not_found', reference });
}
