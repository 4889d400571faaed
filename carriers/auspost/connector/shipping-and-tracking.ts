// Australia Post's Shipping and Tracking interface, which StarTrack shares: prices, shipments, labels, orders and tracking.
// `Family` holds the differences between the two.
//
// A booking whose answer was lost is looked up by `sender_reference` and never sent again.
import type {
  AccountField,
  CarrierManifest,
  CarrierScan,
  Connector,
  Conversation,
  TrackedNumber,
} from '../../../src/application/ports.ts';
import { basicAuthorisation } from '../../../src/domain/connectors/account-setting.ts';
import {
  type Answer,
  badAnswer,
  jsonOf,
  listAt,
  requiredText,
  textAt,
} from '../../../src/domain/connectors/carrier-answer.ts';
import { CarrierTrouble } from '../../../src/domain/connectors/carrier-trouble.ts';
import { get, postOnce, repeatable } from '../../../src/domain/connectors/request.ts';
import { inPortions } from '../../../src/domain/connectors/tracked-numbers.ts';
import { connoteKey } from '../../../src/domain/tracking/connote-key.ts';
import { noProduct, productField, productOf } from './account.ts';
import {
  errorsOf,
  notFound,
  refuseErrors,
  sentenceOf,
  unknownNumberAmongSeveral,
} from './errors.ts';
import type { Family } from './family.ts';
import { labelBytes } from './label.ts';
import { prices } from './prices.ts';
import { chooseProducts } from './products.ts';
import { scansOf } from './scans.ts';
import { bookAnswer, foundShipment, mostFound, shipmentBody } from './shipment.ts';

const production = 'https://digitalapi.auspost.com.au/shipping/v1';
/** As many ids as an address has room for. */
const mostIdsTogether = 50;
/** Enough to single out several unknown shipments among hundreds. */
const mostRequests = 80;

export function shippingAndTracking(family: Family): Connector {
  const { carrier, services } = family;
  return {
    carrier,
    reach: 'domestic',
    services,
    fields: fieldsOf(family),
    bookingNeeds: { sender: ['name', 'street'], receiver: ['name', 'street'] },
    baseUrl: ({ base_url }) => base_url ?? production,
    authorise: ({ api_key = '', password = '', account_number = '' }) => ({
      authorization: basicAuthorisation(api_key, password),
      'account-number': account_number,
    }),
    // The carrier allows ten tracking requests a minute; two are left for people.
    pace: { track: { requests: 8, perMs: 60_000 } },
    labelFormats: ['pdf', 'zpl'],
    check: function* ({ account_number = '' }) {
      const reply = yield get(`/accounts/${encodeURIComponent(account_number)}`);
      refuseErrors(reply);
      const names = listAt(jsonOf(reply.bytes), 'postage_products').map((one) =>
        [textAt(one, 'product_id'), textAt(one, 'type')].filter((text) => text !== '').join(' '),
      );
      return `The account ${account_number} may use ${names.length === 0 ? 'no products yet' : names.join(', ')}.`;
    },
    discover: function* ({ account_number = '' }) {
      const reply = yield get(`/accounts/${encodeURIComponent(account_number)}`);
      refuseErrors(reply);
      return chooseProducts(family, jsonOf(reply.bytes));
    },
    gst: { prices: 'included', evidence: '`total_cost` is `total_cost_ex_gst` plus `total_gst`' },
    quote: (account, { shipment }) => prices(family, account, shipment),
    book: function* (account, order) {
      if (productOf(account, order.confirmation.carrier) === noProduct)
        return { rejected: 'the account has no product for this service' };
      const reply = yield postOnce('/shipments', { shipments: [shipmentBody(account, order)] });
      return bookAnswer(reply, order);
    },
    find: function* (_account, order) {
      const query = new URLSearchParams({
        offset: '0',
        number_of_shipments: String(mostFound),
        sender_reference: order.reference,
      });
      return foundShipment(yield get(`/shipments?${query}`), order);
    },
    cancel: function* (_account, { carrierId }) {
      const reply = yield repeatable('DELETE', `/shipments/${encodeURIComponent(carrierId)}`);
      const errors = errorsOf(reply);
      // The shipment has already been deleted. Any other 404 may mean that the service's address is wrong.
      if (errors.some(({ code }) => code === notFound)) return 'cancelled';
      if (reply.status < 300 && errors.length === 0) {
        if (reply.bytes.length > 0) jsonOf(reply.bytes);
        return 'cancelled';
      }
      return { refused: sentenceOf(errors, reply) };
    },
    label: function* (_account, { carrierId, stringId }, format) {
      return { format, bytes: yield* labelBytes(family, carrierId, stringId, format) };
    },
    manifest: function* (_account, consignments, reference) {
      const reply = yield {
        ...repeatable('PUT', '/orders'),
        isRepeatable: false,
        body: {
          json: {
            order_reference: reference,
            payment_method: 'CHARGE_TO_ACCOUNT',
            shipments: consignments.map(({ carrierId }) => ({ shipment_id: carrierId })),
          },
        },
      };
      refuseErrors(reply);
      return { manifestId: requiredText(jsonOf(reply.bytes), 'order', 'order_id') };
    },
    manifestDocument: function* ({ account_number = '' }, manifestId) {
      const path = `/accounts/${encodeURIComponent(account_number)}/orders/${encodeURIComponent(manifestId)}/summary`;
      const summary = yield { ...get(path), headers: { accept: 'application/pdf' } };
      const isPdf = summary.status === 200 && /pdf/i.test(summary.contentType);
      return isPdf ? summary.bytes : undefined;
    },
    findManifests: function* (_account, consignments) {
      const found = new Map<string, CarrierManifest | 'unknown'>();
      const ids = consignments.map(({ carrierId }) => carrierId);
      const waiting = inPortions(ids, mostIdsTogether);
      for (let requests = 0; requests < mostRequests; requests += 1) {
        const some = waiting.shift();
        if (some === undefined) return found;
        const refusal = yield* findOrders(some, found);
        if (refusal === undefined) continue;
        // One unknown id makes the carrier refuse them all. If it does not name that id, halve the list until it stands alone.
        const named = some.length === 1 ? some : some.filter((id) => refusal.has(id));
        for (const id of named) found.set(id, 'unknown');
        const rest = some.filter((id) => !named.includes(id));
        waiting.push(
          ...inPortions(rest, named.length > 0 ? rest.length : Math.ceil(rest.length / 2)),
        );
      }
      // Treat ids without an answer as unknown: with them, the carrier would refuse the whole manifest.
      for (const id of waiting.flat()) found.set(id, 'unknown');
      return found;
    },
    trackBatch: 10,
    ...(family.tracksConnotes === true ? { tracksConnotes: true } : {}),
    track: function* (_account, { pieces }, numbers) {
      const found = yield* trackNumbers(numbers.map((number) => ({ number, pieces })));
      return [...found.values()].flatMap((scans) => {
        if (scans instanceof CarrierTrouble) throw scans;
        return scans;
      });
    },
    trackMany: (_account, numbers) => trackNumbers(numbers),
  };
}

type TrackedScans = Map<string, readonly CarrierScan[] | CarrierTrouble>;

function* trackNumbers(numbers: readonly TrackedNumber[]): Conversation<TrackedScans> {
  const ids = numbers.map(({ number }) => encodeURIComponent(number)).join(',');
  const reply = yield get(`/track?tracking_ids=${ids}`);
  const [first] = numbers;
  const areOfOne = numbers.every(({ pieces }) => pieces === first?.pieces);
  const isUnknown = errorsOf(reply).some(({ code }) => code === unknownNumberAmongSeveral);
  if (isUnknown && numbers.length === 1) return new Map();
  // Numbers of several consignments are tracked one consignment at a time after a refusal.
  if (isUnknown && areOfOne) return yield* trackEach(numbers);
  refuseErrors(reply);
  const results = listAt(jsonOf(reply.bytes), 'tracking_results');
  const numberOf = (result: Answer): TrackedNumber | undefined => {
    const id = connoteKey(textAt(result, 'tracking_id'));
    const own = numbers.find(({ number }) => connoteKey(number) === id);
    if (own !== undefined || areOfOne) return own ?? first;
    throw badAnswer(`a result for ${id === '' ? 'no number' : id}, which was not requested`);
  };
  const own = Map.groupBy(results, numberOf);
  return new Map(numbers.map((one) => [one.number, readScans(own.get(one) ?? [], one.pieces)]));
}

function* trackEach(numbers: readonly TrackedNumber[]): Conversation<TrackedScans> {
  const found: TrackedScans = new Map();
  for (const one of numbers)
    for (const [number, scans] of yield* trackNumbers([one])) found.set(number, scans);
  return found;
}

/** An error in one number's result is returned as its value, so that the other numbers keep their scans. */
function readScans(
  results: readonly Answer[],
  pieces: readonly string[],
): readonly CarrierScan[] | CarrierTrouble {
  try {
    return results.flatMap((result) => scansOf(result, pieces));
  } catch (error) {
    if (!(error instanceof CarrierTrouble)) throw error;
    return error;
  }
}

/**
 * Notes the orders of these shipments. If the carrier does not know one of them, returns the words of its refusal, which may
 * name it. Other refusals say nothing about any of them.
 */
function* findOrders(
  ids: readonly string[],
  found: Map<string, CarrierManifest | 'unknown'>,
): Conversation<ReadonlySet<string> | undefined> {
  const reply = yield get(`/shipments?shipment_ids=${ids.map(encodeURIComponent).join(',')}`);
  if (reply.status >= 400) {
    const errors = errorsOf(reply);
    if (!errors.some(({ code }) => code === notFound)) return undefined;
    return new Set(sentenceOf(errors, reply).split(/[^\w-]+/));
  }
  for (const shipment of listAt(jsonOf(reply.bytes), 'shipments')) {
    const manifestId = textAt(shipment, 'order_id');
    if (manifestId !== '') found.set(textAt(shipment, 'shipment_id'), { manifestId });
  }
  return undefined;
}

function fieldsOf({ accountDigits, carrier, services, pickupsField }: Family): AccountField[] {
  return [
    { name: 'api_key', label: 'API key of the Shipping and Tracking interface', isSecret: true },
    { name: 'password', label: 'its password', isSecret: true },
    {
      name: 'account_number',
      label: `the ${accountDigits}-digit account number`,
      isSecret: false,
      problem: (value) =>
        new RegExp(`^\\d{${accountDigits}}$`).test(value)
          ? undefined
          : `must have ${accountDigits} digits`,
    },
    ...services.map(({ stringId, product }) => ({
      name: productField(stringId),
      label: `${carrier === 'auspost' ? 'Australia Post' : 'StarTrack'} product of the account for ${stringId}`,
      isSecret: false,
      defaultText: product,
    })),
    pickupsField,
  ];
}
