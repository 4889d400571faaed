// Members' own accounts with carriers. Nothing here can read them: they come and go sealed. How many a member has is
// kept with the member, so that whoever has none costs nothing when quoting. The table and that column have kept the names they
// were released with, `member_carrier_connections` and `own_carriers`.
import { type Kysely, sql } from 'kysely';
import type { OwnAccount, OwnAccounts } from '../../../application/ports.ts';
import { type MemberId, memberId } from '../../../domain/members/member.ts';
import type { Access } from '../access.ts';
import { clearRefusedOf } from '../manifests/manifests.ts';
import { lockMember } from '../members/members.ts';
import type { Schema } from '../schema.ts';
import type { OwnAccountRow } from './carrier-schema.ts';

export function ownAccountsOver({ dialect, read, write, configure }: Access): OwnAccounts {
  return {
    list: async (id) => {
      const rows = await read
        .selectFrom('member_carrier_connections')
        .selectAll()
        .where('member_id', '=', id)
        .orderBy('carrier')
        .execute();
      return rows.map(accountOf);
    },
    page: async (after, limit) => {
      const rows = await read
        .selectFrom('member_carrier_connections')
        .selectAll()
        .$if(after !== undefined, (query) =>
          query.where(({ eb, and, or }) =>
            or([
              eb('member_id', '>', after?.memberId ?? 0),
              and([
                eb('member_id', '=', after?.memberId ?? 0),
                eb('carrier', '>', after?.carrier ?? ''),
              ]),
            ]),
          ),
        )
        .orderBy('member_id')
        .orderBy('carrier')
        .limit(limit)
        .execute();
      return rows.map(accountOf);
    },
    put: ({ memberId: id, carrier, sealed, connectedAtMs }) =>
      configure(async (db) => {
        await lockMember(db, dialect, id);
        const account = { sealed, connected_at_ms: connectedAtMs };
        await db
          .insertInto('member_carrier_connections')
          .values({ member_id: id, carrier, ...account })
          .onConflict((conflict) => conflict.columns(['member_id', 'carrier']).doUpdateSet(account))
          .execute();
        await countOf(db, id);
      }),
    reseal: ({ memberId: id, carrier, sealed }, anew) =>
      write(async (db) => {
        await db
          .updateTable('member_carrier_connections')
          .set({ sealed: anew })
          .where('member_id', '=', id)
          .where('carrier', '=', carrier)
          .where('sealed', '=', sealed)
          .execute();
      }),
    remove: (id, carrier) =>
      configure(async (db) => {
        await lockMember(db, dialect, id);
        const removed = await db
          .deleteFrom('member_carrier_connections')
          .where('member_id', '=', id)
          .$if(carrier !== undefined, (query) => query.where('carrier', '=', carrier ?? ''))
          .executeTakeFirst();
        await clearRefusedOf(db, id, carrier);
        await countOf(db, id);
        return removed.numDeletedRows > 0n;
      }),
  };
}

async function countOf(db: Kysely<Schema>, id: MemberId): Promise<void> {
  await db
    .updateTable('members')
    .set(({ selectFrom }) => ({
      own_carriers: selectFrom('member_carrier_connections')
        .select(sql<number>`count(*)`.as('accounts'))
        .where('member_id', '=', id),
    }))
    .where('id', '=', id)
    .execute();
}

function accountOf(row: OwnAccountRow): OwnAccount {
  const { member_id, carrier, sealed, connected_at_ms } = row;
  return { memberId: memberId(member_id), carrier, sealed, connectedAtMs: connected_at_ms };
}
