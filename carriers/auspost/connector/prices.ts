// Prices of the Shipping and Tracking interface, including GST, fuel and other surcharges. They come from `prices/shipments`:
// `prices/items` excludes surcharges, so every booking would cost more than its quote. One request prices every product, each
// as a shipment; if the carrier refuses it because of one product, each product is priced on its own.
import type {
  CarrierAccount,
  CarrierReply,
  CarrierRequest,
  ConnectedService,
  Conversation,
  ServiceAbsence,
  ServiceOffer,
  ServiceOffers,
} from '../../../src/application/ports.ts';
import {
  type Answer,
  badAnswer,
  centsAt,
  jsonOf,
  listAt,
  textAt,
} from '../../../src/domain/connectors/carrier-answer.ts';
import {
  type PieceLine,
  pieceLine,
  singlePieces,
} from '../../../src/domain/connectors/piece-line.ts';
import { post } from '../../../src/domain/connectors/request.ts';
import type { Shipment, ShipmentEnd } from '../../../src/domain/quotes/shipment.ts';
import { noProduct, packagingType, productOf } from './account.ts';
import { absenceOf, errorOf, errorsOf, sentenceOf, wordsOf } from './errors.ts';
import type { Family } from './family.ts';

type Offer = ServiceOffer | ServiceAbsence;

export function* prices(
  family: Family,
  account: CarrierAccount,
  shipment: Shipment,
): Conversation<ServiceOffers> {
  const services = family.services.filter(
    ({ stringId }) => productOf(account, stringId) !== noProduct,
  );
  if (services.length === 0) return new Map();
  const reply = yield priceRequest(account, services, shipment);
  const answer = pricesIn(reply);
  if (answer !== undefined) return offersOf(family, account, services, answer);
  if (services.length === 1) return absentOrThrow(services, reply);
  const offers = new Map<string, Offer>();
  for (const service of services) {
    const single = yield priceRequest(account, [service], shipment);
    const own = pricesIn(single);
    const found =
      own === undefined
        ? absentOrThrow([service], single)
        : offersOf(family, account, [service], own);
    for (const [stringId, offer] of found) offers.set(stringId, offer);
  }
  return offers;
}

/** Undefined if the carrier refused the request, which it may do with a success status. */
function pricesIn({ status, bytes }: CarrierReply): Answer | undefined {
  const answer = status < 400 ? jsonOf(bytes) : undefined;
  return listAt(answer, 'errors').length > 0 ? undefined : answer;
}

function priceRequest(
  account: CarrierAccount,
  services: readonly ConnectedService[],
  shipment: Shipment,
): CarrierRequest {
  const pieces = singlePieces(shipment.lines.map(pieceLine));
  return post('/prices/shipments', {
    shipments: services.map(({ stringId }) => ({
      shipment_reference: stringId,
      from: place(shipment.sender),
      to: place(shipment.receiver),
      items: pieces.map((piece, n) => ({
        item_reference: String(n + 1),
        product_id: productOf(account, stringId),
        ...measures(piece),
        authority_to_leave: shipment.authorityToLeave,
      })),
    })),
  });
}

function place({ suburb, state, postcode }: ShipmentEnd) {
  return { suburb, state, postcode };
}

function measures(piece: PieceLine) {
  return {
    length: piece.lengthCm,
    width: piece.widthCm,
    height: piece.heightCm,
    weight: piece.weightKg,
    packaging_type: packagingType(piece),
  };
}

/** Matches answers by our reference, else by product, else by the order of the request. */
function offersOf(
  family: Family,
  account: CarrierAccount,
  services: readonly ConnectedService[],
  answer: Answer,
): Map<string, Offer> {
  const priced = listAt(answer, 'shipments');
  if (priced.length === 0) throw badAnswer('no shipment with a price');
  const offers = new Map<string, Offer>();
  for (const [n, { stringId }] of services.entries()) {
    const product = productOf(account, stringId);
    const shipment =
      priced.find((one) => textAt(one, 'shipment_reference') === stringId) ??
      priced.find((one) => isOf(one, product)) ??
      (priced.length === services.length ? priced[n] : undefined);
    offers.set(stringId, offerOf(family, stringId, shipment));
  }
  return offers;
}

function isOf(answer: Answer, product: string): boolean {
  const items = listAt(answer, 'items');
  return items.length > 0 && items.every((item) => textAt(item, 'product_id') === product);
}

function offerOf(family: Family, stringId: string, shipment: Answer): Offer {
  if (shipment === undefined) return { absence: notPriced };
  const errors = listAt(shipment, 'errors').map(errorOf);
  const absence = absenceOf(errors);
  if (absence !== undefined) return { absence };
  if (errors.length > 0) throw badAnswer(wordsOf(errors));
  const transit = family.transits[stringId];
  const priceCents = centsAt(shipment, 'shipment_summary', 'total_cost');
  if (transit === undefined || priceCents === undefined || priceCents <= 0)
    throw badAnswer('shipment_summary.total_cost is not a price');
  return { priceCents, transit };
}

function absentOrThrow(
  services: readonly ConnectedService[],
  reply: CarrierReply,
): Map<string, Offer> {
  const errors = errorsOf(reply);
  const absence = absenceOf(errors);
  if (absence === undefined) throw badAnswer(sentenceOf(errors, reply));
  return new Map(services.map(({ stringId }) => [stringId, { absence }]));
}

const notPriced = {
  code: 'service_not_offered',
  serviceability: 'no_service',
  message: 'the carrier has no price for this shipment',
} as const;
