// Bookings, payments and adjustments in the operator's area.
import { type Static, Type } from 'typebox';
import type { AdjustedLine } from '../../application/bookings/import-adjustments.ts';
import type {
  ListedBooking,
  OperatedBookingPage,
} from '../../application/bookings/list-all-bookings.ts';
import type { Attention } from '../../application/issues/list-issues.ts';
import type { SentConsignment } from '../../application/ports.ts';
import type { Booking, PlainBooking } from '../../domain/bookings/booking.ts';
import { statusTitle } from '../../domain/bookings/booking-status.ts';
import { isDemoConfirmation } from '../../domain/bookings/confirmation.ts';
import { gramsPerKg } from '../../domain/bookings/item.ts';
import type { Member } from '../../domain/members/member.ts';
import { dollars } from '../../domain/money.ts';
import type { Payment } from '../../domain/payments/payment.ts';
import { homeZone } from '../../domain/time/home-clock.ts';
import { timestampWithColon } from '../../domain/time/timestamp.ts';
import { issueSentence } from '../../wording/problems.ts';
import { reasonWords } from '../../wording/reasons.ts';
import { refusalSentence } from '../../wording/refusals.ts';
import { BookingDocumentsReply, presentDocuments } from '../documents/booking-documents.ts';
import { PaymentReply, presentPayment } from '../payments/credit.ts';
import { OwnTrackingReply, presentOwnTracking } from '../tracking/tracking.ts';
import { FreightReply, insuredCents, presentFreight } from './booking.ts';
import { DeclarationShown, showDeclaration } from './customs-declaration.ts';
import { PickupNumber, presentPickupNumber, presentUnsaid, Unsaid } from './manual-requests.ts';

const Maybe = <Schema extends ReturnType<typeof Type.String> | ReturnType<typeof Type.Number>>(
  schema: Schema,
) => Type.Union([schema, Type.Null()]);

export const Owner = Type.Object({
  id: Type.Integer(),
  email: Type.String(),
  company: Type.String(),
});

export const OpenPayment = Type.Object(
  {
    ...PaymentReply.properties,
    attempts: Type.Integer({ description: 'How often its result was checked' }),
    retry_at: Maybe(Type.String()),
  },
  { $id: 'OpenPayment' },
);

export const OperatedBooking = Type.Object(
  {
    id: Type.Integer(),
    status: Type.String(),
    courier: Maybe(Type.String()),
    connote: Maybe(Type.String()),
    cost: Maybe(Type.Number()),
    created_at: Type.String(),
    additional_charges: Type.Number(),
    scanned_weight: Type.Number(),
  },
  { $id: 'OperatedBooking' },
);

export const OperatorBooking = Type.Object(
  {
    ...OperatedBooking.properties,
    member: Type.Union([Owner, Type.Null()]),
    is_demo: Type.Boolean(),
    is_to_tell: Type.Boolean({
      description:
        'A person must notify the carrier, which is not connected or cannot receive the `unsaid` parts',
    }),
    unsaid: Unsaid,
    pickup_number: PickupNumber,
    told: Type.Union(
      [
        Type.Object({ at: Type.String(), by: Type.String({ description: 'An e-mail' }) }),
        Type.Null(),
      ],
      { description: 'A person has notified the carrier' },
    ),
    pickup_date: Maybe(Type.String()),
    pickup_time: Maybe(Type.String({ description: 'HH:MM-HH:MM, by the clock of the pickup' })),
  },
  { $id: 'OperatorBooking' },
);

export const OperatorBookingPage = Type.Object(
  {
    ...OperatorBooking.properties,
    gateway_refund: Type.Number({
      description: 'What will be refunded to the card or wallet when it is cancelled',
    }),
    credit_refund: Type.Number({
      description: 'What will be credited to the credit account then, adjustments included',
    }),
    payment_method: Maybe(Type.String()),
    ...BookingDocumentsReply.properties,
    ...DeclarationShown.properties,
    cancel_way: Type.Enum(['asked', 'by_hand', 'not_with_carrier'], {
      description:
        'Cancelling asks the carrier first, needs a person to call the carrier, or involves no carrier',
    }),
    stage: Maybe(Type.String({ description: 'How far its carrier has got with it' })),
    insured_value: Type.Number({ description: 'Insured value' }),
    total: Maybe(
      Type.Number({
        description: 'The price with later charges, before refunds',
      }),
    ),
    payments: Type.Array(OpenPayment, {
      description: 'Every attempt to take or return money, the oldest first',
    }),
    tracking: Type.Union([OwnTrackingReply, Type.Null()], {
      description: 'Where it is; null until it is confirmed',
    }),
    freight: FreightReply,
  },
  { $id: 'OperatorBookingPage' },
);

const PaymentOf = Type.Object({
  ...OpenPayment.properties,
  member: Type.Union([Owner, Type.Null()]),
});

export const Orphan = Type.Object(
  {
    reference: Type.String({ description: 'The reference sent to the carrier' }),
    booking_id: Type.Integer(),
    courier: Type.String(),
    connote: Type.String(),
    sent_at: Type.String(),
    is_closed: Type.Boolean(),
    detail: Type.String(),
  },
  { $id: 'OrphanConsignment' },
);

const OtherPrice = Type.Object({
  reference: Type.String({ description: 'The reference sent to the carrier' }),
  booking_id: Type.Integer(),
  courier: Type.String(),
  connote: Type.String(),
  sent_at: Type.String(),
  quoted: Type.Number({ description: 'The carrier’s quote, including GST' }),
  booked: Type.Number({ description: 'The carrier’s price at booking' }),
});

const RefusedManifest = Type.Object({
  carrier: Type.String(),
  member: Type.Union([Owner, Type.Null()], {
    description: 'The owner of the carrier account; null: the operator',
  }),
  since: Type.String(),
  reason: Type.String(),
});

const LeftOut = Type.Omit(OtherPrice, ['quoted', 'booked']);

export const AttentionReply = Type.Object(
  {
    bookings: Type.Array(
      Type.Object({
        ...OperatedBooking.properties,
        member: Type.Union([Owner, Type.Null()]),
        payment: Type.Union([OpenPayment, Type.Null()]),
      }),
    ),
    payments: Type.Array(PaymentOf),
    refunds_due: Type.Array(PaymentOf, { description: 'No gateway gives them; pay by hand' }),
    orphans: Type.Array(Orphan, { description: 'Unpaid consignments at carriers' }),
    other_prices: Type.Array(OtherPrice, { description: 'Booked at another price than quoted' }),
    refused_manifests: Type.Array(RefusedManifest, {
      description: 'Carrier accounts whose manifest was refused',
    }),
    left_out: Type.Array(LeftOut, {
      description: 'On no manifest: their carriers do not know them',
    }),
    to_tell: Type.Integer({ description: 'Bookings whose carrier a person must still notify' }),
  },
  { $id: 'Attention' },
);

export const AdjustmentsReply = Type.Object(
  {
    applied: Type.Integer({ description: 'Or would be, of a preview' }),
    refused: Type.Integer(),
    lines: Type.Array(
      Type.Object({
        line: Type.Integer(),
        reference: Type.String(),
        booking_id: Type.Union([Type.Integer(), Type.Null()]),
        scanned_weight: Maybe(Type.Number()),
        additional_charges: Maybe(Type.Number()),
        refusal: Maybe(Type.String()),
      }),
    ),
  },
  { $id: 'Adjustments' },
);

export function presentOperatedBooking(
  booking: Booking | PlainBooking,
): Static<typeof OperatedBooking> {
  const { confirmation } = booking;
  return {
    id: booking.id,
    status: statusTitle(booking.status),
    courier: confirmation?.carrier ?? null,
    connote: booking.connote ?? null,
    cost: confirmation === undefined ? null : dollars(confirmation.costCents),
    created_at: timestampWithColon(booking.createdAtMs, homeZone),
    additional_charges: dollars(booking.additionalCents ?? 0),
    scanned_weight: (booking.scannedGrams ?? 0) / gramsPerKg,
  };
}

export function presentOperatorBooking({
  booking,
  member,
  isToNotify,
  told,
}: ListedBooking): Static<typeof OperatorBooking> {
  const { confirmation } = booking;
  return {
    ...presentOperatedBooking(booking),
    member: presentOwner(member),
    is_demo: confirmation !== undefined && isDemoConfirmation(confirmation),
    is_to_tell: isToNotify,
    unsaid: presentUnsaid(booking),
    pickup_number: presentPickupNumber(booking),
    told:
      told === undefined
        ? null
        : { at: timestampWithColon(told.atMs, homeZone), by: told.by?.email ?? '' },
    pickup_date: confirmation?.pickupDate ?? null,
    pickup_time:
      confirmation === undefined
        ? null
        : `${confirmation.pickupTime.from}-${confirmation.pickupTime.to}`,
  };
}

export function presentOperatorPage(
  found: OperatedBookingPage,
  nowMs: number,
): Static<typeof OperatorBookingPage> {
  const { booking, tracked } = found;
  const { confirmation, additionalCents = 0 } = booking;
  return {
    ...presentOperatorBooking(found),
    gateway_refund: dollars(found.gatewayRefundCents),
    credit_refund: dollars(found.creditRefundCents),
    payment_method: confirmation?.funding ?? null,
    ...presentDocuments(found.documents),
    ...showDeclaration(found.declaration),
    cancel_way: found.cancelWay,
    stage: found.stage ?? null,
    insured_value: dollars(insuredCents(booking)),
    total: confirmation === undefined ? null : dollars(confirmation.costCents + additionalCents),
    payments: found.payments.map(presentOpenPayment),
    tracking: tracked === undefined ? null : presentOwnTracking(String(booking.id), tracked, nowMs),
    freight: presentFreight(booking),
  };
}

export function presentOpenPayment(payment: Payment): Static<typeof OpenPayment> {
  return {
    ...presentPayment(payment),
    attempts: payment.attempts,
    retry_at:
      payment.retryAtMs === undefined ? null : timestampWithColon(payment.retryAtMs, homeZone),
  };
}

function presentSent({ reference, bookingId, stringId, connote, sentAtMs }: SentConsignment) {
  const sent_at = timestampWithColon(sentAtMs, homeZone);
  return { reference, booking_id: bookingId, courier: stringId, connote, sent_at };
}

function presentOtherPrice(sent: SentConsignment): Static<typeof OtherPrice> {
  return {
    ...presentSent(sent),
    quoted: dollars(sent.quotedCents ?? 0),
    booked: dollars(sent.bookedCents ?? 0),
  };
}

export function presentOrphan(orphan: SentConsignment): Static<typeof Orphan> {
  return {
    ...presentSent(orphan),
    is_closed: orphan.state === 'cancelled',
    detail: reasonWords(orphan.detail),
  };
}

export function presentAttention(attention: Attention): Static<typeof AttentionReply> {
  const { bookings, payments, refundsDue, orphans, otherPrices, toTell } = attention;
  const { refusedManifests, leftOut } = attention;
  const withOwner = ({ payment, member }: Attention['payments'][number]) => ({
    ...presentOpenPayment(payment),
    member: presentOwner(member),
  });
  return {
    bookings: bookings.map(({ booking, member, payment }) => ({
      ...presentOperatedBooking(booking),
      member: presentOwner(member),
      payment: payment === undefined ? null : presentOpenPayment(payment),
    })),
    payments: payments.map(withOwner),
    refunds_due: refundsDue.map(withOwner),
    orphans: orphans.map(presentOrphan),
    other_prices: otherPrices.map(presentOtherPrice),
    refused_manifests: refusedManifests.map(({ carrier, member, sinceMs, reason }) => ({
      carrier,
      member: presentOwner(member),
      since: timestampWithColon(sinceMs, homeZone),
      reason,
    })),
    left_out: leftOut.map(presentSent),
    to_tell: toTell,
  };
}

export function presentOwner(member: Member | undefined): Static<typeof Owner> | null {
  return member === undefined
    ? null
    : { id: member.id, email: member.email, company: member.companyName };
}

export function presentAdjustments(
  lines: readonly AdjustedLine[],
): Static<typeof AdjustmentsReply> {
  const refused = lines.filter(({ refusal }) => refusal !== undefined).length;
  return {
    applied: lines.length - refused,
    refused,
    lines: lines.map((one) => ({
      line: one.line,
      reference: one.reference,
      booking_id: one.bookingId ?? null,
      scanned_weight: one.scannedGrams === undefined ? null : one.scannedGrams / gramsPerKg,
      additional_charges: one.additionalCents === undefined ? null : dollars(one.additionalCents),
      refusal: one.refusal === undefined ? null : refusedBecause(one.refusal),
    })),
  };
}

function refusedBecause(refusal: NonNullable<AdjustedLine['refusal']>): string {
  return 'code' in refusal ? refusalSentence(refusal) : issueSentence(refusal);
}
