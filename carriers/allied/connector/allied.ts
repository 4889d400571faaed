// Allied Express: prices, bookings with their labels, cancellations and tracking through its JSON gateway, whose answers are SOAP
// envelopes converted to JSON. A booking cannot be looked up by our reference, so a lost answer is for a person.
import type {
  BookAnswer,
  CarrierAccount,
  CarrierReply,
  CarrierScan,
  Connector,
} from '../../../src/application/ports.ts';
import {
  basicAuthorisation,
  bookedPrice,
  gstField,
  gstIncluded,
  pickupsField,
} from '../../../src/domain/connectors/account-setting.ts';
import {
  type Answer,
  at,
  badAnswer,
  bytesOfBase64,
  centsAt,
  findJson,
  jsonOf,
  listAt,
  requiredCents,
  requiredText,
  textAt,
  textOf,
} from '../../../src/domain/connectors/carrier-answer.ts';
import { pieceLine } from '../../../src/domain/connectors/piece-line.ts';
import {
  carrierSentence,
  post,
  postOnce,
  repeatable,
} from '../../../src/domain/connectors/request.ts';
import { trialCarton, trialPriceToCompare } from '../../../src/domain/connectors/trial-carton.ts';
import { homeZone } from '../../../src/domain/time/home-clock.ts';
import { findWrittenInstant } from '../../../src/domain/time/instant-text.ts';
import { zoneOfPlace } from '../../../src/domain/tracking/scan-place.ts';
import { bookedJob, deliveryStop, jobBody, pickupStop } from './job.ts';

const service = 'allied';
/** The interface gives no transit times. */
const transit = { text: '1-5 business days', minDays: 1, maxDays: 5 };
const longestShown = 200;

export const allied: Connector = {
  carrier: 'allied',
  reach: 'domestic',
  services: [{ stringId: service, product: 'R' }],
  fields: [
    { name: 'username', label: 'user name of the gateway', isSecret: false },
    { name: 'password', label: 'its password', isSecret: true },
    { name: 'account', label: 'the account number', isSecret: false },
    { name: 'service_level', label: 'R, P, PT or PT2', isSecret: false, defaultText: 'R' },
    {
      name: 'contact_phone',
      label: 'phone number for price requests, which must name one',
      isSecret: false,
      defaultText: 'To be advised',
    },
    {
      name: 'contact_email',
      label: 'e-mail address for price requests, which must name one',
      isSecret: false,
      defaultText: 'To be advised',
    },
    gstField,
    pickupsField(),
  ],
  baseUrl: ({ base_url }) => base_url ?? 'https://3plapi.com',
  authorise: ({ username = '', password = '' }) => ({
    authorization: basicAuthorisation(username, password),
  }),
  gst: {
    prices: 'account_setting',
    evidence: 'totalCharge adds up from jobCharge and surcharges; no answer or document names GST',
  },
  check: function* (account) {
    const { from, to, line } = trialCarton;
    const goods = { lines: [line], isDangerous: false };
    const stops = { pickup: pickupStop(account, from), delivery: deliveryStop(to) };
    const reply = yield post('/calculatePrice', jobBody(account, stops, goods));
    return trialPriceToCompare(account, priceOf(reply));
  },
  quote: function* (account, { shipment }) {
    const { sender, receiver, isDangerous } = shipment;
    const stops = { pickup: pickupStop(account, sender), delivery: deliveryStop(receiver) };
    const goods = { lines: shipment.lines.map(pieceLine), isDangerous };
    const reply = yield post('/calculatePrice', jobBody(account, stops, goods));
    return new Map([[service, { priceCents: gstIncluded(account, priceOf(reply)), transit }]]);
  },
  bookingNeeds: { sender: ['name', 'street', 'phone', 'email'], receiver: ['name', 'street'] },
  labelsComeWithBooking: true,
  book: function* (account, order) {
    const reply = yield postOnce('/GetLabelfull', bookedJob(account, order));
    return bookAnswer(account, reply, order.booking.receiver.postcode);
  },
  // The carrier identifies a job by its number and the postcode of its delivery.
  cancel: function* (_account, { connote, carrierId }) {
    const [, postcode = ''] = carrierId.split('/');
    const path = `/cancelJob/${encodeURIComponent(connote)}/${encodeURIComponent(postcode)}`;
    const reply = yield repeatable('POST', path);
    if (reply.status >= 400) return { refused: sentenceOf(reply) };
    const result = textOfResult(resultOf(reply, 'cancelDispatchJobResponse'));
    return result === '0' ? 'cancelled' : { refused: `the carrier answered ${result}` };
  },
  track: function* (_account, { connote }) {
    const path = `/getShipmentsStatus/${encodeURIComponent(connote)}`;
    const reply = yield repeatable('POST', path);
    if (reply.status === 404) return [];
    if (reply.status >= 400) throw badAnswer(sentenceOf(reply));
    const scans = listAt(resultOf(reply, 'getShipmentsStatusResponse'), 'statusBarcodesList');
    return scans.flatMap(scanOf);
  },
};

function bookAnswer(account: CarrierAccount, reply: CarrierReply, postcode: string): BookAnswer {
  if (reply.status >= 400) return { rejected: sentenceOf(reply) };
  const answer = jsonOf(reply.bytes);
  const errors = errorsIn(at(answer, 'Price'));
  if (errors !== '' && textAt(answer, 'Tracking') === '') return { rejected: errors };
  const connote = requiredText(answer, 'Tracking');
  const price = findResult(at(answer, 'Price'), 'calculatePriceResponse');
  const pdf = textOfResult(findResult(answer, 'getLabelResponse'));
  return {
    booked: {
      connote,
      carrierId: `${connote}/${postcode}`,
      pieces: [],
      priceCents: bookedPrice(account, centsAt(price, 'totalCharge')),
    },
    ...(pdf === '' ? {} : { labels: [{ format: 'pdf', bytes: bytesOfBase64(pdf) }] }),
  };
}

/** The carrier prices the job as a whole, so this is the total of all its items. */
function priceOf(reply: CarrierReply): number {
  if (reply.status >= 400) throw badAnswer(sentenceOf(reply));
  const result = resultOf(reply, 'calculatePriceResponse');
  const errors = errorsIn(jsonOf(reply.bytes));
  // A refused job has a totalCharge of "0.0" beside its errors.
  if (errors !== '') throw badAnswer(errors);
  const cents = requiredCents(result, 'totalCharge');
  if (cents === 0) throw badAnswer('totalCharge is 0');
  return cents;
}

function findResult(answer: Answer, response: string): Answer {
  const envelope = at(answer, 'soapenv:Envelope') ?? answer;
  return at(envelope, 'soapenv:Body', `ns1:${response}`, 'result');
}

/** Answers come with or without the SOAP envelope. */
function resultOf(reply: CarrierReply, response: string): Answer {
  const result = findResult(jsonOf(reply.bytes), response);
  if (result === undefined) throw badAnswer(`no result of ${response}`);
  return result;
}

function textOfResult(result: Answer): string {
  return textAt({ result }, 'result');
}

/** The messages of `errors` in a price answer: a text, an object or a list of either. */
function errorsIn(answer: Answer): string {
  const errors = listAt(findResult(answer, 'calculatePriceResponse'), 'errors');
  const texts = errors.map((error) =>
    typeof error === 'object' && error !== null
      ? Object.values(error)
          .filter((value) => typeof value === 'string' && value !== '')
          .join(' ')
      : textOfResult(error),
  );
  return texts
    .filter((text) => text !== '')
    .join('; ')
    .slice(0, longestShown);
}

/**
 * A body that does not fit the gateway's schema is refused in plain text: one line, then the whole schema. Only the
 * line is shown.
 */
function sentenceOf(reply: CarrierReply): string {
  const answer = findJson(reply.bytes);
  const [line = ''] = textOf(reply.bytes).trim().split('\n');
  const text = answer === undefined ? line : textAt(answer, 'message');
  return carrierSentence(reply, [text]).slice(0, longestShown);
}

/** A scan may have no words, only a barcode, a depot and a time. */
function scanOf(scan: Answer): CarrierScan[] {
  const status = textAt(scan, 'scannedStatus');
  const depot = textAt(scan, 'depotLocation');
  // The carrier spells it with three n.
  const datetime = textAt(scan, 'scannnedTimestamp');
  if (status === '' && datetime === '') return [];
  const occurredAtMs = findWrittenInstant(datetime, zoneOfPlace(depot) ?? homeZone);
  return [{ piece: undefined, occurredAtMs, raw: { datetime, status, depot } }];
}
