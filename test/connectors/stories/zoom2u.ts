// Zoom2u.
import { zoom2u } from '../../../carriers/zoom2u/connector/zoom2u.ts';
import { type CarrierStories, paperConsignment } from '../story.ts';

const here = (suburb: string, state: string, postcode: string) => ({
  Suburb: suburb,
  State: state,
  Postcode: postcode,
  Country: 'Australia',
});
const sydney = here('SYDNEY', 'NSW', '2000');
const melbourne = here('MELBOURNE', 'VIC', '3000');
const zoomAsked = {
  asks: 'POST /api/v1/delivery/quote',
  json: {
    PackageDescription: 'Freight',
    DeliverySpeed: 'Same day',
    ReadyDateTime: '2026-11-15T23:00:00.000Z',
    VehicleType: 'Bike',
    PackageType: 'Box',
    Pickup: sydney,
    Dropoff: melbourne,
  },
};
const zoomCreated = {
  asks: 'POST /api/v1/delivery/create',
  json: {
    PurchaseOrderNumber: '4711',
    PackageDescription: 'Tiles',
    DeliverySpeed: 'Same day',
    ReadyDateTime: '2026-11-15T23:00:00.000Z',
    VehicleType: 'Bike',
    PackageType: 'Box',
    Pickup: {
      ContactName: 'Jane Ceramic',
      Email: 'jane@tiles.example',
      Phone: '02 9876 5432',
      UnitNumber: '',
      StreetNumber: '21',
      Street: 'Bourke Road',
      ...sydney,
      Notes: '',
    },
    Dropoff: {
      ContactName: 'Mel Okafor',
      Email: 'mel@example.org',
      Phone: '0400 000 000',
      UnitNumber: '4',
      StreetNumber: '216',
      Street: 'Flinders Lane',
      ...melbourne,
      Notes: 'Ring the bell',
    },
  },
};
const sameDay = { text: 'Same day', minDays: 0, maxDays: 0 };

export const zoom2uStories: CarrierStories = {
  connector: zoom2u,
  account: { api_key: 'zoom-key-123' },
  headers: { authorization: 'Bearer zoom-key-123' },
  consignment: { ...paperConsignment, stringId: 'zoom2u', connote: 'Z123' },
  stories: [
    {
      name: 'asks for one price',
      operation: 'check',
      exchanges: [
        {
          asks: zoomAsked.asks,
          json: { ...zoomAsked.json, PackageType: 'Documents', Dropoff: sydney },
          answers: { json: [{ deliverySpeed: 'VIP', price: 30 }] },
        },
      ],
      gives:
        "The account is accepted: VIP delivery within Sydney costs $33.00 (the carrier's $30.00 plus 10 % GST). Compare it with a price on an invoice. If the carrier's price includes GST, set prices_include_gst to yes.",
    },
    {
      name: 'reads the price of the configured speed',
      operation: 'quote',
      exchanges: [
        {
          ...zoomAsked,
          answers: {
            json: [
              { deliverySpeed: 'VIP', price: 60 },
              { deliverySpeed: 'Same Day', price: '20.00' },
            ],
          },
        },
      ],
      gives: [['zoom2u', { priceCents: 2200, transit: sameDay }]],
    },
    {
      name: "uses the next morning in the pickup address's time zone when it is too late today",
      operation: 'quote',
      question: { pickupDate: '2026-11-17' },
      exchanges: [
        {
          ...zoomAsked,
          json: { ...zoomAsked.json, ReadyDateTime: '2026-11-16T22:00:00.000Z' },
          answers: { json: [{ deliverySpeed: 'Same day', price: 20 }] },
        },
      ],
      gives: [['zoom2u', { priceCents: 2200, transit: sameDay }]],
    },
    {
      name: 'reports a suburb that the carrier cannot read as a fault of the request',
      operation: 'quote',
      exchanges: [
        {
          ...zoomAsked,
          answers: {
            status: 400,
            json: {
              'error-code': 'BADREQ',
              message: 'Invalid',
              modelState: { 'Dropoff.Suburb': ['Suburb not serviced'] },
            },
          },
        },
      ],
      fails: 'bad_request',
    },
    {
      name: 'books for the start of the pickup when that is still ahead',
      operation: 'book',
      question: { nowMs: Date.UTC(2026, 10, 15, 20, 0) },
      exchanges: [
        {
          ...zoomCreated,
          json: { ...zoomCreated.json, ReadyDateTime: '2026-11-15T22:00:00.000Z' },
          answers: { json: { reference: 'Z123', price: 20, trackingCode: 'T9' } },
        },
      ],
      gives: { booked: { connote: 'Z123', carrierId: 'T9', pieces: [], priceCents: 2200 } },
    },
    {
      name: 'books for now once the pickup has begun, with our reference and the parts of the street',
      operation: 'book',
      exchanges: [
        {
          ...zoomCreated,
          answers: {
            json: {
              reference: 'Z123',
              price: 20,
              'tracking-link': 'https://x',
              trackingCode: 'T9',
            },
          },
        },
      ],
      gives: { booked: { connote: 'Z123', carrierId: 'T9', pieces: [], priceCents: 2200 } },
    },
    {
      name: 'reports a delivery that is too late to cancel',
      operation: 'cancel',
      exchanges: [
        {
          asks: 'POST /api/v1/delivery/cancel/Z123',
          answers: {
            status: 400,
            json: { 'error-code': 'TOOLATE', message: 'The delivery has begun' },
          },
        },
      ],
      gives: { refused: 'TOOLATE; The delivery has begun' },
    },
    {
      name: 'cancels a delivery',
      operation: 'cancel',
      exchanges: [{ asks: 'POST /api/v1/delivery/cancel/Z123', answers: { status: 200 } }],
      gives: 'cancelled',
    },
    {
      name: 'reads the status with its time in UTC',
      operation: 'track',
      exchanges: [
        {
          asks: 'GET /api/v1/delivery/status/Z123',
          answers: {
            json: {
              reference: 'Z123',
              status: 'Picked up',
              statusChangeDateTime: '2026-11-16T01:02:03',
            },
          },
        },
      ],
      gives: [
        {
          piece: undefined,
          occurredAtMs: Date.UTC(2026, 10, 16, 1, 2, 3),
          raw: { datetime: '2026-11-16T01:02:03', status: 'Picked up' },
        },
      ],
    },
  ],
};
