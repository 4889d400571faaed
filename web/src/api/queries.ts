// What every query and change has in common.
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ask } from './client.ts';

/** A query that reads one path. */
export const read =
  <Answer>(path: string) =>
  ({ signal }: { signal: AbortSignal }) =>
    ask<Answer>('GET', path, { signal });

/** Leaves out values that are missing or blank. */
export function queryString(values: Record<string, string | number | undefined>): string {
  const given = Object.entries(values).filter(([, value]) => value !== undefined && value !== '');
  return String(new URLSearchParams(given.map(([name, value]) => [name, String(value)])));
}

/** The answer to a search, such as a page of a list. The previous answer stays until the next is there. */
export function searchQuery<Answer>(
  names: readonly string[],
  path: string,
  search: Record<string, string | number | undefined>,
) {
  const query = queryString(search);
  return queryOptions({
    queryKey: [...names, query],
    queryFn: read<Answer>(`${path}?${query}`),
    placeholderData: keepPreviousData,
  });
}

/** After a change, also a refused one, loads every query under these names again; without names, all queries. */
export function useChange<Input, Output>(
  names: readonly string[],
  change: (input: Input) => Promise<Output>,
) {
  const queries = useQueryClient();
  const keys = names.length === 0 ? [[]] : names.map((name) => [name]);
  const reload = () => Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })));
  return useMutation({
    mutationFn: change,
    onSuccess: reload,
    // Shows the error at once.
    onError: () => void reload(),
  });
}
