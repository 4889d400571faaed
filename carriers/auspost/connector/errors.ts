// Errors of the Shipping and Tracking interface, and which of them are an honest no rather than trouble of ours.
import type { CarrierReply, ServiceAbsence } from '../../../src/application/ports.ts';
import {
  type Answer,
  badAnswer,
  findJson,
  listAt,
  textAt,
} from '../../../src/domain/connectors/carrier-answer.ts';

/** The shipment is not there. */
export const notFound = '44013';

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
  const texts = errors.map(({ code, message, name }) => `${code} ${message || name}`.trim());
  return texts.length === 0 ? `the carrier answered ${status}` : texts.join('; ');
}

/** Why there is no price, when that is about the shipment and not about us. */
export function absenceOf(errors: readonly ApiError[]): ServiceAbsence['absence'] | undefined {
  const [first] = errors;
  if (first === undefined) return undefined;
  const words = `${first.name} ${first.message}`;
  const message = first.message || first.name;
  if (/weight|length|width|height|dimension|cubic|girth/i.test(words))
    return { code: 'item_not_carried', serviceability: 'no_items', message };
  if (/postcode|suburb|locality|address/i.test(words))
    return { code: 'route_not_served', serviceability: 'no_route', message };
  if (/NO_PRICE|PRODUCT|service/i.test(words))
    return { code: 'service_not_offered', serviceability: 'no_service', message };
  return undefined;
}

export function refuseErrors(reply: CarrierReply): void {
  if (reply.status >= 400) throw badAnswer(sentenceOf(errorsOf(reply), reply));
}
