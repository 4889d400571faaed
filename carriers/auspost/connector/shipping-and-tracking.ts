// Australia Post's Shipping and Tracking interface, which StarTrack's accounts speak too: prices, shipments, labels, orders
// and tracking. What differs between the two (products, groups of labels, suburbs in prices) is passed in. Pure: requests
// are built and replies are read; nothing is sent from here.
//
// A shipment is found again by `sender_reference`, so a booking whose answer was lost is asked for, never repeated.
import type {
  AccountField,
  CarrierManifest,
  CarrierScan,
  Connector,
  Conversation,
  TrackedNumber,
} from '../../../src/application/ports.ts';
import {
  basicAuthorisation,
  pickupsField,
} from '../../../src/domain/connectors/account-setting.ts';
import {
  type Answer,
  badAnswer,
  jsonOf,
  listAt,
  requiredText,
  textAt,
} from '../../../src/domain/connectors/carrier-answer.ts';
import { CarrierTrouble } from '../../../src/domain/connectors/carrier-trouble.ts';
import { inPortions } from '../../../src/domain/connectors/tracked-numbers.ts';
import { connoteKey } from '../../../src/domain/tracking/connote-key.ts';
import { ask, noProduct, productField, productOf } from './account.ts';
import { errorsOf, notFound, refuseErrors, sentenceOf } from './errors.ts';
import type { Family } from './family.ts';
import { labelBytes } from './label.ts';
import { prices } from './prices.ts';
import { chooseProducts } from './products.ts';
import { scansOf } from './scans.ts';
import { bookAnswer, foundShipment, mostFound, shipmentBody } from './shipment.ts';

const production = 'https://digitalapi.auspost.com.au/shipping/v1';
/** As many as an address has room for. */
const mostShownTogether = 50;
/** Enough for several that it does not know among hundreds. */
const mostQuestions = 80;

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
    // Ten requests a minute are allowed for tracking, and a few are left for people.
    pace: { track: { requests: 8, perMs: 60_000 } },
    labelFormats: ['pdf', 'zpl'],
    check: function* ({ account_number = '' }) {
      const reply = yield ask('GET', `/accounts/${encodeURIComponent(account_number)}`);
      refuseErrors(reply);
      const names = listAt(jsonOf(reply.bytes), 'postage_products').map((one) =>
        [textAt(one, 'product_id'), textAt(one, 'type')].filter((text) => text !== '').join(' '),
      );
      return `The account ${account_number} may use ${names.length === 0 ? 'no products yet' : names.join(', ')}.`;
    },
    discover: function* ({ account_number = '' }) {
      const reply = yield ask('GET', `/accounts/${encodeURIComponent(account_number)}`);
      refuseErrors(reply);
      return chooseProducts(family, jsonOf(reply.bytes));
    },
    quote: (account, { shipment }) => prices(family, account, shipment),
    book: function* (account, order) {
      if (productOf(account, order.confirmation.carrier) === noProduct)
        return { rejected: 'the account has no product for this service' };
      const reply = yield {
        ...ask('POST', '/shipments'),
        isRepeatable: false,
        body: { json: { shipments: [shipmentBody(account, order)] } },
      };
      return bookAnswer(reply, order);
    },
    find: function* (_account, order) {
      const query = new URLSearchParams({
        offset: '0',
        number_of_shipments: String(mostFound),
        sender_reference: order.reference,
      });
      return foundShipment(yield ask('GET', `/shipments?${query}`), order);
    },
    cancel: function* (_account, { carrierId }) {
      const reply = yield { ...ask('DELETE', `/shipments/${encodeURIComponent(carrierId)}`) };
      const errors = errorsOf(reply);
      // Gone already: that is what was wanted. Any other "not found" may be about the address.
      if (errors.some(({ code }) => code === notFound)) return 'cancelled';
      if (reply.status < 300) {
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
        ...ask('PUT', '/orders'),
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
      const summary = yield { ...ask('GET', path), headers: { accept: 'application/pdf' } };
      const isPdf = summary.status === 200 && /pdf/i.test(summary.contentType);
      return isPdf ? summary.bytes : undefined;
    },
    findManifests: function* (_account, consignments) {
      const found = new Map<string, CarrierManifest | 'unknown'>();
      const ids = consignments.map(({ carrierId }) => carrierId);
      const toAsk = inPortions(ids, mostShownTogether);
      for (let asked = 0; asked < mostQuestions; asked += 1) {
        const some = toAsk.shift();
        if (some === undefined) return found;
        const refusal = yield* findOrders(some, found);
        if (refusal === undefined) continue;
        // One that it does not know makes it refuse them all. It may say which; else halves are asked about until one stands alone.
        const named = some.length === 1 ? some : some.filter((id) => refusal.has(id));
        for (const id of named) found.set(id, 'unknown');
        const rest = some.filter((id) => !named.includes(id));
        toAsk.push(
          ...inPortions(rest, named.length > 0 ? rest.length : Math.ceil(rest.length / 2)),
        );
      }
      // What it was not brought to answer for would be refused again, and everything else with it.
      for (const id of toAsk.flat()) found.set(id, 'unknown');
      return found;
    },
    tracksTogether: 10,
    track: function* (_account, { pieces }, numbers) {
      const heard = yield* trackNumbers(numbers.map((number) => ({ number, pieces })));
      return [...heard.values()].flatMap((scans) => {
        if (scans instanceof CarrierTrouble) throw scans;
        return scans;
      });
    },
    trackMany: (_account, numbers) => trackNumbers(numbers),
  };
}

function* trackNumbers(
  numbers: readonly TrackedNumber[],
): Conversation<Map<string, readonly CarrierScan[] | CarrierTrouble>> {
  const ids = numbers.map(({ number }) => encodeURIComponent(number)).join(',');
  const reply = yield ask('GET', `/track?tracking_ids=${ids}`);
  refuseErrors(reply);
  const results = listAt(jsonOf(reply.bytes), 'tracking_results');
  const [first] = numbers;
  const placed = (result: Answer): TrackedNumber | undefined => {
    const id = connoteKey(textAt(result, 'tracking_id'));
    const own = numbers.find(({ number }) => connoteKey(number) === id);
    if (own !== undefined || numbers.every(({ pieces }) => pieces === first?.pieces))
      return own ?? first;
    // Of one consignment it is plain whose it is; of several each is asked about alone then.
    throw badAnswer(`a result for ${id === '' ? 'no number' : id}, which was not asked about`);
  };
  const own = Map.groupBy(results, placed);
  return new Map(numbers.map((one) => [one.number, heardOf(own.get(one) ?? [], one.pieces)]));
}

/** What is wrong with one number is no matter of the others. */
function heardOf(
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

/** Which orders these are in; or the words it says so in, when it does not know one of them. Another refusal says nothing about any. */
function* findOrders(
  ids: readonly string[],
  found: Map<string, CarrierManifest | 'unknown'>,
): Conversation<ReadonlySet<string> | undefined> {
  const reply = yield ask(
    'GET',
    `/shipments?shipment_ids=${ids.map(encodeURIComponent).join(',')}`,
  );
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

function fieldsOf({ accountDigits, carrier, services }: Family): AccountField[] {
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
      label: `product of ${stringId} as ${carrier === 'auspost' ? 'Australia Post' : 'StarTrack'} gave it to the account`,
      isSecret: false,
      defaultText: product,
    })),
    pickupsField(),
  ];
}
