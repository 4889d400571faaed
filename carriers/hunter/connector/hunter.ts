// Hunter Express: prices of road freight. Requests of bookings and statuses are public, but not their answers, so a person books.
import type { CarrierAccount, CarrierReply, Connector } from '../../../src/application/ports.ts';
import {
  basicAuthorisation,
  gstField,
  gstIncluded,
} from '../../../src/domain/connectors/account-setting.ts';
import {
  badAnswer,
  centsAt,
  findJson,
  jsonOf,
  textAt,
} from '../../../src/domain/connectors/carrier-answer.ts';
import {
  type PieceLine,
  packagingFamilyName,
  pieceLine,
} from '../../../src/domain/connectors/piece-line.ts';
import { trialCarton, trialPriceToCompare } from '../../../src/domain/connectors/trial-carton.ts';
import type { Cents } from '../../../src/domain/money.ts';

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
};

function quoteRequest(
  account: CarrierAccount,
  from: Place,
  to: Place,
  lines: readonly PieceLine[],
) {
  return {
    method: 'POST',
    path: '/quote/get-quote',
    isRepeatable: true,
    body: {
      json: {
        customerCode: account.customer_code ?? '',
        fromLocation: locationOf(from),
        toLocation: locationOf(to),
        goods: lines.map((line) => goodsOf(account, line)),
      },
    },
  } as const;
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
  if (reply.status >= 400) {
    const words = textAt(findJson(reply.bytes), 'errorMessage');
    throw badAnswer(words || `the carrier answered ${reply.status}`);
  }
  const answer = jsonOf(reply.bytes);
  const words = textAt(answer, 'errorMessage');
  if (words !== '') throw badAnswer(words);
  if (!Array.isArray(answer)) throw badAnswer('no list of services');
  const offer = answer.find((one) => textAt(one, 'serviceCode') === roadFreight);
  const failed = answer.map((one) => textAt(one, 'errorMessage')).find((text) => text !== '');
  if (offer === undefined && failed !== undefined) throw badAnswer(failed);
  if (offer === undefined) return undefined;
  const cents = centsAt(offer, 'fee');
  if (cents === undefined || cents <= 0) throw badAnswer('fee is not a price');
  return cents;
}
