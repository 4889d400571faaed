// Orders as shops send them: prices as text with thousands commas, an integer `order_id`, nested or flat `delivery`,
// times in several formats, 0 for no booking. A blank value means that the shop does not know it; only the fields
// that identify the order and its price must have a value. A missing field is rejected if the interface requires it.
import { Type } from 'typebox';
import type { NamedOrderInput, OrderInput } from '../../application/orders/save-order.ts';
import { bookingId, mostItemLines } from '../../domain/bookings/booking.ts';
import { correctedCourier } from '../../domain/carriers/courier-id.ts';
import { DocumentReader, longestLine, longestText } from '../../domain/document-reader.ts';
import { centsOfDollars } from '../../domain/money.ts';
import type { OrderChange, OrderShipping } from '../../domain/orders/order.ts';
import { addressTypes } from '../../domain/places/address.ts';
import { type Issue, refuseInvalid } from '../../domain/refusal.ts';
import { homeZone } from '../../domain/time/home-clock.ts';
import { findInstant } from '../../domain/time/instant-text.ts';
import { itemFields, parseItem } from '../bookings/item.ts';
import { findClockText } from '../server/clock-text.ts';
import {
  addressType as addressTypeShape,
  countryCode,
  neededText,
  numberOrText,
  phone,
  recordId,
  sentText,
} from '../server/values.ts';

/** Long enough for all skus or titles of a large order in one string. */
const longestGoods = 10_000;
const mostSaleDollars = 100_000_000;

const OptionalText = Type.Optional(sentText());
const OptionalLine = Type.Optional(sentText(longestLine));
const OptionalPhone = Type.Optional(phone());
const OptionalGoods = Type.Optional(sentText(longestGoods));
const Postcode = Type.String({ maxLength: 20, examples: ['3000'] });

/** The shop's local time, or an instant. */
const orderTime = Type.String({
  pattern:
    '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|1\\d|2[0-8])[ T]([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(Z|[+-](0\\d|1[0-3]):?[0-5]\\d)?$',
  examples: ['2026-11-15 09:00:00'],
  description: "YYYY-MM-DD HH:MM:SS on Sydney's clock, or ISO 8601 with an offset",
});

const orderAmount = numberOrText(
  { least: 0, most: mostSaleDollars },
  '^(\\d{1,8}|\\d{1,2}(,\\d{3}){1,2})(\\.\\d{1,2})?$',
  'AUD; thousands may be separated by commas in a text',
);

const externalNumber = Type.Unsafe<string | number>({
  oneOf: [
    { type: 'string', pattern: '\\S', maxLength: 255 },
    { type: 'integer', minimum: 1, maximum: 999_999_999_999_999 },
  ],
  description: "The shop's own number of the order",
});

const { quantity, ...optionalMeasures } = itemFields;
const ItemsBody = Type.Array(
  Type.Object(
    { ...Type.Partial(Type.Object(optionalMeasures)).properties, quantity },
    { $id: 'OrderItemInput' },
  ),
  {
    maxItems: mostItemLines,
    description: "Absent values come from the key's default item sizes",
  },
);

const DeliveryBody = Type.Object(
  { name: OptionalText, email: OptionalText, phone: OptionalPhone, address: OptionalLine },
  { $id: 'DeliveryInput' },
);

const orderExample = {
  order_id: 'WC-1042',
  imported_from: 'WooCommerce',
  purchased_time: '2026-11-15 09:00:00',
  paid_time: '2026-11-15 09:05:00',
  sale_price: 120.5,
  buyer_name: 'Jane Citizen',
  buyer_email: 'jane@example.com',
  delivery_name: 'Jane Citizen',
  delivery_email: 'jane@example.com',
  delivery_phone: '0400000000',
  delivery_address: '2 Collins St',
  shipping_city: 'MELBOURNE',
  shipping_postcode: '3000',
  items: [{ description: 'Carton', weight: 5, length: 40, width: 35, height: 25, quantity: 1 }],
};

/**
 * Published in the OpenAPI document. `parseOrder` reads the bodies and accepts more than this shape. Delivery and
 * place are optional if a booking is attached; a nested `delivery` is also read.
 */
export const OrderBody = Type.Object(
  {
    order_id: externalNumber,
    imported_from: neededText(longestText, { description: 'The platform, such as WooCommerce' }),
    purchased_time: orderTime,
    paid_time: orderTime,
    sale_price: orderAmount,
    courier_price: Type.Optional(orderAmount),
    buyer_name: sentText(),
    buyer_email: sentText(),
    delivery: Type.Optional(DeliveryBody),
    delivery_name: sentText(),
    delivery_email: sentText(),
    delivery_phone: phone(),
    delivery_address: sentText(longestLine),
    shipping_first_name: OptionalText,
    shipping_last_name: OptionalText,
    shipping_company: OptionalText,
    shipping_address: OptionalLine,
    shipping_address2: OptionalLine,
    shipping_city: sentText(),
    shipping_postcode: Postcode,
    shipping_state: OptionalText,
    shipping_country: Type.Optional(countryCode()),
    shipping_email: OptionalText,
    shipping_phone: OptionalPhone,
    address_type: Type.Optional(addressTypeShape),
    goods_summary: OptionalGoods,
    goods_dump: OptionalGoods,
    items: Type.Optional(ItemsBody),
    transdirect_order_id: Type.Optional(recordId('The booking to attach')),
    selected_courier: OptionalText,
    last_updated: Type.Optional(orderTime),
  },
  { $id: 'OrderRequest', examples: [orderExample] },
);

/** Interface, POST /api/orders: required, and needed to identify the order. */
const neverBlank = ['order_id', 'imported_from', 'purchased_time', 'sale_price'] as const;
/** Required, but the value may be blank. */
const alwaysSent = ['paid_time', 'buyer_name', 'buyer_email'] as const;
/** Required unless the attached booking's receiver or an earlier version of the order has them. */
const filledByBooking = [
  'delivery_name',
  'delivery_email',
  'delivery_phone',
  'delivery_address',
  'shipping_postcode',
  'shipping_city',
] as const;

/** Reads a new or repeated order with every field that the interface requires. */
export function parseOrder(body: unknown): NamedOrderInput {
  const reader = new DocumentReader(body);
  const delivery = reader.object('delivery');
  reader.require(...neverBlank);
  for (const field of alwaysSent) if (!reader.isSent(field)) missing(reader, field);
  const input = readOrderInput(reader, delivery);
  const others = reader.issues.length;
  if (others > 0 && input.bookingId !== undefined) return named(input, reader.issues);
  for (const field of filledByBooking) if (!isSent(reader, delivery, field)) missing(reader, field);
  // Report these fields if others are wrong too. Otherwise an earlier version of the order or the booking may supply
  // them.
  return others > 0
    ? named(input, reader.issues)
    : { ...named(input, []), neededWhenNew: reader.issues };
}

/** Reads one order of a sync. Only the fields that identify it are required. */
export function parseSyncedOrder(body: unknown): NamedOrderInput {
  const reader = new DocumentReader(body);
  reader.require('order_id', 'imported_from');
  return named(readOrderInput(reader, reader.object('delivery')), reader.issues);
}

/** Reads the fields to change. */
export function parseOrderChange(body: unknown): OrderInput {
  const reader = new DocumentReader(body);
  const input = readOrderInput(reader, reader.object('delivery'));
  refuseInvalid(reader.issues);
  return input;
}

const simpleSource = 'API';

/** Reads the short form: order number, receiver and items. The receiver is also the buyer. */
export function parseSimpleOrder(body: unknown): NamedOrderInput {
  const reader = new DocumentReader(body);
  const receiver = reader.object('receiver');
  reader.require('order_id', 'items');
  if (receiver === undefined) missing(reader, 'receiver');
  const input = readOrderInput(reader, undefined);
  const text = (field: string, longest?: number): string => receiver?.text(field, longest) ?? '';
  const [name, email, phone] = [text('name'), text('email'), text('phone')];
  const address = text('address', longestLine);
  const simple: OrderInput = {
    ...input,
    importedFrom: input.importedFrom ?? simpleSource,
    change: {
      ...input.change,
      buyerName: name,
      buyerEmail: email,
      delivery: { name, email, phone, address },
      shipping: {
        companyName: text('company_name'),
        email,
        phone,
        address,
        city: text('suburb'),
        postcode: text('postcode', 20),
        state: text('state'),
        country: countryOf(text('country', 60)),
        type: receiver === undefined ? undefined : addressType(receiver, 'type'),
      },
    },
  };
  return named(simple, reader.issues);
}

export const SimpleOrderBody = Type.Object(
  {
    order_id: externalNumber,
    receiver: Type.Object(
      {
        name: OptionalText,
        company_name: OptionalText,
        email: OptionalText,
        phone: OptionalPhone,
        address: OptionalLine,
        suburb: OptionalText,
        postcode: Type.Optional(Postcode),
        state: OptionalText,
        country: Type.Optional(countryCode()),
        type: Type.Optional(addressTypeShape),
      },
      { $id: 'OrderReceiverInput' },
    ),
    items: ItemsBody,
    imported_from: OptionalText,
    sale_price: Type.Optional(orderAmount),
    goods_summary: OptionalGoods,
    purchased_time: Type.Optional(orderTime),
    paid_time: Type.Optional(orderTime),
  },
  {
    $id: 'SimpleOrderRequest',
    examples: [
      {
        order_id: '1042',
        receiver: { name: 'Jane Citizen', suburb: 'MELBOURNE', postcode: '3000', country: 'AU' },
        items: orderExample.items,
      },
    ],
  },
);

function missing(reader: DocumentReader, field: string): void {
  reader.complain(field, 'is missing. Send it.');
}

function named(input: OrderInput, issues: readonly Issue[]): NamedOrderInput {
  refuseInvalid(issues);
  const { number = '', importedFrom = '' } = input;
  return { ...input, number, importedFrom };
}

const flatDelivery = /^delivery_(.+)$/;
/** Some programs put the suburb and postcode inside `delivery`. */
const nestedPlace: Readonly<Record<string, string>> = {
  shipping_city: 'suburb',
  shipping_postcode: 'postcode',
};

function isSent(
  reader: DocumentReader,
  delivery: DocumentReader | undefined,
  field: string,
): boolean {
  const nested = flatDelivery.exec(field)?.[1] ?? nestedPlace[field] ?? field;
  return reader.isSent(field) || (delivery?.isSent(nested) ?? false);
}

/** Some programs send 0 for a missing number. */
function attachedBooking(reader: DocumentReader): number | undefined {
  const id = reader.wholeNumber('transdirect_order_id');
  if (id !== undefined && id < 0)
    reader.complain('transdirect_order_id', 'must be the id of a booking.');
  return id === undefined || id <= 0 ? undefined : id;
}

function readOrderInput(reader: DocumentReader, delivery: DocumentReader | undefined): OrderInput {
  const id = attachedBooking(reader);
  const items = reader.list('items', mostItemLines);
  return {
    number: reader.text('order_id') || undefined,
    importedFrom: reader.text('imported_from') || undefined,
    bookingId: id === undefined ? undefined : bookingId(id),
    selectedCarrier: correctedCourier(reader.text('selected_courier').toLowerCase()) || undefined,
    updatedAtMs: readTime(reader, 'last_updated', (text) => findInstant(text, homeZone)),
    change: readChange(reader, delivery),
    items:
      items === undefined || items.count === 0
        ? undefined
        : { entries: items.entries.map(parseItem), count: items.count },
  };
}

function readChange(
  reader: DocumentReader,
  delivery: DocumentReader | undefined,
): Omit<OrderChange, 'items'> {
  const of = (field: string, longest?: number): string =>
    delivery?.text(field, longest) || reader.text(`delivery_${field}`, longest);
  const saleCents = readCents(reader, 'sale_price');
  return {
    ...(saleCents === undefined ? {} : { saleCents }),
    carrierCents: readCents(reader, 'courier_price'),
    purchasedTime: readTime(reader, 'purchased_time', findClockText) ?? '',
    paidTime: reader.isSent('paid_time')
      ? (readTime(reader, 'paid_time', findClockText) ?? '')
      : undefined,
    goodsSummary: reader.text('goods_summary', longestGoods),
    goodsDump: reader.text('goods_dump', longestGoods) || undefined,
    buyerName: reader.text('buyer_name'),
    buyerEmail: reader.text('buyer_email'),
    delivery: {
      name: of('name'),
      email: of('email'),
      phone: of('phone'),
      address: of('address', longestLine),
    },
    shipping: readShipping(reader, delivery),
  };
}

function readShipping(reader: DocumentReader, delivery: DocumentReader | undefined): OrderShipping {
  const text = (field: string, longest?: number): string =>
    reader.text(`shipping_${field}`, longest);
  const place = (field: string, nested: string, longest?: number): string =>
    text(field, longest) || (delivery?.text(nested, longest) ?? '');
  return {
    firstName: text('first_name'),
    lastName: text('last_name'),
    companyName: text('company'),
    email: text('email'),
    phone: text('phone'),
    address: text('address', longestLine),
    address2: text('address2', longestLine),
    city: place('city', 'suburb'),
    postcode: place('postcode', 'postcode', 20),
    state: place('state', 'state'),
    country: countryOf(place('country', 'country', 60)),
    type: addressType(reader, 'address_type'),
  };
}

/** Also accepts shops' own names for the two types. */
function addressType(reader: DocumentReader, field: string): OrderShipping['type'] {
  if (reader.text(field).toLowerCase() === 'commercial') return 'business';
  return reader.has(field) ? reader.choice(field, addressTypes) : undefined;
}

function countryOf(text: string): string {
  return /^(au|aus|australia)$/i.test(text) ? 'AU' : text.length === 2 ? text.toUpperCase() : text;
}

function readCents(reader: DocumentReader, field: string): number | undefined {
  const amount = reader.number(field);
  if (amount === undefined) return undefined;
  if (amount >= 0 && amount <= mostSaleDollars) return centsOfDollars(amount);
  return reader.complain(field, `must be an amount from 0 to ${mostSaleDollars}.`);
}

/** The zero date that databases write for a missing time. */
const noTime = /^0000-00-00/;

function readTime<Time>(
  reader: DocumentReader,
  field: string,
  find: (text: string) => Time | undefined,
): Time | undefined {
  const text = reader.text(field);
  if (text === '' || noTime.test(text)) return undefined;
  return (
    find(text) ??
    reader.complain(
      field,
      `"${text}" is not a time. Send 2026-11-15 09:00:00, or ISO 8601 with an offset.`,
    )
  );
}
