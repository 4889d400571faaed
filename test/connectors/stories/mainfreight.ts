// Mainfreight.
import { mainfreight } from '../../../carriers/mainfreight/connector/mainfreight.ts';
import { type CarrierStories, paperConsignment } from '../story.ts';

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
  consignment: { ...paperConsignment, stringId: 'mainfreight' },
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
      name: 'reports a refusal as a fault, because its codes are not published',
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
      fails: 'bad_answer',
    },
    {
      name: 'reads the events of the reference',
      operation: 'track',
      exchanges: [
        {
          asks: 'GET /Tracking/1.1/References?serviceType=TransportAU&reference=X1&region=AU',
          answers: {
            json: [
              {
                ourReference: 'X1',
                serviceType: 'TransportAU',
                relatedItems: [],
                events: [
                  {
                    eventDateTime: '2026-11-16T15:04:05',
                    code: 'POD',
                    displayName: 'Delivered',
                  },
                ],
              },
            ],
          },
        },
      ],
      gives: [
        {
          piece: undefined,
          occurredAtMs: Date.UTC(2026, 10, 16, 4, 4, 5),
          raw: { datetime: '2026-11-16T15:04:05', description: 'Delivered' },
        },
      ],
    },
    {
      name: 'reads no events for an unknown number',
      operation: 'track',
      exchanges: [
        {
          asks: 'GET /Tracking/1.1/References?serviceType=TransportAU&reference=X1&region=AU',
          answers: { json: [] },
        },
      ],
      gives: [],
    },
  ],
};
