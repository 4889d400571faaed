// The tables, as types. Both engines store the same plain kinds: integers (also for booleans, cents
// and milliseconds since 1970) and text (also for JSON), so that no mapper depends on the engine.
import type { Generated } from 'kysely';
import type { CarrierTables } from './carriers/carrier-schema.ts';
import type { TrackingTables } from './tracking/tracking-schema.ts';

export type Schema = TrackingTables &
  CarrierTables & {
    members: MemberRow;
    api_keys: ApiKeyRow;
    key_settings: KeySettingsRow;
    credit_accounts: CreditAccountRow;
    sessions: SessionRow;
    password_resets: PasswordResetRow;
    mailed_password_resets: PasswordResetRow;
    email_confirmations: EmailConfirmationRow;
    key_calls: KeyCallRow;
    bookings: BookingRow;
    quote_sets: QuoteSetRow;
    payment_methods: PaymentMethodRow;
    payments: PaymentRow;
    ledger_entries: LedgerEntryRow;
    receipts_taken_back: { entry_id: number; taken_back_at_ms: number };
    receipt_references: ReceiptReferenceRow;
    number_ranges: NumberRangeRow;
    retired_connotes: { connote: string };
    idempotency_records: IdempotencyRow;
    leases: LeaseRow;
    job_places: { job: string; after_id: number; begun_at_ms: number };
    customs_declarations: CustomsDeclarationRow;
    told_carriers: { booking_id: number; told_at_ms: number; told_by: number };
    labels: LabelRow;
    kept_documents: KeptDocumentRow;
    document_shelf: { id: number; bytes: number };
    invoices: { booking_id: number; issued_at_ms: number; facts: string };
    carriers_off: CarrierOffRow;
    carrier_answers: CarrierAnswersRow;
    test_gateway_charges: TestGatewayChargeRow;
    test_gateway_refunds: TestGatewayRefundRow;
    gateway_attempts: GatewayAttemptRow;
    orders: OrderRow;
    products: ProductRow;
    configuration: ConfigurationRow;
    schema_versions: SchemaVersionRow;
  };

type MemberRow = {
  id: Generated<number>;
  email: string;
  /** The e-mail address in the form used for comparison: trimmed, lower case. */
  email_key: string;
  password_hash: string;
  company_name: string;
  first_name: string;
  last_name: string;
  phone: string;
  suburb: string;
  postcode: string;
  state: string;
  country: string;
  is_open: number;
  may_book_live: number;
  has_multipickup: number;
  may_connect_carriers: Generated<number>;
  own_carriers: Generated<number>;
  discount_basis_points: number;
  is_operator: Generated<number>;
  created_at_ms: number;
};

type ApiKeyRow = {
  id: Generated<number>;
  member_id: number;
  digest: string;
  prefix: string;
  module_type: string;
  site: string;
  is_active: number;
  is_demo: number;
  created_at_ms: number;
};

type KeySettingsRow = { key_id: number; settings: string };

type SessionRow = {
  id: Generated<number>;
  member_id: number;
  digest: string;
  user_agent: string;
  created_at_ms: number;
  last_used_at_ms: number;
};

type KeyCallRow = {
  id: Generated<number>;
  key_id: number;
  at_ms: number;
  method: string;
  path: string;
  status: number;
  took_ms: number;
  refusal: string | null;
  request_id: string;
};

type PasswordResetRow = { member_id: number; digest: string; expires_at_ms: number };

type EmailConfirmationRow = {
  digest: string;
  /** Null for a sign-up. */
  member_id: number | null;
  email: string;
  details: string;
  password_hash: string;
  expires_at_ms: number;
};

type CreditAccountRow = {
  member_id: number;
  limit_cents: number;
  used_cents: number;
  changed_at_ms: number;
};

type ReceiptReferenceRow = {
  entry_id: number;
  member_id: number;
  reference: string;
  /** The reference in the form used for comparison: lower case. */
  reference_key: string;
};

type BookingRow = {
  id: Generated<number>;
  member_id: number | null;
  key_id: number | null;
  status: string;
  connote: Generated<string | null>;
  created_at_ms: number;
  document: string;
  /** The quote set with the market, if the document does not contain it. */
  quote_set_id: Generated<number | null>;
  version: Generated<number>;
  carrier: Generated<string | null>;
  cost_cents: Generated<number | null>;
  confirmation: Generated<string | null>;
  confirmed_at_ms: Generated<number | null>;
  additional_cents: Generated<number>;
  scanned_grams: Generated<number>;
  /** For reports, set when the booking is confirmed: a state of Australia, or a country. */
  from_region: Generated<string | null>;
  to_region: Generated<string | null>;
  quoted_grams: Generated<number | null>;
  is_demo: Generated<number | null>;
};

type QuoteSetRow = { id: Generated<number>; created_at_ms: number; document: string };

type PaymentMethodRow = {
  id: Generated<number>;
  member_id: number;
  kind: string;
  gateway: string;
  token: string;
  customer: string | null;
  masked_label: string;
  fingerprint: string;
  is_default: number;
  is_removed: Generated<number>;
  created_at_ms: number;
};

type PaymentRow = {
  id: Generated<number>;
  key: string;
  kind: string;
  booking_id: number;
  member_id: number;
  method: string;
  method_id: number | null;
  of_payment_id: number | null;
  amount_cents: number;
  status: string;
  reference: string;
  detail: string;
  created_at_ms: number;
  retry_at_ms: number | null;
  attempts: number;
  taken_until_ms: number | null;
};

type LedgerEntryRow = {
  id: Generated<number>;
  at_ms: number;
  kind: string;
  debit: string;
  credit: string;
  amount_cents: number;
  member_id: number;
  booking_id: number | null;
  payment_id: number | null;
};

type NumberRangeRow = { name: string; last_number: number };

/** `status` and `body` are the answer to replay; null until it is ready. */
type IdempotencyRow = {
  member_id: number;
  key: string;
  request_digest: string;
  booking_id: number | null;
  status: number | null;
  body: string | null;
  created_at_ms: number;
  held_until_ms: number;
};

type LeaseRow = { name: string; holder: string; until_ms: number };

type CustomsDeclarationRow = { booking_id: number; document: string; declared_at_ms: number };

type LabelRow = {
  booking_id: number;
  revision: number;
  sscc_prefix: Generated<string | null>;
  first_sscc: Generated<number | null>;
  authority_serial: Generated<number | null>;
};

/** The body is base64. */
type KeptDocumentRow = {
  id: Generated<number>;
  booking_id: number;
  name: string;
  digest: string;
  body: string;
  size: number;
  kept_at_ms: number;
};

type CarrierOffRow = { string_id: string };

/** How often a carrier quoted a member in a month, had no quote, or failed. */
type CarrierAnswersRow = {
  member_id: number;
  month: string;
  carrier: string;
  quoted: number;
  absent: number;
  failed: number;
};

type TestGatewayChargeRow = {
  key: string;
  token: string;
  amount_cents: number;
  refunded_cents: number;
  is_accepted: number;
  reference: string;
  booking_id: number;
  member_id: number;
  entered_at_ms: number;
};

type TestGatewayRefundRow = {
  key: string;
  charge_reference: string;
  amount_cents: number;
  reference: string;
  entered_at_ms: number;
};

type GatewayAttemptRow = {
  key: string;
  nonce: string;
  reference: string | null;
  is_closed: number;
  opened_at_ms: number;
};

type OrderRow = {
  id: Generated<number>;
  member_id: number;
  key_id: number | null;
  number: string;
  imported_from: string;
  /** The platform in the form used for comparison: lower case. */
  source_key: string;
  status: string;
  booking_id: number | null;
  selected_carrier: string | null;
  imported_at_ms: number;
  updated_at_ms: number;
  /** The searchable text, in lower case. */
  search: string;
  document: string;
};

type ProductRow = {
  member_id: number;
  sku: string;
  title: string;
  description: string;
  updated_at_ms: number;
};

/** One row that counts every change of members, keys and settings. */
type ConfigurationRow = { id: number; revision: number };

type SchemaVersionRow = { version: number; name: string; applied_at_ms: number };
