// Uber Direct: tokens for client credentials, addresses as JSON inside a text, money in cents, and errors of the kind "error".
// Times are UTC.
import { createHmac } from 'node:crypto';
import type { TrackingStage } from '../../src/domain/tracking/stage.ts';
import { at, listAt, missing, numberAt, textAt } from '../body.ts';
import { isClient } from '../credentials.ts';
import type { Desk, Simulated } from '../desk.ts';
import { type Answer, type Call, json } from '../exchange.ts';
import type { Consignment, End, Price } from '../price-book.ts';
import { type Notice, type Protocol, row, tokenRow } from '../protocol.ts';
import type { Shipment } from '../shipments.ts';

const client = { id: 'sim-uber-client', secret: 'sim-uber-secret' };
const customerId = 'sim-uber-customer';
const webhookKey = 'sim-uber-webhook-key';
/** The carrier's tokens last thirty days; these are short so that a test can see one expire. */
const tokenSeconds = 3_600;

export const uberDirect: Simulated = { carrier: 'uber_direct', name: 'Uber Direct', open };

function open(desk: Desk): Protocol {
  const own = `/customers/:customer`;
  const of = (answer: (desk: Desk, call: Call) => Answer) => (call: Call) =>
    call.params.customer === customerId
      ? answer(desk, call)
      : refuse('customer_not_found', 'Customer does not exist.', 404);
  return {
    basePath: '',
    credentials: { clientId: client.id, clientSecret: client.secret, customerId, webhookKey },
    routes: [
      tokenRow('/connect/token', (call) => token(desk, call)),
      row('POST', `${own}/delivery_quotes`, 'quote', of(quote)),
      row('POST', `${own}/deliveries`, 'book', of(create)),
      row('POST', `${own}/deliveries/:id/cancel`, 'cancel', of(cancel)),
      row('GET', `${own}/deliveries/:id`, 'track', of(status)),
    ],
    authenticate: (call) => desk.tokens.admit(call),
    refuse: ({ kind, status: code, sentence }) => refuse(kind, sentence, code),
    notice: (shipment) => notice(desk, shipment),
  };
}

function refuse(code: string, message: string, status = 400): Answer {
  return json({ kind: 'error', code, message, metadata: {} }, status);
}

function token(desk: Desk, call: Call): Answer {
  if (!isClient(call, client)) return json({ error: 'invalid_client' }, 401);
  return json({
    access_token: desk.tokens.issue(tokenSeconds),
    expires_in: tokenSeconds,
    token_type: 'Bearer',
    scope: 'eats.deliveries',
  });
}

/** Undefined if the text is not an address with a street. */
function endOf(text: string): End | undefined {
  let address: unknown;
  try {
    address = JSON.parse(text);
  } catch {
    return undefined;
  }
  const street = at(address, 'street_address');
  if (!Array.isArray(street) || street.length === 0) return undefined;
  return {
    suburb: textAt(address, 'city'),
    postcode: textAt(address, 'zip_code'),
    state: textAt(address, 'state'),
    country: textAt(address, 'country'),
    isResidential: false,
  };
}

const parcel = { quantity: 1, kg: 5, lengthCm: 40, widthCm: 30, heightCm: 20, packaging: 'Bag' };

function priced(
  desk: Desk,
  call: Call,
  needed: readonly string[],
): { consignment: Consignment; price: Price } | Answer {
  const gone = missing(call.body, ['pickup_address', 'dropoff_address', ...needed]);
  if (gone.length > 0) return refuse('invalid_params', `Missing ${gone.join(', ')}`);
  const [from, to] = ['pickup_address', 'dropoff_address'].map((name) =>
    endOf(textAt(call.body, name)),
  );
  if (from === undefined || to === undefined)
    return refuse('unknown_location', 'The specified location was not understood.');
  const consignment = { from, to, parcels: [parcel] };
  const price = desk.rate(call, 'uber_direct', consignment);
  if (!price.isPriced)
    return refuse('address_undeliverable', `Not in a deliverable area: ${price.sentence}`);
  return { consignment, price };
}

const atMs = (ms: number): string => new Date(ms).toISOString();

function quote(desk: Desk, call: Call): Answer {
  const found = priced(desk, call, []);
  if ('status' in found) return found;
  const nowMs = desk.nowMs();
  return json({
    kind: 'delivery_quote',
    id: `dqt_${nowMs}`,
    created: atMs(nowMs),
    expires: atMs(nowMs + 15 * 60_000),
    fee: found.price.priceCents,
    currency: 'aud',
    currency_type: 'AUD',
    dropoff_eta: atMs(nowMs + desk.journeyMs()),
    duration: Math.round(desk.journeyMs() / 60_000),
    pickup_duration: 10,
  });
}

const needed = [
  ...['pickup_name', 'pickup_phone_number', 'dropoff_name', 'dropoff_phone_number'],
  'manifest_items',
];

function create(desk: Desk, call: Call): Answer {
  const found = priced(desk, call, needed);
  if ('status' in found) return found;
  const items = listAt(call.body, 'manifest_items');
  if (items.some((item) => (numberAt(item, 'quantity') ?? 0) < 1))
    return refuse('invalid_params', 'manifest_items need a quantity');
  const id = `del_${desk.random.text(12)}${desk.shipments.nextSerial()}`;
  const shipment = desk.shipments.add({
    number: id,
    id,
    articles: [],
    reference: textAt(call.body, 'external_id'),
    service: 'uber_direct',
    consignment: found.consignment,
    priceCents: found.price.priceCents,
    sent: call.body,
  });
  return json(present(desk, shipment, call));
}

const unknown = (): Answer =>
  refuse('delivery_not_found', 'The requested delivery does not exist.', 404);

function cancel(desk: Desk, call: Call): Answer {
  const shipment = desk.shipments.find(call.params.id ?? '');
  if (shipment === undefined) return unknown();
  if (desk.hasLeft(shipment))
    return refuse('noncancelable_delivery', 'Delivery cannot be canceled.');
  shipment.cancelledAtMs ??= desk.nowMs();
  return json(present(desk, shipment, call));
}

function status(desk: Desk, call: Call): Answer {
  const shipment = desk.shipments.find(call.params.id ?? '');
  return shipment === undefined ? unknown() : json(present(desk, shipment, call));
}

const statuses: Readonly<Record<TrackingStage, string>> = {
  pending: 'pending',
  picked_up: 'pickup_complete',
  in_transit: 'pickup_complete',
  out_for_delivery: 'dropoff',
  delivered: 'delivered',
  futile: 'returned',
  check_address: 'returned',
  damaged: 'returned',
};

/** Sent whenever the status of a delivery changes. */
function notice(desk: Desk, shipment: Shipment): Notice {
  const data = present(desk, shipment, { baseUrl: 'https://simulated.example' });
  const body = JSON.stringify({
    id: `evt_${desk.random.text(12)}`,
    kind: 'event.delivery_status',
    created: atMs(desk.nowMs()),
    customer_id: customerId,
    delivery_id: shipment.id,
    status: data.status,
    live_mode: false,
    data,
  });
  const signature = createHmac('sha256', webhookKey).update(body).digest('hex');
  return { headers: { 'x-uber-signature': signature }, body };
}

function present(desk: Desk, shipment: Shipment, call: Pick<Call, 'baseUrl'>) {
  const last = desk.passed(shipment).at(-1);
  const isCancelled = shipment.cancelledAtMs !== undefined;
  const changedAtMs = shipment.cancelledAtMs ?? last?.atMs ?? shipment.createdAtMs;
  return {
    id: shipment.id,
    uuid: shipment.id.slice(4),
    kind: 'delivery',
    live_mode: false,
    status: isCancelled ? 'canceled' : statuses[last?.stage ?? 'pending'],
    complete: isCancelled || last?.stage === 'delivered',
    created: atMs(shipment.createdAtMs),
    updated: atMs(changedAtMs),
    fee: shipment.priceCents,
    currency: 'aud',
    external_id: shipment.reference,
    tracking_url: `${call.baseUrl}/orders/${shipment.id}`,
    courier: null,
  };
}
