// Credit terms in the database. Only the ledger changes `used_cents`; setting a limit does not.
import type { CreditAccounts } from '../../../application/ports.ts';
import { memberId } from '../../../domain/members/member.ts';
import type { Access } from '../access.ts';
import { first } from '../statements.ts';
import { usedByEntries } from './credit-use.ts';

export function creditAccountsOver({ dialect, read, write }: Access): CreditAccounts {
  return {
    find: (owner) =>
      first(
        read
          .selectFrom('credit_accounts')
          .select(['limit_cents', 'used_cents'])
          .where('member_id', '=', owner),
        (row) => ({ limitCents: row.limit_cents, usedCents: row.used_cents }),
      ),
    list: async (memberIds) => {
      if (memberIds.length === 0) return new Map();
      const rows = await read
        .selectFrom('credit_accounts')
        .select(['member_id', 'limit_cents', 'used_cents'])
        .where('member_id', 'in', memberIds)
        .execute();
      return new Map(
        rows.map((row) => [
          memberId(row.member_id),
          { limitCents: row.limit_cents, usedCents: row.used_cents },
        ]),
      );
    },
    setLimit: (owner, limitCents, nowMs) =>
      write(async (db) => {
        const terms = { limit_cents: limitCents, changed_at_ms: nowMs };
        // This lock conflicts with inserting ledger entries for the member, so none is added while the sum is
        // calculated.
        await db
          .selectFrom('members')
          .select('id')
          .where('id', '=', owner)
          .$if(dialect.locksRows, (locking) => locking.forUpdate())
          .executeTakeFirst();
        // A new account starts with what the member already owes, such as adjustments of bookings paid by other
        // methods.
        const { used } = await db
          .selectFrom('ledger_entries')
          .select(usedByEntries.as('used'))
          .where('member_id', '=', owner)
          .executeTakeFirstOrThrow();
        const row = await db
          .insertInto('credit_accounts')
          .values({ member_id: owner, used_cents: Number(used), ...terms })
          .onConflict((conflict) => conflict.column('member_id').doUpdateSet(terms))
          .returning(['limit_cents', 'used_cents'])
          .executeTakeFirstOrThrow();
        return { limitCents: row.limit_cents, usedCents: row.used_cents };
      }),
  };
}
