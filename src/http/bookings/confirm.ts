// The body that confirms a booking: carrier, pickup date and payment. Interface, "confirm booking": v4 spells the
// date with a hyphen, v5 accepts a hyphen or an underscore.
import { Type } from 'typebox';
import type { ConfirmInput } from '../../application/bookings/confirm-input.ts';
import { correctedCourier } from '../../domain/carriers/courier-id.ts';
import { DocumentReader, longestText } from '../../domain/document-reader.ts';
import { orderId } from '../../domain/orders/order-id.ts';
import { type Issue, refuseInvalid } from '../../domain/refusal.ts';
import { PaymentMethodText, parsePayment, parsePaymentMethod } from '../payments/payment.ts';
import type { Generation } from '../server/generation.ts';
import { day, pickupHours } from '../server/values.ts';

const pickupDateNames = ['pickup-date', 'pickup_date'] as const;
const pickupTimeKeys = ['pickup-time', 'pickup_time'] as const;

/**
 * Fields for confirming a booking, also used where a booking is created and paid for in one request. Each field is
 * published under one name, because two names with different values contradict each other. `pickup-date`,
 * `pickup-time` and the older `payment` object are also read.
 */
export const confirmationShapes = {
  courier: Type.Optional(
    Type.String({
      maxLength: longestText,
      examples: ['toll'],
      description: 'A key of quotes. A demo booking needs none',
    }),
  ),
  pickup_date: Type.Optional(
    day('One of the pickup_dates of the quote. pickup-date is accepted too'),
  ),
  pickup_time: Type.Optional(pickupHours),
  tier: Type.Optional(
    Type.Integer({ minimum: 1, description: 'The identifier of a frequent-rate tier' }),
  ),
  payment_method: Type.Optional(PaymentMethodText),
};

/** Interface, "create booking": a payment method requires a carrier and a pickup date, except for a demo. */
export const payingNeeds = {
  dependentSchemas: {
    payment_method: {
      anyOf: [
        { properties: { payment_method: { const: 'demo' } } },
        { properties: { courier: {}, pickup_date: {} }, required: ['courier', 'pickup_date'] },
      ],
    },
  },
};

/** Published in the OpenAPI document. `parseConfirm` reads the bodies and accepts more than this shape. */
export const ConfirmBody = Type.Object(
  {
    ...confirmationShapes,
    linked_order_id: Type.Optional(
      Type.Integer({
        minimum: 1,
        description:
          "The id (ours, not the shop's number) of the order that is booked: refused with 409 when it is not linked to this booking any more, so that two people do not book it twice",
      }),
    ),
  },
  {
    $id: 'Confirm',
    examples: [{ courier: 'toll', pickup_date: '2026-11-18', payment_method: 'credit' }],
  },
);

const { pickup_date, pickup_time, ...sameInBoth } = ConfirmBody.properties;

export const V4ConfirmBody = Type.Object(
  { ...sameInBoth, 'pickup-date': pickup_date, 'pickup-time': pickup_time },
  {
    $id: 'Confirm',
    examples: [{ courier: 'toll', 'pickup-date': '2026-11-18', payment_method: 'credit' }],
  },
);

export function parseConfirm(body: unknown, generation: Generation): ConfirmInput {
  // A demo booking can be confirmed without a body.
  const reader = new DocumentReader(body ?? {});
  const input = readConfirm(reader, generation.pickupDateKeys.confirm);
  const { input: payment, field } = parsePayment(reader);
  const linked = reader.wholeNumber('linked_order_id');
  refuseInvalid(reader.issues);
  return {
    ...input,
    payment,
    linkedOrderId: linked === undefined ? undefined : orderId(linked),
    fields: { ...input.fields, payment: field },
  };
}

export type PaidCreate = { input: ConfirmInput; issues: readonly Issue[] };

/** The payment part of a create request; undefined if the booking is only to be quoted. */
export function parsePaidCreate(body: unknown, generation: Generation): PaidCreate | undefined {
  // The parser of the quote request rejects a body that is not an object.
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
  const reader = new DocumentReader(body);
  if (!reader.has('payment_method')) return undefined;
  const payment = parsePaymentMethod(reader);
  const input = { ...readConfirm(reader, generation.pickupDateKeys.create), payment };
  return { input, issues: reader.issues };
}

/** Unreadable fields are reported in the reader's issues. */
function readConfirm(
  reader: DocumentReader,
  dateKeys: readonly [string, ...string[]],
): Omit<ConfirmInput, 'payment'> {
  const date = readSpelt(reader, dateKeys, 'YYYY-MM-DD');
  const time = readSpelt(reader, pickupTimeKeys, 'HH:MM-HH:MM');
  const unread = pickupDateNames.find((name) => !dateKeys.includes(name) && reader.has(name));
  return {
    carrier: correctedCourier(reader.text('courier')),
    tier: reader.wholeNumber('tier'),
    pickupDate: date.text,
    pickupTime: time.text,
    fields: {
      carrier: 'courier',
      tier: 'tier',
      pickupDate: date.key,
      pickupTime: time.key,
      unreadPickupDate: unread,
    },
  };
}

/**
 * Reads a field that has several names. Different values under two names are ambiguous, so they are rejected.
 */
function readSpelt(
  reader: DocumentReader,
  keys: readonly [string, ...string[]],
  form: string,
): { key: string; text: string } {
  const [first = { key: keys[0], text: '' }, ...others] = keys
    .filter((key) => reader.has(key))
    .map((key) => ({ key, text: reader.text(key, undefined, form) }));
  for (const { key, text } of others) {
    if (text !== '' && first.text !== '' && text !== first.text)
      reader.complain(key, `says ${text}, but ${first.key} says ${first.text}. Send one of them.`);
  }
  return first;
}
