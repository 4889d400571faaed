// Accounts with carriers, the operator's (house accounts) and members'. Credentials are stored sealed. Every process
// notices a change on its next request. The `members` row counts the member's accounts, so that a quote for a member
// without any reads nothing here.
import { type Kysely, type Selectable, sql } from 'kysely';
import type { CarrierAccounts, StoredAccount } from '../../../application/ports.ts';
import type { MemberId } from '../../../domain/members/member.ts';
import type { Access } from '../access.ts';
import { clearRefusedOf } from '../manifests/manifests.ts';
import { lockMember } from '../members/members.ts';
import type { Schema } from '../schema.ts';
import { all, first } from '../statements.ts';
import { accountKey, accountOfKey, houseOwner } from './account-key.ts';

export function carrierAccountsOver({ dialect, read, write, configure }: Access): CarrierAccounts {
  const inOrder = () =>
    read.selectFrom('carrier_accounts').selectAll().orderBy('account_member_id').orderBy('carrier');
  return {
    list: (owner) => all(inOrder().where('account_member_id', '=', owner ?? houseOwner), accountOf),
    page: async (after, limit) => {
      const rows = await inOrder()
        .$if(after !== undefined, (query) => {
          const { account_member_id: owner, carrier } = accountKey(after ?? { carrier: '' });
          return query.where(({ eb, and, or }) =>
            or([
              eb('account_member_id', '>', owner),
              and([eb('account_member_id', '=', owner), eb('carrier', '>', carrier)]),
            ]),
          );
        })
        .limit(limit)
        .execute();
      return rows.map(accountOf);
    },
    find: (account) => {
      const { account_member_id: owner, carrier } = accountKey(account);
      return first(
        read
          .selectFrom('carrier_accounts')
          .selectAll()
          .where('account_member_id', '=', owner)
          .where('carrier', '=', carrier),
        accountOf,
      );
    },
    put: ({ sealed, policy, connectedAtMs, ...of }) =>
      configure(async (db) => {
        if (of.memberId !== undefined) await lockMember(db, dialect, of.memberId);
        const account = { sealed, policy, connected_at_ms: connectedAtMs };
        await db
          .insertInto('carrier_accounts')
          .values({ ...accountKey(of), ...account })
          .onConflict((conflict) =>
            conflict.columns(['account_member_id', 'carrier']).doUpdateSet(account),
          )
          .execute();
        if (of.memberId !== undefined) await countOf(db, of.memberId);
      }),
    reseal: ({ sealed, ...of }, anew) =>
      write(async (db) => {
        const { account_member_id: owner, carrier } = accountKey(of);
        await db
          .updateTable('carrier_accounts')
          .set({ sealed: anew })
          .where('account_member_id', '=', owner)
          .where('carrier', '=', carrier)
          .where('sealed', '=', sealed)
          .execute();
      }),
    remove: (account) => configure((db) => remove(db, account)),
    removeAll: (owner) => configure((db) => remove(db, { memberId: owner })),
  };

  async function remove(
    db: Kysely<Schema>,
    { memberId: owner, carrier }: { memberId?: MemberId | undefined; carrier?: string },
  ): Promise<boolean> {
    if (owner !== undefined) await lockMember(db, dialect, owner);
    const removed = await db
      .deleteFrom('carrier_accounts')
      .where('account_member_id', '=', owner ?? houseOwner)
      .$if(carrier !== undefined, (query) => query.where('carrier', '=', carrier ?? ''))
      .executeTakeFirst();
    await clearRefusedOf(db, owner, carrier);
    if (owner !== undefined) await countOf(db, owner);
    return removed.numDeletedRows > 0n;
  }
}

async function countOf(db: Kysely<Schema>, id: MemberId): Promise<void> {
  await db
    .updateTable('members')
    .set(({ selectFrom }) => ({
      own_carriers: selectFrom('carrier_accounts')
        .select(sql<number>`count(*)`.as('accounts'))
        .where('account_member_id', '=', id),
    }))
    .where('id', '=', id)
    .execute();
}

function accountOf(row: Selectable<Schema['carrier_accounts']>): StoredAccount {
  return {
    ...accountOfKey(row),
    sealed: row.sealed,
    policy: row.policy as StoredAccount['policy'],
    connectedAtMs: row.connected_at_ms,
  };
}
