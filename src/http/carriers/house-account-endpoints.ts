// /operator/carrier-accounts…: the operator's own accounts with carriers.
// Tests: contract/operator-area.
import { Type } from 'typebox';
import {
  connectHouseAccount,
  disconnectHouseAccount,
  listHouseAccounts,
  testHouseAccount,
} from '../../application/carriers/house-accounts.ts';
import { endpoint } from '../server/endpoint.ts';
import {
  ConnectedHouseAccountReply,
  ConnectHouseAccountBody,
  HouseAccountReply,
  presentConnectedHouseAccount,
  presentHouseAccount,
  presentTested,
  TestedReply,
} from './house-account.ts';

const params = Type.Object({ id: Type.String({ description: 'The carrier' }) });

export const list = endpoint(
  {
    summary: 'Carriers that can be connected, and those that are',
    description: 'An account is never shown again, only that there is one.',
    reply: Type.Array(HouseAccountReply),
  },
  async (app) => (await listHouseAccounts(app)).map(presentHouseAccount),
);

export const connect = endpoint(
  {
    summary: 'Connect an account with a carrier',
    description:
      'It is tried with one harmless call and kept sealed, in the place of the last one.',
    params,
    body: ConnectHouseAccountBody,
    reply: ConnectedHouseAccountReply,
  },
  async (app, { params: { id }, body: { account, policy } }) =>
    presentConnectedHouseAccount(
      await connectHouseAccount(app, { carrier: id, account, policy, isUntested: false }),
    ),
);

export const test = endpoint(
  {
    summary: 'Try the account that is connected',
    description: 'One harmless call, and in plain words what is wrong.',
    params,
    reply: TestedReply,
  },
  async (app, { params: { id } }) => presentTested(await testHouseAccount(app, id)),
);

export const disconnect = endpoint(
  {
    summary: 'Forget an account with a carrier',
    description: 'Its services are priced by their rate cards again.',
    params,
    reply: Type.Object({ carrier: Type.String(), connected: Type.Boolean() }),
  },
  async (app, { params: { id } }) => {
    await disconnectHouseAccount(app, id);
    return { carrier: id, connected: false };
  },
);
