// Tracking of shipments.
import { queryOptions } from '@tanstack/react-query';
import { read } from './queries.ts';
import type { Tracking } from './wire.ts';

/** The service asks carriers every few minutes at most. */
const refetchMs = 60_000;

export function trackingQuery(reference: string) {
  return queryOptions({
    queryKey: ['tracking', reference],
    queryFn: read<Tracking>(`/tracking/${encodeURIComponent(reference)}`),
    refetchInterval: refetchMs,
  });
}
