// Mainfreight Australia: prices and tracking. Its codes for Australian shipments are not public, so a person books.
import type { CarrierReply, CarrierScan, Connector } from '../../../src/application/ports.ts';
import {
  type Answer,
  badAnswer,
  centsAt,
  findJson,
  jsonOf,
  listAt,
  saysNotThere,
  textAt,
} from '../../../src/domain/connectors/carrier-answer.ts';
import {
  type PieceLine,
  packagingFamilyName,
  pieceLine,
} from '../../../src/domain/connectors/piece-line.ts';
import { get, post } from '../../../src/domain/connectors/request.ts';
import { trialCarton, trialPriced } from '../../../src/domain/connectors/trial-carton.ts';
import { homeZone } from '../../../src/domain/time/home-clock.ts';
import { findWrittenInstant } from '../../../src/domain/time/instant-text.ts';

const service = 'mainfreight';
/** The interface gives no transit times. */
const transit = { text: '1-5 business days', minDays: 1, maxDays: 5 };

/** Windows names, of which the carrier accepts a list without Tasmania's; Hobart's clock is Sydney's. */
const zones: Readonly<Record<string, string>> = {
  NSW: 'AUS Eastern Standard Time',
  ACT: 'AUS Eastern Standard Time',
  VIC: 'AUS Eastern Standard Time',
  QLD: 'E. Australia Standard Time',
  SA: 'Cen. Australia Standard Time',
  NT: 'AUS Central Standard Time',
  WA: 'W. Australia Standard Time',
  TAS: 'AUS Eastern Standard Time',
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
  gst: { prices: 'included', evidence: 'the charge is named TotalIncludingGSTAmount' },
  check: function* (account, { pickupDate }) {
    const { from, to, line } = trialCarton;
    totalOf(yield rateRequest(account, from, to, [line], pickupDate));
    return trialPriced;
  },
  quote: function* (account, { shipment, pickupDate }) {
    const { sender, receiver } = shipment;
    const lines = shipment.lines.map(pieceLine);
    const priceCents = totalOf(yield rateRequest(account, sender, receiver, lines, pickupDate));
    return new Map([[service, { priceCents, transit }]]);
  },
  reportsProof: true,
  track: function* (_account, { connote }) {
    const query = new URLSearchParams({
      serviceType: 'TransportAU',
      reference: connote,
      region: 'AU',
    });
    const reply = yield get(`/Tracking/1.1/References?${query}`);
    if (saysNotThere(reply)) return [];
    if (reply.status >= 400) throw badAnswer(sentenceOf(reply));
    const references = jsonOf(reply.bytes);
    if (!Array.isArray(references)) throw badAnswer('no list of references');
    return references.flatMap((one) => {
      const scans = listAt(one, 'events').flatMap(scanOf);
      const proof = listAt(one, 'relatedItems').find(
        (item) => textAt(item, 'type') === 'ProofOfDelivery',
      );
      const newest = scans.at(-1);
      if (newest !== undefined && proof !== undefined) newest.proofUrl = textAt(proof, 'value');
      return scans;
    });
  },
};

function rateRequest(
  account: Readonly<Record<string, string>>,
  from: Place,
  to: Place,
  lines: readonly PieceLine[],
  pickupDate: string,
) {
  const { account_code = '', service_level = '' } = account;
  return post('/transport/1.0/customer/rate?region=AU', {
    account: { code: account_code },
    serviceLevel: { code: service_level },
    origin: {
      freightRequiredDateTime: `${pickupDate}T12:00:00`,
      freightRequiredDateTimeZone: zones[from.state] ?? zones.NSW,
      address: addressOf(from),
    },
    destination: { address: addressOf(to) },
    freightDetails: lines.map((line) => freightOf(account, line)),
  });
}

function addressOf({ suburb, postcode, state, country }: Place) {
  return { suburb, postCode: postcode, city: suburb, state, countryCode: country };
}

/** Sides in metres; weight and volume of the whole line. */
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

/** A refusal has no published codes, so none of them means that the route is not served. */
function totalOf(reply: CarrierReply): number {
  if (reply.status >= 400) throw badAnswer(sentenceOf(reply));
  const total = listAt(jsonOf(reply.bytes), 'charges').find(
    (one) => textAt(one, 'name') === 'TotalIncludingGSTAmount',
  );
  const cents = centsAt(total, 'value');
  if (cents === undefined || cents <= 0)
    throw badAnswer(wordsOf(reply) || 'no TotalIncludingGSTAmount');
  return cents;
}

function sentenceOf(reply: CarrierReply): string {
  return wordsOf(reply) || `the carrier answered ${reply.status}`;
}

function wordsOf({ bytes }: CarrierReply): string {
  const answer = findJson(bytes);
  return [answer, ...listAt(answer, 'errors')]
    .map((one) => textAt(one, 'message') || (typeof one === 'string' ? one : ''))
    .filter((text) => text !== '')
    .join('; ');
}

/** Times without an offset are Sydney's. */
function scanOf(event: Answer): CarrierScan[] {
  const description = textAt(event, 'displayName') || textAt(event, 'code');
  if (description === '') return [];
  const datetime = textAt(event, 'eventDateTime');
  const occurredAtMs = findWrittenInstant(datetime, homeZone);
  return [{ piece: undefined, occurredAtMs, raw: { datetime, description } }];
}
