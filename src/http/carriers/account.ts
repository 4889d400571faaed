// Carrier accounts on the wire: the fields that a carrier requires, and whether the account is connected. Stored
// values are never returned.
import { type Static, Type } from 'typebox';
import type {
  ConnectedAccount,
  ListedAccount,
} from '../../application/carriers/carrier-accounts.ts';
import type { OperationStanding } from '../../application/carriers/operation-standing.ts';
import type { AccountField } from '../../application/ports.ts';
import type { Member } from '../../domain/members/member.ts';
import { homeZone } from '../../domain/time/home-clock.ts';
import { timestampWithColon } from '../../domain/time/timestamp.ts';
import { findingWords } from '../../wording/certification.ts';

/** Long enough for a certificate or a private key. */
const longestField = 4096;

const Policy = Type.Union([
  Type.Literal('card'),
  Type.Literal('live'),
  Type.Literal('live_then_card'),
]);

export const AccountFields = Type.Array(
  Type.Object({
    name: Type.String(),
    label: Type.String(),
    is_secret: Type.Boolean(),
    is_required: Type.Boolean(),
    choices: Type.Optional(
      Type.Array(Type.String(), { description: 'The allowed values, the default first' }),
    ),
  }),
);

export const HouseAccountReply = Type.Object(
  {
    carrier: Type.String(),
    services: Type.Array(Type.String()),
    can: Type.Array(Type.String(), { description: 'The operations that the carrier offers' }),
    can_quote: Type.Boolean(),
    operations: Type.Array(
      Type.Object({
        operation: Type.String(),
        recordings: Type.Integer({
          description: 'Recorded answers of other accounts that prove it',
        }),
        outcome: Type.Union(
          [Type.Literal('ok'), Type.Literal('failed'), Type.Literal('skipped'), Type.Null()],
          { description: 'Certified with your account; null: never' },
        ),
        reason: Type.String(),
        certified_at: Type.Union([Type.String(), Type.Null()]),
      }),
      { description: 'What proves each operation' },
    ),
    fields: AccountFields,
    policy: Type.Union([Policy, Type.Null()], { description: 'null: not connected' }),
    connected_at: Type.Union([Type.String(), Type.Null()]),
  },
  { $id: 'CarrierAccount' },
);

export const OwnAccountsReply = Type.Object(
  {
    is_allowed: Type.Boolean({ description: 'false: connected accounts are not used at present' }),
    accounts: Type.Array(
      Type.Object({
        carrier: Type.String(),
        services: Type.Array(Type.String()),
        fields: AccountFields,
        connected_at: Type.Union([Type.String(), Type.Null()], {
          description: 'null: not connected',
        }),
      }),
    ),
  },
  { $id: 'OwnCarriers' },
);

export const ConnectBody = Type.Object({
  account: Type.Record(Type.String(), Type.String({ maxLength: longestField }), {
    description:
      'The names and values of `fields`; of a house account also `base_url`, for a test system',
    maxProperties: 50,
  }),
  policy: Type.Optional(Policy),
});

export const ConnectedReply = Type.Object(
  {
    carrier: Type.String(),
    policy: Type.Optional(Policy),
    message: Type.String({ description: 'The carrier’s answer to the test' }),
    discovered: Type.Record(Type.String(), Type.String()),
  },
  { $id: 'ConnectedCarrier' },
);

export const TestedReply = Type.Object(
  { is_well: Type.Boolean(), message: Type.String() },
  { $id: 'TestedCarrier' },
);

export const DisconnectedReply = Type.Object({
  carrier: Type.String(),
  connected: Type.Boolean(),
});

export function presentHouseAccount(
  listed: ListedAccount,
  standings: readonly OperationStanding[],
): Static<typeof HouseAccountReply> {
  const { capabilities, policy } = listed;
  return {
    ...presentAccount(listed),
    can: capabilities.filter((name) => name !== 'check' && name !== 'find'),
    can_quote: capabilities.includes('quote'),
    operations: standings.map(({ operation, recordings, certified }) => ({
      operation,
      recordings,
      outcome: certified?.outcome ?? null,
      reason: certified === undefined ? '' : findingWords(certified.reason),
      certified_at: certified === undefined ? null : timestampWithColon(certified.atMs, homeZone),
    })),
    policy: policy ?? null,
  };
}

/** A member without permission to connect accounts sees only the accounts that are still stored. */
export function presentOwnAccounts(
  { mayConnectCarriers }: Member,
  listed: readonly ListedAccount[],
): Static<typeof OwnAccountsReply> {
  return {
    is_allowed: mayConnectCarriers,
    accounts: listed
      .filter(({ connectedAtMs }) => mayConnectCarriers || connectedAtMs !== undefined)
      .map(presentAccount),
  };
}

function presentAccount({ carrier, services, fields, connectedAtMs }: ListedAccount) {
  return {
    carrier,
    services: [...services],
    fields: presentFields(fields),
    connected_at: connectedAtMs === undefined ? null : timestampWithColon(connectedAtMs, homeZone),
  };
}

function presentFields(fields: readonly AccountField[]): Static<typeof AccountFields> {
  return fields.map(({ name, label, isSecret, defaultText, choices }) => ({
    name,
    label,
    is_secret: isSecret,
    is_required: defaultText === undefined,
    ...(choices === undefined ? {} : { choices: [...choices] }),
  }));
}

/** A member's own account is always priced by the carrier. */
export function presentConnected(
  { carrier, policy, sentence, discovered }: ConnectedAccount,
  as: 'member' | 'operator',
): Static<typeof ConnectedReply> {
  return {
    ...(as === 'operator' ? { policy } : {}),
    carrier,
    message: sentence,
    discovered: { ...discovered },
  };
}

export function presentTested(tested: {
  isWell: boolean;
  sentence: string;
}): Static<typeof TestedReply> {
  return { is_well: tested.isWell, message: tested.sentence };
}
