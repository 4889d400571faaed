// A member's reports.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { read } from './queries.ts';
import type { Dashboard } from './wire.ts';

/** A yearly report costs the server time and changes slowly. */
const freshMs = 60_000;

export function dashboardQuery(months: number) {
  return queryOptions({
    queryKey: ['dashboard', months],
    queryFn: read<Dashboard>(`/dashboard?months=${months}`),
    staleTime: freshMs,
    placeholderData: keepPreviousData,
  });
}
