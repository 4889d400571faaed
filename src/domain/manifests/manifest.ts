// A manifest: the consignments that one carrier collects from one place on one day, with totals to count and sign
// for. Bookings of several carriers, places or days make several manifests.

import { totalGrams } from '../bookings/booking.ts';
import { dangerousGoodsIn } from '../bookings/dangerous-goods.ts';
import { packagingName } from '../bookings/item.ts';
import { type Consignment, countPieces, totalCubicTenthMm } from '../documents/consignment.ts';
import type { Party } from '../documents/postal-address.ts';
import { writtenCubic, writtenDay, writtenKg } from '../documents/written.ts';

export type ManifestContent = {
  carrier: string;
  issuer: string;
  from: Party;
  pickupDay: string;
  isDemo: boolean;
  rows: readonly ManifestRow[];
  consignments: number;
  pieces: number;
  weight: string;
  cubic: string;
};

type ManifestRow = {
  connote: string;
  service: string;
  receiver: string;
  place: string;
  pieces: number;
  weight: string;
  cubic: string;
  reference: string;
  /** The packaging of the pieces, and warnings for the driver. */
  note: string;
};

export function manifestContents(
  consignments: readonly Consignment[],
  issuer: string,
): ManifestContent[] {
  const groups = Map.groupBy(consignments, ({ carrier, sender, pickupDay, isDemo }) =>
    [carrier.name, sender.company, sender.street.join(), sender.place, pickupDay, isDemo].join(
      '\n',
    ),
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : [contentOf(first, group, issuer)];
  });
}

function contentOf(
  { carrier, sender, pickupDay, isDemo }: Consignment,
  group: readonly Consignment[],
  issuer: string,
): ManifestContent {
  const items = group.flatMap((consignment) => consignment.items);
  return {
    carrier: carrier.name,
    issuer,
    from: sender,
    pickupDay: writtenDay(pickupDay),
    isDemo,
    rows: group.map(rowOf),
    consignments: group.length,
    pieces: countPieces(items),
    weight: writtenKg(totalGrams(items)),
    cubic: writtenCubic(totalCubicTenthMm(items)),
  };
}

function rowOf(consignment: Consignment): ManifestRow {
  const { connote, carrier, receiver, items, customerReference, orderNumber, bookingId } =
    consignment;
  const dangerous = dangerousGoodsIn(consignment);
  const lines = items.map(
    (item) => `${item.quantity} × ${packagingName(item.packaging)} ${writtenKg(item.weightGrams)}`,
  );
  return {
    connote,
    service: carrier.service,
    receiver: [receiver.company, receiver.name].find((name) => name !== '') ?? '',
    place: [receiver.place, receiver.country].filter((part) => part !== '').join(' '),
    pieces: countPieces(items),
    weight: writtenKg(totalGrams(items)),
    cubic: writtenCubic(totalCubicTenthMm(items)),
    reference: customerReference || orderNumber || String(bookingId),
    note: [
      ...(dangerous === undefined ? [] : [['DANGEROUS GOODS', ...dangerous].join(' ')]),
      ...(consignment.tailgatePickup ? ['Tailgate at pickup'] : []),
      ...lines,
    ].join('; '),
  };
}
