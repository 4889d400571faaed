// A run sheet: the pickups of one carrier on one day, as JSON and as CSV rows.
import { type Static, Type } from 'typebox';
import type { PickupToNotify, RunSheet } from '../../application/bookings/notify-carriers.ts';
import {
  type PlainBooking,
  pieceCount,
  totalGrams,
  travellingItems,
} from '../../domain/bookings/booking.ts';
import { gramsPerKg } from '../../domain/bookings/item.ts';
import { csvText } from '../../domain/csv/csv-text.ts';
import { Owner, presentOwner } from '../members/owner.ts';
import { presentUnstoredAddress, UnstoredAddressReply } from '../places/address.ts';
import { PickupRequests, requestsOf } from './members-booking.ts';

const Pickup = Type.Object({
  id: Type.Integer(),
  courier: Type.String(),
  connote: Type.Union([Type.String(), Type.Null()]),
  member: Owner,
  is_cancelled: Type.Boolean(),
  hours: Type.Object({ from: Type.String(), to: Type.String() }),
  sender: UnstoredAddressReply,
  receiver: UnstoredAddressReply,
  pieces: Type.Integer(),
  weight: Type.Number({ description: 'Kilograms' }),
  instructions: Type.String({ description: 'For the pickup' }),
  ...PickupRequests.properties,
});

export const RunSheetReply = Type.Object(
  { carrier: Type.String(), day: Type.String(), pickups: Type.Array(Pickup) },
  { $id: 'RunSheet' },
);

export function presentRunSheet({
  carrier,
  pickupDate,
  pickups,
}: RunSheet): Static<typeof RunSheetReply> {
  return { carrier, day: pickupDate, pickups: pickups.map(presentPickup) };
}

function presentPickup({ booking, member }: PickupToNotify): Static<typeof Pickup> {
  return {
    id: booking.id,
    courier: booking.confirmation?.carrier ?? '',
    connote: booking.connote ?? null,
    member: presentOwner(member),
    is_cancelled: booking.status === 'cancelled',
    hours: booking.confirmation?.pickupTime ?? { from: '', to: '' },
    sender: presentUnstoredAddress(booking.sender),
    receiver: presentUnstoredAddress(booking.receiver),
    ...freightOf(booking),
    instructions: booking.pickupInstructions,
    ...requestsOf(booking),
  };
}

function freightOf(booking: PlainBooking): { pieces: number; weight: number } {
  const items = travellingItems(booking);
  return { pieces: pieceCount(items), weight: totalGrams(items) / gramsPerKg };
}

const head = [
  ...['pickup_date', 'carrier', 'from', 'to', 'booking', 'connote', 'requests', 'pickup_number'],
  ...['company', 'contact', 'phone', 'address', 'suburb', 'state', 'postcode'],
  ...['pieces', 'weight_kg', 'deliver_to', 'deliver_to_postcode', 'instructions'],
];

export function runSheetsCsv(sheets: readonly RunSheet[]): string {
  const rows = sheets.flatMap((sheet) =>
    sheet.pickups.map(({ booking }) => {
      const { sender, receiver, confirmation } = booking;
      const { pieces, weight } = freightOf(booking);
      const { unsaid, pickup_number } = requestsOf(booking);
      return [
        ...[sheet.pickupDate, sheet.carrier, confirmation?.pickupTime.from],
        ...[confirmation?.pickupTime.to, booking.id, booking.connote],
        ...[unsaid.join(' '), pickup_number, sender.companyName, sender.name, sender.phone],
        ...[sender.street, sender.suburb, sender.state, sender.postcode, pieces, weight],
        ...[receiver.suburb, receiver.postcode, booking.pickupInstructions],
      ];
    }),
  );
  return csvText([head, ...rows]);
}
