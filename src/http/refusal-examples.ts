// One example of every refusal, for docs/errors.md and the tests that every code is rendered. Typed so that
// a code without an example does not compile.
import type { AnyCode, AnyRefusal } from './refusals.ts';

type Examples = { [Code in AnyCode]: Extract<AnyRefusal, { code: Code }> };

const examples: Examples = {
  credentials_missing: { code: 'credentials_missing' },
  credentials_rejected: { code: 'credentials_rejected' },
  too_many_failed_attempts: { code: 'too_many_failed_attempts', retryAfterSeconds: 300 },
  rate_limited: { code: 'rate_limited', retryAfterSeconds: 30 },
  anonymous_quotes_limited: {
    code: 'anonymous_quotes_limited',
    retryAfterSeconds: 1800,
    windowSeconds: 3600,
  },
  path_not_found: { code: 'path_not_found', path: '/api/nowhere' },
  method_not_allowed: { code: 'method_not_allowed', method: 'DELETE', allow: ['GET', 'HEAD'] },
  body_too_large: { code: 'body_too_large', limitBytes: 1_048_576 },
  unsupported_media_type: { code: 'unsupported_media_type', mediaType: 'text/plain' },
  malformed_request: { code: 'malformed_request', sentence: 'The body is not valid JSON.' },
  request_refused: {
    code: 'request_refused',
    status: 414,
    sentence: 'A part of the path is too long.',
  },
  validation: {
    code: 'validation',
    issues: [{ path: ['receiver', 'suburb'], sentence: 'receiver.suburb is missing. Send it.' }],
  },
  values_out_of_range: {
    code: 'values_out_of_range',
    issues: [{ path: ['items', 0, 'weight'], sentence: 'items.0.weight must be greater than 0.' }],
  },
  booking_not_found: { code: 'booking_not_found', id: 623634 },
  item_not_found: { code: 'item_not_found', bookingId: 623634, itemId: 623634002 },
  booking_already_paid: { code: 'booking_already_paid', id: 623634 },
  booking_changed: { code: 'booking_changed', id: 623634 },
  last_item: { code: 'last_item', bookingId: 623634 },
  no_payment_method: { code: 'no_payment_method', hasSavedMethod: false },
  credit_limit_reached: { code: 'credit_limit_reached' },
  api_access_disabled: { code: 'api_access_disabled' },
  payment_declined: {
    code: 'payment_declined',
    reason: 'card_declined',
    userMessage: 'The card was declined. Use another payment method, or ask its provider.',
    method: 'bankcard_12',
    paymentId: 5120,
  },
  status_not_possible: {
    code: 'status_not_possible',
    id: 623634,
    from: 'cancelled',
    to: 'confirmed',
  },
  payment_under_way: { code: 'payment_under_way', id: 623634 },
  nothing_to_adjust: { code: 'nothing_to_adjust', id: 623634, why: 'it is not paid yet' },
  quote_expired: { code: 'quote_expired', carrier: 'toll', quote: undefined },
  customs_declaration_missing: { code: 'customs_declaration_missing' },
  idempotency_key_reused: { code: 'idempotency_key_reused' },
  idempotency_key_under_way: { code: 'idempotency_key_under_way', retryAfterSeconds: 1 },
  carrier_rejected: {
    code: 'carrier_rejected',
    carrier: 'toll',
    reason: 'it does not collect there on that day',
  },
  shipment_not_found: { code: 'shipment_not_found', reference: 'ABC000123' },
  order_not_yours: { code: 'order_not_yours', id: 8812 },
  order_not_found: { code: 'order_not_found', id: 8812 },
  document_not_ready: { code: 'document_not_ready', id: 623634, document: 'label' },
  documents_not_ready: { code: 'documents_not_ready', ids: [623634, 623635], document: 'label' },
  bookings_not_found: { code: 'bookings_not_found', ids: [7] },
  manifest_not_supported: { code: 'manifest_not_supported', ids: [623634], carrier: 'Zoom2u' },
  other_carrier: { code: 'other_carrier', id: 623634, family: 'tnt' },
  link_not_found: { code: 'link_not_found' },
  printer_busy: { code: 'printer_busy', retryAfterSeconds: 2 },
  unknown_carrier: { code: 'unknown_carrier', stringId: 'pony_express' },
  postcode_not_found: { code: 'postcode_not_found', postcode: '9999' },
  place_not_found: { code: 'place_not_found' },
  payment_token_refused: {
    code: 'payment_token_refused',
    reason: 'The card was declined by its bank. Ask for another one.',
  },
  payment_gateway_unavailable: {
    code: 'payment_gateway_unavailable',
    reason: 'The payment gateway can not be reached. Try again later.',
  },
  member_not_found: { code: 'member_not_found', reference: 'jane@example.com' },
  key_not_found: { code: 'key_not_found', id: 7 },
  api_key_required: { code: 'api_key_required' },
  email_taken: { code: 'email_taken', email: 'jane@example.com' },
  internal_error: { code: 'internal_error', requestId: 'Hk3xY0b2Lm9Q' },
};

export const refusalExamples: readonly AnyRefusal[] = Object.values(examples);
