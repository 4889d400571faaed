// The orders of lists of bookings that people choose.
import type { Sorting } from '../sorting.ts';

export const bookingOrders = ['booked', 'carrier', 'price', 'status'] as const;

export type BookingOrder = Sorting<(typeof bookingOrders)[number]>;
