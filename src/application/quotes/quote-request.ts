// A quote request parsed from the wire but not yet completed: blanks are blank, suburbs as typed, packaging types as
// text.
import type { BookingDetails } from '../../domain/bookings/booking.ts';
import type { Address } from '../../domain/places/address.ts';
import type { Issue } from '../../domain/refusal.ts';

export type QuoteRequest = Omit<BookingDetails, 'sender' | 'receiver' | 'items' | 'packed'> & {
  sender: AddressInput | undefined;
  /** Undefined only together with an issue. */
  receiver: AddressInput | undefined;
  items: readonly ItemInput[];
  /** The number of lines sent, when more were sent than read. */
  itemLines?: number;
  /** The request's own name of the field. */
  declaredField?: string | undefined;
  /** Unreadable fields; planning reports them with all other problems. */
  issues?: readonly Issue[];
};

/** A request for nothing but today's price. */
export const plainRequest = {
  declaredCents: 0,
  includesWarranty: false,
  tailgatePickup: false,
  tailgateDelivery: false,
  authorityToLeave: false,
  usesCache: false,
  description: '',
  customerReference: '',
  specialInstructions: '',
  pickupInstructions: '',
  notifications: { email: false, sms: false },
  referrer: '',
  requestingSite: '',
} as const satisfies Omit<QuoteRequest, 'sender' | 'receiver' | 'items'>;

/** Missing fields are empty texts. */
export type AddressInput = {
  /** Undefined when missing or invalid; an invalid type has an issue. */
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

/** A change to an existing item: missing fields stay. */
export type ItemChange = Omit<ItemInput, 'quantity'> & { quantity: number | undefined };

/** The contact and the street. */
type AddressContact = Pick<AddressInput, 'name' | 'companyName' | 'email' | 'phone' | 'street'>;

/** A change to an existing address: missing fields stay. An empty text removes a contact field and leaves the place. */
export type AddressChange = Omit<AddressInput, keyof AddressContact> & {
  [Part in keyof AddressContact]: string | undefined;
};
