// DoorDash Drive.
import { doordashDrive } from '../../../carriers/doordash_drive/connector/doordash-drive.ts';
import { createShipment } from '../../../src/domain/quotes/shipment.ts';
import { type CarrierStories, paperConsignment, question } from '../story.ts';

const jane = '21 Bourke Road, SYDNEY NSW 2000, Australia';
const mel = 'Unit 4, 216 Flinders Lane, MELBOURNE VIC 3000, Australia';
const contact = (name: string, street: string, phone: string) => ({
  contact: { name, street, phone, email: 'a@example.org' },
});
const { sender, receiver, lines } = question().shipment;
const withContacts = {
  shipment: createShipment({
    sender: { ...sender, ...contact('Jane Ceramic', '21 Bourke Road', '02 9876 5432') },
    receiver: {
      ...receiver,
      ...contact('Mel Okafor', 'Unit 4, 216 Flinders Lane', '0400 000 000'),
    },
    items: lines,
    declaredValueCents: 12_000,
  }),
};
/** 2.5 kg and 30.5 × 20 × 10 cm in pounds and inches. */
const item = { quantity: 2, weight: 5.52, length: 12.01, width: 7.88, height: 3.94 };
const quoted = {
  asks: 'POST /quotes',
  json: {
    external_delivery_id: 'quote-0f9bccb4-a89c-4d1f-8bc5-8587717f9a2d',
    pickup_address: jane,
    pickup_phone_number: '+61298765432',
    dropoff_address: mel,
    dropoff_phone_number: '+61400000000',
    order_value: 12_000,
    items: [{ name: 'Freight', ...item }],
  },
};
const created = {
  asks: 'POST /deliveries',
  json: {
    external_delivery_id: '4711',
    pickup_address: jane,
    pickup_business_name: 'Tile Warehouse',
    pickup_phone_number: '+61298765432',
    pickup_instructions: '',
    pickup_reference_tag: '4711',
    dropoff_address: mel,
    dropoff_business_name: '',
    dropoff_contact_given_name: 'Mel Okafor',
    dropoff_phone_number: '+61400000000',
    dropoff_instructions: 'Ring the bell',
    contactless_dropoff: true,
    action_if_undeliverable: 'return_to_pickup',
    items: [{ name: 'Tiles', ...item }],
  },
};
const refusal = (status: number, code: string, more: object = {}) => ({
  status,
  json: { code, message: 'No.', ...more },
});
const notCovered = refusal(422, 'invalid_delivery_parameters', {
  reason: 'delivery_address_not_in_coverage',
});
const unknown = refusal(404, 'unknown_delivery_id', { external_delivery_id: '4711' });
const found = { asks: 'GET /deliveries/4711' };
const cancelled = { asks: 'PUT /deliveries/4711/cancel', json: {} };
const booked = {
  booked: { connote: '4711', carrierId: '86313', pieces: [], priceCents: 1705 },
};
const delivery = {
  external_delivery_id: '4711',
  delivery_status: 'created',
  currency: 'AUD',
  fee: 1550,
  support_reference: '86313',
};
const absence = (code: string, serviceability: string, reason: string) => [
  [
    'doordash_drive',
    {
      absence: {
        code,
        serviceability,
        message: `invalid_delivery_parameters ${reason} No.`,
      },
    },
  ],
];

export const doordashDriveStories: CarrierStories = {
  connector: doordashDrive,
  account: {
    developer_id: 'dev-1',
    key_id: 'key-1',
    // "doordash-signing-secret-1" as the portal shows it.
    signing_secret: 'ZG9vcmRhc2gtc2lnbmluZy1zZWNyZXQtMQ',
  },
  // Signed at 22:59:30 UTC, half a minute before the question, for five minutes.
  headers: {
    authorization:
      'Bearer eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCIsImRkLXZlciI6IkRELUpXVC1WMSJ9.eyJhdWQiOiJkb29yZGFzaCIsImlzcyI6ImRldi0xIiwia2lkIjoia2V5LTEiLCJpYXQiOjE3OTQ3ODM1NzAsImV4cCI6MTc5NDc4Mzg3MH0.f0LjSrTVz5VAlkvHq0ogoKCa1A-wyQIUq_0JU_E2DyI',
  },
  consignment: { ...paperConsignment, stringId: 'doordash_drive', connote: '4711' },
  stories: [
    {
      name: 'asks for one price and shows it beside a known price',
      operation: 'check',
      exchanges: [
        {
          asks: 'POST /quotes',
          json: {
            external_delivery_id: 'quote-94390e22-6de6-4e08-8c82-ec4be7c598d5',
            pickup_address: '1 Martin Place, SYDNEY NSW 2000, Australia',
            dropoff_address: '1 Macquarie Street, SYDNEY NSW 2000, Australia',
          },
          answers: { json: { ...delivery, delivery_status: 'quote', fee: 1000 } },
        },
      ],
      gives:
        "The account is accepted: a delivery within Sydney costs $11.00 (the carrier's $10.00 plus 10 % GST). Compare it with a price on an invoice. If the carrier's price includes GST, set prices_include_gst to yes.",
    },
    {
      name: 'adds GST to a fee in cents',
      operation: 'quote',
      question: withContacts,
      exchanges: [{ ...quoted, answers: { json: { ...delivery, delivery_status: 'quote' } } }],
      gives: [
        [
          'doordash_drive',
          { priceCents: 1705, transit: { text: 'Same day', minDays: 0, maxDays: 0 } },
        ],
      ],
    },
    {
      name: 'reports an address outside the coverage as not served',
      operation: 'quote',
      question: withContacts,
      exchanges: [{ ...quoted, answers: notCovered }],
      gives: absence('route_not_served', 'no_route', 'delivery_address_not_in_coverage'),
    },
    {
      name: 'reports an hour without deliveries as a service that is not offered',
      operation: 'quote',
      question: withContacts,
      exchanges: [
        {
          ...quoted,
          answers: refusal(422, 'invalid_delivery_parameters', {
            reason: 'outside_of_delivery_time',
          }),
        },
      ],
      gives: absence('service_not_offered', 'no_service', 'outside_of_delivery_time'),
    },
    {
      name: 'reports a field that the carrier cannot read as our mistake',
      operation: 'quote',
      question: withContacts,
      exchanges: [
        {
          ...quoted,
          answers: refusal(400, 'validation_error', {
            field_errors: [{ field: 'dropoff_address', error: 'Invalid address' }],
          }),
        },
      ],
      fails: 'bad_request',
    },
    {
      name: 'does not ask for a price without streets',
      operation: 'quote',
      exchanges: [],
      fails: 'needs_contacts',
    },
    {
      name: 'creates a delivery under our reference',
      operation: 'book',
      exchanges: [{ ...created, answers: { json: delivery } }],
      gives: booked,
    },
    {
      name: 'reports why a delivery is rejected',
      operation: 'book',
      exchanges: [{ ...created, answers: notCovered }],
      gives: { rejected: 'invalid_delivery_parameters delivery_address_not_in_coverage No.' },
    },
    {
      name: 'does not take a duplicate id for a rejection, because the delivery exists',
      operation: 'book',
      exchanges: [{ ...created, answers: refusal(409, 'duplicate_delivery_id') }],
      fails: 'bad_answer',
    },
    {
      name: 'finds a delivery by our reference',
      operation: 'find',
      exchanges: [{ ...found, answers: { json: delivery } }],
      gives: booked,
    },
    {
      name: 'reports a reference that the carrier does not know as absent',
      operation: 'find',
      exchanges: [{ ...found, answers: unknown }],
      gives: 'absent',
    },
    {
      name: 'cancels a delivery',
      operation: 'cancel',
      exchanges: [
        { ...cancelled, answers: { json: { ...delivery, delivery_status: 'cancelled' } } },
      ],
      gives: 'cancelled',
    },
    {
      name: 'takes a delivery that is cancelled already for cancelled',
      operation: 'cancel',
      exchanges: [
        {
          ...cancelled,
          answers: refusal(409, 'cancel_not_allowed', { reason: 'delivery_cancelled' }),
        },
      ],
      gives: 'cancelled',
    },
    {
      name: 'reports why a cancellation is refused',
      operation: 'cancel',
      exchanges: [
        {
          ...cancelled,
          answers: refusal(409, 'cancel_not_allowed', { reason: 'delivery_picked_up' }),
        },
      ],
      gives: { refused: 'cancel_not_allowed delivery_picked_up No.' },
    },
    {
      name: 'reads the current status',
      operation: 'track',
      exchanges: [
        {
          ...found,
          answers: {
            json: {
              ...delivery,
              delivery_status: 'enroute_to_dropoff',
              updated_at: '2026-11-16T01:30:00Z',
            },
          },
        },
      ],
      gives: [
        {
          piece: undefined,
          occurredAtMs: Date.UTC(2026, 10, 16, 1, 30),
          raw: { datetime: '2026-11-16T01:30:00Z', status: 'enroute_to_dropoff' },
        },
      ],
    },
    {
      name: 'reports no events for an unknown delivery',
      operation: 'track',
      exchanges: [{ ...found, answers: unknown }],
      gives: [],
    },
  ],
};
