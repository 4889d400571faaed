// What the operator reads and changes.
import { queryOptions, useMutation } from '@tanstack/react-query';
import type { CallsSearch, MembersSearch, RunSheetsSearch } from '../search.ts';
import { ask, prefix } from './client.ts';
import { queryString, read, searchQuery, useChange } from './queries.ts';
import type {
  Adjustments,
  BalancePayment,
  Booking,
  CarrierCall,
  CarrierCalls,
  Issues,
  ListedMember,
  LodgedManifests,
  Manifests,
  MemberChange,
  OpenPayment,
  OperatorBookingPage,
  RunSheet,
  Service,
  WholeMember,
} from './wire.ts';

/** An operator may be waiting on these pages for something to change. */
const refetchMs = 15_000;

export const membersQuery = (search: MembersSearch) =>
  searchQuery<ListedMember[]>(['operator', 'members'], '/operator/members', search);

export function memberQuery(id: string) {
  return queryOptions({
    queryKey: ['operator', 'member', id],
    queryFn: read<WholeMember>(`/operator/members/${id}`),
  });
}

export const servicesQuery = queryOptions({
  queryKey: ['operator', 'carriers'],
  queryFn: read<Service[]>('/operator/carriers'),
  refetchInterval: refetchMs,
});

/** Whether part of the service's name is `text`, in any case. */
export const isNamed = ({ carrier, service, string_id }: Service, text: string): boolean =>
  `${carrier} ${service} ${string_id}`.toLowerCase().includes(text.trim().toLowerCase());

export const callsQuery = (search: CallsSearch) => ({
  ...searchQuery<CarrierCalls>(['operator', 'calls'], '/operator/carrier-calls', search),
  refetchInterval: refetchMs,
});

export function callQuery(id: string) {
  return queryOptions({
    queryKey: ['operator', 'call', id],
    queryFn: read<CarrierCall>(`/operator/carrier-calls/${encodeURIComponent(id)}`),
  });
}

export const issuesQuery = queryOptions({
  queryKey: ['operator', 'issues'],
  queryFn: read<Issues>('/operator/attention'),
  refetchInterval: refetchMs,
});

export const manifestsQuery = queryOptions({
  queryKey: ['operator', 'manifests'],
  queryFn: read<Manifests>('/operator/manifests'),
  refetchInterval: refetchMs,
});

/** The browser opens it with its session cookie. */
export const manifestDocumentUrl = (id: number): string =>
  `${prefix}/operator/manifests/${id}/document`;

/** Loaded once for each visit, and not again after a change: its rows stay in their places. */
export const runSheetsQuery = queryOptions({
  queryKey: ['run sheets'],
  queryFn: read<RunSheet[]>('/operator/run-sheets'),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
});

export function runSheetsFile(search: RunSheetsSearch): string {
  return `${prefix}/operator/run-sheets/export.csv?${queryString(search)}`;
}

export function operatorBookingQuery(id: number) {
  return queryOptions({
    queryKey: ['operator', 'booking', id],
    queryFn: read<OperatorBookingPage>(`/operator/bookings/${id}`),
    // The question whether to cancel shows the current refund.
    staleTime: 0,
    gcTime: 0,
  });
}

const names = ['operator'];

export const useAddMember = () =>
  useChange(names, (body: Record<string, string>) =>
    ask<WholeMember>('POST', '/operator/members', { body }),
  );

export const useChangeMember = (id: string) =>
  useChange(names, (body: MemberChange) =>
    ask<WholeMember>('PUT', `/operator/members/${id}`, { body }),
  );

export const useSetLimit = (id: string) =>
  useChange(names, (limit: number) =>
    ask<WholeMember>('PUT', `/operator/members/${id}/credit`, { body: { limit } }),
  );

export const useReceivePayment = (id: string) =>
  useChange(
    names,
    ({ key, ...body }: { amount: number; reference: string; again: boolean; key: string }) =>
      ask<WholeMember>('POST', `/operator/members/${id}/receipts`, {
        body,
        // Sent again after a lost answer, it is still recorded once.
        headers: { 'idempotency-key': key },
      }),
  );

export const useReverseReceipt = (id: string) =>
  useChange(names, (receipt: number) =>
    ask<WholeMember>('DELETE', `/operator/members/${id}/receipts/${receipt}`),
  );

export const useRefundPayment = () =>
  useChange(names, (payment: number) =>
    ask<BalancePayment>('POST', `/operator/payments/${payment}/refund`),
  );

export const useMakeReset = (id: string) =>
  useChange(names, () =>
    ask<{ url: string; expires_at: string }>('POST', `/operator/members/${id}/reset`),
  );

export const useSwitchService = () =>
  useChange(names, ({ id, isOn }: { id: string; isOn: boolean }) =>
    ask('PUT', `/operator/carriers/${encodeURIComponent(id)}`, { body: { is_on: isOn } }),
  );

export const useSetStatus = (id: number) =>
  useChange(names, (body: { status: string; connote?: string }) =>
    ask('PUT', `/operator/bookings/${id}/status`, { body }),
  );

export const useCancelBooking = (id: number) =>
  useChange(names, () => ask('POST', `/operator/bookings/${id}/cancel`));

/** With the day that the page shows: the pickup may have been moved meanwhile. */
export type NotifiedPickup = { id: number; pickup_date?: string };

export function notifiedPickup({
  id,
  pickup_window: [from],
}: Pick<Booking, 'id' | 'pickup_window'>): NotifiedPickup {
  return from === undefined ? { id } : { id, pickup_date: from.slice(0, 10) };
}

/** All of these bookings, or none and the reason. */
export const useMarkNotified = () =>
  useChange(
    names,
    ({ pickups, isNotified }: { pickups: readonly NotifiedPickup[]; isNotified: boolean }) =>
      ask('PUT', '/operator/notified-carriers', {
        body: { bookings: pickups, is_notified: isNotified },
      }),
  );

export const useCheckPayment = () =>
  useChange(names, (id: number) => ask<OpenPayment>('POST', `/operator/payments/${id}/check`));

export const useMarkRefunded = (id: number) =>
  useChange(names, (note: string) =>
    ask<OpenPayment>('PUT', `/operator/payments/${id}/returned`, { body: { note } }),
  );

export const useCancelOrphan = (reference: string) =>
  useChange(names, () => ask('POST', `/operator/orphans/${encodeURIComponent(reference)}/cancel`));

export const useCloseOrphan = (reference: string) =>
  useChange(names, (note: string) =>
    ask('PUT', `/operator/orphans/${encodeURIComponent(reference)}`, { body: { note } }),
  );

export const useAcknowledgePrice = (reference: string) =>
  useChange(names, () => ask('PUT', `/operator/prices/${encodeURIComponent(reference)}/seen`));

export const useLodgeManifest = () =>
  useChange(names, (account: { carrier: string; member: number | null }) =>
    ask<LodgedManifests>('POST', '/operator/manifests', { body: account }),
  );

export const useMarkManifested = (reference: string) =>
  useChange(names, () => ask('PUT', `/operator/left-out/${encodeURIComponent(reference)}`));

export const usePreviewAdjustments = () =>
  useMutation({
    mutationFn: (csv: string) =>
      ask<Adjustments>('POST', '/operator/adjustments/preview', { body: { csv } }),
  });

export const useApplyAdjustments = () =>
  useChange(names, (csv: string) =>
    ask<Adjustments>('POST', '/operator/adjustments', { body: { csv } }),
  );
