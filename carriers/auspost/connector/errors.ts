// Errors of the Shipping and Tracking interface. Only codes that the carrier documents as "not available" mean that a service
// is not offered; every other refusal is a fault in our request or account.
import type { CarrierReply, ServiceAbsence } from '../../../src/application/ports.ts';
import {
  type Answer,
  badAnswer,
  findJson,
  listAt,
  textAt,
} from '../../../src/domain/connectors/carrier-answer.ts';

/** The carrier has no such shipment. */
export const notFound = '44013';
/** Refuses a whole tracking request: one of its numbers is unknown, and the carrier does not say which. */
export const unknownNumberAmongSeveral = '51104';
/** Stands in the result of a single unknown number. */
export const unknownNumber = 'ESB-10001';

export type ApiError = { code: string; name: string; message: string; field: string };

export function errorOf(error: Answer): ApiError {
  return {
    code: textAt(error, 'code') || textAt(error, 'error_code'),
    name: textAt(error, 'name') || textAt(error, 'error_name'),
    message: textAt(error, 'message'),
    field: textAt(error, 'field'),
  };
}

export function errorsOf({ bytes }: CarrierReply): ApiError[] {
  return listAt(findJson(bytes), 'errors').map(errorOf);
}

export function sentenceOf(errors: readonly ApiError[], { status }: CarrierReply): string {
  return wordsOf(errors) || `the carrier answered ${status}`;
}

export function wordsOf(errors: readonly ApiError[]): string {
  return errors.map(({ code, message, name }) => `${code} ${message || name}`.trim()).join('; ');
}

const noRoute = { code: 'route_not_served', serviceability: 'no_route' } as const;
const noItems = { code: 'item_not_carried', serviceability: 'no_items' } as const;
const noService = { code: 'service_not_offered', serviceability: 'no_service' } as const;

/** From the carrier's reference of Get Item Prices and Create Shipments. */
const absences: Readonly<Record<string, typeof noRoute | typeof noItems | typeof noService>> = {
  '41007': noRoute, // FROM_POSTCODE_DOES_NOT_MATCH_CONTRACT
  '42001': noRoute, // NO_PRODUCTS_FOUND for origin and destination
  '42002': noService, // NO_PRICES_FOR_PRODUCT
  '42006': noItems, // MAX_WIDTH
  '42007': noItems, // MAX_HEIGHT
  '42008': noItems, // MAX_LENGTH
  '42009': noItems, // MAX_VOLUME
  '42010': noItems, // MAX_WEIGHT
  '42011': noItems, // TWO_DIMENSIONS_LESS_THAN_5CM
  '42012': noService, // PRODUCT_NOT_SUPPORTED_BY_CONTRACT_ERROR
  '43003': noItems, // NO_PRICE_SCALE_FOUND_FOR_QUANTITY
  '44003': noService, // DANGEROUS_GOODS_NOT_SUPPORTED_BY_PRODUCT_ERROR
  '66004': noService, // NO_CONTRACT_PRICING_AVAILABLE
};

/** Why the service has no price; undefined when one of the errors is not about the shipment. */
export function absenceOf(errors: readonly ApiError[]): ServiceAbsence['absence'] | undefined {
  const known = errors.map(({ code }) => absences[code]);
  const [first] = errors;
  const [absence] = known;
  if (first === undefined || absence === undefined || known.includes(undefined)) return undefined;
  return { ...absence, message: first.message || first.name };
}

/** The gateway before the service sends some errors with a status of success. */
export function refuseErrors(reply: CarrierReply): void {
  const errors = errorsOf(reply);
  if (reply.status >= 400 || errors.length > 0) throw badAnswer(sentenceOf(errors, reply));
}
