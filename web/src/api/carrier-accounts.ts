// Carrier accounts: the operator's (house accounts) and the member's own.
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { useCarrierName } from './carriers.ts';
import { ask } from './client.ts';
import { read, useChange } from './queries.ts';
import { useSession } from './session.ts';
import type { HouseAccount, OwnAccounts, TestedAccount } from './wire.ts';

const paths = { house: '/operator/carrier-accounts', own: '/carrier-accounts' } as const;

export type AccountOwner = keyof typeof paths;

export const ownAccountsQuery = queryOptions({
  queryKey: ['own-accounts'],
  queryFn: read<OwnAccounts>(paths.own),
});

export const houseAccountsQuery = queryOptions({
  queryKey: ['operator', 'accounts'],
  queryFn: read<HouseAccount[]>(paths.house),
});

/** The display name of a carrier in the log of calls. */
export function useAccountName(): (carrier: string) => string {
  const { data } = useQuery(houseAccountsQuery);
  const nameOf = useCarrierName();
  return (carrier) => {
    const services = data?.find((account) => account.carrier === carrier)?.services ?? [];
    return nameOf(services[0] ?? carrier).carrier;
  };
}

/** Services for which the carrier bills the member. */
export function useOwnServices() {
  const { may_connect_carriers: mayConnect } = useSession();
  const query = useQuery({ ...ownAccountsQuery, enabled: mayConnect, select: servicesOf });
  // A member who may not connect accounts has none, so no request is sent.
  return mayConnect ? query : { data: none, error: null, refetch: query.refetch };
}

const none: ReadonlySet<string> = new Set();

function servicesOf({ is_allowed, accounts }: OwnAccounts): ReadonlySet<string> {
  const connected = accounts.filter(({ connected_at }) => connected_at !== null);
  return new Set(is_allowed ? connected.flatMap(({ services }) => services) : []);
}

export const useConnectAccount = (owner: AccountOwner, carrier: string) =>
  // Prices depend on the accounts, so everything is loaded again.
  useChange([], (body: { account: Record<string, string>; policy?: string }) =>
    ask<{ message: string }>('PUT', `${paths[owner]}/${carrier}`, { body }),
  );

export const useTestAccount = (owner: AccountOwner, carrier: string) =>
  useMutation({
    mutationFn: () => ask<TestedAccount>('POST', `${paths[owner]}/${carrier}/test`),
  });

export const useDisconnectAccount = (owner: AccountOwner, carrier: string) =>
  // Prices depend on the accounts, so everything is loaded again.
  useChange([], () => ask('DELETE', `${paths[owner]}/${carrier}`));
