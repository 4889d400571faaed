// Hunter Express.
import { hunter } from '../../../carriers/hunter/connector/hunter.ts';
import { aPdf, aPdfText, type CarrierStories, paperConsignment } from '../story.ts';

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

const stop = (of: 'Jane' | 'Mel') =>
  of === 'Jane'
    ? {
        name: 'Tile Warehouse',
        suburbName: 'SYDNEY',
        addressLine1: '21 Bourke Road',
        addressLine2: '',
        postCode: '2000',
        state: 'NSW',
        instructions: '',
        contact: { name: 'Jane Ceramic', phone: '02 9876 5432', email: 'jane@tiles.example' },
        timeWindow: { earliest: '2026-11-16 10:00', latest: '2026-11-16 17:00' },
      }
    : {
        name: 'Mel Okafor',
        suburbName: 'MELBOURNE',
        addressLine1: 'Unit 4, 216 Flinders Lane',
        addressLine2: '',
        postCode: '3000',
        state: 'VIC',
        instructions: 'Ring the bell',
        contact: { name: 'Mel Okafor', phone: '0400 000 000', email: 'mel@example.org' },
      };
const job = {
  asks: 'POST /booking/book-job',
  json: {
    customerCode: 'ACMERF',
    reference1: '4711',
    primaryService: 'RF',
    connoteFormat: 'Thermal',
    goods: cartons.json.goods,
    stops: [stop('Jane'), stop('Mel')],
  },
};
const statuses = { asks: 'GET /booking/get-job-statuses?customerCode=ACMERF&trackingNumber=X1' };

export const hunterStories: CarrierStories = {
  connector: hunter,
  account: { username: 'hx-user', password: 'hx-pass-1', customer_code: 'ACMERF' },
  headers: { authorization: `Basic ${btoa('hx-user:hx-pass-1')}` },
  consignment: { ...paperConsignment, stringId: 'hunter_road_freight' },
  stories: [
    {
      name: 'asks for one price and shows it beside a known price',
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
    {
      name: 'books a job with its label',
      operation: 'book',
      exchanges: [
        {
          ...job,
          answers: {
            json: {
              trackingNumber: 'ACM0000123',
              jobNumber: 5550123,
              fee: '20.50',
              shippingLabel: aPdfText,
            },
          },
        },
      ],
      gives: {
        booked: { connote: 'ACM0000123', carrierId: '5550123', pieces: [], priceCents: 2255 },
        labels: [{ format: 'pdf', bytes: aPdf }],
      },
    },
    {
      name: 'reports why a job is rejected',
      operation: 'book',
      exchanges: [
        {
          ...job,
          answers: { json: { errorCode: 'E12', errorMessage: 'Customer is not valid' } },
        },
      ],
      gives: { rejected: 'E12 Customer is not valid' },
    },
    {
      name: 'rejects dangerous goods without a request',
      operation: 'book',
      order: { specialInstructions: 'Dangerous goods' },
      exchanges: [],
      gives: { rejected: 'the interface takes no dangerous goods' },
    },
    {
      name: 'reads the events of a job',
      operation: 'track',
      exchanges: [
        {
          ...statuses,
          answers: {
            json: { events: [{ when: '2026-11-16 14:30', what: 'PICKUP', info: 'Picked up' }] },
          },
        },
      ],
      gives: [
        {
          piece: undefined,
          occurredAtMs: Date.UTC(2026, 10, 16, 3, 30),
          raw: { datetime: '2026-11-16 14:30', status: 'PICKUP', description: 'Picked up' },
        },
      ],
    },
    {
      name: 'reports an error in place of events as a fault',
      operation: 'track',
      exchanges: [
        { ...statuses, answers: { json: { errorCode: 'E7', errorMessage: 'Not your job' } } },
      ],
      fails: 'bad_answer',
    },
  ],
};
