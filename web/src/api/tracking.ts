// Tracking of shipments.
import { queryOptions } from '@tanstack/react-query';
import { ask } from './client.ts';
import type { Tracking } from './wire.ts';

/** The service asks carriers every few minutes at most. */
const refetchMs = 60_000;

export function trackingQuery(reference: string) {
  return queryOptions({
    queryKey: ['tracking', reference],
    queryFn: ({ signal }) =>
      ask<Tracking>('GET', `/tracking/${encodeURIComponent(reference)}`, { signal }),
    refetchInterval: refetchMs,
  });
}
