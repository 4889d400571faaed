// Consignments of carriers whose protocol only tracks. They reach the carrier on paper or by file, so the simulator
// creates one with the account's prefix at the first request for it.
import type { Desk } from '../desk.ts';
import type { Shipment } from '../shipments.ts';

const somewhere = {
  suburb: 'SYDNEY',
  postcode: '2000',
  state: 'NSW',
  country: 'AU',
  isResidential: false,
};
const elsewhere = { ...somewhere, suburb: 'MELBOURNE', postcode: '3000', state: 'VIC' };

export function findHandedIn(desk: Desk, number: string, shape: RegExp): Shipment | undefined {
  const known = desk.shipments.find(number);
  if (known !== undefined || !shape.test(number)) return known;
  return desk.shipments.add({
    number,
    id: number,
    articles: [],
    reference: number,
    service: desk.carrier,
    consignment: { from: somewhere, to: elsewhere, parcels: [] },
    priceCents: 0,
    sent: undefined,
  });
}
