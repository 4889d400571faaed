// The audit log: what concerns the member, or for the operator everything.
import type { AuditSearch } from '../search.ts';
import { prefix } from './client.ts';
import { queryString, searchQuery } from './queries.ts';
import type { AuditEntry } from './wire.ts';

const pathOf = (isOperator: boolean): string => (isOperator ? '/operator/audit' : '/audit');

export const auditQuery = (search: AuditSearch, isOperator: boolean) =>
  searchQuery<AuditEntry[]>(['audit', pathOf(isOperator)], pathOf(isOperator), search);

/** The browser downloads it with its session cookie. */
export function auditFile({ sort, page, ...filter }: AuditSearch, isOperator: boolean): string {
  return `${prefix}${pathOf(isOperator)}/export.csv?${queryString(filter)}`;
}
