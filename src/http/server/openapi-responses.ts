// What an operation may answer, for /openapi.json: successes and refusals of its own, and those that any route has.
import { type TSchema, Type } from 'typebox';
import { type RefusalShown, replyShape, type Shapes } from './endpoint.ts';
import {
  ErrorReply,
  PaymentErrorReply,
  QuotesLimitedReply,
  StreamValidationErrorReply,
  ValidationErrorReply,
} from './refusal.ts';
import type { Row } from './row.ts';

type Refer = (schema: TSchema) => object;

export function responsesOf(row: Row, refer: Refer): Record<string, object> {
  const { shapes } = row.endpoint;
  const shared = sharedRefusals
    .filter(({ isPossible }) => isPossible?.(row) ?? true)
    .map(({ status, when }) => [status, when]);
  const refusals: Record<string, RefusalShown> = {
    ...Object.fromEntries(shared),
    ...shapes.refusals,
  };
  return {
    ...successes(shapes, refer),
    ...mapValues(refusals, (shown, status) => refusal(row, Number(status), shown, refer)),
  };
}

function successes(shapes: Shapes, refer: Refer): Record<string, object> {
  if (shapes.removes === true) return { '204': { description: 'Success, without a body' } };
  const mediaTypes = shapes.mediaTypes ?? ['application/json'];
  const schema = refer(replyShape(shapes, 'v5'));
  const content = {
    ...Object.fromEntries(mediaTypes.map((mediaType) => [mediaType, { schema }])),
    ...(shapes.hasPage === true ? { 'text/html': { schema: { type: 'string' } } } : {}),
  };
  const isTagged = shapes.isTagged === true || shapes.version !== undefined;
  return {
    [shapes.stores === true ? '201' : '200']: { description: 'Success', content },
    ...mapValues(shapes.successes ?? {}, (when) => ({ description: when, content })),
    ...(isTagged ? { '304': { description: 'What If-None-Match names is still right' } } : {}),
  };
}

function mapValues<Value>(
  values: Record<string, Value>,
  make: (value: Value, name: string) => object,
): Record<string, object> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, make(value, name)]),
  );
}

/** What any route may answer, where it can happen at all. The 405 of a path without such a method is no operation's. */
const sharedRefusals: readonly { status: number; when: string; isPossible?(row: Row): boolean }[] =
  [
    { status: 400, when: 'Fields are invalid or missing, or the request can not be read' },
    // Where none are needed, those that are sent must still be right.
    {
      status: 401,
      when: 'Credentials missing or rejected',
      isPossible: ({ access }) => access !== 'link',
    },
    { status: 413, when: 'The body is too large', isPossible: hasBody },
    { status: 415, when: 'The body is not JSON, or is packed', isPossible: hasBody },
    { status: 429, when: 'Too many requests' },
    { status: 500, when: 'Server error' },
    { status: 503, when: 'More is asked than can be answered right now; nothing was done' },
  ];

function hasBody({ endpoint }: Row): boolean {
  return endpoint.shapes.body !== undefined;
}

/** Statuses that come with the time to try again. */
const passing: readonly number[] = [429, 503];
const retryHeader = {
  'retry-after': {
    description: 'Seconds until it can be tried again',
    schema: { type: 'integer' },
  },
};

function refusal(row: Row, status: number, shown: RefusalShown, refer: Refer): object {
  const { when, reply } =
    typeof shown === 'string' ? { when: shown, reply: usualShape(row, status) } : shown;
  return {
    description: when,
    ...(passing.includes(status) ? { headers: retryHeader } : {}),
    content: { 'application/json': { schema: refer(reply) } },
  };
}

function usualShape({ access, endpoint: { shapes } }: Row, status: number): TSchema {
  const validation =
    shapes.showsRejected === true ? StreamValidationErrorReply : ValidationErrorReply;
  switch (status) {
    case 400:
      return validation;
    case 402:
      return PaymentErrorReply;
    case 422:
      return Type.Union([validation, ErrorReply]);
    case 429:
      return access === 'quote' ? QuotesLimitedReply : ErrorReply;
    default:
      return ErrorReply;
  }
}
