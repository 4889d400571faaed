// CouriersPlease: prices by rate card, consignments, labels, cancellation, pickups and tracking. Each account has rate
// cards of its own: the operator names those of the priority services, and the cheapest other card is the standard
// service. Freight and fuel charges come without GST.
//
// The interface cannot find a consignment by our reference, so a person checks a booking whose answer was lost.
import type {
  AccountField,
  BookAnswer,
  CarrierAccount,
  CarrierScan,
  Connector,
  ConsignmentRequest,
  Conversation,
  ServiceAbsence,
  ServiceOffer,
} from '../../../src/application/ports.ts';
import { isDangerous } from '../../../src/domain/bookings/dangerous-goods.ts';
import {
  basicAuthorisation,
  gstField,
  gstIncluded,
  pickupsField,
} from '../../../src/domain/connectors/account-setting.ts';
import {
  type Answer,
  badAnswer,
  badRequest,
  bytesOfBase64,
  centsAt,
  listAt,
  requiredText,
  textAt,
  transitOf,
} from '../../../src/domain/connectors/carrier-answer.ts';
import { type PickupWindow, pickupWindow } from '../../../src/domain/connectors/pickup-window.ts';
import {
  bookingLines,
  type PieceLine,
  pieceLine,
  streetLines,
  totalKg,
  wholeCm,
} from '../../../src/domain/connectors/piece-line.ts';
import { get, post, postOnce } from '../../../src/domain/connectors/request.ts';
import { trialCarton, trialPriceToCompare } from '../../../src/domain/connectors/trial-carton.ts';
import type { Address } from '../../../src/domain/places/address.ts';
import { findMinuteOfDay, type MinuteOfDay, twoDigits } from '../../../src/domain/time/calendar.ts';
import { homeZone } from '../../../src/domain/time/home-clock.ts';
import { findWrittenInstant } from '../../../src/domain/time/instant-text.ts';
import { zoneOfPlace } from '../../../src/domain/tracking/scan-place.ts';
import { dataOf, unwrap } from './envelope.ts';

const standard = 'couriers_please';
const signature = 'couriers_please_domestic_priority_signature';
const authority = 'couriers_please_domestic_priority_authority';
const priorityServices = [signature, authority];

const rateCardField = (stringId: string): AccountField => ({
  name: `rate_card_${stringId}`,
  label: `the account's rate card for ${stringId}; left out: ${stringId === standard ? 'the cheapest that is not another service' : 'not offered'}`,
  isSecret: false,
  defaultText: '',
});

export const couriersPlease: Connector = {
  carrier: 'couriers_please',
  reach: 'domestic',
  services: [standard, signature, authority].map((stringId) => ({ stringId, product: '' })),
  bookingNeeds: {
    sender: ['name', 'street', 'phone', 'email'],
    receiver: ['name', 'street', 'phone', 'email'],
  },
  fields: [
    { name: 'account_number', label: 'the account number', isSecret: false },
    { name: 'api_key', label: 'its API key', isSecret: true },
    ...[standard, signature, authority].map(rateCardField),
    gstField,
    pickupsField(['regular', 'booked', 'told']),
  ],
  baseUrl: ({ base_url }) => base_url ?? 'https://api.couriersplease.com.au',
  authorise: ({ account_number = '', api_key = '' }) => ({
    authorization: basicAuthorisation(account_number, api_key),
  }),
  labelFormats: ['pdf'],
  gst: {
    prices: 'account_setting',
    evidence: 'clients add GST to the charges; no answer names it',
  },
  check: function* (account) {
    const { from, to, line } = trialCarton;
    const cards = cardsOf(dataOf(yield quoteRequest(from, to, [line])));
    const card = chooseCard(account, standard, cards);
    if (card === undefined) throw badAnswer('no rate card for the standard service');
    return trialPriceToCompare(account, card.exCents);
  },
  quote: function* (account, { shipment }) {
    const { sender, receiver } = shipment;
    const answer = unwrap(yield quoteRequest(sender, receiver, shipment.lines.map(pieceLine)));
    if ('invalid' in answer) throw badRequest(answer.invalid);
    if (isEmpty(answer.data)) return absentEverywhere;
    const offers = new Map<string, ServiceOffer | ServiceAbsence>();
    for (const stringId of [standard, ...priorityServices]) {
      const card = chooseCard(account, stringId, cardsOf(answer.data));
      if (card === undefined) continue;
      const priceCents = gstIncluded(account, card.exCents);
      const { eta, cutoffMinute } = card;
      offers.set(stringId, {
        priceCents,
        transit: transitOf(eta),
        ...(cutoffMinute === undefined ? {} : { cutoffMinute }),
      });
    }
    return offers;
  },
  book: (account, order) => book(account, order),
  pickup: function* (_account, order, connote, nowMs) {
    const pickup = pickupOf(order, connote, nowMs);
    const answer = unwrap(yield postOnce('/v2/domestic/bookPickup', pickup));
    if ('invalid' in answer) return { refused: answer.invalid };
    // Without a job number no driver was sent.
    return { arranged: requiredText(answer.data, 'jobNumber') };
  },
  cancel: function* (_account, { connote }) {
    const request = post('/v1/domestic/shipment/cancel', { consignmentCode: connote });
    const answer = unwrap(yield request);
    return 'invalid' in answer ? { refused: answer.invalid } : 'cancelled';
  },
  label: function* (_account, { connote }, format) {
    const query = new URLSearchParams({ consignmentNumber: connote });
    const data = dataOf(yield get(`/v1/domestic/shipment/label?${query}`));
    return { format, bytes: bytesOfBase64(requiredText(data, 'label')) };
  },
  track: function* (_account, { connote }) {
    const query = new URLSearchParams({ trackingCode: connote });
    const answer = unwrap(yield get(`/v1/domestic/locateParcel?${query}`));
    // CouriersPlease does not know a new consignment for a moment.
    if ('invalid' in answer) return [];
    return listAt(answer.data, 'consignmentInfo').flatMap(scansOf);
  },
};

type Place = { suburb: string; postcode: string };

function quoteRequest(from: Place, to: Place, lines: readonly PieceLine[]) {
  return post('/v2/domestic/quote', {
    fromSuburb: from.suburb,
    fromPostcode: from.postcode,
    toSuburb: to.suburb,
    toPostcode: to.postcode,
    insuranceCategory: 0,
    items: lines.map(itemOf),
  });
}

/** The carrier takes whole centimetres; they are rounded up. */
function itemOf({ quantity, lengthCm, widthCm, heightCm, weightKg }: PieceLine) {
  return {
    quantity,
    length: wholeCm(lengthCm),
    height: wholeCm(heightCm),
    width: wholeCm(widthCm),
    physicalWeight: weightKg,
  };
}

type RateCard = {
  code: string;
  exCents: number;
  eta: string;
  cutoffMinute: MinuteOfDay | undefined;
};

function cardsOf(data: Answer): RateCard[] {
  const cards = (Array.isArray(data) ? data : listAt({ data }, 'data')).flatMap((one: Answer) => {
    const code = textAt(one, 'RateCardCode');
    const freight = centsAt(one, 'CalculatedFreightCharge');
    const fuel = centsAt(one, 'CalculatedFuelCharge') ?? 0;
    return code === '' || freight === undefined || freight + fuel <= 0
      ? []
      : [
          {
            code,
            exCents: freight + fuel,
            eta: textAt(one, 'ETA'),
            // 00:00 stands for no cut-off.
            cutoffMinute: findMinuteOfDay(textAt(one, 'PickupCutOffTime')) || undefined,
          },
        ];
  });
  if (cards.length === 0) throw badAnswer('no rate card with a price');
  return cards;
}

function chooseCard(
  account: CarrierAccount,
  stringId: string,
  cards: readonly RateCard[],
): RateCard | undefined {
  const wanted = account[`rate_card_${stringId}`] ?? '';
  if (wanted !== '') return cards.find(({ code }) => code === wanted);
  if (stringId !== standard) return undefined;
  const others = new Set(priorityServices.map((one) => account[`rate_card_${one}`] ?? ''));
  return cards
    .filter(({ code }) => !others.has(code))
    .toSorted((left, right) => left.exCents - right.exCents)[0];
}

/** The carrier documents a success with empty data as its answer for a route that it does not serve. */
function isEmpty(data: Answer): boolean {
  if (typeof data === 'object' && data !== null) return Object.keys(data).length === 0;
  return data === null || data === '';
}

const absentEverywhere: ReadonlyMap<string, ServiceAbsence> = new Map(
  [standard, ...priorityServices].map((stringId) => [
    stringId,
    {
      absence: {
        code: 'route_not_served',
        serviceability: 'no_route',
        message: 'the carrier has no rate card for this route',
      },
    },
  ]),
);

function* book(account: CarrierAccount, order: ConsignmentRequest): Conversation<BookAnswer> {
  const { booking, confirmation, reference } = order;
  const lines = bookingLines(booking.items);
  const wanted = account[`rate_card_${confirmation.carrier}`] ?? '';
  let rateCardId = wanted;
  if (rateCardId === '') {
    const quoted = unwrap(yield quoteRequest(booking.sender, booking.receiver, lines));
    if ('invalid' in quoted) return { rejected: quoted.invalid };
    if (isEmpty(quoted.data)) return { rejected: 'the carrier does not serve this route' };
    const card = chooseCard(account, confirmation.carrier, cardsOf(quoted.data));
    if (card === undefined) return { rejected: 'the account has no rate card for this service' };
    rateCardId = card.code;
  }
  const answer = unwrap(
    yield postOnce('/v2/domestic/shipment/create', {
      ...party('pickup', booking.sender),
      ...party('destination', booking.receiver),
      ...party('contact', booking.sender),
      referenceNumber: reference,
      termsAccepted: true,
      dangerousGoods: isDangerous(booking),
      rateCardId,
      specialInstruction: booking.specialInstructions.slice(0, longestInstruction),
      isATL: booking.authorityToLeave || confirmation.carrier === authority,
      // The quote request spells this field `insuranceCategory`, the booking request with a capital.
      InsuranceCategory: 0,
      items: lines.map(itemOf),
    }),
  );
  if ('invalid' in answer) return { rejected: answer.invalid };
  const connote = requiredText(answer.data, 'consignmentCode');
  return { booked: { connote, carrierId: textAt(answer.data, 'jobNumber'), pieces: [] } };
}

const longestInstruction = 57;
const longestName = 50;

function party(role: 'pickup' | 'destination' | 'contact', address: Address) {
  const { name, companyName, email, street, suburb, state, postcode, phone } = address;
  const [first = '', ...others] = (name || companyName).trim().split(/\s+/);
  // Neither field has a published limit, so the second takes all other lines.
  const [line1 = '', ...more] = street.split(/[\n;]+/).map((line) => line.trim());
  return {
    [`${role}FirstName`]: first.slice(0, longestName),
    [`${role}LastName`]: (others.join(' ') || first).slice(0, longestName),
    [`${role}CompanyName`]: companyName.slice(0, longestName),
    [`${role}Email`]: email,
    [`${role}Address1`]: line1,
    [`${role}Address2`]: more.filter((line) => line !== '').join(', '),
    [`${role}Suburb`]: suburb,
    [`${role}State`]: state,
    [`${role}Postcode`]: postcode,
    [`${role}Phone`]: phone.replaceAll(/\D/g, ''),
    [`${role}IsBusiness`]: companyName !== '',
  };
}

/** The carrier's maximum length for each text of a pickup request. */
const longestPickupText = 19;
const longestContact = 15;

function pickupOf(order: ConsignmentRequest, connote: string, nowMs: number) {
  const { booking, confirmation } = order;
  const { name, companyName, email, street, suburb, postcode, phone } = booking.sender;
  const lines = bookingLines(booking.items);
  const [address1 = '', address2 = '', address3 = ''] = streetLines(street, longestPickupText, 3);
  return {
    readyDateTime: readyText(pickupWindow(booking.sender, confirmation, nowMs)),
    contactName: (name || companyName).slice(0, longestContact),
    contactEmail: email,
    consignmentCount: 1,
    totalItemCount: lines.reduce((count, { quantity }) => count + quantity, 0),
    totalWeight: totalKg(lines),
    pickup: {
      phoneNumber: phone.replaceAll(/\D/g, '').slice(0, longestPickupText),
      companyName: (companyName || name).slice(0, longestPickupText),
      address1,
      address2,
      address3,
      suburb: suburb.slice(0, longestPickupText),
      postcode,
    },
    consignmentCode: connote,
    delivery: deliveryOf(booking.receiver),
  };
}

/** Required for a pickup of a single consignment. */
function deliveryOf({ name, companyName, street, suburb, postcode }: Address) {
  const [address1 = '', address2 = ''] = streetLines(street, longestPickupText, 2);
  return {
    companyName: (companyName || name).slice(0, longestPickupText),
    address1,
    address2,
    suburb: suburb.slice(0, longestPickupText),
    postcode,
  };
}

/** `2026-11-16 02:05 pm` */
function readyText({ date, opens: minute }: PickupWindow): string {
  const hour = Math.floor(minute / 60);
  const time = `${twoDigits(hour % 12 || 12)}:${twoDigits(minute % 60)}`;
  return `${date} ${time} ${hour < 12 ? 'am' : 'pm'}`;
}

/** The carrier sends this text in place of a scan until the consignment is scanned. */
const noScans = 'No scan events found';

/** Dates and times are local to the place of the scan, which only the description names. */
function scansOf(consignment: Answer): CarrierScan[] {
  return listAt(consignment, 'itemsCoupons').flatMap((coupon) =>
    listAt(coupon, 'trackingInfo').flatMap((scan): CarrierScan[] => {
      const [date, time] = [textAt(scan, 'date'), textAt(scan, 'time')];
      const description = textAt(scan, 'action');
      if (description === noScans) return [];
      const zone = zoneOfPlace(description) ?? homeZone;
      return [
        {
          piece: undefined,
          occurredAtMs: findWrittenInstant(`${numericDate(date)} ${time}`.trim(), zone),
          raw: { date, time, description, depot: textAt(scan, 'contractor') },
        },
      ];
    }),
  );
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Rewrites `22 Sep 2017` as `22/9/2017` and leaves other forms unchanged. */
function numericDate(date: string): string {
  const [, day = '', month = '', year = ''] =
    /^(\d{1,2}) ([A-Z][a-z]{2})[a-z]* (\d{4})$/.exec(date) ?? [];
  const number = months.indexOf(month) + 1;
  return number === 0 ? date : `${day}/${number}/${year}`;
}
