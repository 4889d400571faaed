// Australia Post: Shipping and Tracking.
import { auspost } from '../../../carriers/auspost/connector/auspost.ts';
import { aPdf, type CarrierStories, type Story } from '../story.ts';

export const account = {
  api_key: 'ak-5f1b7c',
  password: 'pw-9988-xyz',
  account_number: '1234567890',
};
export const headers = {
  authorization: `Basic ${btoa('ak-5f1b7c:pw-9988-xyz')}`,
  'account-number': '1234567890',
};
const parcel = 'auspost_regular_eparcel';
const express = 'auspost_express_eparcel';
const transits = {
  [parcel]: { text: '2-6 business days', minDays: 2, maxDays: 6 },
  [express]: { text: '1-2 business days', minDays: 1, maxDays: 2 },
};

const pricedItem = (n: number, product_id: string) => ({
  item_reference: String(n),
  product_id,
  length: 30.5,
  width: 20,
  height: 10,
  weight: 2.5,
  packaging_type: 'CTN',
  authority_to_leave: false,
});
export const pricedShipment = (shipment_reference: string, product_id: string) => ({
  shipment_reference,
  from: { suburb: 'SYDNEY', state: 'NSW', postcode: '2000' },
  to: { suburb: 'MELBOURNE', state: 'VIC', postcode: '3000' },
  items: [pricedItem(1, product_id), pricedItem(2, product_id)],
});
export const summary = (total_cost: unknown) => ({
  shipment_summary: { total_cost, total_cost_ex_gst: 0, fuel_surcharge: 1.2, status: 'Quoted' },
});
const noPrice = {
  errors: [
    {
      code: '42002',
      name: 'NO_PRICES_FOR_PRODUCT',
      message: 'The service 3J55 is not available based upon the information submitted.',
    },
  ],
};

export const shipment = {
  shipment_id: '9lesEAOvOm4AAAFI3swaDRYB',
  shipment_reference: '4711',
  items: [
    { item_id: 'a', tracking_details: { article_id: 'ABC000128B4C5', consignment_id: 'ABC0001' } },
    { item_id: 'b', tracking_details: { article_id: 'ABC000128B4C6', consignment_id: 'ABC0001' } },
  ],
  shipment_summary: { total_cost: 18.4, status: 'Created', number_of_items: 2 },
};
export const booked = {
  carrierId: '9lesEAOvOm4AAAFI3swaDRYB',
  connote: 'ABC0001',
  pieces: ['ABC000128B4C5', 'ABC000128B4C6'],
  priceCents: 1840,
};
export const bookedItem = (n: number, product_id: string) => ({
  item_reference: `4711-${n}`,
  product_id,
  length: 30.5,
  width: 20,
  height: 10,
  weight: 2.5,
  cubic_volume: 0.0061,
  packaging_type: 'CTN',
  authority_to_leave: true,
  allow_partial_delivery: true,
  contains_dangerous_goods: false,
  item_description: 'Tiles',
});
export const created = {
  asks: 'POST /shipments',
  json: {
    shipments: [
      {
        shipment_reference: '4711',
        customer_reference_1: '4711',
        sender_references: ['4711'],
        email_tracking_enabled: false,
        from: {
          name: 'Jane Ceramic',
          business_name: 'Tile Warehouse',
          lines: ['21 Bourke Road'],
          suburb: 'SYDNEY',
          state: 'NSW',
          postcode: '2000',
          phone: '0298765432',
          email: 'jane@tiles.example',
        },
        to: {
          name: 'Mel Okafor',
          lines: ['Unit 4, 216 Flinders Lane'],
          suburb: 'MELBOURNE',
          state: 'VIC',
          postcode: '3000',
          phone: '0400000000',
          email: 'mel@example.org',
          delivery_instructions: 'Ring the bell',
        },
        movement_type: 'DESPATCH',
        items: [bookedItem(1, '7D55'), bookedItem(2, '7D55')],
      },
    ],
  },
};
export const labelAsked = {
  asks: 'POST /labels',
  json: {
    wait_for_label_url: true,
    preferences: [
      {
        type: 'PRINT',
        format: 'PDF',
        groups: [
          { group: 'Parcel Post', layout: 'A4-1pp', branded: true, left_offset: 0, top_offset: 0 },
        ],
      },
    ],
    shipments: [{ shipment_id: '9lesEAOvOm4AAAFI3swaDRYB' }],
  },
};
export const label = (status: string, url?: string) => ({
  json: { labels: [{ request_id: 'r1', status, ...(url === undefined ? {} : { url }) }] },
});
const tracked = 'GET /track?tracking_ids=ABC000128B4C5,ABC000128B4C6';

export const unknownNumber = {
  errors: [
    {
      code: '51104',
      name: 'INVALID_TRACKING_ID',
      message: 'One or more submitted tracking ids could not be found.',
    },
  ],
};

export const stories: Story[] = [
  {
    name: 'lists the products that the account may use',
    operation: 'check',
    exchanges: [
      {
        asks: 'GET /accounts/1234567890',
        answers: {
          json: {
            postage_products: [
              { product_id: '7D55', type: 'PARCEL POST' },
              { product_id: '3J55', type: 'EXPRESS POST' },
            ],
          },
        },
      },
    ],
    gives: 'The account 1234567890 may use 7D55 PARCEL POST, 3J55 EXPRESS POST.',
  },
  {
    name: 'prices every product in one request, with surcharges, from numbers or texts',
    operation: 'quote',
    exchanges: [
      {
        asks: 'POST /prices/shipments',
        json: { shipments: [pricedShipment(parcel, '7D55'), pricedShipment(express, '3J55')] },
        answers: {
          json: {
            shipments: [
              { shipment_reference: express, ...summary('31.405') },
              { shipment_reference: parcel, ...summary(18.4) },
            ],
          },
        },
      },
    ],
    gives: [
      [parcel, { priceCents: 1840, transit: transits[parcel] }],
      [express, { priceCents: 3141, transit: transits[express] }],
    ],
  },
  {
    name: 'asks about each product separately when one of them fails the request',
    operation: 'quote',
    exchanges: [
      {
        asks: 'POST /prices/shipments',
        json: { shipments: [pricedShipment(parcel, '7D55'), pricedShipment(express, '3J55')] },
        answers: { status: 400, json: noPrice },
      },
      {
        asks: 'POST /prices/shipments',
        json: { shipments: [pricedShipment(parcel, '7D55')] },
        answers: { json: { shipments: summary(18.4) } },
      },
      {
        asks: 'POST /prices/shipments',
        json: { shipments: [pricedShipment(express, '3J55')] },
        answers: { status: 400, json: noPrice },
      },
    ],
    gives: [
      [parcel, { priceCents: 1840, transit: transits[parcel] }],
      [
        express,
        {
          absence: {
            code: 'service_not_offered',
            serviceability: 'no_service',
            message: 'The service 3J55 is not available based upon the information submitted.',
          },
        },
      ],
    ],
  },
  {
    name: 'reports a missing required field as a fault, not as an unavailable service',
    operation: 'quote',
    account: { product_auspost_express_eparcel: 'none' },
    exchanges: [
      {
        asks: 'POST /prices/shipments',
        json: { shipments: [pricedShipment(parcel, '7D55')] },
        answers: {
          status: 400,
          json: {
            errors: [
              {
                code: '40002',
                name: 'JSON_MANDATORY_FIELD_MISSING',
                message: 'The input request is missing the mandatory field with the name suburb.',
              },
            ],
          },
        },
      },
    ],
    fails: 'bad_answer',
  },
  {
    name: 'creates a shipment under our reference',
    operation: 'book',
    exchanges: [{ ...created, answers: { status: 201, json: { shipments: [shipment] } } }],
    gives: { booked },
  },
  {
    name: 'reports why a shipment is rejected',
    operation: 'book',
    exchanges: [
      {
        ...created,
        answers: {
          status: 400,
          json: {
            errors: [
              {
                code: '43003',
                message: 'The weight is too large.',
                field: 'shipments[0].items[0].weight',
              },
            ],
          },
        },
      },
    ],
    gives: { rejected: '43003 The weight is too large.' },
  },
  {
    name: 'finds a shipment by our reference',
    operation: 'find',
    exchanges: [
      {
        asks: 'GET /shipments?offset=0&number_of_shipments=10&sender_reference=4711',
        answers: { json: { shipments: [{ ...shipment, shipment_reference: '47110' }, shipment] } },
      },
    ],
    gives: { booked },
  },
  {
    name: 'finds a shipment without its own reference by its sender reference',
    operation: 'find',
    exchanges: [
      {
        asks: 'GET /shipments?offset=0&number_of_shipments=10&sender_reference=4711',
        answers: {
          json: {
            shipments: [
              { ...shipment, shipment_reference: undefined, sender_references: ['4711'] },
            ],
          },
        },
      },
    ],
    gives: { booked },
  },
  {
    name: 'reports that a shipment does not exist',
    operation: 'find',
    exchanges: [
      {
        asks: 'GET /shipments?offset=0&number_of_shipments=10&sender_reference=4711',
        answers: { status: 404, json: { errors: [{ code: '44013', message: 'not found' }] } },
      },
    ],
    gives: 'absent',
  },
  {
    name: 'deletes a shipment',
    operation: 'cancel',
    exchanges: [{ asks: 'DELETE /shipments/9lesEAOvOm4AAAFI3swaDRYB', answers: { status: 200 } }],
    gives: 'cancelled',
  },
  {
    name: 'reports why a shipment cannot be deleted',
    operation: 'cancel',
    exchanges: [
      {
        asks: 'DELETE /shipments/9lesEAOvOm4AAAFI3swaDRYB',
        answers: {
          status: 400,
          json: { errors: [{ code: '44009', message: 'The shipment is on an order.' }] },
        },
      },
    ],
    gives: { refused: '44009 The shipment is on an order.' },
  },
  {
    name: 'waits for a label and fetches it from the stated address',
    operation: 'label',
    exchanges: [
      { ...labelAsked, answers: label('PENDING') },
      { asks: 'GET /labels/r1', answers: label('AVAILABLE', '{base}/file.pdf') },
      { asks: 'GET {base}/file.pdf', answers: { bytes: aPdf, type: 'application/pdf' } },
    ],
    gives: { format: 'pdf', bytes: aPdf },
  },
  {
    name: 'reports a label that could not be created',
    operation: 'label',
    exchanges: [{ ...labelAsked, answers: label('ERROR') }],
    fails: 'bad_answer',
  },
  {
    name: 'adds shipments to an order with PUT and fetches its summary',
    operation: 'manifest',
    exchanges: [
      {
        asks: 'PUT /orders',
        json: {
          order_reference: 'LH-1',
          payment_method: 'CHARGE_TO_ACCOUNT',
          shipments: [{ shipment_id: '9lesEAOvOm4AAAFI3swaDRYB' }],
        },
        answers: { status: 201, json: { order: { order_id: 'AP0000002422' } } },
      },
      {
        asks: 'GET /accounts/1234567890/orders/AP0000002422/summary',
        answers: { bytes: aPdf, type: 'application/pdf' },
      },
    ],
    gives: { manifestId: 'AP0000002422', document: aPdf },
  },
  {
    name: 'reads the events of articles that are nested in their consignment',
    operation: 'track',
    exchanges: [
      {
        asks: tracked,
        answers: {
          json: {
            tracking_results: [
              {
                tracking_id: 'ABC000128B4C5',
                trackable_items: [
                  {
                    consignment_id: 'ABC0001',
                    number_of_items: 2,
                    items: [
                      {
                        article_id: 'ABC000128B4C5',
                        product_type: 'eParcel',
                        events: [{ description: 'Delivered', date: '2026-11-16T15:04:05+11:00' }],
                        status: 'Delivered',
                      },
                    ],
                  },
                ],
              },
            ],
          },
        },
      },
    ],
    gives: [
      {
        piece: 1,
        occurredAtMs: Date.UTC(2026, 10, 16, 4, 4, 5),
        raw: { datetime: '2026-11-16T15:04:05+11:00', description: 'Delivered', location: '' },
      },
    ],
  },
  {
    name: 'tracks each article separately when the carrier does not know one of them',
    operation: 'track',
    exchanges: [
      { asks: tracked, answers: { status: 400, json: unknownNumber } },
      {
        asks: 'GET /track?tracking_ids=ABC000128B4C5',
        answers: { status: 400, json: unknownNumber },
      },
      {
        asks: 'GET /track?tracking_ids=ABC000128B4C6',
        answers: {
          json: {
            tracking_results: [
              {
                tracking_id: 'ABC000128B4C6',
                trackable_items: [
                  {
                    article_id: 'ABC000128B4C6',
                    events: [{ description: 'Delivered', date: '2026-11-16T15:04:05+11:00' }],
                  },
                ],
              },
            ],
          },
        },
      },
    ],
    gives: [
      {
        piece: 2,
        occurredAtMs: Date.UTC(2026, 10, 16, 4, 4, 5),
        raw: { datetime: '2026-11-16T15:04:05+11:00', description: 'Delivered', location: '' },
      },
    ],
  },
  {
    name: 'reads the events of every article',
    operation: 'track',
    exchanges: [
      {
        asks: tracked,
        answers: {
          json: {
            tracking_results: [
              {
                tracking_id: 'ABC000128B4C6',
                status: 'In transit',
                trackable_items: [
                  {
                    article_id: 'ABC000128B4C6',
                    events: {
                      location: 'CHULLORA NSW',
                      description: 'Received by Australia Post',
                      date: '2026-11-16T15:04:05+11:00',
                    },
                  },
                ],
              },
              {
                tracking_id: 'ABC000128B4C5',
                errors: [{ code: 'ESB-10001', message: 'Invalid tracking ID' }],
              },
            ],
          },
        },
      },
    ],
    gives: [
      {
        piece: 2,
        occurredAtMs: Date.UTC(2026, 10, 16, 4, 4, 5),
        raw: {
          datetime: '2026-11-16T15:04:05+11:00',
          description: 'Received by Australia Post',
          location: 'CHULLORA NSW',
        },
      },
    ],
  },
];

export const consignment = { reference: '4711', stringId: parcel, ...booked };

export const auspostStories: CarrierStories = {
  connector: auspost,
  account,
  headers,
  consignment,
  stories,
};
