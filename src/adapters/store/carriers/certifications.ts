// The last result of each operation that was certified with a house account.
import type { Certification, Certifications } from '../../../application/ports.ts';
import type { Access } from '../access.ts';

export function certificationsOver({ read, write }: Access): Certifications {
  return {
    list: async () => {
      const rows = await read
        .selectFrom('carrier_certifications')
        .selectAll()
        .orderBy('carrier')
        .orderBy('operation')
        .execute();
      return rows.map(({ at_ms: atMs, operation, outcome, ...row }) => ({
        ...row,
        operation: operation as Certification['operation'],
        outcome: outcome as Certification['outcome'],
        atMs,
      }));
    },
    put: (results) =>
      write(async (db) => {
        for (const { carrier, operation, outcome, reason, atMs } of results) {
          const result = { outcome, reason, at_ms: atMs };
          await db
            .insertInto('carrier_certifications')
            .values({ carrier, operation, ...result })
            .onConflict((conflict) =>
              conflict.columns(['carrier', 'operation']).doUpdateSet(result),
            )
            .execute();
        }
      }),
  };
}
