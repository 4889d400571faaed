// What a caller asks to be quoted, parsed from the wire but not yet completed: blanks are still blank, suburbs as
// typed, packaging types still text.
import type { Cents } from '../../domain/money.ts';
import type { Address } from '../../domain/places/address.ts';
import type { Issue } from '../../domain/refusal.ts';

export type QuoteRequest = {
  sender: AddressInput | undefined;
  /** Undefined only together with an issue. */
  receiver: AddressInput | undefined;
  items: readonly ItemInput[];
  /** How many lines were sent, when that may be more than were read. */
  itemLines?: number;
  declaredCents: Cents;
  /** What the request calls it. */
  declaredField?: string | undefined;
  includesWarranty: boolean;
  tailgatePickup: boolean;
  tailgateDelivery: boolean;
  authorityToLeave: boolean;
  usesCache: boolean;
  description: string;
  specialInstructions: string;
  pickupInstructions: string;
  notifications: { email: boolean; sms: boolean };
  referrer: string;
  requestingSite: string;
  /** What could not be read; planning refuses it with everything else that is wrong. */
  issues?: readonly Issue[];
};

/** What was not given is an empty text. */
export type AddressInput = {
  /** Undefined when it was not given, or not understood: then there is an issue about it. */
  type: Address['type'] | undefined;
  country: string;
  postcode: string;
  suburb: string;
  state: string;
  name: string;
  companyName: string;
  email: string;
  phone: string;
  street: string;
};

export type ItemInput = {
  description: string;
  quantity: number;
  weightGrams: number | undefined;
  lengthTenthMm: number | undefined;
  widthTenthMm: number | undefined;
  heightTenthMm: number | undefined;
  sku: string;
};

/** Of an item that exists: what was not given stays. */
export type ItemChange = Omit<ItemInput, 'quantity'> & { quantity: number | undefined };

/** Who is there, and in which street. */
type AddressContact = Pick<AddressInput, 'name' | 'companyName' | 'email' | 'phone' | 'street'>;

/** Of an address that exists: what was not given stays. An empty text takes a contact away, and says nothing of the place. */
export type AddressChange = Omit<AddressInput, keyof AddressContact> & {
  [Part in keyof AddressContact]: string | undefined;
};
