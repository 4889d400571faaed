// A person's own accounts with carriers: what each needs, and whether it is connected. What was given is never shown again.
import { type Static, Type } from 'typebox';
import type {
  ConnectedOwnAccount,
  ListedOwnAccount,
} from '../../application/carriers/own-accounts.ts';
import type { Member } from '../../domain/members/member.ts';
import { homeZone } from '../../domain/time/home-clock.ts';
import { timestampWithColon } from '../../domain/time/timestamp.ts';
import { AccountFields, longestAccountField, presentFields } from './house-account.ts';

export const OwnAccountsReply = Type.Object(
  {
    is_allowed: Type.Boolean({ description: 'false: what is connected is not used at present' }),
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

export const ConnectOwnAccountBody = Type.Object({
  account: Type.Record(Type.String(), Type.String({ maxLength: longestAccountField }), {
    description: 'Field → text, as `fields` says',
    maxProperties: 50,
  }),
});

export const ConnectedOwnAccountReply = Type.Object(
  {
    carrier: Type.String(),
    message: Type.String({ description: 'What the carrier said of the account' }),
    discovered: Type.Record(Type.String(), Type.String()),
  },
  { $id: 'OwnConnectedCarrier' },
);

/** Who may not connect any is shown those that are still kept. */
export function presentOwnAccounts(
  { mayConnectCarriers }: Member,
  listed: readonly ListedOwnAccount[],
): Static<typeof OwnAccountsReply> {
  return {
    is_allowed: mayConnectCarriers,
    accounts: listed
      .filter(({ connectedAtMs }) => mayConnectCarriers || connectedAtMs !== undefined)
      .map(({ carrier, services, fields, connectedAtMs }) => ({
        carrier,
        services: [...services],
        fields: presentFields(fields),
        connected_at:
          connectedAtMs === undefined ? null : timestampWithColon(connectedAtMs, homeZone),
      })),
  };
}

export function presentConnectedOwnAccount({ carrier, sentence, discovered }: ConnectedOwnAccount) {
  return { carrier, message: sentence, discovered: { ...discovered } };
}
