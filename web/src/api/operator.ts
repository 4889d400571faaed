// What the operator reads and changes.
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { OperatorBookingsSearch } from '../search.ts';
import { ask, prefix } from './client.ts';
import type {
  Adjustments,
  CarrierCall,
  CarrierCalls,
  CarrierDraft,
  DraftReport,
  Issues,
  ListedMember,
  LodgedManifest,
  Manifests,
  MemberChange,
  OpenPayment,
  OperatorBooking,
  OperatorBookingPage,
  Service,
  WholeMember,
} from './wire.ts';

/** An operator may be waiting on these pages for something to change. */
const refetchMs = 15_000;

export function membersQuery({ q = '', page = 1 }: { q?: string | undefined; page?: number }) {
  return queryOptions({
    queryKey: ['operator', 'members', q, page],
    queryFn: ({ signal }) =>
      ask<ListedMember[]>('GET', `/operator/members?page=${page}&q=${encodeURIComponent(q)}`, {
        signal,
      }),
    placeholderData: keepPreviousData,
  });
}

export function memberQuery(id: string) {
  return queryOptions({
    queryKey: ['operator', 'member', id],
    queryFn: ({ signal }) => ask<WholeMember>('GET', `/operator/members/${id}`, { signal }),
  });
}

export const servicesQuery = queryOptions({
  queryKey: ['operator', 'carriers'],
  queryFn: ({ signal }) => ask<Service[]>('GET', '/operator/carriers', { signal }),
  refetchInterval: refetchMs,
});

export type CallsWanted = {
  carrier?: string | undefined;
  operation?: string | undefined;
  outcome?: string | undefined;
  booking?: number | undefined;
  before?: number | undefined;
};

/** The query string; values that are not set are left out. */
function queryOf(wanted: CallsWanted | OperatorBookingsSearch): string {
  const given = Object.entries(wanted).filter(([, value]) => value !== undefined);
  return String(new URLSearchParams(given.map(([name, value]) => [name, String(value)])));
}

export function callsQuery(wanted: CallsWanted) {
  const query = queryOf(wanted);
  return queryOptions({
    queryKey: ['operator', 'calls', query],
    queryFn: ({ signal }) =>
      ask<CarrierCalls>('GET', `/operator/carrier-calls?${query}`, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: refetchMs,
  });
}

export function callQuery(id: string) {
  return queryOptions({
    queryKey: ['operator', 'call', id],
    queryFn: ({ signal }) =>
      ask<CarrierCall>('GET', `/operator/carrier-calls/${encodeURIComponent(id)}`, { signal }),
  });
}

export const issuesQuery = queryOptions({
  queryKey: ['operator', 'issues'],
  queryFn: ({ signal }) => ask<Issues>('GET', '/operator/attention', { signal }),
  refetchInterval: refetchMs,
});

export const manifestsQuery = queryOptions({
  queryKey: ['operator', 'manifests'],
  queryFn: ({ signal }) => ask<Manifests>('GET', '/operator/manifests', { signal }),
  refetchInterval: refetchMs,
});

/** The browser opens it with its session cookie. */
export const manifestDocumentUrl = (id: number): string =>
  `${prefix}/operator/manifests/${id}/document`;

export function operatorBookingsQuery(wanted: OperatorBookingsSearch) {
  const query = queryOf(wanted);
  return queryOptions({
    queryKey: ['operator', 'bookings', query],
    queryFn: ({ signal }) =>
      ask<OperatorBooking[]>('GET', `/operator/bookings?${query}`, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: refetchMs,
  });
}

export function operatorBookingQuery(id: number) {
  return queryOptions({
    queryKey: ['operator', 'booking', id],
    queryFn: ({ signal }) =>
      ask<OperatorBookingPage>('GET', `/operator/bookings/${id}`, { signal }),
    // The question whether to cancel shows the current refund.
    staleTime: 0,
    gcTime: 0,
  });
}

/** After any change, loads everything the operator sees again. */
function useOperation<Input, Output>(change: (input: Input) => Promise<Output>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => queries.invalidateQueries({ queryKey: ['operator'] }),
  });
}

export const useAddMember = () =>
  useOperation((body: Record<string, string>) =>
    ask<WholeMember>('POST', '/operator/members', { body }),
  );

export const useChangeMember = (id: string) =>
  useOperation((body: MemberChange) =>
    ask<WholeMember>('PUT', `/operator/members/${id}`, { body }),
  );

export const useSetLimit = (id: string) =>
  useOperation((limit: number) =>
    ask<WholeMember>('PUT', `/operator/members/${id}/credit`, { body: { limit } }),
  );

export const useReceivePayment = (id: string) =>
  useOperation(
    ({ key, ...body }: { amount: number; reference: string; again: boolean; key: string }) =>
      ask<WholeMember>('POST', `/operator/members/${id}/receipts`, {
        body,
        // Sent again after a lost answer, it is still recorded once.
        headers: { 'idempotency-key': key },
      }),
  );

export const useTakeBackReceipt = (id: string) =>
  useOperation((receipt: number) =>
    ask<WholeMember>('DELETE', `/operator/members/${id}/receipts/${receipt}`),
  );

export const useMakeReset = (id: string) =>
  useOperation(() =>
    ask<{ url: string; expires_at: string }>('POST', `/operator/members/${id}/reset`),
  );

export const useSwitchService = () =>
  useOperation(({ id, isOn }: { id: string; isOn: boolean }) =>
    ask('PUT', `/operator/carriers/${encodeURIComponent(id)}`, { body: { is_on: isOn } }),
  );

export const useSetStatus = (id: number) =>
  useOperation((body: { status: string; connote?: string }) =>
    ask('PUT', `/operator/bookings/${id}/status`, { body }),
  );

export const useCancelBooking = (id: number) =>
  useOperation(() => ask('POST', `/operator/bookings/${id}/cancel`));

export const useMarkNotified = (id: number) =>
  useOperation((isNotified: boolean) =>
    ask<OperatorBookingPage>(isNotified ? 'PUT' : 'DELETE', `/operator/bookings/${id}/told`),
  );

export const useCheckPayment = () =>
  useOperation((id: number) => ask<OpenPayment>('POST', `/operator/payments/${id}/check`));

export const useMarkRefunded = (id: number) =>
  useOperation((note: string) =>
    ask<OpenPayment>('PUT', `/operator/payments/${id}/returned`, { body: { note } }),
  );

export const useCancelOrphan = (reference: string) =>
  useOperation(() => ask('POST', `/operator/orphans/${encodeURIComponent(reference)}/cancel`));

export const useCloseOrphan = (reference: string) =>
  useOperation((note: string) =>
    ask('PUT', `/operator/orphans/${encodeURIComponent(reference)}`, { body: { note } }),
  );

export const useAcknowledgePrice = (reference: string) =>
  useOperation(() => ask('PUT', `/operator/prices/${encodeURIComponent(reference)}/seen`));

export const useLodgeManifest = () =>
  useOperation((account: { carrier: string; member: number | null }) =>
    ask<LodgedManifest>('POST', '/operator/manifests', { body: account }),
  );

export const useMarkManifested = (reference: string) =>
  useOperation(() => ask('PUT', `/operator/left-out/${encodeURIComponent(reference)}`));

export const usePreviewAdjustments = () =>
  useMutation({
    mutationFn: (csv: string) =>
      ask<Adjustments>('POST', '/operator/adjustments/preview', { body: { csv } }),
  });

export const useApplyAdjustments = () =>
  useOperation((csv: string) =>
    ask<Adjustments>('POST', '/operator/adjustments', { body: { csv } }),
  );

export const useCheckDraft = () =>
  useMutation({
    mutationFn: (body: CarrierDraft) =>
      ask<DraftReport>('POST', '/operator/rate-cards/check', { body }),
  });

export const usePublishDraft = () =>
  useOperation((body: CarrierDraft) => ask<DraftReport>('POST', '/operator/rate-cards', { body }));
