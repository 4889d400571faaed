// Packaging types of items. The usual types are offered until the service's list has loaded.
import { useQuery } from '@tanstack/react-query';
import { read } from './queries.ts';

const usual: readonly string[] = ['Carton'];

export function usePackagingTypes(): readonly string[] {
  const { data } = useQuery({
    queryKey: ['packaging-types'],
    queryFn: read<string[]>('/packaging-types'),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? usual;
}
