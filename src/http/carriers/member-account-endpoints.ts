// /carrier-accounts…: a person's own accounts with carriers in the members area, where the operator allows them.
// Tests: contract/own-accounts.
import { Type } from 'typebox';
import {
  connectOwnAccount,
  disconnectOwnAccount,
  listOwnAccounts,
  testOwnAccount,
} from '../../application/carriers/own-accounts.ts';
import { endpoint, signedIn } from '../server/endpoint.ts';
import { presentTested, TestedReply } from './house-account.ts';
import {
  ConnectedOwnAccountReply,
  ConnectOwnAccountBody,
  OwnAccountsReply,
  presentConnectedOwnAccount,
  presentOwnAccounts,
} from './member-account.ts';

const params = Type.Object({ id: Type.String({ description: 'The carrier' }) });

export const list = endpoint(
  {
    summary: 'Your own accounts with carriers',
    description:
      'Those that can be connected, and those that are. An account is never shown again, only that there is one.',
    reply: OwnAccountsReply,
  },
  async (app, { caller }) => {
    const { member } = signedIn(caller);
    return presentOwnAccounts(member, await listOwnAccounts(app, member));
  },
);

export const connect = endpoint(
  {
    summary: 'Connect your own account with a carrier',
    description:
      'It is tried with one harmless call and kept sealed, in the place of the last one. From then on you are quoted and booked with it, and the carrier bills you.',
    params,
    body: ConnectOwnAccountBody,
    reply: ConnectedOwnAccountReply,
  },
  async (app, { caller, params: { id }, body: { account } }) =>
    presentConnectedOwnAccount(
      await connectOwnAccount(app, signedIn(caller).member, {
        carrier: id,
        account,
        by: 'member',
        isUntested: false,
      }),
    ),
);

export const test = endpoint(
  {
    summary: 'Try your own account with a carrier',
    description: 'One harmless call, and in plain words what is wrong.',
    params,
    reply: TestedReply,
  },
  async (app, { caller, params: { id } }) =>
    presentTested(await testOwnAccount(app, signedIn(caller).member, id)),
);

export const disconnect = endpoint(
  {
    summary: 'Forget your own account with a carrier',
    description: 'You are quoted by the service again.',
    params,
    reply: Type.Object({ carrier: Type.String(), connected: Type.Boolean() }),
  },
  async (app, { caller, params: { id } }) => {
    await disconnectOwnAccount(app, signedIn(caller).member, id);
    return { carrier: id, connected: false };
  },
);
