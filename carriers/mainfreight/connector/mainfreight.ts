// Mainfreight Australia: prices. How its shipments nest is only known in part, so bookings are a person's.

import type { CarrierRequest, Connector, ServiceAbsence } from '../../../src/application/ports.ts';
import {
  badAnswer,
  centsAt,
  findJson,
  jsonOf,
  listAt,
  textAt,
} from '../../../src/domain/connectors/carrier-answer.ts';
import {
  type PieceLine,
  packagingFamilyName,
  pieceLine,
} from '../../../src/domain/connectors/piece-line.ts';
import { trialCarton, trialPriced } from '../../../src/domain/connectors/trial-carton.ts';

const service = 'mainfreight';
/** The interface gives no times. */
const transit = { text: '1-5 business days', minDays: 1, maxDays: 5 };

/** Its time zones have the names that Windows gives them. */
const zones: Readonly<Record<string, string>> = {
  NSW: 'AUS Eastern Standard Time',
  ACT: 'AUS Eastern Standard Time',
  VIC: 'AUS Eastern Standard Time',
  QLD: 'E. Australia Standard Time',
  SA: 'Cen. Australia Standard Time',
  NT: 'AUS Central Standard Time',
  WA: 'W. Australia Standard Time',
  TAS: 'Tasmania Standard Time',
};

type Place = { suburb: string; postcode: string; state: string; country: string };

export const mainfreight: Connector = {
  carrier: 'mainfreight',
  reach: 'domestic',
  services: [{ stringId: service, product: 'EXP' }],
  fields: [
    { name: 'api_key', label: 'the secret key', isSecret: true },
    { name: 'account_code', label: 'the account', isSecret: false },
    { name: 'service_level', label: 'EXP, FTL, MSD or MOV', isSecret: false, defaultText: 'EXP' },
    {
      name: 'pack_type_carton',
      label: "the carrier's code for a carton",
      isSecret: false,
      defaultText: 'CTN',
    },
    {
      name: 'pack_type_pallet',
      label: "the carrier's code for a pallet",
      isSecret: false,
      defaultText: 'PLT',
    },
  ],
  baseUrl: ({ base_url }) => base_url ?? 'https://api.mainfreight.com',
  authorise: ({ api_key = '' }) => ({ authorization: `Secret ${api_key}` }),
  check: function* (account, { pickupDate }) {
    const { from, to, line } = trialCarton;
    const reply = yield request(account, from, to, [line], pickupDate);
    if (reply.status >= 400) throw badAnswer(sentenceOf(reply));
    totalOf(jsonOf(reply.bytes));
    return trialPriced;
  },
  quote: function* (account, { shipment, pickupDate }) {
    const { sender, receiver } = shipment;
    const reply = yield request(
      account,
      sender,
      receiver,
      shipment.lines.map(pieceLine),
      pickupDate,
    );
    if (reply.status >= 400) return new Map([[service, { absence: absenceOf(sentenceOf(reply)) }]]);
    return new Map([[service, { priceCents: totalOf(jsonOf(reply.bytes)), transit }]]);
  },
};

function request(
  account: Readonly<Record<string, string>>,
  from: Place,
  to: Place,
  lines: readonly PieceLine[],
  pickupDate: string,
): CarrierRequest {
  const { account_code = '', service_level = '' } = account;
  return {
    method: 'POST',
    path: '/transport/1.0/customer/rate?region=AU',
    isRepeatable: true,
    body: {
      json: {
        account: { code: account_code },
        serviceLevel: { code: service_level },
        origin: {
          freightRequiredDateTime: `${pickupDate}T12:00:00`,
          freightRequiredDateTimeZone: zones[from.state] ?? zones.NSW,
          address: addressOf(from),
        },
        destination: { address: addressOf(to) },
        freightDetails: lines.map((line) => freightOf(account, line)),
      },
    },
  };
}

function addressOf({ suburb, postcode, state, country }: Place) {
  return { suburb, postCode: postcode, city: suburb, state, countryCode: country };
}

/** Metres, and of the whole line weight and volume. */
function freightOf(account: Readonly<Record<string, string>>, line: PieceLine) {
  const isPallet = ['Pallet', 'Skid', 'Crate'].includes(packagingFamilyName(line.packaging));
  const metres = (cm: number): number => Number((cm / 100).toFixed(4));
  return {
    units: line.quantity,
    packTypeCode: account[isPallet ? 'pack_type_pallet' : 'pack_type_carton'] ?? '',
    height: metres(line.heightCm),
    length: metres(line.lengthCm),
    width: metres(line.widthCm),
    weight: (Math.round(line.weightKg * 1000) * line.quantity) / 1000,
    volume: Number((line.cubicMetres * line.quantity).toFixed(6)),
  };
}

function totalOf(answer: unknown): number {
  const total = listAt(answer, 'charges').find(
    (one) => textAt(one, 'name') === 'TotalIncludingGSTAmount',
  );
  const cents = centsAt(total, 'value');
  if (cents === undefined || cents <= 0) throw badAnswer('no TotalIncludingGSTAmount');
  return cents;
}

function sentenceOf({ bytes, status }: { bytes: Uint8Array; status: number }): string {
  const answer = findJson(bytes);
  const texts = [answer, ...listAt(answer, 'errors')]
    .map((one) => textAt(one, 'message') || (typeof one === 'string' ? one : ''))
    .filter((text) => text !== '');
  return texts.length === 0 ? `the carrier answered ${status}` : texts.join('; ');
}

function absenceOf(sentence: string): ServiceAbsence['absence'] {
  const message = sentence.slice(0, 200);
  if (/suburb|postcode|post code|address|location|route/i.test(message))
    return { code: 'route_not_served', serviceability: 'no_route', message };
  if (/weight|height|length|width|volume/i.test(message))
    return { code: 'item_not_carried', serviceability: 'no_items', message };
  throw badAnswer(message);
}
