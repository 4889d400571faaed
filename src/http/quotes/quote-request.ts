// Reads the quote request of POST /bookings and related endpoints. Numeric text, nulls and blanks are accepted here
// only; afterwards there are integers. Unreadable fields stay with the request and are rejected together with
// incomplete ones, so that a client sees every wrong field at once.
import { type TSchema, Type } from 'typebox';
import type { BookingChange } from '../../application/bookings/update-booking.ts';
import type { QuoteRequest } from '../../application/quotes/quote-request.ts';
import { longestReference, mostItemLines } from '../../domain/bookings/booking.ts';
import { mentionsAuthorityToLeave } from '../../domain/bookings/instructions.ts';
import { DocumentReader, longestLine, longestText } from '../../domain/document-reader.ts';
import { onceForFrozen } from '../../domain/frozen.ts';
import { centsOfDollars } from '../../domain/money.ts';
import { confirmationShapes, payingNeeds } from '../bookings/confirm.ts';
import { ItemBody, parseItem } from '../bookings/item.ts';
import { AddressBody, parseAddress, StreamAddressBody } from '../places/address.ts';
import { amountOrText, sentText } from '../server/values.ts';

/** Options of a booking besides addresses and items, for creating and for changing it. */
export const choiceShapes = {
  declared_value: Type.Optional(amountOrText('Value of the goods in AUD')),
  insured_value: Type.Optional(amountOrText('Used when declared_value is missing')),
  include_warranty: Type.Optional(
    Type.Boolean({ default: true, description: 'Cover for the declared value' }),
  ),
  tailgate_pickup: Type.Optional(Type.Boolean({ default: false })),
  tailgate_delivery: Type.Optional(Type.Boolean({ default: false })),
  description: Type.Optional(sentText(longestText, { description: 'Description of the goods' })),
  customer_reference: Type.Optional(
    sentText(longestReference, {
      description: 'Your own number for the shipment, such as a purchase order',
    }),
  ),
  special_instructions: Type.Optional(sentText(longestLine)),
  pickup_instructions: Type.Optional(sentText(longestLine, { description: 'For the driver' })),
  notifications: Type.Optional(
    Type.Object(
      { email: Type.Optional(Type.Boolean()), sms: Type.Optional(Type.Boolean()) },
      { $id: 'NotificationsInput' },
    ),
  ),
  options: Type.Optional(
    Type.Object(
      {
        authority_to_leave: Type.Optional(Type.Boolean()),
        disable_cache: Type.Optional(Type.Boolean()),
      },
      { $id: 'QuoteOptions' },
    ),
  ),
};

const quoteShapes = <Address extends TSchema>(address: Address) => ({
  sender: address,
  receiver: address,
  items: Type.Array(ItemBody, { minItems: 1, maxItems: mostItemLines }),
  ...choiceShapes,
  referrer: Type.Optional(sentText(longestText, { description: 'Where the request comes from' })),
  requesting_site: Type.Optional(sentText(longestText, { description: "The shop's address" })),
});

const quoteExample = {
  sender: { postcode: '2000', suburb: 'SYDNEY', type: 'business', country: 'AU' },
  receiver: { postcode: '3000', suburb: 'MELBOURNE', type: 'residential', country: 'AU' },
  items: [{ description: 'Carton', weight: 5, length: 40, width: 35, height: 25, quantity: 1 }],
  declared_value: 100,
};

/** Published in the OpenAPI document. `parseQuoteRequest` reads the bodies and accepts more than these shapes. */
export const StreamRequestBody = Type.Object(quoteShapes(StreamAddressBody), {
  $id: 'StreamRequest',
  examples: [quoteExample],
});

/** A booking may be paid for on creation; see `parsePaidCreate`. */
export const QuoteRequestBody = Type.Object(
  {
    ...quoteShapes(AddressBody),
    ...confirmationShapes,
  },
  { $id: 'QuoteRequest', examples: [quoteExample], ...payingNeeds },
);

/** A frozen body yields a frozen request, so that its plan can be cached with it. */
export function parseQuoteRequest(body: unknown): QuoteRequest {
  const isRepeated = typeof body === 'object' && body !== null && Object.isFrozen(body);
  return isRepeated ? readRepeated(body) : readRequest(body);
}

const readRepeated = onceForFrozen((body: object) => Object.freeze(readRequest(body)));

function readRequest(body: unknown): QuoteRequest {
  const reader = new DocumentReader(body);
  const receiver = reader.object('receiver');
  if (receiver === undefined) reader.complain('receiver', 'is missing. Send it.');
  const sender = reader.object('sender');
  const items = reader.list('items', mostItemLines);
  if (items === undefined || items.count === 0)
    reader.complain('items', 'must be a list of at least one item.');
  const choices = parseChoices(reader, { sender, receiver });
  const { description, customerReference, notifications } = choices;
  const { specialInstructions, pickupInstructions } = choices;
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
    customerReference,
    specialInstructions,
    pickupInstructions,
    notifications: { email: notifications.email ?? false, sms: notifications.sms ?? false },
    referrer: reader.text('referrer'),
    requestingSite: reader.text('requesting_site'),
    issues: reader.issues,
  };
}

type Texts = Pick<
  QuoteRequest,
  'description' | 'customerReference' | 'specialInstructions' | 'pickupInstructions'
>;

export type Choices = Texts &
  Omit<BookingChange, 'sender' | 'receiver' | 'lines' | 'lineCount' | 'issues' | keyof Texts>;

export function parseChoices(
  reader: DocumentReader,
  ends: { sender: DocumentReader | undefined; receiver: DocumentReader | undefined },
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
    customerReference: reader.text('customer_reference', longestReference),
    specialInstructions: reader.text('special_instructions', longestLine),
    pickupInstructions: reader.text('pickup_instructions', longestLine),
    notifications: {
      email: notifications?.flagIfAny('email'),
      sms: notifications?.flagIfAny('sms'),
    },
  };
}

/** A tailgate can be requested in two places; undefined when both are missing. */
function either(one: boolean | undefined, other: boolean | undefined): boolean | undefined {
  return one === undefined ? other : one || (other ?? false);
}
