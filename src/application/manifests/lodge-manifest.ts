// Hands a carrier the list of what it is about to collect: everything that was booked with one account and is on no list
// yet. Asked for by the operator, or by the clock at the end of the day. Accounts are never mixed: a member's own
// consignments are on lists of the member's.
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
    // It waits for a person until it was handed over, whoever tried; where the account is gone, nobody can.
    if (await isGone(app, account)) await manifests.clearRefused(account);
    else await manifests.noteRefused(account, reason, app.clock.nowMs());
    throw new Refusal({ code: 'manifest_refused', carrier, reason });
  }
  throw new Refusal({ code: 'manifests_not_taken', carrier });
}

async function isGone(app: App, { carrier, memberId }: CarrierAccountOf): Promise<boolean> {
  if (memberId === undefined) return false;
  return !(await app.store.ownAccounts.list(memberId)).some((one) => one.carrier === carrier);
}
