// Calls to carriers, for some days.
import type { CarrierCall, CarrierCalls } from '../../application/ports.ts';
import type { Access } from './access.ts';

/** Rows of one insert: engines limit how many values a statement may have. */
const together = 50;

export function carrierCallsOver({ read, write }: Access): CarrierCalls {
  return {
    add: (calls) =>
      write(async (db) => {
        for (let first = 0; first < calls.length; first += together) {
          await db
            .insertInto('carrier_calls')
            .values(
              calls.slice(first, first + together).map(({ atMs, tookMs, ...call }) => ({
                at_ms: atMs,
                took_ms: tookMs,
                ...call,
              })),
            )
            .execute();
        }
      }),
    list: async ({ carrier, limit }) => {
      let query = read.selectFrom('carrier_calls').selectAll().orderBy('id', 'desc').limit(limit);
      if (carrier !== undefined) query = query.where('carrier', '=', carrier);
      const rows = await query.execute();
      return rows.map(({ id: _id, at_ms, took_ms, operation, ...call }) => ({
        ...call,
        operation: operation as CarrierCall['operation'],
        atMs: at_ms,
        tookMs: took_ms,
      }));
    },
    purge: (beforeMs, limit) =>
      write(async (db) => {
        const old = db
          .selectFrom('carrier_calls')
          .select('id')
          .where('at_ms', '<', beforeMs)
          .orderBy('at_ms')
          .limit(limit);
        const { numDeletedRows } = await db
          .deleteFrom('carrier_calls')
          .where('id', 'in', old)
          .executeTakeFirst();
        return Number(numDeletedRows);
      }),
  };
}
