// Accounts with carriers as the operator sees them: what each needs and whether it is connected. What was given is never
// shown again, not even the parts that are not secret.
import { type Static, Type } from 'typebox';
import type {
  ConnectedHouseAccount,
  ListedHouseAccount,
} from '../../application/carriers/house-accounts.ts';
import type { AccountField } from '../../application/ports.ts';
import { homeZone } from '../../domain/time/home-clock.ts';
import { timestampWithColon } from '../../domain/time/timestamp.ts';

/** A certificate or a private key is the longest of them. */
export const longestAccountField = 4096;

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
      Type.Array(Type.String(), { description: 'All that it can be, the default first' }),
    ),
  }),
);

export const HouseAccountReply = Type.Object(
  {
    carrier: Type.String(),
    services: Type.Array(Type.String()),
    can: Type.Array(Type.String(), { description: 'What it can be asked to do' }),
    can_quote: Type.Boolean(),
    fields: AccountFields,
    policy: Type.Union([Policy, Type.Null()], { description: 'null: not connected' }),
    connected_at: Type.Union([Type.String(), Type.Null()]),
  },
  { $id: 'CarrierAccount' },
);

export const ConnectHouseAccountBody = Type.Object({
  account: Type.Record(Type.String(), Type.String({ maxLength: longestAccountField }), {
    description: 'Field → text, as `fields` says; `base_url` for a test system',
    maxProperties: 50,
  }),
  policy: Type.Optional(Policy),
});

export const ConnectedHouseAccountReply = Type.Object(
  {
    carrier: Type.String(),
    policy: Policy,
    message: Type.String({ description: 'What the carrier said of the account' }),
    discovered: Type.Record(Type.String(), Type.String()),
  },
  { $id: 'ConnectedCarrier' },
);

export const TestedReply = Type.Object(
  { is_well: Type.Boolean(), message: Type.String() },
  { $id: 'TestedCarrier' },
);

export function presentHouseAccount(one: ListedHouseAccount): Static<typeof HouseAccountReply> {
  return {
    carrier: one.carrier,
    services: [...one.services],
    can: one.capabilities.filter((name) => name !== 'check' && name !== 'find'),
    can_quote: one.capabilities.includes('quote'),
    fields: presentFields(one.fields),
    policy: one.policy ?? null,
    connected_at:
      one.connectedAtMs === undefined ? null : timestampWithColon(one.connectedAtMs, homeZone),
  };
}

export function presentFields(fields: readonly AccountField[]): Static<typeof AccountFields> {
  return fields.map(({ name, label, isSecret, defaultText, choices }) => ({
    name,
    label,
    is_secret: isSecret,
    is_required: defaultText === undefined,
    ...(choices === undefined ? {} : { choices: [...choices] }),
  }));
}

export function presentTested({
  isWell,
  sentence,
}: {
  isWell: boolean;
  sentence: string;
}): Static<typeof TestedReply> {
  return { is_well: isWell, message: sentence };
}

export function presentConnectedHouseAccount({
  carrier,
  policy,
  sentence,
  discovered,
}: ConnectedHouseAccount) {
  return { carrier, policy, message: sentence, discovered: { ...discovered } };
}
