// A member's payment methods, balance and payments.
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { ask, prefix } from './client.ts';
import { read, searchQuery, useChange } from './queries.ts';
import type {
  Balance,
  BalancePayment,
  Credit,
  ListedPayment,
  PaymentMethod,
  PaymentSetup,
  Statement,
} from './wire.ts';

export const creditQuery = queryOptions({
  queryKey: ['money', 'credit'],
  queryFn: read<Credit>('/credit'),
});

export const balanceQuery = queryOptions({
  queryKey: ['money', 'balance'],
  queryFn: read<Balance>('/credit/balance'),
});

export const methodsQuery = queryOptions({
  queryKey: ['money', 'methods'],
  queryFn: read<PaymentMethod[]>('/members/payment-methods'),
});

export const paymentSetupQuery = queryOptions({
  queryKey: ['money', 'setup'],
  queryFn: read<PaymentSetup>('/members/payment-setup'),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Days such as `2026-02-28` in Sydney; blank without a bound. The last day is excluded. */
export type TimeSpan = { since: string; until: string };

export const spanQuery = (span: TimeSpan): string => new URLSearchParams(span).toString();

export function statementQuery(span: TimeSpan, page: number) {
  const query = `${spanQuery(span)}&page=${page}`;
  return queryOptions({
    queryKey: ['money', 'statement', span, page],
    queryFn: read<Statement>(`/credit/statement?${query}`),
    placeholderData: keepPreviousData,
  });
}

export const paymentsQuery = (page: number) =>
  searchQuery<ListedPayment[]>(['money', 'payments'], '/payments', { page });

export function bookingPaymentsQuery(booking: number) {
  return queryOptions({
    queryKey: ['money', 'payments', { booking }],
    queryFn: read<ListedPayment[]>(`/payments?booking=${booking}`),
  });
}

export function statementFile(span: TimeSpan): string {
  return `${prefix}/credit/statement.csv?${spanQuery(span)}`;
}

const names = ['money'];

export type BalancePaymentInput = { amount: number; payment_method: string; after_payment: number };

export const usePayBalance = () =>
  useChange(names, (body: BalancePaymentInput) =>
    ask<BalancePayment>('POST', '/credit/payments', { body }),
  );

export const useAddTestCard = () =>
  useChange(names, (token: string) =>
    ask<PaymentMethod>('POST', '/members/payment-methods', { body: { token } }),
  );

/** Changes nothing here: the browser goes on to the gateway's page. */
export const useOpenCardPage = () =>
  useMutation({ mutationFn: () => ask<{ url: string }>('POST', '/members/card-page') });

export const useSaveFromCardPage = () =>
  useChange(names, (session: string) =>
    ask<PaymentMethod>('POST', '/members/card-page/saved', { body: { session } }),
  );

export const useMakeDefault = () =>
  useChange(names, (id: string) => ask('PUT', `/members/payment-methods/${id}/default`));

export const useRemoveMethod = () =>
  useChange(names, (id: string) => ask('DELETE', `/members/payment-methods/${id}`));
