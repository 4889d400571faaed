// How a request selects a payment method: `payment_method` as a string, or the older `payment` object. Interface,
// "confirm booking": `bankcard_<id>` is the card with that card_id, `wallet_<id>` the wallet with that agreement_id.
import { Type } from 'typebox';
import type { DocumentReader } from '../../domain/document-reader.ts';
import {
  findPaymentChoice,
  type PaymentChoice,
  paymentChoiceName,
  paymentMethodId,
} from '../../domain/payments/payment-method.ts';
import { shownValue } from '../../domain/shown-value.ts';

export const PaymentMethodText = Type.String({
  pattern: '^(credit|demo|(bankcard|wallet)_[1-9]\\d{0,14})$',
  examples: ['credit'],
  description:
    'credit, demo, or the id of a saved payment method: bankcard_<number> or wallet_<number>',
});

const how = 'Send credit, demo, or the id of a saved payment method, such as bankcard_12.';

/** The choice is undefined if the request has none or it is unreadable; the reader then has the issue. */
export function parsePayment(reader: DocumentReader): {
  input: PaymentChoice | undefined;
  field: string;
} {
  const named = parsePaymentMethod(reader);
  const payment = reader.object('payment');
  const given = payment === undefined ? undefined : parsePaymentObject(payment);
  if (
    named !== undefined &&
    given !== undefined &&
    paymentChoiceName(named) !== paymentChoiceName(given)
  ) {
    reader.complain(
      'payment',
      `says ${paymentChoiceName(given)}, but payment_method says ${paymentChoiceName(named)}. Send one of them.`,
    );
  }
  if (named !== undefined || given === undefined) return { input: named, field: 'payment_method' };
  return { input: given, field: `payment.${given.kind === 'card' ? 'card_id' : 'agreement_id'}` };
}

export function parsePaymentMethod(reader: DocumentReader): PaymentChoice | undefined {
  const text = reader.text('payment_method').toLowerCase();
  if (text === '') return undefined;
  return (
    findPaymentChoice(text) ??
    reader.complain('payment_method', `${shownValue(text)} is not known. ${how}`)
  );
}

function parsePaymentObject(reader: DocumentReader): PaymentChoice | undefined {
  const method = reader.choice('method', ['card', 'wallet', 'credit', 'demo']);
  if (method === undefined || method === 'credit' || method === 'demo')
    return method === undefined ? undefined : { kind: method };
  const field = method === 'card' ? 'card_id' : 'agreement_id';
  const id = reader.wholeNumber(field);
  reader.require(field);
  if (id === undefined) return undefined;
  return { kind: method, id: paymentMethodId(id) };
}
