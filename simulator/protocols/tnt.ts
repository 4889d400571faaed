// TNT Australia's rated transit times: XML in a form field, and an XML answer. Every problem with a request is a
// broken rule inside a success. Booking and tracking are not described publicly, so they are left out.

import { escapeHtml } from '../../src/domain/markup.ts';
import { dollars } from '../../src/domain/money.ts';
import { findDayNumber, isoDate, weekdayOf } from '../../src/domain/time/calendar.ts';
import type { Desk, Simulated } from '../desk.ts';
import { type Answer, type Call, plain, xml } from '../exchange.ts';
import type { Consignment, End } from '../price-book.ts';
import type { Protocol } from '../protocol.ts';
import { elementsOf, textOf } from '../xml-text.ts';

const credentials = {
  username: 'CIT00000000000099999',
  password: 'sim-tnt-password',
  account: '99999',
};
const namespace = 'http://www.tntexpress.com.au';

const products = [
  { code: '712', description: '9:00 Express', stringId: 'tnt_nine_express', by: '09:00:00' },
  { code: 'EX10', description: '10:00 Express', stringId: 'tnt_ten_express', by: '10:00:00' },
  { code: 'EX12', description: '12:00 Express', stringId: 'tnt_twelve_express', by: '12:00:00' },
  {
    code: '75',
    description: 'Overnight Express',
    stringId: 'tnt_overnight_express',
    by: '17:00:00',
  },
  { code: '76', description: 'Road Express', stringId: 'tnt_road_express', by: '17:00:00' },
] as const;

export const tnt: Simulated = { carrier: 'tnt', name: 'TNT Express', open };

function open(desk: Desk): Protocol {
  return {
    basePath: '',
    credentials,
    routes: [
      {
        method: 'POST',
        path: '/Rtt/inputRequest.asp',
        operation: 'quote',
        takes: 'form',
        answer: (call) => rate(desk, call),
      },
    ],
    authenticate: (call) => {
      const form = new URLSearchParams(call.text);
      const isKnown =
        form.get('Username') === credentials.username &&
        form.get('Password') === credentials.password;
      return isKnown ? 'welcome' : 'unknown';
    },
    refuse: ({ kind, status, sentence }) =>
      kind === 'unauthorised' ? problem(sentence) : plain(sentence, status),
  };
}

/** TNT reports even wrong credentials with a 200. */
const problem = (description: string): Answer =>
  xml(
    `<response xmlns="${namespace}"><error><description>${escapeHtml(description)}</description></error></response>`,
  );

const broken = (rules: readonly (readonly [string, string])[]): Answer => {
  const list = rules.map(
    ([code, description]) =>
      `<brokenRule><code>${code}</code><description>${escapeHtml(description)}</description></brokenRule>`,
  );
  return xml(
    `<response xmlns="${namespace}"><ratedTransitTimeResponse><brokenRules>${list.join('')}</brokenRules></ratedTransitTimeResponse></response>`,
  );
};

function endOf(enquiry: string, element: string): End {
  const [address = ''] = elementsOf(enquiry, element);
  return {
    suburb: textOf(address, 'suburb'),
    postcode: textOf(address, 'postCode'),
    state: textOf(address, 'state'),
    country: 'AU',
    isResidential: false,
  };
}

function rate(desk: Desk, call: Call): Answer {
  const enquiry = new URLSearchParams(call.text).get('XMLRequest') ?? '';
  if (elementsOf(enquiry, 'ratedTransitTimeEnquiry').length === 0) {
    return problem('The request could not be parsed: no ratedTransitTimeEnquiry.');
  }
  if (textOf(enquiry, 'senderAccount') !== credentials.account) {
    return problem('The sender account is not valid for this user.');
  }
  const [from, to] = [endOf(enquiry, 'collectionAddress'), endOf(enquiry, 'deliveryAddress')];
  const rules: [string, string][] = [];
  if (!desk.prices.isPlace(from))
    rules.push(['590', 'The sender suburb and postcode are not valid.']);
  if (!desk.prices.isPlace(to))
    rules.push(['591', 'The receiver suburb and postcode are not valid.']);
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(textOf(enquiry, 'userCurrentLocalDateTime'))) {
    rules.push(['472', 'The current local date and time is not valid.']);
  }
  const day = findDayNumber(textOf(enquiry, 'shippingDate'));
  if (day === undefined || weekdayOf(day) > 5) {
    rules.push(['475', 'The shipping date falls on a weekend or public holiday.']);
  }
  const parcels = elementsOf(enquiry, 'packageLine').map(parcelOf);
  if (parcels.length === 0) rules.push(['352', 'No package lines were given.']);
  if (rules.length > 0 || day === undefined) return broken(rules);
  const isDangerous = textOf(enquiry, 'dangerous') === 'true';
  return presentProducts(desk, call, { from, to, parcels, isDangerous }, day);
}

function parcelOf(line: string): Consignment['parcels'][number] {
  const [dimensions = ''] = elementsOf(line, 'dimensions');
  const number = (text: string): number => (/^\d{1,6}(\.\d{1,4})?$/.test(text) ? Number(text) : 0);
  // The schema has a `weight` element inside a `weight` element.
  const [weight = ''] = elementsOf(line, 'weight');
  return {
    quantity: Math.max(1, number(textOf(line, 'numberOfPackages'))),
    kg: number(textOf(weight, 'weight')),
    lengthCm: number(textOf(dimensions, 'length')),
    widthCm: number(textOf(dimensions, 'width')),
    heightCm: number(textOf(dimensions, 'height')),
    packaging: 'Carton',
  };
}

function presentProducts(desk: Desk, call: Call, consignment: Consignment, day: number): Answer {
  const rules: [string, string][] = [];
  const rated = products.flatMap(({ code, description, stringId, by }) => {
    const price = desk.rate(call, stringId, consignment);
    if (!price.isPriced) {
      rules.push(['352', `Cannot send with service ${code}: ${price.sentence}.`]);
      return [];
    }
    const delivery = `${isoDate(day + price.maxDays)}T${by}`;
    return [
      `<ratedProduct><product><code>${code}</code><description>${description}</description></product>` +
        `<quote currency="AUD"><price>${dollars(price.exCents).toFixed(2)}</price></quote>` +
        `<estimatedDeliveryDateTime>${delivery}</estimatedDeliveryDateTime></ratedProduct>`,
    ];
  });
  if (rated.length === 0) return broken(rules);
  return xml(
    `<response xmlns="${namespace}"><ratedTransitTimeResponse><ratedProducts>${rated.join('')}</ratedProducts></ratedTransitTimeResponse></response>`,
  );
}
