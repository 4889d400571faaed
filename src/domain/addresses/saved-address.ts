// An entry of a member's address book: where to send to or collect from, with the driver's usual instructions.
import { searchWords } from '../bookings/booking-words.ts';
import type { Address } from '../places/address.ts';

export type SavedAddressId = number & { readonly brand: 'SavedAddressId' };

export const savedAddressId = (id: number): SavedAddressId => id as SavedAddressId;

export type SavedAddressDetails = Omit<Address, 'coordinates' | 'localityKind'> & {
  /** For the driver, at pickup and at delivery. */
  instructions: string;
};

export type SavedAddress = SavedAddressDetails & { id: SavedAddressId };

/** A member's longest address book. */
export const mostAddresses = 5_000;

/** How the address is sorted and recognised: by company or name. */
export function titleOf({ companyName, name }: SavedAddressDetails): string {
  return companyName || name;
}

/** Two entries with the same identity are the same address; the rest of an entry may change. */
export function identityOf(address: SavedAddressDetails): string {
  const { name, companyName, street, suburb, postcode, country } = address;
  return [name, companyName, street, suburb, postcode, country]
    .map((part) => part.trim().replaceAll(/\s+/g, ' ').toLowerCase())
    .join('\n');
}

/** The words that find the address, each with a space before it. */
export function searchTextOf(address: SavedAddressDetails): string {
  const { name, companyName, street, suburb, postcode } = address;
  const words = [companyName, name, suburb, postcode, street].flatMap(searchWords);
  return [...new Set(words)].map((word) => ` ${word}`).join('');
}
