// What the audit log records: every change that a signed-in user makes, or the operator on the command line, and those
// that matter of API keys. A code, never a sentence: `wording/audit.ts` has the words.

/** What a change is done to. */
export type AuditThingKind =
  | 'address'
  | 'booking'
  | 'carrier'
  | 'carrier_account'
  | 'carrier_invoice'
  | 'claim'
  | 'invitation'
  | 'item_preset'
  | 'key'
  | 'margin'
  | 'member'
  | 'order'
  | 'payment'
  | 'payment_method'
  | 'print_job'
  | 'printer'
  | 'reference'
  | 'saved_view'
  | 'session'
  | 'user'
  | 'webhook';

export const auditGroups = [
  'sign_in',
  'users',
  'bookings',
  'orders',
  'addresses',
  'keys',
  'payments',
  'account',
  'claims',
  'printers',
  'webhooks',
  'tracking',
  'carriers',
  'prices',
  'members',
] as const;

/** A choice for people who look for something. */
export type AuditGroup = (typeof auditGroups)[number];

export type AuditActionKind = {
  group: AuditGroup;
  thing?: AuditThingKind;
  /** The thing does not exist afterwards. */
  removes?: true;
  /** Recorded for API keys too. What they book is not: a booking shows its key, and a shop would wait longer. */
  byKeys?: true;
  /** Only the command line does it. */
  onlyByCommand?: true;
  /** Only if the request has this field; without it, nothing is recorded. */
  onlyWith?: string;
  /**
   * Recorded once the outcome is known, by e-mail. `in_background`: the answer does not wait, so that its timing does not
   * reveal whether the e-mail has an account; failures of both are recorded so.
   */
  afterwards?: 'before_answer' | 'in_background';
  /**
   * Fields of the request or its path to store beside it: short, and never a secret or what a person wrote to another.
   */
  detail?: readonly string[];
};

export const auditActions = {
  // Signing in.
  sign_in: { group: 'sign_in', afterwards: 'before_answer' },
  sign_out: { group: 'sign_in' },
  sign_out_everywhere: { group: 'sign_in' },
  end_session: { group: 'sign_in', thing: 'session' },
  change_password: { group: 'sign_in' },
  ask_for_reset: { group: 'sign_in', afterwards: 'in_background' },
  redeem_reset: { group: 'sign_in' },
  create_reset_link: { group: 'sign_in', thing: 'member' },
  switch_two_factor_on: { group: 'sign_in' },
  switch_two_factor_off: { group: 'sign_in' },
  sign_up: { group: 'account', thing: 'member' },
  confirm_email: { group: 'account', thing: 'member' },

  // Users.
  add_user: { group: 'users', thing: 'user', onlyByCommand: true, detail: ['role'] },
  change_user: { group: 'users', thing: 'user', detail: ['role'] },
  remove_user: { group: 'users', thing: 'user', removes: true },
  invite_user: { group: 'users', thing: 'invitation', detail: ['email', 'role'] },
  withdraw_invitation: { group: 'users', thing: 'invitation' },
  accept_invitation: { group: 'users', thing: 'invitation' },

  // Bookings.
  book: {
    group: 'bookings',
    thing: 'booking',
    onlyWith: 'payment_method',
    detail: ['courier', 'pickup_date'],
  },
  confirm_booking: {
    group: 'bookings',
    thing: 'booking',
    detail: ['courier', 'pickup-date', 'pickup_date'],
  },
  change_booking: { group: 'bookings', thing: 'booking' },
  delete_booking: { group: 'bookings', thing: 'booking', byKeys: true, removes: true },
  cancel_booking: { group: 'bookings', thing: 'booking', byKeys: true },
  move_pickup: {
    group: 'bookings',
    thing: 'booking',
    byKeys: true,
    detail: ['pickup_date', 'pickup_time'],
  },
  declare_customs: { group: 'bookings', thing: 'booking' },
  share_quote: { group: 'bookings', thing: 'booking', detail: ['courier'] },
  withdraw_quote_links: { group: 'bookings', thing: 'booking' },
  accept_quote: { group: 'bookings', thing: 'booking' },
  withdraw_label_links: { group: 'bookings', thing: 'booking' },
  regenerate_label: { group: 'bookings', thing: 'booking' },
  set_booking_status: { group: 'bookings', thing: 'booking', detail: ['status', 'connote'] },
  mark_notified: { group: 'bookings', detail: ['bookings', 'is_notified'] },
  adjust_booking: {
    group: 'bookings',
    thing: 'booking',
    onlyByCommand: true,
    detail: ['scanned_weight', 'additional_charges'],
  },
  adjust_bookings: { group: 'bookings' },
  lodge_manifest: { group: 'bookings', detail: ['carrier', 'member'] },
  close_left_out: { group: 'bookings', thing: 'reference' },
  cancel_orphan: { group: 'bookings', thing: 'reference' },
  close_orphan: { group: 'bookings', thing: 'reference' },
  acknowledge_price: { group: 'bookings', thing: 'reference' },
  save_item_preset: { group: 'bookings', thing: 'item_preset', detail: ['name'] },
  remove_item_preset: { group: 'bookings', thing: 'item_preset', removes: true },

  // Views of lists.
  save_view: { group: 'account', thing: 'saved_view', detail: ['name', 'list'] },
  remove_view: { group: 'account', thing: 'saved_view', removes: true },

  // Orders.
  save_order: { group: 'orders', thing: 'order' },
  import_orders: { group: 'orders' },
  change_order: { group: 'orders', thing: 'order', detail: ['transdirect_order_status'] },
  remove_order: { group: 'orders', thing: 'order', removes: true },
  reopen_order: { group: 'orders', thing: 'order' },
  save_products: { group: 'orders' },

  // The address book.
  save_address: { group: 'addresses', thing: 'address' },
  change_address: { group: 'addresses', thing: 'address' },
  remove_address: { group: 'addresses', thing: 'address', removes: true },
  import_addresses: { group: 'addresses' },

  // Keys.
  add_key: { group: 'keys', thing: 'key', detail: ['site', 'module_type', 'demo_mode'] },
  change_key: { group: 'keys', thing: 'key', detail: ['active', 'site', 'demo_mode'] },
  regenerate_key: { group: 'keys', thing: 'key' },
  remove_key: { group: 'keys', thing: 'key', removes: true },
  change_key_settings: { group: 'keys', thing: 'key', byKeys: true },

  // Money.
  add_payment_method: { group: 'payments', thing: 'payment_method' },
  make_default_method: { group: 'payments', thing: 'payment_method' },
  remove_payment_method: { group: 'payments', thing: 'payment_method', removes: true },
  set_credit_limit: { group: 'payments', thing: 'member', detail: ['limit'] },
  receive_payment: { group: 'payments', thing: 'member', detail: ['amount', 'reference'] },
  reverse_receipt: { group: 'payments', thing: 'member', detail: ['receipt'] },
  pay_balance: { group: 'payments', detail: ['amount'] },
  refund_payment: { group: 'payments', thing: 'payment' },
  issue_invoice: { group: 'payments', detail: ['member', 'month', 'email'] },
  email_invoice: { group: 'payments', thing: 'reference' },
  check_payment: { group: 'payments', thing: 'payment' },
  mark_refunded: { group: 'payments', thing: 'payment' },
  mark_not_refunded: { group: 'payments', thing: 'payment' },
  import_carrier_invoice: { group: 'payments', thing: 'carrier_invoice' },
  remove_carrier_invoice: { group: 'payments', thing: 'carrier_invoice', removes: true },
  decide_carrier_invoice: {
    group: 'payments',
    thing: 'carrier_invoice',
    detail: ['state', 'charge'],
  },

  // The member's account.
  change_profile: { group: 'account' },
  change_branding: { group: 'account' },

  // Claims.
  open_claim: { group: 'claims', thing: 'claim', detail: ['booking_id'] },
  add_claim_note: { group: 'claims', thing: 'claim' },
  add_claim_document: { group: 'claims', thing: 'claim', detail: ['name'] },
  move_claim: { group: 'claims', thing: 'claim', detail: ['state', 'accepted_amount'] },

  // Webhooks. Recorded for keys too, because an endpoint receives what the member does.
  add_webhook: { group: 'webhooks', thing: 'webhook', byKeys: true },
  change_webhook: { group: 'webhooks', thing: 'webhook', byKeys: true },
  remove_webhook: { group: 'webhooks', thing: 'webhook', byKeys: true, removes: true },
  rotate_webhook_secret: { group: 'webhooks', thing: 'webhook', byKeys: true },
  test_webhook: { group: 'webhooks', thing: 'webhook' },
  replay_webhook: { group: 'webhooks', thing: 'webhook' },

  // Printers.
  add_printer: { group: 'printers', thing: 'printer', detail: ['name'] },
  change_printer: { group: 'printers', thing: 'printer' },
  remove_printer: { group: 'printers', thing: 'printer', removes: true },
  create_printer_token: { group: 'printers', thing: 'printer' },
  print_test_label: { group: 'printers', thing: 'printer' },
  print_labels: { group: 'printers', thing: 'printer', detail: ['booking_ids'] },
  reprint_label: { group: 'printers', thing: 'print_job' },
  cancel_print_job: { group: 'printers', thing: 'print_job' },

  // Tracking.
  save_proof: { group: 'tracking', thing: 'booking' },
  remove_proof: { group: 'tracking', thing: 'booking' },
  add_tracking_event: { group: 'tracking', thing: 'booking', detail: ['status'] },
  remove_tracking_event: { group: 'tracking', thing: 'booking' },
  import_tracking_events: { group: 'tracking' },

  // Carriers.
  connect_own_account: { group: 'carriers', thing: 'carrier' },
  disconnect_own_account: { group: 'carriers', thing: 'carrier' },
  connect_house_account: { group: 'carriers', thing: 'carrier_account' },
  disconnect_house_account: { group: 'carriers', thing: 'carrier_account' },
  start_certification: { group: 'carriers', thing: 'carrier_account' },
  stop_certification: { group: 'carriers', thing: 'carrier_account' },
  switch_carrier: { group: 'carriers', thing: 'carrier', detail: ['is_on'] },

  // Prices.
  publish_rate_cards: { group: 'prices', detail: ['folder', 'holds_from'] },
  roll_back_rate_cards: { group: 'prices', thing: 'carrier', detail: ['version'] },
  withdraw_rate_cards: { group: 'prices', thing: 'carrier', detail: ['version'] },
  add_margin: { group: 'prices', thing: 'margin' },
  change_margin: { group: 'prices', thing: 'margin' },
  remove_margin: { group: 'prices', thing: 'margin', removes: true },

  // Members, by the operator.
  add_member: { group: 'members', thing: 'member' },
  change_member: {
    group: 'members',
    thing: 'member',
    detail: [
      'is_open',
      'may_book_live',
      'has_multipickup',
      'may_connect_carriers',
      'is_operator',
      'discount',
      'group',
    ],
  },
} as const satisfies Record<string, AuditActionKind>;

export type AuditAction = keyof typeof auditActions;

export const actionKind = (action: AuditAction): AuditActionKind => auditActions[action];

export function isAuditAction(code: string): code is AuditAction {
  return Object.hasOwn(auditActions, code);
}
