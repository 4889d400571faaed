// How FedEx says no: a list of codes and messages, whatever was asked.
import type { CarrierReply, ServiceAbsence } from '../../../src/application/ports.ts';
import {
  badAnswer,
  findJson,
  listAt,
  textAt,
} from '../../../src/domain/connectors/carrier-answer.ts';

export type FedexError = { code: string; message: string };

export function errorOf(reply: CarrierReply): FedexError {
  const errors = listAt(findJson(reply.bytes), 'errors');
  const [first] = errors;
  const messages = errors.map((error) => textAt(error, 'message')).filter((text) => text !== '');
  return {
    code: textAt(first, 'code'),
    message: messages.join('; ') || `the carrier answered ${reply.status}`,
  };
}

/** FedEx knows nothing under this number or reference. */
export function isUnknownNumber({ code }: FedexError): boolean {
  return /NOTFOUND|NOT\.FOUND/.test(code);
}

export function absenceOf({ code, message }: FedexError): ServiceAbsence['absence'] {
  const text = message.slice(0, 200);
  if (/WEIGHT|DIMENSION|PACKAGE/.test(code))
    return { code: 'item_not_carried', serviceability: 'no_items', message: text };
  if (/POSTAL|COUNTRY|DESTINATION|ORIGIN|SERVICE\.UNAVAILABLE\.FOR|STATEORPROVINCE|CITY/.test(code))
    return { code: 'route_not_served', serviceability: 'no_route', message: text };
  if (/SERVICETYPE|SERVICE\.NOT/.test(code))
    return { code: 'service_not_offered', serviceability: 'no_service', message: text };
  throw badAnswer(`${code} ${text}`);
}
