// The tables, as types. Both engines store the same plain kinds: integers (also for booleans, cents and milliseconds since
// 1970) and text (also for JSON), so that no mapper depends on the engine.
import type { Generated } from 'kysely';

export type Schema = {
  members: {
    id: Generated<number>;
    email: string;
    /** The e-mail address in the form used for comparison: trimmed, lower case. */
    email_key: string;
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
    /** The group that margins may name; empty for none. */
    price_group: Generated<string>;
  };
  margins: {
    id: Generated<number>;
    member_id: number | null;
    price_group: string | null;
    service: string | null;
    carrier: string | null;
    from_state: string | null;
    to_state: string | null;
    basis_points: number;
    fixed_cents: number;
    minimum_cents: number;
    from_day: number;
    until_day: number | null;
  };
  api_keys: {
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
  key_settings: { key_id: number; settings: string };
  credit_accounts: {
    member_id: number;
    limit_cents: number;
    used_cents: number;
    changed_at_ms: number;
  };
  users: {
    id: Generated<number>;
    member_id: number;
    email: string;
    email_key: string;
    password_hash: string;
    role: string;
    created_at_ms: number;
    totp_sealed: Generated<string | null>;
    totp_step: Generated<number>;
    last_sign_in_at_ms: Generated<number | null>;
  };
  recovery_codes: { user_id: number; digest: string };
  audit_entries: {
    id: Generated<number>;
    at_ms: number;
    action: string;
    action_group: string;
    member_id: number | null;
    actor_kind: string;
    actor_member_id: number | null;
    actor_id: number | null;
    actor_name: string;
    actor_key: string;
    thing_id: string | null;
    thing_name: string;
    detail: string;
    address: string;
    outcome: string;
    reason: Generated<string>;
  };
  invitations: {
    id: Generated<number>;
    member_id: number;
    email: string;
    email_key: string;
    role: string;
    digest: string;
    expires_at_ms: number;
  };
  sessions: {
    id: Generated<number>;
    user_id: number;
    digest: string;
    user_agent: string;
    created_at_ms: number;
    last_used_at_ms: number;
  };
  password_resets: { user_id: number; digest: string; expires_at_ms: number };
  mailed_password_resets: { user_id: number; digest: string; expires_at_ms: number };
  email_confirmations: {
    digest: string;
    /** Null for a sign-up. */
    user_id: number | null;
    email: string;
    details: string;
    password_hash: string;
    expires_at_ms: number;
  };
  key_calls: {
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
  bookings: {
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
    /** The carrier's price; null if unknown. */
    carrier_cents: Generated<number | null>;
    /** The warranty fee in the price. */
    warranty_cents: Generated<number>;
    /** Booked on the member's own carrier account. */
    is_billed_by_carrier: Generated<number>;
  };
  carrier_invoices: {
    id: Generated<number>;
    carrier: string;
    number: string;
    number_key: string;
    imported_at_ms: number;
  };
  carrier_invoice_lines: {
    id: Generated<number>;
    invoice_id: number;
    line: number;
    reference: string;
    booking_id: number | null;
    billed_cents: number;
    billed_grams: number | null;
    cost_cents: number | null;
    finding: string;
    state: string;
  };
  quote_sets: { id: Generated<number>; created_at_ms: number; document: string };
  payment_methods: {
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
  payments: {
    id: Generated<number>;
    key: string;
    kind: string;
    booking_id: number | null;
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
  ledger_entries: {
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
  receipts_taken_back: { entry_id: number; taken_back_at_ms: number };
  receipt_references: {
    entry_id: number;
    member_id: number;
    reference: string;
    /** The reference in the form used for comparison: lower case. */
    reference_key: string;
  };
  number_ranges: { name: string; last_number: number };
  retired_connotes: { connote: string };
  /** `status` and `body` are the answer to replay; null until it is ready. */
  idempotency_records: {
    member_id: number;
    key: string;
    request_digest: string;
    booking_id: number | null;
    status: number | null;
    body: string | null;
    created_at_ms: number;
    held_until_ms: number;
  };
  leases: { name: string; holder: string; until_ms: number };
  job_places: { job: string; after_id: number; begun_at_ms: number };
  shipments: {
    booking_id: number;
    member_id: number;
    connote: string;
    /** The connote in the form used for comparison. */
    connote_key: string;
    carrier: string;
    pieces: number;
    is_demo: number;
    notifies_by_email: number;
    begun_at_ms: number;
    expected_date: string | null;
    stage: string;
    poll_at_ms: number | null;
    failed_polls: number;
    is_own_account: number;
    /** Null until it is delivered, and without a promised day. */
    is_on_time: Generated<number | null>;
  };
  tracking_events: {
    booking_id: number;
    digest: string;
    piece: number | null;
    occurred_at_ms: number | null;
    received_at_ms: number;
    given_stage: string | null;
    /** `person` or `carrier`. */
    reported_by: string;
    raw: string;
  };
  mails: {
    booking_id: number;
    kind: string;
    /** Lets members take turns. */
    member_id: number;
    is_demo: number;
    status: string;
    attempts: number;
    wanted_at_ms: number;
    due_at_ms: number;
    ended_at_ms: Generated<number | null>;
    detail: string;
  };
  customs_declarations: { booking_id: number; document: string; declared_at_ms: number };
  booking_words: { member_id: number; word: string; booking_id: number; party: string };
  told_carriers: { booking_id: number; told_at_ms: number; told_by: number };
  labels: {
    booking_id: number;
    revision: number;
    sscc_prefix: Generated<string | null>;
    first_sscc: Generated<number | null>;
    authority_serial: Generated<number | null>;
  };
  /** The body is base64. */
  kept_documents: {
    id: Generated<number>;
    booking_id: number;
    name: string;
    digest: string;
    body: string;
    size: number;
    kept_at_ms: number;
  };
  document_shelf: { id: number; bytes: number };
  monthly_invoice_numbers: { last_number: number };
  monthly_invoices: {
    number: number;
    member_id: number;
    month: string;
    since_ms: number;
    until_ms: number;
    issued_at_ms: number;
    due_day: string;
    closing_cents: number;
    facts: string;
  };
  monthly_invoice_entries: { entry_id: number; invoice_number: number };
  monthly_invoice_mails: {
    invoice_number: number;
    round: number;
    status: string;
    attempts: number;
    wanted_at_ms: number;
    due_at_ms: number;
    detail: string;
  };
  monthly_invoices_unissued: { member_id: number; month: string; since_ms: number };
  invoices: { booking_id: number; issued_at_ms: number; facts: string };
  carriers_off: { string_id: string };
  /** `account_member_id` is 0 for a house account. */
  carrier_accounts: {
    account_member_id: number;
    carrier: string;
    sealed: string;
    policy: string;
    connected_at_ms: number;
  };
  carrier_certifications: {
    carrier: string;
    operation: string;
    outcome: string;
    reason: string;
    at_ms: number;
  };
  brandings: {
    member_id: number;
    name: string;
    colour: string;
    message: string;
    contact: string;
    logo_digest: string;
    logo_type: string;
    logo_base64: string;
  };
  certification_runs: {
    id: Generated<number>;
    carrier: string;
    begun_at_ms: number;
    alive_until_ms: number;
    ended_at_ms: number | null;
    is_stopping: number;
    progress: string;
  };
  sent_consignments: {
    reference: string;
    carrier: string;
    string_id: string;
    booking_id: number;
    state: string;
    connote: string;
    carrier_id: string;
    /** A JSON array of strings. */
    pieces: string;
    detail: string;
    manifest_id: string;
    sent_at_ms: number;
    /** Null when the carrier states no price on booking, or nothing was quoted. */
    quoted_cents: number | null;
    booked_cents: number | null;
    /** `differs`, `seen` or empty. */
    price_note: string;
    /** The owner of the account it was sent with; null for a house account. */
    account_member_id: number | null;
    /** `unknown`: the carrier did not know the consignment when the manifest was lodged. */
    manifest_note: string;
  };
  /** The body is base64. */
  carrier_labels: { reference: string; format: string; body: string; kept_at_ms: number };
  carrier_calls: {
    id: Generated<number>;
    at_ms: number;
    carrier: string;
    operation: string;
    reference: string;
    method: string;
    url: string;
    status: number;
    took_ms: number;
    trouble: string;
    request_id: string;
    sent: string;
    received: string;
    account_member_id: number | null;
  };
  /** `account_member_id` is 0 for a house account. */
  lodged_manifests: {
    id: Generated<number>;
    carrier: string;
    account_member_id: number;
    manifest_id: string;
    lodged_at_ms: number;
    consignments: number;
    /** Base64. */
    document: string | null;
  };
  refused_manifests: {
    carrier: string;
    account_member_id: number;
    since_ms: number;
    reason: string;
  };
  /** How often a carrier quoted a member in a month, had no quote, or failed. */
  carrier_answers: {
    member_id: number;
    month: string;
    carrier: string;
    quoted: number;
    absent: number;
    failed: number;
  };
  test_gateway_charges: {
    key: string;
    token: string;
    amount_cents: number;
    refunded_cents: number;
    is_accepted: number;
    reference: string;
    booking_id: number | null;
    member_id: number;
    entered_at_ms: number;
  };
  test_gateway_refunds: {
    key: string;
    charge_reference: string;
    amount_cents: number;
    reference: string;
    entered_at_ms: number;
  };
  gateway_attempts: {
    key: string;
    nonce: string;
    reference: string | null;
    is_closed: number;
    opened_at_ms: number;
  };
  orders: {
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
    /** What lists are sorted by. */
    number_key: string;
    receiver_key: string;
    value_cents: number;
    document: string;
  };
  label_printers: {
    id: Generated<number>;
    member_id: number;
    name: string;
    /** Null for a printer with an agent. */
    host: string | null;
    port: number | null;
    /** Of the agent's token; null for a printer that the server connects to. */
    token_digest: string | null;
    automatic: string;
    held_until_ms: number;
    failures: number;
    reason: string;
    detail: string;
    seen_at_ms: number | null;
  };
  printer_keys: { printer_id: number; key_id: number };
  print_jobs: {
    id: Generated<number>;
    printer_id: number;
    member_id: number;
    booking_id: number | null;
    status: string;
    attempts: number;
    queued_at_ms: number;
    due_at_ms: number;
    ended_at_ms: number | null;
    reason: string;
    detail: string;
  };
  webhook_endpoints: {
    id: Generated<number>;
    member_id: number;
    url: string;
    description: string;
    events: string;
    is_enabled: number;
    sealed: string;
    previous_sealed: string | null;
    previous_until_ms: number | null;
    created_at_ms: number;
    held_until_ms: number;
    failures: number;
    failing_since_ms: number | null;
    switched_off_at_ms: number | null;
    notice_due_at_ms: number | null;
    notice_attempts: number;
  };
  webhook_deliveries: {
    id: Generated<number>;
    endpoint_id: number;
    message_id: string;
    type: string;
    /** What its order is kept for, such as a booking. */
    subject: string;
    body: string;
    status: string;
    attempts: number;
    created_at_ms: number;
    due_at_ms: number;
    attempted_at_ms: number | null;
    fault: string;
    detail: string;
    answer_status: number | null;
    answer_body: string;
    took_ms: number;
  };
  products: {
    member_id: number;
    sku: string;
    title: string;
    description: string;
    updated_at_ms: number;
  };
  saved_addresses: {
    id: Generated<number>;
    member_id: number;
    /** In the form used for comparison. */
    identity: string;
    title_key: string;
    /** The searchable words, in lower case, each with a space before it. */
    search: string;
    document: string;
    updated_at_ms: number;
  };
  quote_links: {
    digest: string;
    booking_id: number;
    member_id: number;
    version: number;
    choice: string;
    expires_at_ms: number;
  };
  claims: {
    id: Generated<number>;
    booking_id: number;
    member_id: number;
    state: string;
    reason: string;
    claimed_cents: number;
    accepted_cents: number | null;
    opened_at_ms: number;
    changed_at_ms: number;
  };
  claim_notes: {
    id: Generated<number>;
    claim_id: number;
    at_ms: number;
    member_id: number;
    is_operator: number;
    /** The state that the claim was moved to with this note. */
    state: string | null;
    text: string;
  };
  /** The body is base64. */
  claim_files: {
    id: Generated<number>;
    claim_id: number;
    added_by: number;
    added_at_ms: number;
    name: string;
    media_type: string;
    size: number;
    body: string;
  };
  /** The picture is base64; its columns are null without one. */
  carrier_proofs: {
    booking_id: number;
    signed_by: string;
    signed_at_ms: number | null;
    url: string;
  };
  delivery_proofs: {
    booking_id: number;
    signed_by: string;
    signed_at_ms: number | null;
    entered_by: number;
    entered_at_ms: number;
    picture_name: string | null;
    picture_type: string | null;
    picture: string | null;
  };
  item_presets: {
    id: Generated<number>;
    member_id: number;
    /** The name in the form used for comparison. */
    name_key: string;
    document: string;
  };
  saved_views: {
    id: Generated<number>;
    user_id: number;
    list: string;
    /** The name in the form used for comparison. */
    name_key: string;
    document: string;
  };
  /** One row that counts every change of members, keys and settings. */
  configuration: { id: number; revision: number };
  schema_versions: { version: number; name: string; applied_at_ms: number };
};
