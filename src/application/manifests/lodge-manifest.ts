// Lodges a manifest: every consignment that was booked with one carrier account and is not on a manifest yet. The operator
// starts it, or the job at the end of the day. One manifest never mixes accounts.
import { CarrierTrouble, describeTrouble } from '../../domain/connectors/carrier-trouble.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { App, CarrierAccountOf, LodgedManifest } from '../ports.ts';

const referenceBytes = 6;

export async function lodgeManifest(app: App, account: CarrierAccountOf): Promise<LodgedManifest> {
  const { carrier } = account;
  const { manifests } = app.store;
  const reference = `LH-${app.secrets.randomText(referenceBytes)}`;
  try {
    const lodged = await app.connections.manifest(account, reference);
    await manifests.clearRefused(account);
    if (lodged !== undefined) return lodged;
  } catch (error) {
    if (!(error instanceof CarrierTrouble)) throw error;
    const reason = describeTrouble(error);
    // It stays an issue until a manifest is lodged; with a disconnected account that can never happen.
    if (await isGone(app, account)) await manifests.clearRefused(account);
    else await manifests.noteRefused(account, reason, app.clock.nowMs());
    throw new Refusal({ code: 'manifest_refused', carrier, reason });
  }
  throw new Refusal({ code: 'manifests_not_taken', carrier });
}

async function isGone(app: App, account: CarrierAccountOf): Promise<boolean> {
  if (account.memberId === undefined) return false;
  return (await app.store.carrierAccounts.find(account)) === undefined;
}
