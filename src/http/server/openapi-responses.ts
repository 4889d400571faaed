// The responses of an operation for /openapi.json: its own successes and refusals, and those that any route has.
// Shared responses stand once, among the components.
import { type TSchema, Type } from 'typebox';
import { type RefusalShown, replyShape, type Shapes, successStatus } from './endpoint.ts';
import {
  ErrorReply,
  PaymentErrorReply,
  QuotesLimitedReply,
  StreamValidationErrorReply,
  V4TooManyReply,
  ValidationErrorReply,
} from './refusal.ts';
import { refusalExamples } from './refusal-examples.ts';
import { type AnyCode, type Renderings, render } from './refusals.ts';
import type { Row } from './row.ts';

/** Where responses are written, beside the operation itself. */
export type Components = {
  refer(schema: TSchema): object;
  example(schema: object): unknown;
  responses: Record<string, object>;
  examples: Record<string, object>;
  generation: PublishedGeneration;
};

/** What differs between the documents of the two generations. */
export type PublishedGeneration = {
  bodies: 'v4' | 'v5';
  refusals: Renderings;
};

export function responsesOf(row: Row, components: Components): Record<string, object> {
  const { shapes } = row.endpoint;
  const shared = Object.fromEntries(
    sharedRefusals
      .filter(({ isPossible }) => isPossible?.(row, components.generation) ?? true)
      .map((refusal) => [refusal.status, sharedRefusal(row, refusal, components)]),
  );
  return {
    ...successes(shapes, components),
    ...shared,
    ...mapValues(shapes.refusals ?? {}, (shown, status) =>
      refusal(row, Number(status), shown, components),
    ),
  };
}

function successes(shapes: Shapes, components: Components): Record<string, object> {
  const status = successStatus(shapes);
  if (status === 204) return { '204': { description: 'Success, without a body' } };
  const mediaTypes = shapes.mediaTypes ?? [jsonType];
  const schema = components.refer(replyShape(shapes, components.generation.bodies));
  const content = {
    ...Object.fromEntries(
      mediaTypes.map((mediaType) => [mediaType, { schema, ...exampleIn(mediaType) }]),
    ),
    ...(shapes.hasPage === true ? { 'text/html': { schema: { type: 'string' } } } : {}),
  };
  function exampleIn(mediaType: string): object {
    if (mediaType === jsonType) return { example: components.example(schema) };
    return shapes.example === undefined ? {} : { example: shapes.example };
  }
  const isTagged =
    shapes.isTagged === true || shapes.isKeptByCaller === true || shapes.version !== undefined;
  return {
    [status]: { description: 'Success', content },
    ...mapValues(shapes.successes ?? {}, (when) => ({ description: when, content })),
    ...(isTagged ? { '304': { description: 'If-None-Match names the current version' } } : {}),
  };
}

const jsonType = 'application/json';

function mapValues<Value>(
  values: Record<string, Value>,
  make: (value: Value, name: string) => object,
): Record<string, object> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, make(value, name)]),
  );
}

const refusedPassword =
  'Signed in with a password whose user has a role that is too low, or a second factor; a key has neither';

const passwordCodes = ['role_needed', 'second_factor_not_sent'] as const;

type SharedRefusal = {
  status: number;
  /** The name among the components; a response with the operation's own shape stays with the operation. */
  name: string;
  when: string;
  isPossible?(row: Row, generation: PublishedGeneration): boolean;
};

/** Responses of any route, where they can happen. The 405 of an unknown method belongs to no operation. */
const sharedRefusals: readonly SharedRefusal[] = [
  {
    status: 400,
    name: 'Invalid',
    when: 'Fields are invalid or missing, or the request cannot be read',
  },
  // Optional credentials must still be right when sent.
  {
    status: 401,
    name: 'Unauthorised',
    when: 'Credentials missing or rejected',
    isPossible: hasCaller,
  },
  { status: 403, name: 'Forbidden', when: refusedPassword, isPossible: takesPasswords },
  { status: 413, name: 'TooLarge', when: 'The body is too large', isPossible: hasBody },
  { status: 415, name: 'NotJson', when: 'The body is not JSON, or is packed', isPossible: hasBody },
  { status: 429, name: 'TooManyRequests', when: 'Too many requests' },
  { status: 500, name: 'ServerError', when: 'Server error' },
  {
    status: 503,
    name: 'Unavailable',
    when: 'The service is overloaded; nothing was done',
  },
];

function hasCaller({ access }: Row): boolean {
  return access !== 'link';
}

/** Only v4 does. */
function takesPasswords(row: Row, { bodies }: PublishedGeneration): boolean {
  return hasCaller(row) && bodies === 'v4';
}

function hasBody({ endpoint }: Row): boolean {
  return endpoint.shapes.body !== undefined;
}

function sharedRefusal(
  row: Row,
  { status, name, when }: SharedRefusal,
  components: Components,
): object {
  const reply = usualShape(row, status, components.generation);
  const isOwn = reply === StreamValidationErrorReply || reply === QuotesLimitedReply;
  const made = () => refusal(row, status, when, components);
  if (isOwn) return made();
  components.responses[name] ??= made();
  return { $ref: `#/components/responses/${name}` };
}

/** Statuses with a retry time. */
const passing: readonly number[] = [429, 503];
const retryHeader = {
  'retry-after': {
    description: 'Seconds until it can be tried again',
    schema: { type: 'integer', minimum: 0 },
  },
};

function refusal(row: Row, status: number, shown: RefusalShown, components: Components): object {
  const { when, reply, example } = typeof shown === 'string' ? { when: shown } : shown;
  const code = example ?? usualCode(row, status);
  const isStreams = row.endpoint.shapes.showsRejected === true && status < 429;
  const own = reply ?? usualShape(row, status, components.generation);
  const isPasswords = status === 403 && takesPasswords(row, components.generation);
  const isBoth = isPasswords && shown !== refusedPassword;
  const codes = isPasswords ? [...new Set([code, ...passwordCodes])] : [code];
  return {
    description: isBoth ? `${when}. Or: ${refusedPassword}` : when,
    ...(passing.includes(status) ? { headers: retryHeader } : {}),
    content: {
      [jsonType]: {
        schema: components.refer(
          isBoth && own !== ErrorReply ? Type.Union([own, ErrorReply]) : own,
        ),
        examples: Object.fromEntries(
          codes.map((one) => [one, refusalExample(one, isStreams, components)]),
        ),
      },
    },
  };
}

const usualCodes: Readonly<Record<number, AnyCode>> = {
  400: 'validation',
  401: 'credentials_missing',
  402: 'payment_declined',
  403: 'role_needed',
  404: 'booking_not_found',
  409: 'idempotency_key_reused',
  413: 'body_too_large',
  415: 'unsupported_media_type',
  422: 'values_out_of_range',
  429: 'rate_limited',
  500: 'internal_error',
  503: 'overloaded',
};

function usualCode(row: Row, status: number): AnyCode {
  if (status === 429 && row.access === 'quote') return 'anonymous_quotes_limited';
  return usualCodes[status] ?? 'internal_error';
}

function refusalExample(code: AnyCode, isStreams: boolean, components: Components): object {
  const name = isStreams && code.startsWith('val') ? `stream_${code}` : code;
  const found = refusalExamples.find((one) => one.code === code);
  if (found !== undefined && components.examples[name] === undefined) {
    const data = isStreams ? { ...found, rejected: { value: null } } : found;
    components.examples[name] = { value: render(components.generation.refusals, data).body };
  }
  return { $ref: `#/components/examples/${name}` };
}

function usualShape(
  { access, endpoint: { shapes } }: Row,
  status: number,
  { bodies }: PublishedGeneration,
): TSchema {
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
      if (bodies === 'v4') return V4TooManyReply;
      return access === 'quote' ? QuotesLimitedReply : ErrorReply;
    default:
      return ErrorReply;
  }
}
