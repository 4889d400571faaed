// An order: what a shop sold and wants sent, kept until it is booked. A shop names it by its own number and the platform
// it comes from; sent again, it is the same order. It holds whatever is known so far: blanks are allowed, and
// `order-readiness.ts` in the application says whether a booking could be made of it. Nothing here knows the wire.

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

/** Not in any list; they can still be read by their id. */
export const unlistedStatuses: readonly OrderStatus[] = ['deleted', 'removed'];

/** Nobody has sent it yet, or decided not to. */
export const waitingStatuses: readonly OrderStatus[] = ['pending', 'ready_to_book'];

/** The same order whenever the member, the number and the platform (in any case) are the same. */
export type OrderName = { memberId: MemberId; number: string; importedFrom: string };

export type Order = OrderName & {
  id: OrderId;
  /** The key it first came with. */
  keyId: KeyId | undefined;
  status: OrderStatus;
  bookingId: BookingId | undefined;
  /** string_id of the carrier that the buyer chose. */
  selectedCarrier: string | undefined;
  importedAtMs: number;
  updatedAtMs: number;
  details: OrderDetails;
};

/** What is not known is an empty text. */
export type OrderDetails = {
  /** `YYYY-MM-DD HH:MM:SS` on Sydney's clock, as the interface shows them. */
  purchasedTime: string;
  /** Undefined until the shop has said anything of it; a blank is what it said. */
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
  /** Two letters; what a shop wrote instead is kept as it is. */
  country: string;
  type: Address['type'] | undefined;
};

/** A line as a booking has it, except that measures and packaging may still be unknown. */
export type OrderItem = {
  packaging: PackagingIndex | undefined;
  /** The packaging type as the shop spelt it, where that is not its name. */
  spelling?: string;
  quantity: number;
  weightGrams: number | undefined;
  lengthTenthMm: number | undefined;
  widthTenthMm: number | undefined;
  heightTenthMm: number | undefined;
  sku: string;
};

/** What was sent about an order; undefined leaves what is known as it is. */
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

/** A blank never erases what is known: shops send every field, and blank means that they have nothing to say. */
export function changeDetails(before: OrderDetails, change: OrderChange): OrderDetails {
  const { delivery = {}, shipping = {}, items, ...rest } = change;
  return {
    ...before,
    ...said(rest),
    paidTime: rest.paidTime || (before.paidTime ?? rest.paidTime),
    delivery: { ...before.delivery, ...said(delivery) },
    shipping: { ...before.shipping, ...followed(before, said(delivery)), ...said(shipping) },
    items: items === undefined || items.length === 0 ? before.items : items,
  };
}

/**
 * What the shipping only repeats of the delivery, as where both are a booking's, goes with what is said of the delivery
 * now; it would else go before it.
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

/** The last word is the last name; who has one name has it as the first. */
export function nameParts(name: string): Pick<OrderShipping, 'firstName' | 'lastName'> {
  const words = name.split(/\s+/);
  const lastName = words.length > 1 ? (words.pop() ?? '') : '';
  return { firstName: words.join(' '), lastName };
}

export const shippingStreet = ({ address, address2 }: OrderShipping): string =>
  [address, address2].filter((line) => line !== '').join(', ');

function said<Fields extends object>(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''),
  ) as Fields;
}

/**
 * Where an order stands after it was saved. What a person decided (dispatched, cancelled, removed) stays decided,
 * however often the shop sends the order again; a deleted order that is sent again is wanted again.
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

/** Where an order stands that is wanted, whatever was decided of it before. */
export function statusAfterReopening(facts: {
  isReady: boolean;
  isBookingSettled: boolean;
}): OrderStatus {
  if (facts.isBookingSettled) return 'booked';
  return facts.isReady ? 'ready_to_book' : 'pending';
}

/** Where an order stands after its booking was cancelled: to be booked again, unless a person decided otherwise. */
export function statusAfterCancelling(before: OrderStatus, isReady: boolean): OrderStatus {
  if (before !== 'booked' && !waitingStatuses.includes(before)) return before;
  return isReady ? 'ready_to_book' : 'pending';
}
