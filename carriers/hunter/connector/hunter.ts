// Hunter Express: prices of road freight, jobs with their label, and events. A job names the time of its collection, so it
// orders the driver too. The interface has no cancellation and no search by our reference.
import type {
  BookAnswer,
  CarrierAccount,
  CarrierReply,
  CarrierScan,
  Connector,
  ConsignmentRequest,
} from '../../../src/application/ports.ts';
import { isDangerous } from '../../../src/domain/bookings/dangerous-goods.ts';
import {
  basicAuthorisation,
  bookedPrice,
  gstField,
  gstIncluded,
} from '../../../src/domain/connectors/account-setting.ts';
import {
  type Answer,
  badAnswer,
  bytesOfBase64,
  centsAt,
  findJson,
  jsonOf,
  listAt,
  requiredText,
  saysNotThere,
  textAt,
} from '../../../src/domain/connectors/carrier-answer.ts';
import { type PickupWindow, pickupWindow } from '../../../src/domain/connectors/pickup-window.ts';
import {
  bookingLines,
  type PieceLine,
  packagingFamilyName,
  pieceLine,
  streetLines,
} from '../../../src/domain/connectors/piece-line.ts';
import { get, post, postOnce } from '../../../src/domain/connectors/request.ts';
import { trialCarton, trialPriceToCompare } from '../../../src/domain/connectors/trial-carton.ts';
import type { Cents } from '../../../src/domain/money.ts';
import type { Address } from '../../../src/domain/places/address.ts';
import { clockTime } from '../../../src/domain/time/calendar.ts';
import { homeZone } from '../../../src/domain/time/home-clock.ts';
import { findWrittenInstant } from '../../../src/domain/time/instant-text.ts';
import { zoneOfPlace } from '../../../src/domain/tracking/scan-place.ts';

const service = 'hunter_road_freight';
const roadFreight = 'RF';
/** The interface gives no transit times. */
const transit = { text: '1-5 business days', minDays: 1, maxDays: 5 };

type Place = { suburb: string; state: string; postcode: string };

export const hunter: Connector = {
  carrier: 'hunter',
  reach: 'domestic',
  services: [{ stringId: service, product: roadFreight }],
  fields: [
    { name: 'username', label: 'user name of the web service', isSecret: false },
    { name: 'password', label: 'its password', isSecret: true },
    { name: 'customer_code', label: 'the customer code', isSecret: false },
    {
      name: 'goods_type_pallet',
      label: "the carrier's code for a pallet",
      isSecret: false,
      defaultText: 'PLT',
    },
    gstField,
  ],
  baseUrl: ({ base_url }) => base_url ?? 'https://api.hunterexpress.com.au/live/rest/hxws',
  authorise: ({ username = '', password = '' }) => ({
    authorization: basicAuthorisation(username, password),
  }),
  gst: {
    prices: 'account_setting',
    evidence: 'clients add GST to the fee; no answer or document names it',
  },
  check: function* (account) {
    const { from, to, line } = trialCarton;
    const cents = feeOf(yield quoteRequest(account, from, to, [line]));
    if (cents === undefined) throw badAnswer(`no fee for ${roadFreight}`);
    return trialPriceToCompare(account, cents);
  },
  quote: function* (account, { shipment }) {
    const { sender, receiver, lines } = shipment;
    const cents = feeOf(yield quoteRequest(account, sender, receiver, lines.map(pieceLine)));
    if (cents === undefined) return new Map();
    return new Map([[service, { priceCents: gstIncluded(account, cents), transit }]]);
  },
  bookingNeeds: { sender: ['name', 'street', 'phone'], receiver: ['name', 'street', 'phone'] },
  labelsComeWithBooking: true,
  book: function* (account, order, nowMs) {
    if (isDangerous(order.booking)) return { rejected: 'the interface takes no dangerous goods' };
    const reply = yield postOnce('/booking/book-job', jobOf(account, order, nowMs));
    return bookAnswer(account, reply);
  },
  track: function* ({ customer_code = '' }, { connote }) {
    const query = new URLSearchParams({ customerCode: customer_code, trackingNumber: connote });
    const reply = yield get(`/booking/get-job-statuses?${query}`);
    if (saysNotThere(reply)) return [];
    const answer = reply.status >= 400 ? findJson(reply.bytes) : jsonOf(reply.bytes);
    const problem = problemOf(answer, reply);
    if (problem !== '') throw badAnswer(problem);
    return listAt(answer, 'events').flatMap(scanOf);
  },
};

function jobOf(account: CarrierAccount, order: ConsignmentRequest, nowMs: number) {
  const { reference, booking, confirmation } = order;
  const { sender, receiver, pickupInstructions, specialInstructions } = booking;
  const window = pickupWindow(sender, confirmation, nowMs);
  return {
    customerCode: account.customer_code ?? '',
    reference1: reference,
    primaryService: roadFreight,
    connoteFormat: 'Thermal',
    goods: bookingLines(booking.items).map((line) => goodsOf(account, line)),
    stops: [
      { ...stopOf(sender, pickupInstructions), timeWindow: timeWindowOf(window) },
      stopOf(receiver, specialInstructions),
    ],
  };
}

/** No lengths are published: the second line takes all of the street that is not in the first. */
function stopOf(address: Address, instructions: string) {
  const { name, companyName, street, suburb, postcode, state, phone, email } = address;
  const [addressLine1 = '', ...more] = streetLines(street, longestLine, 3);
  return {
    name: companyName || name,
    suburbName: suburb,
    addressLine1,
    addressLine2: more.join(', '),
    postCode: postcode,
    state,
    instructions,
    contact: { name: name || companyName, phone, ...(email === '' ? {} : { email }) },
  };
}

const longestLine = 100;

function timeWindowOf({ date, opens, closes }: PickupWindow) {
  return { earliest: `${date} ${clockTime(opens)}`, latest: `${date} ${clockTime(closes)}` };
}

function bookAnswer(account: CarrierAccount, reply: CarrierReply): BookAnswer {
  const answer = reply.status >= 400 ? findJson(reply.bytes) : jsonOf(reply.bytes);
  const problem = problemOf(answer, reply);
  if (problem !== '') return { rejected: problem };
  const connote = requiredText(answer, 'trackingNumber');
  const label = textAt(answer, 'shippingLabel');
  return {
    booked: {
      connote,
      carrierId: textAt(answer, 'jobNumber'),
      pieces: [],
      priceCents: bookedPrice(account, centsAt(answer, 'fee')),
    },
    ...(label === '' ? {} : { labels: [{ format: 'pdf', bytes: bytesOfBase64(label) }] }),
  };
}

/** An error has a code and words, also with a status of success. */
function problemOf(answer: Answer, { status }: CarrierReply): string {
  const texts = ['errorCode', 'errorMessage'].map((name) => textAt(answer, name));
  const words = texts.filter((text) => text !== '').join(' ');
  return words || (status >= 400 ? `the carrier answered ${status}` : '');
}

/** Times without an offset are those of the place that the event names, or Sydney's. */
function scanOf(event: Answer): CarrierScan[] {
  const [datetime, status, description] = ['when', 'what', 'info'].map((name) =>
    textAt(event, name),
  );
  if (!status && !description) return [];
  const zone = zoneOfPlace(description ?? '') ?? homeZone;
  return [
    {
      piece: undefined,
      occurredAtMs: findWrittenInstant(datetime ?? '', zone),
      raw: { datetime: datetime ?? '', status: status ?? '', description: description ?? '' },
    },
  ];
}

function quoteRequest(
  account: CarrierAccount,
  from: Place,
  to: Place,
  lines: readonly PieceLine[],
) {
  return post('/quote/get-quote', {
    customerCode: account.customer_code ?? '',
    fromLocation: locationOf(from),
    toLocation: locationOf(to),
    goods: lines.map((line) => goodsOf(account, line)),
  });
}

function locationOf({ suburb, state, postcode }: Place) {
  return { suburbName: suburb, postCode: postcode, state };
}

/** Weight and sides of one piece, as texts. */
function goodsOf({ goods_type_pallet = '' }: CarrierAccount, line: PieceLine) {
  return {
    pieces: line.quantity,
    weight: String(line.weightKg),
    width: String(line.widthCm),
    height: String(line.heightCm),
    depth: String(line.lengthCm),
    typeCode:
      typeCodes[packagingFamilyName(line.packaging)] ??
      (isPallet(line) ? goods_type_pallet : 'CTN'),
  };
}

const typeCodes: Readonly<Record<string, string>> = { Envelope: 'ENV', Satchel: 'ENV' };

function isPallet({ packaging }: PieceLine): boolean {
  return ['Pallet', 'Skid', 'Crate'].includes(packagingFamilyName(packaging));
}

/**
 * One fee for each service; undefined if road freight is not among them. An error has words and no code, alone or in the list,
 * so it never means that the route is not served.
 */
function feeOf(reply: CarrierReply): Cents | undefined {
  const answer = reply.status >= 400 ? findJson(reply.bytes) : jsonOf(reply.bytes);
  const problem = problemOf(answer, reply);
  if (problem !== '') throw badAnswer(problem);
  if (!Array.isArray(answer)) throw badAnswer('no list of services');
  const offer = answer.find((one) => textAt(one, 'serviceCode') === roadFreight);
  const failed = answer.map((one) => textAt(one, 'errorMessage')).find((text) => text !== '');
  if (offer === undefined && failed !== undefined) throw badAnswer(failed);
  if (offer === undefined) return undefined;
  const cents = centsAt(offer, 'fee');
  if (cents === undefined || cents <= 0) throw badAnswer('fee is not a price');
  return cents;
}
