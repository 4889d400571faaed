// Shipments of the Shipping and Tracking interface: written from a booking, and read from answers.
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

/** The carrier's maximum lengths; it refuses longer texts. */
const longest = { name: 40, line: 40, phone: 20, email: 50, reference: 50, instructions: 128 };

function party(address: Address) {
  const { name, companyName, street, suburb, state, postcode, phone, email } = address;
  return {
    name: (name || companyName).slice(0, longest.name),
    ...(companyName === '' ? {} : { business_name: companyName.slice(0, longest.name) }),
    lines: streetLines(street, longest.line, 3),
    suburb,
    state,
    postcode,
    ...(phone === '' ? {} : { phone: phone.replaceAll(/[^\d+]/g, '').slice(0, longest.phone) }),
    ...(isSendable(email) ? { email } : {}),
  };
}

/** A truncated address could belong to another person, so an address that is too long is left out. */
function isSendable(email: string): boolean {
  return email !== '' && email.length <= longest.email;
}

export function shipmentBody(account: CarrierAccount, order: ConsignmentRequest) {
  const { reference, booking, confirmation } = order;
  const pieces = singlePieces(bookingLines(booking.items));
  const hasDangerousGoods = isDangerous(booking);
  const customerReference = booking.customerReference.slice(0, longest.reference);
  const instructions = booking.specialInstructions.trim().slice(0, longest.instructions);
  return {
    shipment_reference: reference,
    customer_reference_1: reference,
    ...(customerReference === '' ? {} : { customer_reference_2: customerReference }),
    sender_references: [reference],
    email_tracking_enabled: booking.notifications.email && isSendable(booking.receiver.email),
    from: party(booking.sender),
    to: {
      ...party(booking.receiver),
      ...(instructions === '' ? {} : { delivery_instructions: instructions }),
    },
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
  if (shipment !== undefined) return { booked: consignmentOf(shipment) };
  if (errors.length > 0) return { rejected: sentenceOf(errors, reply) };
  throw badAnswer('no shipment in the answer');
}

/** Shipments listed for one reference, which has at most one. */
export const mostFound = 10;

/**
 * Reports `absent` only if the carrier answers with its own "not found" error or with a complete list without our reference.
 * Anything else proves nothing, and booking again could create a second consignment.
 */
export function foundShipment(reply: CarrierReply, { reference }: ConsignmentRequest): FindAnswer {
  const errors = errorsOf(reply);
  if (errors.some(({ code }) => code === notFound)) return 'absent';
  if (reply.status >= 400) throw badAnswer(sentenceOf(errors, reply));
  const shipments = at(jsonOf(reply.bytes), 'shipments');
  if (!Array.isArray(shipments)) throw badAnswer('no list of shipments');
  const shipment: Answer = shipments.find((one) => referencesOf(one).includes(reference));
  if (shipment !== undefined) return { booked: consignmentOf(shipment) };
  if (shipments.length >= mostFound) throw badAnswer('more shipments than were requested');
  return 'absent';
}

/** Shipments without `shipment_reference` are listed too; one without any reference cannot be ruled out. */
function referencesOf(shipment: Answer): readonly string[] {
  const own = textAt(shipment, 'shipment_reference');
  if (own !== '') return [own];
  const senders = listAt(shipment, 'sender_references').map(String);
  const references = [textAt(shipment, 'customer_reference_1'), ...senders].filter(
    (text) => text !== '',
  );
  if (references.length === 0) throw badAnswer('a listed shipment has no reference');
  return references;
}

function consignmentOf(shipment: Answer) {
  const items = listAt(shipment, 'items');
  const pieces = items.map((item) => requiredText(item, 'tracking_details', 'article_id'));
  const connote = textAt(items[0], 'tracking_details', 'consignment_id') || (pieces[0] ?? '');
  const priceCents = centsAt(shipment, 'shipment_summary', 'total_cost');
  return { carrierId: requiredText(shipment, 'shipment_id'), connote, pieces, priceCents };
}
