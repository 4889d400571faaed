// Tracking of shipments, and the events that the operator enters.
import { queryOptions } from '@tanstack/react-query';
import { ask } from './client.ts';
import { read, useChange } from './queries.ts';
import type { EventsImport, OperatorEvents, Tracking } from './wire.ts';

/** The service asks carriers every few minutes at most. */
const refetchMs = 60_000;

export function trackingQuery(reference: string) {
  return queryOptions({
    queryKey: ['tracking', reference],
    queryFn: read<Tracking>(`/tracking/${encodeURIComponent(reference)}`),
    refetchInterval: refetchMs,
  });
}

export function eventsQuery(booking: number) {
  return queryOptions({
    queryKey: ['operator', 'events', booking],
    queryFn: read<OperatorEvents>(`/operator/bookings/${booking}/events`),
    refetchInterval: refetchMs,
  });
}

/** A member's own page shows the events too. */
const names = ['operator', 'tracking'];

export type NewEvent = {
  status: string;
  description: string;
  location: string;
  at: string;
  piece: number | null;
};

export const useAddEvent = (booking: number) =>
  useChange(names, (event: NewEvent) =>
    ask<OperatorEvents>('POST', `/operator/bookings/${booking}/events`, { body: event }),
  );

export const useRemoveEvent = (booking: number) =>
  useChange(names, (event: string) =>
    ask<OperatorEvents>('DELETE', `/operator/bookings/${booking}/events/${event}`),
  );

/** A part of a file, and the lines that it leaves out after the header. */
export type FilePart = { csv: string; skippedLines: number };

export const previewEvents = (part: FilePart): Promise<EventsImport> =>
  ask('POST', '/operator/tracking/preview', { body: bodyOf(part) });

export const importEvents = (part: FilePart): Promise<EventsImport> =>
  ask('POST', '/operator/tracking', { body: bodyOf(part) });

const bodyOf = ({ csv, skippedLines }: FilePart) => ({ csv, skipped_lines: skippedLines });
