// Refusals of FedEx: a list of codes and messages.
import type { CarrierReply, ServiceAbsence } from '../../../src/application/ports.ts';
import {
  badRequest,
  findJson,
  listAt,
  textAt,
} from '../../../src/domain/connectors/carrier-answer.ts';
import { carrierSentence } from '../../../src/domain/connectors/request.ts';

export type FedexError = { code: string; message: string };

/** Errors may come with a status of success. */
export function isRefused({ status, bytes }: CarrierReply): boolean {
  return status >= 400 || listAt(findJson(bytes), 'errors').length > 0;
}

export function errorOf(reply: CarrierReply): FedexError {
  const errors = listAt(findJson(reply.bytes), 'errors');
  const [first] = errors;
  const messages = errors.map((error) => textAt(error, 'message'));
  return { code: textAt(first, 'code'), message: carrierSentence(reply, messages) };
}

/** FedEx knows nothing under this number or reference. */
export function isUnknownNumber({ code }: FedexError): boolean {
  return /NOTFOUND|NOT\.FOUND/.test(code);
}

const absences: Readonly<Record<string, Omit<ServiceAbsence['absence'], 'message'>>> = {
  'RATE.LOCATION.NOSERVICE': { code: 'route_not_served', serviceability: 'no_route' },
  'RECIPIENT.COUNTRY.UNSERVICED': { code: 'route_not_served', serviceability: 'no_route' },
};

/** Any other code is about the request: an address that FedEx cannot read is not an address that it does not serve. */
export function absenceOf({ code, message }: FedexError): ServiceAbsence['absence'] {
  const absence = absences[code];
  if (absence === undefined) throw badRequest(`${code} ${message}`);
  return { ...absence, message: message.slice(0, 200) };
}
