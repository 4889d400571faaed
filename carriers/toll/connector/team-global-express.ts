// Team Global Express (once Toll): prices of IPEC parcels by road. Its messages are TGE's own envelopes behind a gateway that has
// credentials of its own. Labels and manifests need number ranges that TGE allots, and tracking has no known shape: both are
// left out.

import type {
  CarrierReply,
  CarrierRequest,
  CheckMoment,
  Connector,
  ServiceAbsence,
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
import { type PieceLine, pieceLine } from '../../../src/domain/connectors/piece-line.ts';
import { trialCarton, trialPriced } from '../../../src/domain/connectors/trial-carton.ts';
import { uuidOf } from '../../../src/domain/connectors/uuid-of.ts';

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
  check: function* (account, moment) {
    const { from, to, line } = trialCarton;
    const reply = yield request(account, moment, from, to, [line]);
    const answer = answerOf(reply);
    if ('problem' in answer) throw badAnswer(answer.problem);
    return trialPriced;
  },
  quote: function* (account, question) {
    const { sender, receiver, lines } = question.shipment;
    const reply = yield request(account, question, sender, receiver, lines.map(pieceLine));
    const answer = answerOf(reply);
    if ('problem' in answer) return new Map([[service, { absence: absenceOf(answer.problem) }]]);
    return new Map([[service, answer]]);
  },
};

type Place = { suburb: string; state: string; postcode: string; country: string };

function request(
  account: Readonly<Record<string, string>>,
  { nowMs, pickupDate }: Pick<CheckMoment, 'nowMs' | 'pickupDate'>,
  from: Place,
  to: Place,
  lines: readonly PieceLine[],
): CarrierRequest {
  const { account_code = '', source_system = '', message_sender = '', service_code = '' } = account;
  const enquiry = {
    BusinessID: 'IPEC',
    SystemFields: { PickupDateTime: `${pickupDate}T12:00:00` },
    ShipmentService: { ServiceCode: service_code },
    ShipmentFlags: { ExtraServiceFlag: false },
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
            // Another question has another name in TGE's log, and one that is repeated keeps its own.
            MessageIdentifier: uuidOf([nowMs, source_system, message_sender, enquiry]),
            CreateTimestamp: new Date(nowMs).toISOString(),
            DocumentType: 'RateEnquiry',
            Environment: 'PRD',
            SourceSystemCode: source_system,
            MessageSender: message_sender,
            MessageReceiver: 'TOLL',
          },
          RateEnquiry: { Request: enquiry },
        },
      },
    },
  };
}

function addressOf({ suburb, state, postcode, country }: Place) {
  return { Suburb: suburb, StateCode: state, PostalCode: postcode, CountryCode: country };
}

/** Dimensions are texts. */
function itemOf({ quantity, lengthCm, widthCm, heightCm, weightKg, cubicMetres }: PieceLine) {
  return {
    Commodity: { CommodityCode: 'Z', CommodityDescription: 'ALL FREIGHT' },
    ShipmentItemTotals: { ShipmentItemCount: String(quantity) },
    Dimensions: {
      Width: String(widthCm),
      Length: String(lengthCm),
      Height: String(heightCm),
      Volume: String(cubicMetres),
      Weight: String(weightKg),
    },
  };
}

/** Failures of a schema come as plain text, others as messages in the envelope or beside it. */
function answerOf(reply: CarrierReply) {
  const answer = reply.status >= 400 ? findJson(reply.bytes) : jsonOf(reply.bytes);
  const problem = problemOf(answer, reply);
  if (problem !== '') return { problem };
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

function absenceOf(message: string): ServiceAbsence['absence'] {
  if (/suburb|postal|postcode|address|route|location/i.test(message))
    return { code: 'route_not_served', serviceability: 'no_route', message };
  if (/weight|height|length|width|volume|dimension/i.test(message))
    return { code: 'item_not_carried', serviceability: 'no_items', message };
  throw badAnswer(message);
}
