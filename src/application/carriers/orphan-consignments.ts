// Consignments that a carrier has and nobody pays for: it took a booking that had been given up meanwhile. A person takes
// each back, from here where the carrier can be told, or by hand. The booking itself, which may long be with another
// carrier, is not touched.
//
// What if the process dies after the carrier was asked: the consignment stays in the list and is asked for again, because
// what is cancelled already can be cancelled again.
import { Refusal } from '../../domain/refusal.ts';
import { readNote } from '../issues/operator-note.ts';
import type { App, SentConsignment } from '../ports.ts';

export async function cancelOrphan(app: App, reference: string): Promise<SentConsignment> {
  const orphan = await getOrphan(app, reference);
  if (orphan.state === 'cancelled') return orphan;
  const { stringId: carrier } = orphan;
  const told = await app.connections.cancel(reference);
  switch (told.outcome) {
    case 'cancelled':
    case 'not_with_carrier':
      return await close(app, orphan, 'cancelled with the carrier');
    case 'by_hand': {
      const reason =
        'its carrier is not connected; cancel it with the carrier, then mark it as settled';
      throw new Refusal({ code: 'orphan_not_cancelled', reference, carrier, reason });
    }
    case 'refused':
    case 'unknown':
      throw new Refusal({ code: 'orphan_not_cancelled', reference, carrier, reason: told.reason });
  }
}

/** A person has seen to it; `note` says how. */
export async function closeOrphan(
  app: App,
  reference: string,
  note: string,
): Promise<SentConsignment> {
  const detail = readNote(note, 'what was done');
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
  // One that was closed a moment ago is as good as closed now.
  if (found?.state === 'orphaned' || (found?.state === 'cancelled' && found.detail !== ''))
    return found;
  throw new Refusal({ code: 'orphan_not_found', reference });
}
