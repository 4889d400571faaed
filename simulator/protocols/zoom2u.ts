// Zoom2u: a bearer key, capitalised names in requests and lower-case ones in answers, a few with hyphens
// (`tracking-link`, `error-code`). Times are UTC.
import { dollars } from '../../src/domain/money.ts';
import { isoDate } from '../../src/domain/time/calendar.ts';
import { hourMs } from '../../src/domain/time/durations.ts';
import { localTime } from '../../src/domain/time/time-zone.ts';
import type { TrackingStage } from '../../src/domain/tracking/stage.ts';
import { missing, textAt } from '../body.ts';
import type { Desk, Simulated } from '../desk.ts';
import { type Answer, type Call, json } from '../exchange.ts';
import type { Consignment, End, Price } from '../price-book.ts';
import { type Protocol, row } from '../protocol.ts';
import type { Shipment } from '../shipments.ts';

const credentials = { apiKey: 'sim-zoom2u-key' };

/** Each speed's price as a percentage of the sample price. */
const speeds: Readonly<Record<string, number>> = { 'Same day': 100, '3 hour': 125, VIP: 180 };
const vehicles = ['Bike', 'Car', 'Van'];

/** Assumed weight and sides of each package type, because the protocol has neither. */
const sizes: Readonly<Record<string, readonly [string, number, number, number, number]>> = {
  Documents: ['Envelope', 0.5, 32, 23, 2],
  Bag: ['Bag', 5, 40, 30, 20],
  Box: ['Carton', 10, 40, 40, 40],
  Flowers: ['Carton', 3, 60, 30, 30],
  Custom: ['Carton', 15, 60, 50, 40],
};

export const zoom2u: Simulated = { carrier: 'zoom2u', name: 'Zoom2u', open };

function open(desk: Desk): Protocol {
  return {
    basePath: '',
    credentials,
    routes: [
      row('POST', '/api/v1/delivery/quote', 'quote', (call) => quote(desk, call)),
      row('POST', '/api/v1/delivery/create', 'book', (call) => create(desk, call)),
      row(
        'POST',
        '/api/v1/delivery/cancel/:reference',
        'cancel',
        (call) => cancel(desk, call),
        'nothing',
      ),
      row('GET', '/api/v1/delivery/status/:reference', 'track', (call) => status(desk, call)),
    ],
    authenticate: ({ headers }) =>
      headers.authorization === `Bearer ${credentials.apiKey}` ? 'welcome' : 'unknown',
    refuse: ({ kind, status: code, sentence }) =>
      refuse(kind.replaceAll('_', '').toUpperCase(), sentence, {}, code),
  };
}

function refuse(
  code: string,
  message: string,
  modelState: Record<string, string[]> = {},
  status = 400,
): Answer {
  return json({ 'error-code': code, message, modelState }, status);
}

/** A price needs the places; a delivery also needs the names. */
const stopFields = {
  quote: ['Suburb', 'State', 'Postcode'],
  delivery: ['ContactName', 'Phone', 'Street', 'Suburb', 'State', 'Postcode'],
};

function readDelivery(
  desk: Desk,
  body: unknown,
  purpose: keyof typeof stopFields,
): Consignment | Answer {
  const gone = missing(body, [
    'PackageDescription',
    'ReadyDateTime',
    'VehicleType',
    'PackageType',
    ...['Pickup', 'Dropoff'].flatMap((stop) =>
      stopFields[purpose].map((field) => `${stop}.${field}`),
    ),
  ]);
  const modelState: Record<string, string[]> = {};
  for (const field of gone) modelState[field] = [`The ${field} field is required.`];
  const readyMs = Date.parse(textAt(body, 'ReadyDateTime'));
  if (gone.length === 0) {
    if (!vehicles.includes(textAt(body, 'VehicleType')))
      modelState.VehicleType = ['Unknown vehicle.'];
    if (sizes[textAt(body, 'PackageType')] === undefined)
      modelState.PackageType = ['Unknown package.'];
    if (!Number.isFinite(readyMs)) modelState.ReadyDateTime = ['Not a date and time.'];
  }
  if (Object.keys(modelState).length > 0) {
    return refuse('INVALIDREQUEST', 'The request is invalid.', modelState);
  }
  if (readyMs < desk.nowMs() - hourMs) {
    return refuse('TOOLATE', 'It is too late for a pickup at this time.');
  }
  const [packaging = 'Carton', kg = 0, lengthCm = 0, widthCm = 0, heightCm = 0] =
    sizes[textAt(body, 'PackageType')] ?? [];
  // Customers order a van for loads that do not fit a car, so count four packages.
  const quantity = textAt(body, 'VehicleType') === 'Van' ? 4 : 1;
  const parcel = { quantity, kg, lengthCm, widthCm, heightCm, packaging };
  return { from: stopOf(body, 'Pickup'), to: stopOf(body, 'Dropoff'), parcels: [parcel] };
}

const stopOf = (body: unknown, stop: string): End => ({
  suburb: textAt(body, `${stop}.Suburb`),
  postcode: textAt(body, `${stop}.Postcode`),
  state: textAt(body, `${stop}.State`),
  country: 'AU',
  isResidential: false,
});

function rate(desk: Desk, call: Call, delivery: Consignment): Price | Answer {
  const price = desk.rate(call, 'zoom2u', delivery);
  return price.isPriced ? price : refuse('OUTOFAREA', `We do not deliver there: ${price.sentence}`);
}

const priceOf = ({ priceCents }: Price, percent: number): number =>
  Math.round((priceCents * percent) / 100);

function quote(desk: Desk, call: Call): Answer {
  const delivery = readDelivery(desk, call.body, 'quote');
  if ('status' in delivery) return delivery;
  const price = rate(desk, call, delivery);
  if ('status' in price) return price;
  const ready = Date.parse(textAt(call.body, 'ReadyDateTime'));
  const at = (hours: number): string => new Date(ready + hours * hourMs).toISOString();
  return json(
    Object.entries(speeds).map(([deliverySpeed, percent], n) => ({
      deliverySpeed,
      price: dollars(priceOf(price, percent)),
      deliveredBy: at([8, 3, 1][n] ?? 8),
      earliestPickupEta: at(0.5),
      earliestDropEta: at(1),
    })),
  );
}

function create(desk: Desk, call: Call): Answer {
  const delivery = readDelivery(desk, call.body, 'delivery');
  if ('status' in delivery) return delivery;
  const speed = textAt(call.body, 'DeliverySpeed');
  const percent = speeds[speed];
  if (percent === undefined) {
    const modelState = { DeliverySpeed: [`One of ${Object.keys(speeds).join(', ')}.`] };
    return refuse('INVALIDREQUEST', 'The request is invalid.', modelState);
  }
  const price = rate(desk, call, delivery);
  if ('status' in price) return price;
  const day = isoDate(localTime('Australia/Sydney', desk.nowMs()).day).replaceAll('-', '');
  const reference = `Z${day}${String(desk.shipments.nextSerial()).padStart(6, '0')}`;
  const trackingCode = desk.random.text(9).toUpperCase();
  const priceCents = priceOf(price, percent);
  desk.shipments.add({
    number: reference,
    id: reference,
    articles: [trackingCode],
    reference: textAt(call.body, 'PurchaseOrderNumber'),
    service: speed,
    consignment: delivery,
    priceCents,
    sent: call.body,
  });
  const link = `${call.baseUrl}/track/${trackingCode}`;
  return json({ reference, price: dollars(priceCents), 'tracking-link': link, trackingCode });
}

const unknown = (reference: string | undefined): Answer =>
  refuse('NOTFOUND', `There is no delivery ${reference}.`, {}, 404);

function cancel(desk: Desk, { params }: Call): Answer {
  const shipment = desk.shipments.find(params.reference ?? '');
  if (shipment === undefined) return unknown(params.reference);
  if (desk.hasLeft(shipment)) {
    return refuse('TOOLATE', 'The delivery has been picked up and cannot be cancelled.');
  }
  shipment.cancelledAtMs ??= desk.nowMs();
  return json({ ok: true });
}

const statuses: Readonly<Record<TrackingStage, string>> = {
  pending: 'Unassigned',
  picked_up: 'Picked up',
  in_transit: 'Picked up',
  out_for_delivery: 'On Route to Dropoff',
  delivered: 'Dropped Off',
  futile: 'Tried to deliver',
  check_address: 'On Hold - With Courier',
  damaged: 'Returning',
};

function status(desk: Desk, call: Call): Answer {
  const shipment = desk.shipments.find(call.params.reference ?? '');
  return shipment === undefined
    ? unknown(call.params.reference)
    : json(present(desk, shipment, call));
}

function present(desk: Desk, shipment: Shipment, call: Call) {
  const last = desk.passed(shipment).at(-1);
  const isCancelled = shipment.cancelledAtMs !== undefined;
  const changedAtMs = shipment.cancelledAtMs ?? last?.atMs ?? shipment.createdAtMs;
  return {
    reference: shipment.number,
    status: isCancelled ? 'Cancelled' : statuses[last?.stage ?? 'pending'],
    statusChangeDateTime: new Date(changedAtMs).toISOString(),
    purchaseOrderNumber: shipment.reference,
    'tracking-link': `${call.baseUrl}/track/${shipment.articles[0]}`,
    proofOfDeliveryPhotoUrl: null,
    signatureUrl: null,
    courier: last?.stage === 'pending' ? null : { name: 'Sim', phone: '0400000000' },
  };
}
