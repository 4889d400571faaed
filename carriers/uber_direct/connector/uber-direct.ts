// Uber Direct, a same-day courier: quotes, deliveries, cancellation and status, behind a token. Quotes need the streets and phones
// of both ends. The interface cannot find a delivery by our reference, so a person checks a booking whose answer was lost.
import type {
  CarrierAccount,
  CarrierReply,
  Connector,
  ConsignmentRequest,
  ServiceAbsence,
} from '../../../src/application/ports.ts';
import {
  bookedPrice,
  gstField,
  gstIncluded,
} from '../../../src/domain/connectors/account-setting.ts';
import {
  badAnswer,
  badRequest,
  findJson,
  jsonOf,
  numberAt,
  requiredText,
  textAt,
  tokenOf,
} from '../../../src/domain/connectors/carrier-answer.ts';
import { internationalPhone } from '../../../src/domain/connectors/international-phone.ts';
import { isSignedWith } from '../../../src/domain/connectors/notice-proof.ts';
import { bookingLines, type PieceLine } from '../../../src/domain/connectors/piece-line.ts';
import {
  carrierSentence,
  get,
  post,
  postForm,
  postOnce,
} from '../../../src/domain/connectors/request.ts';
import {
  courierFee,
  type StreetEnd,
  sameDay,
  streetEnd,
  trialStreets,
} from '../../../src/domain/connectors/same-day.ts';
import { trialPriceToCompare } from '../../../src/domain/connectors/trial-carton.ts';
import type { Cents } from '../../../src/domain/money.ts';
import { homeZone } from '../../../src/domain/time/home-clock.ts';
import { findInstant, findWrittenInstant } from '../../../src/domain/time/instant-text.ts';
import { pickupPlace } from '../../../src/domain/time/pickup-place.ts';
import { zoneOf } from '../../../src/domain/time/time-zone.ts';

const service = 'uber_direct';
/** The shortest window that the carrier accepts between a delivery being ready and its pickup deadline. */
const pickupWindowMs = 60 * 60_000;
const longestNotes = 280;
const contactFields = ['name', 'street', 'phone'] as const;

export const uberDirect: Connector = {
  carrier: 'uber_direct',
  reach: 'domestic',
  services: [{ stringId: service, product: '' }],
  bookingNeeds: { sender: contactFields, receiver: contactFields },
  fields: [
    { name: 'client_id', label: 'client id of the dashboard', isSecret: false },
    { name: 'client_secret', label: 'its secret', isSecret: true },
    { name: 'customer_id', label: 'the customer id of the dashboard', isSecret: false },
    {
      name: 'token_url',
      label: 'the address that gives tokens',
      isSecret: false,
      isAddress: true,
      defaultText: 'https://auth.uber.com/oauth/v2/token',
    },
    {
      name: 'webhook_key',
      label: 'the signing key of the webhook in the dashboard, if there is one',
      isSecret: true,
      defaultText: '',
    },
    gstField,
  ],
  baseUrl: ({ base_url }) => base_url ?? 'https://api.uber.com/v1',
  authorise: (_account, token) => ({ authorization: `Bearer ${token ?? ''}` }),
  signIn: function* ({ token_url = '', client_id = '', client_secret = '' }) {
    const scope = 'eats.deliveries';
    const form = { grant_type: 'client_credentials', client_id, client_secret, scope };
    const reply = yield postForm(token_url, form);
    if (isRefused(reply)) throw badAnswer(sentenceOf(reply));
    return tokenOf(jsonOf(reply.bytes));
  },
  gst: { prices: 'account_setting', evidence: 'no answer or document names GST' },
  check: function* (account) {
    const [from, to] = trialStreets;
    const cents = feeOf(yield quoteRequest(account, from, to));
    return trialPriceToCompare(account, cents, 'a delivery within Sydney');
  },
  quote: function* (account, { shipment }) {
    const [from, to] = [streetEnd(shipment.sender), streetEnd(shipment.receiver)];
    const reply = yield quoteRequest(account, from, to);
    const absence = absenceOf(reply);
    if (absence !== undefined) return new Map([[service, { absence }]]);
    return new Map([
      [service, { priceCents: gstIncluded(account, feeOf(reply)), transit: sameDay }],
    ]);
  },
  book: function* (account, order, nowMs) {
    const reply = yield postOnce(pathOf(account, '/deliveries'), deliveryOf(order, nowMs));
    if (isRefused(reply)) return { rejected: sentenceOf(reply) };
    const answer = jsonOf(reply.bytes);
    const connote = requiredText(answer, 'id');
    const priceCents = bookedPrice(account, numberAt(answer, 'fee'));
    return { booked: { connote, carrierId: textAt(answer, 'uuid'), pieces: [], priceCents } };
  },
  cancel: function* (account, { connote }) {
    const path = pathOf(account, `/deliveries/${encodeURIComponent(connote)}/cancel`);
    const reply = yield post(path, {});
    if (isRefused(reply)) return { refused: sentenceOf(reply) };
    const status = requiredText(jsonOf(reply.bytes), 'status');
    return status === 'canceled' ? 'cancelled' : { refused: `the delivery is ${status}` };
  },
  track: function* (account, { connote }) {
    const reply = yield get(pathOf(account, `/deliveries/${encodeURIComponent(connote)}`));
    if (codeOf(reply) === 'delivery_not_found') return [];
    if (isRefused(reply)) throw badAnswer(sentenceOf(reply));
    const answer = jsonOf(reply.bytes);
    const status = requiredText(answer, 'status');
    const datetime = textAt(answer, 'updated') || textAt(answer, 'created');
    // Times are UTC and end in Z.
    const occurredAtMs = findWrittenInstant(datetime, homeZone);
    return [{ piece: undefined, occurredAtMs, raw: { datetime, status } }];
  },
  readNotice: ({ webhook_key = '' }, { header, body }) => {
    // Older webhooks send their signature under the other name.
    const signature = header('x-uber-signature') || header('x-postmates-signature');
    if (!isSignedWith(webhook_key, body, signature)) return 'forged';
    const notice = findJson(body);
    if (textAt(notice, 'kind') !== 'event.delivery_status') return { connote: undefined };
    return { connote: textAt(notice, 'delivery_id') || textAt(notice, 'data', 'id') || undefined };
  },
};

function pathOf({ customer_id = '' }: CarrierAccount, path: string): string {
  return `/customers/${encodeURIComponent(customer_id)}${path}`;
}

function quoteRequest(account: CarrierAccount, from: StreetEnd, to: StreetEnd) {
  return post(pathOf(account, '/delivery_quotes'), {
    pickup_address: addressText(from),
    dropoff_address: addressText(to),
    ...(from.phone === '' ? {} : { pickup_phone_number: internationalPhone(from.phone) }),
    ...(to.phone === '' ? {} : { dropoff_phone_number: internationalPhone(to.phone) }),
  });
}

/** An address is JSON inside a text. */
function addressText({ street, suburb, state, postcode }: StreetEnd): string {
  const lines = street.split(/[\n;]+/).map((line) => line.trim());
  return JSON.stringify({
    street_address: lines.filter((line) => line !== ''),
    city: suburb,
    state,
    zip_code: postcode,
    country: 'AU',
  });
}

function deliveryOf({ reference, booking, confirmation }: ConsignmentRequest, nowMs: number) {
  const { sender, receiver, items, description, authorityToLeave } = booking;
  const zone = zoneOf(pickupPlace(sender));
  const opensMs = findInstant(`${confirmation.pickupDate}T${confirmation.pickupTime.from}`, zone);
  const readyMs = Math.max(opensMs ?? nowMs, nowMs);
  const lines = bookingLines(items);
  return {
    pickup_address: addressText(sender),
    pickup_name: sender.companyName || sender.name,
    pickup_phone_number: internationalPhone(sender.phone),
    pickup_notes: booking.pickupInstructions.slice(0, longestNotes),
    pickup_ready_dt: new Date(readyMs).toISOString(),
    pickup_deadline_dt: new Date(readyMs + pickupWindowMs).toISOString(),
    dropoff_address: addressText(receiver),
    dropoff_name: receiver.companyName || receiver.name,
    dropoff_phone_number: internationalPhone(receiver.phone),
    dropoff_notes: booking.specialInstructions.slice(0, longestNotes),
    deliverable_action: authorityToLeave
      ? 'deliverable_action_leave_at_door'
      : 'deliverable_action_meet_at_door',
    undeliverable_action: 'return',
    manifest_reference: reference,
    manifest_items: lines.map((line) => itemOf(line, description)),
    external_id: reference,
    idempotency_key: reference,
  };
}

/** Grams and whole centimetres. */
function itemOf(line: PieceLine, description: string) {
  return {
    name: description || 'Freight',
    quantity: line.quantity,
    size: sizeOf(line),
    weight: Math.ceil(line.weightKg * 1000),
    dimensions: {
      length: Math.ceil(line.lengthCm),
      height: Math.ceil(line.heightCm),
      depth: Math.ceil(line.widthCm),
    },
  };
}

/** Sizes are what a person carries in one hand, in both hands, or in the boot of a car. */
function sizeOf({ weightKg, lengthCm, widthCm, heightCm }: PieceLine): string {
  const longest = Math.max(lengthCm, widthCm, heightCm);
  if (weightKg <= 5 && longest <= 35) return 'small';
  if (weightKg <= 10 && longest <= 60) return 'medium';
  return weightKg <= 20 && longest <= 100 ? 'large' : 'xlarge';
}

function feeOf(reply: CarrierReply): Cents {
  if (isRefused(reply)) throw badRequest(sentenceOf(reply));
  const answer = jsonOf(reply.bytes);
  return courierFee(answer, textAt(answer, 'currency_type') || textAt(answer, 'currency'));
}

/** No courier delivers to the address. Other codes are about the request. */
const outOfArea = 'address_undeliverable';

function absenceOf(reply: CarrierReply): ServiceAbsence['absence'] | undefined {
  if (codeOf(reply) !== outOfArea) return undefined;
  const message = sentenceOf(reply);
  return { code: 'route_not_served', serviceability: 'no_route', message };
}

/** Errors have this kind even with a success status. */
function isRefused({ status, bytes }: CarrierReply): boolean {
  return status >= 400 || textAt(findJson(bytes), 'kind') === 'error';
}

function codeOf(reply: CarrierReply): string {
  return isRefused(reply) ? textAt(findJson(reply.bytes), 'code') : '';
}

function sentenceOf(reply: CarrierReply): string {
  const answer = findJson(reply.bytes);
  const texts = ['code', 'message', 'error', 'error_description'].map((name) =>
    textAt(answer, name),
  );
  return carrierSentence(reply, texts, ' ').slice(0, 200);
}
