// Team Global Express (formerly Toll): prices of IPEC parcels by road. Its messages are TGE's own envelopes behind a gateway with
// separate credentials. Tracking has no public format, and labels need number ranges that TGE allots: both are left out.

import type {
  CarrierReply,
  CarrierRequest,
  CheckMoment,
  Connector,
} from '../../../src/application/ports.ts';
import { basicAuthorisation } from '../../../src/domain/connectors/account-setting.ts';
import {
  type Answer,
  at,
  badAnswer,
  centsAt,
  findJson,
  jsonOf,
  listAt,
  numberAt,
  textAt,
  textOf,
} from '../../../src/domain/connectors/carrier-answer.ts';
import { type PieceLine, pieceLine, wholeCm } from '../../../src/domain/connectors/piece-line.ts';
import { trialCarton, trialPriced } from '../../../src/domain/connectors/trial-carton.ts';
import { uuidOf } from '../../../src/domain/connectors/uuid-of.ts';
import { clockTime } from '../../../src/domain/time/calendar.ts';

const service = 'toll';
const longestShown = 200;

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
  ],
  baseUrl: ({ base_url }) => base_url ?? 'https://tge.3plapi.com',
  authorise: ({ username = '', password = '', tge_username = '', tge_password = '' }) => ({
    authorization: basicAuthorisation(username, password),
    auth: basicAuthorisation(tge_username, tge_password),
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
};

type Place = { suburb: string; state: string; postcode: string; country: string };

function enquiry(
  account: Readonly<Record<string, string>>,
  { nowMs, pickupDate, offsetMinutes }: Pick<CheckMoment, 'nowMs' | 'pickupDate' | 'offsetMinutes'>,
  from: Place,
  to: Place,
  lines: readonly PieceLine[],
): CarrierRequest {
  const { account_code = '', source_system = '', message_sender = '', service_code = '' } = account;
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
  return {
    method: 'POST',
    path: '/calculatePrice',
    isRepeatable: true,
    body: {
      json: {
        TollMessage: {
          Header: {
            MessageVersion: '1.0',
            // TGE's log identifies messages by this id; a retried request keeps its id.
            MessageIdentifier: uuidOf([nowMs, source_system, message_sender, request]),
            CreateTimestamp: timestamp(nowMs, offsetMinutes),
            DocumentType: 'RateEnquiry',
            Environment: 'PRD',
            SourceSystemCode: source_system,
            MessageSender: message_sender,
            MessageReceiver: 'TOLL',
          },
          RateEnquiry: { Request: request },
        },
      },
    },
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

/** A body that does not fit the schema is refused in plain text, others with messages in the envelope or beside it. */
function problemOf(answer: Answer, { bytes, status }: CarrierReply): string {
  const messages = listAt(answer, 'TollMessage', 'ErrorMessages', 'ErrorMessage').map((one) =>
    `${textAt(one, 'ErrorNumber', 'Value')} ${textAt(one, 'ErrorMessage')}`.trim(),
  );
  const beside = [
    textAt(answer, 'ExceptionMessage'),
    textAt(answer, 'Exception'),
    textAt(answer, 'message'),
  ];
  const texts = [...messages, ...beside].filter((text) => text !== '');
  if (texts.length > 0) return texts.join('; ').slice(0, longestShown);
  if (status < 400) return '';
  return (
    (answer === undefined ? textOf(bytes).trim() : '').slice(0, longestShown) ||
    `the carrier answered ${status}`
  );
}
