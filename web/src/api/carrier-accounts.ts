// A member's own carrier accounts.
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ask } from './client.ts';
import { useSession } from './session.ts';
import type { ConnectedOwnAccount, OwnAccounts, TestedAccount } from './wire.ts';

export const ownAccountsQuery = queryOptions({
  queryKey: ['own-accounts'],
  queryFn: ({ signal }) => ask<OwnAccounts>('GET', '/carrier-accounts', { signal }),
});

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

/** Prices depend on the accounts, so everything is loaded again. */
function useChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const queries = useQueryClient();
  return useMutation({ mutationFn: change, onSuccess: () => queries.invalidateQueries() });
}

export const useConnectOwnAccount = (carrier: string) =>
  useChange((account: Record<string, string>) =>
    ask<ConnectedOwnAccount>('PUT', `/carrier-accounts/${carrier}`, { body: { account } }),
  );

export const useTestOwnAccount = (carrier: string) =>
  useMutation({
    mutationFn: () => ask<TestedAccount>('POST', `/carrier-accounts/${carrier}/test`),
  });

export const useDisconnectOwnAccount = (carrier: string) =>
  useChange(() => ask('DELETE', `/carrier-accounts/${carrier}`));
