// The id of an order: bookings and orders name each other.
export type OrderId = number & { readonly brand: 'OrderId' };

export const orderId = (id: number): OrderId => id as OrderId;
