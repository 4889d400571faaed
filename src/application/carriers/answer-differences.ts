// How the fields of a carrier's answer differ from those of its recorded answers.
import {
  type AnswerShape,
  requestTemplate,
  type ShapeDifference,
  shapeDifferences,
  shapeOf,
} from '../../domain/connectors/answer-shape.ts';
import type { CarrierOperation, RecordedAnswers } from '../ports.ts';

type Answered = { request: string; status?: number; answer?: unknown };

/** Undefined if no recorded success has the request. */
export function answerDifferences(
  recorded: readonly RecordedAnswers[],
  operation: CarrierOperation,
  { request, status = 200, answer }: Answered,
): ShapeDifference[] | undefined {
  const shape = shapeOf(answer);
  if (status >= 300 || shape.size === 0) return undefined;
  const shapes = shapesOf(recorded, operation, request);
  return shapes.length === 0 ? undefined : shapeDifferences(shape, shapes);
}

/** The shapes of the recorded successes of a request. */
export function shapesOf(
  recorded: readonly RecordedAnswers[],
  operation: CarrierOperation,
  request: string,
): AnswerShape[] {
  const template = requestTemplate(request);
  return recorded
    .filter((one) => one.operation === operation && one.isSuccess)
    .flatMap(({ exchanges }) => exchanges)
    .filter((one) => requestTemplate(one.request) === template && (one.status ?? 200) < 300)
    .map(({ answer }) => shapeOf(answer))
    .filter((shape) => shape.size > 0);
}
