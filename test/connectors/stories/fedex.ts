// FedEx.
import { fedex } from '../../../carriers/fedex/connector/fedex.ts';
import { aPdf, type CarrierStories } from '../story.ts';
import { abroad, shipped } from './exports.ts';
import {
  fedexAsked,
  fedexBooked,
  fedexCancelled,
  fedexNo,
  fedexPackages,
  fedexPiece,
  fedexPieces,
  fedexQuestion,
  fedexRate,
  fedexRates,
  fedexReference,
  fedexTracked,
  priced,
} from './fedex-exchanges.ts';

export const fedexStories: CarrierStories = {
  connector: fedex,
  account: {
    client_id: 'l7-client',
    client_secret: 'fx-secret-key-9',
    account_number: '740561073',
  },
  headers: { authorization: 'Bearer fx-token' },
  signIn: {
    asks: 'POST /oauth/token',
    answers: { json: { access_token: 'fx-token', token_type: 'bearer', expires_in: 3599 } },
  },
  consignment: {
    reference: '4711',
    stringId: 'fedex',
    connote: '794698123456',
    carrierId: '794698123456',
    pieces: fedexPieces,
  },
  stories: [
    {
      name: 'asks for one price',
      operation: 'check',
      exchanges: [
        {
          ...fedexAsked(fedexPackages(20, 15, 10, 1), 1, 1, false),
          answers: fedexRates(fedexRate('FEDEX_INTERNATIONAL_PRIORITY', [priced('ACCOUNT', 60)])),
        },
      ],
      gives: 'The account is accepted: Sydney to Auckland has a price.',
    },
    {
      name: 'reports that the account does not have the configured service',
      operation: 'check',
      exchanges: [
        {
          ...fedexAsked(fedexPackages(20, 15, 10, 1), 1, 1, false),
          answers: fedexRates(fedexRate('INTERNATIONAL_ECONOMY', [priced('ACCOUNT', 50)])),
        },
      ],
      fails: 'bad_answer',
    },
    {
      name: "reads the account's price of the configured service, and the days from a word",
      operation: 'quote',
      question: abroad,
      exchanges: [
        {
          ...fedexQuestion,
          answers: fedexRates(
            fedexRate('INTERNATIONAL_ECONOMY', [priced('ACCOUNT', 50)]),
            fedexRate('FEDEX_INTERNATIONAL_PRIORITY', [
              priced('LIST', 120),
              priced('ACCOUNT', 70, 'USD'),
              priced('ACCOUNT', '98.755'),
            ]),
          ),
        },
      ],
      gives: [
        [
          'fedex',
          { priceCents: 9876, transit: { text: '3 business days', minDays: 3, maxDays: 3 } },
        ],
      ],
    },
    {
      name: 'reads the preferred currency where the account has another, and no days where none are given',
      operation: 'quote',
      question: abroad,
      exchanges: [
        {
          ...fedexQuestion,
          answers: fedexRates(
            fedexRate(
              'FEDEX_INTERNATIONAL_PRIORITY',
              [priced('ACCOUNT', 70, 'USD'), priced('PREFERRED_CURRENCY', 105)],
              '',
            ),
          ),
        },
      ],
      gives: [['fedex', { priceCents: 10_500, transit: { text: '', minDays: 0, maxDays: 0 } }]],
    },
    {
      name: 'offers nothing when the configured service is not in the answer',
      operation: 'quote',
      question: abroad,
      exchanges: [
        {
          ...fedexQuestion,
          answers: fedexRates(fedexRate('INTERNATIONAL_ECONOMY', [priced('ACCOUNT', 50)])),
        },
      ],
      gives: [],
    },
    {
      name: 'reports a destination without service as not served',
      operation: 'quote',
      question: abroad,
      exchanges: [
        {
          ...fedexQuestion,
          answers: fedexNo('RATE.LOCATION.NOSERVICE', 'Not served.'),
        },
      ],
      gives: [
        [
          'fedex',
          {
            absence: {
              code: 'route_not_served',
              serviceability: 'no_route',
              message: 'Not served.',
            },
          },
        ],
      ],
    },
    {
      name: 'offers no price in another currency than dollars',
      operation: 'quote',
      question: abroad,
      exchanges: [
        {
          ...fedexQuestion,
          answers: fedexRates(
            fedexRate('FEDEX_INTERNATIONAL_PRIORITY', [priced('ACCOUNT', 70, 'USD')]),
          ),
        },
      ],
      fails: 'bad_answer',
    },
    {
      name: 'books with our reference on every package and the customs details',
      operation: 'book',
      order: shipped,
      exchanges: [
        {
          ...fedexBooked,
          answers: {
            json: {
              output: {
                transactionShipments: [
                  {
                    masterTrackingNumber: '794698123456',
                    pieceResponses: fedexPieces.map(fedexPiece),
                    completedShipmentDetail: {
                      shipmentRating: { shipmentRateDetails: [priced('ACCOUNT', 70)] },
                    },
                  },
                ],
              },
            },
          },
        },
      ],
      gives: {
        booked: {
          connote: '794698123456',
          carrierId: '794698123456',
          pieces: fedexPieces,
          priceCents: 7000,
        },
        labels: [
          { format: 'pdf', bytes: aPdf },
          { format: 'pdf', bytes: aPdf },
        ],
      },
    },
    {
      name: 'reports why FedEx rejects a booking',
      operation: 'book',
      order: shipped,
      exchanges: [
        {
          ...fedexBooked,
          answers: fedexNo('SHIPPER.PHONENUMBER.REQUIRED', 'Telephone is missing.'),
        },
      ],
      gives: { rejected: 'Telephone is missing.' },
    },
    {
      name: 'requests an on-call pickup with the local time of the address',
      operation: 'pickup',
      order: shipped,
      exchanges: [
        {
          asks: 'POST /pickup/v1/pickups',
          json: {
            associatedAccountNumber: { value: '740561073' },
            carrierCode: 'FDXE',
            pickupType: 'ON_CALL',
            originDetail: {
              pickupAddressType: 'OTHER',
              packageLocation: 'FRONT',
              pickupLocation: {
                accountNumber: { value: '740561073' },
                contact: {
                  personName: 'Jane Ceramic',
                  companyName: 'Tile Warehouse',
                  phoneNumber: '0298765432',
                },
                address: {
                  streetLines: ['21 Bourke Road'],
                  city: 'SYDNEY',
                  postalCode: '2000',
                  countryCode: 'AU',
                  residential: false,
                },
              },
              readyDateTimestamp: '2026-11-16T10:00:00Z',
              customerCloseTime: '17:00:00',
            },
            packageCount: 2,
            totalWeight: { units: 'KG', value: 5 },
          },
          answers: { json: { output: { pickupConfirmationCode: '3001', location: 'SYDA' } } },
        },
      ],
      gives: { arranged: 'SYDA 3001' },
    },
    {
      name: 'finds a shipment by our reference',
      operation: 'find',
      order: shipped,
      exchanges: [
        {
          ...fedexReference,
          answers: {
            json: {
              output: {
                completeTrackResults: fedexPieces.map((trackingNumber) => ({
                  trackingNumber,
                  trackResults: [{ trackingNumberInfo: { trackingNumber } }],
                })),
              },
            },
          },
        },
      ],
      gives: {
        booked: { connote: '794698123456', carrierId: '794698123456', pieces: fedexPieces },
      },
    },
    {
      name: 'does not take a shipment that is not shown yet as missing',
      operation: 'find',
      order: shipped,
      exchanges: [
        {
          ...fedexReference,
          answers: fedexNo('TRACKING.REFERENCENUMBER.NOTFOUND', 'Not found.', 404),
        },
      ],
      gives: 'not_shown',
    },
    {
      name: 'cancels a shipment with all its packages',
      operation: 'cancel',
      exchanges: [
        { ...fedexCancelled, answers: { json: { output: { cancelledShipment: true } } } },
      ],
      gives: 'cancelled',
    },
    {
      name: 'cannot cancel a shipment in transit',
      operation: 'cancel',
      exchanges: [
        {
          ...fedexCancelled,
          answers: fedexNo('SHIPMENT.CANCEL.NOTALLOWED', 'It is in transit.'),
        },
      ],
      gives: { refused: 'It is in transit.' },
    },
    {
      name: 'reads scans of each piece, and none of an unknown piece',
      operation: 'track',
      exchanges: [
        {
          ...fedexTracked,
          answers: {
            json: {
              output: {
                completeTrackResults: [
                  {
                    trackingNumber: '794698123456',
                    trackResults: [
                      {
                        latestStatusDetail: { code: 'PU' },
                        scanEvents: [
                          {
                            date: '2026-11-16T14:05:00+11:00',
                            eventType: 'PU',
                            eventDescription: 'Picked up',
                            scanLocation: { city: 'SYDNEY', countryCode: 'AU' },
                          },
                        ],
                      },
                    ],
                  },
                  {
                    trackingNumber: '794698123457',
                    trackResults: [
                      { error: { code: 'TRACKING.TRACKINGNUMBER.NOTFOUND', message: 'Not found' } },
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
          occurredAtMs: Date.UTC(2026, 10, 16, 3, 5),
          raw: {
            datetime: '2026-11-16T14:05:00+11:00',
            event: 'PU',
            description: 'Picked up',
            location: 'SYDNEY, AU',
          },
        },
      ],
    },
    {
      name: 'reports an error inside a successful answer',
      operation: 'track',
      exchanges: [
        {
          ...fedexTracked,
          answers: {
            json: {
              output: {
                completeTrackResults: [
                  { trackResults: [{ error: { code: 'SYSTEM.ERROR', message: 'Later' } }] },
                ],
              },
            },
          },
        },
      ],
      fails: 'bad_answer',
    },
  ],
};
