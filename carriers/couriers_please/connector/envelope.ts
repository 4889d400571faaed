// Every answer of CouriersPlease has a code, a sentence and the data. The HTTP status does not tell success from failure.
import type { CarrierReply } from '../../../src/application/ports.ts';
import {
  type Answer,
  at,
  badAnswer,
  badRequest,
  jsonOf,
  listAt,
  textAt,
} from '../../../src/domain/connectors/carrier-answer.ts';
import { CarrierTrouble } from '../../../src/domain/connectors/carrier-trouble.ts';

export type Unwrapped = { data: Answer } | { invalid: string };

export function unwrap({ bytes, status }: CarrierReply): Unwrapped {
  const answer = jsonOf(bytes);
  const code = textAt(answer, 'responseCode').toUpperCase();
  switch (code) {
    case 'SUCCESS':
      return { data: at(answer, 'data') };
    case 'INVALID_INPUT':
      return { invalid: sentenceOf(answer) };
    case 'UNAUTHORIZED':
      throw new CarrierTrouble('credentials', 'the carrier answered UNAUTHORIZED', {
        isUnsent: true,
      });
    case 'SERVICE_UNAVAILABLE':
      throw new CarrierTrouble('server_error', 'the carrier answered SERVICE_UNAVAILABLE');
    default:
      throw badAnswer(`responseCode "${code}" with status ${status}`);
  }
}

/**
 * For requests that contain none of the caller's input: a validation error is then a fault of the connector.
 */
export function dataOf(reply: CarrierReply): Answer {
  const answer = unwrap(reply);
  if ('invalid' in answer) throw badRequest(answer.invalid);
  return answer.data;
}

/** `data.errors` is a list of texts, of objects, or an object of either. */
function sentenceOf(answer: Answer): string {
  const errors = at(answer, 'data', 'errors');
  const isNamed = typeof errors === 'object' && errors !== null && !Array.isArray(errors);
  const parts = isNamed ? Object.values(errors) : listAt(answer, 'data', 'errors');
  const texts = parts
    .flatMap((part): Answer[] => (Array.isArray(part) ? part : [part]))
    .map((part) =>
      typeof part === 'string' ? part : textAt(part, 'description') || textAt(part, 'message'),
    )
    .filter((text) => text !== '');
  return texts.length > 0
    ? texts.join('; ')
    : textAt(answer, 'msg') || 'the input was not accepted';
}
