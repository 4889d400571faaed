// TNT within Australia: prices with the day of delivery for its domestic products. Bookings and labels differ by agreement
// and are not published, so a person books, or the rate card's own numbers are used.

import type {
  CarrierRequest,
  Connector,
  LiveQuestion,
  ServiceAbsence,
  ServiceOffer,
} from '../../../src/application/ports.ts';
import { gstField, gstIncluded } from '../../../src/domain/connectors/account-setting.ts';
import {
  type Answer,
  at,
  badAnswer,
  badRequest,
  centsAt,
  listAt,
  textAt,
} from '../../../src/domain/connectors/carrier-answer.ts';
import { CarrierTrouble } from '../../../src/domain/connectors/carrier-trouble.ts';
import { postForm } from '../../../src/domain/connectors/request.ts';
import { trialCarton, trialPriceToCompare } from '../../../src/domain/connectors/trial-carton.ts';
import { findDayNumber } from '../../../src/domain/time/calendar.ts';
import { transitDaysTo } from '../../../src/domain/tracking/expected-day.ts';
import { type Enquiry, enquiryOf, enquiryXml, readResponse } from './enquiry.ts';

const services = [
  { stringId: 'tnt_road_express', product: '76' },
  { stringId: 'tnt_overnight_express', product: '75' },
  { stringId: 'tnt_nine_express', product: '712' },
  { stringId: 'tnt_ten_express', product: 'EX10' },
  { stringId: 'tnt_twelve_express', product: 'EX12' },
];

export const tnt: Connector = {
  carrier: 'tnt',
  reach: 'domestic',
  services,
  fields: [
    { name: 'username', label: 'user name of the rating service', isSecret: false },
    { name: 'password', label: 'its password', isSecret: true },
    { name: 'sender_account', label: "the sender's account, which pays", isSecret: false },
    gstField,
  ],
  baseUrl: ({ base_url }) => base_url ?? 'https://www.tntexpress.com.au',
  authorise: () => ({}),
  check: function* (account, moment) {
    const { from, to, line } = trialCarton;
    const { today, time, pickupDate } = moment;
    const enquiry = { today, time, pickupDate, from, to, lines: [line], isDangerous: false };
    const reply = yield request(account, enquiry);
    const response = readResponse(reply.bytes);
    refuseError(response);
    const products = productsOf(response);
    if (products.length === 0) throw badAnswer(sentenceOf(rulesOf(response)));
    const prices = products.map((product) => centsAt(product, 'quote', 'price') ?? 0);
    const cents = prices.find((price) => price > 0);
    if (cents === undefined) throw badAnswer('no product with a price');
    return trialPriceToCompare(account, cents);
  },
  gst: { prices: 'account_setting', evidence: 'no answer or document names GST' },
  quote: function* (account, question) {
    const reply = yield request(account, enquiryOf(question));
    const response = readResponse(reply.bytes);
    refuseError(response);
    const products = productsOf(response);
    const rules = rulesOf(response);
    if (products.length === 0) return absentEverywhere(absenceOf(rules));
    const offers = new Map<string, ServiceOffer | ServiceAbsence>();
    for (const { stringId, product } of services) {
      const rated = products.find((one) => textAt(one, 'product', 'code') === product);
      const cents = centsAt(rated, 'quote', 'price');
      if (cents === undefined || cents <= 0) continue;
      const transit = transitTo(question, textAt(rated, 'estimatedDeliveryDateTime'));
      offers.set(stringId, { priceCents: gstIncluded(account, cents), transit });
    }
    return offers;
  },
};

function request(account: Readonly<Record<string, string>>, enquiry: Enquiry): CarrierRequest {
  const { username = '', password = '', sender_account = '' } = account;
  const form = {
    version: '2',
    Username: username,
    Password: password,
    XMLRequest: enquiryXml(enquiry, sender_account),
  };
  return { ...postForm('/Rtt/inputRequest.asp', form), headers: { accept: 'text/xml' } };
}

function productsOf(response: Answer): readonly Answer[] {
  return listAt(response, 'ratedTransitTimeResponse', 'ratedProducts', 'ratedProduct');
}

type Rule = { code: string; description: string };

/** Rules come beside the products, or in their place. */
function rulesOf(response: Answer): Rule[] {
  const places = [response, at(response, 'ratedTransitTimeResponse')];
  return places.flatMap((place) =>
    listAt(place, 'brokenRules', 'brokenRule').map((rule) => ({
      code: textAt(rule, 'code'),
      description: textAt(rule, 'description'),
    })),
  );
}

function refuseError(response: Answer): void {
  const description = textAt(response, 'error', 'description');
  if (description === '') return;
  if (/\b(user ?name|password|login)\b/i.test(description))
    throw new CarrierTrouble('credentials', description.slice(0, 200), { isUnsent: true });
  throw badAnswer(description);
}

function sentenceOf(rules: readonly Rule[]): string {
  return (
    rules.map(({ code, description }) => `${code} ${description}`.trim()).join('; ') ||
    'no products'
  );
}

/**
 * 590 and 591: TNT does not serve the sender or the receiver. 352 and 475: no service on that day. Any other rule is
 * about the request.
 */
function absenceOf(rules: readonly Rule[]): ServiceAbsence['absence'] {
  const message = sentenceOf(rules).slice(0, 200);
  if (rules.some(({ code }) => code === '590' || code === '591'))
    return { code: 'route_not_served', serviceability: 'no_route', message };
  if (rules.some(({ code }) => code === '352' || code === '475'))
    return { code: 'service_not_offered', serviceability: 'no_service', message };
  throw badRequest(message);
}

function absentEverywhere(absence: ServiceAbsence['absence']) {
  return new Map(services.map(({ stringId }) => [stringId, { absence }]));
}

/** Business days from pickup to delivery, not counting the pickup day. */
function transitTo({ pickupDate, receiverHolidays }: LiveQuestion, delivery: string) {
  const [from, to] = [findDayNumber(pickupDate), findDayNumber(delivery.slice(0, 10))];
  if (from === undefined || to === undefined || to < from || to - from > mostDays)
    return { text: '', minDays: 0, maxDays: 0 };
  const days = transitDaysTo(to, from, receiverHolidays);
  const text = days === 0 ? 'Same day' : `${days} business day${days === 1 ? '' : 's'}`;
  return { text, minDays: days, maxDays: days };
}

const mostDays = 60;
