// /operator/carrier-accounts…: house accounts. /carrier-accounts…: the member's own accounts in the members area.
// Tests: contract/operator-area.
import { Type } from 'typebox';
import {
  connectAccount,
  disconnectAccount,
  listAccounts,
  testAccount,
} from '../../application/carriers/carrier-accounts.ts';
import { listStandings } from '../../application/carriers/operation-standing.ts';
import type { Member } from '../../domain/members/member.ts';
import { type Call, endpoint, readerOf, signedIn } from '../server/endpoint.ts';
import {
  ConnectBody,
  ConnectedReply,
  DisconnectedReply,
  HouseAccountReply,
  OwnAccountsReply,
  presentConnected,
  presentHouseAccount,
  presentOwnAccounts,
  presentTested,
  TestedReply,
} from './account.ts';

const params = Type.Object({ id: Type.String({ description: 'The carrier' }) });

/** Undefined: the house. */
function accountOwner(call: Pick<Call, 'as' | 'caller'>): Member | undefined {
  const reader = readerOf(call);
  return reader === 'operator' ? undefined : reader.member;
}

export const listHouse = endpoint(
  {
    summary: 'List the carriers that can be connected, and your accounts with them',
    description: 'Credentials are never returned.',
    reply: Type.Array(HouseAccountReply),
  },
  async (app) => {
    const standings = await listStandings(app);
    return (await listAccounts(app, undefined)).map((account) =>
      presentHouseAccount(account, standings.get(account.carrier) ?? []),
    );
  },
);

// Tests: contract/own-accounts.
export const listOwn = endpoint(
  {
    summary: 'List the carriers that you can connect, and your accounts with them',
    description: 'Credentials are never returned.',
    reply: OwnAccountsReply,
  },
  async (app, { caller }) => {
    const { member } = signedIn(caller);
    return presentOwnAccounts(member, await listAccounts(app, member));
  },
);

// Tests: contract/own-accounts; for the operator contract/operator-area.
export const connect = endpoint(
  {
    summary: 'Connect an account with a carrier',
    description:
      'The account is tested with one harmless call and stored sealed. It replaces the last one. A member’s own account is then used for its quotes and bookings, and the carrier bills the member. The house account serves all other members.',
    params,
    body: ConnectBody,
    reply: ConnectedReply,
  },
  async (app, call) => {
    const { account, policy } = call.body;
    const connected = await connectAccount(app, accountOwner(call), {
      carrier: call.params.id,
      account,
      policy: call.as === 'operator' ? policy : undefined,
    });
    return presentConnected(connected, call.as);
  },
);

// Tests: contract/own-accounts; for the operator contract/operator-area.
export const test = endpoint(
  {
    summary: 'Test a connected account',
    description: 'Makes one harmless call and explains any problem.',
    params,
    reply: TestedReply,
  },
  async (app, call) => presentTested(await testAccount(app, accountOwner(call), call.params.id)),
);

// Tests: contract/own-accounts; for the operator contract/operator-area.
export const disconnect = endpoint(
  {
    summary: 'Disconnect an account',
    description:
      'Deletes its credentials. Rate cards, or the house account, price its services again.',
    params,
    reply: DisconnectedReply,
  },
  async (app, call) => {
    const { id: carrier } = call.params;
    await disconnectAccount(app, accountOwner(call), carrier);
    return { carrier, connected: false };
  },
);
