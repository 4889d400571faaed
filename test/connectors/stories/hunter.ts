// Hunter Express.
import { hunter } from '../../../carriers/hunter/connector/hunter.ts';
import { type CarrierStories, handedIn } from '../story.ts';

const priced = (pieces: number, size: object) => ({
  asks: 'POST /quote/get-quote',
  json: {
    customerCode: 'ACMERF',
    fromLocation: { suburbName: 'SYDNEY', postCode: '2000', state: 'NSW' },
    toLocation: { suburbName: 'MELBOURNE', postCode: '3000', state: 'VIC' },
    goods: [{ pieces, ...size, typeCode: 'CTN' }],
  },
});
const cartons = priced(2, { weight: '2.5', width: '20', height: '10', depth: '30.5' });

export const hunterStories: CarrierStories = {
  connector: hunter,
  account: { username: 'hx-user', password: 'hx-pass-1', customer_code: 'ACMERF' },
  headers: { authorization: `Basic ${btoa('hx-user:hx-pass-1')}` },
  consignment: { ...handedIn, stringId: 'hunter_road_freight' },
  stories: [
    {
      name: 'asks for one price, and shows it for comparison with a known one',
      operation: 'check',
      exchanges: [
        {
          ...priced(1, { weight: '5', width: '30', height: '30', depth: '30' }),
          answers: { json: [{ serviceCode: 'RF', serviceName: 'Road Freight', fee: 10 }] },
        },
      ],
      gives:
        "The account is accepted: a 30 cm carton of 5 kg from Sydney to Melbourne costs $11.00 (the carrier's $10.00 plus 10 % GST). Compare it with a price on an invoice. If the carrier's price includes GST, set prices_include_gst to yes.",
    },
    {
      name: 'adds GST to the fee of road freight',
      operation: 'quote',
      exchanges: [
        {
          ...cartons,
          answers: {
            json: [
              { serviceCode: 'AF', fee: 90 },
              { serviceCode: 'RF', fee: 20.5 },
            ],
          },
        },
      ],
      gives: [
        [
          'hunter_road_freight',
          { priceCents: 2255, transit: { text: '1-5 business days', minDays: 1, maxDays: 5 } },
        ],
      ],
    },
    {
      name: 'offers nothing if road freight is not among the services',
      operation: 'quote',
      exchanges: [{ ...cartons, answers: { json: [{ serviceCode: 'AF', fee: 90 }] } }],
      gives: [],
    },
    {
      name: 'reports an error in the list as a fault, because it has no code',
      operation: 'quote',
      exchanges: [{ ...cartons, answers: { json: [{ errorMessage: 'Location is not valid' }] } }],
      fails: 'bad_answer',
    },
  ],
};
