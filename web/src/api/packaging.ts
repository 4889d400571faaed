// Packaging types of items. The usual types are offered until the service's list has loaded.
import { useQuery } from '@tanstack/react-query';
import { ask } from './client.ts';

const usual: readonly string[] = ['Carton'];

export function usePackagingTypes(): readonly string[] {
  const { data } = useQuery({
    queryKey: ['packaging-types'],
    queryFn: ({ signal }) => ask<string[]>('GET', '/packaging-types', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? usual;
}
