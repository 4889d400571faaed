// Rows of bookings with their attached orders: the columns to read, and how a row becomes a booking.
import { type Kysely, type Selectable, sql } from 'kysely';
import {
  type Booking,
  bookingId,
  bookingStatuses,
  type PlainBooking,
} from '../../../domain/bookings/booking.ts';
import type { Confirmation } from '../../../domain/bookings/confirmation.ts';
import { keyId } from '../../../domain/keys/api-key.ts';
import { memberId } from '../../../domain/members/member.ts';
import type { OrderStatus } from '../../../domain/orders/order.ts';
import { orderId } from '../../../domain/orders/order-id.ts';
import type { Schema } from '../schema.ts';
import { knownWord } from '../statements.ts';
import { readBookingDetails, readBookingDocument, type StoredDetails } from './booking-document.ts';

/** Listed by name: a prepared statement must return the same columns after a migration has added some. */
const bookingColumns = [
  'bookings.id',
  'bookings.member_id',
  'bookings.key_id',
  'bookings.version',
  'bookings.status',
  'bookings.connote',
  'bookings.created_at_ms',
  'bookings.document',
  'bookings.carrier',
  'bookings.cost_cents',
  'bookings.carrier_cents',
  'bookings.confirmation',
  'bookings.confirmed_at_ms',
  'bookings.additional_cents',
  'bookings.scanned_grams',
] as const;

/** Bookings with their market, wherever it is stored, and their attached order, in one query. */
export function wholeBookings(db: Kysely<Schema>) {
  return plainBookings(db)
    .leftJoin('quote_sets', 'quote_sets.id', 'bookings.quote_set_id')
    .select('quote_sets.document as market');
}

/** The same, without the markets that are stored in quote sets. */
export function plainBookings(db: Kysely<Schema>) {
  return db
    .selectFrom('bookings')
    .leftJoin('orders', (join) =>
      join
        .onRef('orders.booking_id', '=', 'bookings.id')
        // A literal, because a parameter would have to be passed to every prepared statement on these rows.
        .on('orders.status', '!=', sql.lit('deleted' satisfies OrderStatus)),
    )
    .select(bookingColumns)
    .select([
      'orders.id as order_id',
      'orders.number as order_number',
      'orders.selected_carrier as order_carrier',
    ]);
}

/** Not read with a booking: the id of its quote set, and columns that only reports use. */
type Unread =
  | 'is_billed_by_carrier'
  | 'warranty_cents'
  | 'quote_set_id'
  | 'from_region'
  | 'to_region'
  | 'quoted_grams'
  | 'is_demo';

type PlainBookingRow = Omit<Selectable<Schema['bookings']>, Unread> & {
  order_id: number | null;
  order_number: string | null;
  order_carrier: string | null;
};

export type BookingRow = PlainBookingRow & { market: string | null };

export function bookingFrom(row: BookingRow, carrier?: string): Booking {
  const { details, market } = readBookingDocument(row.document, row.market, carrier);
  return Object.assign(withDetails(row, details), market);
}

export function plainFrom(row: PlainBookingRow): PlainBooking {
  return withDetails(row, readBookingDetails(row.document));
}

function withDetails(row: PlainBookingRow, details: StoredDetails): PlainBooking {
  return {
    id: bookingId(row.id),
    memberId: row.member_id === null ? undefined : memberId(row.member_id),
    keyId: row.key_id === null ? undefined : keyId(row.key_id),
    version: row.version,
    status: knownWord(bookingStatuses, row.status, 'a booking'),
    createdAtMs: row.created_at_ms,
    ...details,
    customerReference: details.customerReference ?? '',
    pricedBy: details.pricedBy,
    ...(row.confirmation === null ? {} : { confirmation: confirmationFrom(row) }),
    ...(row.connote === null ? {} : { connote: row.connote }),
    ...(row.confirmed_at_ms === null ? {} : { confirmedAtMs: row.confirmed_at_ms }),
    ...(row.additional_cents === 0 ? {} : { additionalCents: row.additional_cents }),
    ...(row.scanned_grams === 0 ? {} : { scannedGrams: row.scanned_grams }),
    ...(row.order_id === null
      ? {}
      : {
          order: {
            id: orderId(row.order_id),
            number: row.order_number ?? '',
            selectedCarrier: row.order_carrier ?? undefined,
          },
        }),
  };
}

/** The fields of a confirmation without their own columns. */
type ConfirmationText = Omit<Confirmation, 'carrier' | 'costCents' | 'carrierCents' | 'tier'> & {
  tier?: number;
};

export function writeConfirmation({
  carrier: _carrier,
  costCents: _cost,
  carrierCents: _ofCarrier,
  ...rest
}: Confirmation): string {
  return JSON.stringify(rest);
}

export function readConfirmation(text: string | null): ConfirmationText {
  return JSON.parse(text ?? '{}') as ConfirmationText;
}

function confirmationFrom(row: PlainBookingRow): Confirmation {
  const { tier, ...rest } = readConfirmation(row.confirmation);
  return {
    carrier: row.carrier ?? '',
    costCents: row.cost_cents ?? 0,
    ...(row.carrier_cents === null ? {} : { carrierCents: row.carrier_cents }),
    tier,
    ...rest,
  };
}
