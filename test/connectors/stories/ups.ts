// UPS.
import { ups } from '../../../carriers/ups/connector/ups.ts';
import type { CarrierStories } from '../story.ts';
import { abroad, shipped } from './exports.ts';
import {
  dollars,
  image,
  labels,
  recovered,
  twoPdfs,
  upsAsked,
  upsBooked,
  upsNo,
  upsPieces,
  upsQuestion,
  upsRated,
  upsReference,
  upsResult,
  upsSize,
  upsTracked,
  upsVoided,
  zplBytes,
} from './ups-exchanges.ts';

export const upsStories: CarrierStories = {
  connector: ups,
  account: { client_id: 'ups-client', client_secret: 'ups-secret-5', account_number: 'A1B2C3' },
  headers: { authorization: 'Bearer ups-token' },
  signIn: {
    asks: 'POST /security/v1/oauth/token',
    answers: { json: { access_token: 'ups-token', token_type: 'Bearer', expires_in: '14399' } },
  },
  consignment: {
    reference: '4711',
    stringId: 'ups',
    connote: '1ZA1B2C30400000001',
    carrierId: '1ZA1B2C30400000001',
    pieces: upsPieces,
  },
  stories: [
    {
      name: 'asks for one price',
      operation: 'check',
      exchanges: [
        {
          ...upsAsked([upsSize('20', '15', '10', '1')], '1', '1.00', false),
          answers: upsRated({ Service: { Code: '65' }, TotalCharges: dollars('60.00') }),
        },
      ],
      gives: 'The account is accepted: Sydney to Auckland has a price.',
    },
    {
      name: 'reports that the account does not have the configured service',
      operation: 'check',
      exchanges: [
        {
          ...upsAsked([upsSize('20', '15', '10', '1')], '1', '1.00', false),
          answers: upsRated({ Service: { Code: '07' }, TotalCharges: dollars('60.00') }),
        },
      ],
      fails: 'bad_answer',
    },
    {
      name: "prefers the account's negotiated price with taxes to the published price",
      operation: 'quote',
      question: abroad,
      exchanges: [
        {
          ...upsQuestion,
          answers: upsRated([
            { Service: { Code: '07' }, TotalCharges: dollars('150.00') },
            {
              Service: { Code: '65' },
              TotalCharges: dollars('130.00'),
              NegotiatedRateCharges: {
                TotalCharge: dollars('90.00'),
                TotalChargesWithTaxes: dollars('92.50'),
              },
              TimeInTransit: {
                ServiceSummary: { EstimatedArrival: { BusinessDaysInTransit: '2' } },
              },
            },
          ]),
        },
      ],
      gives: [
        ['ups', { priceCents: 9250, transit: { text: '2 business days', minDays: 2, maxDays: 2 } }],
      ],
    },
    {
      name: 'reads a single rated shipment that is not a list',
      operation: 'quote',
      question: abroad,
      exchanges: [
        {
          ...upsQuestion,
          answers: upsRated({ Service: { Code: '65' }, TotalCharges: dollars('130.00') }),
        },
      ],
      gives: [['ups', { priceCents: 13_000, transit: { text: '', minDays: 0, maxDays: 0 } }]],
    },
    {
      name: 'reports a destination without service as not served',
      operation: 'quote',
      question: abroad,
      exchanges: [
        {
          ...upsQuestion,
          answers: upsNo('111210', 'Unavailable between the selected locations'),
        },
      ],
      gives: [
        [
          'ups',
          {
            absence: {
              code: 'route_not_served',
              serviceability: 'no_route',
              message: 'Unavailable between the selected locations',
            },
          },
        ],
      ],
    },
    {
      name: 'reports any other code as a fault of the request',
      operation: 'quote',
      question: abroad,
      exchanges: [{ ...upsQuestion, answers: upsNo('9110001', 'Try again') }],
      fails: 'bad_request',
    },
    {
      name: 'books with our reference and an invoice for customs',
      operation: 'book',
      order: shipped,
      exchanges: [
        {
          ...upsBooked,
          answers: {
            json: {
              ShipmentResponse: {
                ShipmentResults: {
                  ShipmentCharges: {
                    TotalCharges: { CurrencyCode: 'AUD', MonetaryValue: '81.40' },
                  },
                  NegotiatedRateCharges: {
                    TotalCharge: { CurrencyCode: 'AUD', MonetaryValue: '62.06' },
                  },
                  ShipmentIdentificationNumber: '1ZA1B2C30400000001',
                  PackageResults: upsPieces.map(upsResult),
                },
              },
            },
          },
        },
      ],
      gives: {
        booked: {
          connote: '1ZA1B2C30400000001',
          carrierId: '1ZA1B2C30400000001',
          pieces: upsPieces,
          priceCents: 6206,
        },
        labels: [
          { format: 'zpl', bytes: zplBytes },
          { format: 'zpl', bytes: zplBytes },
        ],
      },
    },
    {
      name: 'reports why UPS rejects a booking',
      operation: 'book',
      order: shipped,
      exchanges: [{ ...upsBooked, answers: upsNo('120203', 'Missing phone number') }],
      gives: { rejected: 'Missing phone number' },
    },
    {
      name: 'requests an on-call pickup billed to the account',
      operation: 'pickup',
      order: shipped,
      exchanges: [
        {
          asks: 'POST /api/pickupcreation/v2409/pickup',
          json: {
            PickupCreationRequest: {
              Request: { TransactionReference: { CustomerContext: '4711' } },
              RatePickupIndicator: 'N',
              Shipper: { Account: { AccountNumber: 'A1B2C3', AccountCountryCode: 'AU' } },
              PickupDateInfo: { PickupDate: '20261116', ReadyTime: '1000', CloseTime: '1700' },
              PickupAddress: {
                CompanyName: 'Tile Warehouse',
                ContactName: 'Jane Ceramic',
                AddressLine: '21 Bourke Road',
                City: 'SYDNEY',
                PostalCode: '2000',
                CountryCode: 'AU',
                ResidentialIndicator: 'N',
                Phone: { Number: '0298765432' },
              },
              AlternateAddressIndicator: 'Y',
              PickupPiece: [
                {
                  ServiceCode: '065',
                  Quantity: '2',
                  DestinationCountryCode: 'NZ',
                  ContainerCode: '01',
                },
              ],
              TotalWeight: { Weight: '5.0', UnitOfMeasurement: 'KGS' },
              OverweightIndicator: 'N',
              PaymentMethod: '01',
            },
          },
          answers: { json: { PickupCreationResponse: { PRN: '2929AONCALL02' } } },
        },
      ],
      gives: { arranged: '2929AONCALL02' },
    },
    {
      name: "finds a shipment by our reference, but not another shipper's",
      operation: 'find',
      order: shipped,
      exchanges: [
        {
          ...upsReference,
          answers: {
            json: {
              trackResponse: {
                shipment: [
                  { package: [{ trackingNumber: '1ZZZZZZZ0400000009' }] },
                  { package: upsPieces.map((trackingNumber) => ({ trackingNumber })) },
                ],
              },
            },
          },
        },
      ],
      gives: {
        booked: {
          connote: '1ZA1B2C30400000001',
          carrierId: '1ZA1B2C30400000001',
          pieces: upsPieces,
        },
      },
    },
    {
      name: 'reads an error for a shipment that is not shown yet',
      operation: 'find',
      order: shipped,
      exchanges: [
        { ...upsReference, answers: upsNo('TW0001', 'Tracking Information Not Found', 404) },
      ],
      gives: 'not_shown',
    },
    {
      name: 'reads a warning in a successful answer for a shipment that is not shown yet',
      operation: 'find',
      order: shipped,
      exchanges: [
        {
          ...upsReference,
          answers: {
            json: { trackResponse: { shipment: [{ warnings: [{ code: 'TW0001' }] }] } },
          },
        },
      ],
      gives: 'not_shown',
    },
    {
      name: 'cancels a shipment',
      operation: 'cancel',
      exchanges: [
        {
          ...upsVoided,
          answers: {
            json: {
              VoidShipmentResponse: {
                SummaryResult: { Status: { Code: '1', Description: 'Voided' } },
              },
            },
          },
        },
      ],
      gives: 'cancelled',
    },
    {
      name: 'cannot cancel a shipment that has left',
      operation: 'cancel',
      exchanges: [{ ...upsVoided, answers: upsNo('190117', 'It has been manifested') }],
      gives: { refused: 'It has been manifested' },
    },
    {
      name: 'prints all pieces of a shipment in one request',
      operation: 'label',
      exchanges: [{ ...recovered(upsPieces[0] ?? ''), answers: labels(upsPieces.map(image)) }],
      gives: twoPdfs,
    },
    {
      name: 'requests a piece that was left out separately',
      operation: 'label',
      exchanges: [
        { ...recovered(upsPieces[0] ?? ''), answers: labels(image(upsPieces[0] ?? '')) },
        { ...recovered(upsPieces[1] ?? ''), answers: labels(image(upsPieces[1] ?? '')) },
      ],
      gives: twoPdfs,
    },
    {
      name: 'reads activities of each package in UTC where stated, otherwise in Australian local time',
      operation: 'track',
      exchanges: [
        {
          ...upsTracked,
          answers: {
            json: {
              trackResponse: {
                shipment: [
                  {
                    package: [
                      {
                        activity: [
                          {
                            date: '20261117',
                            time: '101500',
                            gmtDate: '20261116',
                            gmtTime: '21:15:00',
                            status: { type: 'D', code: 'FS', description: 'DELIVERED ' },
                            location: { address: { city: 'AUCKLAND', countryCode: 'NZ' } },
                          },
                        ],
                      },
                      {
                        activity: {
                          date: '20261116',
                          time: '090000',
                          status: { type: 'I', code: 'OR', description: 'Origin Scan' },
                          location: {
                            address: {
                              city: 'PERTH',
                              stateProvince: 'WA',
                              countryCode: 'AU',
                            },
                          },
                        },
                      },
                    ],
                  },
                ],
              },
            },
          },
        },
      ],
      gives: [
        {
          piece: 1,
          occurredAtMs: Date.UTC(2026, 10, 16, 21, 15),
          raw: {
            datetime: '2026-11-17T10:15:00',
            status: 'FS',
            description: 'DELIVERED',
            details: 'D',
            location: 'AUCKLAND, NZ',
          },
        },
        {
          piece: 2,
          occurredAtMs: Date.UTC(2026, 10, 16, 1, 0),
          raw: {
            datetime: '2026-11-16T09:00:00',
            status: 'OR',
            description: 'Origin Scan',
            details: 'I',
            location: 'PERTH, WA, AU',
          },
        },
      ],
    },
    {
      name: 'reads no events for a label that was just created',
      operation: 'track',
      exchanges: [{ ...upsTracked, answers: upsNo('TW0001', 'Not found', 404) }],
      gives: [],
    },
  ],
};
