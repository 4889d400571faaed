// Account products, shared by the parts of this connector.
import type { CarrierAccount } from '../../../src/application/ports.ts';
import { type PieceLine, packagingFamilyName } from '../../../src/domain/connectors/piece-line.ts';

export const productField = (stringId: string): string => `product_${stringId}`;

/** The account has no product for the service, which is then neither quoted nor booked. */
export const noProduct = 'none';

export function productOf(account: CarrierAccount, stringId: string): string {
  return account[productField(stringId)] ?? '';
}

const packagingTypes: Readonly<Record<string, string>> = {
  Carton: 'CTN',
  Satchel: 'SAT',
  Bag: 'BAG',
  Envelope: 'ENV',
  Skid: 'SKI',
  Pallet: 'PAL',
};

/** Packaging that the carrier has no code for is sent as an item. */
export function packagingType({ packaging }: PieceLine): string {
  return packagingTypes[packagingFamilyName(packaging)] ?? 'ITM';
}
