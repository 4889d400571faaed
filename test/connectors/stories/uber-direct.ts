// Uber Direct.
import { uberDirect } from '../../../carriers/uber_direct/connector/uber-direct.ts';
import { createShipment } from '../../../src/domain/quotes/shipment.ts';
import { type CarrierStories, paperConsignment, question } from '../story.ts';

const address = (street: string, city: string, state: string, zip_code: string) =>
  JSON.stringify({ street_address: [street], city, state, zip_code, country: 'AU' });
const jane = address('21 Bourke Road', 'SYDNEY', 'NSW', '2000');
const mel = address('Unit 4, 216 Flinders Lane', 'MELBOURNE', 'VIC', '3000');
const contact = (name: string, street: string, phone: string) => ({
  contact: { name, street, phone, email: 'a@example.org' },
});
const { sender, receiver, lines: items } = question().shipment;
const withContacts = {
  shipment: createShipment({
    sender: { ...sender, ...contact('Jane Ceramic', '21 Bourke Road', '02 9876 5432') },
    receiver: {
      ...receiver,
      ...contact('Mel Okafor', 'Unit 4, 216 Flinders Lane', '0400 000 000'),
    },
    items,
  }),
};
const quoted = {
  asks: 'POST /customers/cus-1/delivery_quotes',
  json: {
    pickup_address: jane,
    dropoff_address: mel,
    pickup_phone_number: '+61298765432',
    dropoff_phone_number: '+61400000000',
  },
};
const created = {
  asks: 'POST /customers/cus-1/deliveries',
  json: {
    pickup_address: jane,
    pickup_name: 'Tile Warehouse',
    pickup_phone_number: '+61298765432',
    pickup_notes: '',
    pickup_ready_dt: '2026-11-15T23:00:00.000Z',
    pickup_deadline_dt: '2026-11-16T00:00:00.000Z',
    dropoff_address: mel,
    dropoff_name: 'Mel Okafor',
    dropoff_phone_number: '+61400000000',
    dropoff_notes: 'Ring the bell',
    deliverable_action: 'deliverable_action_leave_at_door',
    undeliverable_action: 'return',
    manifest_reference: '4711',
    manifest_items: [
      {
        name: 'Tiles',
        quantity: 2,
        size: 'small',
        weight: 2500,
        dimensions: { length: 31, height: 10, depth: 20 },
      },
    ],
    external_id: '4711',
    idempotency_key: '4711',
  },
};
const refusal = (code: string, message: string, status = 400) => ({
  status,
  json: { kind: 'error', code, message },
});
const cancelled = { asks: 'POST /customers/cus-1/deliveries/del_X1/cancel', json: {} };
const status = { asks: 'GET /customers/cus-1/deliveries/del_X1' };

export const uberDirectStories: CarrierStories = {
  connector: uberDirect,
  account: { client_id: 'uber-id', client_secret: 'uber-secret-1', customer_id: 'cus-1' },
  headers: { authorization: 'Bearer uber-token-1' },
  signIn: {
    asks: 'POST {base}/token',
    form: {
      grant_type: 'client_credentials',
      client_id: 'uber-id',
      client_secret: 'uber-secret-1',
      scope: 'eats.deliveries',
    },
    answers: { json: { access_token: 'uber-token-1', expires_in: 2_592_000 } },
  },
  consignment: { ...paperConsignment, stringId: 'uber_direct', connote: 'del_X1' },
  stories: [
    {
      name: 'asks for one price and shows it beside a known price',
      operation: 'check',
      exchanges: [
        {
          asks: quoted.asks,
          json: {
            pickup_address: address('1 Martin Place', 'SYDNEY', 'NSW', '2000'),
            dropoff_address: address('1 Macquarie Street', 'SYDNEY', 'NSW', '2000'),
          },
          answers: { json: { kind: 'delivery_quote', fee: 1000, currency: 'aud' } },
        },
      ],
      gives:
        "The account is accepted: a delivery within Sydney costs $11.00 (the carrier's $10.00 plus 10 % GST). Compare it with a price on an invoice. If the carrier's price includes GST, set prices_include_gst to yes.",
    },
    {
      name: 'adds GST to a fee in cents',
      operation: 'quote',
      question: withContacts,
      exchanges: [{ ...quoted, answers: { json: { fee: 1550, currency_type: 'AUD' } } }],
      gives: [
        [
          'uber_direct',
          { priceCents: 1705, transit: { text: 'Same day', minDays: 0, maxDays: 0 } },
        ],
      ],
    },
    {
      name: 'reports an address without couriers as not served',
      operation: 'quote',
      question: withContacts,
      exchanges: [{ ...quoted, answers: refusal('address_undeliverable', 'Not deliverable.') }],
      gives: [
        [
          'uber_direct',
          {
            absence: {
              code: 'route_not_served',
              serviceability: 'no_route',
              message: 'address_undeliverable Not deliverable.',
            },
          },
        ],
      ],
    },
    {
      name: 'reports an address that the carrier cannot read as our mistake',
      operation: 'quote',
      question: withContacts,
      exchanges: [{ ...quoted, answers: refusal('unknown_location', 'Not understood.') }],
      fails: 'bad_request',
    },
    {
      name: 'does not ask for a price without streets',
      operation: 'quote',
      exchanges: [],
      fails: 'needs_contacts',
    },
    {
      name: 'books a delivery',
      operation: 'book',
      exchanges: [
        {
          ...created,
          answers: { json: { id: 'del_X1', uuid: 'X1', status: 'pending', fee: 1550 } },
        },
      ],
      gives: {
        booked: { connote: 'del_X1', carrierId: 'X1', pieces: [], priceCents: 1705 },
      },
    },
    {
      name: 'reports why a delivery is rejected',
      operation: 'book',
      exchanges: [{ ...created, answers: refusal('couriers_busy', 'All couriers are busy.') }],
      gives: { rejected: 'couriers_busy All couriers are busy.' },
    },
    {
      name: 'cancels a delivery',
      operation: 'cancel',
      exchanges: [{ ...cancelled, answers: { json: { id: 'del_X1', status: 'canceled' } } }],
      gives: 'cancelled',
    },
    {
      name: 'reports why a cancellation is refused',
      operation: 'cancel',
      exchanges: [
        { ...cancelled, answers: refusal('noncancelable_delivery', 'It cannot be canceled.') },
      ],
      gives: { refused: 'noncancelable_delivery It cannot be canceled.' },
    },
    {
      name: 'reads the current status',
      operation: 'track',
      exchanges: [
        {
          ...status,
          answers: { json: { status: 'dropoff', updated: '2026-11-16T01:30:00.000Z' } },
        },
      ],
      gives: [
        {
          piece: undefined,
          occurredAtMs: Date.UTC(2026, 10, 16, 1, 30),
          raw: { datetime: '2026-11-16T01:30:00.000Z', status: 'dropoff' },
        },
      ],
    },
    {
      name: 'reads no events for an unknown delivery',
      operation: 'track',
      exchanges: [{ ...status, answers: refusal('delivery_not_found', 'Unknown.', 404) }],
      gives: [],
    },
  ],
};
