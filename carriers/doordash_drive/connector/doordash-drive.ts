// DoorDash Drive, a same-day courier: quotes, deliveries, cancellation and status. Each request is signed with a token of the
// present time. Deliveries are known by our reference, so a booking whose answer was lost can be found.
import type {
  BookedConsignment,
  CarrierAccount,
  CarrierReply,
  Connector,
  ConsignmentRequest,
  ServiceAbsence,
} from '../../../src/application/ports.ts';
import {
  bookedPrice,
  gstField,
  gstIncluded,
} from '../../../src/domain/connectors/account-setting.ts';
import {
  type Answer,
  badAnswer,
  badRequest,
  findJson,
  jsonOf,
  listAt,
  numberAt,
  requiredText,
  textAt,
} from '../../../src/domain/connectors/carrier-answer.ts';
import { internationalPhone } from '../../../src/domain/connectors/international-phone.ts';
import { isSecretText } from '../../../src/domain/connectors/notice-proof.ts';
import {
  bookingLines,
  type PieceLine,
  pieceLine,
} from '../../../src/domain/connectors/piece-line.ts';
import {
  carrierSentence,
  get,
  post,
  postOnce,
  repeatable,
} from '../../../src/domain/connectors/request.ts';
import {
  courierFee,
  type StreetEnd,
  sameDay,
  streetEnd,
  trialStreets,
} from '../../../src/domain/connectors/same-day.ts';
import { signedToken } from '../../../src/domain/connectors/signed-token.ts';
import { trialPriceToCompare } from '../../../src/domain/connectors/trial-carton.ts';
import { uuidOf } from '../../../src/domain/connectors/uuid-of.ts';
import type { Cents } from '../../../src/domain/money.ts';
import { homeZone } from '../../../src/domain/time/home-clock.ts';
import { findInstant, findWrittenInstant } from '../../../src/domain/time/instant-text.ts';
import { pickupPlace } from '../../../src/domain/time/pickup-place.ts';
import { zoneOf } from '../../../src/domain/time/time-zone.ts';

const service = 'doordash_drive';
const contactFields = ['name', 'street', 'phone'] as const;
const tokenSeconds = 300;
/** Our clock may run ahead of the carrier's, which refuses tokens from the future. */
const clockSlackSeconds = 30;
const poundsPerKilogram = 2.204_622_62;
const centimetresPerInch = 2.54;
const longestInstructions = 1_000;
const longestItemName = 100;
const mostOfAnItem = 100;

export const doordashDrive: Connector = {
  carrier: 'doordash_drive',
  reach: 'domestic',
  services: [{ stringId: service, product: '' }],
  bookingNeeds: { sender: contactFields, receiver: contactFields },
  fields: [
    { name: 'developer_id', label: 'developer id of the access key', isSecret: false },
    { name: 'key_id', label: 'key id of the access key', isSecret: false },
    { name: 'signing_secret', label: 'signing secret of the access key', isSecret: true },
    {
      name: 'webhook_authorization',
      label: 'the Authorization header that the webhook sends, such as "Basic …", if there is one',
      isSecret: true,
      defaultText: '',
    },
    gstField,
  ],
  baseUrl: ({ base_url }) => base_url ?? 'https://openapi.doordash.com/drive/v2',
  authorise: (account, _token, nowMs) => ({ authorization: `Bearer ${tokenAt(account, nowMs)}` }),
  gst: { prices: 'account_setting', evidence: 'no answer or document names GST in Australia' },
  check: function* (account, { nowMs }) {
    const [from, to] = trialStreets;
    const reply = yield quoteRequest(nowMs, from, to, 0, []);
    return trialPriceToCompare(account, feeOf(reply), 'a delivery within Sydney');
  },
  quote: function* (account, { shipment, nowMs }) {
    const [from, to] = [streetEnd(shipment.sender), streetEnd(shipment.receiver)];
    const items = itemsOf(shipment.lines.map(pieceLine), 'Freight');
    const reply = yield quoteRequest(nowMs, from, to, shipment.declaredValueCents, items);
    const absence = absenceOf(reply);
    if (absence !== undefined) return new Map([[service, { absence }]]);
    return new Map([
      [service, { priceCents: gstIncluded(account, feeOf(reply)), transit: sameDay }],
    ]);
  },
  book: function* (account, order, nowMs) {
    const reply = yield postOnce('/deliveries', deliveryOf(order, nowMs));
    if (rejections.has(codeOf(reply))) return { rejected: sentenceOf(reply) };
    return { booked: bookedOf(account, reply) };
  },
  find: function* (account, { reference }) {
    const reply = yield deliveryRequest(reference);
    if (codeOf(reply) === unknownDelivery) return 'absent';
    return { booked: bookedOf(account, reply) };
  },
  cancel: function* (_account, { connote }) {
    const path = `/deliveries/${encodeURIComponent(connote)}/cancel`;
    const reply = yield { ...repeatable('PUT', path), body: { json: {} } };
    const isCancelled = textAt(findJson(reply.bytes), 'reason') === 'delivery_cancelled';
    if (codeOf(reply) === 'cancel_not_allowed' && isCancelled) return 'cancelled';
    if (['cancel_not_allowed', unknownDelivery].includes(codeOf(reply)))
      return { refused: sentenceOf(reply) };
    if (reply.status >= 400) throw badAnswer(sentenceOf(reply));
    const status = requiredText(jsonOf(reply.bytes), 'delivery_status');
    return status === 'cancelled' ? 'cancelled' : { refused: `the delivery is ${status}` };
  },
  track: function* (_account, { connote }) {
    const reply = yield deliveryRequest(connote);
    if (codeOf(reply) === unknownDelivery) return [];
    if (reply.status >= 400) throw badAnswer(sentenceOf(reply));
    const answer = jsonOf(reply.bytes);
    const status = requiredText(answer, 'delivery_status');
    const datetime = textAt(answer, 'updated_at');
    // Times are UTC and end in Z.
    const occurredAtMs = findWrittenInstant(datetime, homeZone);
    return [{ piece: undefined, occurredAtMs, raw: { datetime, status } }];
  },
  readNotice: ({ webhook_authorization = '' }, { header, body }) =>
    isSecretText(webhook_authorization, header('authorization'))
      ? { connote: textAt(findJson(body), 'external_delivery_id') || undefined }
      : 'forged',
};

/** A JSON Web Token, signed with the account's secret. */
function tokenAt(
  { developer_id: iss = '', key_id: kid = '', signing_secret = '' }: CarrierAccount,
  nowMs: number,
): string {
  const iat = Math.floor(nowMs / 1000) - clockSlackSeconds;
  const header = { alg: 'HS256', typ: 'JWT', 'dd-ver': 'DD-JWT-V1' };
  const claims = { aud: 'doordash', iss, kid, iat, exp: iat + tokenSeconds };
  return signedToken(header, claims, signing_secret);
}

function quoteRequest(
  nowMs: number,
  from: StreetEnd,
  to: StreetEnd,
  valueCents: Cents,
  items: readonly DeliveryItem[],
) {
  const quoted = {
    pickup_address: addressText(from),
    ...(from.phone === '' ? {} : { pickup_phone_number: internationalPhone(from.phone) }),
    dropoff_address: addressText(to),
    ...(to.phone === '' ? {} : { dropoff_phone_number: internationalPhone(to.phone) }),
    ...(valueCents === 0 ? {} : { order_value: valueCents }),
    ...(items.length === 0 ? {} : { items }),
  };
  // Each quote needs its own id. It is never accepted: a booking creates a delivery under our reference.
  const external_delivery_id = `quote-${uuidOf([nowMs, quoted])}`;
  return post('/quotes', { external_delivery_id, ...quoted });
}

function deliveryRequest(id: string) {
  return get(`/deliveries/${encodeURIComponent(id)}`);
}

function addressText({ street, suburb, state, postcode }: StreetEnd): string {
  const lines = street.split(/[\n;,]+/).map((line) => line.trim());
  const named = [...lines.filter((line) => line !== ''), `${suburb} ${state} ${postcode}`];
  return [...named, 'Australia'].join(', ');
}

function deliveryOf({ reference, booking, confirmation }: ConsignmentRequest, nowMs: number) {
  const { sender, receiver, items, description, declaredCents } = booking;
  const zone = zoneOf(pickupPlace(sender));
  const opensMs = findInstant(`${confirmation.pickupDate}T${confirmation.pickupTime.from}`, zone);
  return {
    external_delivery_id: reference,
    pickup_address: addressText(sender),
    pickup_business_name: sender.companyName || sender.name,
    pickup_phone_number: internationalPhone(sender.phone),
    pickup_instructions: booking.pickupInstructions.slice(0, longestInstructions),
    pickup_reference_tag: reference,
    dropoff_address: addressText(receiver),
    dropoff_business_name: receiver.companyName,
    dropoff_contact_given_name: receiver.name.replaceAll(/[~`@#$%^&*+=?;[\]{}]/g, ''),
    dropoff_phone_number: internationalPhone(receiver.phone),
    dropoff_instructions: booking.specialInstructions.slice(0, longestInstructions),
    // Without a time, a courier is sent at once.
    ...(opensMs === undefined || opensMs <= nowMs
      ? {}
      : { pickup_time: new Date(opensMs).toISOString() }),
    contactless_dropoff: booking.authorityToLeave,
    action_if_undeliverable: 'return_to_pickup',
    ...(declaredCents === 0 ? {} : { order_value: declaredCents }),
    items: itemsOf(bookingLines(items), description || 'Freight'),
  };
}

type DeliveryItem = ReturnType<typeof itemOf>;

/** A line of more pieces than the carrier allows becomes several. */
function itemsOf(lines: readonly PieceLine[], name: string): DeliveryItem[] {
  return lines.flatMap((line) => {
    const full = Math.floor(line.quantity / mostOfAnItem);
    const rest = line.quantity % mostOfAnItem;
    const quantities = [
      ...new Array<number>(full).fill(mostOfAnItem),
      ...(rest === 0 ? [] : [rest]),
    ];
    return quantities.map((quantity) => itemOf({ ...line, quantity }, name));
  });
}

/** Pounds and inches, rounded up to hundredths. */
function itemOf(line: PieceLine, name: string) {
  const upTo = (value: number): number => Math.ceil(Number((value * 100).toFixed(4))) / 100;
  const inches = (centimetres: number): number => upTo(centimetres / centimetresPerInch);
  return {
    name: name.slice(0, longestItemName),
    quantity: line.quantity,
    weight: upTo(line.weightKg * poundsPerKilogram),
    length: inches(line.lengthCm),
    width: inches(line.widthCm),
    height: inches(line.heightCm),
  };
}

function bookedOf(account: CarrierAccount, reply: CarrierReply): BookedConsignment {
  if (reply.status >= 400) throw badAnswer(sentenceOf(reply));
  const answer = jsonOf(reply.bytes);
  const connote = requiredText(answer, 'external_delivery_id');
  const priceCents = bookedPrice(account, numberAt(answer, 'fee'));
  return { connote, carrierId: textAt(answer, 'support_reference'), pieces: [], priceCents };
}

function feeOf(reply: CarrierReply): Cents {
  if (reply.status >= 400) throw badRequest(sentenceOf(reply));
  const answer = jsonOf(reply.bytes);
  return courierFee(answer, textAt(answer, 'currency'));
}

const invalidDelivery = 'invalid_delivery_parameters';
const unknownDelivery = 'unknown_delivery_id';
/** The carrier has created nothing. A duplicate id is not among them: the delivery exists. */
const rejections: ReadonlySet<string> = new Set([invalidDelivery, 'validation_error']);

/** The reasons for a refused delivery that are about the route. The last, `outside_of_delivery_time`, is about the hour. */
const routeReasons: ReadonlySet<string> = new Set([
  'distance_too_long',
  'pickup_address_not_in_coverage',
  'delivery_address_not_in_coverage',
]);

function absenceOf(reply: CarrierReply): ServiceAbsence['absence'] | undefined {
  if (codeOf(reply) !== invalidDelivery) return undefined;
  const message = sentenceOf(reply);
  const reason = textAt(findJson(reply.bytes), 'reason');
  if (routeReasons.has(reason))
    return { code: 'route_not_served', serviceability: 'no_route', message };
  if (reason !== 'outside_of_delivery_time') return undefined;
  return { code: 'service_not_offered', serviceability: 'no_service', message };
}

function codeOf({ status, bytes }: CarrierReply): string {
  return status >= 400 ? textAt(findJson(bytes), 'code') : '';
}

function sentenceOf(reply: CarrierReply): string {
  const answer = findJson(reply.bytes);
  const texts = ['code', 'reason', 'message'].map((name) => textAt(answer, name));
  return carrierSentence(reply, [...texts, ...fieldErrors(answer)], ' ').slice(0, 200);
}

/** `dropoff_phone_number Invalid phone number format` */
function fieldErrors(answer: Answer): string[] {
  return listAt(answer, 'field_errors').map((one) =>
    [textAt(one, 'field'), textAt(one, 'error')].join(' '),
  );
}
