// A member's payment methods, balance and payments.
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { ask, prefix } from './client.ts';
import type { Credit, ListedPayment, PaymentMethod, PaymentSetup, Statement } from './wire.ts';

export const creditQuery = queryOptions({
  queryKey: ['money', 'credit'],
  queryFn: ({ signal }) => ask<Credit>('GET', '/credit', { signal }),
});

export const methodsQuery = queryOptions({
  queryKey: ['money', 'methods'],
  queryFn: ({ signal }) => ask<PaymentMethod[]>('GET', '/members/payment-methods', { signal }),
});

export const paymentSetupQuery = queryOptions({
  queryKey: ['money', 'setup'],
  queryFn: ({ signal }) => ask<PaymentSetup>('GET', '/members/payment-setup', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Days such as `2026-02-28` in Sydney; blank without a bound. The last day is excluded. */
export type TimeSpan = { since: string; until: string };

export const spanQuery = (span: TimeSpan): string => new URLSearchParams(span).toString();

export function statementQuery(span: TimeSpan, page: number) {
  const query = `${spanQuery(span)}&page=${page}`;
  return queryOptions({
    queryKey: ['money', 'statement', span, page],
    queryFn: ({ signal }) => ask<Statement>('GET', `/credit/statement?${query}`, { signal }),
    placeholderData: keepPreviousData,
  });
}

export function paymentsQuery(page: number) {
  return queryOptions({
    queryKey: ['money', 'payments', page],
    queryFn: ({ signal }) => ask<ListedPayment[]>('GET', `/payments?page=${page}`, { signal }),
    placeholderData: keepPreviousData,
  });
}

export function bookingPaymentsQuery(booking: number) {
  return queryOptions({
    queryKey: ['money', 'payments', { booking }],
    queryFn: ({ signal }) =>
      ask<ListedPayment[]>('GET', `/payments?booking=${booking}`, { signal }),
  });
}

export function statementFile(span: TimeSpan): string {
  return `${prefix}/credit/statement.csv?${spanQuery(span)}`;
}

/** After any change, loads everything about payments again. */
function useMoneyChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: () => queries.invalidateQueries({ queryKey: ['money'] }),
  });
}

export const useAddTestCard = () =>
  useMoneyChange((token: string) =>
    ask<PaymentMethod>('POST', '/members/payment-methods', { body: { token } }),
  );

/** Changes nothing here: the browser goes on to the gateway's page. */
export const useOpenCardPage = () =>
  useMutation({ mutationFn: () => ask<{ url: string }>('POST', '/members/card-page') });

export const useSaveFromCardPage = () =>
  useMoneyChange((session: string) =>
    ask<PaymentMethod>('POST', '/members/card-page/saved', { body: { session } }),
  );

export const useMakeDefault = () =>
  useMoneyChange((id: string) => ask('PUT', `/members/payment-methods/${id}/default`));

export const useRemoveMethod = () =>
  useMoneyChange((id: string) => ask('DELETE', `/members/payment-methods/${id}`));
