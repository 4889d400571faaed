// Zoom2u, a same-day courier: prices by speed, deliveries, cancellation and status. It takes a street in parts; a street
// that cannot be split goes into the last part. The interface cannot find a delivery by our reference.
import type { CarrierReply, Connector } from '../../../src/application/ports.ts';
import { gstField, gstIncluded } from '../../../src/domain/connectors/account-setting.ts';
import {
  type Answer,
  at,
  badAnswer,
  badRequest,
  centsAt,
  findJson,
  jsonOf,
  requiredText,
  saysNotThere,
  textAt,
  textOf,
} from '../../../src/domain/connectors/carrier-answer.ts';
import { packagingFamilyName } from '../../../src/domain/connectors/piece-line.ts';
import {
  carrierSentence,
  get,
  post,
  postOnce,
  repeatable,
} from '../../../src/domain/connectors/request.ts';
import { trialPriceToCompare } from '../../../src/domain/connectors/trial-carton.ts';
import type { Address } from '../../../src/domain/places/address.ts';
import type { ShipmentEnd } from '../../../src/domain/quotes/shipment.ts';
import { findInstant, findWrittenInstant } from '../../../src/domain/time/instant-text.ts';
import { pickupPlace } from '../../../src/domain/time/pickup-place.ts';
import { zoneOf } from '../../../src/domain/time/time-zone.ts';

const service = 'zoom2u';
const transit = { text: 'Same day', minDays: 0, maxDays: 0 };
/** The largest weight and side that fit on a bike and into a car. */
const bike = { grams: 5_000, mm: 350 };
const car = { grams: 25_000, mm: 1_000 };

export const zoom2u: Connector = {
  carrier: 'zoom2u',
  reach: 'domestic',
  services: [{ stringId: service, product: '' }],
  bookingNeeds: { sender: ['name', 'street', 'phone'], receiver: ['name', 'street', 'phone'] },
  fields: [
    { name: 'api_key', label: 'the API key', isSecret: true },
    {
      name: 'delivery_speed',
      label: 'which speed is sold: Same day, 3 hour or VIP',
      isSecret: false,
      defaultText: 'Same day',
    },
    gstField,
  ],
  baseUrl: ({ base_url }) => base_url ?? 'https://api.zoom2u.com',
  authorise: ({ api_key = '' }) => ({ authorization: `Bearer ${api_key}` }),
  check: function* (account, { nowMs }) {
    const { delivery_speed = '' } = account;
    const sydney = place({ suburb: 'SYDNEY', state: 'NSW', postcode: '2000' });
    const reply = yield quoteRequest(delivery_speed, nowMs, 'Bike', 'Documents', sydney, sydney);
    if (isRefused(reply)) throw badRequest(sentenceOf(reply));
    const [offer] = speedsOf(reply);
    if (offer === undefined) throw badAnswer('no speed with a price');
    return trialPriceToCompare(account, offer.cents, `${offer.speed} delivery within Sydney`);
  },
  gst: { prices: 'account_setting', evidence: 'no answer or document names GST' },
  quote: function* (account, { shipment, nowMs, today, pickupDate }) {
    const { sender, receiver } = shipment;
    const { delivery_speed = '' } = account;
    // Local time at the pickup address: now, or the morning of the first pickup day.
    const zone = zoneOf(pickupPlace(sender));
    const readyMs =
      pickupDate === today ? nowMs : (findInstant(`${pickupDate}T09:00`, zone) ?? nowMs);
    const vehicle = vehicleFor(shipment.weightGrams, shipment.longestMm);
    const kind = packageType(shipment.lines[0]?.packaging ?? 0);
    const reply = yield quoteRequest(
      delivery_speed,
      readyMs,
      vehicle,
      kind,
      place(sender),
      place(receiver),
    );
    // Zoom2u publishes no code for a place that it does not serve.
    if (isRefused(reply)) throw badRequest(sentenceOf(reply));
    const wanted = speedsOf(reply).find(
      ({ speed }) => speed.toLowerCase() === delivery_speed.toLowerCase(),
    );
    if (wanted === undefined) return new Map();
    return new Map([[service, { priceCents: gstIncluded(account, wanted.cents), transit }]]);
  },
  book: function* (account, { reference, booking, confirmation }, nowMs) {
    const { delivery_speed = '' } = account;
    const { sender, receiver, items } = booking;
    const zone = zoneOf(pickupPlace(sender));
    const { pickupDate, pickupTime } = confirmation;
    const pickupMs = findInstant(`${pickupDate}T${pickupTime.from}`, zone);
    if (pickupMs === undefined) return { rejected: 'the pickup time cannot be understood' };
    // The carrier refuses a time that has passed, such as the start of a window that is open.
    const readyMs = Math.max(pickupMs, nowMs);
    const grams = items.reduce((sum, item) => sum + item.weightGrams * item.quantity, 0);
    const longestMm =
      Math.max(
        ...items.flatMap((item) => [item.lengthTenthMm, item.widthTenthMm, item.heightTenthMm]),
      ) / 10;
    const reply = yield postOnce('/api/v1/delivery/create', {
      PurchaseOrderNumber: reference,
      PackageDescription: booking.description || 'Freight',
      DeliverySpeed: delivery_speed,
      ReadyDateTime: new Date(readyMs).toISOString(),
      VehicleType: vehicleFor(grams, longestMm),
      PackageType: packageType(items[0]?.packaging ?? 0),
      Pickup: party(sender, booking.pickupInstructions),
      Dropoff: party(receiver, booking.specialInstructions),
    });
    if (isRefused(reply)) return { rejected: sentenceOf(reply) };
    const answer = jsonOf(reply.bytes);
    const connote = requiredText(answer, 'reference');
    const cents = centsAt(answer, 'price');
    const priceCents = cents === undefined ? undefined : gstIncluded(account, cents);
    const carrierId = textAt(answer, 'trackingCode');
    return { booked: { connote, carrierId, pieces: [], priceCents } };
  },
  cancel: function* (_account, { connote }) {
    const path = `/api/v1/delivery/cancel/${encodeURIComponent(connote)}`;
    const reply = yield repeatable('POST', path);
    if (reply.status >= 300 || isRefused(reply)) return { refused: sentenceOf(reply) };
    if (reply.bytes.length > 0) jsonOf(reply.bytes);
    return 'cancelled';
  },
  reportsProof: true,
  track: function* (_account, { connote }) {
    const reply = yield get(`/api/v1/delivery/status/${encodeURIComponent(connote)}`);
    // Zoom2u does not know a new delivery for a moment.
    if (saysNotThere(reply)) return [];
    if (isRefused(reply)) throw badAnswer(sentenceOf(reply));
    const answer = jsonOf(reply.bytes);
    const status = textAt(answer, 'status');
    if (status === '') return [];
    const datetime = textAt(answer, 'statusChangeDateTime');
    // Times are UTC, with or without a Z.
    const isMarked = /z|[+-]\d\d:?\d\d$/i.test(datetime);
    const occurredAtMs = findWrittenInstant(
      isMarked ? datetime : `${datetime}Z`,
      'Australia/Sydney',
    );
    const proofUrl = textAt(answer, 'signatureUrl') || textAt(answer, 'proofOfDeliveryPhotoUrl');
    const raw = { datetime, status };
    return [{ piece: undefined, occurredAtMs, raw, ...(proofUrl === '' ? {} : { proofUrl }) }];
  },
};

type Placed = ReturnType<typeof place>;

function quoteRequest(
  speed: string,
  readyMs: number,
  vehicle: string,
  kind: string,
  from: Placed,
  to: Placed,
) {
  return post('/api/v1/delivery/quote', {
    PackageDescription: 'Freight',
    DeliverySpeed: speed,
    ReadyDateTime: new Date(readyMs).toISOString(),
    VehicleType: vehicle,
    PackageType: kind,
    Pickup: from,
    Dropoff: to,
  });
}

function place({ suburb, state, postcode }: Pick<ShipmentEnd, 'suburb' | 'state' | 'postcode'>) {
  return { Suburb: suburb, State: state, Postcode: postcode, Country: 'Australia' };
}

/** "4/216 Flinders Lane", "Unit 4, 216 Flinders Lane"; a street without a number stays whole. */
function party(address: Address, notes: string) {
  const [, unit = '', number = '', street = address.street] =
    /^(?:(?:unit|suite|level|shop)?\s*([0-9A-Za-z-]+)\s*[,/]\s*)?(\d+[A-Za-z]?(?:-\d+)?)\s+(.+)$/i.exec(
      address.street.trim(),
    ) ?? [];
  return {
    ContactName: address.name || address.companyName,
    Email: address.email,
    Phone: address.phone,
    UnitNumber: unit,
    StreetNumber: number,
    Street: street,
    ...place(address),
    Notes: notes,
  };
}

function vehicleFor(grams: number, longestMm: number): 'Bike' | 'Car' | 'Van' {
  if (grams <= bike.grams && longestMm <= bike.mm) return 'Bike';
  return grams <= car.grams && longestMm <= car.mm ? 'Car' : 'Van';
}

function packageType(packaging: number): 'Documents' | 'Bag' | 'Box' | 'Custom' {
  const family = packagingFamilyName(packaging);
  if (family === 'Envelope') return 'Documents';
  if (family === 'Bag' || family === 'Satchel') return 'Bag';
  return family === 'Carton' ? 'Box' : 'Custom';
}

function speedsOf(reply: CarrierReply): { speed: string; cents: number }[] {
  const answer = jsonOf(reply.bytes);
  const speeds = (Array.isArray(answer) ? answer : []).flatMap((one) => {
    const cents = centsAt(one, 'price');
    return cents === undefined || cents <= 0
      ? []
      : [{ speed: textAt(one, 'deliverySpeed'), cents }];
  });
  if (speeds.length === 0) throw badAnswer('no speed with a price');
  return speeds;
}

/** An error code or invalid fields mean a refusal even with a success status. */
function isRefused({ status, bytes }: CarrierReply): boolean {
  const answer = errorJson(bytes);
  return (
    status >= 400 ||
    textAt(answer, 'error-code') !== '' ||
    Object.hasOwn(Object(answer), 'modelState')
  );
}

/** Zoom2u's errors may have a trailing comma, which JSON does not allow. */
function errorJson(bytes: Uint8Array): Answer {
  const text = textOf(bytes).replaceAll(/,(\s*[}\]])/g, '$1');
  return findJson(new TextEncoder().encode(text));
}

function sentenceOf(reply: CarrierReply): string {
  const answer = errorJson(reply.bytes);
  const fields = at(answer, 'modelState');
  const named = typeof fields === 'object' && fields !== null ? Object.values(fields).flat() : [];
  const texts = ['error-code', 'message'].map((name) => textAt(answer, name));
  return carrierSentence(reply, [...texts, ...named.map(String)]);
}
