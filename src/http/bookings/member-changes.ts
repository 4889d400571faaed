// What a member may change about a booked shipment, on the wire.
import { type Static, Type } from 'typebox';
import type { MemberChanges } from '../../application/bookings/member-changes.ts';
import { dollars } from '../../domain/money.ts';
import { day, orNull, wordOf } from '../server/values.ts';

const WhyNot = orNull(
  wordOf([
    'unconfirmed',
    'cancelled',
    'collected',
    'charged_later',
    'pickup_over',
    'notified',
    'by_desk',
  ]),
  { description: 'Null: it is possible' },
);

export const MemberChangesReply = Type.Object(
  {
    cancel: Type.Object({
      why_not: WhyNot,
      way: wordOf(['asked', 'by_hand', 'not_with_carrier'], {
        description:
          'The carrier is asked first; it was not notified yet; or it never had the booking',
      }),
      gateway_refund: Type.Number({ description: 'To the card or wallet' }),
      credit_refund: Type.Number({ description: 'To the credit account' }),
    }),
    pickup: Type.Object({
      why_not: WhyNot,
      dates: Type.Array(day()),
      hours: Type.Object({ from: Type.String(), to: Type.String() }),
    }),
  },
  { $id: 'MemberChanges' },
);

export function presentMemberChanges({
  cancel,
  pickup,
}: MemberChanges): Static<typeof MemberChangesReply> {
  return {
    cancel: {
      why_not: cancel.whyNot ?? null,
      way: cancel.way,
      gateway_refund: dollars(cancel.gatewayRefundCents),
      credit_refund: dollars(cancel.creditRefundCents),
    },
    pickup: { why_not: pickup.whyNot ?? null, dates: [...pickup.dates], hours: pickup.hours },
  };
}
