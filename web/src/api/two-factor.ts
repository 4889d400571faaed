// The signed-in user's second factor.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ask } from './client.ts';
import { read } from './queries.ts';
import { sessionQuery } from './session.ts';
import type { RecoveryCodes, TwoFactor, TwoFactorSetup } from './wire.ts';

export const twoFactorQuery = queryOptions({
  queryKey: ['two-factor'],
  queryFn: read<TwoFactor>('/two-factor'),
});

export const useSetUpTwoFactor = () =>
  useMutation({ mutationFn: () => ask<TwoFactorSetup>('POST', '/two-factor/setup') });

/** The session tells the pages whether the operator area is open. */
function useRefresh() {
  const queries = useQueryClient();
  return async (): Promise<void> => {
    for (const { queryKey } of [twoFactorQuery, sessionQuery])
      await queries.invalidateQueries({ queryKey });
    await queries.invalidateQueries({ queryKey: ['sessions'] });
  };
}

type Start = { secret: string; code: string; current_password: string };

export function useSwitchTwoFactorOn() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (body: Start) => ask<RecoveryCodes>('PUT', '/two-factor', { body }),
    onSuccess: refresh,
  });
}

export function useSwitchTwoFactorOff() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (current_password: string) =>
      ask<undefined>('POST', '/two-factor/off', { body: { current_password } }),
    onSuccess: refresh,
  });
}
