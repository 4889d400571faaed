// DHL Express (MyDHL): prices of exports and imports with transit days, bookings of exports with labels, pickups and
// tracking. DHL sends a label only once, with the booking. It has no request that cancels a shipment, and this is an export
// account: a person cancels shipments and books imports.
import type { CarrierLabel, CarrierReply, Connector } from '../../../src/application/ports.ts';
import {
  basicAuthorisation,
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
  numberAt,
  requiredText,
  saysNotThere,
  textAt,
} from '../../../src/domain/connectors/carrier-answer.ts';
import { dutiesField } from '../../../src/domain/connectors/export.ts';
import { pieceLine, singlePieces } from '../../../src/domain/connectors/piece-line.ts';
import { carrierSentence, get, post, postOnce } from '../../../src/domain/connectors/request.ts';
import type { ShipmentEnd } from '../../../src/domain/quotes/shipment.ts';
import { findDayNumber, isoDate } from '../../../src/domain/time/calendar.ts';
import { pickupRequest } from './pickup-request.ts';
import { billedCents, offerOf, packageOf, plannedAt } from './rates.ts';
import { scanOf } from './scans.ts';
import { shipmentRequest } from './shipment-request.ts';

const exporting = 'dhl_express';
const importing = 'dhl_express_import';
/** EXPRESS WORLDWIDE for goods. */
const product = 'P';
/** Days before and after the collection day that a search covers. */
const searchedDays = { before: 7, after: 21 };

export const dhlExpress: Connector = {
  carrier: 'dhl_express',
  reach: 'international',
  services: [
    { stringId: exporting, product },
    { stringId: importing, product: '', isBookedByHand: true },
  ],
  bookingNeeds: { sender: ['name', 'street', 'phone'], receiver: ['name', 'street', 'phone'] },
  fields: [
    { name: 'username', label: 'user name of MyDHL API', isSecret: false },
    { name: 'password', label: 'its password', isSecret: true },
    { name: 'account_number', label: 'the account of exports', isSecret: false },
    {
      name: 'product_code',
      label: 'which product is sold out of the country, as DHL calls it',
      isSecret: false,
      defaultText: product,
    },
    dutiesField,
    pickupsField(['regular', 'booked', 'told']),
  ],
  labelsComeWithBooking: true,
  baseUrl: ({ base_url }) => base_url ?? 'https://express.api.dhl.com/mydhlapi',
  authorise: ({ username = '', password = '' }) => ({
    authorization: basicAuthorisation(username, password),
  }),
  check: function* () {
    const query = new URLSearchParams({
      type: 'pickup',
      countryCode: 'AU',
      postalCode: '2000',
      cityName: 'SYDNEY',
    });
    const reply = yield get(`/address-validate?${query}`);
    if (statusOf(reply) >= 400) throw badRequest(detailOf(reply));
    jsonOf(reply.bytes);
    return 'The account is accepted: the carrier knows Sydney.';
  },
  gst: {
    prices: 'included',
    evidence: '`totalPrice` is what the account is billed; carriage to or from abroad is GST-free',
  },
  quote: function* ({ account_number = '', product_code }, question) {
    const { shipment, pickupDate, offsetMinutes } = question;
    const { sender, receiver } = shipment;
    const stringId = sender.country === 'AU' ? exporting : importing;
    const value = shipment.declaredValueCents / 100;
    const reply = yield post('/rates', {
      customerDetails: { shipperDetails: placeOf(sender), receiverDetails: placeOf(receiver) },
      accounts: [{ typeCode: 'shipper', number: account_number }],
      plannedShippingDateAndTime: plannedAt(pickupDate, offsetMinutes),
      unitOfMeasurement: 'metric',
      isCustomsDeclarable: true,
      monetaryAmount: [{ typeCode: 'declaredValue', value, currency: 'AUD' }],
      packages: singlePieces(shipment.lines.map(pieceLine)).map(packageOf),
    });
    if (statusOf(reply) >= 400) {
      if (codesOf(reply).some((code) => notServed.has(code)))
        return absentEverywhere(detailOf(reply));
      throw badRequest(detailOf(reply));
    }
    const soldCode = stringId === exporting ? product_code : undefined;
    const offer = offerOf(jsonOf(reply.bytes), soldCode, question);
    return offer === undefined ? new Map() : new Map([[stringId, offer]]);
  },
  book: function* (account, order) {
    const reply = yield postOnce('/shipments', shipmentRequest(account, order));
    if (statusOf(reply) >= 400) return { rejected: detailOf(reply) };
    const answer = jsonOf(reply.bytes);
    const connote = requiredText(answer, 'shipmentTrackingNumber');
    const pieces = listAt(answer, 'packages').flatMap((one) => textAt(one, 'trackingNumber') || []);
    const priceCents = billedCents(listAt(answer, 'shipmentCharges'));
    const labels = listAt(answer, 'documents').flatMap(labelOf);
    return { booked: { connote, carrierId: connote, pieces, priceCents }, labels };
  },
  pickup: function* (account, order, _connote, nowMs) {
    const reply = yield postOnce('/pickups', pickupRequest(account, order, nowMs));
    if (statusOf(reply) >= 400) return { refused: detailOf(reply) };
    const [number] = listAt(jsonOf(reply.bytes), 'dispatchConfirmationNumbers');
    return { arranged: requiredText({ number }, 'number') };
  },
  find: function* ({ account_number = '' }, { reference, confirmation }) {
    const day = findDayNumber(confirmation.pickupDate) ?? 0;
    const query = new URLSearchParams({
      shipmentReference: reference,
      shipmentReferenceType: 'CU',
      shipperAccountNumber: account_number,
      dateRangeFrom: isoDate(day - searchedDays.before),
      dateRangeTo: isoDate(day + searchedDays.after),
      trackingView: 'shipment-details-only',
    });
    const reply = yield get(`/tracking?${query}`);
    // DHL shows a shipment only after its first scan.
    if (statusOf(reply) === 404 && findJson(reply.bytes) !== undefined) return 'not_shown';
    if (statusOf(reply) >= 400) throw badAnswer(detailOf(reply));
    const ours = listAt(jsonOf(reply.bytes), 'shipments').find((one) =>
      listAt(one, 'shipperReferences').some((its) => textAt(its, 'value') === reference),
    );
    if (ours === undefined) throw badAnswer('neither the shipment nor a word about it');
    const connote = requiredText(ours, 'shipmentTrackingNumber');
    return { booked: { connote, carrierId: connote, pieces: [] } };
  },
  reportsProof: true,
  track: function* (_account, { connote }) {
    const query = new URLSearchParams({
      shipmentTrackingNumber: connote,
      trackingView: 'all-checkpoints',
    });
    const reply = yield get(`/tracking?${query}`);
    // DHL does not know a new waybill for a moment.
    if (saysNotThere({ ...reply, status: statusOf(reply) })) return [];
    if (statusOf(reply) >= 400) throw badAnswer(detailOf(reply));
    return listAt(jsonOf(reply.bytes), 'shipments')
      .flatMap((one) => listAt(one, 'events'))
      .flatMap(scanOf);
  },
};

/** One file holds the labels of all pieces. */
function labelOf(document: Answer): CarrierLabel[] {
  const [typeCode, content] = [textAt(document, 'typeCode'), textAt(document, 'content')];
  const isLabel = typeCode === '' || typeCode === 'label';
  if (!isLabel || content === '' || textAt(document, 'imageFormat').toUpperCase() !== 'PDF')
    return [];
  return [{ format: 'pdf', bytes: bytesOfBase64(content) }];
}

function placeOf({ postcode, suburb, country }: ShipmentEnd) {
  return { postalCode: postcode, cityName: suburb, countryCode: country };
}

/** 996 and 1001: no product for the route or the account. 1004: not between this origin and destination. */
const notServed: ReadonlySet<string> = new Set(['996', '1001', '1004']);

/** Problems begin with their number, as in `996: The requested product(s) not available`. */
function codesOf({ bytes }: CarrierReply): string[] {
  const answer = findJson(bytes);
  const problems = [textAt(answer, 'detail'), ...listAt(answer, 'additionalDetails')];
  return problems.map((problem) => /^(\d+):/.exec(String(problem))?.[1] ?? '');
}

/** Errors repeat their status in the body, which still shows it when a gateway answers 200. */
function statusOf({ bytes, status }: CarrierReply): number {
  if (status >= 400) return status;
  const answer = findJson(bytes);
  const problem = textAt(answer, 'detail') === '' ? undefined : numberAt(answer, 'status');
  return problem !== undefined && problem >= 400 ? problem : status;
}

function detailOf(reply: CarrierReply): string {
  const answer = findJson(reply.bytes);
  const detail = textAt(answer, 'detail') || textAt(answer, 'message');
  return carrierSentence(reply, [detail]).slice(0, 200);
}

function absentEverywhere(message: string) {
  const absence = { code: 'route_not_served', serviceability: 'no_route', message } as const;
  return new Map([exporting, importing].map((stringId) => [stringId, { absence }]));
}
