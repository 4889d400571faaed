// CouriersPlease.
import { couriersPlease } from '../../../carriers/couriers_please/connector/couriers-please.ts';
import { aPdf, aPdfText, type CarrierStories, order } from '../story.ts';

const account = {
  account_number: 'CP123',
  api_key: 'cp-key-77aa',
  rate_card_couriers_please_domestic_priority_signature: 'P2S',
};
const quoted = {
  asks: 'POST /v2/domestic/quote',
  json: {
    fromSuburb: 'SYDNEY',
    fromPostcode: '2000',
    toSuburb: 'MELBOURNE',
    toPostcode: '3000',
    insuranceCategory: 0,
    items: [{ quantity: 2, length: 31, height: 10, width: 20, physicalWeight: 2.5 }],
  },
};
const trialQuoted = {
  ...quoted,
  json: {
    ...quoted.json,
    items: [{ quantity: 1, length: 30, height: 30, width: 30, physicalWeight: 5 }],
  },
};
const cards = [
  {
    RateCardCode: 'L55',
    RateCardDescription: 'Sector',
    CalculatedFreightCharge: '14.00',
    CalculatedFuelCharge: '1.005',
    ETA: '0-1 Business Days',
    PickupCutOffTime: '14:00',
    Weight: '5',
  },
  { RateCardCode: 'P2S', CalculatedFreightCharge: 10, CalculatedFuelCharge: 1, ETA: '1' },
  {
    RateCardCode: 'EZ2',
    CalculatedFreightCharge: 20,
    CalculatedFuelCharge: 2,
    ETA: '2-3 Business Days',
  },
];
const party = (role: string, of: 'Jane' | 'Mel') => {
  const isSender = of === 'Jane';
  return {
    [`${role}FirstName`]: of,
    [`${role}LastName`]: isSender ? 'Ceramic' : 'Okafor',
    [`${role}CompanyName`]: isSender ? 'Tile Warehouse' : '',
    [`${role}Email`]: isSender ? 'jane@tiles.example' : 'mel@example.org',
    [`${role}Address1`]: isSender ? '21 Bourke Road' : 'Unit 4, 216 Flinders Lane',
    [`${role}Address2`]: '',
    [`${role}Suburb`]: isSender ? 'SYDNEY' : 'MELBOURNE',
    [`${role}State`]: isSender ? 'NSW' : 'VIC',
    [`${role}Postcode`]: isSender ? '2000' : '3000',
    [`${role}Phone`]: isSender ? '0298765432' : '0400000000',
    [`${role}IsBusiness`]: isSender,
  };
};
const created = (rateCardId: string) => ({
  asks: 'POST /v2/domestic/shipment/create',
  json: {
    ...party('pickup', 'Jane'),
    ...party('destination', 'Mel'),
    ...party('contact', 'Jane'),
    referenceNumber: '4711',
    termsAccepted: true,
    dangerousGoods: false,
    rateCardId,
    specialInstruction: 'Ring the bell',
    isATL: true,
    InsuranceCategory: 0,
    items: [{ quantity: 2, length: 31, height: 10, width: 20, physicalWeight: 2.5 }],
  },
});
const success = (data: unknown) => ({ json: { responseCode: 'SUCCESS', msg: 'SUCCESS', data } });
const invalid = (errors: unknown) => ({
  status: 400,
  json: { responseCode: 'INVALID_INPUT', msg: 'INPUT VALIDATION FAILED', data: { errors } },
});

const asksForPickup = (readyDateTime: string) => ({
  asks: 'POST /v2/domestic/bookPickup',
  json: {
    readyDateTime,
    contactName: 'Jane Ceramic',
    contactEmail: 'jane@tiles.example',
    consignmentCount: 1,
    totalItemCount: 2,
    totalWeight: 5,
    pickup: {
      phoneNumber: '0298765432',
      companyName: 'Tile Warehouse',
      address1: '21 Bourke Road',
      address2: '',
      address3: '',
      suburb: 'SYDNEY',
      postcode: '2000',
    },
    consignmentCode: 'CPAW00001',
    delivery: {
      companyName: 'Mel Okafor',
      address1: 'Unit 4, 216',
      address2: 'Flinders Lane',
      suburb: 'MELBOURNE',
      postcode: '3000',
    },
  },
});

export const couriersPleaseStories: CarrierStories = {
  connector: couriersPlease,
  account,
  headers: { authorization: `Basic ${btoa('CP123:cp-key-77aa')}` },
  consignment: {
    reference: '4711',
    stringId: 'couriers_please',
    connote: 'CPAW00001',
    carrierId: 'J9',
    pieces: [],
  },
  stories: [
    {
      name: 'attempts a suburb up',
      operation: 'check',
      exchanges: [
        {
          ...trialQuoted,
          answers: success(cards),
        },
      ],
      gives:
        "The account is accepted: a 30 cm carton of 5 kg from Sydney to Melbourne costs $16.51 (the carrier's $15.01 plus 10 % GST). Compare it with a price on an invoice. If the carrier's price includes GST, set prices_include_gst to yes.",
    },
    {
      name: 'reports a rejected account although the status is 200',
      operation: 'check',
      exchanges: [
        {
          ...trialQuoted,
          answers: { json: { responseCode: 'UNAUTHORIZED', msg: 'UNAUTHORIZED' } },
        },
      ],
      fails: 'credentials',
    },
    {
      name: 'adds fuel and GST, and prices the standard service at the cheapest remaining card',
      operation: 'quote',
      exchanges: [{ ...quoted, answers: success(cards) }],
      gives: [
        [
          'couriers_please',
          {
            priceCents: 1651,
            transit: { text: '0-1 Business Days', minDays: 0, maxDays: 1 },
            cutoffMinute: 14 * 60,
          },
        ],
        [
          'couriers_please_domestic_priority_signature',
          { priceCents: 1210, transit: { text: '1 business day', minDays: 1, maxDays: 1 } },
        ],
      ],
    },
    {
      name: 'reads a single card as a list and keeps prices with GST unchanged',
      operation: 'quote',
      account: { prices_include_gst: 'yes' },
      exchanges: [{ ...quoted, answers: success(cards[2]) }],
      gives: [
        [
          'couriers_please',
          { priceCents: 2200, transit: { text: '2-3 Business Days', minDays: 2, maxDays: 3 } },
        ],
      ],
    },
    {
      name: 'offers nothing on a route without rate cards',
      operation: 'quote',
      exchanges: [{ ...quoted, answers: success([]) }],
      gives: [
        'couriers_please',
        'couriers_please_domestic_priority_signature',
        'couriers_please_domestic_priority_authority',
      ].map((stringId) => [
        stringId,
        {
          absence: {
            code: 'route_not_served',
            serviceability: 'no_route',
            message: 'the carrier has no rate card for this route',
          },
        },
      ]),
    },
    {
      name: 'reports a suburb that the carrier cannot read as a fault of the request',
      operation: 'quote',
      exchanges: [{ ...quoted, answers: invalid({ toSuburb: ['Suburb is not valid'] }) }],
      fails: 'bad_request',
    },
    {
      name: 'books with the configured rate card',
      operation: 'book',
      stringId: 'couriers_please_domestic_priority_signature',
      exchanges: [
        {
          ...created('P2S'),
          answers: success({
            consignmentCode: 'CPAW00001',
            referenceNumber: '4711',
            jobNumber: 'J9',
          }),
        },
      ],
      gives: { booked: { connote: 'CPAW00001', carrierId: 'J9', pieces: [] } },
    },
    {
      name: 'sends every line of a street, however long',
      operation: 'book',
      stringId: 'couriers_please_domestic_priority_signature',
      order: {
        receiver: {
          ...order('couriers_please').booking.receiver,
          street: 'Harbour Industrial Estate\nWarehouse 12, Dock 3\n1140 Old Princes Highway',
        },
      },
      exchanges: [
        {
          ...created('P2S'),
          json: {
            ...created('P2S').json,
            destinationAddress1: 'Harbour Industrial Estate',
            destinationAddress2: 'Warehouse 12, Dock 3, 1140 Old Princes Highway',
          },
          answers: success({ consignmentCode: 'CPAW00001', jobNumber: 'J9' }),
        },
      ],
      gives: { booked: { connote: 'CPAW00001', carrierId: 'J9', pieces: [] } },
    },
    {
      name: 'looks up the rate card of the standard service before it books',
      operation: 'book',
      exchanges: [
        { ...quoted, answers: success(cards) },
        { ...created('L55'), answers: success({ consignmentCode: 'CPAW00001', jobNumber: 9 }) },
      ],
      gives: { booked: { connote: 'CPAW00001', carrierId: '9', pieces: [] } },
    },
    {
      name: 'reports why a consignment is rejected',
      operation: 'book',
      stringId: 'couriers_please_domestic_priority_signature',
      exchanges: [
        {
          ...created('P2S'),
          answers: invalid([{ description: 'destinationPhone is required' }, 'items is required']),
        },
      ],
      gives: { rejected: 'destinationPhone is required; items is required' },
    },
    {
      name: 'does not treat an unavailable service as a refusal',
      operation: 'book',
      stringId: 'couriers_please_domestic_priority_signature',
      exchanges: [
        { ...created('P2S'), answers: { json: { responseCode: 'SERVICE_UNAVAILABLE', msg: '' } } },
      ],
      fails: 'server_error',
    },
    {
      name: 'cancels a consignment',
      operation: 'cancel',
      exchanges: [
        {
          asks: 'POST /v1/domestic/shipment/cancel',
          json: { consignmentCode: 'CPAW00001' },
          answers: success(null),
        },
      ],
      gives: 'cancelled',
    },
    {
      name: 'reports why a consignment cannot be cancelled',
      operation: 'cancel',
      exchanges: [
        {
          asks: 'POST /v1/domestic/shipment/cancel',
          json: { consignmentCode: 'CPAW00001' },
          answers: invalid(['Already picked up']),
        },
      ],
      gives: { refused: 'Already picked up' },
    },
    {
      name: 'unpacks the label',
      operation: 'label',
      exchanges: [
        {
          asks: 'GET /v1/domestic/shipment/label?consignmentNumber=CPAW00001',
          answers: success({ label: aPdfText }),
        },
      ],
      gives: { format: 'pdf', bytes: aPdf },
    },
    {
      name: 'reads dates and times in the time zone of the named place',
      operation: 'track',
      exchanges: [
        {
          asks: 'GET /v1/domestic/locateParcel?trackingCode=CPAW00001',
          answers: success({
            consignmentInfo: {
              consignmentCode: 'CPAW00001',
              status: 'x',
              itemsCoupons: [
                {
                  trackingInfo: [
                    {
                      date: '16/11/2026',
                      time: '14:05',
                      action: 'Your parcel(s) have arrived in PERTH depot.',
                      contractor: 'PER',
                    },
                  ],
                },
              ],
            },
          }),
        },
      ],
      gives: [
        {
          piece: undefined,
          occurredAtMs: Date.UTC(2026, 10, 16, 6, 5),
          raw: {
            date: '16/11/2026',
            time: '14:05',
            description: 'Your parcel(s) have arrived in PERTH depot.',
            depot: 'PER',
          },
        },
      ],
    },
    {
      name: 'requests the pickup of a later day from the start of its window',
      operation: 'pickup',
      question: { nowMs: Date.UTC(2026, 10, 14, 23, 0) },
      exchanges: [
        { ...asksForPickup('2026-11-16 09:00 am'), answers: success({ jobNumber: 'J10' }) },
      ],
      gives: { arranged: 'J10' },
    },
    {
      name: 'requests the pickup of an open window from now on',
      operation: 'pickup',
      question: { nowMs: Date.UTC(2026, 10, 16, 2, 5) },
      exchanges: [
        { ...asksForPickup('2026-11-16 01:05 pm'), answers: success({ jobNumber: 'J10' }) },
      ],
      gives: { arranged: 'J10' },
    },
    {
      name: 'does not report a refused pickup as arranged',
      operation: 'pickup',
      exchanges: [
        {
          ...asksForPickup('2026-11-16 10:00 am'),
          answers: invalid([{ field: 'readyDateTime', description: 'After the cut-off' }]),
        },
      ],
      gives: { refused: 'After the cut-off' },
    },
    {
      name: 'does not report a pickup without a job as arranged',
      operation: 'pickup',
      exchanges: [{ ...asksForPickup('2026-11-16 10:00 am'), answers: success({}) }],
      fails: 'bad_answer',
    },
  ],
};
