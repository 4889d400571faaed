// Hands a carrier the list of what it is about to collect: everything that was booked with one account and is on no list
// yet. Asked for by the operator, or by the clock at the end of the day. Accounts are never mixed: a member's own
// consignments are on lists of the member's.
import { CarrierTrouble, describeTrouble } from '../../domain/connectors/carrier-trouble.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { App, CarrierAccountOf, LodgedManifest } from '../ports.ts';

const referenceBytes = 6;

export async function lodgeManifest(app: App, account: CarrierAccountOf): Promise<LodgedManifest> {
  const { carrier } = account;
  const reference = `LH-${app.secrets.randomText(referenceBytes)}`;
  try {
    const lodged = await app.connections.manifest(account, reference);
    if (lodged !== undefined) return lodged;
  } catch (error) {
    if (!(error instanceof CarrierTrouble)) throw error;
    throw new Refusal({ code: 'manifest_refused', carrier, reason: describeTrouble(error) });
  }
  throw new Refusal({ code: 'manifests_not_taken', carrier });
}
