// Lodges the manifests of one carrier account: of every consignment that was booked with it and is on no manifest yet. The
// operator starts it, or the job at the end of the day. One manifest never mixes accounts, and for some carriers none mixes
// pickup addresses or days.

import { type BookingId, travellingItems } from '../../domain/bookings/booking.ts';
import { CarrierTrouble, describeTrouble } from '../../domain/connectors/carrier-trouble.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { App, CarrierAccountOf, SentConsignment, WaitingConsignment } from '../ports.ts';

export type LodgedManifests = {
  manifestIds: readonly string[];
  consignments: number;
  /** The carrier does not know them, so they are on no manifest. */
  unknown: readonly SentConsignment[];
  documents: readonly Uint8Array[];
};

const referenceBytes = 6;
/** For one run; the rest follow in the next run. */
const manifestBatch = 500;

/** If a manifest is refused, those before it stay lodged. */
export async function lodgeManifest(app: App, account: CarrierAccountOf): Promise<LodgedManifests> {
  const { carrier } = account;
  const { manifests } = app.store;
  const connector = app.connections.connectors.find((one) => one.carrier === carrier);
  const waiting = await listWaitingConsignments(app, account);
  const groups = connector?.manifestNamesPickup === true ? byPickup(waiting) : [waiting];
  const reference = `LH-${app.secrets.randomText(referenceBytes)}`;
  const lodged: LodgedManifests[] = [];
  try {
    for (const group of groups) lodged.push(await lodgeOne(app, account, group, reference));
    await manifests.clearRefused(account);
  } catch (error) {
    if (!(error instanceof CarrierTrouble)) throw error;
    const reason = describeTrouble(error);
    // It stays an issue until a manifest is lodged; with a disconnected account that can never happen.
    if (await isGone(app, account)) await manifests.clearRefused(account);
    else await manifests.noteRefused(account, reason, app.clock.nowMs());
    throw new Refusal({ code: 'manifest_refused', carrier, reason });
  }
  return {
    manifestIds: lodged.flatMap(({ manifestIds }) => manifestIds),
    consignments: lodged.reduce((sum, { consignments }) => sum + consignments, 0),
    unknown: lodged.flatMap(({ unknown }) => unknown),
    documents: lodged.flatMap(({ documents }) => documents),
  };
}

async function lodgeOne(
  app: App,
  account: CarrierAccountOf,
  consignments: readonly WaitingConsignment[],
  reference: string,
): Promise<LodgedManifests> {
  const lodged = await app.connections.manifest(account, consignments, reference);
  if (lodged === undefined)
    throw new Refusal({ code: 'manifests_not_taken', carrier: account.carrier });
  const { manifestId, document, ...others } = lodged;
  const manifestIds = manifestId === '' ? [] : [manifestId];
  return { ...others, manifestIds, documents: document === undefined ? [] : [document] };
}

/** Some carriers' manifests repeat the addresses and items of the bookings. */
async function listWaitingConsignments(
  { store }: App,
  account: CarrierAccountOf,
): Promise<WaitingConsignment[]> {
  const waiting = await store.sentConsignments.listUnmanifested(account, manifestBatch);
  const ids = waiting.map(({ bookingId }) => bookingId);
  const bookings = new Map(
    (await store.bookings.listPlain('operator', ids)).map((one) => [one.id, one]),
  );
  return waiting.map((consignment) => {
    const booking = bookings.get(consignment.bookingId);
    if (booking === undefined) throw bookingIsGone(consignment.bookingId);
    return { ...consignment, booking: { ...booking, items: travellingItems(booking) } };
  });
}

function bookingIsGone(id: BookingId): Error {
  return new Error(`booking ${id} has a consignment and is gone`);
}

/** At least one group, which may be empty. */
function byPickup(waiting: readonly WaitingConsignment[]): (readonly WaitingConsignment[])[] {
  const groups = Map.groupBy(waiting, ({ booking: { sender, confirmation } }) =>
    JSON.stringify([sender, confirmation?.pickupDate]),
  );
  return groups.size === 0 ? [[]] : [...groups.values()];
}

async function isGone(app: App, account: CarrierAccountOf): Promise<boolean> {
  if (account.memberId === undefined) return false;
  return (await app.store.carrierAccounts.find(account)) === undefined;
}
