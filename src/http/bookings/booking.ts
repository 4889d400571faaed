// A booking on the wire. Interface, "Booking": typed clients depend on details. Strings are "" and never null unless
// the interface calls them nullable, `quotes` is an object, and time offsets have no colon.
import { type Static, Type } from 'typebox';
import {
  type Booking,
  type BookingItem,
  bookingId,
  bookingStatuses,
  firstVersion,
  type PlainBooking,
  totalGrams,
} from '../../domain/bookings/booking.ts';
import { statusTitle } from '../../domain/bookings/booking-status.ts';
import { spelledOut } from '../../domain/bookings/instructions.ts';
import { gramsPerKg } from '../../domain/bookings/item.ts';
import { itemIdOf } from '../../domain/bookings/item-lines.ts';
import { onceForFrozen } from '../../domain/frozen.ts';
import { dollars } from '../../domain/money.ts';
import type { Address } from '../../domain/places/address.ts';
import { findDayNumber } from '../../domain/time/calendar.ts';
import { homeZone } from '../../domain/time/home-clock.ts';
import { pickupPlace } from '../../domain/time/pickup-place.ts';
import { findPickupWindow, pickupTimestamps } from '../../domain/time/pickup-window.ts';
import { zoneOf } from '../../domain/time/time-zone.ts';
import { timestamp } from '../../domain/time/timestamp.ts';
import { type CarrierNames, presentFailure, presentQuotes } from '../../wording/quotes.ts';
import {
  AddressReply,
  presentAddress,
  presentUnstoredAddress,
  UnstoredAddressReply,
} from '../places/address.ts';
import { marketEnding } from '../quotes/market-text.ts';
import { QuoteErrorReply, QuoteReply } from '../quotes/quote.ts';
import { JsonBytes } from '../server/endpoint.ts';
import type { Generation } from '../server/generation.ts';
import { AccessErrorReply, QuoteConflictReply } from '../server/refusal.ts';
import { bookingTime, wordOf } from '../server/values.ts';

import { ItemReply, itemFor, presentItem, presentUnstoredItem, UnstoredItemReply } from './item.ts';

export const BookingReply = Type.Object(
  {
    id: Type.Integer(),
    status: wordOf(bookingStatuses.map(statusTitle)),
    booked_at: bookingTime(),
    booked_by: Type.String({ description: "The key's name or number, or the member's e-mail" }),
    created_at: bookingTime('The time of the answer'),
    updated_at: bookingTime('The time of the answer'),
    declared_value: Type.Number(),
    insured_value: Type.Number(),
    description: Type.String(),
    label: Type.String({ description: 'URL of the label PDF' }),
    items: Type.Array(ItemReply),
    quotes: Type.Optional(Type.Record(Type.String(), QuoteReply)),
    quote_errors: Type.Optional(
      Type.Array(QuoteErrorReply, { description: 'In the answer to creating a booking' }),
    ),
    sender: AddressReply,
    receiver: AddressReply,
    cost: Type.Optional(
      Type.Union([Type.Number(), Type.Null()], { description: 'AUD; once it is not new' }),
    ),
    additional_charges: Type.Optional(Type.Union([Type.Number(), Type.Null()])),
    courier: Type.Optional(Type.Union([Type.String(), Type.Null()])),
    connote: Type.Union([Type.String(), Type.Null()]),
    charged_weight: Type.Number(),
    scanned_weight: Type.Number(),
    pickup_window: Type.Array(bookingTime(), {
      maxItems: 2,
      description: 'From and to; empty until a pickup is chosen',
    }),
    pickup_instructions: Type.String(),
    special_instructions: Type.String(),
    tailgate_pickup: Type.Boolean(),
    tailgate_delivery: Type.Boolean(),
    notifications: Type.Object(
      { email: Type.Boolean(), sms: Type.Boolean() },
      { $id: 'Notifications' },
    ),
    customer_reference: Type.Optional(
      Type.String({ description: 'Your own number for the shipment, if the booking has one' }),
    ),
    order: Type.Optional(
      Type.Object(
        {
          order_id: Type.Integer({ description: "The order's id" }),
          order_number: Type.String({ description: "The shop's own number" }),
        },
        { $id: 'BookingOrder' },
      ),
    ),
  },
  { $id: 'Booking' },
);

const { id: _id, status: _status, ...unstored } = BookingReply.properties;

/** The answer to a quote that is not stored, so it contains no ids. */
export const QuoteOnlyReply = Type.Object({
  ...unstored,
  items: Type.Array(UnstoredItemReply),
  sender: UnstoredAddressReply,
  receiver: UnstoredAddressReply,
});

export const noBooking = { 404: 'No such booking of yours' };

/** Errors of every request that changes a booking. */
export const changeRefusals = {
  404: 'No such booking or item of yours',
  409: {
    when: 'The booking was changed by others at the same time',
    example: 'booking_changed',
  },
  422: {
    when: 'The booking is already paid, or a number is out of range',
    example: 'booking_already_paid',
  },
} as const;

export const unquotable = 'A number is out of range, or no one warehouse has all the products';

/** Errors of every request that pays for a booking. */
export const confirmRefusals = {
  402: 'The saved payment method was declined',
  403: {
    when: 'The booking cannot be paid for',
    reply: AccessErrorReply,
    example: 'no_payment_method',
  },
  409: {
    when: 'The quote has expired, the booking was changed by another request, or the Idempotency-Key was used before',
    reply: QuoteConflictReply,
    example: 'quote_expired',
  },
  422: {
    when: 'Paid already, not declared to customs, or not taken by the carrier',
    example: 'booking_already_paid',
  },
} as const;

export const unsettled = {
  202: 'The result of the payment or the booking is not known yet; read the booking later',
};

export type BookingShown = {
  publicUrl: string;
  nowMs: number;
  generation: Generation;
  /** The carrier names set for the caller's API key. */
  carrierNames?: CarrierNames;
};

type Readers = Pick<Generation, 'isForPeople'>;

/** Only the answer to creating a booking contains `skus`. */
export function presentBooking(
  booking: Booking,
  shown: BookingShown,
  skus: readonly string[] = [],
): Static<typeof BookingReply> {
  const presented = presentListed(booking, shown);
  const isNew = booking.status === 'new';
  return {
    ...presented,
    ...(skus.length === 0 ? {} : { items: withSkus(presented.items, skus) }),
    ...(isNew ? { quotes: presentQuotes(booking.quotes, shown.carrierNames) } : {}),
    ...(isNew && shown.generation.repeatsQuoteErrors
      ? { quote_errors: booking.failures.map(presentFailure) }
      : {}),
  };
}

/** A booking in a list, without quotes: the members area loads those when it opens the booking. */
export function presentListed(
  booking: PlainBooking,
  shown: BookingShown,
): Static<typeof BookingReply> {
  const { confirmation } = booking;
  return {
    ...presentWithoutQuotes(booking, shown),
    ...(booking.status === 'new'
      ? {}
      : {
          cost: confirmation === undefined ? null : dollars(confirmation.costCents),
          additional_charges: dollars(booking.additionalCents ?? 0),
          courier: confirmation?.carrier ?? null,
        }),
  };
}

function presentWithoutQuotes(
  booking: PlainBooking,
  shown: BookingShown,
): Static<typeof BookingReply> {
  return {
    ...presentIdentity(booking, shown),
    ...presentGoods(booking, shown.generation),
    ...presentCarriage(booking, shown.generation),
  };
}

function presentGoods(booking: PlainBooking, readers: Readers) {
  return {
    items: booking.items.map((item) => presentItem(booking.id, itemFor(readers, item))),
    sender: presentAddress(booking.sender, senderIdOf(booking)),
    receiver: presentAddress(booking.receiver, receiverIdOf(booking)),
  };
}

const senderIdOf = ({ id }: PlainBooking): number => id * 2 - 1;
const receiverIdOf = ({ id }: PlainBooking): number => id * 2;

/** The fields before the items and addresses. */
function presentIdentity(booking: PlainBooking, shown: BookingShown) {
  const now = timestamp(shown.nowMs, homeZone);
  return {
    id: booking.id,
    status: statusTitle(booking.status),
    booked_at: timestamp(booking.createdAtMs, homeZone),
    booked_by: booking.bookedBy,
    // Interface: both times are the time of the answer.
    created_at: now,
    updated_at: now,
    declared_value: dollars(booking.declaredCents),
    insured_value: dollars(insuredCents(booking)),
    description: booking.description,
    label: `${shown.publicUrl}${shown.generation.prefix}${shown.generation.labelPath(booking.id)}`,
  };
}

/** The fields after the items and addresses. */
function presentCarriage(booking: PlainBooking, readers: Readers) {
  return {
    connote: booking.connote ?? null,
    charged_weight: (booking.confirmation?.chargedGrams ?? totalGrams(booking.items)) / gramsPerKg,
    scanned_weight: (booking.scannedGrams ?? 0) / gramsPerKg,
    pickup_window: presentPickup(booking, readers),
    pickup_instructions: booking.pickupInstructions,
    special_instructions: spelledOut(booking),
    tailgate_pickup: booking.tailgatePickup,
    tailgate_delivery: booking.tailgateDelivery,
    notifications: booking.notifications,
    ...(booking.customerReference === '' ? {} : { customer_reference: booking.customerReference }),
    ...(booking.order === undefined
      ? {}
      : { order: { order_id: booking.order.id, order_number: booking.order.number } }),
  };
}

function withSkus<Shown extends Static<typeof UnstoredItemReply>>(
  items: Shown[],
  skus: readonly string[],
) {
  return items.map((item, n) => {
    const sku = skus[n] ?? '';
    return sku === '' ? item : { ...item, sku };
  });
}

/**
 * The answer to creating a booking. Only this answer names the carriers that failed to quote and repeats the skus.
 */
export function createdBytes(
  booking: Booking,
  skus: readonly string[],
  shown: BookingShown,
): JsonBytes {
  const identity = JSON.stringify(presentIdentity(booking, shown)).slice(0, -1);
  const carriage = JSON.stringify(presentCarriage(booking, shown.generation)).slice(1, -1);
  const sender = withId(senderIdOf(booking), addressText(booking.sender));
  const receiver = withId(receiverIdOf(booking), addressText(booking.receiver));
  const items = booking.items.map((item, n) => {
    const text = withId(itemIdOf(booking.id, item.line), itemText(itemFor(shown.generation, item)));
    const sku = skus[n] ?? '';
    return sku === '' ? text : `${text.slice(0, -1)},"sku":${JSON.stringify(sku)}}`;
  });
  const opened = `${identity},"items":[${items.join()}],"sender":${sender},"receiver":${receiver},${carriage},`;
  return new JsonBytes(Buffer.from(opened), marketEnding(booking, shown.carrierNames));
}

/** When the same basket is quoted repeatedly only the ids change, so the frozen parts are written once. */
const addressText = onceForFrozen((address: Address) =>
  JSON.stringify(presentUnstoredAddress(address)),
);
const itemText = onceForFrozen((item: BookingItem) => JSON.stringify(presentUnstoredItem(item)));

function withId(id: number, text: string): string {
  return `{"id":${id},${text.slice(1)}`;
}

/** The answer to creating a booking, for a quote that is not stored. */
export function presentQuoteOnly(
  draft: Omit<Booking, 'id' | 'version'>,
  skus: readonly string[],
  shown: BookingShown,
): Static<typeof QuoteOnlyReply> {
  const unkept = { ...draft, id: bookingId(0), version: firstVersion };
  const { id: _i, status: _s, ...rest } = presentBooking(unkept, shown);
  const items = draft.items.map((item) => presentUnstoredItem(itemFor(shown.generation, item)));
  return {
    ...rest,
    // Clients expect a string, and an unstored booking has no label.
    label: '',
    items: withSkus(items, skus),
    sender: presentUnstoredAddress(draft.sender),
    receiver: presentUnstoredAddress(draft.receiver),
    quote_errors: draft.failures.map(presentFailure),
  };
}

/** The selected carrier's cover if a carrier is selected, otherwise the requested cover. */
function insuredCents({ confirmation, includesWarranty, declaredCents }: PlainBooking): number {
  return confirmation?.insuredCents ?? (includesWarranty ? declaredCents : 0);
}

/**
 * Start and end of the pickup window; empty until a pickup is chosen. Programs get both with Sydney's offset, like
 * every other time in a booking. People get the local time at the pickup address, because the driver arrives by that
 * clock.
 */
function presentPickup({ confirmation, sender }: PlainBooking, { isForPeople }: Readers): string[] {
  if (confirmation === undefined) return [];
  const { pickupDate, pickupTime } = confirmation;
  const day = findDayNumber(pickupDate);
  const window = findPickupWindow(`${pickupTime.from}-${pickupTime.to}`);
  if (day === undefined || window === undefined) return [];
  const zone = zoneOf(pickupPlace(sender));
  return [...pickupTimestamps(day, window, zone, isForPeople ? zone : homeZone)];
}
