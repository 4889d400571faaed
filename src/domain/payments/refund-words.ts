// What somebody who was charged for nothing has to hear: how much went from where, and how it comes back.
import { writtenMoney } from '../documents/written.ts';
import type { Payment, PaymentStatus } from './payment.ts';

/** The refund of a charge that was made in vain, as it stands. */
export type RefundState = Pick<Payment, 'amountCents' | 'method' | 'status'>;

/** `$50.00 was charged to bankcard_1 and has been given back` */
export function writtenRefund({ amountCents, method, status }: RefundState): string {
  return `${writtenMoney(amountCents)} was charged to ${method} ${endings[status] ?? onItsWay}`;
}

/** Of whatever is not settled. */
const onItsWay = 'and is being given back; that can take a few days to be seen there';

const endings: Partial<Record<PaymentStatus, string>> = {
  refunded: 'and has been given back',
  refused:
    'and could not be given back there; it is owed to you, and the operator of this service has to pay it another way',
  returned: 'and has been paid back another way',
};
