// The audit log: what concerns the member, or for the operator everything.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { AuditSearch } from '../search.ts';
import { prefix } from './client.ts';
import { queryString, read } from './queries.ts';
import type { AuditEntry } from './wire.ts';

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
