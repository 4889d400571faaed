// FedEx (REST): prices of exports with transit days, shipments with customs and labels, pickups, cancellation and tracking,
// behind a token. FedEx sends a label only once, with the shipment.
//
// Tracking finds a shipment by our reference. A missing shipment proves nothing, because FedEx shows new ones with a delay.
import type { Connector } from '../../../src/application/ports.ts';
import { pickupsField } from '../../../src/domain/connectors/account-setting.ts';
import {
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
import { post, postForm, postOnce, repeatable } from '../../../src/domain/connectors/request.ts';
import { findDayNumber, isoDate } from '../../../src/domain/time/calendar.ts';
import { absenceOf, errorOf, isRefused, isUnknownNumber } from './errors.ts';
import { pickupRequest } from './pickup-request.ts';
import { netCents, offerOf, ratesRequest } from './rates.ts';
import { scansOf } from './scans.ts';
import { shipmentRequest } from './shipment-request.ts';

const service = 'fedex';
const product = 'FEDEX_INTERNATIONAL_PRIORITY';
/** FedEx searches thirty days at most. */
const searchedDays = { before: 7, after: 21 };

export const fedex: Connector = {
  carrier: 'fedex',
  reach: 'export',
  services: [{ stringId: service, product }],
  bookingNeeds: { sender: ['name', 'street', 'phone'], receiver: ['name', 'street', 'phone'] },
  fields: [
    { name: 'client_id', label: 'API key of the project at developer.fedex.com', isSecret: false },
    { name: 'client_secret', label: 'its secret key', isSecret: true },
    { name: 'account_number', label: 'the shipping account', isSecret: false },
    {
      name: 'service_type',
      label: 'which service is sold, as FedEx calls it',
      isSecret: false,
      defaultText: product,
    },
    dutiesField,
    pickupsField(['regular', 'booked', 'told']),
  ],
  labelsComeWithBooking: true,
  baseUrl: ({ base_url }) => base_url ?? 'https://apis.fedex.com',
  authorise: (_account, token) => ({ authorization: `Bearer ${token ?? ''}`, 'x-locale': 'en_AU' }),
  signIn: function* ({ client_id = '', client_secret = '' }) {
    const form = { grant_type: 'client_credentials', client_id, client_secret };
    const reply = yield postForm('/oauth/token', form);
    if (isRefused(reply)) throw badAnswer(errorOf(reply).message);
    return tokenOf(jsonOf(reply.bytes));
  },
  check: function* (account, { pickupDate }) {
    const reply = yield ratesRequest(account, parcelToAuckland, pickupDate);
    if (isRefused(reply)) throw badRequest(errorOf(reply).message);
    const pickup = { pickupDate, receiverHolidays: new Map() };
    if (offerOf(jsonOf(reply.bytes), account.service_type ?? '', pickup) === undefined)
      throw badAnswer(`the account is not offered ${account.service_type}: set service_type`);
    return 'The account is accepted: Sydney to Auckland has a price.';
  },
  gst: {
    prices: 'included',
    evidence: '`totalNetCharge` includes the taxes of the answer; exports are GST-free',
  },
  quote: function* (account, question) {
    const reply = yield ratesRequest(account, question.shipment, question.pickupDate);
    if (isRefused(reply)) return new Map([[service, { absence: absenceOf(errorOf(reply)) }]]);
    const offer = offerOf(jsonOf(reply.bytes), account.service_type ?? '', question);
    return offer === undefined ? new Map() : new Map([[service, offer]]);
  },
  book: function* (account, order) {
    const reply = yield postOnce('/ship/v1/shipments', shipmentRequest(account, order));
    if (isRefused(reply)) return { rejected: errorOf(reply).message };
    const [made] = listAt(jsonOf(reply.bytes), 'output', 'transactionShipments');
    const connote = requiredText(made, 'masterTrackingNumber');
    const pieces = listAt(made, 'pieceResponses').map((one) => textAt(one, 'trackingNumber'));
    const files = listAt(made, 'pieceResponses').flatMap((one) =>
      listAt(one, 'packageDocuments').filter((document) => textAt(document, 'docType') === 'PDF'),
    );
    const labels = files.flatMap((file) => {
      const text = textAt(file, 'encodedLabel');
      return text === '' ? [] : [{ format: 'pdf' as const, bytes: bytesOfBase64(text) }];
    });
    const priceCents = netCents(
      listAt(made, 'completedShipmentDetail', 'shipmentRating', 'shipmentRateDetails'),
    );
    return { booked: { connote, carrierId: connote, pieces, priceCents }, labels };
  },
  pickup: function* (account, order, _connote, nowMs) {
    const reply = yield postOnce('/pickup/v1/pickups', pickupRequest(account, order, nowMs));
    if (isRefused(reply)) return { refused: errorOf(reply).message };
    const output = at(jsonOf(reply.bytes), 'output');
    const code = requiredText(output, 'pickupConfirmationCode');
    // FedEx numbers pickups by station: a person who phones needs both.
    return { arranged: `${textAt(output, 'location')} ${code}`.trim() };
  },
  find: function* ({ account_number = '' }, { reference, confirmation }) {
    const day = findDayNumber(confirmation.pickupDate) ?? 0;
    const reply = yield post('/track/v1/referencenumbers', {
      includeDetailedScans: false,
      referencesInformation: {
        type: 'CUSTOMER_REFERENCE',
        value: reference,
        accountNumber: account_number,
        carrierCode: 'FDXE',
        shipDateBegin: isoDate(day - searchedDays.before),
        shipDateEnd: isoDate(day + searchedDays.after),
      },
    });
    if (isRefused(reply)) {
      const error = errorOf(reply);
      if (isUnknownNumber(error)) return 'not_shown';
      throw badAnswer(error.message);
    }
    const found = listAt(jsonOf(reply.bytes), 'output', 'completeTrackResults').filter((one) =>
      listAt(one, 'trackResults').some((result) => at(result, 'error') === undefined),
    );
    const pieces = found.map((one) => requiredText(one, 'trackingNumber'));
    const [connote] = pieces;
    if (connote === undefined) throw badAnswer('neither a shipment nor a word about one');
    return { booked: { connote, carrierId: connote, pieces } };
  },
  cancel: function* ({ account_number = '' }, { connote }) {
    const json = {
      accountNumber: { value: account_number },
      trackingNumber: connote,
      deletionControl: 'DELETE_ALL_PACKAGES',
    };
    const reply = yield { ...repeatable('PUT', '/ship/v1/shipments/cancel'), body: { json } };
    if (isRefused(reply)) return { refused: errorOf(reply).message };
    const output = at(jsonOf(reply.bytes), 'output');
    if (textAt(output, 'cancelledShipment') === 'true') return 'cancelled';
    const said = textAt(output, 'message') || textAt(output, 'successMessage');
    if (said === '') throw badAnswer('cancelledShipment is missing');
    return { refused: said };
  },
  trackBatch: 30,
  reportsProof: true,
  track: function* (_account, { pieces }, numbers) {
    const reply = yield post('/track/v1/trackingnumbers', {
      includeDetailedScans: true,
      trackingInfo: numbers.map((trackingNumber) => ({ trackingNumberInfo: { trackingNumber } })),
    });
    if (isRefused(reply)) throw badAnswer(errorOf(reply).message);
    return scansOf(jsonOf(reply.bytes), pieces);
  },
};
