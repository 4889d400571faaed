// The message for each refusal, the same for HTTP and the command line. The command line adds the command that helps
// (`cli/output.ts`).

import { writtenMoney } from '../domain/documents/written.ts';
import { isPostcode } from '../domain/places/australian-state.ts';
import type { KeptAsItIs, RefundState, RefusalData, UnreadyReason } from '../domain/refusal.ts';
import { notPayableSentences } from './payments.ts';
import { issueSentence } from './problems.ts';
import { reasonWords } from './reasons.ts';

export function refusalSentence(data: RefusalData): string {
  switch (data.code) {
    case 'credentials_missing':
      return data.wrongHeader === undefined
        ? 'No credentials were supplied. Send your API key in the Api-key header.'
        : `No credentials were supplied: the key came in the ${data.wrongHeader} header, which is not read. Send it in the Api-key header.`;
    case 'credentials_rejected':
      return 'The supplied credentials were rejected. Check that the key is active and belongs to a live account.';
    case 'session_ended':
      return 'You have been signed out. Sign in again to continue.';
    case 'csrf_token_wrong':
      return 'This page is out of date. Reload it and try again.';
    case 'operators_only':
      return 'Only operators of this service may do this. Ask an operator to do it, or to make you an operator.';
    case 'role_needed':
      return `Your role is ${data.role}. Only ${data.needed === 'admin' ? 'admins' : 'bookers and admins'} may do this; ask an admin of your team.`;
    case 'user_not_found':
      return `There is no user ${data.reference}.`;
    case 'reset_link_invalid':
      return 'This link has already been used or has expired. Ask for a new link.';
    case 'confirmation_link_invalid':
      return 'This link has already been used or has expired. Sign up again, or save your new e-mail address again, to get a new link.';
    case 'invitation_link_invalid':
      return 'This invitation has already been used, was withdrawn or has expired. Ask an admin of your team for a new one.';
    case 'second_factor_needed':
      return 'Enter the code that your authenticator app shows, or a recovery code.';
    case 'second_factor_rejected':
      return 'This code is wrong or was used before. Enter the code that the app shows now.';
    case 'second_factor_not_sent':
      return 'This user signs in with two factors, so a password alone is rejected here. Send an API key in the Api-key header.';
    case 'two_factor_required':
      return 'Operators of this service sign in with two factors. Switch two-factor sign-in on under Your account.';
    case 'payment_method_not_found':
      return `There is no saved payment method ${data.name}.`;
    case 'too_many_failed_attempts':
      return `Too many failed sign-in attempts from this address. Try again in ${data.retryAfterSeconds} seconds.`;
    case 'rate_limited':
      return `Too many requests. Try again in ${data.retryAfterSeconds} seconds.`;
    case 'anonymous_quotes_limited':
      return 'The hourly limit of quotes without an API key is used up. Send an Api-key header to get more.';
    case 'validation':
    case 'values_out_of_range':
      if (data.code === 'validation' && data.isForBuyer === true)
        return 'Delivery prices are not available at the moment. Please contact the shop.';
      return data.issues[0] === undefined
        ? 'The request is not valid.'
        : issueSentence(data.issues[0]);
    case 'booking_not_found':
      return `There is no booking ${data.id}${data.isOfAnyMember === true ? '' : ' of yours'}.`;
    case 'item_not_found':
      return `There is no item ${data.itemId} in booking ${data.bookingId}.`;
    case 'booking_already_paid':
      return paidSentences[data.now ?? 'paid'](data.id);
    case 'booking_changed':
      return `Booking ${data.id} was changed by another request at the same time, so nothing was saved. Read it again and retry.`;
    case 'last_item':
      return `A booking needs at least one item, and this is the last of booking ${data.bookingId}. Add another first, or delete the booking.`;
    case 'no_payment_method':
      return data.hasSavedMethod
        ? 'There is no credit account to bill. Name one of your saved methods in payment_method to charge it.'
        : 'There is no credit account and no saved payment method to pay with. Ask the operator to open a credit account or to save a card, or send payment_method demo.';
    case 'credit_limit_reached':
      return 'This booking would pass the limit of your credit account. Pay what is owed, name a saved card in payment_method, or ask for a higher limit.';
    case 'api_access_disabled':
      return 'Live bookings are switched off for this account. Ask the operator to switch them on; demo bookings are possible.';
    case 'payment_declined':
      return `${declineSentence(data)}${keptSentence(data.keptId, 'payment method')}`;
    case 'test_gateway_cannot_pay':
      return `${data.method} is a test payment method that moves no money, so it cannot pay for a consignment with ${data.carrier}, which is a connected carrier. Nothing was charged or booked. Pay from a credit account, or ask the operator to set PAYMENTS=stripe and add a real card.`;
    case 'status_not_possible':
      return statusSentence(data);
    case 'payment_not_found':
      return `There is no payment ${data.id}.`;
    case 'balance_not_payable':
      return notPayableSentences[data.why];
    case 'balance_payment_not_refundable':
      return `Payment ${data.id} is not a charged payment of a balance, so it cannot be refunded here. To refund a booking, cancel the booking.`;
    case 'monthly_invoice_not_found':
      return `There is no monthly invoice ${data.name}.`;
    case 'earlier_month_not_issued':
      return `Months are invoiced in order, and ${data.first} is not invoiced yet. Issue ${data.first} first, then ${data.month}.`;
    case 'refund_not_due':
      return `Refund ${data.id} is not due by hand: ${notDueWords[data.why]}${data.note === '' ? '' : `: ${data.note}`}.`;
    case 'no_refund_due':
      return `Booking ${data.booking} has no refund that is due by hand.`;
    case 'receipt_not_found':
      return `This member has no receipt ${data.id}. Their statement lists the numbers.`;
    case 'carrier_invoice_not_found':
      return `There is no carrier invoice ${data.id}. It may have been deleted.`;
    case 'margin_not_found':
      return `There is no margin ${data.id}. It may have been deleted.`;
    case 'receipt_noted_before':
      if (data.reference === undefined)
        return `Receipt ${data.id} of ${writtenMoney(data.amountCents)} is less than a day old, so this payment without a reference was not recorded. If it is a different payment, give the bank's reference, or record it with \`again\`.`;
      return `Receipt ${data.id} of ${writtenMoney(data.amountCents)} has the reference ${data.reference}, so this payment is already recorded. If it is a different payment, give its own reference. If receipt ${data.id} is wrong, reverse it first.`;
    case 'consignment_not_found':
      return `No consignment ${data.reference} was booked at a different price.`;
    case 'orphan_not_found':
      return `No unpaid consignment ${data.reference}.`;
    case 'orphan_not_cancelled':
      return `Consignment ${data.reference} is still with ${data.carrier}: ${data.reason ?? 'its carrier is not connected; cancel it with the carrier, then mark it as settled'}.`;
    case 'carrier_call_not_found':
      return `No call ${data.id}. Old calls are deleted.`;
    case 'logo_not_found':
      return 'There is no such logo.';
    case 'certification_not_found':
      return `No certification ${data.id} of this carrier.`;
    case 'rate_card_version_not_found':
      return `${data.carrier} has no version ${data.number} of its rate cards.`;
    case 'rate_card_version_not_scheduled':
      return `Version ${data.number} of ${data.carrier} is not scheduled, so it cannot be withdrawn. Roll back to another version instead.`;
    case 'payment_under_way':
      return `We are still waiting for the payment gateway or the carrier of booking ${data.id}. We retry automatically; try again later.`;
    case 'nothing_to_adjust':
      return `Booking ${data.id} can't be adjusted: ${notAdjustableWords[data.why]}.`;
    case 'quote_expired':
      return data.quote === undefined
        ? `The quote of ${data.carrier} has expired and the carrier does not quote this shipment now. The booking has new quotes; choose one of them.`
        : `The quote of ${data.carrier} has expired and its price has gone up. The booking has new quotes; confirm again to accept the new price.`;
    case 'quote_account_changed':
      return `The quote of ${data.carrier} was made with a different carrier account than the one connected now. Nothing was booked. The booking has new quotes; choose one of them.`;
    case 'own_carriers_off':
      return 'Your account does not allow carrier accounts of your own. Ask the operator of this service to allow them.';
    case 'own_carrier_not_connected':
      return `You have no account of your own with ${data.carrier}. Connect it first.`;
    case 'invoice_by_carrier':
      return `Booking ${data.id} has no invoice: it was sent with your own account with ${data.carrier}, which bills you directly.`;
    case 'customs_declaration_missing':
      return data.isStored
        ? 'An international booking needs a customs declaration before it is confirmed. Send it to custom_declaration.'
        : 'An international booking needs a customs declaration before it is paid for; nothing was stored. Create the booking without payment_method, send its declaration to custom_declaration, then confirm it.';
    case 'idempotency_key_reused':
      return 'This Idempotency-Key was used for another request. Send a new key with a new request.';
    case 'idempotency_key_under_way':
      return 'The first request with this Idempotency-Key is still being processed. Retry in a moment.';
    case 'carrier_rejected':
      return `${data.carrier} rejected the booking: ${reasonWords(data.reason)}. ${
        data.refund === undefined
          ? 'Nothing was charged; choose another carrier.'
          : `${refundClause(data.refund)}. Choose another carrier.`
      }${keptSentence(data.keptId, 'carrier')}`;
    case 'change_not_possible':
      return changeSentence(data);
    case 'cancellation_refused':
      return `${data.carrier} did not cancel booking ${data.id}: ${data.reason}. It stays booked and nothing was refunded. Call the carrier, then cancel it again.`;
    case 'cancellation_unknown':
      return `${data.carrier} has not confirmed the cancellation of booking ${data.id}: ${data.reason}. Nothing was refunded. Cancel it again in a few minutes.`;
    case 'manifest_refused':
      return `${data.carrier} did not confirm the manifest. ${data.reason}. Lodge it again: consignments already on a manifest are skipped.`;
    case 'manifests_not_taken':
      return `${data.carrier} is not connected, or does not accept manifests. Connect it, or give the driver a printed manifest.`;
    case 'lodged_manifest_not_found':
      return `There is no manifest ${data.id} that was lodged here.`;
    case 'left_out_not_found':
      return `No consignment ${data.reference} was left off a manifest because its carrier does not know it.`;
    case 'manifest_document_missing':
      return `The document of manifest ${data.id} is not available now. ${reasonWords(data.reason)}. The manifest is lodged. Try again later, or print it on the carrier's own pages.`;
    case 'account_refused':
      return `${data.carrier} was not connected. ${data.reason}. Correct this and connect it again.`;
    case 'carrier_not_connected':
      return `${data.carrier} is not connected. Connect it first.`;
    case 'certification_running':
      return `A certification of ${data.carrier} is under way. Wait until it ends, or stop it.`;
    case 'no_certification_running':
      return `No certification of ${data.carrier} is under way.`;
    case 'shipment_not_found':
      return data.isOfAnyMember === true
        ? `There is no shipment ${data.reference}: no confirmed booking has that id.`
        : `There is no shipment ${data.reference}: none of your bookings has that id or consignment note.`;
    case 'order_not_yours':
    case 'order_not_found':
      return `You have no order with the id ${data.id}. Send our id, not the shop's order number.`;
    case 'address_not_found':
      return `Your address book has no address ${data.id}. It may have been removed.`;
    case 'order_with_other_booking':
      return `Order ${data.id} is ${
        data.bookingId === undefined ? 'with no booking' : `with booking ${data.bookingId}`
      } by now, not with booking ${data.notWith}; nothing was booked or charged. Another person may be booking it: check the order first.`;
    case 'several_warehouses':
      return 'Please submit separate orders as these products ship from different Warehouses';
    case 'document_not_ready':
      return unreadySentences[data.why](`${data.document} of booking ${data.id}`);
    case 'documents_not_ready':
      return `Nothing was printed: booking${many(data.ids)} not confirmed, cancelled, or without its carrier's answer, so there is no ${data.document}. Leave ${data.ids.length === 1 ? 'it' : 'them'} out, or confirm first and retry.`;
    case 'bookings_not_found':
      return `Nothing was printed: there ${data.ids.length === 1 ? 'is no booking' : 'are no bookings'} ${data.ids.join(', ')} of yours.`;
    case 'manifest_not_supported':
      return `${data.carrier} does not accept manifests (booking ${data.ids.join(', ')}). Hand the freight over with its labels.`;
    case 'other_carrier':
      return `Booking ${data.id} is not with a carrier of the family ${data.family}.`;
    case 'quote_link_invalid':
      return 'This offer has ended or has been changed. Ask its sender for a new link.';
    case 'file_not_found':
      return 'There is no such file. It may have been removed.';
    case 'claim_not_found':
      return `There is no claim ${data.id}.`;
    case 'claim_undecided':
      return `Booking ${data.bookingId} has a claim that is not decided yet. Add to that claim instead.`;
    case 'claim_move':
      return `Claim ${data.id} is ${stateWords(data.from)} and cannot become ${stateWords(data.to)}. Load it again to see where it stands.`;
    case 'link_not_found':
      return 'No label here. The link may have expired; ask for a new link.';
    case 'webhook_not_found':
      return `You have no webhook endpoint ${data.id}.`;
    case 'webhook_delivery_not_found':
      return `This webhook endpoint has no delivery ${data.id}. Deliveries are kept for 30 days.`;
    case 'webhook_off':
      return `Webhook endpoint ${data.id} is switched off. Switch it on first.`;
    case 'printer_not_found':
      return `You have no label printer ${data.id}.`;
    case 'print_job_not_found':
      return `You have no print job ${data.id}. Jobs are listed for 30 days.`;
    case 'print_job_ended':
      return `Print job ${data.id} is no longer waiting, so it cannot be cancelled.`;
    case 'print_queue_full':
      return `${data.printer} already has ${data.most} labels waiting. Print those first, or cancel them.`;
    case 'print_token_rejected':
      return 'No label printer has this token. Create a new one on the Printers page, and give it to the print agent.';
    case 'printer_busy':
      return `Too many documents are being printed. Try again in ${data.retryAfterSeconds} seconds.`;
    case 'unknown_carrier':
      if (data.toConnect === true) return `There is no carrier ${data.stringId} to connect.`;
      return data.services === undefined || data.services.length === 0
        ? `There is no carrier ${data.stringId}.`
        : `${data.stringId} is a carrier with the services ${data.services.join(', ')}. Name one of these services.`;
    case 'postcode_not_found':
      return isPostcode(data.postcode)
        ? `There is no postcode ${data.postcode}.`
        : `There is no postcode ${data.postcode}: they have four digits, such as 3000.`;
    case 'place_not_found':
      return 'Unknown placeId. Request suggestions again and use the placeId of one of them.';
    case 'payment_token_refused':
    case 'payment_gateway_unavailable':
      return reasonWords(data.reason);
    case 'no_card_page':
      return data.isTestGateway
        ? 'This service runs with the test gateway, which accepts no real cards. Add a test card.'
        : 'No payment gateway is configured, so no card can be added. The operator must set PAYMENTS=stripe.';
    case 'card_page_elsewhere':
      return `This service is open at ${data.openedAt} but is configured as ${data.own}, so the page where cards are added could not return here. The operator must set PUBLIC_URL=${data.openedAt}.`;
    case 'email_taken':
      return `A member with the e-mail ${data.email} exists already.`;
    case 'member_not_found':
      return `There is no member ${data.reference}.`;
    case 'key_not_found':
      return `There is no API key with id ${data.id}.`;
    case 'api_key_required':
      return 'This resource belongs to an API key, not to a member. Send the key in the Api-key header.';
  }
}

const stateWords = (state: string): string => state.replaceAll('_', ' ');

function changeSentence({
  id,
  what,
  why,
}: Extract<RefusalData, { code: 'change_not_possible' }>): string {
  const change = what === 'cancel' ? 'cancel it' : 'move its pickup';
  const sentences: Readonly<Record<KeptAsItIs, string>> = {
    cancelled: `Booking ${id} is cancelled already.`,
    unconfirmed: `Booking ${id} is not confirmed yet. Try again once its status is Confirmed.`,
    collected: `The carrier has collected booking ${id}. Ask your freight desk whether it can be stopped.`,
    charged_later: `The carrier has charged booking ${id} again after handling it. Ask your freight desk to ${change}.`,
    pickup_over: `The pickup time of booking ${id} is over, so the driver may have it. Ask your freight desk to ${change}.`,
    notified: `The carrier has been notified of booking ${id}. Ask your freight desk to ${change}.`,
    by_desk: `The carrier takes this change by phone only. Ask your freight desk to ${change}.`,
  };
  return sentences[why];
}

/** Why a payment was declined. */
export function declineSentence({
  userMessage,
  refund,
}: Extract<RefusalData, { code: 'payment_declined' }>): string {
  if (userMessage !== undefined) return reasonWords(userMessage);
  const money = refund === undefined ? 'Nothing was charged' : refundClause(refund);
  return `The payment took too long and was abandoned. ${money}. Try again.`;
}

/** `$50.00 was charged to bankcard_1 and has been refunded` */
function refundClause({ amountCents, method, status }: RefundState): string {
  return `${writtenMoney(amountCents)} was charged to ${method} ${refundEndings[status] ?? refundOnItsWay}`;
}

const refundOnItsWay = 'and is being refunded; the refund can take a few days to appear';
const refundEndings: Readonly<Record<string, string>> = {
  refunded: 'and has been refunded',
  refused:
    'and could not be refunded there; the operator of this service owes you the amount and will pay it another way',
  returned: 'and has been paid back another way',
};

const paidSentences = {
  paid: (id: number) =>
    `Booking ${id} is already paid and can't be changed, deleted or confirmed again.`,
  cancelled: (id: number) =>
    `Booking ${id} is cancelled and can't be changed, deleted or confirmed again. Create another.`,
  unsettled: (id: number) =>
    `Booking ${id} is being paid for. Until the payment ends, the booking can't be changed, deleted or confirmed. Read it again later.`,
};

const notAdjustableWords = {
  changed: 'another person just did; try again',
  unpaid: 'it is not paid yet',
  cancelled: 'it is cancelled',
  own_account: "it was sent with the member's own account, which its carrier bills itself",
};

const notDueWords = {
  marked: 'it is already marked as paid',
  not_refused: 'the gateway has paid it, or has not answered yet',
  not_marked: 'it is not marked as paid another way',
  charge: 'it is a charge, not a refund',
  changed: 'another person changed it at the same time. Try again',
};

function keptSentence(id: number | undefined, other: string): string {
  return id === undefined
    ? ''
    : ` Booking ${id} was kept unpaid; confirm it with another ${other} or delete it.`;
}

const unreadySentences: Readonly<Record<UnreadyReason, (what: string) => string>> = {
  unconfirmed: (what) => `The ${what} is not ready. It is once the booking is confirmed.`,
  cancelled: (what) => `There is no ${what}: it was cancelled.`,
  carrier: (what) => `The carrier provides the ${what} and has not sent it. Try again.`,
  carrier_pages: (what) =>
    `The carrier provides the ${what}, and it is no longer available here. Print it on the carrier's own pages.`,
};

/** ` 7 is`, `s 7, 8 are` */
function many(ids: readonly number[]): string {
  return ids.length === 1 ? ` ${ids[0]} is` : `s ${ids.join(', ')} are`;
}

function statusSentence({ id, from, to }: { id: number; from: string; to: string }): string {
  if (from === to) return `Booking ${id} is ${from} already.`;
  if (from === 'cancelled')
    return `Booking ${id} is cancelled and its payment was refunded, so it cannot be reopened. Quote the shipment again and confirm the new booking.`;
  if (to === 'new')
    return `Booking ${id} is ${from} and cannot become new again. Cancel it and quote the shipment again.`;
  if (to === 'pending_payment')
    return `Booking ${id} is ${from}: only confirming a booking starts its payment. Ask the member to confirm it, or set another status.`;
  return `Booking ${id} is ${from} and cannot become ${to}. Read it again: it may have changed.`;
}
