// A member's label printers and the labels that wait for them.
import { queryOptions } from '@tanstack/react-query';
import { ask } from './client.ts';
import { mostBatchBookings } from './documents.ts';
import { queryString, read, useChange } from './queries.ts';
import type { ChangedPrinter, LabelPrinters, PrinterDetails, PrintJob } from './wire.ts';

export const printersQuery = queryOptions({
  queryKey: ['printers'],
  queryFn: read<LabelPrinters>('/printers'),
});

/** A label takes a few seconds, so people watch it. */
const watchMs = 3_000;
export const watchedPrintersQuery = { ...printersQuery, refetchInterval: watchMs };

export type JobsShown = { status?: PrintJob['status'] | undefined; page: number };

export function printJobsQuery(shown: JobsShown) {
  return queryOptions({
    queryKey: ['print-jobs', shown],
    queryFn: read<PrintJob[]>(`/print-jobs?${queryString(shown)}`),
    refetchInterval: watchMs,
    placeholderData: (before) => before,
  });
}

const names = ['printers', 'print-jobs'];

export const useAddPrinter = () =>
  useChange(names, (body: PrinterDetails) => ask<ChangedPrinter>('POST', '/printers', { body }));

export const useChangePrinter = (id: number) =>
  useChange(names, (body: PrinterDetails) =>
    ask<ChangedPrinter>('PUT', `/printers/${id}`, { body }),
  );

export const useDeletePrinter = (id: number) =>
  useChange(names, () => ask<undefined>('DELETE', `/printers/${id}`));

export const useReplaceToken = (id: number) =>
  useChange(names, () => ask<ChangedPrinter>('POST', `/printers/${id}/token`));

export const usePrintTest = (id: number) =>
  useChange(names, () => ask<PrintJob>('POST', `/printers/${id}/test`));

export const useReprint = () =>
  useChange(names, (id: number) => ask<PrintJob>('POST', `/print-jobs/${id}/reprint`));

export const useCancelJob = () =>
  useChange(names, (id: number) => ask<PrintJob>('POST', `/print-jobs/${id}/cancel`));

/** In the order of the bookings; resolves with how many were queued. */
export const usePrintOn = () =>
  useChange(names, async ({ printer, ids }: { printer: number; ids: readonly number[] }) => {
    for (let at = 0; at < ids.length; at += mostBatchBookings) {
      const booking_ids = ids.slice(at, at + mostBatchBookings);
      await ask<PrintJob[]>('POST', `/printers/${printer}/jobs`, { body: { booking_ids } });
    }
    return ids.length;
  });
