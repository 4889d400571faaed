// A member's reports, and the operator's.
import type { SalesSearch } from '../search.ts';
import { searchQuery } from './queries.ts';
import type { Dashboard, Sales } from './wire.ts';

/** A yearly report costs the server time and changes slowly. */
const freshMs = 60_000;

export const salesQuery = (search: SalesSearch) => ({
  ...searchQuery<Sales>(['sales'], '/operator/sales', search),
  staleTime: freshMs,
});

export const dashboardQuery = (months: number) => ({
  ...searchQuery<Dashboard>(['dashboard'], '/dashboard', { months }),
  staleTime: freshMs,
});
