// A member's own figures.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { ask } from './client.ts';
import type { Dashboard } from './wire.ts';

/** Adding up a year is not free, and nobody watches it second by second. */
const freshMs = 60_000;

export function dashboardQuery(months: number) {
  return queryOptions({
    queryKey: ['dashboard', months],
    queryFn: ({ signal }) => ask<Dashboard>('GET', `/dashboard?months=${months}`, { signal }),
    staleTime: freshMs,
    placeholderData: keepPreviousData,
  });
}
