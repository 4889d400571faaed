// StarTrack's stories: Shipping and Tracking where it differs from Australia Post.
import { startrack } from '../../../carriers/startrack/connector/startrack.ts';
import { aPdf, type CarrierStories } from '../story.ts';
import {
  account,
  booked,
  bookedItem,
  consignment,
  created,
  headers,
  label,
  labelAsked,
  pricedShipment,
  shipment,
  stories,
  summary,
  unknownNumber,
} from './auspost.ts';

const tracked = 'GET /track?tracking_ids=ABC0001';
const pickupSent = {
  asks: 'POST /pickups/adhoc',
  json: {
    adhoc_pickup: {
      product_id: 'EXP',
      pickup_reference: '4711',
      pickup_date: '2026-11-16',
      pickup_starttime: '10:01:00',
      pickup_endtime: '17:00:00',
      from: {
        lines: ['21 Bourke Road'],
        suburb: 'SYDNEY',
        postcode: '2000',
        state: 'NSW',
        business_name: 'Tile Warehouse',
        pickup_name: 'Jane Ceramic',
        private_address: false,
        phone: '0298765432',
      },
      contains_dangerous_goods: false,
      consignment_id: 'ABC0001',
      parcel_details: [
        {
          packaging_type: 'CTN',
          length: 30.5,
          height: 10,
          width: 20,
          count: 2,
          weight: 5,
          heaviest_item: 2.5,
        },
      ],
      booking_contact_details: {
        name: 'Jane Ceramic',
        business_name: 'Tile Warehouse',
        phone: '0298765432',
        email: 'jane@tiles.example',
      },
    },
  },
};

const starTrackSample = stories.filter(({ operation }) =>
  ['find', 'cancel', 'manifest'].includes(operation),
);
export const startrackStories: CarrierStories = {
  connector: startrack,
  account: { ...account, account_number: '12345678' },
  headers: { ...headers, 'account-number': '12345678' },
  consignment: { ...consignment, stringId: 'startrack_road_express' },
  stories: [
    ...starTrackSample.map((story) => ({
      ...story,
      exchanges: story.exchanges.map((exchange) => ({
        ...exchange,
        asks: exchange.asks.replace('1234567890', '12345678'),
      })),
    })),
    {
      name: 'lists the products that the account may use',
      operation: 'check',
      exchanges: [
        {
          asks: 'GET /accounts/12345678',
          answers: { json: { postage_products: { product_id: 'EXP' } } },
        },
      ],
      gives: 'The account 12345678 may use EXP.',
    },
    {
      name: 'prices its three products',
      operation: 'quote',
      exchanges: [
        {
          asks: 'POST /prices/shipments',
          json: {
            shipments: [
              pricedShipment('startrack_road_express', 'EXP'),
              pricedShipment('startrack_premium', 'PRM'),
              pricedShipment('startrack_fpp', 'FPP'),
            ],
          },
          answers: { json: { shipments: [summary(20), summary(40), summary('30.00')] } },
        },
      ],
      gives: [
        [
          'startrack_road_express',
          { priceCents: 2000, transit: { text: '1-5 business days', minDays: 1, maxDays: 5 } },
        ],
        [
          'startrack_premium',
          { priceCents: 4000, transit: { text: '1-2 business days', minDays: 1, maxDays: 2 } },
        ],
        [
          'startrack_fpp',
          { priceCents: 3000, transit: { text: '1-2 business days', minDays: 1, maxDays: 2 } },
        ],
      ],
    },
    {
      name: 'creates a shipment with its own product',
      operation: 'book',
      stringId: 'startrack_premium',
      exchanges: [
        {
          asks: 'POST /shipments',
          json: {
            shipments: [
              { ...created.json.shipments[0], items: [bookedItem(1, 'PRM'), bookedItem(2, 'PRM')] },
            ],
          },
          answers: { status: 201, json: { shipments: [shipment] } },
        },
      ],
      gives: { booked },
    },
    {
      name: 'prints labels in its own group',
      operation: 'label',
      exchanges: [
        {
          asks: 'POST /labels',
          json: {
            ...labelAsked.json,
            preferences: [
              {
                type: 'PRINT',
                format: 'PDF',
                groups: [
                  {
                    group: 'StarTrack',
                    layout: 'A4-1pp',
                    branded: true,
                    left_offset: 0,
                    top_offset: 0,
                  },
                ],
              },
            ],
          },
          answers: label('AVAILABLE', '{base}/file.pdf'),
        },
        { asks: 'GET {base}/file.pdf', answers: { bytes: aPdf, type: 'application/pdf' } },
      ],
      gives: { format: 'pdf', bytes: aPdf },
    },
    {
      name: 'requests a pickup of the consignment, from now on if its window is open',
      operation: 'pickup',
      exchanges: [
        {
          ...pickupSent,
          answers: { status: 201, json: { adhoc_pickups: [{ booking_id: '7654321' }] } },
        },
      ],
      gives: { arranged: '7654321' },
    },
    {
      name: 'reports why a pickup is refused',
      operation: 'pickup',
      exchanges: [
        {
          ...pickupSent,
          answers: {
            status: 400,
            json: {
              errors: [
                {
                  code: '49262',
                  name: 'PICKUP_ADDRESS_UNSUPPORTED',
                  message: 'The requested address for pickup is outside of the serviced area.',
                },
              ],
            },
          },
        },
      ],
      gives: { refused: '49262 The requested address for pickup is outside of the serviced area.' },
    },
    {
      name: 'reads no events for an unknown consignment',
      operation: 'track',
      exchanges: [{ asks: tracked, answers: { status: 400, json: unknownNumber } }],
      gives: [],
    },
    {
      name: 'reads the events of the consignment by its own number',
      operation: 'track',
      exchanges: [
        {
          asks: tracked,
          answers: {
            json: {
              tracking_results: {
                tracking_id: 'ABC0001',
                consignment: {
                  events: [
                    {
                      location: 'PERTH WA',
                      description: 'Delivered in Full',
                      date: '2026-11-18 09:00:00',
                    },
                  ],
                  status: 'Delivered',
                },
              },
            },
          },
        },
      ],
      gives: [
        {
          piece: undefined,
          occurredAtMs: Date.UTC(2026, 10, 17, 22, 0),
          raw: {
            datetime: '2026-11-18 09:00:00',
            description: 'Delivered in Full',
            location: 'PERTH WA',
          },
        },
      ],
    },
  ],
};
