// An order: a sale that a shop wants to ship, stored until it is booked. The shop's order number and platform
// identify it, so sending it again updates the same order. Blanks are allowed; `order-readiness.ts` in the
// application decides whether an order can be booked. Nothing here depends on the wire.

import type { BookingId } from '../bookings/booking.ts';
import type { PackagingIndex } from '../bookings/item.ts';
import type { KeyId } from '../keys/api-key.ts';
import type { MemberId } from '../members/member.ts';
import type { Cents } from '../money.ts';
import type { Address } from '../places/address.ts';
import type { OrderId } from './order-id.ts';

export const orderStatuses = [
  'pending',
  'ready_to_book',
  'booked',
  'manually_dispatched',
  'cancelled',
  'deleted',
  'removed',
] as const;

export type OrderStatus = (typeof orderStatuses)[number];

export const listedStatuses = [
  'pending',
  'ready_to_book',
  'booked',
  'manually_dispatched',
  'cancelled',
] as const satisfies readonly OrderStatus[];

/** Orders with these statuses are in no list but can be read by id. */
export const unlistedStatuses: readonly OrderStatus[] = ['deleted', 'removed'];

/** The order has not been sent, and a person has not decided against sending it. */
export const waitingStatuses: readonly OrderStatus[] = ['pending', 'ready_to_book'];

/** Identifies an order: member, number and platform. The platform is compared without case. */
export type OrderName = { memberId: MemberId; number: string; importedFrom: string };

export type Order = OrderName & {
  id: OrderId;
  /** The key that first sent the order. */
  keyId: KeyId | undefined;
  status: OrderStatus;
  bookingId: BookingId | undefined;
  /** string_id of the buyer's choice of carrier. */
  selectedCarrier: string | undefined;
  importedAtMs: number;
  updatedAtMs: number;
  details: OrderDetails;
};

/** Unknown texts are empty. */
export type OrderDetails = {
  /** `YYYY-MM-DD HH:MM:SS` in Sydney time, as the interface shows it. */
  purchasedTime: string;
  /** Undefined until the shop sends the field; blank if the shop sent a blank. */
  paidTime: string | undefined;
  saleCents: Cents;
  carrierCents: Cents | undefined;
  goodsSummary: string;
  goodsDump: string | undefined;
  buyerName: string;
  buyerEmail: string;
  delivery: OrderDelivery;
  shipping: OrderShipping;
  items: readonly OrderItem[];
};

export type OrderDelivery = { name: string; email: string; phone: string; address: string };

export type OrderShipping = {
  firstName: string;
  lastName: string;
  companyName: string;
  email: string;
  phone: string;
  address: string;
  address2: string;
  city: string;
  postcode: string;
  state: string;
  /** Two letters, or the shop's own text if it sent something else. */
  country: string;
  type: Address['type'] | undefined;
};

/** An item line like a booking's, except that sizes, weight and packaging may be unknown. */
export type OrderItem = {
  packaging: PackagingIndex | undefined;
  /** The shop's spelling of the packaging type, if it differs from the type's name. */
  spelling?: string;
  quantity: number;
  weightGrams: number | undefined;
  lengthTenthMm: number | undefined;
  widthTenthMm: number | undefined;
  heightTenthMm: number | undefined;
  sku: string;
};

/** The fields that a request sent; undefined fields stay unchanged. */
export type OrderChange = Partial<
  Omit<OrderDetails, 'delivery' | 'shipping'> & {
    delivery: Partial<OrderDelivery>;
    shipping: Partial<OrderShipping>;
  }
>;

export const blankDetails: OrderDetails = Object.freeze({
  purchasedTime: '',
  paidTime: undefined,
  saleCents: 0,
  carrierCents: undefined,
  goodsSummary: '',
  goodsDump: undefined,
  buyerName: '',
  buyerEmail: '',
  delivery: { name: '', email: '', phone: '', address: '' },
  shipping: {
    firstName: '',
    lastName: '',
    companyName: '',
    email: '',
    phone: '',
    address: '',
    address2: '',
    city: '',
    postcode: '',
    state: '',
    country: '',
    type: undefined,
  },
  items: [],
});

/** A blank never replaces a value: shops send every field, with blanks for those they do not know. */
export function changeDetails(before: OrderDetails, change: OrderChange): OrderDetails {
  const { delivery = {}, shipping = {}, items, ...rest } = change;
  return {
    ...before,
    ...filled(rest),
    paidTime: rest.paidTime || (before.paidTime ?? rest.paidTime),
    delivery: { ...before.delivery, ...filled(delivery) },
    shipping: { ...before.shipping, ...followed(before, filled(delivery)), ...filled(shipping) },
    items: items === undefined || items.length === 0 ? before.items : items,
  };
}

/**
 * Shipping fields that repeat the delivery, such as those filled from a booking, follow the new delivery. Otherwise
 * the outdated shipping field would override it.
 */
function followed(before: OrderDetails, now: Partial<OrderDelivery>): Partial<OrderShipping> {
  const { delivery, shipping } = before;
  const newer = (field: keyof OrderDelivery, shipped: string): string | undefined =>
    shipped !== '' && shipped === delivery[field] && shipped !== now[field]
      ? now[field]
      : undefined;
  const name = newer('name', shippingName(shipping));
  const email = newer('email', shipping.email);
  const phone = newer('phone', shipping.phone);
  const address = newer('address', shippingStreet(shipping));
  return {
    ...(name === undefined ? {} : nameParts(name)),
    ...(email === undefined ? {} : { email }),
    ...(phone === undefined ? {} : { phone }),
    ...(address === undefined ? {} : { address, address2: '' }),
  };
}

export const shippingName = ({ firstName, lastName }: OrderShipping): string =>
  `${firstName} ${lastName}`.trim();

/** The last word is the last name; a single word is the first name. */
export function nameParts(name: string): Pick<OrderShipping, 'firstName' | 'lastName'> {
  const words = name.split(/\s+/);
  const lastName = words.length > 1 ? (words.pop() ?? '') : '';
  return { firstName: words.join(' '), lastName };
}

export const shippingStreet = ({ address, address2 }: OrderShipping): string =>
  [address, address2].filter((line) => line !== '').join(', ');

function filled<Fields extends object>(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''),
  ) as Fields;
}

/**
 * The status of an order after it is saved. A person's decision (dispatched, cancelled, removed) stands, however
 * often the shop sends the order again. Sending a deleted order again restores it.
 */
export function statusAfterSaving(
  before: OrderStatus | undefined,
  facts: { isReady: boolean; isBookingSettled: boolean; isOtherBooking: boolean },
): OrderStatus {
  if (before === 'manually_dispatched' || before === 'cancelled' || before === 'removed')
    return before;
  if (before === 'booked' && !facts.isOtherBooking) return 'booked';
  return statusAfterReopening(facts);
}

/** The status of a restored order; its earlier status does not count. */
export function statusAfterReopening(facts: {
  isReady: boolean;
  isBookingSettled: boolean;
}): OrderStatus {
  if (facts.isBookingSettled) return 'booked';
  return facts.isReady ? 'ready_to_book' : 'pending';
}

/**
 * The status of an order after its booking was cancelled: waiting again, unless a person decided otherwise.
 */
export function statusAfterCancelling(before: OrderStatus, isReady: boolean): OrderStatus {
  if (before !== 'booked' && !waitingStatuses.includes(before)) return before;
  return isReady ? 'ready_to_book' : 'pending';
}
