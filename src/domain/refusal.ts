// Every expected "no" that a use-case can give, as one closed union: adding a code here without a
// rendering in each generation (`http/refusals.ts`) does not compile. Nothing here knows HTTP or the command line, which
// adds what its own commands can do about it (`cli/output.ts`).
// Bugs and lost dependencies are not refusals; they are thrown as ordinary errors.

import type { DocumentKind } from './documents/document-job.ts';
import type { Cents } from './money.ts';
import type { GivenBack } from './payments/given-back.ts';
import type { Quote } from './quotes/quote.ts';
import { refusalSentence } from './refusal-sentences.ts';

/** Where a value was wrong and what to do about it; `path` leads from the request to the value. */
export type Issue = { path: readonly (string | number)[]; sentence: string };

/** Every problem of an honest request; a body made of nothing but problems is not read to its end. */
export const mostIssues = 100;

/** What a client may want to know of a refused request besides its issues. */
export type Rejection = {
  /** Values that were left blank and filled from the key's settings before the check. */
  replacedPaths?: readonly string[];
  /** What was sent at the place of the first issue. */
  rejected?: { value: unknown };
};

/** Nobody has confirmed the booking yet, it was cancelled, or its carrier does not hand its own file out just now. */
export type UnreadyReason = 'unconfirmed' | 'cancelled' | 'carrier' | 'carrier_pages';

export type RefusalData =
  // Nothing that could be checked was sent. `wrongHeader` is a header that looks like a misspelt key header.
  | { code: 'credentials_missing'; wrongHeader?: string }
  | { code: 'credentials_rejected' }
  // The members area's cookie leads to no session that is still open.
  | { code: 'session_ended' }
  // A change was asked for without the token that only the members area's own pages know.
  | { code: 'csrf_token_wrong' }
  | { code: 'operators_only' }
  | { code: 'reset_link_invalid' }
  | { code: 'confirmation_link_invalid' }
  | { code: 'payment_method_not_found'; name: string; isOfAnyMember?: true }
  | { code: 'too_many_failed_attempts'; retryAfterSeconds: number }
  | { code: 'rate_limited'; retryAfterSeconds: number }
  | { code: 'anonymous_quotes_limited'; retryAfterSeconds: number; windowSeconds: number }
  // `isForBuyer`: a shop shows the message to its buyer, who can do nothing about the issues.
  | ({ code: 'validation'; issues: readonly Issue[]; isForBuyer?: true } & Rejection)
  | ({ code: 'values_out_of_range'; issues: readonly Issue[] } & Rejection)
  // An operator means anybody's.
  | { code: 'booking_not_found'; id: number; isOfAnyMember?: true }
  | { code: 'item_not_found'; bookingId: number; itemId: number }
  // It can't be changed or deleted any more, whatever became of it since somebody began to pay for it.
  | { code: 'booking_already_paid'; id: number; now?: 'cancelled' | 'unsettled' }
  // Others have changed it again and again while this was being worked out.
  | { code: 'booking_changed'; id: number }
  | { code: 'last_item'; bookingId: number }
  // Interface, "Errors": the three ways in which a live booking can't be paid for at all.
  | { code: 'no_payment_method'; hasSavedMethod: boolean }
  | { code: 'credit_limit_reached' }
  | { code: 'api_access_disabled' }
  | {
      code: 'payment_declined';
      reason: string;
      userMessage: string;
      method: string;
      paymentId: number;
      keptId?: number;
    }
  // The test gateway takes no money, so a connected carrier's freight would be given away.
  | { code: 'test_gateway_cannot_pay'; method: string; carrier: string }
  // What only the operator asks for.
  | { code: 'status_not_possible'; id: number; from: string; to: string }
  | { code: 'payment_not_found'; id: number }
  // A refund that is not due by hand; `why` is part of a sentence.
  | { code: 'refund_not_due'; id: number; why: string }
  | { code: 'no_refund_due'; booking: number }
  | { code: 'receipt_not_found'; id: number }
  // The bank's reference is another receipt's, which was not taken back; or without one, its amount is that of another of today.
  | { code: 'receipt_noted_before'; id: number; amountCents: Cents; reference: string | undefined }
  | { code: 'consignment_not_found'; reference: string }
  // Of consignments that nobody pays for.
  | { code: 'orphan_not_found'; reference: string }
  | { code: 'orphan_not_cancelled'; reference: string; carrier: string; reason: string }
  | { code: 'carrier_call_not_found'; id: number }
  | { code: 'payment_under_way'; id: number }
  | { code: 'nothing_to_adjust'; id: number; why: string }
  // `quote` is what the carrier asks now; undefined when it no longer quotes.
  | { code: 'quote_expired'; carrier: string; quote: Quote | undefined }
  // The account with the carrier that quoted is not the one that would book: one of the two is the member's own.
  | { code: 'quote_account_changed'; carrier: string }
  // The operator has not allowed the member to use accounts of their own with carriers.
  | { code: 'own_carriers_off' }
  | { code: 'own_carrier_not_connected'; carrier: string }
  // The carrier bills the member itself, so there is no sale of ours to invoice.
  | { code: 'invoice_by_carrier'; id: number; carrier: string }
  // A booking that was to be made and paid for at once is not stored, so there is nothing yet to declare for.
  | { code: 'customs_declaration_missing'; isStored: boolean }
  | { code: 'idempotency_key_reused' }
  | { code: 'idempotency_key_under_way'; retryAfterSeconds: number }
  // It did not take the booking. `keptId`, here and of a payment: it was made in the same call, and stays. `givenBack`: a card
  // or wallet was charged before the carrier was asked.
  | {
      code: 'carrier_rejected';
      carrier: string;
      reason: string;
      givenBack?: GivenBack | undefined;
      keptId?: number;
    }
  // It keeps a booking that was to be cancelled; or has not said whether it does.
  | { code: 'cancellation_refused'; id: number; carrier: string; reason: string }
  | { code: 'cancellation_unknown'; id: number; carrier: string; reason: string }
  | { code: 'manifest_refused'; carrier: string; reason: string }
  | { code: 'manifests_not_taken'; carrier: string }
  // Of those that were lodged from here; `id` is the carrier's, or ours.
  | { code: 'lodged_manifest_not_found'; id: string }
  | { code: 'left_out_not_found'; reference: string }
  | { code: 'manifest_document_missing'; id: string; reason: string }
  // The account does not work with the carrier, so it is not kept.
  | { code: 'account_refused'; carrier: string; reason: string }
  | { code: 'carrier_not_connected'; carrier: string }
  // An operator asks for anybody's, once it is confirmed; a member for anything that is theirs.
  | { code: 'shipment_not_found'; reference: string; isOfAnyMember?: true }
  // A quote without a sender, of products that no one warehouse of the key keeps together.
  | { code: 'several_warehouses' }
  // A read; it does not say whether the order exists.
  | { code: 'order_not_yours'; id: number }
  // A change.
  | { code: 'order_not_found'; id: number }
  // A confirm for an order that has been given another booking, or none, since.
  | {
      code: 'order_with_other_booking';
      id: number;
      notWith: number;
      bookingId: number | undefined;
    }
  // There is no connote yet, or the booking is cancelled.
  | { code: 'document_not_ready'; id: number; document: DocumentKind; why: UnreadyReason }
  | { code: 'documents_not_ready'; ids: readonly number[]; document: DocumentKind }
  | { code: 'bookings_not_found'; ids: readonly number[] }
  | { code: 'manifest_not_supported'; ids: readonly number[]; carrier: string }
  // The booking is not with a carrier of the family that was asked for.
  | { code: 'other_carrier'; id: number; family: string }
  // Expired, changed, revoked, or never made: nobody is told which.
  | { code: 'link_not_found' }
  // Too many documents are waiting to be drawn.
  | { code: 'printer_busy'; retryAfterSeconds: number }
  | { code: 'unknown_carrier'; stringId: string; services?: readonly string[]; toConnect?: true }
  | { code: 'postcode_not_found'; postcode: string }
  | { code: 'place_not_found' }
  // A card or wallet that the payment gateway does not take; `reason` is a whole sentence for a person.
  | { code: 'payment_token_refused'; reason: string }
  | { code: 'payment_gateway_unavailable'; reason: string }
  | { code: 'no_card_page'; reason: string }
  | { code: 'email_taken'; email: string }
  | { code: 'member_not_found'; reference: string }
  | { code: 'key_not_found'; id: number }
  // Signed in, but with a password: what is asked for belongs to a key.
  | { code: 'api_key_required' };

export type RefusalCode = RefusalData['code'];

export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly data: RefusalData;

  constructor(data: RefusalData) {
    super(refusalSentence(data));
    this.data = data;
  }
}

/** What could not be read is also missing; one sentence for each place is enough, and none for the parts of a wrong whole. */
export function firstOfEachPlace(issues: readonly Issue[]): Issue[] {
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
