// StarTrack: Shipping and Tracking, as with Australia Post, and what differs.
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
  tracked,
} from './auspost.ts';

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
      exchanges: story.exchanges.map((one) => ({
        ...one,
        asks: one.asks.replace('1234567890', '12345678'),
      })),
    })),
    {
      name: 'says which products the account may use',
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
      name: 'creates a shipment of its own product',
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
      name: 'prints in its own group',
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
      name: 'reads the events of the consignment',
      operation: 'track',
      exchanges: [
        {
          asks: tracked,
          answers: {
            json: {
              tracking_results: {
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
