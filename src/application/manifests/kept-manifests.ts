// Consignments that wait for a manifest, lodged manifests and their documents. A document that could not be fetched when
// the manifest was lodged is requested again, by the carrier's number of the manifest.

import { CarrierTrouble, describeTrouble } from '../../domain/connectors/carrier-trouble.ts';
import type { Member, MemberId } from '../../domain/members/member.ts';
import type { OwnReason } from '../../domain/own-reason.ts';
import { Refusal } from '../../domain/refusal.ts';
import { dayMs } from '../../domain/time/durations.ts';
import { getConnector } from '../carriers/carrier-accounts.ts';
import { digestOfBytes, fileNamePart, type PrintedDocument } from '../documents/print-document.ts';
import { type App, type CarrierAccountOf, capabilitiesOf, type KeptManifest } from '../ports.ts';

/** For one carrier in one run; the rest follow in the next run. */
const mostOwners = 500;
/** The manifests page shows this number, too. */
const mostListed = 200;
/** Later it is requested from the carrier again: kept forever, documents would fill most of the database. */
const documentKeptMs = 90 * dayMs;
/** Each may be several hundred kilobytes. */
const deleteBatch = 50;

type WithOwner = { member: Member | undefined };
export type WaitingAccount = CarrierAccountOf & WithOwner & { consignments: number };
export type ListedManifest = KeptManifest & WithOwner;

/** Accounts that can lodge a manifest: the house's, and members' accounts with waiting consignments. */
export async function manifestAccounts(app: App): Promise<CarrierAccountOf[]> {
  const connected = new Set(
    (await app.store.carrierAccounts.list(undefined)).map((one) => one.carrier),
  );
  const accounts: CarrierAccountOf[] = [];
  for (const connector of app.connections.connectors) {
    const { carrier } = connector;
    if (!capabilitiesOf(connector).includes('manifest')) continue;
    const owners = await app.store.sentConsignments.listUnmanifestedOwners(carrier, mostOwners);
    if (connected.has(carrier)) accounts.push({ carrier });
    accounts.push(...owners.map((memberId) => ({ carrier, memberId })));
  }
  return accounts;
}

export async function listWaiting(app: App): Promise<WaitingAccount[]> {
  const accounts = await manifestAccounts(app);
  const counts = new Map<string, ReadonlyMap<MemberId | undefined, number>>();
  for (const carrier of new Set(accounts.map((one) => one.carrier)))
    counts.set(carrier, await app.store.sentConsignments.countUnmanifested(carrier));
  return (await withOwners(app, accounts)).map((one) => ({
    ...one,
    consignments: counts.get(one.carrier)?.get(one.memberId) ?? 0,
  }));
}

/** The newest first. */
export async function listManifests(app: App, carrier?: string): Promise<ListedManifest[]> {
  if (carrier !== undefined) getConnector(app, carrier);
  return await withOwners(app, await app.store.manifests.list({ carrier, limit: mostListed }));
}

/** Removes one batch of old documents; true when there may be more. */
export async function forgetDocuments({ store, clock }: App): Promise<boolean> {
  const beforeMs = clock.nowMs() - documentKeptMs;
  return (await store.manifests.forgetDocuments(beforeMs, deleteBatch)) === deleteBatch;
}

/** By our id, as lists show it. */
export async function printLodgedManifest(app: App, id: number): Promise<PrintedDocument> {
  return await documentOf(app, await app.store.manifests.find(id), String(id));
}

/** By the carrier's number. */
export async function printManifestOf(
  app: App,
  account: CarrierAccountOf,
  manifestId: string,
): Promise<PrintedDocument> {
  return await documentOf(
    app,
    await app.store.manifests.findByNumber(account, manifestId),
    manifestId,
  );
}

/** Closes a consignment that was left out because its carrier did not know it. Idempotent. */
export async function markManifested(app: App, reference: string): Promise<void> {
  if (!(await app.store.manifests.markManifested(reference)))
    throw new Refusal({ code: 'left_out_not_found', reference });
}

async function documentOf(
  app: App,
  manifest: KeptManifest | undefined,
  wanted: string,
): Promise<PrintedDocument> {
  if (manifest === undefined) throw new Refusal({ code: 'lodged_manifest_not_found', id: wanted });
  const bytes =
    (await app.store.manifests.findDocument(manifest.id)) ?? (await fetchAgain(app, manifest));
  const name = `manifest-${fileNamePart(manifest.manifestId)}`;
  return { bytes, digest: digestOfBytes(app, bytes), format: 'pdf', name };
}

async function fetchAgain(app: App, manifest: KeptManifest): Promise<Uint8Array> {
  const { manifestId } = manifest;
  const refuse = (reason: string): never => {
    throw new Refusal({ code: 'manifest_document_missing', id: manifestId, reason });
  };
  try {
    const document = await app.connections.manifestDocument(manifest, manifestId);
    return document ?? refuse('no_manifest_document' satisfies OwnReason);
  } catch (error) {
    if (!(error instanceof CarrierTrouble)) throw error;
    return refuse(describeTrouble(error));
  }
}

async function withOwners<Of extends CarrierAccountOf>(
  app: App,
  listed: readonly Of[],
): Promise<(Of & WithOwner)[]> {
  const ids = listed.flatMap(({ memberId }) => memberId ?? []);
  const members = await app.store.members.findMany([...new Set(ids)]);
  return listed.map((one) => ({
    ...one,
    member: one.memberId === undefined ? undefined : members.get(one.memberId),
  }));
}
