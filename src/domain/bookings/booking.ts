// A booking: what travels between whom, and the quotes for it. It is made `new` by asking for quotes and stays so
// until it is paid. Wire spellings and stored columns are elsewhere.

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

/** One line. Sizes are tenths of a millimetre, because clients send hundredths of a centimetre and expect them back. */
export type BookingItem = {
  /** Position of the line in its booking, counted from 1 and never given out twice. */
  line: number;
  packaging: PackagingIndex;
  /** The packaging type as the caller spelt it, where that is not its name. */
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
  /** What travels where the key had the order boxed: cartons, and whatever is in none. */
  packed?: readonly BookingItem[];
  declaredCents: Cents;
  includesWarranty: boolean;
  tailgatePickup: boolean;
  tailgateDelivery: boolean;
  authorityToLeave: boolean;
  /** False when the caller wanted no remembered answers of carriers. */
  usesCache: boolean;
  description: string;
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
  /** Counts every change; whoever writes names the one it has read. */
  version: number;
  status: BookingStatus;
  bookedBy: string;
  createdAtMs: number;
  /** The highest line number ever given out: a deleted line's number is not given to another. */
  lastLine: number;
  /** When the quotes were made, and by the settings of which key; no key under a password. */
  quotedAtMs: number;
  pricedBy: KeyId | undefined;
  quotes: readonly Quote[];
  failures: readonly QuoteFailure[];
  /** What was chosen, while it is being paid for and from then on. */
  confirmation?: Confirmation;
  connote?: string;
  confirmedAtMs?: number;
  /** What the carrier charged and measured afterwards. */
  additionalCents?: Cents;
  scannedGrams?: number;
  /** The order that it is attached to; kept with the order, not with the booking. */
  order?: BookingOrder;
};

type BookingOrder = {
  id: OrderId;
  /** The shop's own number. */
  number: string;
  /** Who the buyer chose: when the booking is quoted again, this carrier is among those asked and shown. */
  selectedCarrier: string | undefined;
};

/** Without what carriers answered: enough for its documents, and much quicker to read. */
export type PlainBooking = Omit<Booking, 'quotes' | 'failures'>;

/** What carriers are handed, label by label: the cartons of an order that was boxed, else the items as ordered. */
export function travellingItems({
  items,
  packed,
}: Pick<BookingDetails, 'items' | 'packed'>): readonly BookingItem[] {
  return packed ?? items;
}

export const firstVersion = 1;

/** Limits on what one booking may hold: docs/internals/interface-gaps.md, "How much a booking holds". */
export const mostItemLines = 200;
export const mostPieces = 1000;
export const mostItemGrams = 22_000_000;
const mostItemTenthMm = 140_000;
const mostDeclaredCents = 1_000_000_00;

const tenthMmPerMm = 10;

/** Whole millimetres, rounded up: a carrier never measures an item as smaller than it is. */
export function millimetres(tenthMm: number): number {
  return Math.ceil(tenthMm / tenthMmPerMm);
}

/** A negative quantity, refused where it stands, does not make room for others. */
export function pieceCount(items: readonly Pick<BookingItem, 'quantity'>[]): number {
  return items.reduce((sum, { quantity }) => sum + Math.max(0, quantity), 0);
}

export function totalGrams(
  items: readonly Pick<BookingItem, 'quantity' | 'weightGrams'>[],
): number {
  return items.reduce((sum, { quantity, weightGrams }) => sum + quantity * weightGrams, 0);
}

/** A line, and where in the request it stood. */
export type PlacedItem = { item: Omit<BookingItem, 'line'>; path: Issue['path'] };

/**
 * Everything about the items' numbers that no carrier could take, and whether they are too many. More lines may have been
 * sent than were read; of a booking that is changed only the lines in the request are looked at one by one.
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

/** `field` is where the value stood in the request. */
export function declaredValueIssues(cents: Cents, field = 'declared_value'): Issue[] {
  return cents >= 0 && cents <= mostDeclaredCents
    ? []
    : [{ path: [field], problem: 'outside', from: 0, to: mostDeclaredCents / 100 }];
}

/** From the moment somebody begins to pay for it, a booking stands as it is. */
export function refuseUnlessNew({ id, status }: Pick<Booking, 'id' | 'status'>): void {
  if (status === 'new') return;
  const code = 'booking_already_paid';
  if (status === 'cancelled') throw new Refusal({ code, id, now: 'cancelled' });
  // `isUnsettled`, whose file is made of this one.
  const isAwaited = status === 'pending_payment' || status === 'request_sent';
  throw new Refusal(isAwaited ? { code, id, now: 'unsettled' } : { code, id });
}
