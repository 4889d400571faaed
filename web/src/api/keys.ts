// A member's API keys and their settings.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ask } from './client.ts';
import type { ApiKey, KeyCall, KeySettings, NewApiKey } from './wire.ts';

export const keysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: ({ signal }) => ask<ApiKey[]>('GET', '/keys', { signal }),
});

export function keyQuery(id: number) {
  return queryOptions({
    queryKey: ['keys', id],
    queryFn: ({ signal }) => ask<ApiKey>('GET', `/keys/${id}`, { signal }),
  });
}

export function keySettingsQuery(id: number) {
  return queryOptions({
    queryKey: ['keys', id, 'settings'],
    queryFn: ({ signal }) => ask<KeySettings>('GET', `/keys/${id}/settings`, { signal }),
    // The member may be editing the settings: never replace them in the background.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
}

export function keyCallsQuery(id: number) {
  return queryOptions({
    queryKey: ['keys', id, 'calls'],
    queryFn: ({ signal }) => ask<KeyCall[]>('GET', `/keys/${id}/calls`, { signal }),
    refetchInterval: 5_000,
  });
}

/** After any change, loads every list and page of keys again. */
function useKeyChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => queries.invalidateQueries({ queryKey: ['keys'] }),
  });
}

export type NewKey = { module_type: ApiKey['module_type']; site: string; demo_mode: boolean };

export const useAddKey = () =>
  useKeyChange((body: NewKey) => ask<NewApiKey>('POST', '/keys', { body }));

export const useChangeKey = (id: number) =>
  useKeyChange((body: Partial<Omit<ApiKey, 'id' | 'prefix' | 'created'>>) =>
    ask<ApiKey>('PUT', `/keys/${id}`, { body }),
  );

export const useRegenerateKey = (id: number) =>
  useKeyChange(() => ask<NewApiKey>('POST', `/keys/${id}/regenerate`));

export const useDeleteKey = (id: number) =>
  useKeyChange(() => ask<undefined>('DELETE', `/keys/${id}`));

export const useChangeKeySettings = (id: number) => {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: Partial<KeySettings>) =>
      ask<KeySettings>('PUT', `/keys/${id}/settings`, { body }),
    onSuccess: (settings) => queries.setQueryData(keySettingsQuery(id).queryKey, settings),
  });
};

export const moduleTypeNames: Readonly<Record<ApiKey['module_type'], string>> = {
  custom_site: 'Custom site',
  wordpress: 'WordPress',
  shopify: 'Shopify',
  magento: 'Magento',
};
