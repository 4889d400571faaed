// A member's API keys and their settings.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ask } from './client.ts';
import { read, useChange } from './queries.ts';
import type { ApiKey, KeyCall, KeySettings, NewApiKey } from './wire.ts';

export const keysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: read<ApiKey[]>('/keys'),
});

export function keyQuery(id: number) {
  return queryOptions({
    queryKey: ['keys', id],
    queryFn: read<ApiKey>(`/keys/${id}`),
  });
}

export function keySettingsQuery(id: number) {
  return queryOptions({
    queryKey: ['keys', id, 'settings'],
    queryFn: read<KeySettings>(`/keys/${id}/settings`),
    // The member may be editing the settings: never replace them in the background.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
}

export function keyCallsQuery(id: number) {
  return queryOptions({
    queryKey: ['keys', id, 'calls'],
    queryFn: read<KeyCall[]>(`/keys/${id}/calls`),
    refetchInterval: 5_000,
  });
}

const names = ['keys'];

export type NewKey = { module_type: ApiKey['module_type']; site: string; demo_mode: boolean };

export const useAddKey = () =>
  useChange(names, (body: NewKey) => ask<NewApiKey>('POST', '/keys', { body }));

export const useChangeKey = (id: number) =>
  useChange(names, (body: Partial<Omit<ApiKey, 'id' | 'prefix' | 'created'>>) =>
    ask<ApiKey>('PUT', `/keys/${id}`, { body }),
  );

export const useRegenerateKey = (id: number) =>
  useChange(names, () => ask<NewApiKey>('POST', `/keys/${id}/regenerate`));

export const useDeleteKey = (id: number) =>
  useChange(names, () => ask<undefined>('DELETE', `/keys/${id}`));

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
