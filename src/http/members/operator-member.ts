// A member in the operator area: what members see of themselves, and what only the operator sees and changes.
import { type Static, Type } from 'typebox';
import type { MemberInput } from '../../application/members/change-member.ts';
import type { WholeMember } from '../../application/members/list-members.ts';
import type { CreditStanding } from '../../application/payments/credit-account.ts';
import { mostGroupLetters } from '../../domain/margins/margin.ts';
import type { Member } from '../../domain/members/member.ts';
import { centsFromDecimal, dollars } from '../../domain/money.ts';
import { Refusal } from '../../domain/refusal.ts';
import { homeZone } from '../../domain/time/home-clock.ts';
import { timestampWithColon } from '../../domain/time/timestamp.ts';
import { CreditReply, PaymentReply, presentCredit, presentPayment } from '../payments/credit.ts';
import { orNull } from '../server/values.ts';
import { ListedUserReply, presentListedUser } from '../users/user.ts';
import { MemberReply, permissionFields, presentMember, presentPermissions } from './member.ts';

const basisPointsPerPercent = 100;
const mostDollars = 100_000_000;

export const ListedMemberReply = Type.Object(
  {
    ...MemberReply.properties,
    ...permissionFields,
    is_open: Type.Boolean({ description: 'A closed account cannot sign in.' }),
    discount: Type.Number({ description: 'Percent off every carrier price' }),
    group: Type.String({ description: 'The group that margins may name; empty for none' }),
    credit: CreditReply,
  },
  { $id: 'ListedMember' },
);

export const WholeMemberReply = Type.Object(
  {
    ...ListedMemberReply.properties,
    users: Type.Array(ListedUserReply, { description: 'Oldest first' }),
    own_accounts: Type.Array(Type.Object({ carrier: Type.String(), connected_at: Type.String() })),
    receipts: Type.Array(
      Type.Object({
        id: Type.Integer(),
        at: Type.String(),
        amount: Type.Number(),
        reference: orNull(Type.String()),
        is_taken_back: Type.Boolean({ description: 'The payment was reversed.' }),
      }),
      { description: 'The latest payments from the member, newest first' },
    ),
    balance_payments: Type.Array(
      Type.Object({
        ...PaymentReply.properties,
        is_refundable: Type.Boolean({ description: 'Charged, and not refunded yet' }),
      }),
      { description: 'The latest payments of the balance by card and their refunds, newest first' },
    ),
  },
  { $id: 'WholeMember' },
);

export function presentListedMember(
  member: Member,
  account: CreditStanding,
): Static<typeof ListedMemberReply> {
  return {
    ...presentMember(member),
    ...presentPermissions(member),
    is_open: member.isOpen,
    discount: member.discountBasisPoints / basisPointsPerPercent,
    group: member.group,
    credit: presentCredit(account),
  };
}

export function presentWholeMember({
  member,
  account,
  users,
  carrierAccounts,
  receipts,
  balancePayments,
}: WholeMember): Static<typeof WholeMemberReply> {
  return {
    ...presentListedMember(member, account),
    users: users.map(presentListedUser),
    own_accounts: carrierAccounts.map(({ carrier, connectedAtMs }) => ({
      carrier,
      connected_at: timestampWithColon(connectedAtMs, homeZone),
    })),
    receipts: receipts.map(({ id, atMs, amountCents, reference, isReversed }) => ({
      id,
      at: timestampWithColon(atMs, homeZone),
      amount: dollars(amountCents),
      reference: reference ?? null,
      is_taken_back: isReversed,
    })),
    balance_payments: balancePayments.map((payment) => ({
      ...presentPayment(payment),
      is_refundable:
        payment.kind === 'charge' &&
        payment.status === 'charged' &&
        balancePayments.every(({ ofPaymentId }) => ofPaymentId !== payment.id),
    })),
  };
}

export const MemberChangeBody = Type.Partial(
  Type.Object({
    is_open: Type.Boolean(),
    may_book_live: Type.Boolean(),
    has_multipickup: Type.Boolean(),
    may_connect_carriers: Type.Boolean(),
    is_operator: Type.Boolean(),
    discount: Type.Number({ minimum: 0, maximum: 100 }),
    group: Type.String({ maxLength: mostGroupLetters }),
  }),
);

export function parseMemberChange(body: Static<typeof MemberChangeBody>): MemberInput {
  const { discount } = body;
  return {
    isOpen: body.is_open,
    mayBookLive: body.may_book_live,
    hasMultipickup: body.has_multipickup,
    mayConnectCarriers: body.may_connect_carriers,
    isOperator: body.is_operator,
    group: body.group?.trim(),
    discountBasisPoints:
      discount === undefined
        ? undefined
        : hundredths('discount', discount, 'a percentage such as 7.5'),
  };
}

const Amount = Type.Number({ minimum: 0, maximum: mostDollars, description: 'Dollars' });
export const LimitBody = Type.Object({ limit: Amount });
export const ReceiptBody = Type.Object({
  amount: Amount,
  reference: Type.Optional(
    Type.String({
      description: 'The bank’s reference. A second payment with the same reference is refused.',
    }),
  ),
  again: Type.Optional(
    Type.Boolean({
      description:
        'This is another payment than one of the same amount that was recorded in the last day; needed only without a reference.',
    }),
  ),
});

/** Converts the amount in `field` to cents. Amounts with fractions of a cent are rejected, never rounded. */
export function cents(field: string, amount: number): number {
  return hundredths(field, amount, 'dollars and whole cents, such as 99.95');
}

function hundredths(field: string, amount: number, form: string): number {
  const exact = centsFromDecimal(String(amount));
  if (exact !== undefined) return exact;
  const sentence = `${field} ${amount} has more than two decimals. Send ${form}.`;
  throw new Refusal({ code: 'validation', issues: [{ path: [field], sentence }] });
}
