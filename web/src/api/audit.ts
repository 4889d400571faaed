// The audit log: what concerns the member, or for the operator everything.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AuditSearch } from '../search.ts';
import { prefix } from './client.ts';
import { queryString, read } from './queries.ts';
import type { AuditEntry } from './wire.ts';

export const groupNames: Readonly<Record<AuditEntry['group'], string>> = {
  sign_in: 'Signing in',
  users: 'Users',
  bookings: 'Bookings',
  orders: 'Orders',
  addresses: 'Address book',
  keys: 'API keys',
  payments: 'Payments',
  account: 'Account',
  claims: 'Claims',
  printers: 'Printers',
  tracking: 'Tracking',
  carriers: 'Carriers',
  prices: 'Prices',
  members: 'Members',
};

const pathOf = (isOperator: boolean): string => (isOperator ? '/operator/audit' : '/audit');

export function auditQuery(search: AuditSearch, isOperator: boolean) {
  const query = queryString(search);
  return queryOptions({
    queryKey: ['audit', isOperator, query],
    queryFn: read<AuditEntry[]>(`${pathOf(isOperator)}?${query}`),
    placeholderData: keepPreviousData,
  });
}

/** The browser downloads it with its session cookie. */
export function auditFile({ sort, page, ...filter }: AuditSearch, isOperator: boolean): string {
  return `${prefix}${pathOf(isOperator)}/export.csv?${queryString(filter)}`;
}
