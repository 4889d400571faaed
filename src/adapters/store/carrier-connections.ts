// The operator's accounts with carriers, sealed. A change is noticed by every process on its next request.
import type { CarrierConnection, CarrierConnections } from '../../application/ports.ts';
import type { Access } from './access.ts';

type Row = { carrier: string; sealed: string; policy: string; connected_at_ms: number };

export function carrierConnectionsOver({ read, write, configure }: Access): CarrierConnections {
  return {
    list: async () => {
      const rows = await read
        .selectFrom('carrier_connections')
        .selectAll()
        .orderBy('carrier')
        .execute();
      return rows.map(connectionOf);
    },
    find: async (carrier) => {
      const row = await read
        .selectFrom('carrier_connections')
        .selectAll()
        .where('carrier', '=', carrier)
        .executeTakeFirst();
      return row === undefined ? undefined : connectionOf(row);
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
        return removed.numDeletedRows > 0n;
      }),
  };
}

function connectionOf({ carrier, sealed, policy, connected_at_ms }: Row): CarrierConnection {
  return {
    carrier,
    sealed,
    policy: policy as CarrierConnection['policy'],
    connectedAtMs: connected_at_ms,
  };
}
