// The orders of lists of bookings that people choose.

export const bookingOrders = ['booked', 'carrier', 'price', 'status'] as const;

export type BookingOrder = { by: (typeof bookingOrders)[number]; isDescending: boolean };
