// How a refusal looks on the wire. A generation has one rendering for every code; most are shared and live here. A
// code without a rendering does not compile.
import type { Issue, RefusalData, Rejection } from '../../domain/refusal.ts';
import { issueSentence } from '../../wording/problems.ts';
import { presentQuote } from '../../wording/quotes.ts';
import { declineSentence, refusalSentence } from '../../wording/refusals.ts';

/** Refusals that only this layer gives, before any use-case runs. */
export type TransportRefusal =
  // `elsewhere`: the same path in the other generation.
  | { code: 'path_not_found'; path: string; elsewhere?: string }
  | { code: 'method_not_allowed'; method: string; allow: readonly string[] }
  | { code: 'body_too_large'; limitBytes: number }
  | { code: 'unsupported_media_type'; mediaType: string }
  | { code: 'unsupported_content_encoding'; encoding: string }
  | ({ code: 'malformed_request'; sentence: string } & Rejection)
  // Any other client error that Fastify reports, with its HTTP status.
  | { code: 'request_refused'; status: number; sentence: string }
  // More requests than the process can serve; see `overload.ts`.
  | { code: 'overloaded'; retryAfterSeconds: number }
  // The database or shared state cannot be reached, and nothing was done yet.
  | { code: 'service_unavailable'; retryAfterSeconds: number }
  | { code: 'internal_error'; requestId: string };

/** Thrown for a request that cannot be read. */
export class UnreadRequest extends Error {
  readonly data: TransportRefusal;

  constructor(data: TransportRefusal) {
    super(data.code);
    this.data = data;
  }
}

export type AnyRefusal = RefusalData | TransportRefusal;
export type AnyCode = AnyRefusal['code'];

export type Rendered = {
  status: number;
  body: object;
  retryAfterSeconds?: number;
  headers?: Readonly<Record<string, string>>;
};

export type Renderings = {
  [Code in AnyCode]: (data: Extract<AnyRefusal, { code: Code }>) => Rendered;
};

export const refuse = (
  status: number,
  error: string,
  message: string,
  more?: object,
): Rendered => ({
  status,
  body: { error, message, ...more },
});

/** A refusal in its own sentence, without anything beside it. */
const said =
  (status: number, error: string) =>
  (data: RefusalData): Rendered =>
    refuse(status, error, refusalSentence(data));

/**
 * Interface, "Errors" 403: why a booking cannot be paid for, as a code for programs and a sentence for people.
 */
const accessError = (code: string, data: RefusalData): Rendered =>
  refuse(403, code.toLowerCase(), refusalSentence(data), {
    access_error: { code, user_message: refusalSentence(data) },
  });

/** For a booking created in the same call that failed to pay for it: the client does not know its id yet. */
const keptBooking = (id: number | undefined): object =>
  id === undefined ? {} : { booking_id: id };

/** Only the stream's answers show the rejected value. */
const rejectionOf = ({ rejected, replacedPaths = [] }: Rejection): object =>
  rejected === undefined ? {} : { value: rejected.value, replaced_paths: replacedPaths };

/** A body that could not be read as a whole has no value to show: null, where a route promises one. */
export function withoutValue(data: AnyRefusal): AnyRefusal {
  const isUnread = data.code === 'malformed_request' || data.code === 'validation';
  return isUnread && data.rejected === undefined ? { ...data, rejected: { value: null } } : data;
}

/** Renderings that every generation shares. */
export const common = {
  validation: (data) =>
    refuse(400, 'validation_error', refusalSentence(data), {
      errors: nestIssues(data.issues),
      ...rejectionOf(data),
    }),
  values_out_of_range: (data) =>
    refuse(422, 'validation_error', refusalSentence(data), {
      errors: nestIssues(data.issues),
      ...rejectionOf(data),
    }),
  booking_not_found: said(404, 'not_found'),
  item_not_found: said(404, 'not_found'),
  booking_already_paid: said(422, 'booking_already_paid'),
  booking_changed: said(409, 'booking_changed'),
  last_item: said(422, 'last_item'),
  no_payment_method: (data) => accessError('NO_PAYMENT_METHOD', data),
  credit_limit_reached: (data) => accessError('CREDIT_LIMIT_REACHED', data),
  api_access_disabled: (data) => accessError('API_ACCESS_DISABLED', data),
  test_gateway_cannot_pay: said(422, 'test_gateway_cannot_pay'),
  payment_declined: (data) =>
    refuse(402, 'payment_declined', refusalSentence(data), {
      payment_error: {
        code: data.reason,
        user_message: declineSentence(data),
        method: data.method,
        log_id: data.paymentId,
      },
      ...keptBooking(data.keptId),
    }),
  status_not_possible: said(422, 'status_not_possible'),
  payment_not_found: said(404, 'payment_not_found'),
  balance_not_payable: (data) =>
    refuse(409, 'balance_not_payable', refusalSentence(data), { reason: data.why }),
  balance_payment_not_refundable: said(409, 'balance_payment_not_refundable'),
  monthly_invoice_not_found: said(404, 'monthly_invoice_not_found'),
  earlier_month_not_issued: said(409, 'earlier_month_not_issued'),
  refund_not_due: said(409, 'refund_not_due'),
  no_refund_due: said(404, 'no_refund_due'),
  receipt_not_found: said(404, 'receipt_not_found'),
  carrier_invoice_not_found: said(404, 'carrier_invoice_not_found'),
  margin_not_found: said(404, 'margin_not_found'),
  receipt_noted_before: (data) =>
    refuse(409, 'receipt_noted_before', refusalSentence(data), { receipt: data.id }),
  consignment_not_found: said(404, 'consignment_not_found'),
  orphan_not_found: said(404, 'orphan_not_found'),
  orphan_not_cancelled: said(422, 'orphan_not_cancelled'),
  carrier_call_not_found: said(404, 'carrier_call_not_found'),
  logo_not_found: said(404, 'not_found'),
  certification_not_found: said(404, 'certification_not_found'),
  rate_card_version_not_found: said(404, 'rate_card_version_not_found'),
  rate_card_version_not_scheduled: said(409, 'rate_card_version_not_scheduled'),
  payment_under_way: said(422, 'payment_under_way'),
  nothing_to_adjust: said(422, 'nothing_to_adjust'),
  quote_expired: (data) =>
    refuse(409, 'quote_expired', refusalSentence(data), {
      courier: data.carrier,
      quote: data.quote === undefined ? null : presentQuote(data.quote),
    }),
  quote_account_changed: (data) =>
    refuse(409, 'quote_account_changed', refusalSentence(data), { courier: data.carrier }),
  own_carriers_off: said(403, 'own_carriers_off'),
  own_carrier_not_connected: said(404, 'own_carrier_not_connected'),
  invoice_by_carrier: said(422, 'invoice_by_carrier'),
  customs_declaration_missing: said(422, 'customs_declaration_required'),
  idempotency_key_reused: said(409, 'idempotency_key_reused'),
  idempotency_key_under_way: (data) => ({
    ...refuse(409, 'idempotency_key_under_way', refusalSentence(data)),
    retryAfterSeconds: data.retryAfterSeconds,
  }),
  carrier_rejected: (data) =>
    refuse(422, 'carrier_rejected', refusalSentence(data), keptBooking(data.keptId)),
  cancellation_refused: said(422, 'cancellation_refused'),
  change_not_possible: said(422, 'change_not_possible'),
  cancellation_unknown: said(422, 'cancellation_unknown'),
  manifest_refused: said(422, 'manifest_refused'),
  manifests_not_taken: said(422, 'manifests_not_taken'),
  left_out_not_found: said(404, 'left_out_not_found'),
  lodged_manifest_not_found: said(404, 'not_found'),
  manifest_document_missing: said(404, 'manifest_not_ready'),
  account_refused: said(422, 'account_refused'),
  carrier_not_connected: said(422, 'carrier_not_connected'),
  certification_running: said(409, 'certification_running'),
  no_certification_running: said(409, 'no_certification_running'),
  shipment_not_found: said(404, 'not_found'),
  // Interface: reading another member's or an unknown order is 403; changing it is 404.
  order_not_yours: said(403, 'forbidden'),
  order_not_found: said(404, 'not_found'),
  address_not_found: said(404, 'not_found'),
  quote_link_invalid: said(404, 'quote_link_invalid'),
  file_not_found: said(404, 'not_found'),
  claim_not_found: said(404, 'not_found'),
  claim_undecided: said(409, 'claim_undecided'),
  claim_move: said(409, 'claim_move'),
  order_with_other_booking: said(409, 'order_with_other_booking'),
  // Plug-ins recognise this refusal by its status and show the message to the buyer.
  several_warehouses: (data) =>
    refuse(422, 'several_warehouses', refusalSentence(data), { status: 'error' }),
  document_not_ready: (data) => refuse(404, `${data.document}_not_ready`, refusalSentence(data)),
  documents_not_ready: (data) =>
    refuse(422, `${data.document}s_not_ready`, refusalSentence(data), { booking_ids: data.ids }),
  bookings_not_found: (data) =>
    refuse(404, 'not_found', refusalSentence(data), { booking_ids: data.ids }),
  manifest_not_supported: (data) =>
    refuse(422, 'manifest_not_supported', refusalSentence(data), { booking_ids: data.ids }),
  other_carrier: said(404, 'not_found'),
  link_not_found: said(404, 'not_found'),
  webhook_not_found: said(404, 'webhook_not_found'),
  webhook_delivery_not_found: said(404, 'webhook_delivery_not_found'),
  webhook_off: said(409, 'webhook_off'),
  printer_not_found: said(404, 'printer_not_found'),
  print_job_not_found: said(404, 'print_job_not_found'),
  print_job_ended: said(409, 'print_job_ended'),
  print_queue_full: said(422, 'print_queue_full'),
  print_token_rejected: (data) => ({
    ...refuse(401, 'print_token_rejected', refusalSentence(data)),
    headers: { 'WWW-Authenticate': 'Bearer realm="Linehaul print agent"' },
  }),
  printer_busy: (data) => ({
    ...refuse(503, 'printer_busy', refusalSentence(data)),
    retryAfterSeconds: data.retryAfterSeconds,
  }),
  unknown_carrier: said(404, 'not_found'),
  postcode_not_found: said(404, 'not_found'),
  place_not_found: said(404, 'not_found'),
  payment_token_refused: said(422, 'payment_token_refused'),
  no_card_page: said(422, 'no_card_page'),
  card_page_elsewhere: said(422, 'no_card_page'),
  payment_gateway_unavailable: said(503, 'payment_gateway_unavailable'),
  email_taken: said(422, 'email_taken'),
  member_not_found: said(404, 'member_not_found'),
  key_not_found: said(404, 'key_not_found'),
  api_key_required: said(403, 'api_key_required'),
  session_ended: said(401, 'session_ended'),
  csrf_token_wrong: said(403, 'csrf_token_wrong'),
  operators_only: said(403, 'operators_only'),
  second_factor_needed: said(401, 'second_factor_needed'),
  second_factor_rejected: said(401, 'second_factor_rejected'),
  second_factor_not_sent: said(403, 'second_factor_not_sent'),
  two_factor_required: said(403, 'two_factor_required'),
  role_needed: said(403, 'role_needed'),
  user_not_found: said(404, 'user_not_found'),
  payment_method_not_found: said(404, 'payment_method_not_found'),
  reset_link_invalid: said(422, 'reset_link_invalid'),
  confirmation_link_invalid: said(422, 'confirmation_link_invalid'),
  invitation_link_invalid: said(422, 'invitation_link_invalid'),
  path_not_found: ({ path, elsewhere }) =>
    refuse(
      404,
      'not_found',
      `There is nothing at ${path}.${elsewhere === undefined ? '' : ` It is at ${elsewhere}.`} The routes are listed at /docs.`,
    ),
  method_not_allowed: ({ method, allow }) => ({
    ...refuse(
      405,
      'method_not_allowed',
      `${method} is not possible here; use ${allow.join(' or ')}.`,
    ),
    headers: { Allow: allow.join(', ') },
  }),
  body_too_large: ({ limitBytes }) =>
    refuse(
      413,
      'body_too_large',
      `The body is larger than ${limitBytes} bytes. Send less at a time.`,
    ),
  unsupported_media_type: ({ mediaType }) =>
    refuse(
      415,
      'unsupported_media_type',
      `The body's Content-Type is ${mediaType === '' ? 'missing' : `"${mediaType}"`}. Send JSON in UTF-8 with Content-Type: application/json.`,
    ),
  unsupported_content_encoding: ({ encoding }) => ({
    ...refuse(
      415,
      'unsupported_content_encoding',
      `The body's Content-Encoding is "${encoding}". Send it as it is, without that header.`,
    ),
    headers: { 'Accept-Encoding': 'identity' },
  }),
  malformed_request: (data) =>
    refuse(400, 'validation_error', data.sentence, { errors: {}, ...rejectionOf(data) }),
  request_refused: ({ status, sentence }) => refuse(status, 'bad_request', sentence),
  overloaded: ({ retryAfterSeconds }) => ({
    ...refuse(
      503,
      'overloaded',
      'This service is overloaded. Nothing was done. Try again in a moment.',
    ),
    retryAfterSeconds,
  }),
  service_unavailable: ({ retryAfterSeconds }) => ({
    ...refuse(
      503,
      'service_unavailable',
      'This service is not available right now. Nothing was done. Try again in a moment.',
    ),
    retryAfterSeconds,
  }),
  internal_error: ({ requestId }) =>
    refuse(
      500,
      'internal_error',
      `Something went wrong on our side. Give the request id ${requestId} when you ask for help.`,
    ),
} satisfies Partial<Renderings>;

/** The credentials refusals, which differ between generations only in code and challenge. */
export function credentialRenderings(generation: {
  rejectedCode: string;
  challenge: string;
}): Pick<Renderings, 'credentials_missing' | 'credentials_rejected'> {
  const unauthorised = (error: string, data: RefusalData): Rendered => ({
    ...refuse(401, error, refusalSentence(data)),
    headers: { 'WWW-Authenticate': generation.challenge },
  });
  return {
    credentials_missing: (data) => unauthorised('unauthorized', data),
    credentials_rejected: (data) => unauthorised(generation.rejectedCode, data),
  };
}

/** Renders by the code's own entry; `Renderings` guarantees that code and data match. */
export function render(renderings: Renderings, data: AnyRefusal): Rendered {
  const rendering = renderings[data.code] as (data: AnyRefusal) => Rendered;
  return rendering(data);
}

/** `{receiver: {suburb: ["…"]}}` from a flat list: the form in which clients look errors up. */
function nestIssues(issues: readonly Issue[]): object {
  const nested: NestedIssues = {};
  for (const issue of issues) {
    const { path } = issue;
    const sentence = issueSentence(issue);
    const names = path.length === 0 ? ['body'] : path.map(String);
    let level = nested;
    for (const name of names.slice(0, -1)) {
      const next = Object.hasOwn(level, name) ? level[name] : undefined;
      // A problem of the whole object stands beside the problems of its parts.
      const deeper: NestedIssues = Array.isArray(next) ? { '': next } : (next ?? {});
      define(level, name, deeper);
      level = deeper;
    }
    const last = names.at(-1) ?? 'body';
    const present = Object.hasOwn(level, last) ? level[last] : undefined;
    if (Array.isArray(present)) present.push(sentence);
    else if (present !== undefined) define(present, '', [sentence]);
    else define(level, last, [sentence]);
  }
  return nested;
}

type NestedIssues = { [name: string]: string[] | NestedIssues };

/** Plain assignment would let a field called `__proto__` change the object's prototype. */
function define(level: NestedIssues, name: string, value: string[] | NestedIssues): void {
  Object.defineProperty(level, name, {
    value,
    enumerable: true,
    writable: true,
    configurable: true,
  });
}
