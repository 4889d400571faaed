// CouriersPlease: prices by rate card, consignments, labels, cancellation and tracking. An account's rate cards have codes
// of its own; the operator says which stand for the priority services, and the cheapest of the others is the standard one.
//
// Nothing is known about finding a consignment by our reference, so a lost answer is left to a person.
import type {
  AccountField,
  BookAnswer,
  CarrierAccount,
  CarrierRequest,
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
  bytesOfBase64,
  centsAt,
  listAt,
  requiredText,
  textAt,
  transitOf,
} from '../../../src/domain/connectors/carrier-answer.ts';
import {
  bookingLines,
  type PieceLine,
  pieceLine,
  streetLines,
  totalKg,
  wholeCm,
} from '../../../src/domain/connectors/piece-line.ts';
import type { Address } from '../../../src/domain/places/address.ts';
import {
  findMinuteOfDay,
  isoDate,
  type MinuteOfDay,
  twoDigits,
} from '../../../src/domain/time/calendar.ts';
import { homeZone } from '../../../src/domain/time/home-clock.ts';
import { findWrittenInstant } from '../../../src/domain/time/instant-text.ts';
import { pickupPlace } from '../../../src/domain/time/pickup-place.ts';
import { localTime, zoneOf } from '../../../src/domain/time/time-zone.ts';
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
  check: function* () {
    const data = dataOf(yield get('/v1/locations?suburbOrPostcode=2000'));
    const found = Array.isArray(data) ? data.length : 0;
    return `The account is accepted; the carrier serves ${found} suburbs at postcode 2000.`;
  },
  quote: function* (account, { shipment }) {
    const { sender, receiver } = shipment;
    const answer = unwrap(yield quoteRequest(sender, receiver, shipment.lines.map(pieceLine)));
    if ('invalid' in answer) return absentEverywhere(answer.invalid);
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
    const answer = unwrap(yield post('/v2/domestic/bookPickup', pickupOf(order, connote, nowMs)));
    if ('invalid' in answer) return { refused: answer.invalid };
    // The number of the driver's job: without one nobody comes.
    return { arranged: requiredText(answer.data, 'jobNumber') };
  },
  cancel: function* (_account, { connote }) {
    const request = post('/v1/domestic/shipment/cancel', { consignmentCode: connote });
    const answer = unwrap(yield { ...request, isRepeatable: true });
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
    // A number that was made a moment ago is not known yet.
    if ('invalid' in answer) return [];
    return listAt(answer.data, 'consignmentInfo').flatMap(scansOf);
  },
};

function get(path: string): CarrierRequest {
  return { method: 'GET', path, isRepeatable: true };
}

function post(path: string, json: unknown, isRepeatable = false): CarrierRequest {
  return { method: 'POST', path, body: { json }, isRepeatable };
}

type Place = { suburb: string; postcode: string };

function quoteRequest(from: Place, to: Place, lines: readonly PieceLine[]): CarrierRequest {
  return post(
    '/v2/domestic/quote',
    {
      fromSuburb: from.suburb,
      fromPostcode: from.postcode,
      toSuburb: to.suburb,
      toPostcode: to.postcode,
      insuranceCategory: 0,
      items: lines.map(itemOf),
    },
    true,
  );
}

/** Whole centimetres: the carrier takes no decimals, and a side is never made shorter. */
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
            // Midnight is no cut-off but none at all.
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

function absentEverywhere(message: string) {
  const isPlace = /suburb|postcode|address|locality/i.test(message);
  const absence = isPlace
    ? ({ code: 'route_not_served', serviceability: 'no_route', message } as const)
    : ({ code: 'item_not_carried', serviceability: 'no_items', message } as const);
  return new Map([standard, ...priorityServices].map((stringId) => [stringId, { absence }]));
}

function* book(account: CarrierAccount, order: ConsignmentRequest): Conversation<BookAnswer> {
  const { booking, confirmation, reference } = order;
  const lines = bookingLines(booking.items);
  const wanted = account[`rate_card_${confirmation.carrier}`] ?? '';
  let rateCardId = wanted;
  if (rateCardId === '') {
    const quoted = unwrap(yield quoteRequest(booking.sender, booking.receiver, lines));
    if ('invalid' in quoted) return { rejected: quoted.invalid };
    const card = chooseCard(account, confirmation.carrier, cardsOf(quoted.data));
    if (card === undefined) return { rejected: 'the account has no rate card for this service' };
    rateCardId = card.code;
  }
  const answer = unwrap(
    yield post('/v2/domestic/shipment/create', {
      ...party('pickup', booking.sender),
      ...party('destination', booking.receiver),
      ...party('contact', booking.sender),
      referenceNumber: reference,
      termsAccepted: true,
      dangerousGoods: isDangerous(booking),
      rateCardId,
      specialInstruction: booking.specialInstructions.slice(0, longestInstruction),
      isATL: booking.authorityToLeave || confirmation.carrier === authority,
      // A capital here, and none where a price is asked for.
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
  const { name, companyName, email, street, suburb, state, postcode, phone, type } = address;
  const [first = '', ...others] = (name || companyName).trim().split(/\s+/);
  // Two fields without a known limit: the rest of the lines share the second.
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
    [`${role}IsBusiness`]: type === 'business',
  };
}

/** Of every text of a pickup. */
const longestPickupText = 19;

function pickupOf(order: ConsignmentRequest, connote: string, nowMs: number) {
  const { booking, confirmation } = order;
  const { name, companyName, email, street, suburb, postcode, phone } = booking.sender;
  const lines = bookingLines(booking.items);
  const [address1 = '', address2 = '', address3 = ''] = streetLines(street, longestPickupText, 3);
  return {
    readyDateTime: readyText(readyTime(booking.sender, confirmation, nowMs)),
    contactName: name || companyName,
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
  };
}

/** When the driver may come, by the clock of the pickup address; once the window is open, its beginning is past. */
function readyTime(
  sender: Address,
  { pickupDate, pickupTime }: ConsignmentRequest['confirmation'],
  nowMs: number,
): { date: string; minute: MinuteOfDay } {
  const { day, minute } = localTime(zoneOf(pickupPlace(sender)), nowMs);
  const opens = findMinuteOfDay(pickupTime.from) ?? 0;
  return {
    date: pickupDate,
    minute: isoDate(day) === pickupDate ? Math.max(opens, minute) : opens,
  };
}

/** `2026-11-16 02:05 pm` */
function readyText({ date, minute }: { date: string; minute: MinuteOfDay }): string {
  const hour = Math.floor(minute / 60);
  const time = `${twoDigits(hour % 12 || 12)}:${twoDigits(minute % 60)}`;
  return `${date} ${time} ${hour < 12 ? 'am' : 'pm'}`;
}

/** Dates and times are the clock's where it was scanned, which only the words tell. */
function scansOf(consignment: Answer): CarrierScan[] {
  return listAt(consignment, 'itemsCoupons').flatMap((coupon) =>
    listAt(coupon, 'trackingInfo').map((scan) => {
      const [date, time] = [textAt(scan, 'date'), textAt(scan, 'time')];
      const description = textAt(scan, 'action');
      const zone = zoneOfPlace(description) ?? homeZone;
      return {
        piece: undefined,
        occurredAtMs: findWrittenInstant(`${date} ${time}`.trim(), zone),
        raw: { date, time, description, depot: textAt(scan, 'contractor') },
      };
    }),
  );
}
