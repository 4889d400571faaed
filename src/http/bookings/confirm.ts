// What confirming asks for: a carrier, a pickup date and who pays. Interface, "confirm booking": the date's name has a
// hyphen in the older generation, and may have an underscore in the newer.
import { Type } from 'typebox';
import type { ConfirmInput } from '../../application/bookings/plan-confirmation.ts';
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
 * What confirming takes, here and where a booking is paid for as it is created. Each field is published under one name:
 * two names with different values contradict each other. `pickup-date`, `pickup-time` and the older `payment` object are
 * read as well.
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

/** Interface, "create booking": a payment method needs a carrier and a day, a demo neither. */
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

/** Published in the OpenAPI document; read by `parseConfirm`, which forgives more than this says. */
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
  // A demo needs nothing said.
  const reader = new DocumentReader(body ?? {});
  const input = readConfirm(reader, generation.pickupDateKeys.confirm);
  const { wish: payment, field } = parsePayment(reader);
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

/** What creating asks for when it is also to be paid for; undefined when it is only to be quoted. */
export function parsePaidCreate(body: unknown, generation: Generation): PaidCreate | undefined {
  // A body that is no object is refused where it is read as a quote.
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return undefined;
  const reader = new DocumentReader(body);
  if (!reader.has('payment_method')) return undefined;
  const payment = parsePaymentMethod(reader);
  const input = { ...readConfirm(reader, generation.pickupDateKeys.create), payment };
  return { input, issues: reader.issues };
}

/** What could not be read is in the reader's issues. */
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

/** A field that has several names. Where two of them say different things nobody knows which is meant. */
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
