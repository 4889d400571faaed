// Team Global Express (IPEC) through the gateway for its TollMessage envelopes: amounts as currency and value, sides
// and weights as texts, two sets of headers. The customer numbers its own shipments and items from allocated ranges,
// so a repeated label request creates no second shipment. The format of tracking is not public, so tracking is left
// out.
import { dollars } from '../../src/domain/money.ts';
import { at, isTrueAt, listAt, missing, numberAt, textAt } from '../body.ts';
import { basicOf } from '../credentials.ts';
import type { Desk, Simulated } from '../desk.ts';
import { type Answer, type Call, json, plain } from '../exchange.ts';
import { drawPdf, drawZpl, labelSheets } from '../paper.ts';
import type { Consignment, End } from '../price-book.ts';
import { type Operation, type Protocol, row, type Trouble } from '../protocol.ts';
import type { Shipment } from '../shipments.ts';

const name = 'Team Global Express';
const credentials = {
  username: 'sim-tge',
  password: 'sim-tge-password',
  tollUsername: 'sim-toll',
  tollPassword: 'sim-toll-password',
  identity: 'sim-mytoll-identity',
  token: 'sim-mytoll-token',
  apiKey: 'sim-mytoll-api-key',
  accountCode: 'SIM888',
  shipmentRange: '9990410000001-9990419999999',
  ssccRange: '09990410000000001-09990410999999999',
};

export const teamGlobalExpress: Simulated = { carrier: 'toll', name, open };

function open(desk: Desk): Protocol {
  return {
    basePath: '',
    credentials,
    routes: [
      row('POST', '/calculatePrice', 'quote', (call) => calculatePrice(desk, call)),
      row('POST', '/printlabel', 'book', (call) => printLabel(desk, call)),
      row('POST', '/printmanifest', 'manifest', (call) => printManifest(desk, call)),
    ],
    authenticate: (call, operation) => (isKnown(call, operation) ? 'welcome' : 'unknown'),
    refuse: refuseTrouble,
  };
}

/** The gateway's own credentials come with every request; TGE's differ between prices and documents. */
function isKnown(call: Call, operation: Operation): boolean {
  const { headers } = call;
  if (basicOf(call) !== `${credentials.username}:${credentials.password}`) return false;
  if (operation === 'quote')
    return basicOf(call, 'auth') === `${credentials.tollUsername}:${credentials.tollPassword}`;
  return (
    headers['x-mytoll-identity'] === credentials.identity &&
    headers['x-mytoll-token'] === credentials.token &&
    headers['x-api-key'] === credentials.apiKey
  );
}

/** The gateway's own errors have another form, and it answers malformed JSON in plain text. */
function refuseTrouble({ kind, status, sentence }: Trouble): Answer {
  if (kind === 'not_readable') return plain(sentence, status);
  return json({ Exception: kind, ExceptionMessage: sentence, message: sentence }, status);
}

const header = (desk: Desk, call: Call, documentType: string) => ({
  MessageVersion: '1.0',
  MessageIdentifier: textAt(call.body, 'TollMessage.Header.MessageIdentifier'),
  CreateTimestamp: new Date(desk.nowMs()).toISOString(),
  DocumentType: documentType,
  Environment: 'PRD',
  SourceSystemCode: textAt(call.body, 'TollMessage.Header.SourceSystemCode'),
  MessageSender: 'TOLL',
  MessageReceiver: textAt(call.body, 'TollMessage.Header.MessageSender'),
});

/** The header of a document or an error: the sender's own, with fields that TGE leaves open. */
const replyHeader = (desk: Desk, call: Call, documentType: string) => ({
  ApplicationID: null,
  AsynchronousMessageFlag: null,
  CreateTimestamp: new Date(desk.nowMs()).toISOString().slice(0, 19).replace('T', ' ').concat('.0'),
  DocumentType: documentType,
  Environment: 'PRD',
  MessageIdentifier: textAt(call.body, 'TollMessage.Header.MessageIdentifier'),
  MessageReceiver: null,
  MessageSender: textAt(call.body, 'TollMessage.Header.MessageSender'),
  MessageVersion: textAt(call.body, 'TollMessage.Header.MessageVersion'),
  References: null,
  SourceSystemCode: textAt(call.body, 'TollMessage.Header.SourceSystemCode'),
});

/** The message stands in the envelope, and three times beside it. */
function failed(desk: Desk, call: Call, number: string, message: string): Answer {
  const ErrorMessages = {
    ErrorMessage: [{ ErrorMessage: message, ErrorNumber: { Value: number } }],
  };
  const Header = replyHeader(desk, call, 'ErrorMessage');
  const beside = { Exception: message, ExceptionMessage: message, message };
  return json({ TollMessage: { Header, ErrorMessages }, ...beside }, 400);
}

const partyOf = (parties: unknown, party: string): End => ({
  suburb: textAt(parties, `${party}.PhysicalAddress.Suburb`),
  postcode: textAt(parties, `${party}.PhysicalAddress.PostalCode`),
  state: textAt(parties, `${party}.PhysicalAddress.StateCode`),
  country: textAt(parties, `${party}.PhysicalAddress.CountryCode`),
  isResidential: false,
});

const sides = ['Width', 'Length', 'Height', 'Weight'].map((field) => `Dimensions.${field}`);

const placePaths = (party: string): string[] => [
  `${party}.PhysicalAddress.Suburb`,
  `${party}.PhysicalAddress.PostalCode`,
];

/** Returns the consignment, or what does not fit the schema. */
function readConsignment(request: unknown, items: readonly unknown[]): Consignment | string {
  const gone = missing(request, [
    'BusinessID',
    ...placePaths('ConsignorParty'),
    ...placePaths('ConsigneeParty'),
  ]);
  if (items.length === 0) gone.push('ShipmentItem');
  for (const item of items) gone.push(...missing(item, sides));
  if (gone.length > 0) return `Schema error: required ${gone.join(', ')}`;
  return {
    from: partyOf(request, 'ConsignorParty'),
    to: partyOf(request, 'ConsigneeParty'),
    parcels: items.map((item) => ({
      quantity: numberAt(item, 'ShipmentItemTotals.ShipmentItemCount') ?? 1,
      kg: numberAt(item, 'Dimensions.Weight') ?? 0,
      lengthCm: numberAt(item, 'Dimensions.Length') ?? 0,
      widthCm: numberAt(item, 'Dimensions.Width') ?? 0,
      heightCm: numberAt(item, 'Dimensions.Height') ?? 0,
      packaging: 'Carton',
    })),
  };
}

const amount = (cents: number) => ({ Currency: 'AUD', Value: dollars(cents).toFixed(2) });

/** Unlike labels, enquiries take numbers as texts, whole centimetres, and times with an offset. */
function enquiryProblem(request: unknown, items: readonly unknown[]): string | undefined {
  const numbers = items.flatMap((item) =>
    sides.filter((path) => typeof at(item, path) === 'number'),
  );
  if (numbers.length > 0) return `${numbers.join(', ')} must be of type string`;
  const broken = items.flatMap((item) =>
    sides.slice(0, 3).filter((path) => !/^\d+$/.test(textAt(item, path))),
  );
  if (broken.length > 0) return `${broken.join(', ')} must be whole`;
  const flag = at(request, 'ShipmentFlags.ExtraServiceFlag');
  if (flag !== 'true' && flag !== 'false') return 'ExtraServiceFlag must be of type string';
  if (textAt(request, 'ShipmentFinancials.ExtraServicesAmount.Currency') === '')
    return 'required ShipmentFinancials.ExtraServicesAmount';
  const isTimed = /^\d{4}-\d\d-\d\dT[\d:.]+([+-]\d\d:\d\d|Z)$/;
  return isTimed.test(textAt(request, 'SystemFields.PickupDateTime'))
    ? undefined
    : 'PickupDateTime must have an offset';
}

function calculatePrice(desk: Desk, call: Call): Answer {
  const request = at(call.body, 'TollMessage.RateEnquiry.Request');
  const items = listAt(request, 'ShipmentItems.ShipmentItem');
  const consignment = readConsignment(request, items);
  if (typeof consignment === 'string') return plain(consignment, 400);
  const wrong = enquiryProblem(request, items);
  if (wrong !== undefined) return plain(`Schema error: ${wrong}`, 400);
  if (textAt(request, 'BillToParty.AccountCode') !== credentials.accountCode) {
    return failed(desk, call, 'RATE00401', 'The account is not authorised for rate enquiries.');
  }
  for (const end of [consignment.from, consignment.to]) {
    if (!desk.prices.isPlace(end)) {
      return failed(
        desk,
        call,
        'RATE00404',
        `${end.suburb} ${end.postcode} is not a valid locality.`,
      );
    }
  }
  const price = desk.rate(call, 'toll', consignment);
  if (!price.isPriced)
    return failed(desk, call, 'RATE00400', `No rate is available: ${price.sentence}.`);
  const Response = {
    BaseAmount: amount(price.freightCents),
    FreightCharge: amount(price.freightCents),
    TotalSurcharges: amount(price.surchargeCents + price.fuelCents),
    TollExtraServiceCharge: amount(0),
    TotalFees: amount(0),
    GSTAmount: amount(price.gstCents),
    TotalChargeAmount: amount(price.priceCents),
    EnquiryID: `ENQ${desk.shipments.nextSerial()}`,
    TransitTime: { UOM: 'Day(s)', Value: String(price.maxDays) },
  };
  const Header = header(desk, call, 'RateEnquiry');
  return json({ TollMessage: { Header, RateEnquiry: { Response } } });
}

const shipmentNumber = /^999041\d{7}$/;
const manifestNumber = /^(MYT-\d{1,10}|999041\d{7})$/;
/** The application identifier 00, then an SSCC. */
const itemNumber = /^000999041\d{10}\d$/;

const printed = (desk: Desk, call: Call, content: string): Answer =>
  json({
    TollMessage: {
      Header: replyHeader(desk, call, 'ResponseMessage'),
      ResponseMessages: {
        ResponseMessage: [{ ResponseID: { Value: '200' }, ResponseMessage: content }],
      },
    },
  });

/** What is missing in a request for a document. */
function printProblem({ body }: Call, type: 'Label' | 'Manifest'): string | undefined {
  const print = at(body, 'TollMessage.Print');
  if (textAt(body, 'TollMessage.Header.DocumentType') !== type) return `DocumentType ${type}`;
  if (textAt(print, 'PrintDocumentType') !== type) return `PrintDocumentType ${type}`;
  const shipments = listAt(print, 'ShipmentCollection.Shipment');
  const party = (of: string) => [`${of}.PartyName`, `${of}.PhysicalAddress.AddressLine1`];
  const gone = [
    ...missing(print, ['CreateDateTime', ...party('ConsignorParty')]),
    ...(shipments.length === 0 ? ['ShipmentCollection.Shipment'] : []),
    ...shipments.flatMap((one) =>
      missing(one, ['BillToParty.AccountCode', 'ShipmentID', ...party('ConsigneeParty')]),
    ),
  ];
  return gone.length === 0 ? undefined : `required ${gone.join(', ')}`;
}

/** The first label request creates the shipment; later ones only print its label again. */
function printLabel(desk: Desk, call: Call): Answer {
  const print = at(call.body, 'TollMessage.Print');
  const shipments = listAt(print, 'ShipmentCollection.Shipment');
  const incomplete = printProblem(call, 'Label');
  if (incomplete !== undefined) return plain(`Schema error: ${incomplete}`, 400);
  const wanted: (() => Shipment)[] = [];
  for (const sent of shipments) {
    const items = listAt(sent, 'ShipmentItemCollection.ShipmentItem');
    // The sender is stated once for all shipments of the request.
    const whole = {
      ...(sent as object),
      BusinessID: textAt(print, 'BusinessID'),
      ConsignorParty: at(print, 'ConsignorParty'),
    };
    const consignment = readConsignment(whole, items);
    if (typeof consignment === 'string') return plain(consignment, 400);
    const number = textAt(sent, 'ShipmentID');
    if (!shipmentNumber.test(number)) {
      return failed(
        desk,
        call,
        'PRINT00400',
        `ShipmentID ${number} is not in the allocated range.`,
      );
    }
    const codes = items.map(itemCode);
    const wrong = codes.find((code) => !isItemNumber(code));
    if (wrong !== undefined) return failed(desk, call, 'PRINT00400', `SSCC ${wrong} is not valid.`);
    wanted.push(
      () => desk.shipments.find(number) ?? takeShipment(desk, whole, number, codes, consignment),
    );
  }
  const sheets = wanted.flatMap((one) => labelSheets(name, one()));
  const isZpl = isTrueAt(print, 'PrintSettings.IsZPLRawResponseRequired');
  const content = isZpl ? Buffer.from(drawZpl(sheets)) : drawPdf(sheets);
  return printed(desk, call, content.toString('base64'));
}

/** Its last digit is the check digit of GS1. */
function isItemNumber(code: string): boolean {
  if (!itemNumber.test(code)) return false;
  const digits = [...code].toReversed().map(Number);
  const sum = digits.reduce((total, digit, place) => total + digit * (place % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}

function itemCode(item: unknown): string {
  const id = listAt(item, 'IDs.ID').find((one) => textAt(one, 'SchemeName') === 'SSCC');
  return textAt(id, 'Value');
}

function takeShipment(
  desk: Desk,
  sent: unknown,
  number: string,
  articles: readonly string[],
  consignment: Consignment,
): Shipment {
  return desk.shipments.add({
    number,
    id: number,
    articles,
    reference: textAt(sent, 'References.Reference.0.ReferenceValue') || number,
    service: textAt(sent, 'BusinessID'),
    consignment,
    priceCents: 0,
    sent,
  });
}

function printManifest(desk: Desk, call: Call): Answer {
  const print = at(call.body, 'TollMessage.Print');
  const manifest = textAt(print, 'ManifestID.Value');
  const numbers = listAt(print, 'ShipmentCollection.Shipment').map((one) =>
    textAt(one, 'ShipmentID'),
  );
  const incomplete = printProblem(call, 'Manifest');
  if (incomplete !== undefined) return plain(`Schema error: ${incomplete}`, 400);
  if (!manifestNumber.test(manifest))
    return failed(desk, call, 'PRINT00400', `ManifestID ${manifest} is not valid.`);
  const found = numbers.map((number) => desk.shipments.find(number));
  const gone = numbers.find((_, n) => found[n] === undefined);
  if (gone !== undefined) return failed(desk, call, 'PRINT00404', `Shipment ${gone} is unknown.`);
  for (const shipment of found) if (shipment !== undefined) shipment.orderId ??= manifest;
  const lines = [`${name} MANIFEST (SIMULATED)`, ...numbers.slice(0, 14)];
  const content = drawPdf([{ code: manifest, lines }]);
  return printed(desk, call, content.toString('base64'));
}
