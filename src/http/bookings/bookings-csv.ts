// Bookings as CSV rows for spreadsheets.
import type { PlainBooking } from '../../domain/bookings/booking.ts';
import { statusTitle } from '../../domain/bookings/booking-status.ts';
import { type CsvValue, csvText } from '../../domain/csv/csv-text.ts';
import { dollars } from '../../domain/money.ts';
import type { Address } from '../../domain/places/address.ts';
import { homeZone } from '../../domain/time/home-clock.ts';
import { timestampWithColon } from '../../domain/time/timestamp.ts';

const place = ['suburb', 'state', 'postcode', 'country'] as const;

export const bookingsCsvHead = csvText([
  [
    ...['booking', 'booked_at', 'status', 'carrier', 'consignment_note', 'order', 'pickup_date'],
    ...place.map((part) => `sender_${part}`),
    ...['receiver_name', 'receiver_company'],
    ...place.map((part) => `receiver_${part}`),
    ...['pieces', 'charged_weight_kg', 'price', 'additional_charges', 'customer_reference'],
  ],
]);

export function bookingsCsv(bookings: readonly PlainBooking[]): string {
  return csvText(bookings.map(lineOf));
}

function lineOf(booking: PlainBooking): CsvValue[] {
  const { confirmation, sender, receiver } = booking;
  const placed = (address: Address): CsvValue[] => place.map((part) => address[part]);
  return [
    booking.id,
    timestampWithColon(booking.confirmedAtMs ?? booking.createdAtMs, homeZone),
    statusTitle(booking.status),
    confirmation?.carrier,
    booking.connote,
    booking.order?.number,
    confirmation?.pickupDate,
    ...placed(sender),
    receiver.name,
    receiver.companyName,
    ...placed(receiver),
    booking.items.reduce((sum, { quantity }) => sum + quantity, 0),
    confirmation === undefined ? undefined : confirmation.chargedGrams / 1000,
    confirmation === undefined ? undefined : dollars(confirmation.costCents),
    dollars(booking.additionalCents ?? 0),
    booking.customerReference,
  ];
}
