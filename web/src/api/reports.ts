// A member's reports, and the operator's.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { SalesSearch } from '../search.ts';
import { queryString, read } from './queries.ts';
import type { Dashboard, Sales } from './wire.ts';

/** A yearly report costs the server time and changes slowly. */
const freshMs = 60_000;

export function salesQuery(search: SalesSearch) {
  const query = queryString(search);
  return queryOptions({
    queryKey: ['sales', query],
    queryFn: read<Sales>(`/operator/sales?${query}`),
    staleTime: freshMs,
    placeholderData: keepPreviousData,
  });
}

export function dashboardQuery(months: number) {
  return queryOptions({
    queryKey: ['dashboard', months],
    queryFn: read<Dashboard>(`/dashboard?months=${months}`),
    staleTime: freshMs,
    placeholderData: keepPreviousData,
  });
}
