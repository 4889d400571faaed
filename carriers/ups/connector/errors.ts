// Refusals of UPS: codes and messages in `response.errors`, or warnings inside a success.
import type { CarrierReply, ServiceAbsence } from '../../../src/application/ports.ts';
import {
  type Answer,
  badRequest,
  findJson,
  listAt,
  textAt,
} from '../../../src/domain/connectors/carrier-answer.ts';
import { carrierSentence } from '../../../src/domain/connectors/request.ts';

export type UpsError = { code: string; message: string };

/** TW0001: tracking information not found. 151018: no shipment under this number. */
const unknownCodes: ReadonlySet<string> = new Set(['TW0001', '151018']);

/** Errors may come with a status of success. */
export function isRefused({ status, bytes }: CarrierReply): boolean {
  return status >= 400 || listAt(findJson(bytes), 'response', 'errors').length > 0;
}

export function errorOf(reply: CarrierReply): UpsError {
  const errors = listAt(findJson(reply.bytes), 'response', 'errors');
  const [first] = errors;
  const messages = errors.map((error) => textAt(error, 'message'));
  return { code: textAt(first, 'code'), message: carrierSentence(reply, messages) };
}

export function isUnknownNumber({ code }: UpsError): boolean {
  return unknownCodes.has(code);
}

/** UPS may report an unknown number as a warning inside a success. */
export function saysUnknown(answer: Answer): boolean {
  return listAt(answer, 'trackResponse', 'shipment')
    .flatMap((one) => listAt(one, 'warnings'))
    .some((warning) => unknownCodes.has(textAt(warning, 'code')));
}

const absences: Readonly<Record<string, Omit<ServiceAbsence['absence'], 'message'>>> = {
  // The requested service is unavailable between the selected locations.
  '111210': { code: 'route_not_served', serviceability: 'no_route' },
  // Heavier than the maximum weight of a package, in pounds and in kilograms.
  '111035': { code: 'item_not_carried', serviceability: 'no_items' },
  '111036': { code: 'item_not_carried', serviceability: 'no_items' },
};

/**
 * Any other code is about the request. A postcode that UPS cannot read, for example, does not mean that UPS does not
 * serve the place.
 */
export function absenceOf({ code, message }: UpsError): ServiceAbsence['absence'] {
  const absence = absences[code];
  if (absence === undefined) throw badRequest(`${code} ${message}`);
  return { ...absence, message: message.slice(0, 200) };
}
