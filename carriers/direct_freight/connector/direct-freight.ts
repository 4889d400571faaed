// Direct Freight Express: prices, consignments, labels and cancellation. Every action is a POST to its own path with an
// `Authorisation` header, and prices and consignments have different keys. Tracking answers and a search by our reference
// are not published. A consignment has no sender: it starts at the account's site.

import type {
  CarrierAccount,
  CarrierReply,
  CarrierRequest,
  Connector,
  ServiceAbsence,
} from '../../../src/application/ports.ts';
import { isDangerous } from '../../../src/domain/bookings/dangerous-goods.ts';
import {
  gstField,
  gstIncluded,
  pickupsField,
} from '../../../src/domain/connectors/account-setting.ts';
import {
  type Answer,
  badAnswer,
  badRequest,
  bytesOfBase64,
  findJson,
  jsonOf,
  listAt,
  requiredCents,
  textAt,
} from '../../../src/domain/connectors/carrier-answer.ts';
import {
  bookingLines,
  type PieceLine,
  packagingFamilyName,
  pieceLine,
  streetLines,
} from '../../../src/domain/connectors/piece-line.ts';
import { get, post } from '../../../src/domain/connectors/request.ts';
import { trialCarton, trialPriceToCompare } from '../../../src/domain/connectors/trial-carton.ts';

const service = 'direct_freight';
/** The interface gives no transit times. */
const transit = { text: '1-5 business days', minDays: 1, maxDays: 5 };
const priced = '300';
const cancelled = '200';
const collected = '421';
const longestText = 40;

export const directFreight: Connector = {
  carrier: 'direct_freight',
  reach: 'domestic',
  services: [{ stringId: service, product: '' }],
  bookingNeeds: { receiver: ['name', 'street'] },
  fields: [
    { name: 'account_number', label: 'the account number', isSecret: false },
    { name: 'pricing_key', label: 'the key for prices', isSecret: true },
    { name: 'consignment_key', label: 'the key for consignments', isSecret: true },
    { name: 'site_id', label: 'the site that sends the consignments', isSecret: false },
    {
      name: 'site_suburb',
      label:
        'the suburb of that site; left out: any, and what is sent from elsewhere begins at the site',
      isSecret: false,
      defaultText: '',
    },
    {
      name: 'site_postcode',
      label: 'the postcode of that site; left out: any',
      isSecret: false,
      defaultText: '',
      problem: (value) =>
        value === '' || /^\d{4}$/.test(value) ? undefined : 'must be four digits, such as 2000',
    },
    gstField,
    pickupsField(),
  ],
  baseUrl: ({ base_url }) => base_url ?? 'https://webservices.directfreight.com.au/Dispatch/api',
  authorise: ({ account_number = '' }) => ({ AccountNumber: account_number }),
  labelFormats: ['pdf'],
  check: function* (account) {
    const { from, to, line } = trialCarton;
    const reply = yield priceRequest(account, from, to, [ratedLine(line)]);
    const { answer, code, message } = outcomeOf(reply);
    if (code !== priced) throw badRequest(`${code} ${message}`);
    return trialPriceToCompare(account, requiredCents(answer, 'TotalFreightCharge'));
  },
  gst: { prices: 'account_setting', evidence: 'no answer or document names GST' },
  quote: function* (account, { shipment }) {
    const { sender, receiver } = shipment;
    const elsewhere = elsewhereThanSite(account, sender);
    if (elsewhere !== undefined) return new Map([[service, { absence: elsewhere }]]);
    const lines = shipment.lines.map((line) => ratedLine(pieceLine(line)));
    const reply = yield priceRequest(account, sender, receiver, lines);
    const { answer, code, message } = outcomeOf(reply);
    // The carrier publishes no code for a route or an item that it does not carry.
    if (code !== priced)
      throw badRequest(`${code} ${message}`.trim() || 'an answer without a code');
    const priceCents = gstIncluded(account, requiredCents(answer, 'TotalFreightCharge'));
    if (priceCents === 0) throw badAnswer('a price of nothing');
    return new Map([[service, { priceCents, transit }]]);
  },
  book: function* (account, { reference, booking }) {
    const { sender, receiver } = booking;
    const elsewhere = elsewhereThanSite(account, sender);
    if (elsewhere !== undefined) return { rejected: elsewhere.message };
    const [AddressLine1 = '', AddressLine2 = ''] = streetLines(receiver.street, longestText, 2);
    const consignment = {
      ConsignmentId: reference,
      CustomerReference: reference,
      IsDangerousGoods: isDangerous(booking),
      ReceiverDetails: {
        ReceiverName: (receiver.companyName || receiver.name).slice(0, longestText),
        AddressLine1,
        AddressLine2,
        Suburb: receiver.suburb,
        State: receiver.state,
        Postcode: receiver.postcode,
        ReceiverContactName: receiver.name.slice(0, longestText),
        ReceiverContactMobile: receiver.phone,
        ReceiverContactEmail: receiver.email,
        IsAuthorityToLeave: booking.authorityToLeave,
        DeliveryInstructions: booking.specialInstructions.slice(0, 100),
      },
      ConsignmentLineItems: bookingLines(booking.items).map((line, n) => ({
        SenderLineReference: `${reference}-${n + 1}`,
        RateType: rateType(line),
        Items: line.quantity,
        Width: line.widthCm,
        Height: line.heightCm,
        Length: line.lengthCm,
        KGS: kgs(line),
      })),
    };
    const reply = yield {
      ...consignmentRequest(account, 'AddConsignment', { ConsignmentList: [consignment] }),
      isRepeatable: false,
    };
    const { answer, code, message } = outcomeOf(reply);
    const listed = listAt(answer, 'ConsignmentList');
    const made = listed.find((one) => textAt(one, 'ConsignmentId') === reference) ?? listed[0];
    const connote = textAt(made, 'Connote');
    if (connote !== '') return { booked: { connote, carrierId: connote, pieces: [] } };
    const reason = ownReason(made) || message;
    if (code === '' && reason === '') throw badAnswer('neither a connote nor a reason');
    return { rejected: reason || `the carrier answered ${code}` };
  },
  cancel: function* (account, { connote }) {
    const reply = yield connoteRequest(account, 'CancelConsignment', connote);
    const { answer, code, message } = outcomeOf(reply);
    const [one] = listAt(answer, 'ConnoteList');
    const own = textAt(one, 'ResponseCode') || code;
    if (own === cancelled) return 'cancelled';
    if (own === collected) return { refused: 'it was collected already' };
    return { refused: ownReason(one) || message || `code ${own}` };
  },
  label: function* (account, { connote }, format) {
    const reply = yield connoteRequest(account, 'GetConsignmentLabel', connote, {
      LabelPrintStatus: 'REPRINT',
    });
    const { answer, code, message } = outcomeOf(reply);
    const inside = textAt(answer, 'LabelPDF');
    if (inside !== '') return { format, bytes: bytesOfBase64(inside) };
    const url = textAt(answer, 'LabelURL');
    if (url === '') {
      const [one] = listAt(answer, 'ConnoteList');
      throw badAnswer(`no label: ${ownReason(one) || `${code} ${message}`}`);
    }
    const file = yield { ...get(url), headers: { accept: '*/*' } };
    if (file.status !== 200) throw badAnswer(`the label's address answered ${file.status}`);
    return { format, bytes: file.bytes };
  },
};

type Place = { suburb: string; postcode: string };

/** Undefined if the sender is at the account's site or the account names no site. */
function elsewhereThanSite(
  { site_suburb = '', site_postcode = '' }: CarrierAccount,
  { suburb, postcode }: Place,
): ServiceAbsence['absence'] | undefined {
  const isSuburb = site_suburb === '' || plain(site_suburb) === plain(suburb);
  if (isSuburb && (site_postcode === '' || site_postcode === postcode)) return undefined;
  const site = `${site_suburb} ${site_postcode}`.trim();
  const message = `the account sends from its site in ${site} only`;
  return { code: 'pickup_not_served', serviceability: 'no_route', message };
}

function plain(suburb: string): string {
  return suburb.trim().replaceAll(/\s+/g, ' ').toUpperCase();
}

function priceRequest(
  { pricing_key = '' }: CarrierAccount,
  from: Place,
  to: Place,
  lines: readonly unknown[],
): CarrierRequest {
  const json = {
    SuburbFrom: from.suburb,
    PostcodeFrom: from.postcode,
    SuburbTo: to.suburb,
    PostcodeTo: to.postcode,
    ConsignmentLineItems: lines,
  };
  return { ...post('/GetConsignmentPrice/', json), headers: { Authorisation: pricing_key } };
}

function consignmentRequest(
  { consignment_key = '', site_id = '' }: CarrierAccount,
  action: string,
  json: unknown,
): CarrierRequest {
  const headers = { Authorisation: consignment_key, SiteId: site_id };
  return { ...post(`/${action}/`, json), headers };
}

function connoteRequest(
  account: CarrierAccount,
  action: string,
  connote: string,
  more: Record<string, string> = {},
): CarrierRequest {
  return consignmentRequest(account, action, { ...more, ConnoteList: [{ Connote: connote }] });
}

/** Pallets and skids have their own prices. */
function ratedLine(line: PieceLine) {
  return {
    RateType: rateType(line),
    Items: line.quantity,
    Kgs: kgs(line),
    Length: line.lengthCm,
    Width: line.widthCm,
    Height: line.heightCm,
    Cubic: Number((line.cubicMetres * line.quantity).toFixed(4)),
  };
}

function rateType({ packaging }: PieceLine): 'PALLET' | 'ITEM' {
  return ['Pallet', 'Skid'].includes(packagingFamilyName(packaging)) ? 'PALLET' : 'ITEM';
}

/** Weight of the whole line. */
function kgs({ weightKg, quantity }: PieceLine): number {
  return (Math.round(weightKg * 1000) * quantity) / 1000;
}

/** The list as a whole is OK even if one of its consignments is not. */
function ownReason(consignment: Answer): string {
  const [code, message] = [
    textAt(consignment, 'ResponseCode'),
    textAt(consignment, 'ResponseMessage'),
  ];
  return message || (code === '' ? '' : `code ${code}`);
}

/** Errors may come as a bare `Message`. */
function outcomeOf(reply: CarrierReply): { answer: Answer; code: string; message: string } {
  const answer = reply.status >= 400 ? findJson(reply.bytes) : jsonOf(reply.bytes);
  const message = textAt(answer, 'ResponseMessage') || textAt(answer, 'Message');
  const code = textAt(answer, 'ResponseCode') || (reply.status >= 400 ? String(reply.status) : '');
  return { answer, code, message };
}
