// The audit log in words: what was done, and how it ended.
import { type AuditAction, actionKind } from '../domain/audit/audit-action.ts';
import type { AuditDetail, AuditEntry, AuditOutcome } from '../domain/audit/audit-entry.ts';

/** What somebody did, what they tried to do, and to what; {} is the thing's name or number. */
type Phrase = readonly [did: string, toDo: string, what: string];

const phrases: Record<AuditAction, Phrase> = {
  sign_in: ['Signed in', 'sign in', ''],
  sign_out: ['Signed out', 'sign out', ''],
  sign_out_everywhere: ['Signed out everywhere', 'sign out everywhere', ''],
  end_session: ['Signed out', 'sign out', 'another device'],
  change_password: ['Changed', 'change', 'their password'],
  ask_for_reset: ['Requested', 'request', 'a link for a new password'],
  redeem_reset: ['Set', 'set', 'a new password with a link'],
  create_reset_link: ['Created', 'create', 'a password link for member {}'],
  switch_two_factor_on: ['Switched', 'switch', 'two-factor sign-in on'],
  switch_two_factor_off: ['Switched', 'switch', 'two-factor sign-in off'],
  sign_up: ['Signed up', 'sign up', ''],
  confirm_email: ['Confirmed', 'confirm', 'an e-mail address'],
  add_user: ['Added', 'add', 'user {}'],
  change_user: ['Changed', 'change', 'user {}'],
  remove_user: ['Removed', 'remove', 'user {}'],
  invite_user: ['Invited', 'invite', 'a user'],
  withdraw_invitation: ['Withdrew', 'withdraw', 'the invitation of {}'],
  accept_invitation: ['Accepted', 'accept', 'the invitation of {}'],
  book: ['Booked', 'book', 'booking {}'],
  confirm_booking: ['Confirmed', 'confirm', 'booking {}'],
  change_booking: ['Changed', 'change', 'booking {}'],
  delete_booking: ['Deleted', 'delete', 'booking {}'],
  cancel_booking: ['Cancelled', 'cancel', 'booking {}'],
  move_pickup: ['Moved', 'move', 'the pickup of booking {}'],
  declare_customs: ['Saved', 'save', 'the customs declaration of booking {}'],
  share_quote: ['Created', 'create', 'a quote link for booking {}'],
  withdraw_quote_links: ['Withdrew', 'withdraw', 'the quote links of booking {}'],
  accept_quote: ['Accepted', 'accept', 'the quote of booking {}'],
  withdraw_label_links: ['Withdrew', 'withdraw', 'the label links of booking {}'],
  regenerate_label: ['Regenerated', 'regenerate', 'the label of booking {}'],
  set_booking_status: ['Set', 'set', 'the status of booking {}'],
  mark_notified: ['Marked', 'mark', 'pickups as notified or open again'],
  adjust_booking: ['Recorded', 'record', 'the scanned weight or charges of booking {}'],
  adjust_bookings: ['Imported', 'import', 'adjustments of bookings'],
  lodge_manifest: ['Lodged', 'lodge', 'a manifest'],
  close_left_out: ['Closed', 'close', 'the left-out consignment {}'],
  cancel_orphan: ['Cancelled', 'cancel', 'the unpaid consignment {}'],
  close_orphan: ['Closed', 'close', 'the unpaid consignment {}'],
  acknowledge_price: ['Acknowledged', 'acknowledge', 'the different price of consignment {}'],
  save_item_preset: ['Saved', 'save', 'item preset {}'],
  remove_item_preset: ['Removed', 'remove', 'item preset {}'],
  save_view: ['Saved', 'save', 'view {} of a list'],
  remove_view: ['Removed', 'remove', 'view {} of a list'],
  save_order: ['Saved', 'save', 'order {}'],
  import_orders: ['Imported', 'import', 'orders'],
  change_order: ['Changed', 'change', 'order {}'],
  remove_order: ['Removed', 'remove', 'order {}'],
  reopen_order: ['Reopened', 'reopen', 'order {}'],
  save_products: ['Saved', 'save', 'products'],
  save_address: ['Saved', 'save', 'address {}'],
  change_address: ['Changed', 'change', 'address {}'],
  remove_address: ['Removed', 'remove', 'address {}'],
  import_addresses: ['Imported', 'import', 'addresses'],
  add_key: ['Created', 'create', 'API key {}'],
  change_key: ['Changed', 'change', 'API key {}'],
  regenerate_key: ['Rotated', 'rotate', 'the secret of API key {}'],
  remove_key: ['Deleted', 'delete', 'API key {}'],
  change_key_settings: ['Changed', 'change', 'the settings of API key {}'],
  add_payment_method: ['Added', 'add', 'payment method {}'],
  make_default_method: ['Made', 'make', 'payment method {} the default'],
  remove_payment_method: ['Removed', 'remove', 'payment method {}'],
  set_credit_limit: ['Set', 'set', 'the credit limit of member {}'],
  receive_payment: ['Recorded', 'record', 'a payment from member {}'],
  reverse_receipt: ['Reversed', 'reverse', 'a payment from member {}'],
  pay_balance: ['Paid', 'pay', 'what is owed on credit'],
  issue_invoice: ['Issued', 'issue', 'a monthly invoice'],
  email_invoice: ['E-mailed', 'e-mail', 'monthly invoice {}'],
  refund_payment: ['Refunded', 'refund', 'payment {}'],
  check_payment: ['Checked', 'check', 'payment {}'],
  mark_refunded: ['Marked', 'mark', 'payment {} as refunded'],
  mark_not_refunded: ['Marked', 'mark', 'payment {} as not refunded'],
  import_carrier_invoice: ['Imported', 'import', 'carrier invoice {}'],
  remove_carrier_invoice: ['Removed', 'remove', 'carrier invoice {}'],
  decide_carrier_invoice: ['Decided', 'decide', 'lines of carrier invoice {}'],
  change_profile: ['Changed', 'change', 'the business’s details'],
  change_branding: ['Changed', 'change', 'the branding'],
  open_claim: ['Opened', 'open', 'claim {}'],
  add_claim_note: ['Added', 'add', 'a note to claim {}'],
  add_claim_document: ['Added', 'add', 'a document to claim {}'],
  move_claim: ['Moved', 'move', 'claim {}'],
  add_webhook: ['Added', 'add', 'webhook endpoint {}'],
  change_webhook: ['Changed', 'change', 'webhook endpoint {}'],
  remove_webhook: ['Deleted', 'delete', 'webhook endpoint {}'],
  rotate_webhook_secret: ['Rotated', 'rotate', 'the secret of webhook endpoint {}'],
  test_webhook: ['Tested', 'test', 'webhook endpoint {}'],
  replay_webhook: ['Replayed', 'replay', 'a delivery to webhook endpoint {}'],
  add_printer: ['Added', 'add', 'printer {}'],
  change_printer: ['Changed', 'change', 'printer {}'],
  remove_printer: ['Removed', 'remove', 'printer {}'],
  create_printer_token: ['Created', 'create', 'a token for printer {}'],
  print_test_label: ['Printed', 'print', 'a test label on printer {}'],
  print_labels: ['Printed', 'print', 'labels on printer {}'],
  reprint_label: ['Reprinted', 'reprint', 'print job {}'],
  cancel_print_job: ['Cancelled', 'cancel', 'print job {}'],
  save_proof: ['Saved', 'save', 'the proof of delivery of booking {}'],
  remove_proof: ['Removed', 'remove', 'the proof of delivery of booking {}'],
  add_tracking_event: ['Added', 'add', 'a tracking event to booking {}'],
  remove_tracking_event: ['Removed', 'remove', 'a tracking event of booking {}'],
  import_tracking_events: ['Imported', 'import', 'tracking events'],
  connect_own_account: ['Connected', 'connect', 'their account with carrier {}'],
  disconnect_own_account: ['Disconnected', 'disconnect', 'their account with carrier {}'],
  connect_house_account: ['Connected', 'connect', 'the house account with {}'],
  disconnect_house_account: ['Disconnected', 'disconnect', 'the house account with {}'],
  start_certification: ['Started', 'start', 'a certification of {}'],
  stop_certification: ['Stopped', 'stop', 'the certification of {}'],
  switch_carrier: ['Switched', 'switch', 'carrier {} on or off'],
  publish_rate_cards: ['Published', 'publish', 'rate cards'],
  roll_back_rate_cards: ['Rolled back', 'roll back', 'the rate cards of carrier {}'],
  withdraw_rate_cards: ['Withdrew', 'withdraw', 'a version of the rate cards of carrier {}'],
  add_margin: ['Added', 'add', 'margin {}'],
  change_margin: ['Changed', 'change', 'margin {}'],
  remove_margin: ['Removed', 'remove', 'margin {}'],
  add_member: ['Added', 'add', 'member {}'],
  change_member: ['Changed', 'change', 'member {}'],
};

/** Sentences that depend on what was sent. */
function phraseOf({ action, detail }: Pick<AuditEntry, 'action' | 'detail'>): Phrase {
  const isOn = (field: string): boolean | undefined => {
    const value = detail[field];
    return typeof value === 'boolean' ? value : undefined;
  };
  if (action === 'change_key' && isOn('active') !== undefined)
    return ['Switched', 'switch', `${isOn('active') ? 'on' : 'off'} API key {}`];
  if (action === 'switch_carrier')
    return ['Switched', 'switch', `${isOn('is_on') ? 'on' : 'off'} carrier {}`];
  if (action === 'mark_notified' && isOn('is_notified') === false)
    return ['Marked', 'mark', 'pickups as not notified'];
  if (action === 'mark_notified') return ['Marked', 'mark', 'pickups as notified'];
  return phrases[action];
}

/** Such as "Confirmed booking 123", or "Tried to confirm booking 123" if it did not succeed. */
export function auditSentence(
  entry: Pick<AuditEntry, 'action' | 'detail' | 'thing' | 'outcome'>,
): string {
  const [did, toDo, what] = phraseOf(entry);
  const begins =
    entry.outcome === 'refused' || entry.outcome === 'failed'
      ? `Tried to ${toDo}`
      : entry.outcome === 'not_finished'
        ? `Began to ${toDo}`
        : did;
  return `${begins} ${filledIn(what, entry.thing)}`.trim();
}

function filledIn(what: string, thing: AuditEntry['thing']): string {
  if (thing !== undefined) return what.replace('{}', thing.name || thing.id);
  // A record that does not exist yet.
  const [begins = '', ...rest] = what.replace(/ ?\{\}/, '').split(' ');
  if (!what.includes('{}') || /^(the|a|an|their|lines)$/.test(begins))
    return [begins, ...rest].join(' ');
  return `${/^[aeio]/i.test(begins) ? 'an' : 'a'} ${[begins, ...rest].join(' ')}`;
}

export const outcomeWords: Record<AuditOutcome, string> = {
  not_finished: 'Not finished',
  done: 'Done',
  pending: 'Awaiting an answer',
  repeated: 'Repeated, nothing was done twice',
  refused: 'Refused',
  failed: 'Failed',
};

/** The sentence says these already. */
const saidFields: Partial<Record<AuditAction, readonly string[]>> = {
  change_key: ['active'],
  switch_carrier: ['is_on'],
  mark_notified: ['is_notified'],
};

/** What was sent, such as "role: booker". */
export function detailWords({ action, detail }: Pick<AuditEntry, 'action' | 'detail'>): string {
  return fieldsOf(action, detail)
    .map(([field, value]) => {
      const shown = typeof value === 'boolean' ? (value ? 'yes' : 'no') : value;
      return `${field.replace('transdirect_', '').replaceAll(/[_-]/g, ' ')}: ${shown}`;
    })
    .join(', ');
}

function fieldsOf(action: AuditAction, detail: AuditDetail): [string, AuditDetail[string]][] {
  const said = saidFields[action] ?? [];
  const order = actionKind(action).detail ?? [];
  return order.flatMap((field) => {
    const value = detail[field];
    return value === undefined || said.includes(field) ? [] : [[field, value]];
  });
}

/** Codes of refusals as words. */
export const reasonWords = (code: string): string => code.replaceAll('_', ' ');
