// Team Global Express and Allied Express, who answer in envelopes.
import { allied } from '../../../carriers/allied/connector/allied.ts';
import { teamGlobalExpress } from '../../../carriers/toll/connector/team-global-express.ts';
import type { CarrierStories } from '../story.ts';

const consignment = { reference: '4711', connote: 'AOE123', carrierId: '', pieces: [] };

const party = (suburb: string, state: string, postcode: string) => ({
  PhysicalAddress: { Suburb: suburb, StateCode: state, PostalCode: postcode, CountryCode: 'AU' },
});
const enquiry = (MessageIdentifier: string, count: string, sizes: object) => ({
  asks: 'POST /calculatePrice',
  json: {
    TollMessage: {
      Header: {
        MessageVersion: '1.0',
        MessageIdentifier,
        CreateTimestamp: '2026-11-15T23:00:00.000Z',
        DocumentType: 'RateEnquiry',
        Environment: 'PRD',
        SourceSystemCode: 'XP41',
        MessageSender: 'ACME',
        MessageReceiver: 'TOLL',
      },
      RateEnquiry: {
        Request: {
          BusinessID: 'IPEC',
          SystemFields: { PickupDateTime: '2026-11-16T12:00:00' },
          ShipmentService: { ServiceCode: 'X' },
          ShipmentFlags: { ExtraServiceFlag: false },
          FreightMode: 'Road',
          BillToParty: { AccountCode: '80012345' },
          ConsignorParty: party('SYDNEY', 'NSW', '2000'),
          ConsigneeParty: party('MELBOURNE', 'VIC', '3000'),
          ShipmentItems: {
            ShipmentItem: [
              {
                Commodity: { CommodityCode: 'Z', CommodityDescription: 'ALL FREIGHT' },
                ShipmentItemTotals: { ShipmentItemCount: count },
                Dimensions: sizes,
              },
            ],
          },
        },
      },
    },
  },
});
const rated = enquiry('0df67e76-8469-494f-854c-f5dce795170d', '2', {
  Width: '20',
  Length: '30.5',
  Height: '10',
  Volume: '0.0061',
  Weight: '2.5',
});
const response = (Value: unknown) => ({
  json: {
    TollMessage: {
      RateEnquiry: {
        Response: {
          TotalChargeAmount: { Currency: 'AUD', Value },
          TransitTime: { UOM: 'Day(s)', Value: '2' },
        },
      },
    },
  },
});

export const tgeStories: CarrierStories = {
  connector: teamGlobalExpress,
  account: {
    username: 'gw-user',
    password: 'gw-pass-1',
    tge_username: 'tge-user',
    tge_password: 'tge-pass-1',
    account_code: '80012345',
    source_system: 'XP41',
    message_sender: 'ACME',
  },
  headers: {
    authorization: `Basic ${btoa('gw-user:gw-pass-1')}`,
    auth: `Basic ${btoa('tge-user:tge-pass-1')}`,
  },
  consignment: { ...consignment, stringId: 'toll' },
  stories: [
    {
      name: 'asks for one price',
      operation: 'check',
      exchanges: [
        {
          ...enquiry('a7cf1c55-9fe2-4162-849e-5a304610ebab', '1', {
            Width: '30',
            Length: '30',
            Height: '30',
            Volume: '0.027',
            Weight: '5',
          }),
          answers: response('12.10'),
        },
      ],
      gives: 'The account is accepted: Sydney to Melbourne has a price.',
    },
    {
      name: 'takes the total charge and the days it takes',
      operation: 'quote',
      exchanges: [{ ...rated, answers: response('33.00') }],
      gives: [
        [
          'toll',
          { priceCents: 3300, transit: { text: '2 business days', minDays: 2, maxDays: 2 } },
        ],
      ],
    },
    {
      name: 'does not serve an address that it does not know',
      operation: 'quote',
      exchanges: [
        {
          ...rated,
          answers: {
            json: {
              TollMessage: {
                ErrorMessages: {
                  ErrorMessage: {
                    ErrorMessage: 'Suburb not found',
                    ErrorNumber: { Value: 'RATE00400' },
                  },
                },
              },
            },
          },
        },
      ],
      gives: [
        [
          'toll',
          {
            absence: {
              code: 'route_not_served',
              serviceability: 'no_route',
              message: 'RATE00400 Suburb not found',
            },
          },
        ],
      ],
    },
    {
      name: 'takes a schema that it does not keep to for trouble, in plain text',
      operation: 'quote',
      exchanges: [
        { ...rated, answers: { status: 400, text: 'object has missing required properties' } },
      ],
      fails: 'bad_answer',
    },
  ],
};

const stop = (suburb: string, state: string, postCode: string) => ({
  companyName: 'To be advised',
  contact: 'To be advised',
  emailAddress: '',
  geographicAddress: {
    address1: 'To be advised',
    address2: '',
    country: 'Australia',
    postCode,
    state,
    suburb,
  },
  phoneNumber: '',
});
const priced = (itemCount: number, item: object, volume: number, weight: number) => ({
  asks: 'POST /calculatePrice',
  json: {
    bookedBy: 'Linehaul',
    account: 'ACME01',
    instructions: '',
    itemCount,
    items: [{ dangerous: false, itemCount, volume, weight, ...item }],
    jobStops_P: stop('SYDNEY', 'NSW', '2000'),
    jobStops_D: stop('MELBOURNE', 'VIC', '3000'),
    referenceNumbers: [],
    serviceLevel: 'R',
    volume,
    weight,
  },
});
const cartons = priced(2, { height: 10, length: 30.5, width: 20 }, 0.0122, 5);
const envelope = (name: string, result: unknown) => ({
  json: { 'soapenv:Envelope': { 'soapenv:Body': { [`ns1:${name}`]: { result } } } },
});

export const alliedStories: CarrierStories = {
  connector: allied,
  account: { username: 'allied-user', password: 'allied-pass', account: 'ACME01' },
  headers: { authorization: `Basic ${btoa('allied-user:allied-pass')}` },
  consignment: { ...consignment, stringId: 'allied' },
  stories: [
    {
      name: 'asks for one price',
      operation: 'check',
      exchanges: [
        {
          ...priced(1, { height: 30, length: 30, width: 30 }, 0.027, 5),
          answers: envelope('calculatePriceResponse', { totalCharge: '10' }),
        },
      ],
      gives: 'The account is accepted: Sydney to Melbourne has a price.',
    },
    {
      name: 'adds GST to the total charge',
      operation: 'quote',
      exchanges: [
        {
          ...cartons,
          answers: envelope('calculatePriceResponse', {
            jobCharge: '18.00',
            surcharges: { chargeCode: 'FUEL', netValue: '2.00' },
            totalCharge: '20.00',
          }),
        },
      ],
      gives: [
        [
          'allied',
          { priceCents: 2200, transit: { text: '1-5 business days', minDays: 1, maxDays: 5 } },
        ],
      ],
    },
    {
      name: 'does not serve an address that it does not know, said in plain text',
      operation: 'quote',
      exchanges: [
        { ...cartons, answers: { status: 400, text: 'Invalid suburb/postcode combination' } },
      ],
      gives: [
        [
          'allied',
          {
            absence: {
              code: 'route_not_served',
              serviceability: 'no_route',
              message: 'Invalid suburb/postcode combination',
            },
          },
        ],
      ],
    },
    {
      name: 'reads the scans, one in the place of a list, and the misspelt time',
      operation: 'track',
      exchanges: [
        {
          asks: 'POST /getShipmentsStatus/AOE123',
          answers: envelope('getShipmentsStatusResponse', {
            statusBarcodesList: {
              consignmentNote: 'AOE123',
              depotLocation: 'SYDNEY',
              scannedBarcode: 'x',
              scannedStatus: 'IN TRANSIT TO',
              scannnedTimestamp: '2026-11-16T10:00:00+11:00',
            },
          }),
        },
      ],
      gives: [
        {
          piece: undefined,
          occurredAtMs: Date.UTC(2026, 10, 15, 23, 0),
          raw: { datetime: '2026-11-16T10:00:00+11:00', status: 'IN TRANSIT TO', depot: 'SYDNEY' },
        },
      ],
    },
  ],
};
