// DoorDash Drive: a token signed by the customer for each request, deliveries under the customer's own id, money in cents,
// and errors with a code. Times are UTC.
import { createHmac } from 'node:crypto';
import type { TrackingStage } from '../../src/domain/tracking/stage.ts';
import { isTrueAt, missing, numberAt, textAt } from '../body.ts';
import type { Desk, Simulated } from '../desk.ts';
import { type Answer, type Call, json } from '../exchange.ts';
import type { Consignment, End, Price } from '../price-book.ts';
import { type Admission, type Notice, type Protocol, row } from '../protocol.ts';
import type { Shipment } from '../shipments.ts';

const key = {
  developerId: 'sim-developer',
  keyId: 'sim-key',
  signingSecret: Buffer.from('simulated-doordash-signing-secret').toString('base64url'),
};
const webhookAuthorization = `Basic ${btoa('linehaul:sim-doordash-webhook')}`;
/** Tokens may last this long. */
const mostTokenSeconds = 1_800;

export const doordashDrive: Simulated = { carrier: 'doordash_drive', name: 'DoorDash Drive', open };

function open(desk: Desk): Protocol {
  return {
    basePath: '/drive/v2',
    credentials: { ...key, webhookAuthorization },
    routes: [
      row('POST', '/quotes', 'quote', (call) => quote(desk, call)),
      row('POST', '/deliveries', 'book', (call) => create(desk, call)),
      row('GET', '/deliveries/:id', 'track', (call) => status(desk, call)),
      row('PUT', '/deliveries/:id/cancel', 'cancel', (call) => cancel(desk, call)),
    ],
    authenticate: ({ headers }) => admit(headers.authorization ?? ''),
    refuse: ({ kind, status: code, sentence }) =>
      refuse(refusalCodes[kind] ?? kind, sentence, code),
    notice: (shipment) => notice(desk, shipment),
  };
}

const refusalCodes: Readonly<Record<string, string>> = {
  unauthorised: 'authentication_error',
  expired: 'authentication_error',
  server_error: 'service_fault',
  not_readable: 'validation_error',
};

function refuse(code: string, message: string, status: number, more: object = {}): Answer {
  return json({ code, message, ...more }, status);
}

/**
 * Checks signature, names and lifetime. A token's times are not compared with the clock, because only the simulator's
 * clock can be moved.
 */
function admit(authorization: string): Admission {
  const [header = '', claims = '', signature = ''] = authorization
    .replace(/^Bearer\s+/, '')
    .split('.');
  const secret = Buffer.from(key.signingSecret, 'base64url');
  const right = createHmac('sha256', secret).update(`${header}.${claims}`).digest('base64url');
  if (signature !== right) return 'unknown';
  const { alg, 'dd-ver': version } = decoded(header);
  const { aud, iss, kid, iat, exp } = decoded(claims);
  const lifetime = Number(exp) - Number(iat);
  const isSound =
    alg === 'HS256' &&
    version === 'DD-JWT-V1' &&
    aud === 'doordash' &&
    iss === key.developerId &&
    kid === key.keyId;
  return isSound && lifetime > 0 && lifetime <= mostTokenSeconds ? 'welcome' : 'unknown';
}

function decoded(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Record<string, unknown>;
}

const addressShape =
  /^(?<street>.+), (?<suburb>[^,]+) (?<state>[A-Z]{2,3}) (?<postcode>\d{4})(?:, Australia)?$/;

/** Undefined if the text is not an address with a street. */
function endOf(text: string): End | undefined {
  const { suburb, state, postcode } = addressShape.exec(text)?.groups ?? {};
  if (suburb === undefined || state === undefined || postcode === undefined) return undefined;
  return { suburb, state, postcode, country: 'AU', isResidential: false };
}

const parcel = { quantity: 1, kg: 5, lengthCm: 40, widthCm: 30, heightCm: 20, packaging: 'Bag' };

const invalid = (fields: readonly string[], error: string): Answer =>
  refuse('validation_error', 'Validation Failed', 400, {
    field_errors: fields.map((field) => ({ field, error })),
  });

function priced(
  desk: Desk,
  call: Call,
  needed: readonly string[],
): { consignment: Consignment; price: Price } | Answer {
  const gone = missing(call.body, ['external_delivery_id', 'dropoff_address', ...needed]);
  if (gone.length > 0) return invalid(gone, 'is required');
  const [from, to] = ['pickup_address', 'dropoff_address'].map((name) =>
    endOf(textAt(call.body, name)),
  );
  if (from === undefined || to === undefined)
    return invalid([from === undefined ? 'pickup_address' : 'dropoff_address'], 'Invalid address');
  const value = numberAt(call.body, 'order_value') ?? 0;
  if (!Number.isInteger(value) || value < 0) return invalid(['order_value'], 'out of range');
  const consignment = { from, to, parcels: [parcel] };
  const price = desk.rate(call, 'doordash_drive', consignment);
  if (!price.isPriced)
    return refuse('invalid_delivery_parameters', price.sentence, 422, {
      reason: 'delivery_address_not_in_coverage',
    });
  return { consignment, price };
}

const atMs = (ms: number): string => new Date(ms).toISOString();

function quote(desk: Desk, call: Call): Answer {
  const found = priced(desk, call, []);
  if ('status' in found) return found;
  const nowMs = desk.nowMs();
  return json({
    ...sentParts(call.body),
    ...moneyOf(found.price.priceCents),
    external_delivery_id: textAt(call.body, 'external_delivery_id'),
    delivery_status: 'quote',
    pickup_time_estimated: atMs(nowMs + desk.journeyMs() / 6),
    dropoff_time_estimated: atMs(nowMs + desk.journeyMs()),
    updated_at: atMs(nowMs),
  });
}

/** What a delivery repeats of its request. */
function sentParts(sent: unknown) {
  return {
    pickup_address: textAt(sent, 'pickup_address'),
    pickup_business_name: textAt(sent, 'pickup_business_name'),
    dropoff_address: textAt(sent, 'dropoff_address'),
    order_value: numberAt(sent, 'order_value') ?? 0,
    contactless_dropoff: isTrueAt(sent, 'contactless_dropoff'),
    action_if_undeliverable: textAt(sent, 'action_if_undeliverable'),
  };
}

function moneyOf(fee: number) {
  return {
    currency: 'AUD',
    fee,
    fee_components: [{ type: 'distance_based_fee', amount: fee }],
    tax: 0,
  };
}

/** The carrier would return the first delivery for a repeated id; here each request creates one, so that tests see duplicates. */
function create(desk: Desk, call: Call): Answer {
  const found = priced(desk, call, ['pickup_address', 'dropoff_phone_number']);
  if ('status' in found) return found;
  const id = textAt(call.body, 'external_delivery_id');
  const shipment = desk.shipments.add({
    number: id,
    id: String(desk.shipments.nextSerial()),
    articles: [],
    reference: id,
    service: 'doordash_drive',
    consignment: found.consignment,
    priceCents: found.price.priceCents,
    sent: call.body,
  });
  return json(present(desk, shipment, call.baseUrl));
}

const latestOf = (desk: Desk, id: string): Shipment | undefined =>
  desk.shipments.withReference(id).at(-1);

const unknown = (id: string): Answer =>
  refuse('unknown_delivery_id', 'External delivery ID was not found', 404, {
    external_delivery_id: id,
  });

function cancel(desk: Desk, call: Call): Answer {
  const { id = '' } = call.params;
  const shipment = latestOf(desk, id);
  if (shipment === undefined) return unknown(id);
  if (desk.hasLeft(shipment) || shipment.cancelledAtMs !== undefined)
    return refuse('cancel_not_allowed', 'Cancellation is no longer possible', 409, {
      reason: shipment.cancelledAtMs === undefined ? 'delivery_picked_up' : 'delivery_cancelled',
    });
  shipment.cancelledAtMs = desk.nowMs();
  return json(present(desk, shipment, call.baseUrl));
}

function status(desk: Desk, call: Call): Answer {
  const { id = '' } = call.params;
  const shipment = latestOf(desk, id);
  return shipment === undefined ? unknown(id) : json(present(desk, shipment, call.baseUrl));
}

const statuses: Readonly<Record<TrackingStage, string>> = {
  pending: 'created',
  picked_up: 'picked_up',
  in_transit: 'picked_up',
  out_for_delivery: 'enroute_to_dropoff',
  delivered: 'delivered',
  futile: 'returned',
  check_address: 'returned',
  damaged: 'returned',
};

const events: Readonly<Record<string, string>> = {
  created: 'DASHER_CONFIRMED',
  picked_up: 'DASHER_PICKED_UP',
  enroute_to_dropoff: 'DASHER_PICKED_UP',
  delivered: 'DASHER_DROPPED_OFF',
  returned: 'DELIVERY_RETURNED',
  cancelled: 'DELIVERY_CANCELLED',
};

/** Webhooks have no signature: they carry the Authorization header that the customer chose. */
function notice(desk: Desk, shipment: Shipment): Notice {
  const delivery = present(desk, shipment, 'https://simulated.example');
  const event_name = events[delivery.delivery_status] ?? '';
  const body = JSON.stringify({ event_name, created_at: atMs(desk.nowMs()), ...delivery });
  return { headers: { authorization: webhookAuthorization }, body };
}

function present(desk: Desk, shipment: Shipment, baseUrl: string) {
  const last = desk.passed(shipment).at(-1);
  const isCancelled = shipment.cancelledAtMs !== undefined;
  const changedAtMs = shipment.cancelledAtMs ?? last?.atMs ?? shipment.createdAtMs;
  const timeOf = (stage: TrackingStage): string | undefined => {
    const found = desk.passed(shipment).find((one) => one.stage === stage);
    return found === undefined ? undefined : atMs(found.atMs);
  };
  const pickedUp = timeOf('picked_up');
  const delivered = timeOf('delivered');
  return {
    ...sentParts(shipment.sent),
    ...moneyOf(shipment.priceCents),
    external_delivery_id: shipment.number,
    delivery_status: isCancelled ? 'cancelled' : statuses[last?.stage ?? 'pending'],
    ...(isCancelled ? { cancellation_reason: 'cancelled_by_creator' } : {}),
    pickup_time_estimated: atMs(shipment.createdAtMs + desk.journeyMs() / 6),
    dropoff_time_estimated: atMs(shipment.createdAtMs + desk.journeyMs()),
    ...(pickedUp === undefined ? {} : { pickup_time_actual: pickedUp, dasher_name: 'Sim D.' }),
    ...(delivered === undefined ? {} : { dropoff_time_actual: delivered }),
    support_reference: shipment.id,
    tracking_url: `${baseUrl}/tracking?id=${shipment.id}`,
    updated_at: atMs(changedAtMs),
  };
}
