// Our own reasons beside the words of gateways and carriers.
import type { OwnReason } from '../domain/own-reason.ts';

/** The words of a reason of ours; other words stay as they are. */
export function reasonWords(reason: string): string {
  return Object.hasOwn(sentences, reason) ? sentences[reason as OwnReason] : reason;
}

const sentences: Readonly<Record<OwnReason, string>> = {
  no_answer: 'no answer in time',
  other_gateway: 'another gateway has this payment than the one in use',
  method_unusable: 'This saved payment method can no longer be charged. Save it again.',
  account_disconnected: 'the account with the carrier is no longer connected; connect it again',
  own_account_closed: 'your own account with it cannot be opened; connect it again',
  switched_off: 'it takes no bookings at present',
  test_money: 'it is a connected carrier, and a payment by the test gateway moves no money',
  numbers_used_up: 'its range of consignment numbers is used up',
  charged_late: 'charged after it was given up',
  hold_expired: 'the hold expired',
  refund_unconfirmed: 'The payment gateway has not confirmed this refund. Try again later.',
  unmarked: 'it was marked as paid another way by mistake',
  cancelled_with_carrier: 'cancelled with the carrier',
  no_manifest_document: 'The carrier is not connected, or provides no document',
};
