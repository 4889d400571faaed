// How much of a member's limit is used: the figure stored with the limit, and the sum of the ledger entries.
import { sql } from 'kysely';
import { prepared } from '../engine/prepared.ts';

/** Changes nothing if it would exceed the limit, or if there is no account. */
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

/** Debits minus credits. */
export const changeOf = (account: 'owed' | 'held') => sql<number>`(
  case when debit = ${sql.lit(account)} then amount_cents else 0 end
  - case when credit = ${sql.lit(account)} then amount_cents else 0 end)`;

/** The used part of a member's limit according to the ledger entries. */
export const usedByEntries = sql<number>`coalesce(sum(${changeOf('owed')} + ${changeOf('held')}), 0)`;
