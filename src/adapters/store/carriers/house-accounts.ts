// The house's accounts with carriers, sealed. A change is noticed by every process on its next request. Their table has kept
// the name it was released with, `carrier_connections`.
import type { HouseAccount, HouseAccounts } from '../../../application/ports.ts';
import type { Access } from '../access.ts';
import { clearRefusedOf } from '../manifests/manifests.ts';

type Row = { carrier: string; sealed: string; policy: string; connected_at_ms: number };

export function houseAccountsOver({ read, write, configure }: Access): HouseAccounts {
  return {
    list: async () => {
      const rows = await read
        .selectFrom('carrier_connections')
        .selectAll()
        .orderBy('carrier')
        .execute();
      return rows.map(accountOf);
    },
    find: async (carrier) => {
      const row = await read
        .selectFrom('carrier_connections')
        .selectAll()
        .where('carrier', '=', carrier)
        .executeTakeFirst();
      return row === undefined ? undefined : accountOf(row);
    },
    put: ({ carrier, sealed, policy, connectedAtMs }) =>
      configure(async (db) => {
        const account = { sealed, policy, connected_at_ms: connectedAtMs };
        await db
          .insertInto('carrier_connections')
          .values({ carrier, ...account })
          .onConflict((conflict) => conflict.column('carrier').doUpdateSet(account))
          .execute();
      }),
    reseal: ({ carrier, sealed }, anew) =>
      write(async (db) => {
        await db
          .updateTable('carrier_connections')
          .set({ sealed: anew })
          .where('carrier', '=', carrier)
          .where('sealed', '=', sealed)
          .execute();
      }),
    remove: (carrier) =>
      configure(async (db) => {
        const removed = await db
          .deleteFrom('carrier_connections')
          .where('carrier', '=', carrier)
          .executeTakeFirst();
        await clearRefusedOf(db, undefined, carrier);
        return removed.numDeletedRows > 0n;
      }),
  };
}

function accountOf({ carrier, sealed, policy, connected_at_ms }: Row): HouseAccount {
  return {
    carrier,
    sealed,
    policy: policy as HouseAccount['policy'],
    connectedAtMs: connected_at_ms,
  };
}
