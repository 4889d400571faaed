// The operator's issues: bookings, payments and consignments that need a person.
import { type Static, Type } from 'typebox';
import type { Issues } from '../../application/issues/list-issues.ts';
import type { SentConsignment } from '../../application/ports.ts';
import { dollars } from '../../domain/money.ts';
import { homeZone } from '../../domain/time/home-clock.ts';
import { timestampWithColon } from '../../domain/time/timestamp.ts';
import { reasonWords } from '../../wording/reasons.ts';
import type { BookingShown } from '../bookings/booking.ts';
import { MembersBooking, presentMembersBooking } from '../bookings/members-booking.ts';
import { ClaimReply, presentClaim } from '../claims/claim.ts';
import { Owner, presentOwner } from '../members/owner.ts';
import { OpenPayment, presentOpenPayment } from '../payments/credit.ts';
import { presentUnsent, UnsentMonthlyInvoice } from '../payments/monthly-invoice.ts';

const PaymentOf = Type.Object({ ...OpenPayment.properties, member: Owner });

const LeftOut = Type.Object({
  reference: Type.String({ description: 'The reference sent to the carrier' }),
  booking_id: Type.Integer(),
  courier: Type.String(),
  connote: Type.String(),
  sent_at: Type.String(),
});

export const Orphan = Type.Object(
  {
    ...LeftOut.properties,
    is_closed: Type.Boolean(),
    detail: Type.String(),
  },
  { $id: 'OrphanConsignment' },
);

const OtherPrice = Type.Object({
  ...LeftOut.properties,
  quoted: Type.Number({ description: 'The carrier’s quote, including GST' }),
  booked: Type.Number({ description: 'The carrier’s price at booking' }),
});

const RefusedManifest = Type.Object({
  carrier: Type.String(),
  member: Owner,
  since: Type.String(),
  reason: Type.String(),
});

export const IssuesReply = Type.Object(
  {
    bookings: Type.Array(
      Type.Object({
        ...MembersBooking.properties,
        member: Owner,
        payment: Type.Union([OpenPayment, Type.Null()]),
      }),
    ),
    payments: Type.Array(PaymentOf),
    refunds_due: Type.Array(PaymentOf, {
      description: 'The gateway could not pay them; pay them another way',
    }),
    orphans: Type.Array(Orphan, { description: 'Unpaid consignments at carriers' }),
    other_prices: Type.Array(OtherPrice, { description: 'Booked at another price than quoted' }),
    refused_manifests: Type.Array(RefusedManifest, {
      description: 'Carrier accounts whose manifest was refused',
    }),
    left_out: Type.Array(LeftOut, {
      description: 'On no manifest: their carriers do not know them',
    }),
    claims: Type.Array(ClaimReply, {
      description: 'Open: neither sent to the carrier nor decided',
    }),
    monthly_invoices: Type.Array(UnsentMonthlyInvoice, {
      description: 'Not issued automatically, or not sent by e-mail',
    }),
    to_tell: Type.Integer({ description: 'Bookings whose carrier a person must still notify' }),
  },
  { $id: 'Issues' },
);

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

export function presentIssues(issues: Issues, shown: BookingShown): Static<typeof IssuesReply> {
  const { bookings, payments, refundsDue, orphans, otherPrices, toNotify } = issues;
  const { refusedManifests, leftOut } = issues;
  const withOwner = ({ payment, member }: Issues['payments'][number]) => ({
    ...presentOpenPayment(payment),
    member: presentOwner(member),
  });
  return {
    bookings: bookings.map(({ booking, member, payment }) => ({
      ...presentMembersBooking(booking, shown),
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
    claims: issues.claims.map(presentClaim),
    monthly_invoices: issues.monthlyInvoices.map(presentUnsent),
    to_tell: toNotify,
  };
}
