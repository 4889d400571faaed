// A member's reports.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { ask } from './client.ts';
import type { Dashboard } from './wire.ts';

/** A yearly report costs the server time and changes slowly. */
const freshMs = 60_000;

export function dashboardQuery(months: number) {
  return queryOptions({
    queryKey: ['dashboard', months],
    queryFn: ({ signal }) => ask<Dashboard>('GET', `/dashboard?months=${months}`, { signal }),
    staleTime: freshMs,
    placeholderData: keepPreviousData,
  });
}
