// An order on the wire. Interface, "Order": `transdirect_order_id` is the booking's id and `order_id` is the shop's
// own number. Our times have an offset with a colon; the shop's two times have no offset. v5 also shows the receiver,
// the items, and what is missing before the order can be booked.
import { type Static, Type } from 'typebox';
import type { OrderReceiver } from '../../application/orders/order-readiness.ts';
import { gramsPerKg, spelledPackaging } from '../../domain/bookings/item.ts';
import { dollars } from '../../domain/money.ts';
import { type Order, type OrderItem, orderStatuses } from '../../domain/orders/order.ts';
import { homeZone } from '../../domain/time/home-clock.ts';
import { timestampWithColon } from '../../domain/time/timestamp.ts';
import { presentUnstoredAddress, UnstoredAddressReply } from '../places/address.ts';
import { addressType, clockText, instant, orNull, wordOf } from '../server/values.ts';

const NullableText = orNull(Type.String());
const NullableNumber = orNull(Type.Number());

const fields = {
  id: Type.Integer(),
  order_id: Type.String({ description: "The shop's own number" }),
  transdirect_order_id: Type.Union([Type.Integer(), Type.Null()], {
    description: 'The booking it is attached to',
  }),
  transdirect_member_id: Type.Integer(),
  transdirect_order_status: wordOf(orderStatuses),
  imported_from: Type.String(),
  imported_time: instant(),
  purchased_time: orNull(clockText("YYYY-MM-DD HH:MM:SS on Sydney's clock")),
  paid_time: orNull(clockText("YYYY-MM-DD HH:MM:SS on Sydney's clock")),
  sale_price: Type.Number(),
  courier_price: Type.Number(),
  selected_courier: NullableText,
  goods_summary: Type.String(),
  goods_dump: NullableText,
  buyer_name: Type.String(),
  buyer_email: Type.String(),
  delivery: Type.Object({
    name: Type.String(),
    email: Type.String(),
    phone: Type.String(),
    address: Type.String(),
  }),
  last_updated: instant(),
};

export const OrderReply = Type.Object(fields);

export const DetailedOrderReply = Type.Object(
  {
    ...fields,
    shipping: Type.Object({
      first_name: Type.String(),
      last_name: Type.String(),
      company: Type.String(),
      email: Type.String(),
      phone: Type.String(),
      address: Type.String(),
      address2: Type.String(),
      city: Type.String(),
      postcode: Type.String(),
      state: Type.String(),
      country: Type.String(),
      type: orNull(addressType),
    }),
    items: Type.Array(
      Type.Object({
        description: NullableText,
        weight: NullableNumber,
        length: NullableNumber,
        width: NullableNumber,
        height: NullableNumber,
        quantity: Type.Integer(),
        sku: Type.String(),
      }),
    ),
    receiver: Type.Object(
      {
        ...UnstoredAddressReply.properties,
        country: Type.String({ description: 'ISO 3166-1 alpha-2, or as the shop wrote it' }),
      },
      {
        $id: 'OrderReceiver',
        description: 'The destination of a booking for this order, from the shop’s data',
      },
    ),
    not_ready: Type.Array(Type.String(), {
      description: 'What a booking of this order still needs; empty if it can be booked',
    }),
  },
  { $id: 'Order' },
);

const tenthMmPerCm = 100;

export function presentOrder(order: Order): Static<typeof OrderReply> {
  const { details } = order;
  const { name, email, phone, address } = details.delivery;
  return {
    id: order.id,
    order_id: order.number,
    transdirect_order_id: order.bookingId ?? null,
    transdirect_member_id: order.memberId,
    transdirect_order_status: order.status,
    imported_from: order.importedFrom,
    imported_time: timestampWithColon(order.importedAtMs, homeZone),
    purchased_time: details.purchasedTime,
    paid_time: details.paidTime ?? null,
    sale_price: dollars(details.saleCents),
    courier_price: dollars(details.carrierCents ?? 0),
    selected_courier: order.selectedCarrier ?? null,
    goods_summary: details.goodsSummary,
    goods_dump: details.goodsDump ?? null,
    buyer_name: details.buyerName,
    buyer_email: details.buyerEmail,
    delivery: { name, email, phone, address },
    last_updated: timestampWithColon(order.updatedAtMs, homeZone),
  };
}

/** The receiver that a booking of the order would have, and what prevents the booking. */
export type OrderReadiness = { receiver: OrderReceiver; obstacles: readonly string[] };

export function presentDetailedOrder(
  order: Order,
  { receiver, obstacles }: OrderReadiness,
): Static<typeof DetailedOrderReply> {
  const { shipping, items } = order.details;
  return {
    ...presentOrder(order),
    shipping: {
      first_name: shipping.firstName,
      last_name: shipping.lastName,
      company: shipping.companyName,
      email: shipping.email,
      phone: shipping.phone,
      address: shipping.address,
      address2: shipping.address2,
      city: shipping.city,
      postcode: shipping.postcode,
      state: shipping.state,
      country: shipping.country,
      type: shipping.type ?? null,
    },
    items: items.map(presentOrderItem),
    receiver: presentUnstoredAddress(receiver),
    not_ready: [...obstacles],
  };
}

function descriptionOf({ packaging, ...item }: OrderItem): string | null {
  return packaging === undefined ? null : spelledPackaging({ packaging, ...item });
}

function presentOrderItem(item: OrderItem) {
  const scaled = (value: number | undefined, scale: number): number | null =>
    value === undefined ? null : value / scale;
  return {
    description: descriptionOf(item),
    weight: scaled(item.weightGrams, gramsPerKg),
    length: scaled(item.lengthTenthMm, tenthMmPerCm),
    width: scaled(item.widthTenthMm, tenthMmPerCm),
    height: scaled(item.heightTenthMm, tenthMmPerCm),
    quantity: item.quantity,
    sku: item.sku,
  };
}
