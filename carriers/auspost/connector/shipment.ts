// A shipment of the Shipping and Tracking interface: how a booking becomes one, and how one is read.
import type {
  BookAnswer,
  CarrierAccount,
  CarrierReply,
  ConsignmentRequest,
  FindAnswer,
} from '../../../src/application/ports.ts';
import { isDangerous } from '../../../src/domain/bookings/dangerous-goods.ts';
import {
  type Answer,
  at,
  badAnswer,
  centsAt,
  jsonOf,
  listAt,
  requiredText,
  textAt,
} from '../../../src/domain/connectors/carrier-answer.ts';
import {
  bookingLines,
  singlePieces,
  streetLines,
} from '../../../src/domain/connectors/piece-line.ts';
import type { Address } from '../../../src/domain/places/address.ts';
import { packagingType, productOf } from './account.ts';
import { errorsOf, notFound, sentenceOf } from './errors.ts';

const longestLine = 40;
const longestName = 40;

function party(address: Address) {
  const { name, companyName, street, suburb, state, postcode, phone, email } = address;
  return {
    name: (name || companyName).slice(0, longestName),
    ...(companyName === '' ? {} : { business_name: companyName.slice(0, longestName) }),
    lines: streetLines(street, longestLine, 3),
    suburb,
    state,
    postcode,
    ...(phone === '' ? {} : { phone: phone.replaceAll(/[^\d+]/g, '').slice(0, 20) }),
    ...(email === '' ? {} : { email: email.slice(0, 50) }),
  };
}

export function shipmentBody(account: CarrierAccount, order: ConsignmentRequest) {
  const { reference, booking, confirmation } = order;
  const pieces = singlePieces(bookingLines(booking.items));
  const hasDangerousGoods = isDangerous(booking);
  return {
    shipment_reference: reference,
    customer_reference_1: reference,
    sender_references: [reference],
    email_tracking_enabled: booking.notifications.email && booking.receiver.email !== '',
    from: party(booking.sender),
    to: party(booking.receiver),
    movement_type: 'DESPATCH',
    items: pieces.map((piece, n) => ({
      item_reference: `${reference}-${n + 1}`,
      product_id: productOf(account, confirmation.carrier),
      length: piece.lengthCm,
      width: piece.widthCm,
      height: piece.heightCm,
      weight: piece.weightKg,
      cubic_volume: piece.cubicMetres,
      packaging_type: packagingType(piece),
      authority_to_leave: booking.authorityToLeave,
      allow_partial_delivery: true,
      contains_dangerous_goods: hasDangerousGoods,
      ...(hasDangerousGoods ? { transportable_by_air: false } : {}),
      ...(booking.description === '' ? {} : { item_description: booking.description.slice(0, 50) }),
    })),
  };
}

export function bookAnswer(reply: CarrierReply, { reference }: ConsignmentRequest): BookAnswer {
  const errors = errorsOf(reply);
  if (reply.status >= 400) return { rejected: sentenceOf(errors, reply) };
  const shipments = listAt(jsonOf(reply.bytes), 'shipments');
  const shipment =
    shipments.find((one) => textAt(one, 'shipment_reference') === reference) ?? shipments[0];
  if (shipment === undefined) throw badAnswer('no shipment in the answer');
  return { booked: consignmentOf(shipment) };
}

/** Shipments of one reference on a page; there is one, or none. */
export const mostFound = 10;

/**
 * Believes that a shipment is not there only when the carrier says so in so many words: its own error, or a list that is
 * complete and holds others. Whatever else comes proves nothing, and a second consignment could follow from it.
 */
export function foundShipment(reply: CarrierReply, { reference }: ConsignmentRequest): FindAnswer {
  const errors = errorsOf(reply);
  if (errors.some(({ code }) => code === notFound)) return 'absent';
  if (reply.status >= 400) throw badAnswer(sentenceOf(errors, reply));
  const shipments = at(jsonOf(reply.bytes), 'shipments');
  if (!Array.isArray(shipments)) throw badAnswer('no list of shipments');
  const references = shipments.map((one) => requiredText(one, 'shipment_reference'));
  const shipment: Answer = shipments[references.indexOf(reference)];
  if (shipment !== undefined) return { booked: consignmentOf(shipment) };
  if (shipments.length >= mostFound) throw badAnswer('more shipments than were asked for');
  return 'absent';
}

function consignmentOf(shipment: Answer) {
  const items = listAt(shipment, 'items');
  const pieces = items.map((item) => requiredText(item, 'tracking_details', 'article_id'));
  const connote = textAt(items[0], 'tracking_details', 'consignment_id') || (pieces[0] ?? '');
  const priceCents = centsAt(shipment, 'shipment_summary', 'total_cost');
  return { carrierId: requiredText(shipment, 'shipment_id'), connote, pieces, priceCents };
}
