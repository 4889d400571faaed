// The last result of each operation that was certified with a house account.
import type { Certification, Certifications } from '../../../application/ports.ts';
import type { Access } from '../access.ts';
import { all } from '../statements.ts';

export function certificationsOver({ read, write }: Access): Certifications {
  return {
    list: () =>
      all(
        read
          .selectFrom('carrier_certifications')
          .selectAll()
          .orderBy('carrier')
          .orderBy('operation'),
        ({ at_ms: atMs, operation, outcome, reason, ...row }) => ({
          ...row,
          reason: JSON.parse(reason) as Certification['reason'],
          operation: operation as Certification['operation'],
          outcome: outcome as Certification['outcome'],
          atMs,
        }),
      ),
    put: (results) =>
      write(async (db) => {
        for (const { carrier, operation, outcome, reason, atMs } of results) {
          const result = { outcome, reason: JSON.stringify(reason), at_ms: atMs };
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
