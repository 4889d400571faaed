// What a caller sends to confirm a booking.
import type { ConfirmRequest } from '../../domain/bookings/confirmation.ts';
import type { OrderId } from '../../domain/orders/order-id.ts';
import type { PaymentChoice } from '../../domain/payments/payment-method.ts';

export type ConfirmInput = ConfirmRequest & {
  payment: PaymentChoice | undefined;
  /** The confirmation is refused if this order has since been linked to another booking. */
  linkedOrderId?: OrderId | undefined;
};
