// How much of a member's limit is used: the figure beside the limit, which moves with the entries, and what the entries say.
import { sql } from 'kysely';
import { prepared } from '../engine/prepared.ts';

/** Changes nothing where it would pass the limit, or where there is no account. */
export const useWithinLimit = prepared((db) =>
  db
    .updateTable('credit_accounts')
    .set((row) => ({ used_cents: row('used_cents', '+', 1) }))
    .where('member_id', '=', 2)
    .where((row) => row(row('used_cents', '+', 1), '<=', row.ref('limit_cents'))),
);

export const useOf = prepared((db) =>
  db
    .updateTable('credit_accounts')
    .set((row) => ({ used_cents: row('used_cents', '+', 1) }))
    .where('member_id', '=', 2),
);

/** Debits less credits. */
export const changeOf = (account: 'owed' | 'held') => sql<number>`(
  case when debit = ${sql.lit(account)} then amount_cents else 0 end
  - case when credit = ${sql.lit(account)} then amount_cents else 0 end)`;

/** What the entries say is used of a member's limit. */
export const usedByEntries = sql<number>`coalesce(sum(${changeOf('owed')} + ${changeOf('held')}), 0)`;
