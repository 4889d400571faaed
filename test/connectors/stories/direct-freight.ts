// Direct Freight Express.
import { directFreight } from '../../../carriers/direct_freight/connector/direct-freight.ts';
import { aPdf, aPdfText, type CarrierStories } from '../story.ts';

const transit = { text: '1-5 business days', minDays: 1, maxDays: 5 };
const route = {
  SuburbFrom: 'SYDNEY',
  PostcodeFrom: '2000',
  SuburbTo: 'MELBOURNE',
  PostcodeTo: '3000',
};
const quoted = {
  asks: 'POST /GetConsignmentPrice/',
  headers: { Authorisation: 'df-price-key' },
  json: {
    ...route,
    ConsignmentLineItems: [
      { RateType: 'ITEM', Items: 2, Kgs: 5, Length: 30.5, Width: 20, Height: 10, Cubic: 0.0122 },
    ],
  },
};
const consignmentHeaders = { Authorisation: 'df-consignment-key', SiteId: '7' };
const created = {
  asks: 'POST /AddConsignment/',
  headers: consignmentHeaders,
  json: {
    ConsignmentList: [
      {
        ConsignmentId: '4711',
        CustomerReference: '4711',
        IsDangerousGoods: false,
        ReceiverDetails: {
          ReceiverName: 'Mel Okafor',
          AddressLine1: 'Unit 4, 216 Flinders Lane',
          AddressLine2: '',
          Suburb: 'MELBOURNE',
          State: 'VIC',
          Postcode: '3000',
          ReceiverContactName: 'Mel Okafor',
          ReceiverContactMobile: '0400 000 000',
          ReceiverContactEmail: 'mel@example.org',
          IsAuthorityToLeave: true,
          DeliveryInstructions: 'Ring the bell',
        },
        ConsignmentLineItems: [
          {
            SenderLineReference: '4711-1',
            RateType: 'ITEM',
            Items: 2,
            Width: 20,
            Height: 10,
            Length: 30.5,
            KGS: 5,
          },
        ],
      },
    ],
  },
};
const connotes = { ConnoteList: [{ Connote: 'DF000123' }] };
const cancelled = { asks: 'POST /CancelConsignment/', headers: consignmentHeaders, json: connotes };
const labelled = {
  asks: 'POST /GetConsignmentLabel/',
  headers: consignmentHeaders,
  json: { LabelPrintStatus: 'REPRINT', ...connotes },
};

const account = {
  account_number: '55501',
  pricing_key: 'df-price-key',
  consignment_key: 'df-consignment-key',
  site_id: '7',
};
const perth = { ...account, site_suburb: 'PERTH', site_postcode: '6000' };

export const directFreightStories: CarrierStories = {
  connector: directFreight,
  account,
  headers: { accountnumber: '55501' },
  consignment: {
    reference: '4711',
    stringId: 'direct_freight',
    connote: 'DF000123',
    carrierId: 'DF000123',
    pieces: [],
  },
  stories: [
    {
      name: 'asks for one price',
      operation: 'check',
      exchanges: [
        {
          asks: 'POST /GetConsignmentPrice/',
          json: {
            ...route,
            ConsignmentLineItems: [
              {
                RateType: 'ITEM',
                Items: 1,
                Kgs: 5,
                Length: 30,
                Width: 30,
                Height: 30,
                Cubic: 0.027,
              },
            ],
          },
          answers: { json: { ResponseCode: '300', TotalFreightCharge: 9 } },
        },
      ],
      gives:
        "The account is accepted: a 30 cm carton of 5 kg from Sydney to Melbourne costs $9.90 (the carrier's $9.00 plus 10 % GST). Compare it with a price on an invoice. If the carrier's price includes GST, set prices_include_gst to yes.",
    },
    {
      name: 'adds GST to the total',
      operation: 'quote',
      exchanges: [
        {
          ...quoted,
          answers: {
            json: {
              ResponseCode: '300',
              ResponseMessage: 'OK',
              TotalFreightCharge: '23.45',
              StandardCharge: 20,
              FuelLevy: 0,
              FuelLevyCharge: 3.45,
              OnForwardCharge: 0,
            },
          },
        },
      ],
      gives: [['direct_freight', { priceCents: 2580, transit }]],
    },
    {
      name: "asks for the price from the account's site",
      operation: 'quote',
      account: { ...account, site_suburb: ' Sydney', site_postcode: '2000' },
      exchanges: [
        { ...quoted, answers: { json: { ResponseCode: '300', TotalFreightCharge: 10 } } },
      ],
      gives: [['direct_freight', { priceCents: 1100, transit }]],
    },
    {
      name: "offers nothing from a suburb other than the site's",
      operation: 'quote',
      account: perth,
      exchanges: [],
      gives: [
        [
          'direct_freight',
          {
            absence: {
              code: 'pickup_not_served',
              serviceability: 'no_route',
              message: 'the account sends from its site in PERTH 6000 only',
            },
          },
        ],
      ],
    },
    {
      name: 'reports a suburb that the carrier cannot read as a fault of the request',
      operation: 'quote',
      exchanges: [
        {
          ...quoted,
          answers: {
            json: { ResponseCode: '301', ResponseMessage: 'Suburb and postcode do not match' },
          },
        },
      ],
      fails: 'bad_request',
    },
    {
      name: 'reports an error without a code as a fault of the request',
      operation: 'quote',
      exchanges: [
        { ...quoted, answers: { status: 400, json: { Message: 'An error has occurred.' } } },
      ],
      fails: 'bad_request',
    },
    {
      name: 'adds a consignment under our reference',
      operation: 'book',
      exchanges: [
        {
          ...created,
          answers: {
            json: {
              ResponseCode: '200',
              LabelURL: '',
              ConsignmentList: [
                {
                  ResponseCode: '200',
                  ConsignmentId: '4711',
                  Connote: 'DF000123',
                  ConnoteDate: '2026-11-16',
                  SortCode: 'MEL',
                },
              ],
            },
          },
        },
      ],
      gives: { booked: { connote: 'DF000123', carrierId: 'DF000123', pieces: [] } },
    },
    {
      name: 'reports why a consignment is rejected',
      operation: 'book',
      exchanges: [
        {
          ...created,
          answers: {
            json: {
              ResponseCode: '401',
              ConsignmentList: {
                ResponseCode: '402',
                ResponseMessage: 'Postcode is invalid',
                ConsignmentId: '4711',
              },
            },
          },
        },
      ],
      gives: { rejected: 'Postcode is invalid' },
    },
    {
      name: "sends no booking from a postcode other than the site's",
      operation: 'book',
      account: { ...account, site_postcode: '6000' },
      exchanges: [],
      gives: { rejected: 'the account sends from its site in 6000 only' },
    },
    {
      name: 'cancels a consignment',
      operation: 'cancel',
      exchanges: [
        {
          ...cancelled,
          answers: {
            json: {
              ResponseCode: '200',
              ConnoteList: [{ Connote: 'DF000123', ResponseCode: '200' }],
            },
          },
        },
      ],
      gives: 'cancelled',
    },
    {
      name: 'cannot cancel a collected consignment',
      operation: 'cancel',
      exchanges: [
        {
          ...cancelled,
          answers: {
            json: {
              ResponseCode: '200',
              ConnoteList: [{ Connote: 'DF000123', ResponseCode: 421 }],
            },
          },
        },
      ],
      gives: { refused: 'it was collected already' },
    },
    {
      name: 'unpacks the label',
      operation: 'label',
      exchanges: [{ ...labelled, answers: { json: { ResponseCode: '200', LabelPDF: aPdfText } } }],
      gives: { format: 'pdf', bytes: aPdf },
    },
    {
      name: 'fetches the label when the answer has only an address',
      operation: 'label',
      exchanges: [
        {
          ...labelled,
          answers: { json: { ResponseCode: '200', LabelPDF: null, LabelURL: '{base}/file.pdf' } },
        },
        { asks: 'GET {base}/file.pdf', answers: { bytes: aPdf, type: 'application/pdf' } },
      ],
      gives: { format: 'pdf', bytes: aPdf },
    },
  ],
};
