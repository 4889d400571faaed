// DHL Express.
import { dhlExpress } from '../../../carriers/dhl_express/connector/dhl-express.ts';
import { createShipment } from '../../../src/domain/quotes/shipment.ts';
import { aPdf, aPdfText, type CarrierStories, paperConsignment } from '../story.ts';
import { abroad, shipped } from './exports.ts';

const planned = '2026-11-16T12:00:00 GMT+11:00';
const dhlPackage = { weight: 2.5, dimensions: { length: 30.5, width: 20, height: 10 } };
const dhlPieces = ['JD014600001234567890', 'JD014600001234567891'];
const inThreeDays = { priceCents: 8000, transit: { text: '3 days', minDays: 3, maxDays: 3 } };
const inwards = {
  shipment: createShipment({
    sender: { suburb: 'AUCKLAND', postcode: '1010', country: 'NZ', type: 'business' },
    receiver: { suburb: 'SYDNEY', postcode: '2000', state: 'NSW', type: 'business' },
    items: [
      { packaging: 0, quantity: 1, weightGrams: 2_500, lengthMm: 305, widthMm: 200, heightMm: 100 },
    ],
    declaredValueCents: 12_000,
  }),
};
const dhlAsked = {
  asks: 'POST /rates',
  json: {
    customerDetails: {
      shipperDetails: { postalCode: '2000', cityName: 'SYDNEY', countryCode: 'AU' },
      receiverDetails: { postalCode: '1010', cityName: 'AUCKLAND', countryCode: 'NZ' },
    },
    accounts: [{ typeCode: 'shipper', number: '961234567' }],
    plannedShippingDateAndTime: planned,
    unitOfMeasurement: 'metric',
    isCustomsDeclarable: true,
    monetaryAmount: [{ typeCode: 'declaredValue', value: 120, currency: 'AUD' }],
    packages: [dhlPackage, dhlPackage],
  },
};
const price = (amount: number, days: unknown, priceCurrency = 'AUD') => ({
  productCode: 'P',
  totalPrice: [
    { currencyType: 'BASEC', priceCurrency: 'NZD', price: 1 },
    { currencyType: 'BILLC', priceCurrency, price: amount },
  ],
  deliveryCapabilities: { totalTransitDays: days },
});

/** A product with this cut-off. */
const collectedUntil = (localCutoffDateAndTime: string) => ({
  ...dhlAsked,
  answers: {
    json: { products: [{ ...price(80, 3), pickupCapabilities: { localCutoffDateAndTime } }] },
  },
});
const dhlNo = (status: number, detail: string) => ({
  status,
  json: { instance: '/expressapi', detail, title: 'Bad request', status: String(status) },
});
const dhlBooked = {
  asks: 'POST /shipments',
  json: {
    plannedShippingDateAndTime: planned,
    pickup: { isRequested: false },
    productCode: 'P',
    getRateEstimates: true,
    accounts: [{ typeCode: 'shipper', number: '961234567' }],
    customerReferences: [{ value: '4711', typeCode: 'CU' }],
    outputImageProperties: {
      printerDPI: 300,
      encodingFormat: 'pdf',
      imageOptions: [{ typeCode: 'label', templateName: 'ECOM26_84_001', isRequested: true }],
    },
    customerDetails: {
      shipperDetails: {
        postalAddress: {
          postalCode: '2000',
          cityName: 'SYDNEY',
          countryCode: 'AU',
          addressLine1: '21 Bourke Road',
        },
        contactInformation: {
          fullName: 'Jane Ceramic',
          companyName: 'Tile Warehouse',
          phone: '0298765432',
          email: 'jane@tiles.example',
        },
        typeCode: 'business',
      },
      receiverDetails: {
        postalAddress: {
          postalCode: '1010',
          cityName: 'AUCKLAND',
          countryCode: 'NZ',
          addressLine1: '8 Queen Street',
        },
        contactInformation: {
          fullName: 'Mel Okafor',
          companyName: 'Mel Okafor',
          phone: '0400000000',
          email: 'mel@example.org',
        },
        typeCode: 'business',
      },
    },
    content: {
      packages: [dhlPackage, dhlPackage],
      isCustomsDeclarable: true,
      declaredValue: 120,
      declaredValueCurrency: 'AUD',
      exportDeclaration: {
        lineItems: [
          {
            number: 1,
            description: 'Glazed tiles',
            price: 60,
            quantity: { value: 2, unitOfMeasurement: 'PCS' },
            commodityCodes: [{ typeCode: 'outbound', value: '690721' }],
            exportReasonType: 'permanent',
            manufacturerCountry: 'IT',
            weight: { netValue: 4, grossValue: 4 },
          },
        ],
        invoice: { number: '4711', date: '2026-11-16' },
        exportReasonType: 'permanent',
      },
      description: 'Tiles',
      incoterm: 'DAP',
      unitOfMeasurement: 'metric',
    },
  },
};
const dhlFound = {
  asks: 'GET /tracking?shipmentReference=4711&shipmentReferenceType=CU&shipperAccountNumber=961234567&dateRangeFrom=2026-11-09&dateRangeTo=2026-12-07&trackingView=shipment-details-only',
};

export const dhlStories: CarrierStories = {
  connector: dhlExpress,
  account: {
    username: 'dhl-user',
    password: 'dhl-pass-1',
    account_number: '961234567',
    product_code: 'P',
    duties_paid_by: 'recipient',
  },
  headers: { authorization: `Basic ${btoa('dhl-user:dhl-pass-1')}` },
  consignment: { ...paperConsignment, stringId: 'dhl_express' },
  stories: [
    {
      name: 'attempts an address up',
      operation: 'check',
      exchanges: [
        {
          asks: 'GET /address-validate?type=pickup&countryCode=AU&postalCode=2000&cityName=SYDNEY',
          answers: { json: { address: [] } },
        },
      ],
      gives: 'The account is accepted: the carrier knows Sydney.',
    },
    {
      name: 'offers the configured product in its billing currency, dollars',
      operation: 'quote',
      question: abroad,
      exchanges: [
        {
          ...dhlAsked,
          answers: {
            json: {
              products: [
                { ...price(60, 5), productCode: '8' },
                price(80, 3),
                price(5, 1, 'NZD'),
                { ...price(99.5, '2'), productCode: 'Y' },
              ],
            },
          },
        },
      ],
      gives: [['dhl_express', inThreeDays]],
    },
    {
      name: 'reads the latest pickup time of the requested day',
      operation: 'quote',
      question: abroad,
      exchanges: [collectedUntil('2026-11-16T16:30:00')],
      gives: [['dhl_express', { ...inThreeDays, cutoffMinute: 16 * 60 + 30 }]],
    },
    {
      name: 'leaves the latest pickup time open when it belongs to another day',
      operation: 'quote',
      question: abroad,
      exchanges: [collectedUntil('2026-11-13T16:30:00')],
      gives: [['dhl_express', inThreeDays]],
    },
    {
      name: 'offers nothing where the configured product is not available',
      operation: 'quote',
      question: abroad,
      exchanges: [
        {
          ...dhlAsked,
          answers: { json: { products: [{ ...price(60, 5), productCode: '8' }] } },
        },
      ],
      gives: [],
    },
    {
      name: 'offers the cheapest import product, which the operator books',
      operation: 'quote',
      question: inwards,
      exchanges: [
        {
          asks: dhlAsked.asks,
          json: {
            ...dhlAsked.json,
            customerDetails: {
              shipperDetails: dhlAsked.json.customerDetails.receiverDetails,
              receiverDetails: dhlAsked.json.customerDetails.shipperDetails,
            },
            packages: [dhlPackage],
          },
          answers: {
            json: { products: [price(99.5, '2'), { ...price(80, 3), productCode: 'Y' }] },
          },
        },
      ],
      gives: [['dhl_express_import', inThreeDays]],
    },
    {
      name: 'books with our reference and the customs details',
      operation: 'book',
      order: shipped,
      exchanges: [
        {
          ...dhlBooked,
          answers: {
            status: 201,
            json: {
              shipmentTrackingNumber: 9356579890,
              packages: dhlPieces.map((trackingNumber, n) => ({
                referenceNumber: n + 1,
                trackingNumber,
              })),
              documents: [
                { imageFormat: 'PDF', content: aPdfText, typeCode: 'label' },
                { imageFormat: 'PDF', content: aPdfText, typeCode: 'waybillDoc' },
              ],
              shipmentCharges: [
                { currencyType: 'PULCL', priceCurrency: 'NZD', price: 1 },
                { currencyType: 'BILLC', priceCurrency: 'AUD', price: 80 },
              ],
            },
          },
        },
      ],
      gives: {
        booked: {
          connote: '9356579890',
          carrierId: '9356579890',
          pieces: dhlPieces,
          priceCents: 8000,
        },
        labels: [{ format: 'pdf', bytes: aPdf }],
      },
    },
    {
      name: 'reports why DHL rejects a booking',
      operation: 'book',
      order: shipped,
      exchanges: [
        { ...dhlBooked, answers: dhlNo(400, '#/customerDetails: required key not found') },
      ],
      gives: { rejected: '#/customerDetails: required key not found' },
    },
    {
      name: 'requests a pickup in the local time of the address',
      operation: 'pickup',
      exchanges: [
        {
          asks: 'POST /pickups',
          json: {
            plannedPickupDateAndTime: '2026-11-16T10:00:00 GMT+11:00',
            closeTime: '17:00',
            location: 'reception',
            locationType: 'business',
            accounts: [{ typeCode: 'shipper', number: '961234567' }],
            customerDetails: {
              shipperDetails: {
                postalAddress: {
                  postalCode: '2000',
                  cityName: 'SYDNEY',
                  countryCode: 'AU',
                  addressLine1: '21 Bourke Road',
                },
                contactInformation: {
                  fullName: 'Jane Ceramic',
                  companyName: 'Tile Warehouse',
                  phone: '0298765432',
                  email: 'jane@tiles.example',
                },
              },
            },
            shipmentDetails: [
              {
                productCode: 'P',
                isCustomsDeclarable: true,
                unitOfMeasurement: 'metric',
                packages: Array.from({ length: 2 }, () => ({
                  weight: 2.5,
                  dimensions: { length: 30.5, width: 20, height: 10 },
                })),
              },
            ],
          },
          answers: {
            status: 201,
            json: {
              dispatchConfirmationNumbers: ['PRG999123456'],
              readyByTime: '09:00',
              nextPickupDate: '2026-11-16',
            },
          },
        },
      ],
      gives: { arranged: 'PRG999123456' },
    },
    {
      name: 'finds a shipment among others by our reference',
      operation: 'find',
      order: shipped,
      exchanges: [
        {
          ...dhlFound,
          answers: {
            json: {
              shipments: [
                { shipmentTrackingNumber: '1', shipperReferences: [{ value: '47110' }] },
                {
                  shipmentTrackingNumber: '9356579890',
                  shipperReferences: [{ value: '4711', typeCode: 'CU' }],
                },
              ],
            },
          },
        },
      ],
      gives: { booked: { connote: '9356579890', carrierId: '9356579890', pieces: [] } },
    },
    {
      name: 'does not take an unscanned shipment as missing',
      operation: 'find',
      order: shipped,
      exchanges: [{ ...dhlFound, answers: dhlNo(404, 'No data found for the shipment') }],
      gives: 'not_shown',
    },
    {
      name: "does not take another sender's shipment as ours or as proof that ours is missing",
      operation: 'find',
      order: shipped,
      exchanges: [
        {
          ...dhlFound,
          answers: {
            json: {
              shipments: [{ shipmentTrackingNumber: '1', shipperReferences: [{ value: '47110' }] }],
            },
          },
        },
      ],
      fails: 'bad_answer',
    },
    {
      name: 'reads checkpoints in the local time of their place',
      operation: 'track',
      exchanges: [
        {
          asks: 'GET /tracking?shipmentTrackingNumber=X1&trackingView=all-checkpoints',
          answers: {
            json: {
              shipments: [
                {
                  shipmentTrackingNumber: 'X1',
                  events: [
                    {
                      date: '2026-11-16',
                      time: '14:05:00',
                      GMTOffset: '+13:00',
                      typeCode: 'OK',
                      description: 'Delivered',
                      serviceArea: [{ code: 'AKL', description: 'Auckland-NZ' }],
                    },
                    {
                      date: '2026-11-15',
                      time: '09:00:00',
                      typeCode: 'PU',
                      description: 'Shipment picked up',
                      serviceArea: [{ code: 'PER', description: 'Perth-AU' }],
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
          piece: undefined,
          occurredAtMs: Date.UTC(2026, 10, 16, 1, 5),
          raw: {
            datetime: '2026-11-16T14:05:00+13:00',
            event: 'OK',
            description: 'Delivered',
            location: 'Auckland-NZ',
          },
        },
        {
          piece: undefined,
          occurredAtMs: Date.UTC(2026, 10, 15, 1, 0),
          raw: {
            datetime: '2026-11-15T09:00:00',
            event: 'PU',
            description: 'Shipment picked up',
            location: 'Perth-AU',
          },
        },
      ],
    },
  ],
};
