// What clients send to be quoted: POST /bookings and its relatives. Numeric text, nulls and blanks are accepted here and
// only here; after this there are integers. What can't be understood is kept with the request and refused together with
// what can't be completed, so that a client hears of every wrong field at once.
import { Type } from 'typebox';
import type { BookingChange } from '../../application/bookings/update-booking.ts';
import type { QuoteRequest } from '../../application/quotes/quote-request.ts';
import { mostItemLines } from '../../domain/bookings/booking.ts';
import { mentionsAuthorityToLeave } from '../../domain/bookings/instructions.ts';
import { onceForFrozen } from '../../domain/frozen.ts';
import { centsOfDollars } from '../../domain/money.ts';
import { ItemBody, NumberOrText, parseItem } from '../bookings/item.ts';
import { PaymentMethodText } from '../payments/payment.ts';
import { AddressBody, longestLine, parseAddress } from '../places/address.ts';
import { BodyReader } from '../server/body-reader.ts';

/** What may be said about a booking beside addresses and items, when it is made and when it is changed. */
export const choiceShapes = {
  declared_value: Type.Optional(NumberOrText),
  insured_value: Type.Optional(NumberOrText),
  include_warranty: Type.Optional(Type.Boolean()),
  tailgate_pickup: Type.Optional(Type.Boolean()),
  tailgate_delivery: Type.Optional(Type.Boolean()),
  description: Type.Optional(Type.String()),
  special_instructions: Type.Optional(Type.String()),
  pickup_instructions: Type.Optional(Type.String()),
  notifications: Type.Optional(
    Type.Object({ email: Type.Optional(Type.Boolean()), sms: Type.Optional(Type.Boolean()) }),
  ),
  options: Type.Optional(
    Type.Object({
      authority_to_leave: Type.Optional(Type.Boolean()),
      disable_cache: Type.Optional(Type.Boolean()),
    }),
  ),
};

const quoteShapes = {
  sender: Type.Optional(AddressBody),
  receiver: AddressBody,
  items: Type.Array(ItemBody),
  ...choiceShapes,
  referrer: Type.Optional(Type.String()),
  requesting_site: Type.Optional(Type.String()),
};

/** These are published in the OpenAPI document. Bodies are read by `parseQuoteRequest`, which forgives more than they say. */
export const StreamRequestBody = Type.Object(quoteShapes, { $id: 'StreamRequest' });

/** A booking may be paid for as it is made; see `parsePaidCreate`. */
export const QuoteRequestBody = Type.Object(
  {
    ...quoteShapes,
    payment_method: Type.Optional(PaymentMethodText),
    courier: Type.Optional(Type.String({ description: 'Needed with payment_method' })),
    pickup_date: Type.Optional(Type.String({ description: 'Needed with payment_method' })),
    pickup_time: Type.Optional(Type.String({ description: 'HH:MM-HH:MM' })),
    tier: Type.Optional(Type.Integer()),
  },
  { $id: 'QuoteRequest' },
);

/** A frozen body is read as a frozen request, so that its plan can be kept with it. */
export function parseQuoteRequest(body: unknown): QuoteRequest {
  const isRepeated = typeof body === 'object' && body !== null && Object.isFrozen(body);
  return isRepeated ? readRepeated(body) : readRequest(body);
}

const readRepeated = onceForFrozen((body: object) => Object.freeze(readRequest(body)));

function readRequest(body: unknown): QuoteRequest {
  const reader = new BodyReader(body);
  const receiver = reader.object('receiver');
  if (receiver === undefined) reader.complain('receiver', 'is missing. Send it.');
  const sender = reader.object('sender');
  const items = reader.list('items', mostItemLines);
  if (items === undefined || items.count === 0)
    reader.complain('items', 'must be a list of at least one item.');
  const choices = parseChoices(reader, { sender, receiver });
  const { description, specialInstructions, pickupInstructions, notifications } = choices;
  return {
    sender: sender === undefined ? undefined : parseAddress(sender),
    receiver: receiver === undefined ? undefined : parseAddress(receiver),
    items: (items?.entries ?? []).map(parseItem),
    itemLines: items?.count ?? 0,
    declaredCents: choices.declaredCents ?? 0,
    declaredField: choices.declaredField,
    includesWarranty: choices.includesWarranty ?? true,
    tailgatePickup: choices.tailgatePickup ?? false,
    tailgateDelivery: choices.tailgateDelivery ?? false,
    authorityToLeave:
      (choices.authorityToLeave ?? false) || mentionsAuthorityToLeave(specialInstructions),
    usesCache: choices.usesCache ?? true,
    description,
    specialInstructions,
    pickupInstructions,
    notifications: { email: notifications.email ?? false, sms: notifications.sms ?? false },
    referrer: reader.text('referrer'),
    requestingSite: reader.text('requesting_site'),
    issues: reader.issues,
  };
}

type Texts = Pick<QuoteRequest, 'description' | 'specialInstructions' | 'pickupInstructions'>;

export type Choices = Texts &
  Omit<BookingChange, 'sender' | 'receiver' | 'lines' | 'lineCount' | 'issues' | keyof Texts>;

export function parseChoices(
  reader: BodyReader,
  ends: { sender: BodyReader | undefined; receiver: BodyReader | undefined },
): Choices {
  const options = reader.object('options');
  const notifications = reader.object('notifications');
  const insured = reader.number('insured_value');
  const declared = reader.number('declared_value') ?? insured;
  const isInsuredMeant = insured !== undefined && !reader.has('declared_value');
  const disablesCache = options?.flagIfAny('disable_cache');
  return {
    declaredCents: declared === undefined ? undefined : centsOfDollars(declared),
    declaredField: isInsuredMeant ? 'insured_value' : undefined,
    includesWarranty: reader.flagIfAny('include_warranty'),
    tailgatePickup: either(reader.flagIfAny('tailgate_pickup'), ends.sender?.flagIfAny('tailgate')),
    tailgateDelivery: either(
      reader.flagIfAny('tailgate_delivery'),
      ends.receiver?.flagIfAny('tailgate'),
    ),
    authorityToLeave: options?.flagIfAny('authority_to_leave'),
    usesCache: disablesCache === undefined ? undefined : !disablesCache,
    description: reader.text('description'),
    specialInstructions: reader.text('special_instructions', longestLine),
    pickupInstructions: reader.text('pickup_instructions', longestLine),
    notifications: {
      email: notifications?.flagIfAny('email'),
      sms: notifications?.flagIfAny('sms'),
    },
  };
}

/** A tailgate can be asked for in two places; it is wanted when it is in one, and unknown when in none. */
function either(one: boolean | undefined, other: boolean | undefined): boolean | undefined {
  return one === undefined ? other : one || (other ?? false);
}
