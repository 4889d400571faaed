// A booking: a shipment between two addresses, with its quotes. Requesting quotes creates it as `new`, and it stays
// `new` until it is paid. Wire spellings and stored columns are elsewhere.

import type { KeyId } from '../keys/api-key.ts';
import type { MemberId } from '../members/member.ts';
import type { Cents } from '../money.ts';
import type { OrderId } from '../orders/order-id.ts';
import type { Address } from '../places/address.ts';
import type { Quote, QuoteFailure } from '../quotes/quote.ts';
import { type Issue, Refusal } from '../refusal.ts';
import type { Confirmation } from './confirmation.ts';
import type { PackagingIndex } from './item.ts';

export type BookingId = number & { readonly brand: 'BookingId' };

export const bookingId = (id: number): BookingId => id as BookingId;

export const bookingStatuses = [
  'new',
  'pending_payment',
  'paid',
  'pending_review',
  'request_sent',
  'request_failed',
  'reviewed',
  'confirmed',
  'cancelled',
  'booked_manually',
] as const;

export type BookingStatus = (typeof bookingStatuses)[number];

/**
 * One line of a booking. Sizes are tenths of a millimetre, because clients send hundredths of a centimetre and expect
 * them back.
 */
export type BookingItem = {
  /** Position of the line in its booking, counted from 1 and never reused. */
  line: number;
  packaging: PackagingIndex;
  /** The caller's spelling of the packaging type, if it differs from the type's name. */
  spelling?: string;
  quantity: number;
  weightGrams: number;
  lengthTenthMm: number;
  widthTenthMm: number;
  heightTenthMm: number;
};

export type BookingDetails = {
  sender: Address;
  receiver: Address;
  items: readonly BookingItem[];
  /**
   * For an order that the key's settings pack into cartons: the cartons, and the items that travel unboxed.
   */
  packed?: readonly BookingItem[];
  declaredCents: Cents;
  includesWarranty: boolean;
  tailgatePickup: boolean;
  tailgateDelivery: boolean;
  authorityToLeave: boolean;
  /** False when the caller asked for fresh prices instead of cached ones. */
  usesCache: boolean;
  description: string;
  /** The member's own number for this shipment, such as a purchase order; blank if there is none. */
  customerReference: string;
  specialInstructions: string;
  pickupInstructions: string;
  notifications: { email: boolean; sms: boolean };
  referrer: string;
  requestingSite: string;
};

export type Booking = BookingDetails & {
  id: BookingId;
  memberId: MemberId | undefined;
  keyId: KeyId | undefined;
  /** Increases with every change; a writer must name the version that it has read. */
  version: number;
  status: BookingStatus;
  bookedBy: string;
  createdAtMs: number;
  /** The highest line number ever assigned: the number of a deleted line is never reused. */
  lastLine: number;
  /**
   * When the quotes were made, and the key whose settings priced them; a member who signs in with a password has no
   * key.
   */
  quotedAtMs: number;
  pricedBy: KeyId | undefined;
  quotes: readonly Quote[];
  failures: readonly QuoteFailure[];
  /** The member's choice, set when payment begins. */
  confirmation?: Confirmation;
  connote?: string;
  confirmedAtMs?: number;
  /** The carrier's later charge and measured weight. */
  additionalCents?: Cents;
  scannedGrams?: number;
  /** The order that the booking is attached to. Stored with the order. */
  order?: BookingOrder;
};

type BookingOrder = {
  id: OrderId;
  /** The shop's own order number. */
  number: string;
  /** The buyer's choice of carrier: a new quote of the booking always includes it. */
  selectedCarrier: string | undefined;
};

/** A booking without its quotes and failures: enough for documents, and much quicker to read. */
export type PlainBooking = Omit<Booking, 'quotes' | 'failures'>;

/**
 * The items that carriers receive, one label each: the cartons of a boxed order, otherwise the items as ordered.
 */
export function travellingItems({
  items,
  packed,
}: Pick<BookingDetails, 'items' | 'packed'>): readonly BookingItem[] {
  return packed ?? items;
}

/** A longer reference would not fit on a label. */
export const longestReference = 60;

export const firstVersion = 1;

/** Limits on what one booking may hold: docs/internals/interface-gaps.md, "How much a booking holds". */
export const mostItemLines = 200;
export const mostPieces = 1000;
export const mostItemGrams = 22_000_000;
const mostItemTenthMm = 140_000;
const mostDeclaredCents = 1_000_000_00;

const tenthMmPerMm = 10;

/** Whole millimetres, rounded up: a carrier never measures an item smaller than it is. */
export function millimetres(tenthMm: number): number {
  return Math.ceil(tenthMm / tenthMmPerMm);
}

/** Ignores negative quantities, which are rejected at their own line and must not offset others. */
export function pieceCount(items: readonly Pick<BookingItem, 'quantity'>[]): number {
  return items.reduce((sum, { quantity }) => sum + Math.max(0, quantity), 0);
}

export function totalGrams(
  items: readonly Pick<BookingItem, 'quantity' | 'weightGrams'>[],
): number {
  return items.reduce((sum, { quantity, weightGrams }) => sum + quantity * weightGrams, 0);
}

/** An item line and its path in the request. */
export type PlacedItem = { item: Omit<BookingItem, 'line'>; path: Issue['path'] };

/**
 * The items' sizes, weights and quantities that no carrier could take, and too many lines or pieces. `lines` may
 * exceed the lines that were read. When a booking is changed, `placed` holds only the lines in the request.
 */
export function itemRangeIssues(
  items: readonly BookingItem[],
  lines = items.length,
  placed: readonly PlacedItem[] = items.map((item, n) => ({ item, path: ['items', n] })),
): Issue[] {
  if (lines > mostItemLines) {
    return [{ path: ['items'], problem: 'too_many_lines', lines, most: mostItemLines }];
  }
  const issues = placed.flatMap(lineRangeIssues);
  const pieces = pieceCount(items);
  if (pieces > mostPieces) {
    issues.push({ path: ['items'], problem: 'too_many_pieces', pieces, most: mostPieces });
  }
  return issues;
}

function lineRangeIssues({ item, path }: PlacedItem): Issue[] {
  const issues: Issue[] = [];
  const check = (field: string, value: number, most: number, shown: number, unit: string) => {
    const place = [...path, field];
    if (!(value > 0)) issues.push({ path: place, problem: 'not_positive' });
    else if (value > most) issues.push({ path: place, problem: 'above_most', most: shown, unit });
  };
  check('weight', item.weightGrams, mostItemGrams, 22_000, 'kg');
  check('length', item.lengthTenthMm, mostItemTenthMm, 1_400, 'cm');
  check('width', item.widthTenthMm, mostItemTenthMm, 1_400, 'cm');
  check('height', item.heightTenthMm, mostItemTenthMm, 1_400, 'cm');
  if (item.quantity < 1)
    issues.push({ path: [...path, 'quantity'], problem: 'below_least', least: 1 });
  return issues;
}

/** `field` is the name of the value in the request. */
export function declaredValueIssues(cents: Cents, field = 'declared_value'): Issue[] {
  return cents >= 0 && cents <= mostDeclaredCents
    ? []
    : [{ path: [field], problem: 'outside', from: 0, to: mostDeclaredCents / 100 }];
}

/** A booking cannot be changed once its payment has begun. */
export function refuseUnlessNew({ id, status }: Pick<Booking, 'id' | 'status'>): void {
  if (status === 'new') return;
  const code = 'booking_already_paid';
  if (status === 'cancelled') throw new Refusal({ code, id, now: 'cancelled' });
  // Repeats `isUnsettled`, because importing booking-status.ts here would be circular.
  const isAwaited = status === 'pending_payment' || status === 'request_sent';
  throw new Refusal(isAwaited ? { code, id, now: 'unsettled' } : { code, id });
}
