// Leases for work that one process at a time should do. Times are passed in and come from the database's clock. A
// stalled process may continue after its lease has ended, so a lease only avoids duplicate work and must never be
// needed for correctness. A lease that ends implausibly far ahead was taken while the database's clock was wrong, and
// is ignored.
import type { Leases } from '../../../application/ports.ts';
import { longestSkewMs } from '../../../domain/time/clock-skew.ts';
import type { Access } from '../access.ts';
import { run } from '../statements.ts';

export function leasesOver({ write }: Access): Leases {
  return {
    take: ({ name, holder, nowMs, untilMs }) =>
      write(async (db) => {
        const taken = await db
          .insertInto('leases')
          .values({ name, holder, until_ms: untilMs })
          .onConflict((conflict) =>
            conflict
              .column('name')
              .doUpdateSet({ holder, until_ms: untilMs })
              .where((row) =>
                row.or([
                  row('leases.holder', '=', holder),
                  row('leases.until_ms', '<=', nowMs),
                  row('leases.until_ms', '>', untilMs + longestSkewMs),
                ]),
              ),
          )
          .returning('name')
          .executeTakeFirst();
        return taken !== undefined;
      }),
    release: ({ name, holder }) =>
      run(write, (db) =>
        db.deleteFrom('leases').where('name', '=', name).where('holder', '=', holder),
      ),
  };
}
