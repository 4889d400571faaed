// Team Global Express (formerly Toll): prices, labels and manifests of IPEC parcels by road. Its messages are TGE's own envelopes
// behind a gateway with separate credentials. The account issues the numbers of consignments and pieces from ranges that TGE
// allotted; a booking has TGE print their label. Tracking, cancellation and a lookup have no public format.

import type {
  CarrierLabel,
  CarrierReply,
  CarrierRequest,
  CheckMoment,
  Connector,
} from '../../../src/application/ports.ts';
import {
  basicAuthorisation,
  pickupsField,
} from '../../../src/domain/connectors/account-setting.ts';
import { findRange, type NumberForm } from '../../../src/domain/connectors/allotted-numbers.ts';
import {
  type Answer,
  at,
  badAnswer,
  badRequest,
  bytesOfBase64,
  centsAt,
  findJson,
  jsonOf,
  listAt,
  numberAt,
  textAt,
  textOf,
} from '../../../src/domain/connectors/carrier-answer.ts';
import { type PieceLine, pieceLine, wholeCm } from '../../../src/domain/connectors/piece-line.ts';
import { post } from '../../../src/domain/connectors/request.ts';
import { trialCarton, trialPriced } from '../../../src/domain/connectors/trial-carton.ts';
import { uuidOf } from '../../../src/domain/connectors/uuid-of.ts';
import { clockTime } from '../../../src/domain/time/calendar.ts';
import { printRequest } from './print-message.ts';

const service = 'toll';
const longestShown = 200;
const shipmentForm: NumberForm = { digits: 13, serialDigits: 7, check: 'none' };
const ssccForm: NumberForm = { digits: 17, serialDigits: 9, check: 'mod10' };
/** Fields that an account with number ranges needs too. */
const printFields = ['sscc_range', 'print_identity', 'print_token', 'print_key'];

const printSettings: Readonly<Record<string, object>> = {
  pdf_a4: pdfSettings('true'),
  pdf: pdfSettings('false'),
  zpl: { IsLabelThermal: 'true', IsZPLRawResponseRequired: 'true' },
};

export const teamGlobalExpress: Connector = {
  carrier: 'toll',
  reach: 'domestic',
  services: [{ stringId: service, product: 'X' }],
  fields: [
    { name: 'username', label: 'user name of the gateway', isSecret: false },
    { name: 'password', label: 'its password', isSecret: true },
    { name: 'tge_username', label: 'user name with Team Global Express', isSecret: false },
    { name: 'tge_password', label: 'its password', isSecret: true },
    { name: 'account_code', label: 'the account that pays', isSecret: false },
    { name: 'source_system', label: 'the source system code that TGE gave', isSecret: false },
    {
      name: 'message_sender',
      label: 'the sender of messages that TGE registered',
      isSecret: false,
    },
    { name: 'service_code', label: 'the service of IPEC', isSecret: false, defaultText: 'X' },
    {
      name: 'shipment_range',
      label:
        'the first and the last consignment number that TGE allotted, as 8880410000001-8880419999999; left out: prices only',
      isSecret: false,
      defaultText: '',
      numberForm: shipmentForm,
      problem: (value, account) => {
        if (findRange(value, shipmentForm) === undefined)
          return 'must be the first and the last number, as 8880410000001-8880419999999';
        const missing = printFields.filter((name) => (account[name] ?? '') === '');
        return missing.length === 0 ? undefined : `also needs ${missing.join(', ')}`;
      },
    },
    {
      name: 'sscc_range',
      label:
        'the first and the last SSCC that TGE allotted, without check digits, as 09327510341761001-09327510341781000',
      isSecret: false,
      defaultText: '',
      numberForm: ssccForm,
      problem: (value) =>
        findRange(value, ssccForm) === undefined
          ? 'must be the first and the last SSCC without check digits, as 09327510341761001-09327510341781000'
          : undefined,
    },
    {
      name: 'print_identity',
      label: 'the identity for labels and manifests',
      isSecret: false,
      defaultText: '',
    },
    { name: 'print_token', label: 'its token', isSecret: true, defaultText: '' },
    { name: 'print_key', label: 'its API key', isSecret: true, defaultText: '' },
    {
      name: 'print_source_system',
      label: 'the source system code for labels and manifests, if TGE gave another',
      isSecret: false,
      defaultText: '',
    },
    {
      name: 'label_format',
      label: 'what TGE prints: pdf_a4 (an A4 page), pdf (a page of the label), zpl',
      isSecret: false,
      defaultText: 'pdf_a4',
      choices: Object.keys(printSettings),
      problem: (value) =>
        value in printSettings ? undefined : `must be ${Object.keys(printSettings).join(', ')}`,
    },
    pickupsField(),
  ],
  baseUrl: ({ base_url }) => base_url ?? 'https://tge.3plapi.com',
  authorise: ({ username = '', password = '' }) => ({
    authorization: basicAuthorisation(username, password),
  }),
  gst: {
    prices: 'included',
    evidence: 'TotalChargeAmount is the sum of the amounts, GSTAmount among them',
  },
  check: function* (account, moment) {
    const { from, to, line } = trialCarton;
    offerOf(yield enquiry(account, moment, from, to, [line]));
    return trialPriced;
  },
  quote: function* (account, question) {
    const { sender, receiver, lines } = question.shipment;
    const reply = yield enquiry(account, question, sender, receiver, lines.map(pieceLine));
    return new Map([[service, offerOf(reply)]]);
  },
  bookingNeeds: { sender: ['name', 'street'], receiver: ['name', 'street'] },
  allottedNumbers: ({ shipment_range = '', sscc_range = '' }) => {
    const connotes = findRange(shipment_range, shipmentForm);
    const pieces = findRange(sscc_range, ssccForm);
    return connotes === undefined || pieces === undefined ? undefined : { connotes, pieces };
  },
  labelsComeWithBooking: true,
  book: function* (account, { reference, booking, confirmation, numbers }, nowMs) {
    if (numbers === undefined) throw new Error('a consignment of TGE needs our numbers');
    const { connote } = numbers;
    const pieces = numbers.pieces.map((sscc) => `00${sscc}`);
    const { pickupDate } = confirmation;
    const { label_format = '' } = account;
    const settings = printSettings[label_format] ?? pdfSettings('true');
    const reply = yield printRequest(
      account,
      { type: 'Label', path: '/printlabel', settings },
      [{ booking, connote, pieces, reference, pickupDate }],
      nowMs,
    );
    const answer = reply.status >= 400 ? findJson(reply.bytes) : jsonOf(reply.bytes);
    const problem = problemOf(answer, reply);
    if (problem !== '') return { rejected: problem };
    const format: CarrierLabel['format'] = label_format === 'zpl' ? 'zpl' : 'pdf';
    const labels = printed(answer).map((bytes) => ({ format, bytes }));
    return { booked: { connote, carrierId: connote, pieces }, labels };
  },
  manifestNamesPickup: true,
  // Its number is that of its first consignment, so a manifest that is sent again after a lost answer is the same one.
  manifest: function* (account, [first, ...others], _reference, nowMs) {
    const shipment = ({ booking, connote, pieces, reference }: typeof first) => {
      const pickupDate = booking.confirmation?.pickupDate ?? '';
      return { booking, connote, pieces, reference, pickupDate };
    };
    const manifestId = first.connote;
    const reply = yield printRequest(
      account,
      { type: 'Manifest', path: '/printmanifest', settings: pdfSettings('true'), manifestId },
      [shipment(first), ...others.map(shipment)],
      nowMs,
    );
    const answer = reply.status >= 400 ? findJson(reply.bytes) : jsonOf(reply.bytes);
    const problem = problemOf(answer, reply);
    if (problem !== '') throw badRequest(problem);
    const [document] = printed(answer);
    return { manifestId, document };
  },
};

function pdfSettings(isA4: 'true' | 'false') {
  return {
    IsLabelThermal: 'false',
    IsZPLRawResponseRequired: 'false',
    PDF: { IsPDFA4: isA4, PDFSettings: { StartQuadrant: '1' } },
  };
}

/** The documents of an answer, at least one. */
function printed(answer: Answer): [Uint8Array, ...Uint8Array[]] {
  const messages = listAt(answer, 'TollMessage', 'ResponseMessages', 'ResponseMessage');
  const refused = messages.find((one) => textAt(one, 'ResponseID', 'Value') !== '200');
  if (refused !== undefined)
    throw badAnswer(
      `${textAt(refused, 'ResponseID', 'Value')} ${textAt(refused, 'ResponseMessage')}`,
    );
  const [first, ...others] = messages.map((one) => bytesOfBase64(textAt(one, 'ResponseMessage')));
  if (first === undefined) throw badAnswer('nothing was printed');
  return [first, ...others];
}

type Place = { suburb: string; state: string; postcode: string; country: string };

function enquiry(
  account: Readonly<Record<string, string>>,
  { nowMs, pickupDate, offsetMinutes }: Pick<CheckMoment, 'nowMs' | 'pickupDate' | 'offsetMinutes'>,
  from: Place,
  to: Place,
  lines: readonly PieceLine[],
): CarrierRequest {
  const { account_code = '', source_system = '', message_sender = '', service_code = '' } = account;
  const { tge_username = '', tge_password = '' } = account;
  const request = {
    BusinessID: 'IPEC',
    SystemFields: { PickupDateTime: `${pickupDate}T12:00:00.000${offsetText(offsetMinutes)}` },
    ShipmentService: { ServiceCode: service_code },
    ShipmentFlags: { ExtraServiceFlag: 'true' },
    ShipmentFinancials: { ExtraServicesAmount: { Currency: 'AUD', Value: '0.00' } },
    FreightMode: 'Road',
    BillToParty: { AccountCode: account_code },
    ConsignorParty: { PhysicalAddress: addressOf(from) },
    ConsigneeParty: { PhysicalAddress: addressOf(to) },
    ShipmentItems: { ShipmentItem: lines.map(itemOf) },
  };
  const Header = {
    MessageVersion: '1.0',
    // TGE's log identifies messages by this id; a retried request keeps its id.
    MessageIdentifier: uuidOf([nowMs, source_system, message_sender, request]),
    CreateTimestamp: timestamp(nowMs, offsetMinutes),
    DocumentType: 'RateEnquiry',
    Environment: 'PRD',
    SourceSystemCode: source_system,
    MessageSender: message_sender,
    MessageReceiver: 'TOLL',
  };
  return {
    ...post('/calculatePrice', { TollMessage: { Header, RateEnquiry: { Request: request } } }),
    headers: { auth: basicAuthorisation(tge_username, tge_password) },
  };
}

function addressOf({ suburb, state, postcode, country }: Place) {
  return { Suburb: suburb, StateCode: state, PostalCode: postcode, CountryCode: country };
}

function timestamp(ms: number, offsetMinutes: number): string {
  const local = new Date(ms + offsetMinutes * 60_000).toISOString();
  return local.replace('Z', offsetText(offsetMinutes));
}

/** `+10:00` */
function offsetText(minutes: number): string {
  return `${minutes < 0 ? '-' : '+'}${clockTime(Math.abs(minutes))}`;
}

/** Dimensions are texts, and sides are whole centimetres. */
function itemOf({ quantity, lengthCm, widthCm, heightCm, weightKg, cubicMetres }: PieceLine) {
  return {
    Commodity: { CommodityCode: 'Z', CommodityDescription: 'ALL FREIGHT' },
    ShipmentItemTotals: { ShipmentItemCount: String(quantity) },
    Dimensions: {
      Width: String(wholeCm(widthCm)),
      Length: String(wholeCm(lengthCm)),
      Height: String(wholeCm(heightCm)),
      Volume: String(cubicMetres),
      Weight: String(weightKg),
    },
  };
}

/** Refused enquiries have no published codes, so none of them means that the route is not served. */
function offerOf(reply: CarrierReply) {
  const answer = reply.status >= 400 ? findJson(reply.bytes) : jsonOf(reply.bytes);
  const problem = problemOf(answer, reply);
  if (problem !== '') throw badAnswer(problem);
  const response = at(answer, 'TollMessage', 'RateEnquiry', 'Response');
  const priceCents = centsAt(response, 'TotalChargeAmount', 'Value');
  if (priceCents === undefined || priceCents <= 0) throw badAnswer('no TotalChargeAmount');
  const days = numberAt(response, 'TransitTime', 'Value');
  const isSound = days !== undefined && Number.isInteger(days) && days >= 0 && days <= 60;
  const transit = isSound
    ? { text: `${days} business day${days === 1 ? '' : 's'}`, minDays: days, maxDays: days }
    : { text: '', minDays: 0, maxDays: 0 };
  return { priceCents, transit };
}

/** A body that does not fit the schema is refused in plain text, others with messages in the envelope, beside it or both. */
function problemOf(answer: Answer, { bytes, status }: CarrierReply): string {
  const messages = listAt(answer, 'TollMessage', 'ErrorMessages', 'ErrorMessage').map((one) =>
    `${textAt(one, 'ErrorNumber', 'Value')} ${textAt(one, 'ErrorMessage')}`.trim(),
  );
  const beside = ['ExceptionMessage', 'Exception', 'message'].map((name) => textAt(answer, name));
  const texts = (messages.length > 0 ? messages : beside).filter((text) => text !== '');
  if (texts.length > 0) return [...new Set(texts)].join('; ').slice(0, longestShown);
  if (status < 400) return '';
  return (
    (answer === undefined ? textOf(bytes).trim() : '').slice(0, longestShown) ||
    `the carrier answered ${status}`
  );
}
