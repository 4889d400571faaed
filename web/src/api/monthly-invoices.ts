// Members' monthly invoices, for the member and for the operator.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { ask, prefix } from './client.ts';
import { read, searchQuery, useChange } from './queries.ts';
import type { MembersMonthlyInvoice, MonthlyInvoice, MonthPreview } from './wire.ts';

const ownPath = '/credit/monthly-invoices';
const path = '/operator/monthly-invoices';
const names = ['monthly invoices'];

export const ownMonthlyInvoicesQuery = (page: number) =>
  searchQuery<MonthlyInvoice[]>(['money', 'monthly invoices'], ownPath, { page });

/** The browser opens them with its session cookie. */
export const ownInvoiceUrl = (number: string): string => `${prefix}${ownPath}/${number}`;
export const invoiceUrl = (number: string): string => `${prefix}${path}/${number}`;

export const monthlyInvoicesQuery = (page: number) =>
  searchQuery<MembersMonthlyInvoice[]>(names, path, { page });

/** A blank month is the last one. */
export function monthPreviewQuery(month: string) {
  return queryOptions({
    queryKey: [...names, 'preview', month],
    queryFn: read<MonthPreview>(`${path}/preview?month=${month}`),
    placeholderData: keepPreviousData,
  });
}

export const issueInvoice = (body: { month: string; member: number; email: boolean }) =>
  ask<{ number: string | null; is_new: boolean }>('POST', path, { body });

export const useEmailInvoice = () =>
  useChange(names, (number: string) => ask('POST', `${path}/${number}/email`));
