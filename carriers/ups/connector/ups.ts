// UPS (REST): prices of exports with transit days, shipments with customs, labels, pickups, cancellation and tracking,
// behind a token. ZPL labels come with the shipment; PDFs are fetched afterwards, piece by piece if necessary.
//
// Tracking finds a shipment by our reference. A missing shipment proves nothing, because UPS shows new ones with a delay.
import type { CarrierLabel, CarrierRequest, Connector } from '../../../src/application/ports.ts';
import {
  basicAuthorisation,
  pickupsField,
} from '../../../src/domain/connectors/account-setting.ts';
import {
  type Answer,
  at,
  badAnswer,
  badRequest,
  bytesOfBase64,
  jsonOf,
  listAt,
  requiredText,
  textAt,
  tokenOf,
} from '../../../src/domain/connectors/carrier-answer.ts';
import { dutiesField, parcelToAuckland } from '../../../src/domain/connectors/export.ts';
import {
  get,
  post,
  postForm,
  postOnce,
  repeatable,
} from '../../../src/domain/connectors/request.ts';
import { findDayNumber, isoDate } from '../../../src/domain/time/calendar.ts';
import { absenceOf, errorOf, isRefused, isUnknownNumber, saysUnknown } from './errors.ts';
import { pickupRequest } from './pickup-request.ts';
import { chargedCents, offerOf, plainDate, ratesRequest } from './rates.ts';
import { scansOf } from './scans.ts';
import { shipmentRequest } from './shipment-request.ts';

const service = 'ups';
/** UPS Worldwide Saver. */
const product = '65';
const version = 'v2409';
/** The most label requests for one booking, because each piece may need its own. */
const mostAsked = 10;
const searchedDays = { before: 7, after: 21 };

export const ups: Connector = {
  carrier: 'ups',
  reach: 'export',
  services: [{ stringId: service, product }],
  bookingNeeds: { sender: ['name', 'street', 'phone'], receiver: ['name', 'street', 'phone'] },
  fields: [
    { name: 'client_id', label: 'client id of the app at developer.ups.com', isSecret: false },
    { name: 'client_secret', label: 'its secret', isSecret: true },
    {
      name: 'account_number',
      label: 'the shipper number, six letters and digits',
      isSecret: false,
      problem: (value) =>
        /^[A-Za-z0-9]{6}$/.test(value) ? undefined : 'must be six letters and digits',
    },
    {
      name: 'service_code',
      label: 'which service is sold, as UPS numbers it',
      isSecret: false,
      defaultText: product,
    },
    dutiesField,
    pickupsField(['regular', 'booked', 'told']),
  ],
  baseUrl: ({ base_url }) => base_url ?? 'https://onlinetools.ups.com',
  authorise: (_account, token) => ({ authorization: `Bearer ${token ?? ''}` }),
  signIn: function* ({ client_id = '', client_secret = '' }) {
    const reply = yield {
      ...postForm('/security/v1/oauth/token', { grant_type: 'client_credentials' }),
      headers: { authorization: basicAuthorisation(client_id, client_secret) },
    };
    if (isRefused(reply)) throw badAnswer(errorOf(reply).message);
    return tokenOf(jsonOf(reply.bytes));
  },
  labelFormats: ['pdf', 'zpl'],
  check: function* (account, { pickupDate }) {
    const reply = yield ratesRequest(account, parcelToAuckland, pickupDate);
    if (isRefused(reply)) throw badRequest(errorOf(reply).message);
    if (offerOf(jsonOf(reply.bytes), account.service_code ?? '') === undefined)
      throw badAnswer(
        `the account is not offered service ${account.service_code}: set service_code`,
      );
    return 'The account is accepted: Sydney to Auckland has a price.';
  },
  gst: {
    prices: 'included',
    evidence: '`TotalChargesWithTaxes` is requested and comes first; exports are GST-free',
  },
  quote: function* (account, { shipment, pickupDate }) {
    const reply = yield ratesRequest(account, shipment, pickupDate);
    if (isRefused(reply)) return new Map([[service, { absence: absenceOf(errorOf(reply)) }]]);
    const offer = offerOf(jsonOf(reply.bytes), account.service_code ?? '');
    return offer === undefined ? new Map() : new Map([[service, offer]]);
  },
  book: function* (account, order) {
    const path = `/api/shipments/${version}/ship`;
    const reply = yield postOnce(path, shipmentRequest(account, order));
    if (isRefused(reply)) return { rejected: errorOf(reply).message };
    const answer = jsonOf(reply.bytes);
    const results = ['ShipmentResponse', 'ShipmentResults'] as const;
    const connote = requiredText(answer, ...results, 'ShipmentIdentificationNumber');
    const packages = listAt(answer, ...results, 'PackageResults');
    const pieces = packages.map((one) => textAt(one, 'TrackingNumber'));
    const labels = packages.flatMap((one) => labelOf(one, 'ShippingLabel', 'ImageFormat', 'zpl'));
    const charged = at(answer, ...results);
    const priceCents = chargedCents(charged, at(charged, 'ShipmentCharges'));
    return { booked: { connote, carrierId: connote, pieces, priceCents }, labels };
  },
  pickup: function* (account, order, _connote, nowMs) {
    const path = `/api/pickupcreation/${version}/pickup`;
    const reply = yield postOnce(path, pickupRequest(account, order, nowMs));
    if (isRefused(reply)) return { refused: errorOf(reply).message };
    return { arranged: requiredText(jsonOf(reply.bytes), 'PickupCreationResponse', 'PRN') };
  },
  find: function* ({ account_number = '' }, { reference, confirmation }) {
    const day = findDayNumber(confirmation.pickupDate) ?? 0;
    const query = new URLSearchParams({
      locale: 'en_US',
      fromPickUpDate: plainDate(isoDate(day - searchedDays.before)),
      toPickUpDate: plainDate(isoDate(day + searchedDays.after)),
      shipperNum: account_number,
    });
    const path = `/api/track/v1/reference/details/${encodeURIComponent(reference)}?${query}`;
    const reply = yield tracking(path, reference);
    if (isRefused(reply)) {
      const error = errorOf(reply);
      if (isUnknownNumber(error)) return 'not_shown';
      throw badAnswer(error.message);
    }
    const answer = jsonOf(reply.bytes);
    // Numbers contain the shipper's account. Filter by ours, because another shipper may use the same reference.
    const ours = `1Z${account_number.toUpperCase()}`;
    const pieces = listAt(answer, 'trackResponse', 'shipment')
      .flatMap((one) => listAt(one, 'package'))
      .map((one) => textAt(one, 'trackingNumber'))
      .filter((number) => number.startsWith(ours));
    const [connote] = pieces;
    if (connote !== undefined) return { booked: { connote, carrierId: connote, pieces } };
    if (saysUnknown(answer)) return 'not_shown';
    throw badAnswer('neither a shipment nor a word about one');
  },
  cancel: function* (_account, { connote }) {
    const path = `/api/shipments/${version}/void/cancel/${encodeURIComponent(connote)}`;
    const reply = yield repeatable('DELETE', path);
    if (isRefused(reply)) return { refused: errorOf(reply).message };
    const status = ['VoidShipmentResponse', 'SummaryResult', 'Status'] as const;
    const answer = jsonOf(reply.bytes);
    const code = requiredText(answer, ...status, 'Code');
    return code === '1'
      ? 'cancelled'
      : { refused: textAt(answer, ...status, 'Description') || `the carrier answered ${code}` };
  },
  label: function* (_account, { connote, pieces }, format) {
    const found = new Map<string, CarrierLabel>();
    // The first request is for the whole shipment, the others for pieces that it left out.
    for (const number of [connote, ...pieces].slice(0, mostAsked)) {
      const isThere = number === connote ? found.size > 0 : found.has(number);
      if (isThere) continue;
      const reply = yield recovery(number, format.toUpperCase());
      if (isRefused(reply)) throw badAnswer(errorOf(reply).message);
      const results = listAt(jsonOf(reply.bytes), 'LabelRecoveryResponse', 'LabelResults');
      for (const result of results) {
        const [label] = labelOf(result, 'LabelImage', 'LabelImageFormat', format);
        if (label !== undefined) found.set(textAt(result, 'TrackingNumber') || number, label);
      }
    }
    const wanted = pieces.length === 0 ? [...found.keys()] : pieces;
    const labels = wanted.flatMap((number) => found.get(number) ?? []);
    if (labels.length === 0 || labels.length < pieces.length)
      throw badAnswer(`${labels.length} labels for ${Math.max(1, pieces.length)} pieces`);
    return labels;
  },
  track: function* (_account, { connote }) {
    const path = `/api/track/v1/details/${encodeURIComponent(connote)}?locale=en_US&returnSignature=false`;
    const reply = yield tracking(path, connote);
    if (isRefused(reply)) {
      const error = errorOf(reply);
      if (isUnknownNumber(error)) return [];
      throw badAnswer(error.message);
    }
    return scansOf(jsonOf(reply.bytes));
  },
};

/** UPS refuses tracking requests without these two headers. */
function tracking(path: string, about: string): CarrierRequest {
  const headers = { transid: `linehaul-${about}`.slice(0, 32), transactionsrc: 'linehaul' };
  return { ...get(path), headers };
}

function recovery(number: string, format: string): CarrierRequest {
  return post('/api/labels/v1/recovery', {
    LabelRecoveryRequest: {
      LabelSpecification: {
        LabelImageFormat: { Code: format },
        LabelStockSize: { Height: '6', Width: '4' },
      },
      TrackingNumber: number,
    },
  });
}

/** The label of one package, if it has the requested format. */
function labelOf(
  result: Answer,
  holder: string,
  formatName: string,
  format: CarrierLabel['format'],
): CarrierLabel[] {
  const image = textAt(result, holder, 'GraphicImage');
  if (image === '' || textAt(result, holder, formatName, 'Code') !== format.toUpperCase())
    return [];
  return [{ format, bytes: bytesOfBase64(image) }];
}
