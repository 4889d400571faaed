// Every reason for which a use-case can decline a request, as one closed union: a new code without a sentence
// (`src/wording/refusals.ts`) and a rendering in each generation (`src/http/server/refusals.ts`) does not compile.
// Bugs and lost dependencies are ordinary errors.

import type { ClaimState } from './claims/claim-state.ts';
import type { Cents } from './money.ts';
import type { Problem } from './problem.ts';
import type { Quote } from './quotes/quote.ts';
import type { Role } from './users/role.ts';

/** The path from the request to the value. */
type Path = readonly (string | number)[];

/** An invalid value of a request and its problem; a front door may give its own sentence. */
export type Issue = { path: Path } & (Problem | { sentence: string });

/** More than any honest request causes; the rest of a body with more issues is not read. */
export const mostIssues = 100;

/** Details of a refused request that a client may need besides its issues. */
export type Rejection = {
  /** Blank fields that were filled from the key's settings before the check. */
  replacedPaths?: readonly string[];
  /** The value that was sent at the path of the first issue. */
  rejected?: { value: unknown };
};

/** The documents of a booking. */
export type DocumentKind = 'label' | 'manifest' | 'invoice';

/** The booking is unconfirmed or cancelled, or its carrier does not provide its own document now, or at all. */
export type UnreadyReason = 'unconfirmed' | 'cancelled' | 'carrier' | 'carrier_pages';

/** Another person adjusted the booking at the same moment, or one of its own facts prevents it. */
export type NotAdjustableReason = 'changed' | 'unpaid' | 'cancelled' | 'own_account';

/** Marked as paid already; paid by the gateway or still open; not marked; not a refund; changed at the same moment. */
export type NotDueReason = 'marked' | 'not_refused' | 'not_marked' | 'charge' | 'changed';

/** Another balance payment is open, or was made since the payer looked; the test card moves no money. */
export type NotPayableReason = 'under_way' | 'paid_meanwhile' | 'test_card';

/** The refund of a payment as it stands; `status` is a `PaymentStatus`. */
export type RefundState = { amountCents: Cents; method: string; status: string };

/**
 * Why a member may not change its booked shipment. `by_desk`: somebody has to call the carrier. `charged_later`: the
 * carrier has handled the freight already. `pickup_over`: the driver may have it, and no one reports it.
 */
export type KeptAsItIs =
  | 'unconfirmed'
  | 'cancelled'
  | 'collected'
  | 'charged_later'
  | 'pickup_over'
  | 'notified'
  | 'by_desk';

export type RefusalData =
  // The request has no credentials. `wrongHeader` is a header that looks like a misspelt Api-key header.
  | { code: 'credentials_missing'; wrongHeader?: string }
  | { code: 'credentials_rejected' }
  // The session of the members area's cookie has ended.
  | { code: 'session_ended' }
  // The request lacks the token of the members area's own pages.
  | { code: 'csrf_token_wrong' }
  | { code: 'operators_only' }
  // The signed-in user's role does not allow it.
  | { code: 'role_needed'; role: Role; needed: Role }
  | { code: 'user_not_found'; reference: string | number }
  | { code: 'reset_link_invalid' }
  | { code: 'confirmation_link_invalid' }
  | { code: 'invitation_link_invalid' }
  // The password is right; a code of the second factor is needed too.
  | { code: 'second_factor_needed' }
  | { code: 'second_factor_rejected' }
  // A password alone, sent with a request, of a user with a second factor.
  | { code: 'second_factor_not_sent' }
  // The operator requires a second factor of operators.
  | { code: 'two_factor_required' }
  | { code: 'payment_method_not_found'; name: string }
  | { code: 'too_many_failed_attempts'; retryAfterSeconds: number }
  | { code: 'rate_limited'; retryAfterSeconds: number }
  | { code: 'anonymous_quotes_limited'; retryAfterSeconds: number; windowSeconds: number }
  // `isForBuyer`: a shop shows the message to its buyer, who can do nothing about the issues.
  | ({ code: 'validation'; issues: readonly Issue[]; isForBuyer?: true } & Rejection)
  | ({ code: 'values_out_of_range'; issues: readonly Issue[] } & Rejection)
  // `isOfAnyMember`: an operator looked among the bookings of all members.
  | { code: 'booking_not_found'; id: number; isOfAnyMember?: true }
  | { code: 'item_not_found'; bookingId: number; itemId: number }
  // Once a payment has begun, a booking cannot be changed or deleted. `now` is its state unless it is paid.
  | { code: 'booking_already_paid'; id: number; now?: 'cancelled' | 'unsettled' }
  // Other requests kept changing the booking while this change was calculated.
  | { code: 'booking_changed'; id: number }
  | { code: 'last_item'; bookingId: number }
  // Interface, "Errors": the three reasons for which a live booking cannot be paid.
  | { code: 'no_payment_method'; hasSavedMethod: boolean }
  | { code: 'credit_limit_reached' }
  | { code: 'api_access_disabled' }
  | {
      code: 'payment_declined';
      reason: string;
      // The gateway's sentence; undefined if the payment took too long and was abandoned.
      userMessage: string | undefined;
      refund?: RefundState | undefined;
      method: string;
      paymentId: number;
      keptId?: number;
    }
  // The test gateway takes no money, so it must not pay for freight with a connected carrier.
  | { code: 'test_gateway_cannot_pay'; method: string; carrier: string }
  // Only operators get this refusal.
  | { code: 'status_not_possible'; id: number; from: string; to: string }
  | { code: 'payment_not_found'; id: number }
  | { code: 'balance_not_payable'; why: NotPayableReason }
  | { code: 'balance_payment_not_refundable'; id: number }
  | { code: 'monthly_invoice_not_found'; name: string }
  // `first`: the oldest month with entries on no invoice. Months are `YYYY-MM`.
  | { code: 'earlier_month_not_issued'; month: string; first: string }
  // The refund does not need a manual payment. `note`: what a person wrote when marking it as paid.
  | { code: 'refund_not_due'; id: number; why: NotDueReason; note: string }
  | { code: 'no_refund_due'; booking: number }
  | { code: 'receipt_not_found'; id: number }
  | { code: 'margin_not_found'; id: number }
  | { code: 'carrier_invoice_not_found'; id: number }
  // Another receipt has the same bank reference; or, without a reference, the same amount within a day.
  | { code: 'receipt_noted_before'; id: number; amountCents: Cents; reference: string | undefined }
  | { code: 'consignment_not_found'; reference: string }
  // No consignment without a payment has this reference.
  | { code: 'orphan_not_found'; reference: string }
  // `reason` is undefined if the carrier is not connected.
  | {
      code: 'orphan_not_cancelled';
      reference: string;
      carrier: string;
      reason: string | undefined;
    }
  | { code: 'carrier_call_not_found'; id: number }
  | { code: 'logo_not_found' }
  | { code: 'certification_not_found'; id: number }
  | { code: 'rate_card_version_not_found'; carrier: string; number: number }
  // It holds already, or was withdrawn.
  | { code: 'rate_card_version_not_scheduled'; carrier: string; number: number }
  | { code: 'payment_under_way'; id: number }
  | { code: 'nothing_to_adjust'; id: number; why: NotAdjustableReason }
  // `quote` is the carrier's current quote; undefined when it does not quote.
  | { code: 'quote_expired'; carrier: string; quote: Quote | undefined }
  // The carrier account that quoted is not the one that would book: one of the two is the member's own.
  | { code: 'quote_account_changed'; carrier: string }
  // The operator does not allow the member to connect their own carrier accounts.
  | { code: 'own_carriers_off' }
  | { code: 'own_carrier_not_connected'; carrier: string }
  // The carrier bills the member directly, so there is no sale to invoice.
  | { code: 'invoice_by_carrier'; id: number; carrier: string }
  // A booking that should be created and paid in one call is not stored, so it cannot have a declaration yet.
  | { code: 'customs_declaration_missing'; isStored: boolean }
  | { code: 'idempotency_key_reused' }
  | { code: 'idempotency_key_under_way'; retryAfterSeconds: number }
  // The carrier rejected the booking. `keptId`, here and of a payment: the booking was created in the same call and stays.
  // `refund`: a card or wallet was charged before the carrier was asked.
  | {
      code: 'carrier_rejected';
      carrier: string;
      reason: string;
      refund?: RefundState | undefined;
      keptId?: number;
    }
  // The carrier refused to cancel the booking, or has not answered.
  | { code: 'cancellation_refused'; id: number; carrier: string; reason: string }
  // A member may not change its booked shipment.
  | { code: 'change_not_possible'; id: number; what: 'cancel' | 'pickup'; why: KeptAsItIs }
  | { code: 'cancellation_unknown'; id: number; carrier: string; reason: string }
  | { code: 'manifest_refused'; carrier: string; reason: string }
  | { code: 'manifests_not_taken'; carrier: string }
  // `id` is the carrier's number of the manifest, or ours.
  | { code: 'lodged_manifest_not_found'; id: string }
  | { code: 'left_out_not_found'; reference: string }
  | { code: 'manifest_document_missing'; id: string; reason: string }
  // The carrier rejected the credentials, so the account is not stored.
  | { code: 'account_refused'; carrier: string; reason: string }
  | { code: 'carrier_not_connected'; carrier: string }
  | { code: 'certification_running'; carrier: string }
  | { code: 'no_certification_running'; carrier: string }
  // `isOfAnyMember`: an operator looked among the confirmed bookings of all members.
  | { code: 'shipment_not_found'; reference: string; isOfAnyMember?: true }
  // The quote has no sender, and no single warehouse of the key holds all its products.
  | { code: 'several_warehouses' }
  // Refuses to read an order, without revealing whether it exists.
  | { code: 'order_not_yours'; id: number }
  | { code: 'address_not_found'; id: number }
  // Refuses to change an order.
  | { code: 'order_not_found'; id: number }
  // The order to confirm has another booking by now, or none.
  | {
      code: 'order_with_other_booking';
      id: number;
      notWith: number;
      bookingId: number | undefined;
    }
  // The booking has no connote yet, or is cancelled.
  | { code: 'document_not_ready'; id: number; document: DocumentKind; why: UnreadyReason }
  | { code: 'documents_not_ready'; ids: readonly number[]; document: DocumentKind }
  | { code: 'bookings_not_found'; ids: readonly number[] }
  | { code: 'manifest_not_supported'; ids: readonly number[]; carrier: string }
  // The booking's carrier is not of the requested family.
  | { code: 'other_carrier'; id: number; family: string }
  // A picture or document that a person uploaded.
  | { code: 'file_not_found' }
  // Over, changed, withdrawn or never issued: the refusal does not reveal which.
  | { code: 'quote_link_invalid' }
  | { code: 'claim_not_found'; id: number }
  | { code: 'claim_undecided'; bookingId: number }
  | { code: 'claim_move'; id: number; from: ClaimState; to: ClaimState }
  // Expired, altered, revoked or never issued: the refusal does not reveal which.
  | { code: 'link_not_found' }
  | { code: 'webhook_not_found'; id: number }
  | { code: 'webhook_delivery_not_found'; id: number }
  // It receives nothing until it is switched on.
  | { code: 'webhook_off'; id: number }
  | { code: 'printer_not_found'; id: number }
  | { code: 'print_job_not_found'; id: number }
  // The label was sent, failed or cancelled before.
  | { code: 'print_job_ended'; id: number }
  | { code: 'print_queue_full'; printer: string; most: number }
  // No label printer has the token of this agent.
  | { code: 'print_token_rejected' }
  // Too many documents are waiting to be drawn.
  | { code: 'printer_busy'; retryAfterSeconds: number }
  | { code: 'unknown_carrier'; stringId: string; services?: readonly string[]; toConnect?: true }
  | { code: 'postcode_not_found'; postcode: string }
  | { code: 'place_not_found' }
  // The payment gateway rejects the card or wallet; `reason` is the gateway's sentence for a person.
  | { code: 'payment_token_refused'; reason: string }
  | { code: 'payment_gateway_unavailable'; reason: string }
  // The gateway has no page for cards.
  | { code: 'no_card_page'; isTestGateway: boolean }
  // The browser uses another origin than the configured one, so its session would not return.
  | { code: 'card_page_elsewhere'; openedAt: string; own: string }
  | { code: 'email_taken'; email: string }
  | { code: 'member_not_found'; reference: string }
  | { code: 'key_not_found'; id: number }
  // The caller signed in with a password, but the resource belongs to a key.
  | { code: 'api_key_required' };

export type RefusalCode = RefusalData['code'];

export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly data: RefusalData;

  constructor(data: RefusalData) {
    const first = 'issues' in data ? data.issues[0] : undefined;
    super(first === undefined ? data.code : 'sentence' in first ? first.sentence : first.problem);
    this.data = data;
  }
}

/** The first issue of each path; none below a path that has an issue itself. */
export function firstOfEachPlace<Found extends Pick<Issue, 'path'>>(
  issues: readonly Found[],
): Found[] {
  const wrong = new Set<string>();
  return issues.filter(({ path }) => {
    const names = path.map((_name, n) => path.slice(0, n + 1).join('/'));
    if (wrong.has('') || names.some((name) => wrong.has(name))) return false;
    wrong.add(path.join('/'));
    return true;
  });
}

/** Refuses with every issue at once when there is any, up to `mostIssues`. */
export function refuseInvalid(issues: readonly Issue[], replacedPaths?: readonly string[]): void {
  if (issues.length === 0) return;
  throw new Refusal({
    code: 'validation',
    issues: issues.slice(0, mostIssues),
    ...(replacedPaths === undefined ? {} : { replacedPaths }),
  });
}
