// Members in the operator's area.
import { type Static, Type } from 'typebox';
import type { MemberInput } from '../../application/members/change-member.ts';
import type { CreditStanding } from '../../application/payments/credit-account.ts';
import type { StoredAccount } from '../../application/ports.ts';
import type { Member, MemberDetails } from '../../domain/members/member.ts';
import { centsFromDecimal, dollars } from '../../domain/money.ts';
import { availableCents, type CreditAccount } from '../../domain/payments/credit.ts';
import type { Receipt } from '../../domain/payments/ledger.ts';
import { Refusal } from '../../domain/refusal.ts';
import { homeZone } from '../../domain/time/home-clock.ts';
import { timestampWithColon } from '../../domain/time/timestamp.ts';
import { MemberReply, presentMember } from './member.ts';

const basisPointsPerPercent = 100;
const mostDollars = 100_000_000;

export const OperatedMemberReply = Type.Object(
  {
    ...MemberReply.properties,
    is_open: Type.Boolean({ description: 'A closed account cannot sign in.' }),
    may_book_live: Type.Boolean(),
    has_multipickup: Type.Boolean({ description: 'Frequent rates are offered.' }),
    may_connect_carriers: Type.Boolean({
      description: 'Own accounts with carriers may be connected, and are used.',
    }),
    own_carriers: Type.Integer({ description: 'How many own accounts with carriers there are' }),
    is_operator: Type.Boolean(),
    discount: Type.Number({ description: 'Percent off every carrier price' }),
  },
  { $id: 'OperatedMember' },
);

/** A member in the list. */
export const ListedMemberReply = Type.Object(
  {
    ...OperatedMemberReply.properties,
    owed: Type.Number({
      description:
        'On the credit account, including reservations; without an account, later charges of carriers',
    }),
    limit: Type.Union([Type.Number(), Type.Null()], { description: 'null: no credit account' }),
  },
  { $id: 'ListedMember' },
);

export function presentListedMember(
  member: Member,
  account: CreditStanding | undefined,
): Static<typeof ListedMemberReply> {
  return {
    ...presentOperated(member),
    owed: dollars(account?.usedCents ?? 0),
    limit: account?.hasAccount === true ? dollars(account.limitCents) : null,
  };
}

export const OperatedMemberPage = Type.Object(
  {
    ...OperatedMemberReply.properties,
    own_accounts: Type.Array(Type.Object({ carrier: Type.String(), connected_at: Type.String() })),
    credit: Type.Object({
      has_account: Type.Boolean(),
      limit: Type.Number(),
      used: Type.Number(),
      available: Type.Number(),
    }),
    receipts: Type.Array(
      Type.Object({
        id: Type.Integer(),
        at: Type.String(),
        amount: Type.Number(),
        reference: Type.Union([Type.String(), Type.Null()]),
        is_taken_back: Type.Boolean(),
      }),
      { description: 'The latest payments from the member, newest first' },
    ),
  },
  { $id: 'OperatedMemberPage' },
);

export const MemberChangeBody = Type.Object({
  is_open: Type.Optional(Type.Boolean()),
  may_book_live: Type.Optional(Type.Boolean()),
  has_multipickup: Type.Optional(Type.Boolean()),
  may_connect_carriers: Type.Optional(Type.Boolean()),
  is_operator: Type.Optional(Type.Boolean()),
  discount: Type.Optional(Type.Number({ minimum: 0, maximum: 100 })),
});

const NewText = Type.Optional(Type.String({ maxLength: 255 }));

export const NewMemberBody = Type.Object({
  email: Type.String({ maxLength: 255 }),
  company_name: NewText,
  first_name: NewText,
  last_name: NewText,
  phone: NewText,
});

export function parseNewMember(body: Static<typeof NewMemberBody>): MemberDetails {
  const text = (given: string | undefined): string => given?.trim() ?? '';
  return {
    email: body.email.trim(),
    companyName: text(body.company_name),
    firstName: text(body.first_name),
    lastName: text(body.last_name),
    phone: text(body.phone),
    suburb: '',
    postcode: '',
    state: '',
    country: 'AU',
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
        'It is another payment than the one of the same amount that was noted in the last day; needed only without a reference.',
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

export function parseMemberChange(body: Static<typeof MemberChangeBody>): MemberInput {
  return {
    ...(body.is_open === undefined ? {} : { isOpen: body.is_open }),
    ...(body.may_book_live === undefined ? {} : { mayBookLive: body.may_book_live }),
    ...(body.has_multipickup === undefined ? {} : { hasMultipickup: body.has_multipickup }),
    ...(body.may_connect_carriers === undefined
      ? {}
      : { mayConnectCarriers: body.may_connect_carriers }),
    ...(body.is_operator === undefined ? {} : { isOperator: body.is_operator }),
    ...(body.discount === undefined
      ? {}
      : { discountBasisPoints: hundredths('discount', body.discount, 'a percentage such as 7.5') }),
  };
}

function presentOperated(member: Member): Static<typeof OperatedMemberReply> {
  return {
    ...presentMember(member),
    is_open: member.isOpen,
    may_book_live: member.mayBookLive,
    has_multipickup: member.hasMultipickup,
    may_connect_carriers: member.mayConnectCarriers,
    own_carriers: member.ownAccounts,
    is_operator: member.isOperator,
    discount: member.discountBasisPoints / basisPointsPerPercent,
  };
}

export function presentOperatedPage(
  member: Member,
  account: CreditAccount,
  accounts: readonly Pick<StoredAccount, 'carrier' | 'connectedAtMs'>[],
  receipts: readonly Receipt[],
): Static<typeof OperatedMemberPage> {
  return {
    ...presentOperated(member),
    own_accounts: accounts.map(({ carrier, connectedAtMs }) => ({
      carrier,
      connected_at: timestampWithColon(connectedAtMs, homeZone),
    })),
    credit: {
      has_account: account.limitCents > 0 || account.usedCents !== 0,
      limit: dollars(account.limitCents),
      used: dollars(account.usedCents),
      available: dollars(availableCents(account)),
    },
    receipts: receipts.map(({ id, atMs, amountCents, reference, isTakenBack }) => ({
      id,
      at: timestampWithColon(atMs, homeZone),
      amount: dollars(amountCents),
      reference: reference ?? null,
      is_taken_back: isTakenBack,
    })),
  };
}
