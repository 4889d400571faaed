// Mainfreight, Zoom2u, Border Express and Hi-Trans.
import { borderExpress } from '../../../carriers/border_express/connector/border-express.ts';
import { hiTrans } from '../../../carriers/hi_trans/connector/hi-trans.ts';
import { mainfreight } from '../../../carriers/mainfreight/connector/mainfreight.ts';
import { zoom2u } from '../../../carriers/zoom2u/connector/zoom2u.ts';
import type { CarrierStories } from '../story.ts';

const consignment = { reference: '4711', connote: 'X1', carrierId: '', pieces: [] };

const rated = (freight: object) => ({
  asks: 'POST /transport/1.0/customer/rate?region=AU',
  json: {
    account: { code: 'ACME' },
    serviceLevel: { code: 'EXP' },
    origin: {
      freightRequiredDateTime: '2026-11-16T12:00:00',
      freightRequiredDateTimeZone: 'AUS Eastern Standard Time',
      address: {
        suburb: 'SYDNEY',
        postCode: '2000',
        city: 'SYDNEY',
        state: 'NSW',
        countryCode: 'AU',
      },
    },
    destination: {
      address: {
        suburb: 'MELBOURNE',
        postCode: '3000',
        city: 'MELBOURNE',
        state: 'VIC',
        countryCode: 'AU',
      },
    },
    freightDetails: [freight],
  },
});
const cartons = {
  units: 2,
  packTypeCode: 'CTN',
  height: 0.1,
  length: 0.305,
  width: 0.2,
  weight: 5,
  volume: 0.0122,
};
const charges = (total: unknown) => ({
  json: {
    charges: [
      { name: 'FreightAmount', value: 20 },
      { name: 'TotalIncludingGSTAmount', value: total },
    ],
  },
});

export const mainfreightStories: CarrierStories = {
  connector: mainfreight,
  account: { api_key: 'mf-secret-key', account_code: 'ACME' },
  headers: { authorization: 'Secret mf-secret-key' },
  consignment: { ...consignment, stringId: 'mainfreight' },
  stories: [
    {
      name: 'asks for one price',
      operation: 'check',
      exchanges: [
        {
          ...rated({
            units: 1,
            packTypeCode: 'CTN',
            height: 0.3,
            length: 0.3,
            width: 0.3,
            weight: 5,
            volume: 0.027,
          }),
          answers: charges(30),
        },
      ],
      gives: 'The account is accepted: Sydney to Melbourne has a price.',
    },
    {
      name: 'takes the total with GST, in metres and kilograms of the line',
      operation: 'quote',
      exchanges: [{ ...rated(cartons), answers: charges('26.40') }],
      gives: [
        [
          'mainfreight',
          { priceCents: 2640, transit: { text: '1-5 business days', minDays: 1, maxDays: 5 } },
        ],
      ],
    },
    {
      name: 'does not serve an address that it does not know',
      operation: 'quote',
      exchanges: [
        {
          ...rated(cartons),
          answers: {
            status: 400,
            json: { errors: [{ message: 'Destination suburb is invalid' }] },
          },
        },
      ],
      gives: [
        [
          'mainfreight',
          {
            absence: {
              code: 'route_not_served',
              serviceability: 'no_route',
              message: 'Destination suburb is invalid',
            },
          },
        ],
      ],
    },
  ],
};

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
    ReadyDateTime: '2026-11-15T22:00:00.000Z',
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
  consignment: { ...consignment, stringId: 'zoom2u', connote: 'Z123' },
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
      gives: 'The account is accepted: a delivery within Sydney has a price.',
    },
    {
      name: 'takes the price of the speed that is sold',
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
      name: 'is ready in the morning, by the clock of the pickup address, when it is too late today',
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
      name: 'does not go where it does not go',
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
      gives: [
        [
          'zoom2u',
          {
            absence: {
              code: 'route_not_served',
              serviceability: 'no_route',
              message: 'BADREQ; Invalid; Suburb not serviced',
            },
          },
        ],
      ],
    },
    {
      name: 'books with our reference, the street in its parts',
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
      name: 'comes too late to take a delivery back',
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
      name: 'takes a delivery back',
      operation: 'cancel',
      exchanges: [{ asks: 'POST /api/v1/delivery/cancel/Z123', answers: { status: 200 } }],
      gives: 'cancelled',
    },
    {
      name: 'reads the status, whose time is in UTC',
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

export const borderExpressStories: CarrierStories = {
  connector: borderExpress,
  account: { client_id: 'be-client', client_secret: 'be-secret-4' },
  headers: { authorization: 'Bearer be-token' },
  signIn: {
    asks: 'POST /token',
    answers: { json: { access_token: 'be-token', token_type: 'bearer', expires_in: 3600 } },
  },
  consignment: { ...consignment, stringId: 'border_express' },
  stories: [
    {
      name: 'is let in when a number that nobody has is not found',
      operation: 'check',
      exchanges: [
        { asks: 'GET /api/v1/consignments/LINEHAUL-TEST/Statuses', answers: { status: 404 } },
      ],
      gives: 'The account is accepted.',
    },
    {
      name: 'reads the history, with the place of each status',
      operation: 'track',
      exchanges: [
        {
          asks: 'GET /api/v1/consignments/X1/Statuses',
          answers: {
            json: {
              Statuses: [
                {
                  Status: 'On Board',
                  DateOccurred: '2026-11-16T07:38:08+11:00',
                  Suburb: 'LAVERTON',
                  State: 'VIC',
                  Postcode: '3028',
                },
              ],
            },
          },
        },
      ],
      gives: [
        {
          piece: undefined,
          occurredAtMs: Date.UTC(2026, 10, 15, 20, 38, 8),
          raw: {
            datetime: '2026-11-16T07:38:08+11:00',
            status: 'On Board',
            location: 'LAVERTON VIC 3028',
          },
        },
      ],
    },
    {
      name: 'a number that it does not know yet has no history',
      operation: 'track',
      exchanges: [{ asks: 'GET /api/v1/consignments/X1/Statuses', answers: { status: 404 } }],
      gives: [],
    },
  ],
};

export const hiTransStories: CarrierStories = {
  connector: hiTrans,
  account: { username: 'ht-user', password: 'ht-pass-1' },
  headers: { authorization: `Basic ${btoa('ht-user:ht-pass-1')}` },
  consignment: { ...consignment, stringId: 'hi_trans' },
  stories: [
    {
      name: 'is let in when a number that nobody has is not found',
      operation: 'check',
      exchanges: [{ asks: 'GET /ws/rest/freight/status/LINEHAUL-TEST', answers: { status: 404 } }],
      gives: 'The account is accepted.',
    },
    {
      name: 'reads the status',
      operation: 'track',
      exchanges: [
        {
          asks: 'GET /ws/rest/freight/status/X1',
          answers: {
            json: {
              ConsignmentID: 1,
              ConsignmentNo: 'X1',
              DespatchDateTime: '2026-11-16T09:00:00',
              ConsignmentStatus: 'Departed Sender',
              StatusID: 11,
            },
          },
        },
      ],
      gives: [
        {
          piece: undefined,
          occurredAtMs: undefined,
          raw: { status: 'Departed Sender', event: '11' },
        },
      ],
    },
  ],
};
