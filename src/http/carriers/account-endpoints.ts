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
import { endpoint, signedIn } from '../server/endpoint.ts';
import {
  ConnectedHouseAccountReply,
  ConnectedOwnAccountReply,
  ConnectHouseAccountBody,
  ConnectOwnAccountBody,
  DisconnectedReply,
  HouseAccountReply,
  OwnAccountsReply,
  presentConnectedHouseAccount,
  presentConnectedOwnAccount,
  presentHouseAccount,
  presentOwnAccounts,
  presentTested,
  TestedReply,
} from './account.ts';

const params = Type.Object({ id: Type.String({ description: 'The carrier' }) });

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

export const connectHouse = endpoint(
  {
    summary: 'Connect an account with a carrier',
    description:
      'The account is tested with one harmless call and stored sealed. It replaces the last one.',
    params,
    body: ConnectHouseAccountBody,
    reply: ConnectedHouseAccountReply,
  },
  async (app, { params: { id: carrier }, body: { account, policy } }) =>
    presentConnectedHouseAccount(
      await connectAccount(app, undefined, { carrier, account, policy }),
    ),
);

export const testHouse = endpoint(
  {
    summary: 'Test a connected account',
    description: 'Makes one harmless call and explains any problem.',
    params,
    reply: TestedReply,
  },
  async (app, { params: { id } }) => presentTested(await testAccount(app, undefined, id)),
);

export const disconnectHouse = endpoint(
  {
    summary: 'Disconnect an account',
    description: 'Deletes its credentials. Rate cards price its services again.',
    params,
    reply: DisconnectedReply,
  },
  async (app, { params: { id } }) => {
    await disconnectAccount(app, undefined, id);
    return { carrier: id, connected: false };
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

// Tests: contract/own-accounts.
export const connectOwn = endpoint(
  {
    summary: 'Connect your own account with a carrier',
    description:
      'The account is tested with one harmless call and stored sealed. It replaces the last one. From then on quotes and bookings use it, and the carrier bills you.',
    params,
    body: ConnectOwnAccountBody,
    reply: ConnectedOwnAccountReply,
  },
  async (app, { caller, params: { id: carrier }, body: { account } }) =>
    presentConnectedOwnAccount(
      await connectAccount(app, signedIn(caller).member, { carrier, account }),
    ),
);

// Tests: contract/own-accounts.
export const testOwn = endpoint(
  {
    summary: 'Test your own account with a carrier',
    description: 'Makes one harmless call and explains any problem.',
    params,
    reply: TestedReply,
  },
  async (app, { caller, params: { id } }) =>
    presentTested(await testAccount(app, signedIn(caller).member, id)),
);

// Tests: contract/own-accounts.
export const disconnectOwn = endpoint(
  {
    summary: 'Disconnect your own account with a carrier',
    description: 'Deletes its credentials. You are quoted by this service again.',
    params,
    reply: DisconnectedReply,
  },
  async (app, { caller, params: { id } }) => {
    await disconnectAccount(app, signedIn(caller).member, id);
    return { carrier: id, connected: false };
  },
);
