// The tables, as types. Both engines store the same plain kinds: integers (also for booleans, cents
// and milliseconds since 1970) and text (also for JSON), so that no mapper depends on the engine.
import type { Generated } from 'kysely';

export type Schema = {
  members: MemberRow;
  api_keys: ApiKeyRow;
  key_settings: KeySettingsRow;
  credit_accounts: CreditAccountRow;
  bookings: BookingRow;
  quote_sets: QuoteSetRow;
  carriers_off: CarrierOffRow;
  test_gateway_charges: TestGatewayChargeRow;
  test_gateway_refunds: TestGatewayRefundRow;
  configuration: ConfigurationRow;
  schema_versions: SchemaVersionRow;
};

type MemberRow = {
  id: Generated<number>;
  email: string;
  /** The e-mail as it is compared: trimmed, lower case. */
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
  discount_basis_points: number;
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

type CreditAccountRow = {
  member_id: number;
  limit_cents: number;
  used_cents: number;
  changed_at_ms: number;
};

type BookingRow = {
  id: Generated<number>;
  member_id: number | null;
  key_id: number | null;
  status: string;
  connote: Generated<string | null>;
  created_at_ms: number;
  document: string;
  /** Where the carriers' answers are, if they are not inside the document. */
  quote_set_id: Generated<number | null>;
  version: Generated<number>;
};

type QuoteSetRow = { id: Generated<number>; created_at_ms: number; document: string };

type CarrierOffRow = { string_id: string };

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

/** One row: counts every change of members, keys and settings. */
type ConfigurationRow = { id: number; revision: number };

type SchemaVersionRow = { version: number; name: string; applied_at_ms: number };
