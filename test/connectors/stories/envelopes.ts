// Stories of Team Global Express and Allied Express, whose answers are envelopes.
import { allied } from '../../../carriers/allied/connector/allied.ts';
import { teamGlobalExpress } from '../../../carriers/toll/connector/team-global-express.ts';
import { aPdf, aPdfText, type CarrierStories } from '../story.ts';

const consignment = { reference: '4711', connote: 'AOE123', carrierId: '', pieces: [] };

const party = (suburb: string, state: string, postcode: string) => ({
  PhysicalAddress: { Suburb: suburb, StateCode: state, PostalCode: postcode, CountryCode: 'AU' },
});
const enquiry = (MessageIdentifier: string, count: string, sizes: object) => ({
  asks: 'POST /calculatePrice',
  headers: { auth: `Basic ${btoa('tge-user:tge-pass-1')}` },
  json: {
    TollMessage: {
      Header: {
        MessageVersion: '1.0',
        MessageIdentifier,
        CreateTimestamp: '2026-11-16T10:00:00.000+11:00',
        DocumentType: 'RateEnquiry',
        Environment: 'PRD',
        SourceSystemCode: 'XP41',
        MessageSender: 'ACME',
        MessageReceiver: 'TOLL',
      },
      RateEnquiry: {
        Request: {
          BusinessID: 'IPEC',
          SystemFields: { PickupDateTime: '2026-11-16T12:00:00.000+11:00' },
          ShipmentService: { ServiceCode: 'X' },
          ShipmentFlags: { ExtraServiceFlag: 'true' },
          ShipmentFinancials: { ExtraServicesAmount: { Currency: 'AUD', Value: '0.00' } },
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
const rated = enquiry('fc449c43-b51c-4cac-8ac9-e49c6337c0e6', '2', {
  Width: '20',
  Length: '31',
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

const ourNumbers = {
  connote: '1230410000001',
  pieces: ['00093275100000000018', '00093275100000000025'],
};
const despatch = {
  DatePeriod: [{ DateTime: '2026-11-16T02:00:00.000Z', DateType: 'DespatchDate' }],
};
const carton = (Value: string) => ({
  Commodity: { CommodityCode: 'BG', CommodityDescription: 'BAG' },
  Description: 'Carton',
  Dimensions: {
    Height: 10,
    HeightUOM: 'm3',
    Length: 31,
    LengthUOM: 'm3',
    Volume: 0.0061,
    VolumeUOM: 'm3',
    Weight: 2.5,
    WeightUOM: 'kg',
    Width: 20,
    WidthUOM: 'm3',
  },
  IDs: { ID: [{ SchemeName: 'SSCC', Value }] },
  ShipmentItemTotals: { ShipmentItemCount: 1 },
  ShipmentService: { ServiceCode: 'X' },
});
const document = (
  type: 'Label' | 'Manifest',
  MessageIdentifier: string,
  { settings = pdfOf('true'), more = {} }: { settings?: object; more?: object } = {},
) => ({
  asks: `POST /print${type.toLowerCase()}`,
  headers: {
    'x-mytoll-identity': 'print-user',
    'x-mytoll-token': 'print-token-1',
    'x-api-key': 'print-key-1',
  },
  json: {
    TollMessage: {
      Header: {
        MessageVersion: '2.5',
        MessageIdentifier,
        CreateTimestamp: '2026-11-15T23:00:00.000Z',
        DocumentType: type,
        Environment: 'PRD',
        SourceSystemCode: 'YF73',
        MessageSender: 'ACME',
      },
      Print: {
        BusinessID: 'IPEC',
        PrintSettings: settings,
        PrintDocumentType: type,
        ConsignorParty: {
          Contact: { Name: 'Jane Ceramic' },
          PartyName: 'Tile Warehouse',
          PhysicalAddress: {
            AddressLine1: '21 Bourke Road',
            AddressType: 'Business',
            CountryCode: 'AU',
            PostalCode: '2000',
            StateCode: 'NSW',
            Suburb: 'SYDNEY',
          },
        },
        ...more,
        CreateDateTime: '2026-11-15T23:00:00.000Z',
        ShipmentCollection: {
          Shipment: [
            {
              BillToParty: { AccountCode: '80012345', Payer: 'S' },
              ConsigneeParty: {
                Contact: { Name: 'Mel Okafor' },
                PartyName: 'Mel Okafor',
                PhysicalAddress: {
                  AddressLine1: 'Unit 4, 216 Flinders Lane',
                  AddressType: 'Business',
                  CountryCode: 'AU',
                  PostalCode: '3000',
                  StateCode: 'VIC',
                  Suburb: 'MELBOURNE',
                },
              },
              CreateDateTime: '2026-11-15T23:00:00.000Z',
              DatePeriodCollection: despatch,
              FreightMode: 'Road',
              References: {
                Reference: [{ ReferenceType: 'ShipmentReference1', ReferenceValue: '4711' }],
              },
              ShipmentID: ourNumbers.connote,
              ShipmentItemCollection: { ShipmentItem: ourNumbers.pieces.map(carton) },
              SpecialInstruction: 'Ring the bell; Authority to leave',
            },
          ],
        },
      },
    },
  },
});
function pdfOf(IsPDFA4: string) {
  const Pdf = { IsPDFA4, PDFSettings: { StartQuadrant: '1' } };
  return { IsLabelThermal: 'false', IsZPLRawResponseRequired: 'false', PDF: Pdf };
}
const printedAs = (ResponseMessage: string) => ({
  json: {
    TollMessage: {
      ResponseMessages: { ResponseMessage: [{ ResponseID: { Value: '200' }, ResponseMessage }] },
    },
  },
});
const numbered = { ...ourNumbers, carrierId: ourNumbers.connote };
const aZpl = '^XA^FDlabel^FS^XZ';

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
    shipment_range: '1230410000001-1230419999999',
    sscc_range: '09327510000000001-09327510000009999',
    print_identity: 'print-user',
    print_token: 'print-token-1',
    print_key: 'print-key-1',
    print_source_system: 'YF73',
  },
  headers: { authorization: `Basic ${btoa('gw-user:gw-pass-1')}` },
  consignment: { ...consignment, stringId: 'toll', ...ourNumbers, carrierId: ourNumbers.connote },
  stories: [
    {
      name: 'asks for one price',
      operation: 'check',
      exchanges: [
        {
          ...enquiry('d6c006bf-f09e-4143-8794-924f184e5ebf', '1', {
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
      name: 'reads the total charge and the transit days',
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
      name: 'reports a refusal as a fault, because its codes are not published',
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
      fails: 'bad_answer',
    },
    {
      name: 'reports a schema error in plain text as a fault',
      operation: 'quote',
      exchanges: [
        { ...rated, answers: { status: 400, text: 'object has missing required properties' } },
      ],
      fails: 'bad_answer',
    },
    {
      name: 'has a label printed under our numbers',
      operation: 'book',
      exchanges: [
        {
          ...document('Label', '788a02ed-dda8-4e13-8bae-17ff13b70fcd'),
          answers: printedAs(aPdfText),
        },
      ],
      gives: { booked: numbered, labels: [{ format: 'pdf', bytes: aPdf }] },
    },
    {
      name: 'has a label printed for a label printer',
      operation: 'book',
      account: { label_format: 'zpl' },
      exchanges: [
        {
          ...document('Label', '199197da-ee5d-49c8-84a0-493b90428d0f', {
            settings: { IsLabelThermal: 'true', IsZPLRawResponseRequired: 'true' },
          }),
          answers: printedAs(btoa(aZpl)),
        },
      ],
      gives: {
        booked: numbered,
        labels: [{ format: 'zpl', bytes: new TextEncoder().encode(aZpl) }],
      },
    },
    {
      name: 'reports why a label is refused',
      operation: 'book',
      exchanges: [
        {
          ...document('Label', '788a02ed-dda8-4e13-8bae-17ff13b70fcd'),
          answers: { status: 400, text: 'object has missing required properties' },
        },
      ],
      gives: { rejected: 'object has missing required properties' },
    },
    {
      name: 'lodges a manifest under the number of its first consignment and keeps its document',
      operation: 'manifest',
      exchanges: [
        {
          ...document('Manifest', '9044ce70-e951-49ca-8f9e-5de32b43beaa', {
            more: { ManifestID: { Value: '1230410000001' }, DatePeriodCollection: despatch },
          }),
          answers: printedAs(aPdfText),
        },
      ],
      gives: { manifestId: '1230410000001', document: aPdf },
    },
  ],
};

const stop = (suburb: string, state: string, postCode: string) => ({
  contact: 'To be advised',
  geographicAddress: {
    address1: 'To be advised',
    address2: '',
    country: 'AU',
    postCode,
    state,
    suburb,
  },
});
const job = (itemCount: number, item: object, volume: number, weight: number) => ({
  bookedBy: 'Linehaul',
  account: 'ACME01',
  instructions: '',
  itemCount,
  items: [{ dangerous: false, itemCount, volume, weight, ...item }],
  jobStops_P: {
    companyName: 'To be advised',
    ...stop('SYDNEY', 'NSW', '2000'),
    emailAddress: 'freight@acme.example',
    phoneNumber: 'To be advised',
  },
  jobStops_D: stop('MELBOURNE', 'VIC', '3000'),
  referenceNumbers: [] as string[],
  serviceLevel: 'R',
  volume,
  weight,
});
const priced = (...of: Parameters<typeof job>) => ({
  asks: 'POST /calculatePrice',
  json: job(...of),
});
const size = { height: 10, length: 30.5, width: 20 };
const cartons = priced(2, size, 0.0122, 5);
const booked = {
  asks: 'POST /GetLabelfull',
  json: {
    ...job(2, size, 0.0122, 5),
    instructions: 'Ring the bell',
    jobStops_P: {
      companyName: 'Tile Warehouse',
      contact: 'Jane Ceramic',
      emailAddress: 'jane@tiles.example',
      geographicAddress: {
        ...stop('SYDNEY', 'NSW', '2000').geographicAddress,
        address1: '21 Bourke Road',
      },
      phoneNumber: '02 9876 5432',
    },
    jobStops_D: {
      companyName: 'Mel Okafor',
      contact: 'Mel Okafor',
      emailAddress: 'mel@example.org',
      geographicAddress: {
        ...stop('MELBOURNE', 'VIC', '3000').geographicAddress,
        address1: 'Unit 4, 216 Flinders Lane',
      },
      phoneNumber: '0400 000 000',
    },
    referenceNumbers: ['4711'],
  },
};
const bodyOf = (name: string, result: unknown) => ({
  'soapenv:Body': { [`ns1:${name}`]: { result } },
});
const envelope = (name: string, result: unknown) => ({
  json: { 'soapenv:Envelope': { 'soapenv:Body': { [`ns1:${name}`]: { result } } } },
});

export const alliedStories: CarrierStories = {
  connector: allied,
  account: {
    username: 'allied-user',
    password: 'allied-pass',
    account: 'ACME01',
    contact_email: 'freight@acme.example',
  },
  headers: { authorization: `Basic ${btoa('allied-user:allied-pass')}` },
  consignment: { ...consignment, carrierId: 'AOE123/3000', stringId: 'allied' },
  stories: [
    {
      name: 'asks for one price and shows it beside a known price',
      operation: 'check',
      exchanges: [
        {
          ...priced(1, { height: 30, length: 30, width: 30 }, 0.027, 5),
          answers: envelope('calculatePriceResponse', { totalCharge: '10' }),
        },
      ],
      gives:
        "The account is accepted: a 30 cm carton of 5 kg from Sydney to Melbourne costs $11.00 (the carrier's $10.00 plus 10 % GST). Compare it with a price on an invoice. If the carrier's price includes GST, set prices_include_gst to yes.",
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
      name: 'reports a refusal in plain text as a fault, because it has no code',
      operation: 'quote',
      exchanges: [
        { ...cartons, answers: { status: 400, text: 'Invalid suburb/postcode combination' } },
      ],
      fails: 'bad_answer',
    },
    {
      name: 'reports the errors of a job whose total is zero',
      operation: 'quote',
      exchanges: [
        {
          ...cartons,
          answers: envelope('calculatePriceResponse', {
            errors: { errorCode: '12', errorMessage: 'Invalid account' },
            totalCharge: '0.0',
          }),
        },
      ],
      fails: 'bad_answer',
    },
    {
      name: 'books under our reference, with the label in the answer',
      operation: 'book',
      exchanges: [
        {
          ...booked,
          answers: {
            json: {
              Price: {
                'soapenv:Envelope': bodyOf('calculatePriceResponse', { totalCharge: '20.00' }),
              },
              Tracking: 'AOE123',
              ...bodyOf('getLabelResponse', aPdfText),
            },
          },
        },
      ],
      gives: {
        booked: { connote: 'AOE123', carrierId: 'AOE123/3000', pieces: [], priceCents: 2200 },
        labels: [{ format: 'pdf', bytes: aPdf }],
      },
    },
    {
      name: 'reports why a job is rejected',
      operation: 'book',
      exchanges: [
        {
          ...booked,
          answers: { status: 400, text: "'contact' is too short\n\nFailed validating" },
        },
      ],
      gives: { rejected: "'contact' is too short" },
    },
    {
      name: 'cancels a job by its number and the postcode of its delivery',
      operation: 'cancel',
      exchanges: [
        {
          asks: 'POST /cancelJob/AOE123/3000',
          answers: envelope('cancelDispatchJobResponse', '0'),
        },
      ],
      gives: 'cancelled',
    },
    {
      name: 'reports that a job was not cancelled',
      operation: 'cancel',
      exchanges: [
        {
          asks: 'POST /cancelJob/AOE123/3000',
          answers: envelope('cancelDispatchJobResponse', '-1'),
        },
      ],
      gives: { refused: 'the carrier answered -1' },
    },
    {
      name: 'keeps a scan without words',
      operation: 'track',
      exchanges: [
        {
          asks: 'POST /getShipmentsStatus/AOE123',
          answers: {
            json: bodyOf('getShipmentsStatusResponse', {
              statusBarcodesList: {
                consignmentNote: 'AOE123',
                depotLocation: 'BANKSTOWN AERODROME',
                scannedBarcode: 'AOE123-001',
                scannnedTimestamp: '2026-11-16T10:00:00.000+11:00',
              },
            }),
          },
        },
      ],
      gives: [
        {
          piece: undefined,
          occurredAtMs: Date.UTC(2026, 10, 15, 23, 0),
          raw: {
            datetime: '2026-11-16T10:00:00.000+11:00',
            status: '',
            depot: 'BANKSTOWN AERODROME',
          },
        },
      ],
    },
    {
      name: 'reads a single scan, a list of scans and the misspelt time',
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
