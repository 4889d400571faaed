// What the parts of this connector share: how it asks, and the products of an account.
import type { CarrierAccount } from '../../../src/application/ports.ts';
import { type PieceLine, packagingFamilyName } from '../../../src/domain/connectors/piece-line.ts';

export const productField = (stringId: string): string => `product_${stringId}`;

/** The account has none for the service: it is neither asked about nor booked. */
export const noProduct = 'none';

export function productOf(account: CarrierAccount, stringId: string): string {
  return account[productField(stringId)] ?? '';
}

export function ask(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string) {
  return { method, path, isRepeatable: true } as const;
}

const packagingTypes: Readonly<Record<string, string>> = {
  Carton: 'CTN',
  Satchel: 'SAT',
  Bag: 'BAG',
  Envelope: 'ENV',
  Skid: 'SKI',
  Pallet: 'PAL',
};

/** Everything that has no name of its own is an item. */
export function packagingType({ packaging }: PieceLine): string {
  return packagingTypes[packagingFamilyName(packaging)] ?? 'ITM';
}
