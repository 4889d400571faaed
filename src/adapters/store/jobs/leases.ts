// Which process does what only one may do at a time, until when. Times are passed in, by the database's clock. A process that
// stands still may go on after its lease has ended, so nothing may depend on a lease but doing work once rather than twice.
// A lease that reaches far beyond what could be given now was taken while the database's clock was wrong, and binds nobody.
import type { Leases } from '../../../application/ports.ts';
import { longestSkewMs } from '../../../domain/time/clock-skew.ts';
import type { Access } from '../access.ts';

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
      write(async (db) => {
        await db
          .deleteFrom('leases')
          .where('name', '=', name)
          .where('holder', '=', holder)
          .execute();
      }),
  };
}
