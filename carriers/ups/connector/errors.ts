// How UPS says no: codes and messages in `response.errors`, or warnings inside a success.
import type { CarrierReply, ServiceAbsence } from '../../../src/application/ports.ts';
import {
  type Answer,
  badAnswer,
  findJson,
  listAt,
  textAt,
} from '../../../src/domain/connectors/carrier-answer.ts';

export type UpsError = { code: string; message: string };

/** Tracking information not found; no shipment under this number. */
const unknownCodes: ReadonlySet<string> = new Set(['TW0001', '151018']);

export function errorOf(reply: CarrierReply): UpsError {
  const errors = listAt(findJson(reply.bytes), 'response', 'errors');
  const [first] = errors;
  const messages = errors.map((error) => textAt(error, 'message')).filter((text) => text !== '');
  return {
    code: textAt(first, 'code'),
    message: messages.join('; ') || `the carrier answered ${reply.status}`,
  };
}

export function isUnknownNumber({ code }: UpsError): boolean {
  return unknownCodes.has(code);
}

/** A success that says, as a warning, that there is nothing. */
export function saysUnknown(answer: Answer): boolean {
  return listAt(answer, 'trackResponse', 'shipment')
    .flatMap((one) => listAt(one, 'warnings'))
    .some((warning) => unknownCodes.has(textAt(warning, 'code')));
}

export function absenceOf({ code, message }: UpsError): ServiceAbsence['absence'] {
  const text = message.slice(0, 200);
  if (/weight|dimension|size|exceed/i.test(text))
    return { code: 'item_not_carried', serviceability: 'no_items', message: text };
  if (/postal|country|city|origin|destination|locations|state/i.test(text))
    return { code: 'route_not_served', serviceability: 'no_route', message: text };
  if (/service/i.test(text))
    return { code: 'service_not_offered', serviceability: 'no_service', message: text };
  throw badAnswer(`${code} ${text}`);
}
