// /operator/attention, /operator/bookings…, /operator/adjustments: bookings that need the operator, and the
// operator's actions.
// Tests: contract/operator-bookings.
import { Type } from 'typebox';
import { cancelBooking } from '../../application/bookings/cancel-booking.ts';
import {
  importAdjustments,
  mostAdjustmentLines,
} from '../../application/bookings/import-adjustments.ts';
import { listAllBookings, readBooking } from '../../application/bookings/list-all-bookings.ts';
import { markNotified, unmarkNotified } from '../../application/bookings/notify-carriers.ts';
import { bookingsPerPage } from '../../application/bookings/read-bookings.ts';
import { setBookingStatus } from '../../application/bookings/set-booking-status.ts';
import * as orphans from '../../application/carriers/orphan-consignments.ts';
import {
  acknowledgePrice,
  checkPayment,
  listIssues,
} from '../../application/issues/list-issues.ts';
import { markRefundPaid, unmarkRefundPaid } from '../../application/payments/mark-refund-paid.ts';
import { type BookingId, bookingId, bookingStatuses } from '../../domain/bookings/booking.ts';
import { memberId } from '../../domain/members/member.ts';
import { type PaymentId, paymentId } from '../../domain/payments/payment.ts';
import { findRecordNumber } from '../../domain/record-number.ts';
import { Refusal, type RefusalData } from '../../domain/refusal.ts';
import { endpoint, signedIn } from '../server/endpoint.ts';
import { bodyLimitBytes } from '../server/error-answers.ts';
import { PageParam, parseSearch } from '../server/list-query.ts';
import { wholeNumberParam } from '../server/whole-number.ts';
import {
  AdjustmentsReply,
  AttentionReply,
  OpenPayment,
  OperatedBooking,
  OperatorBooking,
  OperatorBookingPage,
  Orphan,
  presentAdjustments,
  presentAttention,
  presentOpenPayment,
  presentOperatedBooking,
  presentOperatorBooking,
  presentOperatorPage,
  presentOrphan,
} from './operator-booking.ts';

const params = Type.Object({ id: Type.String() });
const MemberParam = wholeNumberParam('member', { least: 1, most: Number.MAX_SAFE_INTEGER });

export const list = endpoint(
  {
    summary: 'Bookings of every member',
    description: `Newest first, ${bookingsPerPage} a page. q is a booking’s number, a consignment note, an order’s number, or part of the name of a receiver, a sender or a member.`,
    query: Type.Object({
      q: Type.Optional(Type.String()),
      member: Type.Optional(MemberParam.blankOrSchema),
      page: Type.Optional(PageParam.blankOrSchema),
      show: Type.Optional(
        Type.Enum(['to_tell', ''], {
          description:
            'to_tell: only bookings whose carrier a person must notify, next pickup first',
        }),
      ),
    }),
    reply: Type.Array(OperatorBooking),
  },
  async (app, { query: { q, member, page, show } }) => {
    const found = await listAllBookings(app, {
      text: parseSearch(q),
      memberId: member ? memberId(MemberParam.read(member)) : undefined,
      isToNotify: show === 'to_tell',
      page: PageParam.read(page || '1'),
    });
    return found.map(presentOperatorBooking);
  },
);

// Tests: contract/operator-bookings, contract/customs-shown.
export const read = endpoint(
  {
    summary: 'A booking with its tracking, payments and the effect of cancelling',
    params,
    reply: OperatorBookingPage,
  },
  async (app, { params: { id } }) =>
    presentOperatorPage(await readBooking(app, theBooking(id)), app.clock.nowMs()),
);

// Tests: contract/operator-notifications.
export const told = endpoint(
  {
    summary: 'Mark the carrier of a booking as notified',
    description: 'For carriers that are not connected. Repeating it changes nothing.',
    params,
    reply: OperatorBookingPage,
  },
  async (app, { caller, params: { id } }) => {
    await markNotified(app, signedIn(caller).member, theBooking(id));
    return presentOperatorPage(await readBooking(app, theBooking(id)), app.clock.nowMs());
  },
);

// Tests: contract/operator-notifications.
export const notTold = endpoint(
  {
    summary: 'Mark the carrier of a booking as not notified',
    params,
    reply: OperatorBookingPage,
  },
  async (app, { params: { id } }) => {
    await unmarkNotified(app, theBooking(id));
    return presentOperatorPage(await readBooking(app, theBooking(id)), app.clock.nowMs());
  },
);

// Tests: contract/operator-area, contract/operator-notifications.
export const attention = endpoint(
  {
    summary: 'Bookings and payments that need a person',
    description: 'The oldest first, at most 100 of each.',
    reply: AttentionReply,
  },
  async (app) => presentAttention(await listIssues(app)),
);

export const setStatus = endpoint(
  {
    summary: 'Move a booking to another status',
    description: 'Cancelled gives the money back.',
    params,
    body: Type.Object({
      status: Type.Union(bookingStatuses.map((status) => Type.Literal(status))),
      connote: Type.Optional(Type.String({ description: 'The carrier’s number for it' })),
    }),
    reply: OperatedBooking,
  },
  async (app, { params: { id }, body: { status, connote } }) => {
    const input = { status, connote: connote?.trim() || undefined };
    return presentOperatedBooking(await setBookingStatus(app, theBooking(id), input));
  },
);

// Tests: contract/operator-cancel.
export const cancel = endpoint(
  {
    summary: 'Cancel and refund a booking',
    description:
      'A connected carrier that can cancel is asked first; if it refuses, the booking stays. Otherwise a person must call the carrier: see cancel_way.',
    params,
    reply: OperatedBooking,
  },
  async (app, { params: { id } }) =>
    presentOperatedBooking(await cancelBooking(app, theBooking(id))),
);

// Tests: contract/operator-area.
export const check = endpoint(
  {
    summary: 'Ask the gateway and the carrier now what became of a payment',
    params,
    reply: OpenPayment,
  },
  async (app, { params: { id } }) => {
    return presentOpenPayment(await checkPayment(app, thePayment(id)));
  },
);

// Tests: contract/operator-by-hand.
export const returned = endpoint(
  {
    summary: 'Note that a refund which no gateway gives was paid another way',
    description: 'Repeating the same note changes nothing.',
    params,
    body: Type.Object({ note: Type.String({ description: 'How, such as bank transfer 8841' }) }),
    reply: OpenPayment,
  },
  async (app, { params: { id }, body: { note } }) =>
    presentOpenPayment(await markRefundPaid(app, thePayment(id), note)),
);

// Tests: contract/operator-by-hand.
export const notReturned = endpoint(
  {
    summary: 'Undo the record of a refund paid another way',
    description: 'It is due again.',
    params,
    reply: OpenPayment,
  },
  async (app, { params: { id } }) =>
    presentOpenPayment(await unmarkRefundPaid(app, thePayment(id))),
);

/** The booking's id and the number of the booking attempt. */
export const referenceParams = Type.Object({
  reference: Type.String({ pattern: '^[0-9]{1,16}(-[0-9]{1,6})?(\\.[0-9]{1,3})?$' }),
});

// Tests: contract/operator-by-hand.
export const cancelOrphan = endpoint(
  {
    summary: 'Cancel an unpaid consignment with its carrier',
    params: referenceParams,
    reply: Orphan,
  },
  async (app, { params: { reference } }) =>
    presentOrphan(await orphans.cancelOrphan(app, reference)),
);

// Tests: contract/operator-by-hand.
export const closeOrphan = endpoint(
  {
    summary: 'Mark an unpaid consignment as settled',
    params: referenceParams,
    body: Type.Object({ note: Type.String({ description: 'What you did' }) }),
    reply: Orphan,
  },
  async (app, { params: { reference }, body: { note } }) =>
    presentOrphan(await orphans.closeOrphan(app, reference, note)),
);

// Tests: contract/operator-by-hand.
export const priceSeen = endpoint(
  {
    summary: 'Note that somebody has seen that a carrier booked at another price',
    description: 'The member’s price does not change.',
    params: referenceParams,
    reply: Type.Object({ reference: Type.String() }),
  },
  async (app, { params: { reference } }) => {
    await acknowledgePrice(app, reference);
    return { reference };
  },
);

const csvBody = Type.Object({
  csv: Type.String({
    maxLength: bodyLimitBytes,
    description: `booking or connote, scanned_weight (kg), additional_charges (dollars); at most ${mostAdjustmentLines} lines`,
  }),
});

// Tests: contract/operator-area.
export const previewAdjustments = endpoint(
  {
    summary: 'What importing a carrier’s adjustments would do',
    description: 'Nothing is changed.',
    body: csvBody,
    reply: AdjustmentsReply,
  },
  async (app, { body }) =>
    presentAdjustments(await importAdjustments(app, body.csv, { isPreview: true })),
);

// Tests: contract/operator-area.
export const applyAdjustments = endpoint(
  {
    summary: 'Import a carrier’s adjustments',
    description:
      'Line by line; a line that is refused stops no other. The same file again changes nothing.',
    body: csvBody,
    reply: AdjustmentsReply,
  },
  async (app, { body }) =>
    presentAdjustments(await importAdjustments(app, body.csv, { isPreview: false })),
);

export function theBooking(id: string): BookingId {
  return bookingId(getRecordNumber(id, { code: 'booking_not_found', id: 0, isOfAnyMember: true }));
}

function thePayment(id: string): PaymentId {
  return paymentId(getRecordNumber(id, { code: 'payment_not_found', id: 0 }));
}

/** Ids are positive integers; anything else does not exist. */
export function getRecordNumber(text: string, missing: RefusalData): number {
  const number = findRecordNumber(text);
  if (number === undefined) throw new Refusal(missing);
  return number;
}
