// What an item may be packed in. The service has the list; until it is here the usual one is offered.
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
